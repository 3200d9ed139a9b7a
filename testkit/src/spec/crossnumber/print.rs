//! Clues as text, in one of the many spellings that mean the same.

use num_bigint::BigInt;
use num_traits::Signed;

use super::grid::Entry;
use super::tree::{Binary, Comparison, Condition, Expr, Name, Open, Range};
use super::types::Kind;
use crate::spec::Dice;

/// How tightly the outermost operator of a text binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Sum,
    Product,
    /// `AB`, `3A`, `A(B+C)`
    Implicit,
    /// `^`, `√` and `!`
    Power,
    Atom,
}

pub(super) struct Printer<'a> {
    pub entries: &'a [Entry],
    pub variables: &'a [String],
    pub dice: &'a mut Dice,
}

impl Printer<'_> {
    /// A condition as a clue has it.
    pub(super) fn condition(&mut self, condition: &Condition) -> String {
        match condition {
            Condition::Or(parts) => self.parts(parts, " or "),
            Condition::And(parts) => self.parts(parts, " and "),
            Condition::Not(part) if matches!(**part, Condition::BareType(_)) => {
                format!("not {}", self.condition(part))
            }
            Condition::Not(part) => format!("not ({})", self.condition(part)),
            Condition::Bare(x) => self.at_least(x, Level::Sum),
            Condition::BareType(kind) => self.kind(kind),
            Condition::Member(x, kind, negated) => {
                let word = if *negated { "not in" } else { "in" };
                format!("{} {word} {}", self.at_least(x, Level::Sum), self.kind(kind))
            }
            Condition::Relation(relation, arguments) => {
                format!("${}({})", relation.name(), self.list(arguments))
            }
            Condition::Chain(operands, signs) => {
                let mut text = self.at_least(&operands[0], Level::Sum);
                for (operand, sign) in operands[1..].iter().zip(signs) {
                    let tight = self.dice.percent(40) && !text.ends_with('!');
                    let space = if tight { "" } else { " " };
                    let sign = self.comparison(*sign);
                    text += &format!("{space}{sign}{space}{}", self.at_least(operand, Level::Sum));
                }
                text
            }
        }
    }

    /// The parts of an `and` or `or`, in parentheses where they are needed.
    fn parts(&mut self, parts: &[Condition], word: &str) -> String {
        let mut texts = Vec::new();
        for part in parts {
            let text = self.condition(part);
            let needed = matches!(part, Condition::Or(_))
                || word == " and " && matches!(part, Condition::And(_));
            let redundant = is_clearly_a_condition(part) && self.dice.percent(15);
            texts.push(if needed || redundant { format!("({text})") } else { text });
        }
        texts.join(word)
    }

    fn comparison(&mut self, sign: Comparison) -> &'static str {
        match sign {
            Comparison::Equal => self.dice.pick(&["=", "=", "=", "=="]),
            Comparison::Unequal => self.dice.pick(&["!=", "≠"]),
            Comparison::Less => "<",
            Comparison::AtMost => self.dice.pick(&["<=", "≤"]),
            Comparison::Greater => ">",
            Comparison::AtLeast => self.dice.pick(&[">=", "≥"]),
        }
    }

    fn list(&mut self, arguments: &[Expr]) -> String {
        let comma = self.dice.pick(&[", ", ","]);
        let texts: Vec<String> =
            arguments.iter().map(|argument| self.at_least(argument, Level::Sum)).collect();
        texts.join(comma)
    }

    fn kind(&mut self, kind: &Kind) -> String {
        let [singular, plural] = kind.names();
        let name = if self.dice.percent(15) { plural } else { singular };
        match kind.argument() {
            Some(argument) => format!("#{name}({})", self.at_least(argument, Level::Sum)),
            None => format!("#{name}"),
        }
    }

    /// The text, in parentheses unless it binds so tightly.
    fn at_least(&mut self, expr: &Expr, least: Level) -> String {
        let (text, level) = self.expr(expr);
        let plain = matches!(expr, Expr::Open(_) | Expr::SomeEntry);
        match level < least || (!plain && self.dice.percent(3)) {
            true => format!("({text})"),
            false => text,
        }
    }

    fn expr(&mut self, expr: &Expr) -> (String, Level) {
        match expr {
            Expr::Literal(n) if n.is_negative() => {
                (format!("{}{}", self.minus(), n.magnitude()), Level::Sum)
            }
            Expr::Literal(n) => (n.to_string(), Level::Atom),
            Expr::Name(name) => (self.name(*name), Level::Atom),
            Expr::Negative(x) => {
                let operand = self.at_least(x, Level::Implicit);
                (format!("{}{operand}", self.minus()), Level::Sum)
            }
            Expr::Root(x) => (format!("√{}", self.at_least(x, Level::Atom)), Level::Power),
            Expr::Factorial(x) => (format!("{}!", self.at_least(x, Level::Atom)), Level::Power),
            Expr::Call(function, arguments) => {
                (format!("${}({})", function.name(), self.list(arguments)), Level::Atom)
            }
            Expr::SomeEntry => ("#entry".to_string(), Level::Atom),
            Expr::Open(open) => (self.open(open), Level::Atom),
            Expr::Binary(operator, left, right) => self.binary(*operator, left, right),
        }
    }

    fn binary(&mut self, operator: Binary, left: &Expr, right: &Expr) -> (String, Level) {
        let (sign, level, least_left, least_right) = match operator {
            Binary::Add => ("+", Level::Sum, Level::Sum, Level::Product),
            Binary::Subtract => (self.minus(), Level::Sum, Level::Sum, Level::Product),
            Binary::Multiply => {
                if let Some(text) = self.implicit(left, right) {
                    return (text, Level::Implicit);
                }
                let sign = self.dice.pick(&["*", "*", "×", "·"]);
                (sign, Level::Product, Level::Product, Level::Implicit)
            }
            Binary::Divide => {
                let sign = self.dice.pick(&["/", "/", "÷"]);
                (sign, Level::Product, Level::Product, Level::Implicit)
            }
            Binary::Modulo => ("%", Level::Product, Level::Product, Level::Implicit),
            Binary::Power => {
                // To the right, a further power needs no parentheses.
                let chained = matches!(right, Expr::Binary(Binary::Power, ..));
                let least = if chained { Level::Power } else { Level::Atom };
                ("^", Level::Power, Level::Atom, least)
            }
        };
        let space = if level == Level::Power || self.dice.percent(30) { "" } else { " " };
        let left = self.at_least(left, least_left);
        let right = self.at_least(right, least_right);
        (format!("{left}{space}{sign}{space}{right}"), level)
    }

    /// A product without a sign, if chance wants it and it cannot be read otherwise.
    fn implicit(&mut self, left: &Expr, right: &Expr) -> Option<String> {
        if self.dice.percent(40) || has_open(left) || has_open(right) {
            return None;
        }
        let (left_text, right_text) =
            (self.at_least(left, Level::Implicit), self.at_least(right, Level::Power));
        let (last, first) = (left_text.chars().last()?, right_text.chars().next()?);
        let word = |text: &str| text.contains("this") || text.contains('@');
        let this = matches!(left, Expr::Literal(_)) && right_text == "this";
        let starts = first.is_alphabetic() || "({√$".contains(first);
        // `$f(x)(y)` is not meant to be tried, nor is `12dn` after a number.
        let call = matches!(left, Expr::Call(..)) && first == '(';
        let entry = last.is_ascii_digit() && first.is_ascii_digit();
        let clear = starts && !call && !entry && !word(&left_text) && !word(&right_text);
        (this || clear).then(|| left_text + &right_text)
    }

    fn minus(&mut self) -> &'static str {
        self.dice.pick(&["-", "-", "−"])
    }

    fn name(&mut self, name: Name) -> String {
        match name {
            Name::This => "this".to_string(),
            Name::GridThis => "@this".to_string(),
            Name::Entry(entry) => self.entry(entry),
            Name::GridEntry(entry) => format!("@{}", self.entries[entry].name()),
            Name::Variable(variable) => {
                let name = &self.variables[variable];
                if name.chars().count() == 1 { name.clone() } else { format!("{{{name}}}") }
            }
        }
    }

    /// `A12` or a letter; the spelling `12ac` stands in parentheses, so that no digit comes before.
    fn entry(&mut self, entry: usize) -> String {
        let entry = &self.entries[entry];
        match self.dice.percent(12) {
            true => entry.other_name().map_or_else(|| entry.name(), |name| format!("({name})")),
            false => entry.name(),
        }
    }

    fn open(&mut self, open: &Open) -> String {
        let kind = self.kind(&open.kind);
        let Range::Written { low, high: (high, included) } = &open.range else { return kind };
        let less = |included: bool| if included { "<=" } else { "<" };
        let high = self.bound(high);
        let mut text = format!("{kind} {} {high}", less(*included));
        if let Some((low, included)) = low {
            let low = self.bound(low);
            text = format!("{low} {} {text}", less(*included));
        }
        format!("({text})")
    }

    fn bound(&mut self, n: &BigInt) -> String {
        let digits = n.to_string();
        let zeros = digits.len() - 1;
        match zeros > 1 && digits == format!("1{}", "0".repeat(zeros)) && self.dice.percent(70) {
            true => format!("10^{zeros}"),
            false => digits,
        }
    }
}

fn has_open(expr: &Expr) -> bool {
    let mut found = false;
    expr.visit(&mut |expr| found |= matches!(expr, Expr::Open(_) | Expr::SomeEntry));
    found
}

/// In parentheses, `#prime < 20` is a bounded type and `A + 1` an expression; these are neither.
fn is_clearly_a_condition(condition: &Condition) -> bool {
    match condition {
        Condition::Chain(operands, _) => {
            operands.iter().all(|operand| !matches!(operand, Expr::Open(_)))
        }
        Condition::Bare(_) | Condition::BareType(_) => false,
        _ => true,
    }
}
