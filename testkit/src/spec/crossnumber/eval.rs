//! What a clue says of a filled grid: the value of an expression, the truth of a condition.

use std::cell::Cell;

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use super::functions::Function;
use super::members::members;
use super::number::{self, Number, Outcome, Stop, whole};
use super::tree::{Binary, Comparison, Condition, Expr, Name, Open, Range};
use super::types::Kind;

/// Choices of numbers for the open types of one comparison that brute force goes through.
const MAX_CHOICES: usize = 5_000;

/// Comparisons that are worked out for one puzzle before it is thrown away.
pub(super) const FUEL: u32 = 3_000;

/// Everything that clues speak of, filled in.
#[derive(Clone, Copy)]
pub(super) struct World<'a> {
    /// The value of each entry.
    pub values: &'a [i64],
    /// What stands in the grid for each entry.
    pub grid: &'a [i64],
    pub variables: &'a [i64],
    /// The digits of the cells that belong to entries.
    pub cells: &'a [u8],
    /// The entry whose clue this is.
    pub this: Option<usize>,
    /// Comparisons that may still be worked out.
    pub fuel: &'a Cell<u32>,
}

/// What an open type can be.
enum Choices {
    Members(Vec<BigInt>),
    Entries,
}

/// One choice for each open type of a comparison, in the order in which they are written.
struct Chosen {
    numbers: Vec<Number>,
    next: Cell<usize>,
}

impl World<'_> {
    /// Whether a condition is true.
    pub(super) fn holds(&self, condition: &Condition) -> Outcome<bool> {
        match condition {
            Condition::And(parts) => {
                for part in parts {
                    if !self.holds(part)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Condition::Or(parts) => {
                for part in parts {
                    if self.holds(part)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Condition::Not(part) => Ok(!self.holds(part)?),
            Condition::Bare(x) => {
                let operands = [&Expr::Name(Name::This), x];
                self.claim(&operands, |values| {
                    Ok(compare(Comparison::Equal, &values[0], &values[1]))
                })
            }
            Condition::BareType(kind) => self.is_member(&Expr::Name(Name::This), kind),
            Condition::Member(x, kind, negated) => Ok(self.is_member(x, kind)? != *negated),
            Condition::Relation(relation, arguments) => {
                let arguments: Vec<&Expr> = arguments.iter().collect();
                self.claim(&arguments, |values| relation.holds(values))
            }
            Condition::Chain(operands, signs) => {
                let operands: Vec<&Expr> = operands.iter().collect();
                self.claim(&operands, |values| {
                    let mut pairs = values.windows(2).zip(signs);
                    Ok(pairs.all(|(pair, sign)| compare(*sign, &pair[0], &pair[1])))
                })
            }
        }
    }

    fn is_member(&self, x: &Expr, kind: &Kind) -> Outcome<bool> {
        let mut operands = vec![x];
        operands.extend(kind.argument());
        self.claim(&operands, |values| {
            let argument = values.get(1).map(whole).transpose()?;
            match whole(&values[0]) {
                Ok(n) => kind.contains(&n, argument.as_ref()),
                Err(_) => Ok(false),
            }
        })
    }

    /// Whether there are numbers for the open types with which the operands pass the test. What is
    /// not a number does not.
    fn claim(
        &self,
        operands: &[&Expr],
        test: impl Fn(&[Number]) -> Outcome<bool>,
    ) -> Outcome<bool> {
        let mut open = Vec::new();
        for operand in operands {
            operand.visit(&mut |expr| {
                if matches!(expr, Expr::Open(_) | Expr::SomeEntry) {
                    open.push(expr);
                }
            });
        }
        let mut choices = Vec::new();
        for expr in open {
            choices.push(match expr {
                Expr::Open(open) => match self.members_of(open) {
                    Ok(members) => Choices::Members(members),
                    // The bound is part of the comparison: it is over a non-number then.
                    Err(Stop::NotANumber) => return Ok(false),
                    Err(Stop::Beyond) => return Err(Stop::Beyond),
                },
                _ => Choices::Entries,
            });
        }
        let count = |choice: &Choices| match choice {
            Choices::Members(members) => members.len(),
            Choices::Entries => self.values.len(),
        };
        if choices.iter().map(count).product::<usize>() > MAX_CHOICES {
            return Err(Stop::Beyond);
        }
        let mut chosen = Vec::new();
        self.try_choices(&choices, &mut chosen, &mut Vec::new(), operands, &test)
    }

    fn try_choices(
        &self,
        choices: &[Choices],
        chosen: &mut Vec<Number>,
        entries: &mut Vec<usize>,
        operands: &[&Expr],
        test: &impl Fn(&[Number]) -> Outcome<bool>,
    ) -> Outcome<bool> {
        let Some((first, rest)) = choices.split_first() else {
            self.fuel.set(self.fuel.get().checked_sub(1).ok_or(Stop::Beyond)?);
            let chosen = Chosen { numbers: chosen.clone(), next: Cell::new(0) };
            let mut values = Vec::with_capacity(operands.len());
            for operand in operands {
                match self.value_with(operand, &chosen) {
                    Ok(value) => values.push(value),
                    Err(Stop::NotANumber) => return Ok(false),
                    Err(Stop::Beyond) => return Err(Stop::Beyond),
                }
            }
            return match test(&values) {
                Err(Stop::NotANumber) => Ok(false),
                answer => answer,
            };
        };
        match first {
            Choices::Members(members) => {
                for member in members {
                    chosen.push(Number::from_integer(member.clone()));
                    let found = self.try_choices(rest, chosen, entries, operands, test)?;
                    chosen.pop();
                    if found {
                        return Ok(true);
                    }
                }
            }
            Choices::Entries => {
                // Another entry than this one, and another for each `#entry` of the comparison.
                for (entry, &value) in self.values.iter().enumerate() {
                    if self.this == Some(entry) || entries.contains(&entry) {
                        continue;
                    }
                    entries.push(entry);
                    chosen.push(Number::from_integer(value.into()));
                    let found = self.try_choices(rest, chosen, entries, operands, test)?;
                    chosen.pop();
                    entries.pop();
                    if found {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    fn members_of(&self, open: &Open) -> Outcome<Vec<BigInt>> {
        let argument = open.kind.argument().map(|argument| whole(&self.value(argument)?));
        let argument = argument.transpose()?;
        let (low, high) = match &open.range {
            Range::Written { low, high: (high, included) } => {
                let low = low.as_ref().map(|(low, included)| low + i32::from(!included));
                let high: BigInt = high - i32::from(!included);
                (low.unwrap_or_else(BigInt::zero), high)
            }
            Range::Implied(reach) => {
                let reach = self.value(reach)?.abs().ceil().to_integer();
                (-&reach, reach)
            }
        };
        members(&open.kind, argument.as_ref(), &low, &high)
    }

    /// The value of an expression without open types.
    pub(super) fn value(&self, expr: &Expr) -> Outcome<Number> {
        self.value_with(expr, &Chosen { numbers: Vec::new(), next: Cell::new(0) })
    }

    fn value_with(&self, expr: &Expr, chosen: &Chosen) -> Outcome<Number> {
        let value = |expr: &Expr| self.value_with(expr, chosen);
        match expr {
            Expr::Literal(n) => Ok(Number::from_integer(n.clone())),
            Expr::Name(name) => Ok(Number::from_integer(self.name(*name).into())),
            Expr::Open(_) | Expr::SomeEntry => {
                let next = chosen.next.get();
                chosen.next.set(next + 1);
                Ok(chosen.numbers[next].clone())
            }
            Expr::Negative(x) => Ok(-value(x)?),
            Expr::Root(x) => number::square_root(&value(x)?),
            Expr::Factorial(x) => number::factorial(&value(x)?),
            Expr::Call(function, arguments) => {
                let arguments = arguments.iter().map(value).collect::<Outcome<Vec<_>>>()?;
                Function::apply(*function, &arguments, self.cells)
            }
            Expr::Binary(operator, left, right) => {
                let (a, b) = (value(left)?, value(right)?);
                match operator {
                    Binary::Add => number::add(a, b),
                    Binary::Subtract => number::subtract(a, b),
                    Binary::Multiply => number::multiply(a, b),
                    Binary::Divide => number::divide(&a, &b),
                    Binary::Modulo => number::modulo(&a, &b),
                    Binary::Power => number::power(&a, &b),
                }
            }
        }
    }

    /// The number behind a name.
    pub(super) fn name(&self, name: Name) -> i64 {
        let this = || self.this.expect("only in clues");
        match name {
            Name::This => self.values[this()],
            Name::GridThis => self.grid[this()],
            Name::Entry(entry) => self.values[entry],
            Name::GridEntry(entry) => self.grid[entry],
            Name::Variable(variable) => self.variables[variable],
        }
    }
}

fn compare(sign: Comparison, a: &Number, b: &Number) -> bool {
    let order = number::compare(a, b);
    match sign {
        Comparison::Equal => order.is_eq(),
        Comparison::Unequal => order.is_ne(),
        Comparison::Less => order.is_lt(),
        Comparison::AtMost => order.is_le(),
        Comparison::Greater => order.is_gt(),
        Comparison::AtLeast => order.is_ge(),
    }
}
