//! Claims with open types whose members need not be bounded by hand, and with `#entry`.
//!
//! Each template comes with an expression that no member can exceed in absolute value if the claim is
//! to be true; brute force tries all up to there.

use super::expressions::Grower;
use super::functions::{Function, Relation};
use super::tree::{Binary, Comparison, Condition, Expr, Name, Open, Range};
use super::types::Kind;

fn open(kind: Kind, reach: Expr) -> Expr {
    Expr::Open(Box::new(Open { kind, range: Range::Implied(reach) }))
}

fn equals(left: Expr, right: Expr) -> Condition {
    Condition::Chain(vec![left, right], vec![Comparison::Equal])
}

fn add(left: Expr, right: Expr) -> Expr {
    Expr::binary(Binary::Add, left, right)
}

impl Grower<'_> {
    /// A type that has no negative numbers and not zero.
    fn positive_kind(&mut self) -> Kind {
        loop {
            let kind = self.dice.pick(&Kind::PLAIN);
            if !kind.is_signed() {
                return kind;
            }
        }
    }

    /// An expression of which the ends are plain.
    fn plain(&mut self) -> Expr {
        match self.dice.below(4) {
            0 => self.small(),
            1 => add(self.entry(), self.small()),
            2 => Expr::binary(Binary::Multiply, self.small(), self.entry()),
            _ => self.entry(),
        }
    }

    /// A factor that is at least 1.
    fn factor(&mut self) -> Expr {
        let variables = self.plan.variables.len();
        match variables > 0 && self.positive_variables && self.dice.percent(50) {
            true => Expr::Name(Name::Variable(self.dice.below(variables))),
            false => self.small(),
        }
    }

    /// `x = …`, or `…` alone where `x` is `this`.
    fn says(&mut self, x: Expr, right: Expr) -> Condition {
        match matches!(x, Expr::Name(Name::This)) && self.dice.percent(60) {
            true => Condition::Bare(right),
            false => equals(x, right),
        }
    }

    /// A comparison with some number of a type.
    pub(super) fn open_claim(&mut self) -> Condition {
        let x = self.entry();
        let size = x.clone().abs();
        match self.dice.below(13) {
            0..=2 => {
                let (kind, e) = (self.dice.pick(&Kind::PLAIN), self.plain());
                let member = open(kind, add(size, e.clone().abs()));
                let right = match self.dice.below(4) {
                    0 => add(member, e),
                    1 => add(e, member),
                    2 => Expr::binary(Binary::Subtract, member, e),
                    _ => Expr::binary(Binary::Subtract, e, member),
                };
                self.says(x, right)
            }
            3 => {
                let (kind, factor) = (self.dice.pick(&Kind::PLAIN), self.factor());
                let right = Expr::binary(Binary::Multiply, factor, open(kind, size));
                self.says(x, right)
            }
            4 => {
                let (kind, factor) = (self.dice.pick(&Kind::PLAIN), self.small());
                let reach = Expr::binary(Binary::Multiply, size, factor.clone());
                let right = Expr::binary(Binary::Divide, open(kind, reach), factor);
                self.says(x, right)
            }
            5..=6 => {
                let [one, two] = [0, 1].map(|_| open(self.positive_kind(), size.clone()));
                self.says(x, add(one, two))
            }
            7 => {
                let (kind, e) = (self.positive_kind(), self.plain());
                let member = open(kind, add(size, e.clone()));
                match self.dice.below(3) {
                    0 => Condition::Chain(vec![x, add(member, e)], vec![Comparison::Greater]),
                    1 => Condition::Chain(vec![member, x], vec![Comparison::AtMost]),
                    _ => {
                        let signs = vec![Comparison::Less, Comparison::Less];
                        Condition::Chain(vec![e, member, x], signs)
                    }
                }
            }
            8 if !self.may_be_zero => {
                let kind = self.positive_kind();
                // For zero any member would do, and the first of every type is at most 6.
                let member = open(kind, add(size, Expr::literal(6)));
                equals(Expr::binary(Binary::Modulo, x, member), Expr::literal(0))
            }
            9 => {
                let member = open(self.positive_kind(), size);
                Condition::Relation(Relation::Multiple, vec![x, member])
            }
            10 => {
                let member = open(self.positive_kind(), size);
                equals(Expr::binary(Binary::Divide, x, member), self.small())
            }
            11 => {
                self.may_be_refused = true;
                let kind = self.positive_kind();
                let right = match self.dice.below(3) {
                    0 => {
                        let second = open(self.positive_kind(), size.clone());
                        Expr::binary(Binary::Multiply, open(kind, size), second)
                    }
                    1 => Expr::binary(Binary::Power, open(kind, size), Expr::literal(2)),
                    _ => {
                        let square = Expr::binary(Binary::Multiply, size.clone(), size);
                        Expr::Root(Box::new(open(kind, square)))
                    }
                };
                self.says(x, right)
            }
            _ => {
                let bounded = self.bounded();
                let expr = self.expr(1);
                let right = self.with_leaf(expr, bounded);
                self.says(x, right)
            }
        }
    }

    /// A comparison with one or two other entries, whichever they are.
    pub(super) fn entry_claim(&mut self) -> Condition {
        let x = self.entry();
        let other = Expr::SomeEntry;
        let signs = vec![self.dice.pick(&[Comparison::Less, Comparison::Greater])];
        match self.dice.below(9) {
            0 => {
                let sum = add(other, Expr::literal(self.dice.between(0, 9)));
                self.says(x, sum)
            }
            1 => self.says(x, add(other.clone(), other)),
            2 => Condition::Chain(vec![x, other], signs),
            3 => Condition::Relation(Relation::Multiple, vec![other, x]),
            4 => {
                let kind = self.kind();
                Condition::Member(other, kind, self.dice.percent(30))
            }
            5 => {
                let [left, right] = [x, other].map(|x| Expr::Call(Function::DigitSum, vec![x]));
                equals(left, right)
            }
            6 => {
                let difference = Expr::binary(Binary::Subtract, other.clone(), other).abs();
                Condition::Chain(vec![difference, self.plain()], signs)
            }
            7 => Condition::Not(Box::new(Condition::Relation(Relation::Jumble, vec![x, other]))),
            _ => {
                let expr = self.expr(2);
                let left = self.with_leaf(expr, other);
                Condition::Chain(vec![left, x], signs)
            }
        }
    }
}
