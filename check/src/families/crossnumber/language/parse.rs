//! From tokens to a statement: precedence climbing with a bound on nesting.
//!
//! Loosest first: `or`, `and`, `not`, comparisons and `in`, `+ -`, `* / %`, unary `-`, products
//! without a sign, then `^`, `√` and `!`. A parenthesis may hold a condition or a number; which of
//! the two is wanted shows at the place where it is used. A number where a condition is wanted is
//! the value of the clue: `#square or #cube`.

use super::Located;
use super::token::{Token, tokens};
use super::tree::{
    ClaimKind, ClueClaim, ClueComparison, ClueOperator, Condition, Id, Node, Ref, Statement,
};
use super::vocabulary::{NumberRelation, RELATIONS};

/// Parentheses, prefix signs and exponents nest no deeper.
const MAX_DEPTH: usize = 100;

/// What names mean where a text stands.
pub trait NameResolver {
    /// The entry of that direction and number.
    fn entry(&self, down: bool, number: u32) -> Option<usize>;

    /// What a letter or a name in braces stands for.
    fn name(&self, name: &str) -> Option<Ref>;

    /// Names to suggest for one that is unknown.
    fn known(&self) -> Vec<String>;

    /// Whether there is a clue at hand.
    fn has_this(&self) -> bool;
}

/// The statement that a text makes.
///
/// # Errors
///
/// If there is a mistake; the error is the first one.
pub fn parse(text: &str, context: &dyn NameResolver) -> Result<Statement, Located> {
    let tokens = tokens(text)?;
    let end = text.chars().count() + 1;
    if tokens.is_empty() {
        return Err(Located::new(1, "it is empty; a condition or an expression is needed"));
    }
    let mut parser = Parser { tokens, at: 0, end, nodes: Vec::new(), depth: 0, context };
    let parsed = parser.or()?;
    if let Some((column, _)) = parser.tokens.get(parser.at) {
        let found = parser.found();
        return Err(Located::new(*column, format!("{found} does not fit here")));
    }
    let condition = parser.condition(parsed, 0, 1)?;
    let Parser { nodes, .. } = parser;
    Ok(Statement { text: text.to_string(), nodes, condition })
}

pub(super) enum Parsed {
    Number(Id),
    Condition(Condition),
}

pub(super) struct Parser<'a> {
    pub(super) tokens: Vec<(usize, Token)>,
    pub(super) at: usize,
    /// The column after the last character.
    end: usize,
    pub(super) nodes: Vec<Node>,
    depth: usize,
    pub(super) context: &'a dyn NameResolver,
}

impl Parser<'_> {
    pub(super) fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(_, token)| token)
    }

    pub(super) fn column(&self) -> usize {
        self.tokens.get(self.at).map_or(self.end, |&(column, _)| column)
    }

    pub(super) fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Some(Token::Sign(found)) if *found == sign)
    }

    pub(super) fn take_sign(&mut self, sign: &str) -> bool {
        let there = self.is_sign(sign);
        self.at += usize::from(there);
        there
    }

    /// The next token in words, for messages.
    pub(super) fn found(&self) -> String {
        let short =
            |text: &str| text.chars().take(20).collect::<String>().escape_debug().to_string();
        match self.peek() {
            None => "the end".to_string(),
            Some(Token::Number(digits)) => format!("`{}`", short(digits)),
            Some(Token::Name(name)) => format!("`{}`", short(name)),
            Some(Token::Entry { down, number }) => {
                format!("`{}{number}`", if *down { 'D' } else { 'A' })
            }
            Some(Token::Type(name)) => format!("`#{}`", short(name)),
            Some(Token::Function(name)) => format!("`${}`", short(name)),
            Some(Token::Sign(sign)) => format!("`{sign}`"),
        }
    }

    pub(super) fn push(&mut self, node: Node) -> Id {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Runs a part one level deeper.
    pub(super) fn deeper<T>(
        &mut self,
        part: impl FnOnce(&mut Self) -> Result<T, Located>,
    ) -> Result<T, Located> {
        if self.depth == MAX_DEPTH {
            let message = format!("nested more than {MAX_DEPTH} levels deep");
            return Err(Located::new(self.column(), message));
        }
        self.depth += 1;
        let result = part(self);
        self.depth -= 1;
        result
    }

    /// The claim about all nodes from `start` on.
    pub(super) fn claim(&self, start: Id, kind: ClaimKind) -> Condition {
        Condition::Claim(ClueClaim { nodes: start..self.nodes.len(), kind })
    }

    /// The condition itself, or that the value of the clue is the number, whose nodes begin at
    /// `start`.
    fn condition(
        &mut self,
        parsed: Parsed,
        start: Id,
        column: usize,
    ) -> Result<Condition, Located> {
        match parsed {
            Parsed::Condition(condition) => Ok(condition),
            Parsed::Number(_) if !self.context.has_this() => {
                Err(Located::new(column, "an expression alone says nothing here; compare it"))
            }
            Parsed::Number(id) => {
                let this = self.push(Node::Ref(Ref::This));
                Ok(self.claim(start, ClaimKind::Chain(this, vec![(ClueComparison::Equal, id)])))
            }
        }
    }

    pub(super) fn number(&self, parsed: Parsed, column: usize) -> Result<Id, Located> {
        match parsed {
            Parsed::Number(id) => Ok(id),
            Parsed::Condition(_) => {
                Err(Located::new(column, "a number is needed here, and this is a condition"))
            }
        }
    }

    pub(super) fn or(&mut self) -> Result<Parsed, Located> {
        self.joined("or", Self::and, Condition::Or)
    }

    fn and(&mut self) -> Result<Parsed, Located> {
        self.joined("and", Self::not, Condition::And)
    }

    fn joined(
        &mut self,
        word: &str,
        part: fn(&mut Self) -> Result<Parsed, Located>,
        join: fn(Vec<Condition>) -> Condition,
    ) -> Result<Parsed, Located> {
        let (column, start) = (self.column(), self.nodes.len());
        let first = part(self)?;
        if !self.is_sign(word) {
            return Ok(first);
        }
        let mut all = vec![self.condition(first, start, column)?];
        while self.take_sign(word) {
            let (column, start) = (self.column(), self.nodes.len());
            let next = part(self)?;
            all.push(self.condition(next, start, column)?);
        }
        Ok(Parsed::Condition(join(all)))
    }

    fn not(&mut self) -> Result<Parsed, Located> {
        if !self.take_sign("not") {
            return self.comparison();
        }
        let (column, start) = (self.column(), self.nodes.len());
        let inner = self.deeper(Self::not)?;
        Ok(Parsed::Condition(Condition::Not(Box::new(self.condition(inner, start, column)?))))
    }

    fn comparison(&mut self) -> Result<Parsed, Located> {
        let (column, start) = (self.column(), self.nodes.len());
        let first = self.sum()?;
        let mut chain = Vec::new();
        while let Some(comparison) = self.take_comparison() {
            let column = self.column();
            let next = self.sum()?;
            chain.push((comparison, self.number(next, column)?));
        }
        if !chain.is_empty() {
            let first = self.number(first, column)?;
            return Ok(Parsed::Condition(self.claim(start, ClaimKind::Chain(first, chain))));
        }
        let not = self.is_sign("not")
            && matches!(self.tokens.get(self.at + 1), Some((_, Token::Sign("in"))));
        if !not && !self.is_sign("in") {
            return Ok(first);
        }
        self.at += 1 + usize::from(not);
        let number = self.number(first, column)?;
        let member = self.type_after_in()?;
        let equal = ClaimKind::Chain(number, vec![(ClueComparison::Equal, member)]);
        let is_in = self.claim(start, equal);
        Ok(Parsed::Condition(if not { Condition::Not(Box::new(is_in)) } else { is_in }))
    }

    /// The type, with bounds or without, that has to follow `in`.
    fn type_after_in(&mut self) -> Result<Id, Located> {
        let column = self.column();
        let found = self.found();
        let wrong = || Located::new(column, format!("{found}; after `in` comes a #type"));
        if !matches!(self.peek(), Some(Token::Type(_) | Token::Sign("("))) {
            return Err(wrong());
        }
        match self.atom()? {
            Parsed::Number(id) if matches!(self.nodes[id], Node::Member(_) | Node::SomeEntry) => {
                Ok(id)
            }
            _ => Err(wrong()),
        }
    }

    fn take_comparison(&mut self) -> Option<ClueComparison> {
        let comparison = match self.peek()? {
            Token::Sign("=") => ClueComparison::Equal,
            Token::Sign("!=") => ClueComparison::NotEqual,
            Token::Sign("<") => ClueComparison::Less,
            Token::Sign("<=") => ClueComparison::AtMost,
            Token::Sign(">") => ClueComparison::Greater,
            Token::Sign(">=") => ClueComparison::AtLeast,
            _ => return None,
        };
        self.at += 1;
        Some(comparison)
    }

    fn sum(&mut self) -> Result<Parsed, Located> {
        self.operators(&[("+", ClueOperator::Plus), ("-", ClueOperator::Minus)], Self::term)
    }

    fn term(&mut self) -> Result<Parsed, Located> {
        let signs =
            [("*", ClueOperator::Times), ("/", ClueOperator::Over), ("%", ClueOperator::Modulo)];
        self.operators(&signs, Self::signed)
    }

    /// Operands joined from the left.
    fn operators(
        &mut self,
        signs: &[(&str, ClueOperator)],
        part: fn(&mut Self) -> Result<Parsed, Located>,
    ) -> Result<Parsed, Located> {
        let column = self.column();
        let mut left = part(self)?;
        loop {
            let sign = signs.iter().find(|(sign, _)| self.is_sign(sign));
            let Some(&(_, operator)) = sign else { return Ok(left) };
            self.at += 1;
            let a = self.number(left, column)?;
            let right_column = self.column();
            let right = part(self)?;
            let b = self.number(right, right_column)?;
            left = Parsed::Number(self.push(Node::Binary(operator, a, b)));
        }
    }

    fn signed(&mut self) -> Result<Parsed, Located> {
        if self.take_sign("+") {
            return self.deeper(Self::signed);
        }
        if !self.take_sign("-") {
            return self.product();
        }
        let column = self.column();
        let inner = self.deeper(Self::signed)?;
        let inner = self.number(inner, column)?;
        Ok(Parsed::Number(self.push(Node::Negative(inner))))
    }

    /// Powers side by side.
    fn product(&mut self) -> Result<Parsed, Located> {
        let column = self.column();
        let mut left = self.power()?;
        loop {
            let starts = match self.peek() {
                Some(Token::Number(_)) => {
                    if matches!(self.tokens[self.at - 1].1, Token::Number(_)) {
                        let message = "two numbers side by side; write a sign between them";
                        return Err(Located::new(self.column(), message));
                    }
                    true
                }
                Some(Token::Sign(sign)) => matches!(*sign, "(" | "√" | "@" | "this"),
                Some(Token::Function(name)) => relation(name).is_none(),
                Some(_) => true,
                None => false,
            };
            // A condition in parentheses is multiplied with nothing.
            if !starts || matches!(left, Parsed::Condition(_)) {
                return Ok(left);
            }
            let at = self.column();
            let a = self.number(left, column)?;
            let right = self.power()?;
            let b = self.number(right, at)?;
            left = Parsed::Number(self.push(Node::Binary(ClueOperator::Times, a, b)));
        }
    }

    fn power(&mut self) -> Result<Parsed, Located> {
        let column = self.column();
        let mut base = self.atom()?;
        while self.is_sign("!") {
            self.at += 1;
            let number = self.number(base, column)?;
            base = Parsed::Number(self.push(Node::Factorial(number)));
        }
        if !self.take_sign("^") {
            return Ok(base);
        }
        let a = self.number(base, column)?;
        let b = self.deeper(Self::exponent)?;
        Ok(Parsed::Number(self.push(Node::Binary(ClueOperator::Power, a, b))))
    }

    fn exponent(&mut self) -> Result<Id, Located> {
        let at = self.column();
        if self.take_sign("-") {
            let inner = self.deeper(Self::exponent)?;
            return Ok(self.push(Node::Negative(inner)));
        }
        let exponent = self.power()?;
        self.number(exponent, at)
    }
}

pub(super) fn relation(name: &str) -> Option<(NumberRelation, usize, usize)> {
    let known = RELATIONS.iter().find(|(known, ..)| *known == name);
    known.map(|&(_, relation, least, most)| (relation, least, most))
}
