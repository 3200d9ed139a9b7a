//! What every construct of the language means, one line each: examples for the tests of all who give
//! it a meaning.

use super::{Located, NameResolver, Ref, TYPES, parse};

/// Entries A1 = 196, D1 = 14, A3 = 26, A4 = 4; variables A to E and T are 2, 3, 5, 7, 11 and 4,
/// `{aA}` is 6. The grid has the cells 1, 9, 6, 4, 4.
pub struct ExampleNames;

const ENTRIES: [((bool, u32), i64); 4] =
    [((false, 1), 196), ((true, 1), 14), ((false, 3), 26), ((false, 4), 4)];
const VARIABLES: [(&str, i64); 7] =
    [("A", 2), ("B", 3), ("C", 5), ("D", 7), ("E", 11), ("T", 4), ("aA", 6)];

/// The digits of the grid.
pub const CELLS: [u8; 5] = [1, 9, 6, 4, 4];

/// How many entries there are.
pub const N_ENTRIES: usize = ENTRIES.len();

impl NameResolver for ExampleNames {
    fn entry(&self, down: bool, number: u32) -> Option<usize> {
        ENTRIES.iter().position(|(label, _)| *label == (down, number))
    }

    fn name(&self, name: &str) -> Option<Ref> {
        VARIABLES.iter().position(|(known, _)| *known == name).map(Ref::Variable)
    }

    fn known(&self) -> Vec<String> {
        ["A1", "D1", "A3", "A4"].map(String::from).to_vec()
    }

    fn has_this(&self) -> bool {
        true
    }
}

/// The values of names: what stands in the grid is ten times the value here.
pub fn value(name: Ref) -> i64 {
    match name {
        Ref::Grid(entry) => 10 * ENTRIES[entry].1,
        Ref::Value(entry) => ENTRIES[entry].1,
        Ref::Variable(variable) => VARIABLES[variable].1,
        Ref::Cell(cell) => CELLS[cell].into(),
        Ref::This | Ref::GridThis => unreachable!("bound"),
    }
}

/// Every construct, in texts that are true or false with A1 as `this`.
pub fn all() -> Vec<(String, bool)> {
    let mut all = Vec::new();
    for (truth, texts) in TEXTS {
        all.extend(texts.iter().map(|text| (text.to_string(), *truth)));
    }
    for (name, members, others) in MEMBERS {
        let members = members.iter().map(|member| (member, true));
        for (number, truth) in members.chain(others.iter().map(|other| (other, false))) {
            all.push((format!("{number} in {name}"), truth));
            all.push((format!("{number} not in {name}"), !truth));
            all.push((format!("not ({number} = {name})"), !truth));
        }
    }
    for (call, value) in VALUES {
        all.push((format!("{call} = {value}"), true));
        all.push((format!("{call} != {value}"), false));
    }
    // Something that is not a number makes every claim false.
    for call in NO_NUMBERS {
        all.extend([
            (format!("{call} = {call}"), false),
            (format!("{call} != 5"), false),
            (format!("not {call} = 5"), true),
            (format!("{call} in #integer"), false),
            (format!("{call} not in #integer"), true),
            (format!("$oneof(A, 2, {call})"), false),
        ]);
    }
    all
}

const TEXTS: &[(bool, &[&str])] = &[
    // Arithmetic and precedence.
    (
        true,
        &[
            "this = 196",
            "196",
            "D1^2",
            "AB = 6",
            "3A = 6",
            "A(B+C) = 16",
            "(A+B)(C-D) = -10",
            "A/BC = 2/15",
            "A/B*C = 10/3",
            "B^AA^B = 9*8",
            "2^3^2 = 512",
            "-A^2 = -4",
            "2^-1 = 1/2",
            "9^(3/2) = 27",
            "√9 = 3",
            "√T B = 6",
            "√(A3 - 10) = 4",
            "B! = 6",
            "T! = 24",
            "A^B! = 64",
            "7 % 3 = 1",
            "-7 % 3 = 2",
            "7/2 % 2 = 3/2",
            "10 - 3 - 2 = 5",
            "16 / 4 / 2 = 2",
            "2 * 3 % 4 = 2",
            "{aA} = 6",
            "2{aA} = 12",
            "A3 = 26",
            "3ac = 26",
            "1dn = D1",
            "@A3 = 260",
            "@this = 1960",
            "0^0 = 1",
            "1/3 + 1/6 = 1/2",
            "A×B = 6",
            "6÷B = A",
            "5−A = B",
            "30^E > 10^16",
            "E^30 / E^28 = 121",
            "E^90 % 10 = 1",
        ],
    ),
    (
        false,
        &[
            "197",
            "AB = 5",
            "1/(A-2) = 1",
            "1/(A-2) != 1",
            "√A = √A",
            "(A-B)! = 1",
            "30^E = E",
            "1/0 = 1/0",
            "this + 10^60 = 10^60",
        ],
    ),
    // Comparisons and words.
    (
        true,
        &[
            "A < B <= C",
            "A < B and B < C",
            "A > B or B < C",
            "not A > B",
            "A == 2",
            "A != B",
            "A ≤ 2",
            "A ≥ 2",
            "A ≠ 3",
            "not (A = 2 and B = 2)",
            "(A < B) and (C > B or A = 9)",
            "not (1/(A-2) = 1)",
            "A + B = C = 5",
            "this > A3 and this in #square",
            "not not A = 2",
            "not A = 3 and B = 3",
        ],
    ),
    (false, &["A < B < B", "A > B or B > C", "not A < B", "1 = 1 and 1 = 2", "A = B = 3"]),
    // Parts that are bare expressions or types.
    (
        true,
        &[
            "#square or #cube",
            "#cube or #square",
            "#square and not #prime",
            "not #cube",
            "not #cube and #even",
            "D1^2 or A3",
            "7 or 196 or #fibonacci",
            "(#cube or #square) and this > 5",
            "#squares and #primes or #evens",
        ],
    ),
    (false, &["#prime or #cube", "not #square", "#square and #prime", "7 or 8", "not 196"]),
    // Some member of a type.
    (
        true,
        &[
            "#square",
            "#triangular - 14",
            "2 * #prime + 18",
            "4 * #square",
            "#prime + #square = 11",
            "#cube + #cube = 35",
            "A3 = 2 * #prime",
            "#prime * #prime = 15",
            "#prime * #prime * #prime = 105",
            "this = #powerof(D1)",
            "A < #prime < C",
            "this > #prime",
            "$multiple(this, #prime)",
            "this % #prime = 0",
            "this = #entry * D1",
            "#entry - #entry = 12",
            "this = D1 * #entry",
            "A4 = #entry",
            "26 in #entry",
            "26 in #entries",
            "#integer * 14",
            "#odd + (-9 < #odd < 9) = 8",
            "#power3 = 27",
            "this / #square = 49",
            "this = #square * #square",
            "$ds((#prime < 100)) = 16",
            "(10 < #prime < 100) + (#square < 200) = 207",
            "this in (#square < 200)",
            "this in (196 <= #square)",
            "(100 < #square)",
            "(#square < 200) or 5",
            "A^#prime = 32",
            "$adjacentprimes(A, #prime)",
            "$jumble(A3, (#prime < 100)) or A = 2",
        ],
    ),
    (
        false,
        &[
            "2 * #prime = 5",
            "#cube + #cube = 36",
            "A < #prime < B",
            "#entry = 196",
            "#entry + #entry = 28",
            "#prime * #prime = 16",
            "196 in #entry",
            "not this = #square",
            "#fibonacci",
            "3 * #integer",
            "this in (#square < 196)",
            "(#square > 196)",
            "this in (197 <= #square <= 400)",
            "$ds((#prime < 20)) = 16",
            "A % #prime = 1 and A = 3",
            "not $multiple(this, #prime)",
            "B^#prime = 32",
        ],
    ),
    // Relations.
    (
        true,
        &[
            "$multiple(this, D1)",
            "$multiple(12, 4)",
            "$multiple(1/2, 1/4)",
            "$multiple(-6, -3)",
            "$multiple(0, 0)",
            "$multiple(this * 10^20, 1)",
            "$jumble(196, 691)",
            "$anagram(196, 196)",
            "$anagram(112, 211)",
            "$adjacentprimes(7, 11)",
            "$adjacentprimes(11, 7)",
            "$adjacentprimes(2, B)",
            "$oneof(A, 5, 2)",
            "$oneof(this, D1^2, 3)",
            "not $multiple(5, 2) and A = 2",
        ],
    ),
    (
        false,
        &[
            "$multiple(14, 14)",
            "$multiple(5, 10)",
            "$multiple(13, 4)",
            "$multiple(6, -3)",
            "$multiple(5, 0)",
            "$multiple(0, 5)",
            "$multiple(1/2, 1/3)",
            "$jumble(196, 196)",
            "$jumble(112, 122)",
            "$anagram(12, 112)",
            "$anagram(A - B, 1)",
            "$adjacentprimes(7, 13)",
            "$adjacentprimes(7, 9)",
            "$adjacentprimes(7, 7)",
            "$oneof(A, 5, 6)",
        ],
    ),
];

/// Types with some members, and some numbers that are none.
const MEMBERS: &[(&str, &[i64], &[i64])] = &[
    ("#integer", &[-3, 0, 7], &[]),
    ("#even", &[-2, 0, 8], &[3, -1]),
    ("#odd", &[-1, 9], &[0, 4]),
    ("#prime", &[2, 97, 7919], &[0, 1, 91, -7]),
    ("#square", &[1, 4, 196], &[0, 2, -4]),
    ("#cube", &[1, 8, 21952], &[0, 9, -8]),
    ("#power", &[4, 8, 9, 32, 36], &[0, 1, 2, 12]),
    ("#power3", &[8, 16, 27, 32], &[0, 1, 4, 9, 36]),
    ("#powerof(6)", &[6, 36, 46656], &[1, 0, 12, 35]),
    ("#powerof(1)", &[], &[1, 2]),
    ("#powerof(1/2)", &[], &[1, 2]),
    ("#triangular", &[1, 3, 6, 5050], &[0, 2, 5]),
    ("#pyramidal", &[1, 5, 14, 30, 385], &[0, 4, 15]),
    ("#fibonacci", &[1, 2, 3, 5, 144], &[0, 4, 145]),
    ("#lucas", &[1, 2, 3, 4, 7, 11, 123], &[0, 5, 6, 8]),
    ("#catalan", &[1, 2, 5, 14, 42, 132], &[0, 3, 4]),
    ("#perfect", &[6, 28, 496, 8128], &[0, 1, 12]),
    ("#palindrome", &[1, 9, 22, 12321], &[0, 10, 12]),
    ("#happy", &[1, 7, 10, 13, 100], &[0, 2, 4, 20]),
    ("#lucky", &[1, 3, 7, 9, 13, 15, 21], &[0, 2, 5, 11]),
    ("#harshad", &[1, 10, 12, 18, 111], &[0, 11, 13]),
    ("#ascending", &[1, 12, 139], &[0, 11, 21, 132]),
    ("#descending", &[9, 10, 931, 3210], &[0, 11, 12]),
    ("#consecutive", &[5, 12, 3456], &[0, 13, 21, 890]),
    ("#distinctdigits", &[1, 10, 3412], &[0, 11, 121]),
    ("#repdigit", &[5, 11, 777], &[0, 10, 776]),
    ("#product(2)", &[6, 10, 15, 91], &[1, 4, 7, 12, 30]),
    ("#product(3)", &[30, 42, 2431], &[1, 8, 12, 60, 210]),
    ("#consecutivesquares", &[5, 13, 25, 41, 365], &[0, 1, 2, 10]),
    ("#twosquares", &[2, 5, 8, 10, 13, 18, 50], &[0, 1, 3, 4, 9, 21]),
];

/// Calls and what they come to.
const VALUES: &[(&str, &str)] = &[
    ("$ds(196)", "16"),
    ("$ds(0)", "0"),
    ("$ds(10^60 - 1)", "540"),
    ("$dp(196)", "54"),
    ("$dp(10)", "0"),
    ("$dsq(196)", "118"),
    ("$mp(39)", "3"),
    ("$mp(7)", "0"),
    ("$mp(277777788888899)", "11"),
    ("$reverse(120)", "21"),
    ("$reverse(this)", "691"),
    ("$reverse(10^50 + 2)", "2*10^50 + 1"),
    ("$len(196)", "3"),
    ("$len(0)", "1"),
    ("$digit(196,1)", "1"),
    ("$digit(196,3)", "6"),
    ("$first(196,2)", "19"),
    ("$last(196,2)", "96"),
    ("$last(106,2)", "6"),
    ("$concat(12,0,5)", "1205"),
    ("$concat(A3,D1)", "2614"),
    ("$count(11311,1)", "4"),
    ("$count(5,0)", "0"),
    ("$gcd(12,18)", "6"),
    ("$gcd(12,-18)", "6"),
    ("$gcd(12,18,4)", "2"),
    ("$gcd(0,0)", "0"),
    ("$gcd(10^30,6^30)", "2^30"),
    ("$lcm(4,6)", "12"),
    ("$lcm(4,6,9)", "36"),
    ("$lcm(-4,6)", "12"),
    ("$lcm(4,0)", "0"),
    ("$min(3,2,7)", "2"),
    ("$max(3,2,7)", "7"),
    ("$max(1/2,1/3)", "1/2"),
    ("$abs(-5)", "5"),
    ("$abs(3-1/2)", "5/2"),
    ("$divsum(6)", "12"),
    ("$divsum(28)", "56"),
    ("$divcount(12)", "6"),
    ("$divcount(1)", "1"),
    ("$lpf(84)", "7"),
    ("$lpf(97)", "97"),
    ("$sqrt(49)", "7"),
    ("$sqrt(4/9)", "2/3"),
    ("$griddigitsum()", "24"),
    ("$gridcount(4)", "2"),
    ("$gridcount(7)", "0"),
];

/// Expressions that are not numbers.
const NO_NUMBERS: &[&str] = &[
    "this/(this-this)",
    "this%(A-2)",
    "1/0",
    "√2",
    "√(-4)",
    "2^(1/2)",
    "0^-1",
    "21!",
    "(1/2)!",
    "$ds(A-B)",
    "$reverse(A/B)",
    "$digit(A1,4)",
    "$digit(A1,A-2)",
    "$first(A1,7)",
    "$lpf(A-1)",
    "$divsum(A-2)",
    "$sqrt(A)",
    "$count(A1,10A)",
    "$gridcount(E)",
    "$gcd(A/B,2)",
    "$last(A1,A/B)",
];

fn mistake(text: &str) -> Located {
    parse(text, &ExampleNames).expect_err(text)
}

#[test]
fn mistakes() {
    let table = [
        ("A4 #trangular", 4, "unknown type `#trangular`, did you mean `#triangular`?"),
        ("$revers(A1)", 1, "did you mean `$reverse`"),
        ("$ds(A1, A3)", 1, "takes 1 arguments, and here are 2"),
        ("$gcd(A1)", 1, "takes 2 or more"),
        ("#powerof", 9, "arguments in parentheses"),
        ("(A + B", 7, "where `)` is needed for the `(` of column 1"),
        ("A + B)", 6, "does not fit here"),
        ("A +", 4, "ends where a number"),
        ("A1 + A9", 6, "no entry `A9`, did you mean"),
        ("Z + 1", 1, "neither a variable nor an entry"),
        ("A < B + (C < D)", 9, "a number is needed here"),
        ("2 * (A < #prime)", 5, "a number is needed here"),
        ("2 * (#prime = 7)", 5, "a number is needed here"),
        ("2 * (#prime < 7 < 9)", 5, "a number is needed here"),
        ("3 4", 3, "two numbers side by side"),
        ("A in B", 6, "after `in` comes a #type"),
        ("A in (B)", 6, "after `in` comes a #type"),
        ("", 1, "empty"),
        ("@A", 2, "is not an entry"),
        ("this = $oneof(A, 2)", 8, "a number is needed"),
    ];
    for (text, column, message) in table {
        let found = mistake(text);
        assert_eq!(found.column, column, "{text}: {}", found.message);
        assert!(found.message.contains(message), "{text}: {}", found.message);
    }
    let deep = format!("{}1{}", "(".repeat(9_000), ")".repeat(9_000));
    assert!(mistake(&deep).message.contains("levels deep"));
    for prefix in ["-", "√", "not ", "2^", "$ds("] {
        let text = prefix.repeat(3_000) + "A";
        assert!(mistake(&text).message.contains("levels deep"), "{prefix}");
    }
    assert!(mistake(&"A+".repeat(60_000)).message.contains("longer than"));
}

#[test]
fn every_type_has_members_here() {
    for (name, ..) in TYPES {
        let is_of = |text: &str| text[1..].split('(').next() == Some(name);
        let shown = MEMBERS.iter().any(|(text, members, _)| is_of(text) && !members.is_empty());
        assert!(shown, "#{name} has no example");
    }
}
