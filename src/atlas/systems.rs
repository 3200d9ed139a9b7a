//! Settings of three by three numbers as systems of equations.
//!
//! With a minus in every line, each of the seven ways to put operators into a row or column is one
//! of six equations: `x − y × z` and `x ÷ y − z` ask for the same. Mirroring left and right turns a
//! system into another one with the mirrored solutions.

use std::collections::BTreeSet;

use xwc_encodings::Op;

use super::zero::Setting;
use xwc_check::puzzle::grid::Operator::{self, Divide, Minus, Plus, Times};

/// An equation between the three numbers of a line, and the operators that ask for it.
pub(super) struct LineEquation {
    pub(super) op: Op,
    /// Which of the numbers are the operands and the result.
    pub(super) places: [usize; 3],
    pub(super) operators: &'static [[Operator; 2]],
    /// The equation of the line read backwards.
    backwards: usize,
}

/// All six of them.
pub(super) const EQUATIONS: [LineEquation; 6] = [
    LineEquation { op: Op::Add, places: [0, 1, 2], operators: &[[Plus, Minus]], backwards: 2 },
    LineEquation { op: Op::Add, places: [0, 2, 1], operators: &[[Minus, Plus]], backwards: 1 },
    LineEquation { op: Op::Add, places: [1, 2, 0], operators: &[[Minus, Minus]], backwards: 0 },
    LineEquation {
        op: Op::Mul,
        places: [1, 2, 0],
        operators: &[[Minus, Times], [Divide, Minus]],
        backwards: 5,
    },
    LineEquation { op: Op::Mul, places: [0, 2, 1], operators: &[[Minus, Divide]], backwards: 4 },
    LineEquation { op: Op::Mul, places: [0, 1, 2], operators: &[[Times, Minus]], backwards: 3 },
];

/// The equations of the rows, then those of the columns.
pub(super) type System = [usize; 6];

/// The settings with all four operators that ask for a system.
pub(super) fn settings(system: System) -> Vec<Setting> {
    let mut all: Vec<Vec<Vec<Operator>>> = vec![Vec::new()];
    for equation in system {
        let longer = |lines: &Vec<Vec<Operator>>, operators: &[Operator; 2]| {
            lines.iter().cloned().chain([operators.to_vec()]).collect::<Vec<_>>()
        };
        let operators = EQUATIONS[equation].operators;
        all = all.iter().flat_map(|lines| operators.iter().map(|o| longer(lines, o))).collect();
    }
    let setting = |mut rows: Vec<Vec<Operator>>| {
        let columns = rows.split_off(3);
        Setting { rows, columns, between: vec![vec![Minus; 2]; 2] }
    };
    all.into_iter().map(setting).filter(Setting::uses_all).collect()
}

fn mirrored([x, y, z, left, centre, right]: System) -> System {
    let [x, y, z] = [x, y, z].map(|row| EQUATIONS[row].backwards);
    [x, y, z, right, centre, left]
}

/// How many settings with all four operators there are, and what they come down to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counts {
    /// Settings.
    pub settings: u64,
    /// Different systems of equations.
    pub systems: u64,
    /// The same, a system and its mirror image counted once.
    pub up_to_mirror: u64,
}

/// Counts the settings of three by three numbers.
pub(super) fn counts() -> Counts {
    let mut counts = Counts { settings: 0, systems: 0, up_to_mirror: 0 };
    let mut seen = BTreeSet::new();
    for code in 0..6_usize.pow(6) {
        let system = [0, 1, 2, 3, 4, 5].map(|line| code / 6_usize.pow(line) % 6);
        let settings = settings(system).len() as u64;
        if settings > 0 {
            counts.settings += settings;
            counts.systems += 1;
            counts.up_to_mirror += u64::from(seen.insert(system.min(mirrored(system))));
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What two operators make of three numbers is zero exactly if their equation is true.
    #[test]
    fn equations_say_what_operators_ask_for() {
        let value = |[first, second]: [Operator; 2], [x, y, z]: [i64; 3]| {
            let (x, y, z) = (x as f64, y as f64, z as f64);
            match (first, second) {
                (Plus, Minus) => x + y - z,
                (Minus, Plus) => x - y + z,
                (Minus, Minus) => x - y - z,
                (Minus, Times) => x - y * z,
                (Minus, Divide) => x - y / z,
                (Times, Minus) => x * y - z,
                (Divide, Minus) => x / y - z,
                _ => unreachable!("there is a minus"),
            }
        };
        let mut pairs = 0;
        for LineEquation { op, places, operators, backwards } in &EQUATIONS {
            for code in 0..12_i64.pow(3) {
                let line = [code % 12 + 1, code / 12 % 12 + 1, code / 144 + 1];
                let holds = |op: Op, places: [usize; 3], line: [i64; 3]| {
                    let [a, b, c] = places.map(|place| line[place]);
                    op.apply(a, b) == Some(c)
                };
                for &pair in *operators {
                    assert_eq!(value(pair, line) == 0.0, holds(*op, *places, line), "{pair:?}");
                }
                let [x, y, z] = line;
                let other = &EQUATIONS[*backwards];
                let reversed = holds(other.op, other.places, [z, y, x]);
                assert_eq!(reversed, holds(*op, *places, line));
            }
            pairs += operators.len();
        }
        assert_eq!(pairs, 7);
    }
}
