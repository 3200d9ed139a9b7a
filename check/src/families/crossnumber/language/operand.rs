//! The operands of an expression: numbers, names, types with bounds or without, functions.

use num_bigint::BigInt;

use super::Located;
use super::parse::{Parsed, Parser, relation};
use super::suggest::hint;
use super::token::Token;
use super::tree::{ClaimKind, ClueClaim, ClueComparison, Condition, Id, Member, Node, Ref};
use super::vocabulary::{self, ENTRY, FUNCTIONS, RELATIONS, TYPES, Type};

impl Parser<'_> {
    pub(super) fn atom(&mut self) -> Result<Parsed, Located> {
        let at = self.column();
        if self.take_sign("(") {
            let inner = self.deeper(Self::or)?;
            if !self.take_sign(")") {
                let message = format!("{} where `)` is needed for the `(`", self.found());
                return Err(Located::new(self.column(), format!("{message} of column {at}")));
            }
            return Ok(match &inner {
                Parsed::Condition(Condition::Claim(claim)) => match self.bounded(claim) {
                    Some((id, bounds)) => self.with_bounds(id, bounds),
                    None => inner,
                },
                _ => inner,
            });
        }
        if let Some(Token::Function(name)) = self.peek()
            && let Some((relation, least, most)) = relation(name)
        {
            let (name, start) = (name.clone(), self.nodes.len());
            self.at += 1;
            let arguments = self.arguments(&format!("${name}"), at, least, most)?;
            let related = ClaimKind::Related(relation, arguments);
            return Ok(Parsed::Condition(self.claim(start, related)));
        }
        self.primary().map(Parsed::Number)
    }

    /// The type and its bounds, if a comparison in parentheses is one such as `(8 <= #cube < 100)`:
    /// a type beside constants, or between two.
    fn bounded(&self, claim: &ClueClaim) -> Option<(Id, Vec<(ClueComparison, Id)>)> {
        let ClaimKind::Chain(first, rest) = &claim.kind else { return None };
        let order =
            |how: ClueComparison| !matches!(how, ClueComparison::Equal | ClueComparison::NotEqual);
        // One that has its bounds already is compared with something.
        let member =
            |id: Id| matches!(&self.nodes[id], Node::Member(member) if member.bounds.is_empty());
        // The nodes of an operand follow those of the one before.
        let constant = |after: Option<Id>, id: Id| {
            let from = after.map_or(claim.nodes.start, |after| after + 1);
            self.nodes[from..=id.max(from)].iter().all(is_constant)
        };
        match (*first, &rest[..]) {
            (a, &[(how, b)]) if member(a) && order(how) && constant(Some(a), b) => {
                Some((a, vec![(how, b)]))
            }
            (a, &[(how, b)]) if member(b) && order(how) && constant(None, a) => {
                Some((b, vec![(how.swapped(), a)]))
            }
            (a, &[(one, b), (two, c)])
                if member(b)
                    && order(one)
                    && order(two)
                    && constant(None, a)
                    && constant(Some(b), c) =>
            {
                Some((b, vec![(one.swapped(), a), (two, c)]))
            }
            _ => None,
        }
    }

    fn with_bounds(&mut self, id: Id, bounds: Vec<(ClueComparison, Id)>) -> Parsed {
        if let Node::Member(member) = &mut self.nodes[id] {
            member.bounds.extend(bounds);
        }
        Parsed::Number(id)
    }

    /// A number that is not a parenthesis.
    pub(super) fn primary(&mut self) -> Result<Id, Located> {
        let at = self.column();
        let found = self.found();
        let Some((_, token)) = self.tokens.get(self.at).cloned() else {
            return Err(Located::new(at, "it ends where a number is needed"));
        };
        self.at += 1;
        match token {
            Token::Number(digits) => {
                let number: BigInt = digits.parse().expect("a run of digits");
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
                Ok(self.push(Node::Root(inner)))
            }
            Token::Type(name) => self.member(&name, at),
            Token::Function(name) => {
                let known = FUNCTIONS.iter().find(|(known, ..)| *known == name);
                let Some(&(_, function, least, most)) = known else {
                    let names = FUNCTIONS.iter().map(|f| f.0).chain(RELATIONS.iter().map(|r| r.0));
                    return Err(unknown("function", '$', &name, at, names));
                };
                let arguments = self.arguments(&format!("${name}"), at, least, most)?;
                Ok(self.push(Node::Call(function, arguments)))
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
                _ => return Err(Located::new(column, format!("`{name}` is not an entry"))),
            },
            _ => return Err(Located::new(at, "`@` is followed by an entry or by `this`")),
        };
        Ok(self.push(Node::Ref(grid)))
    }

    fn member(&mut self, name: &str, at: usize) -> Result<Id, Located> {
        if vocabulary::is_entry(name) {
            return Ok(self.push(Node::SomeEntry));
        }
        let Some((kind, arity)) = Type::find(name) else {
            let names = TYPES.iter().map(|(name, ..)| *name).chain([ENTRY]);
            return Err(unknown("type", '#', name, at, names));
        };
        let arguments = match arity {
            0 => Vec::new(),
            _ => self.arguments(&format!("#{name}"), at, arity, arity)?,
        };
        let member = Member { kind, arguments, bounds: Vec::new(), column: at };
        Ok(self.push(Node::Member(member)))
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
}

fn is_constant(node: &Node) -> bool {
    match node {
        Node::Ref(_) | Node::Member(_) | Node::SomeEntry => false,
        Node::Call(function, _) => !function.is_of_grid(),
        Node::Number(_)
        | Node::Negative(_)
        | Node::Binary(..)
        | Node::Root(_)
        | Node::Factorial(_) => true,
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
