//! The operands of an expression: numbers, names, types, functions, and constants computed at once.

use super::Located;
use super::functions::{FUNCTIONS, Function, RELATIONS};
use super::number::Number;
use super::parse::{Parsed, Parser, relation};
use super::suggest::hint;
use super::token::Token;
use super::tree::{Condition, Id, Node, Operator, Ref};
use super::types::TYPES;

impl Parser<'_> {
    pub(super) fn atom(&mut self) -> Result<Parsed, Located> {
        let at = self.column();
        if self.take_sign("(") {
            let inner = self.deeper(Self::or)?;
            if !self.take_sign(")") {
                let message = format!("{} where `)` is needed for the `(`", self.found());
                return Err(Located::new(self.column(), format!("{message} of column {at}")));
            }
            return Ok(inner);
        }
        if let Some(Token::Function(name)) = self.peek()
            && let Some((relation, least, most)) = relation(name)
        {
            let name = name.clone();
            self.at += 1;
            let arguments = self.arguments(&format!("${name}"), at, least, most)?;
            return Ok(Parsed::Condition(Condition::Related(relation, arguments)));
        }
        self.primary().map(Parsed::Number)
    }

    /// A number that is no parenthesis.
    pub(super) fn primary(&mut self) -> Result<Id, Located> {
        let at = self.column();
        let found = self.found();
        let Some((_, token)) = self.tokens.get(self.at).cloned() else {
            return Err(Located::new(at, "it ends where a number is needed"));
        };
        self.at += 1;
        match token {
            Token::Number(digits) => {
                let number = Number::parse(&digits);
                let number = number.ok_or_else(|| Located::new(at, "a number beyond 10^40"))?;
                Ok(self.push(Node::Number(number)))
            }
            Token::Entry { down, number } => {
                let entry = self.entry(down, number, at)?;
                Ok(self.push(Node::Ref(Ref::Value(entry))))
            }
            Token::Name(name) => {
                let named = self.named(&name, at)?;
                Ok(self.push(Node::Ref(named)))
            }
            Token::Sign("this") => {
                self.needs_this(at)?;
                Ok(self.push(Node::Ref(Ref::This)))
            }
            Token::Sign("@") => self.in_grid(at),
            Token::Sign("√") => {
                let inner = self.deeper(|parser| {
                    let column = parser.column();
                    let inner = parser.atom()?;
                    parser.number(inner, column)
                })?;
                self.made(Node::Root(inner), at)
            }
            Token::Type(name) => self.member(&name, at),
            Token::Function(name) => {
                let known = FUNCTIONS.iter().find(|(known, ..)| *known == name);
                let Some(&(_, function, least, most)) = known else {
                    let names = FUNCTIONS.iter().map(|f| f.0).chain(RELATIONS.iter().map(|r| r.0));
                    return Err(unknown("function", '$', &name, at, names));
                };
                let arguments = self.arguments(&format!("${name}"), at, least, most)?;
                self.made(Node::Call(function, arguments), at)
            }
            Token::Sign(_) => Err(Located::new(at, format!("{found} where a number is needed"))),
        }
    }

    /// What follows `@`.
    fn in_grid(&mut self, at: usize) -> Result<Id, Located> {
        let column = self.column();
        let token = self.tokens.get(self.at).map(|(_, token)| token.clone());
        self.at += 1;
        let grid = match token {
            Some(Token::Sign("this")) => {
                self.needs_this(at)?;
                Ref::GridThis
            }
            Some(Token::Entry { down, number }) => Ref::Grid(self.entry(down, number, column)?),
            Some(Token::Name(name)) => match self.named(&name, column)? {
                Ref::Value(entry) => Ref::Grid(entry),
                _ => return Err(Located::new(column, format!("`{name}` is no entry"))),
            },
            _ => return Err(Located::new(at, "`@` is followed by an entry or by `this`")),
        };
        Ok(self.push(Node::Ref(grid)))
    }

    fn member(&mut self, name: &str, at: usize) -> Result<Id, Located> {
        if name == "entry" {
            return Ok(self.push(Node::SomeEntry));
        }
        let known = TYPES.iter().find(|(known, ..)| *known == name);
        let Some(&(_, kind, arity)) = known else {
            let names = TYPES.iter().map(|(name, ..)| *name).chain(["entry"]);
            return Err(unknown("type", '#', name, at, names));
        };
        let arguments = match arity {
            0 => Vec::new(),
            _ => self.arguments(&format!("#{name}"), at, arity, arity)?,
        };
        Ok(self.push(Node::Member(kind, arguments)))
    }

    fn entry(&self, down: bool, number: u32, at: usize) -> Result<usize, Located> {
        self.context.entry(down, number).ok_or_else(|| {
            let name = format!("{}{number}", if down { 'D' } else { 'A' });
            let known = self.context.known();
            let hint = hint(&name, known.iter().map(String::as_str));
            Located::new(at, format!("there is no entry `{name}`{hint}"))
        })
    }

    fn named(&self, name: &str, at: usize) -> Result<Ref, Located> {
        self.context.name(name).ok_or_else(|| {
            let known = self.context.known();
            let shown: String = name.chars().take(20).collect();
            let hint = hint(&shown, known.iter().map(String::as_str));
            let shown = shown.escape_debug();
            Located::new(at, format!("`{shown}` is neither a variable nor an entry{hint}"))
        })
    }

    fn needs_this(&self, at: usize) -> Result<(), Located> {
        let message = "there is no `this` outside clues, every_entry and transform";
        if self.context.has_this() { Ok(()) } else { Err(Located::new(at, message)) }
    }

    fn arguments(
        &mut self,
        name: &str,
        at: usize,
        least: usize,
        most: usize,
    ) -> Result<Vec<Id>, Located> {
        if !self.take_sign("(") {
            let message = format!("`{name}` needs its arguments in parentheses");
            return Err(Located::new(self.column(), message));
        }
        let mut arguments = Vec::new();
        while !self.is_sign(")") {
            let column = self.column();
            let argument = self.deeper(Self::or)?;
            arguments.push(self.number(argument, column)?);
            if !self.take_sign(",") {
                break;
            }
        }
        if !self.take_sign(")") {
            let message = format!("{} where `,` or `)` is needed", self.found());
            return Err(Located::new(self.column(), message));
        }
        let count = arguments.len();
        if count < least || count > most {
            let wanted = match (least, most) {
                _ if least == most => format!("{least}"),
                _ => format!("{least} or more"),
            };
            let message = format!("`{name}` takes {wanted} arguments, and here are {count}");
            return Err(Located::new(at, message));
        }
        Ok(arguments)
    }

    /// Adds a node; computes it if all of its parts are constants.
    pub(super) fn made(&mut self, node: Node, at: usize) -> Result<Id, Located> {
        let constant = |id: &Id| match &self.nodes[*id] {
            Node::Number(number) => Some(number.clone()),
            _ => None,
        };
        let of_grid = matches!(node, Node::Call(Function::GridDigitSum | Function::GridCount, _));
        let parts: Option<Vec<Number>> = node.parts().iter().map(constant).collect();
        let Some(parts) = parts.filter(|_| !of_grid) else { return Ok(self.push(node)) };
        let (value, reason) = match &node {
            Node::Negative(_) => (parts[0].negative(), "it is beyond 10^40"),
            Node::Binary(operator, ..) => {
                let reason = match operator {
                    Operator::Over | Operator::Modulo => "it divides by zero or is beyond 10^40",
                    Operator::Power => "it is beyond 10^40, or a root that is not rational",
                    _ => "it is beyond 10^40",
                };
                (operator.apply(&parts[0], &parts[1]), reason)
            }
            Node::Root(_) => (parts[0].root(2), "the root is not rational"),
            Node::Factorial(_) => (parts[0].factorial(), "factorials are those of 0 to 20"),
            Node::Call(function, _) => (function.apply(&parts), "the function has no value here"),
            Node::Number(_) | Node::Ref(_) | Node::Member(..) | Node::SomeEntry => (None, ""),
        };
        let value = value.ok_or_else(|| Located::new(at, format!("this is no number: {reason}")));
        value.map(|value| self.push(Node::Number(value)))
    }
}

fn unknown<'a>(
    kind: &str,
    sign: char,
    name: &str,
    at: usize,
    known: impl Iterator<Item = &'a str>,
) -> Located {
    let shown: String = format!("{sign}{name}").chars().take(24).collect();
    let known: Vec<String> = known.map(|name| format!("{sign}{name}")).collect();
    let hint = hint(&shown, known.iter().map(String::as_str));
    Located::new(at, format!("unknown {kind} `{}`{hint}", shown.escape_debug()))
}
