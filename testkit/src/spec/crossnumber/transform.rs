//! Transforms: what stands in the grid as a function of a clue's value, or in a relation to it.

use serde_json::{Value, json};

use super::functions::{Function, Relation};
use super::tree::{Binary, Comparison, Condition, Expr, Name};
use crate::spec::Dice;

/// How many digits a clue's value may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueDigits {
    Same,
    Any,
    Between(u32, u32),
}

#[derive(Clone, Debug)]
pub(super) struct Transform {
    pub conditions: Vec<Condition>,
    pub digits: ValueDigits,
}

impl Transform {
    /// The values that an entry of this many cells may have, from the first to the second.
    pub(super) fn values(&self, cells: usize) -> (i64, i64) {
        // 0 has one digit, as `$len` says.
        let least = |digits: u32| if digits == 1 { 0 } else { 10i64.pow(digits - 1) };
        let cells = cells as u32;
        match self.digits {
            ValueDigits::Same => (least(cells), 10i64.pow(cells) - 1),
            ValueDigits::Between(low, high) => (least(low), 10i64.pow(high) - 1),
            // No transform below reaches further.
            ValueDigits::Any => (0, 2 * 10i64.pow(cells) + 200),
        }
    }

    pub(super) fn json(&self, dice: &mut Dice) -> Option<Value> {
        match self.digits {
            ValueDigits::Same => dice.percent(40).then(|| json!("same")),
            ValueDigits::Any => Some(json!("any")),
            ValueDigits::Between(low, high) => Some(json!(format!("{low}..{high}"))),
        }
    }

    /// A transform for entries of at most this many cells; `variable` may be added.
    pub(super) fn random(dice: &mut Dice, most_cells: usize, variable: Option<usize>) -> Self {
        let this = || Expr::Name(Name::This);
        let grid = || Expr::Name(Name::GridThis);
        let equal = |right: Expr| Condition::Chain(vec![grid(), right], vec![Comparison::Equal]);
        let number = Expr::literal(dice.between(1, 9));
        let call = |function: Function, x: Expr| Expr::Call(function, vec![x]);
        let plain = equal(this());
        let reversed = equal(call(Function::Reverse, this()));
        let (conditions, any) = match dice.below(10) {
            0 => (vec![plain], true),
            1 => (vec![Condition::Or(vec![plain, reversed])], false),
            2 => (vec![reversed], false),
            3 => (vec![equal(Expr::binary(Binary::Add, this(), number))], true),
            4 => {
                let double = Expr::binary(Binary::Multiply, Expr::literal(2), this());
                (vec![Condition::Or(vec![plain, equal(double)])], true)
            }
            5 => {
                let sum = Expr::binary(Binary::Add, grid(), call(Function::DigitSum, grid()));
                (vec![Condition::Chain(vec![this(), sum], vec![Comparison::Equal])], true)
            }
            6 => (vec![Condition::Relation(Relation::Anagram, vec![grid(), this()])], false),
            7 => {
                let unequal = Condition::Chain(vec![grid(), this()], vec![Comparison::Unequal]);
                let near = Expr::binary(Binary::Subtract, grid(), this()).abs();
                let near = Condition::Chain(vec![near, Expr::literal(3)], vec![Comparison::Less]);
                (vec![near, unequal], true)
            }
            8 => {
                let square = Expr::binary(Binary::Power, this(), Expr::literal(2));
                (vec![equal(square)], true)
            }
            _ => match variable {
                Some(variable) => {
                    let more = Expr::Name(Name::Variable(variable));
                    (vec![equal(Expr::binary(Binary::Add, this(), more))], false)
                }
                None => {
                    let [left, right] =
                        [grid(), this()].map(|x| Expr::binary(Binary::Modulo, x, Expr::literal(7)));
                    let same = Condition::Chain(vec![left, right], vec![Comparison::Equal]);
                    let digits = ValueDigits::Between(1, 1);
                    return Self { conditions: vec![same], digits };
                }
            },
        };
        let most = (most_cells as u32).min(3);
        let digits = match dice.below(3) {
            0 => ValueDigits::Same,
            1 if any => ValueDigits::Any,
            _ => {
                let low = dice.between(1, most.into()) as u32;
                ValueDigits::Between(low, dice.between(low.into(), most.into()) as u32)
            }
        };
        Self { conditions, digits }
    }
}
