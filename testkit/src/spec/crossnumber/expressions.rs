//! Random expressions over the names of a puzzle.

use num_bigint::BigInt;
use num_traits::{One, ToPrimitive};

use super::eval::World;
use super::functions::Function;
use super::number::Number;
use super::tree::{Binary, Expr, Name, Open, Range};
use super::types::Kind;
use crate::spec::Dice;

/// Draws clues for a grid that is filled in already, so that they can be made true of it.
pub(super) struct Grower<'a> {
    pub dice: &'a mut Dice,
    /// The filling that clues are drawn for.
    pub plan: World<'a>,
    /// Whether an entry can be zero.
    pub may_be_zero: bool,
    /// Whether every variable is at least 1, whatever its value.
    pub positive_variables: bool,
    /// Whether what stands in the grid differs from the values.
    pub transformed: bool,
    /// Set when a clue has an open type whose interval takes more thought than the specification's
    /// examples.
    pub may_be_refused: bool,
}

impl Grower<'_> {
    pub(super) fn n_entries(&self) -> usize {
        self.plan.values.len()
    }

    pub(super) fn has_this(&self) -> bool {
        self.plan.this.is_some()
    }

    /// A name that is a whole number from zero on.
    pub(super) fn entry(&mut self) -> Expr {
        if self.has_this() && self.dice.percent(50) {
            return Expr::Name(Name::This);
        }
        Expr::Name(Name::Entry(self.dice.below(self.n_entries())))
    }

    fn name(&mut self) -> Expr {
        let variables = self.plan.variables.len();
        if variables > 0 && self.dice.percent(45) {
            return Expr::Name(Name::Variable(self.dice.below(variables)));
        }
        let in_grid = if self.transformed { 35 } else { 6 };
        match self.entry() {
            Expr::Name(Name::This) if self.dice.percent(in_grid) => Expr::Name(Name::GridThis),
            Expr::Name(Name::Entry(entry)) if self.dice.percent(in_grid) => {
                Expr::Name(Name::GridEntry(entry))
            }
            other => other,
        }
    }

    pub(super) fn small(&mut self) -> Expr {
        Expr::literal(self.dice.between(1, 12))
    }

    pub(super) fn leaf(&mut self) -> Expr {
        match self.dice.below(20) {
            0..=4 => self.small(),
            5 => Expr::literal(self.dice.between(0, 999)),
            6 => Expr::literal(self.dice.pick(&[0, 1, 2, 10, 100, 1_000_000])),
            _ => self.name(),
        }
    }

    /// An expression of at most this many levels.
    pub(super) fn expr(&mut self, depth: usize) -> Expr {
        if depth == 0 {
            return self.leaf();
        }
        let below = depth - 1;
        match self.dice.below(100) {
            0..=12 => self.leaf(),
            13..=24 => Expr::binary(Binary::Add, self.expr(below), self.expr(below)),
            25..=35 => Expr::binary(Binary::Subtract, self.expr(below), self.expr(below)),
            36..=50 => Expr::binary(Binary::Multiply, self.expr(below), self.expr(below)),
            51..=58 => Expr::binary(Binary::Divide, self.expr(below), self.expr(below)),
            59..=63 => Expr::binary(Binary::Modulo, self.expr(below), self.leaf()),
            64..=69 => self.power(),
            70..=71 => Expr::Negative(Box::new(self.expr(below))),
            72..=74 => Expr::Root(Box::new(self.expr(below))),
            75..=76 => self.factorial(),
            77..=80 => self.large(),
            _ => self.call(below),
        }
    }

    fn power(&mut self) -> Expr {
        let base = self.leaf();
        let exponent = match self.dice.below(12) {
            0..=5 => Expr::literal(self.dice.between(0, 4)),
            6 => Expr::literal(self.dice.between(-3, -1)),
            7..=9 => {
                let (p, q) = self.dice.pick(&[(1, 2), (3, 2), (1, 3), (2, 3), (-1, 2), (5, 4)]);
                Expr::binary(Binary::Divide, Expr::literal(p), Expr::literal(q))
            }
            10 => Expr::binary(
                Binary::Power,
                Expr::literal(2),
                Expr::literal(self.dice.between(0, 3)),
            ),
            _ => Expr::binary(Binary::Modulo, self.name(), Expr::literal(4)),
        };
        Expr::binary(Binary::Power, base, exponent)
    }

    fn factorial(&mut self) -> Expr {
        let n = match self.dice.below(3) {
            0 => Expr::literal(self.dice.between(0, 24)),
            1 => Expr::binary(Binary::Modulo, self.name(), Expr::literal(self.dice.between(3, 30))),
            _ => Expr::binary(Binary::Subtract, self.name(), self.small()),
        };
        Expr::Factorial(Box::new(n))
    }

    /// Numbers far beyond 64 bits.
    pub(super) fn large(&mut self) -> Expr {
        let ten =
            |exponent: i64| Expr::binary(Binary::Power, Expr::literal(10), Expr::literal(exponent));
        let power =
            |base: Expr, exponent: i64| Expr::binary(Binary::Power, base, Expr::literal(exponent));
        let name = self.name();
        match self.dice.below(7) {
            0 => ten(self.dice.between(9, 60)),
            1 => Expr::binary(Binary::Multiply, name, ten(self.dice.between(6, 45))),
            2 => power(name, self.dice.between(9, 40)),
            3 => {
                let high = self.dice.between(9, 40);
                let low = high - self.dice.between(0, 3);
                Expr::binary(Binary::Divide, power(name.clone(), high), power(name, low))
            }
            4 => Expr::binary(Binary::Modulo, power(name, self.dice.between(9, 40)), self.leaf()),
            5 => {
                let digits: String = (0..self.dice.between(10, 40))
                    .map(|i| char::from(b'0' + self.dice.between(i64::from(i == 0), 9) as u8))
                    .collect();
                Expr::Literal(digits.parse().expect("digits"))
            }
            _ => Expr::Call(Function::DigitSum, vec![power(name, self.dice.between(9, 40))]),
        }
    }

    fn call(&mut self, depth: usize) -> Expr {
        let (function, _, least, most) = self.dice.pick(&Function::ALL);
        let count = self.dice.between(least as i64, most as i64) as usize;
        let mut arguments: Vec<Expr> = (0..count)
            .map(|_| match self.dice.percent(55) {
                true => self.name(),
                false => self.expr(depth),
            })
            .collect();
        match function {
            Function::Digit | Function::First | Function::Last if !self.dice.percent(15) => {
                arguments[1] = Expr::literal(self.dice.between(1, 3));
            }
            Function::Count if !self.dice.percent(15) => {
                arguments[1] = Expr::literal(self.dice.between(0, 9));
            }
            Function::GridCount if !self.dice.percent(15) => {
                arguments[0] = Expr::literal(self.dice.between(0, 9));
            }
            _ => {}
        }
        Expr::Call(function, arguments)
    }

    /// A type; the one with an argument now and then takes it from the puzzle.
    pub(super) fn kind(&mut self) -> Kind {
        let argument = |this: &mut Self, low: i64, high: i64| {
            let variables = this.plan.variables.len();
            match variables > 0 && this.dice.percent(20) {
                true => Expr::Name(Name::Variable(this.dice.below(variables))),
                false => Expr::literal(this.dice.between(low, high)),
            }
        };
        match self.dice.below(27) {
            0 => Kind::PowerOf(Box::new(argument(self, 2, 7))),
            1 => Kind::Product(Box::new(argument(self, 1, 3))),
            _ => self.dice.pick(&Kind::PLAIN),
        }
    }

    /// A type with written bounds, small enough to try every member.
    pub(super) fn bounded(&mut self) -> Expr {
        let kind = match self.dice.percent(10) {
            true => Kind::PowerOf(Box::new(Expr::literal(self.dice.between(2, 5)))),
            false => self.dice.pick(&Kind::PLAIN),
        };
        let sparse = matches!(
            kind,
            Kind::Cube | Kind::Pyramidal | Kind::Fibonacci | Kind::Lucas | Kind::PowerOf(_)
        );
        let high = match sparse {
            true => self.dice.pick(&[60, 1_000, 1_000_000, 100_000_000]),
            false => self.dice.pick(&[10, 20, 30, 50]),
        };
        let low = match kind.is_signed() || self.dice.percent(40) {
            true => Some((BigInt::from(self.dice.between(0, high / 3)), self.dice.percent(50))),
            false => None,
        };
        let range = Range::Written { low, high: (high.into(), self.dice.percent(40)) };
        Expr::Open(Box::new(Open { kind, range }))
    }

    /// Puts an expression in the place of one leaf.
    pub(super) fn with_leaf(&mut self, expr: Expr, leaf: Expr) -> Expr {
        match expr {
            Expr::Negative(x) => Expr::Negative(Box::new(self.with_leaf(*x, leaf))),
            Expr::Root(x) => Expr::Root(Box::new(self.with_leaf(*x, leaf))),
            Expr::Factorial(x) => Expr::Factorial(Box::new(self.with_leaf(*x, leaf))),
            // Never as an exponent: the largest would be far beyond what has to be worked out.
            Expr::Binary(Binary::Power, left, right) => {
                Expr::binary(Binary::Power, self.with_leaf(*left, leaf), *right)
            }
            Expr::Binary(operator, left, right) => match self.dice.percent(50) {
                true => Expr::binary(operator, self.with_leaf(*left, leaf), *right),
                false => Expr::binary(operator, *left, self.with_leaf(*right, leaf)),
            },
            Expr::Call(function, mut arguments) if !arguments.is_empty() => {
                let i = self.dice.below(arguments.len());
                let argument = arguments.remove(i);
                arguments.insert(i, self.with_leaf(argument, leaf));
                Expr::Call(function, arguments)
            }
            _ => leaf,
        }
    }
}

/// A number as an expression; `None` if it is too long to be written down.
pub(super) fn written(x: &Number) -> Option<Expr> {
    let digits = x.numer().bits().max(x.denom().bits()).to_u32()? / 3;
    if digits > 45 {
        return None;
    }
    let numerator = Expr::Literal(x.numer().clone());
    Some(match x.denom().is_one() {
        true => numerator,
        false => Expr::binary(Binary::Divide, numerator, Expr::Literal(x.denom().clone())),
    })
}
