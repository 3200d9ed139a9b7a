//! Verdicts: what the evaluator once gave up and called false, and what limits and floats changed.

use serde_json::{Value, json};

use super::{entry, next_folder, text};
use xwc_testkit::process::xwc_reading;

/// The verdict, and whether its certificate is accepted; `None` if there is none.
fn verdict(puzzle: &Value) -> (i32, String, Option<i32>) {
    let certificate = next_folder("verdict").join("certificate");
    let args = ["prove", "--json", "-", "--certificate", &text(&certificate)];
    let run = xwc_reading(args, &puzzle.to_string());
    let verdict = match run.code {
        2 => run.complaint().to_string(),
        _ => run.json()["verdict"].as_str().expect("a verdict").to_string(),
    };
    let accepted = certificate
        .join("certificate.json")
        .exists()
        .then(|| xwc_reading(["check", "-", &text(&certificate)], &puzzle.to_string()).code);
    (run.code, verdict, accepted)
}

fn expect(puzzle: &Value, expected: &str) {
    let (_, found, accepted) = verdict(puzzle);
    assert_eq!(found, expected, "{puzzle}");
    let has_certificate = expected != "unknown";
    assert_eq!(accepted, has_certificate.then_some(0), "{puzzle}");
}

fn expect_refusal(puzzle: &Value, message: &str) {
    let (code, found, accepted) = verdict(puzzle);
    assert_eq!((code, accepted), (2, None), "{found}: {puzzle}");
    assert!(found.contains(message), "{found}: {puzzle}");
}

#[test]
fn unbounded_types_are_refused_and_bounded_ones_decided() {
    let way_out = |kind: &str| format!("`#{kind}` has no upper bound here; write `(#{kind} < N)`");
    let ten = "$oneof(this, 10, 11)";
    for kind in ["cube", "square", "prime", "fibonacci", "palindrome", "lucky", "powerof(2)"] {
        let name = kind.split('(').next().unwrap_or(kind);
        let message = if name == kind { way_out(kind) } else { "has no upper bound".to_string() };
        for clue in [
            format!("this = #{kind} % 101 or this = 9"),
            format!("not (this = #{kind} % 101)"),
            format!("this != #{kind}"),
            format!("this + #{kind} = #cube"),
            format!("not (this + #{kind} = #square)"),
            format!("not not $ds(#{kind}) = 40"),
            format!("(this = 1 or $reverse(#{kind}) = this) and this > 3"),
        ] {
            expect_refusal(&entry(2, &[&clue, ten]), &message);
            let mut rules = entry(2, &[ten]);
            rules["rules"] = json!([clue.replace("this", "A1")]);
            expect_refusal(&rules, &message);
            let mut every = entry(2, &[ten]);
            every["every_entry"] = json!(clue);
            expect_refusal(&every, &message);
            let mut transform = entry(2, &[ten]);
            transform["transform"] = json!(["@this = this", clue]);
            expect_refusal(&transform, &message);
        }
    }
    expect(&entry(2, &["this = (#cube < 10^9) % 101 or this = 9", ten]), "multiple");
    expect(&entry(2, &["not (this = (#cube < 10^9) % 101)", ten]), "none");
    expect(&entry(2, &["this = (#cube < 30) % 101 or this = 11", ten]), "unique");
    // 107 + 1710² = 143³.
    expect(&entry(3, &["this = 107", "not (this + (#square < 10^7) = #cube)"]), "none");
    expect(&entry(3, &["this = 107", "not (this + (#square < 10^6) = #cube)"]), "unique");
    expect(&entry(3, &["this = 107", "this + (#square < 10^7) = #cube"]), "unique");
}

#[test]
fn numbers_of_any_size_are_exact() {
    for (conditions, expected) in [
        (&["$multiple(this*10^20, 1)"][..], "multiple"),
        (&["$multiple(this*10^20, 10^20)", "this < 12"], "multiple"),
        (&["not $multiple(this*10^20, 10^20)"], "none"),
        (&["this*10^20 not in #twosquares", "$oneof(this,25,50)"], "none"),
        (&["this*10^20 in #twosquares", "$oneof(this,25,49)"], "multiple"),
        (&["this * 10^39 > 0", "$oneof(this,10,11)"], "multiple"),
        (&["this * 10^400 > 10^401", "$oneof(this,10,11)"], "unique"),
        (&["(this^30 / this^28) % 100 = 1", "$oneof(this,99,98)"], "unique"),
        (&["$divcount(this^16) = 33", "$oneof(this,25,26)"], "unique"),
        (&["$lpf(this^16) = 5", "$oneof(this,25,26)"], "unique"),
        (&["this^30 in #square", "this^31 in #square", "this < 20"], "unique"),
        (&["this^40 not in #power", "this < 20"], "none"),
        (&["this + 1/10^18 - this > 1/10^19", "this < 12"], "multiple"),
        (&["this + 1/10^40 - this > 1/10^39"], "none"),
        (&["√(this*10^40) = 5*10^20"], "unique"),
        (&["$gcd(this*10^30, 7*10^30) = 7*10^30", "this < 20"], "unique"),
        (&["$ds(this*10^50 + 1) = 20"], "none"),
        (&["$ds(this*10^50 + 1) = 19"], "unique"),
    ] {
        expect(&entry(2, conditions), expected);
    }
    let crossed = json!({
        "family": "crossnumber",
        "grid": ["..", ".."],
        "clues": { "A1": "this + 1/10^18 - this + 0*D1 > 1/10^19" },
    });
    expect(&crossed, "multiple");
    let variable = json!({
        "family": "crossnumber",
        "grid": ["...."],
        "clues": { "A1": "X^30/X^28" },
        "variables": { "names": "X", "values": "99..99" },
    });
    expect(&variable, "unique");
}

/// Between two values that fit there are others that do not, and no list of them.
#[test]
fn choices_between_long_numbers_are_not_ranges() {
    let some = "this = 123456789 or this = 567891234 or this = 987654321";
    let count = |clues: &[&str]| {
        let run = xwc_reading(["solve", "--count", "-"], &entry(9, clues).to_string());
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stdout.trim().to_string()
    };
    assert_eq!(count(&[some]), "3");
    assert_eq!(count(&["not (this != 123456789 and this != 987654321)"]), "2");
    assert_eq!(count(&["this = 123456789 or this > 999999990"]), "10");
    assert_eq!(count(&["123456780 < this < 123456789 or 987654320 < this < 987654330"]), "17");
    assert_eq!(count(&["this in #fibonacci or this = 123456789"]), "6");
    expect(&entry(9, &[some]), "multiple");
    expect(&entry(9, &[some, "this % 9 = 1"]), "none");
    expect(&entry(9, &[some, "$digit(this, 1) = 5"]), "unique");
}

/// A sum from −10^38 to 10^38 does not fit 128 bits as a distance.
#[test]
fn what_does_not_fit_128_bits_has_no_closed_form() {
    let puzzle = json!({
        "family": "crossnumber", "grid": [".##", "...", "#.."], "leading_zeros": true, "digits": "4..6",
        "clues": {
            "D1": "this^34 % 58 = 36",
            "A2": "not (x^34 % D1 >= ($digit(x, 3) + $min(A, D3, A)) and $lcm(A, D3) % 9 * 1)",
            "D4": "$ds(this^16) != 124",
        },
        "variables": { "names": "xA", "values": "3 <= #odd < 14", "distinct": true },
    });
    let args = ["solve", "--count", "--backend", "varisat", "--encoding", "order", "-"];
    let run = xwc_reading(args, &puzzle.to_string());
    assert_eq!((run.code, run.stdout.trim()), (0, "24"), "{}", run.stderr);
}

#[test]
fn what_is_not_a_number_is_the_same_under_not_and_not_in() {
    let two = "this > 97";
    for part in ["this/(this-this)", "√(0-this)", "this!", "$digit(this, 9)", "0^(0-this)", "1/0"]
    {
        expect(&entry(2, &[&format!("{part} not in #prime"), two]), "multiple");
        expect(&entry(2, &[&format!("not ({part} in #prime)"), two]), "multiple");
        expect(&entry(2, &[&format!("not ({part} = 1)"), two]), "multiple");
        expect(&entry(2, &[&format!("{part} in #prime"), two]), "none");
        expect(&entry(2, &[&format!("{part} != 1"), two]), "none");
        expect(&entry(2, &[&format!("not $oneof(this, {part})"), two]), "multiple");
    }
}

#[test]
fn undecided_is_unknown_and_has_no_certificate() {
    for conditions in [
        &["this < 10^6000"][..],
        &["not this < 10^6000"],
        &["this = 10 and this < 10^6000"],
        &["$divcount((2^127 - 1) * (2^107 - 1) * this) = 16", "this < 12"],
    ] {
        expect(&entry(2, conditions), "unknown");
    }
    let run = xwc_reading(["prove", "--json", "-"], &entry(2, &["this < 10^6000"]).to_string());
    assert_eq!(run.code, 30);
    let said = run.json();
    assert_eq!(said["limit"], "undecided");
    let reason = said["reasons"][0].as_str().expect("a reason");
    assert!(reason.starts_with("A1: `this < 10^6000` is undecided"), "{reason}");
    // Two solutions that are decided are enough; one that is decided is not.
    expect(&entry(2, &["this < 20 or this < 10^6000"]), "multiple");
    expect(&entry(2, &["this < 11 or this < 10^6000"]), "unknown");
    // What is false whatever the rest is, is false.
    expect(&entry(2, &["this < 10 and this < 10^6000"]), "none");
    expect(&entry(2, &["this < 11 and (this = 10 or this < 10^6000)"]), "unique");
}

#[test]
fn crossmath_results_are_not_dropped() {
    let puzzle = |min: i64, max: i64| {
        json!({
            "family": "crossmath",
            "grid": [
                ["31623", "×", "_", "=", "_"],
                ["-", "#", "-", "#", "#"],
                ["31623", "-", "31623", "=", "0"],
                ["=", "#", "=", "#", "#"],
                ["0", "#", "_", "#", "#"],
            ],
            "values": { "min": min, "max": max, "distinct": false },
        })
    };
    let run = xwc_reading(["solve", "--count", "-"], &puzzle(31622, 31624).to_string());
    assert_eq!(run.stdout, "3\n");
    expect(&puzzle(31622, 31624), "multiple");
    expect(&puzzle(31623, 31623), "unique");
    let mut huge = puzzle(-1_000_000_000, 1_000_000_000);
    huge["grid"] = json!([
        ["_", "×", "_", "×", "_", "=", "_"],
        ["-", "#", "-", "#", "-", "#", "#"],
        ["_", "-", "_", "-", "_", "=", "0"],
        ["=", "#", "=", "#", "=", "#", "#"],
        ["0", "#", "0", "#", "0", "#", "#"],
    ]);
    expect_refusal(&huge, "row 1, column 1: values in between can grow beyond 64 bits");
}

/// A number without an upper bound may be too large to calculate with: that is not "none".
#[test]
fn numbers_without_bounds_do_not_disappear() {
    let puzzle = json!({
        "family": "calcrostic", "unknowns": "numbers", "form": "equations",
        "grid": [["1000000", "×", "1000000", "=", "a"], ["×", "#", "×", "#", "×"],
                 ["1000000", "×", "1000000", "=", "b"], ["=", "#", "=", "#", "="],
                 ["c", "×", "d", "=", "e"]],
    });
    match cfg!(feature = "z3") {
        true => expect(&puzzle, "unknown"),
        false => expect_refusal(&puzzle, "upper bound"),
    }
}

#[test]
fn the_language_is_there_to_its_last_line() {
    for (conditions, cells, expected) in [
        (&["#square or #cube", "this < 28"][..], 2, "multiple"),
        (&["#square or #cube", "this > 20", "this < 28"], 2, "multiple"),
        (&["#square and #cube"], 2, "unique"),
        (&["(#prime < 13)"], 2, "unique"),
        (&["#primes and not #palindromes", "this < 14"], 2, "unique"),
        (&["2 * (10 < #prime < 13) + 1"], 2, "unique"),
        (&["this in (90 < #prime < 100)"], 2, "unique"),
        // More parentheses change nothing.
        (&["(20 <= #square < 50) <= 30", "this < 12"], 2, "multiple"),
        (&["((20 <= #square < 50) <= 30)", "this < 12"], 2, "multiple"),
        (&["(((20 <= #square < 50)))"], 2, "multiple"),
        (&["((20 <= #square < 30))"], 2, "unique"),
        // A number is tested without bounds, also where interval arithmetic finds none.
        (&["this = 36", "this^37 / this^36 in #square"], 2, "unique"),
        (&["this = 36", "not (this^37 / (this - 36)^2 in #square)"], 2, "unique"),
        (&["this = 35", "this^37 / this^36 in #square"], 2, "none"),
        (&["#prime", "#palindrome"], 10, "none"),
        (&["#cube", "#palindrome"], 13, "multiple"),
        (&["#cube", "#palindrome"], 15, "none"),
        (&["#cube", "#palindrome"], 18, "none"),
    ] {
        expect(&entry(cells, conditions), expected);
    }
    let mut worded = entry(2, &[]);
    worded["clues"]["A1"] = json!({ "text": "Ask a bee", "if": ["#square", "this > 80"] });
    worded["title"] = json!("Bees");
    worded["author"] = json!("A. Setter");
    worded["note"] = json!("One clue is a riddle.");
    expect(&worded, "unique");
    let shown = xwc_reading(["show", "-"], &worded.to_string()).stdout;
    assert!(shown.starts_with("Bees, by A. Setter\n"), "{shown}");
    assert!(shown.contains("1: Ask a bee (2)") && shown.contains("One clue is a riddle."));
    let code = xwc_reading(["show", "--clues", "code", "-"], &worded.to_string()).stdout;
    assert!(code.contains("1: #square; this > 80 (2)"), "{code}");
    // Values of other lengths than their entries.
    let transformed = |digits: &str, transform: &str, clue: &str| {
        json!({
            "family": "crossnumber",
            "grid": [".."],
            "clues": { "A1": clue },
            "transform": transform,
            "value_digits": digits,
        })
    };
    expect(&transformed("1..3", "@this = $ds(this) + 10", "999"), "unique");
    expect(&transformed("any", "@this = this / 11", "979"), "unique");
    expect(&transformed("any", "@this * this = 980", "#square or #prime"), "unique");
    expect(&transformed("same", "@this = $reverse(this)", "90"), "none");
    // 0 has one digit.
    expect(&transformed("1..2", "@this = this + 50", "this < 1"), "unique");
    expect(&transformed("any", "@this = this + 50", "this < 1"), "unique");
    // No value can be read from any entry.
    expect(&transformed("any", "@this = this + 500", "this > 0"), "none");
}
