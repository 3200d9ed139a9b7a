//! Random conditions: claims of every kind, joined by `and`, `or` and `not`.

use num_bigint::BigInt;
use num_traits::One;

use super::expressions::{Grower, written};
use super::functions::{Function, Relation};
use super::number::{Number, modulo};
use super::tree::{Binary, Comparison, Condition, Expr, Name};
use super::types::Kind;

const COMPARISONS: [Comparison; 6] = [
    Comparison::Equal,
    Comparison::Unequal,
    Comparison::Less,
    Comparison::AtMost,
    Comparison::Greater,
    Comparison::AtLeast,
];

impl Grower<'_> {
    /// A condition that the planned filling fulfils, if chance finds one.
    pub(super) fn true_condition(&mut self, depth: usize) -> Condition {
        for _ in 0..20 {
            let refusal_before = self.may_be_refused;
            let condition = self.condition(depth);
            match self.plan.holds(&condition) {
                Ok(true) => return condition,
                Ok(false) if self.may_negate(&condition) && self.dice.percent(30) => {
                    return Condition::Not(Box::new(condition));
                }
                _ => self.may_be_refused = refusal_before,
            }
        }
        let x = self.entry();
        let value = self.plan.value(&x).expect("a name has a value");
        let value = written(&value).expect("an entry is not that long");
        Condition::Chain(vec![x, value], vec![Comparison::AtMost])
    }

    /// Whether `not (…)` can be read in one way only. In parentheses, a comparison with a type as one
    /// of its sides could be a bounded type. Without written bounds a negated type may be refused.
    fn may_negate(&mut self, condition: &Condition) -> bool {
        let direct = match condition {
            Condition::Chain(operands, _) => operands.iter().any(|x| matches!(x, Expr::Open(_))),
            Condition::Bare(x) => matches!(x, Expr::Open(_)),
            _ => false,
        };
        let negate = !direct && (!condition.has_implied_range() || self.dice.percent(30));
        self.may_be_refused |= negate && condition.has_implied_range();
        negate
    }

    /// Any condition, true or false.
    pub(super) fn condition(&mut self, depth: usize) -> Condition {
        if depth > 0 && self.dice.percent(28) {
            return self.joined(depth);
        }
        match self.dice.below(100) {
            0..=24 => self.anchored(),
            25..=39 => self.chain(),
            40..=51 => self.member(),
            52..=59 => self.relation(),
            60..=73 if self.has_this() => self.bare(),
            74..=81 if self.has_this() => Condition::BareType(self.kind()),
            82..=94 => self.open_claim(),
            _ => self.entry_claim(),
        }
    }

    fn joined(&mut self, depth: usize) -> Condition {
        let count = self.dice.between(2, 3) as usize;
        let mut parts: Vec<Condition> = (0..count).map(|_| self.condition(depth - 1)).collect();
        match self.dice.below(5) {
            0..=1 => Condition::And(parts),
            2..=3 => Condition::Or(parts),
            _ => {
                let part = parts.remove(0);
                match self.may_negate(&part) {
                    true => Condition::Not(Box::new(part)),
                    false => part,
                }
            }
        }
    }

    /// An expression of moderate size, now and then with some number of a bounded type in it.
    fn any_expr(&mut self) -> Expr {
        let depth = self.dice.weighted(&[(2, 1), (4, 2), (1, 3)]);
        let expr = if self.dice.percent(12) { self.large() } else { self.expr(depth) };
        if self.dice.percent(12) {
            let bounded = self.bounded();
            return self.with_leaf(expr, bounded);
        }
        expr
    }

    /// A comparison with the very number that the expression comes to in the plan, or near it.
    fn anchored(&mut self) -> Condition {
        let depth = self.dice.weighted(&[(3, 1), (4, 2), (1, 3)]);
        let expr = if self.dice.percent(15) { self.large() } else { self.expr(depth) };
        let Ok(value) = self.plan.value(&expr) else { return self.chain() };
        let Some(right) = written(&value) else { return self.remainder(expr, &value) };
        let sign = self.dice.weighted(&[
            (6, Comparison::Equal),
            (1, Comparison::Less),
            (2, Comparison::AtMost),
            (2, Comparison::AtLeast),
            (1, Comparison::Unequal),
        ]);
        match self.dice.below(8) {
            0 => self.remainder(expr, &value),
            1 => {
                let low = Expr::binary(Binary::Subtract, right.clone(), self.small());
                let high = Expr::binary(Binary::Add, right, self.small());
                let signs = vec![Comparison::Less, self.dice.pick(&COMPARISONS[2..4])];
                Condition::Chain(vec![low, expr, high], signs)
            }
            2 => {
                // The same equation with something added on both sides.
                let more = self.leaf();
                let [left, right] =
                    [expr, right].map(|side| Expr::binary(Binary::Add, side, more.clone()));
                Condition::Chain(vec![left, right], vec![sign])
            }
            3 => Condition::Chain(vec![right, expr], vec![Comparison::Equal]),
            _ => Condition::Chain(vec![expr, right], vec![sign]),
        }
    }

    /// What is left of an expression that may be far too long to be written down.
    fn remainder(&mut self, expr: Expr, value: &Number) -> Condition {
        let by = self.dice.pick(&[7i64, 9, 10, 11, 97, 1_000]);
        let rest = modulo(value, &Number::from_integer(by.into())).ok();
        let rest = rest.as_ref().and_then(written).unwrap_or(Expr::literal(0));
        let left = Expr::binary(Binary::Modulo, expr, Expr::literal(by));
        Condition::Chain(vec![left, rest], vec![Comparison::Equal])
    }

    fn chain(&mut self) -> Condition {
        let count = self.dice.weighted(&[(4, 2), (1, 3)]);
        let operands = (0..count).map(|_| self.any_expr()).collect();
        let signs = (1..count).map(|_| self.dice.pick(&COMPARISONS)).collect();
        Condition::Chain(operands, signs)
    }

    fn member(&mut self) -> Condition {
        let negated = self.dice.percent(30);
        let (x, kind) = match self.dice.below(6) {
            // A square or a power however large.
            0 => {
                let exponent = self.dice.pick(&[10i64, 20, 30, 41]);
                let ten = Expr::binary(Binary::Power, Expr::literal(10), Expr::literal(exponent));
                let kinds = [Kind::Square, Kind::Cube, Kind::Power, Kind::Palindrome, Kind::Even];
                (Expr::binary(Binary::Multiply, self.entry(), ten), self.dice.pick(&kinds))
            }
            1..=3 => (self.entry(), self.kind()),
            _ => (self.any_expr(), self.kind()),
        };
        Condition::Member(x, kind, negated)
    }

    fn relation(&mut self) -> Condition {
        let relation = self.dice.pick(&Relation::ALL);
        let count = if relation == Relation::OneOf { self.dice.between(2, 4) } else { 2 };
        let mut arguments: Vec<Expr> = (0..count).map(|_| self.any_expr()).collect();
        arguments[0] = self.entry();
        if let Ok(value) = self.plan.value(&arguments[0]) {
            // An argument that makes it true of the plan.
            let fitting = match relation {
                Relation::Multiple => written(&(value / Number::from_integer(2.into()))),
                Relation::Jumble | Relation::Anagram => {
                    let mut digits = value.to_integer().to_string().into_bytes();
                    self.dice.shuffle(&mut digits);
                    String::from_utf8(digits).ok().and_then(|d| d.parse().ok()).map(Expr::Literal)
                }
                Relation::OneOf => written(&value),
                Relation::AdjacentPrimes => None,
            };
            if let Some(fitting) = fitting.filter(|_| self.dice.percent(50)) {
                let last = arguments.len() - 1;
                arguments[last] = fitting;
            }
        }
        Condition::Relation(relation, arguments)
    }

    /// How often some digits occur in the grid.
    pub(super) fn census(&mut self) -> Vec<Condition> {
        let share = self.dice.pick(&[20, 60, 100]);
        let digits: Vec<i64> = (0..10).filter(|_| self.dice.percent(share)).collect();
        let count = |digit: &i64| Expr::Call(Function::GridCount, vec![Expr::literal(*digit)]);
        digits.iter().map(|digit| self.stated(count(digit))).collect()
    }

    /// The digit sums of some entries, and perhaps that of the grid.
    pub(super) fn digit_sums(&mut self) -> Vec<Condition> {
        let share = self.dice.pick(&[50, 80, 100]);
        let name = if self.transformed { Name::GridEntry } else { Name::Entry };
        let entries = (0..self.plan.values.len()).filter(|_| self.dice.percent(share));
        let mut sums: Vec<Expr> = entries
            .map(|entry| Expr::Call(Function::DigitSum, vec![Expr::Name(name(entry))]))
            .collect();
        if self.dice.percent(60) {
            sums.push(Expr::Call(Function::GridDigitSum, Vec::new()));
        }
        sums.into_iter().map(|sum| self.stated(sum)).collect()
    }

    /// Some entries are each one of the same few numbers: about as many as there are entries.
    pub(super) fn crowd(&mut self) -> Vec<Condition> {
        let share = self.dice.pick(&[50, 80, 100]);
        let entries = (0..self.plan.values.len()).filter(|_| self.dice.percent(share));
        let entries: Vec<Name> = entries.map(Name::Entry).collect();
        let mut numbers: Vec<i64> = entries.iter().map(|&name| self.plan.name(name)).collect();
        match self.dice.below(6) {
            0 => drop(numbers.pop()),
            1 => numbers.push(self.dice.between(10, 99)),
            _ => {}
        }
        if numbers.is_empty() {
            return Vec::new();
        }
        self.dice.shuffle(&mut numbers);
        let numbers: Vec<Expr> = numbers.into_iter().map(Expr::literal).collect();
        let one_of = |name: Name| {
            let arguments = [Expr::Name(name)].into_iter().chain(numbers.iter().cloned());
            Condition::Relation(Relation::OneOf, arguments.collect())
        };
        entries.into_iter().map(one_of).collect()
    }

    /// What a function comes to in the plan, as a number or as a name that is equal to it.
    fn stated(&mut self, call: Expr) -> Condition {
        let value = self.plan.value(&call).expect("it is a number of every grid");
        let entries = (0..self.plan.values.len()).map(Name::Entry);
        let names = entries.chain((0..self.plan.variables.len()).map(Name::Variable));
        let is_equal = |name: &Name| Number::from_integer(self.plan.name(*name).into()) == value;
        let equal: Vec<Expr> = names.filter(is_equal).map(Expr::Name).collect();
        let stated = match equal.is_empty() {
            true => written(&value).expect("it is small"),
            false => self.dice.pick(&equal),
        };
        let mut sides = vec![call, stated];
        self.dice.shuffle(&mut sides);
        Condition::Chain(sides, vec![Comparison::Equal])
    }

    /// `this` is an expression, which is made to fit the plan.
    fn bare(&mut self) -> Condition {
        let this = self.plan.name(Name::This);
        let depth = self.dice.weighted(&[(2, 1), (3, 2)]);
        let expr = self.expr(depth);
        let Ok(value) = self.plan.value(&expr) else { return Condition::Bare(expr) };
        let missing = Number::from_integer(BigInt::from(this)) - value;
        match written(&missing) {
            Some(Expr::Literal(missing)) if !self.dice.percent(10) => {
                let zero = BigInt::from(0);
                if missing == zero {
                    return Condition::Bare(expr);
                }
                let operator = if missing > zero { Binary::Add } else { Binary::Subtract };
                let missing = BigInt::from(missing.magnitude().clone());
                Condition::Bare(Expr::binary(operator, expr, Expr::Literal(missing)))
            }
            _ => {
                Condition::Bare(Expr::binary(Binary::Multiply, expr, Expr::Literal(BigInt::one())))
            }
        }
    }
}
