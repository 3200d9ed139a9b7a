//! Random small crossnumbers with clues from every construct, and every filling worth judging.

use std::fmt;

use serde_json::{Map, Value, json};

/// A puzzle, and filled grids with variables among which all of its solutions are.
#[derive(Clone)]
pub struct Draft {
    pub puzzle: Value,
    pub candidates: Vec<Value>,
}

impl fmt::Debug for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.puzzle)
    }
}

/// A small source of chance.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

/// Grids with the names and cells of their entries.
type Entries = &'static [(&'static str, &'static [usize])];

const GRIDS: [(&[&str], usize, Entries); 7] = [
    (
        &["...", ".#.", "..."],
        8,
        &[("A1", &[0, 1, 2]), ("D1", &[0, 3, 5]), ("D2", &[2, 4, 7]), ("A3", &[5, 6, 7])],
    ),
    (&["..#", "..."], 5, &[("A1", &[0, 1]), ("D1", &[0, 2]), ("D2", &[1, 3]), ("A3", &[2, 3, 4])]),
    (&["..", ".#"], 3, &[("A1", &[0, 1]), ("D1", &[0, 2])]),
    (
        &["+--+--+--+", "|1 :2 |3 |", "+::+::+::+", "|4 :  :  |", "+--+--+--+"],
        6,
        &[("A1", &[0, 1]), ("D1", &[0, 3]), ("D2", &[1, 4]), ("D3", &[2, 5]), ("A4", &[3, 4, 5])],
    ),
    (
        &["#..#", "....", "#..#"],
        8,
        &[
            ("A1", &[0, 1]),
            ("D1", &[0, 3, 6]),
            ("D2", &[1, 4, 7]),
            ("A3", &[2, 3, 4, 5]),
            ("A4", &[6, 7]),
        ],
    ),
    (
        &["...", "...", "..."],
        9,
        &[
            ("A1", &[0, 1, 2]),
            ("D1", &[0, 3, 6]),
            ("D2", &[1, 4, 7]),
            ("D3", &[2, 5, 8]),
            ("A4", &[3, 4, 5]),
            ("A5", &[6, 7, 8]),
        ],
    ),
    (
        &["....", "....", "....", "...."],
        16,
        &[
            ("A1", &[0, 1, 2, 3]),
            ("D1", &[0, 4, 8, 12]),
            ("D2", &[1, 5, 9, 13]),
            ("D3", &[2, 6, 10, 14]),
            ("D4", &[3, 7, 11, 15]),
            ("A5", &[4, 5, 6, 7]),
            ("A6", &[8, 9, 10, 11]),
            ("A7", &[12, 13, 14, 15]),
        ],
    ),
];

/// The last grid has many fillings, of which the first row is given away, and comes once in so many
/// drafts.
const RARE: usize = 20;

const TYPES: &[&str] = &[
    "#integer",
    "#even",
    "#odd",
    "#prime",
    "#square",
    "#cube",
    "#power",
    "#power3",
    "#powerof(2)",
    "#triangular",
    "#pyramidal",
    "#fibonacci",
    "#lucas",
    "#catalan",
    "#perfect",
    "#palindrome",
    "#happy",
    "#lucky",
    "#harshad",
    "#ascending",
    "#descending",
    "#consecutive",
    "#distinctdigits",
    "#repdigit",
    "#product(2)",
    "#product(3)",
    "#consecutivesquares",
    "#twosquares",
];

struct Writer<'a> {
    chance: &'a mut Chance,
    names: Vec<&'static str>,
    this: bool,
    transformed: bool,
}

impl Writer<'_> {
    fn name(&mut self) -> String {
        if self.this && self.chance.below(3) == 0 {
            return "this".to_string();
        }
        let names = self.names.clone();
        let name = self.chance.pick(&names).to_string();
        let entry = name.len() > 1;
        if entry && self.transformed && self.chance.below(3) == 0 {
            format!("@{name}")
        } else {
            name
        }
    }

    fn number(&mut self, depth: usize) -> String {
        if depth == 0 || self.chance.below(4) == 0 {
            return match self.chance.below(4) {
                0 => self.chance.below(40).to_string(),
                _ => self.name(),
            };
        }
        let (a, b) = (self.number(depth - 1), self.number(depth - 1));
        match self.chance.below(24) {
            0..=3 => format!("{a} + {b}"),
            4..=6 => format!("({a} - {b})"),
            7..=9 => format!("({a})({b})"),
            10 => format!("({a}) / ({b})"),
            11 => format!("({a}) % ({b})"),
            12 => format!("({a})^2"),
            13 => format!("√({a})"),
            14 => format!("-({a})"),
            15 => {
                let f =
                    self.chance.pick(&["$ds", "$dp", "$dsq", "$mp", "$reverse", "$len", "$abs"]);
                format!("{f}({a})")
            }
            16 => {
                let f = self.chance.pick(&["$divsum", "$divcount", "$lpf", "$sqrt"]);
                format!("{f}({a})")
            }
            17 => {
                let f = self.chance.pick(&["$gcd", "$lcm", "$min", "$max", "$concat"]);
                format!("{f}({a}, {b})")
            }
            18 => {
                let f = self.chance.pick(&["$digit", "$first", "$last", "$count"]);
                let k = self.chance.below(3) + 1;
                format!("{f}({a}, {k})")
            }
            19 => {
                self.chance.pick(&["$griddigitsum()", "$gridcount(2)", "$gridcount(1)"]).to_string()
            }
            20 => self.chance.pick(&["#square", "#prime", "#triangular", "#cube"]).to_string(),
            21 => "#entry".to_string(),
            22 => format!("($len({a}))!"),
            _ => format!("{a} + 1"),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        let a = self.number(1);
        match self.chance.below(if depth == 0 { 10 } else { 13 }) {
            0..=2 => {
                let b = self.number(2);
                let how = self.chance.pick(&["=", "=", "!=", "<", ">=", "<=", ">"]);
                format!("{a} {how} {b}")
            }
            3 => format!("{} <= {a} < {}", self.number(0), self.number(1)),
            4 | 5 => format!("{a} in {}", self.chance.pick(TYPES)),
            6 => format!("{a} not in {}", self.chance.pick(TYPES)),
            7 => format!("$multiple({}, {})", self.name(), self.name()),
            8 => {
                let r = self.chance.pick(&["$jumble", "$anagram", "$adjacentprimes"]);
                format!("{r}({}, {})", self.name(), self.name())
            }
            9 => format!("$oneof({a}, {}, {})", self.number(1), self.number(0)),
            10 => format!("({} or {})", self.condition(depth - 1), self.condition(depth - 1)),
            11 => format!("({} and {})", self.condition(depth - 1), self.condition(depth - 1)),
            _ => format!("not ({})", self.condition(depth - 1)),
        }
    }
}

/// The draft of a seed.
pub fn draft(seed: u64) -> Draft {
    let mut chance = Chance(seed);
    for _ in 0..4 {
        chance.below(2);
    }
    let (grid, cells, entries) = match chance.below(RARE) {
        0 => GRIDS[GRIDS.len() - 1],
        _ => GRIDS[chance.below(GRIDS.len() - 1)],
    };
    let most = match cells {
        0..=3 => 10,
        4..=5 => 4,
        6 => 3,
        _ => 2,
    };
    let start = chance.below(11 - most);
    let digits: Vec<usize> = (start..start + most).collect();
    let transformed = cells <= 3 && chance.below(4) == 0;
    let most = if transformed || cells > 9 { 1 } else { 3 };
    let variables: &[&str] = [&[][..], &["X"], &["X", "Y"]][chance.below(most)];
    let mut names: Vec<&'static str> = entries.iter().map(|(name, _)| *name).collect();
    names.extend(variables.iter().map(|name| if *name == "X" { "X" } else { "Y" }));
    let values: Vec<i64> = (0..3).map(|i| 1 + i * (1 + chance.below(4) as i64)).collect();
    let mut writer = Writer { chance: &mut chance, names, this: true, transformed };
    let mut clues = Map::new();
    for (name, _) in entries {
        let text = match writer.chance.below(9) {
            0..=4 => continue,
            5 => json!(writer.chance.pick(TYPES)),
            6 => json!(writer.number(2)),
            7 => json!([writer.condition(1), writer.condition(0)]),
            _ => json!(writer.condition(1)),
        };
        clues.insert((*name).to_string(), text);
    }
    let given: Vec<usize> = match cells {
        16 => (0..4).map(|i| digits[if i == 0 { 1 } else { writer.chance.below(2) }]).collect(),
        _ => Vec::new(),
    };
    if !given.is_empty() {
        let number = given.iter().fold(0, |number, digit| 10 * number + digit);
        clues.insert("A1".to_string(), json!(number.to_string()));
    }
    let mut puzzle = json!({
        "family": "crossnumber", "grid": grid, "clues": clues, "digits": digits,
    });
    if writer.chance.below(4) == 0 {
        puzzle["every_entry"] = json!(["this % 7 != 3"]);
    }
    if transformed {
        puzzle["transform"] = json!("@this = this or @this = $reverse(this)");
    }
    writer.this = false;
    if writer.chance.below(3) == 0 {
        puzzle["rules"] = json!([writer.condition(1)]);
    }
    let distinct = chance.below(2) == 0;
    let zeros = chance.below(3) == 0;
    let distinct_values = chance.below(2) == 0;
    puzzle["distinct_entries"] = json!(distinct);
    puzzle["leading_zeros"] = json!(zeros);
    if !variables.is_empty() {
        let names = variables.concat();
        puzzle["variables"] =
            json!({ "names": names, "values": values, "distinct": distinct_values });
    }
    let mut fillings = vec![given];
    for _ in fillings[0].len()..cells {
        let longer = |filling: &Vec<usize>| {
            let one = |&digit: &usize| [&filling[..], &[digit]].concat();
            digits.iter().map(one).collect::<Vec<_>>()
        };
        fillings = fillings.iter().flat_map(longer).collect();
    }
    let candidates = candidates(grid, entries, &fillings, variables, &values, transformed);
    Draft { puzzle, candidates }
}

/// Every filling with every choice of variables; with a transform, with every value that could lead
/// to what stands in the grid.
fn candidates(
    grid: &[&str],
    entries: Entries,
    fillings: &[Vec<usize>],
    variables: &[&str],
    values: &[i64],
    transformed: bool,
) -> Vec<Value> {
    let assignments: Vec<Value> = match variables {
        [] => vec![json!({})],
        [one] => values.iter().map(|v| json!({ *one: v })).collect(),
        [one, two, ..] => {
            let second =
                |a: &i64| values.iter().map(|b| json!({ *one: a, *two: b })).collect::<Vec<_>>();
            values.iter().flat_map(second).collect()
        }
    };
    let mut all = Vec::new();
    for filling in fillings {
        let rows = rows(grid, filling);
        for assignment in &assignments {
            let plain = json!({ "grid": rows, "variables": assignment });
            if !transformed {
                all.push(plain);
                continue;
            }
            let number = |cells: &[usize]| cells.iter().fold(0, |n, &c| 10 * n + filling[c]);
            let backwards =
                |cells: &[usize]| cells.iter().rev().fold(0, |n, &c| 10 * n + filling[c]);
            let [(one, first), (two, second)] = entries else { panic!("two entries") };
            for a in [number(first), backwards(first)] {
                for b in [number(second), backwards(second)] {
                    let mut solution = plain.clone();
                    solution["values"] = json!({ *one: a, *two: b });
                    all.push(solution);
                }
            }
        }
    }
    all
}

/// The rows of a filled grid, from either form of drawing.
fn rows(grid: &[&str], filling: &[usize]) -> Vec<String> {
    if grid[0].starts_with('+') {
        let width = (grid[0].len() - 1) / 3;
        let texts: Vec<String> = filling.iter().map(ToString::to_string).collect();
        return texts.chunks(width).map(|row| row.concat()).collect();
    }
    let mut digits = filling.iter();
    let mut cell = |c: char| match c {
        '.' => digits.next().expect("a digit a cell").to_string(),
        other => other.to_string(),
    };
    grid.iter().map(|row| row.chars().map(&mut cell).collect()).collect()
}
