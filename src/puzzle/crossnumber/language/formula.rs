//! Statements with `this` bound: atoms joined by and, or, not.

use super::atom::{Atom, Choice, Claim, Operation, Values};
use super::functions::{Function, Relation};
use super::tree::{Comparison, Condition, Id, Node, Operator, Ref, Statement};
use super::types::Type;

/// A condition that can be asked.
#[derive(Clone, Debug)]
pub enum Formula {
    /// A single claim.
    Atom(Atom),
    /// All of them.
    And(Vec<Formula>),
    /// One of them at least.
    Or(Vec<Formula>),
    /// Not this.
    Not(Box<Formula>),
}

/// What a statement is bound to.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    /// The entry at hand.
    pub this: Option<usize>,
    /// How many entries there are.
    pub entries: usize,
    /// How many cells hold digits.
    pub cells: usize,
    /// Whether values and what stands in the grid may differ.
    pub transformed: bool,
}

impl Formula {
    /// The formula of a statement.
    pub fn of(statement: &Statement, scope: Scope) -> Self {
        Binder { nodes: &statement.nodes, scope }.condition(&statement.condition)
    }

    /// Whether it is true.
    pub fn holds(&self, values: &dyn Values) -> bool {
        match self {
            Formula::Atom(atom) => {
                let slots: Vec<i64> = atom.slots.iter().map(|&name| values.value(name)).collect();
                atom.holds(&slots)
            }
            Formula::And(all) => all.iter().all(|formula| formula.holds(values)),
            Formula::Or(all) => all.iter().any(|formula| formula.holds(values)),
            Formula::Not(formula) => !formula.holds(values),
        }
    }

    /// The names that it speaks of, each once, in order.
    pub fn names(&self) -> Vec<Ref> {
        let mut names = match self {
            Formula::Atom(atom) => atom.slots.clone(),
            Formula::And(all) | Formula::Or(all) => all.iter().flat_map(Formula::names).collect(),
            Formula::Not(formula) => formula.names(),
        };
        names.sort_unstable();
        names.dedup();
        names
    }

    /// How many atoms it has, at most `most`.
    pub fn size(&self) -> usize {
        match self {
            Formula::Atom(_) => 1,
            Formula::And(all) | Formula::Or(all) => all.iter().map(Formula::size).sum(),
            Formula::Not(formula) => formula.size(),
        }
    }
}

/// The opposite; of a comparison whose numbers always exist, the opposite comparison.
fn negated(formula: Formula) -> Formula {
    match formula {
        Formula::Not(inner) => *inner,
        Formula::And(all) => Formula::Or(all.into_iter().map(negated).collect()),
        Formula::Or(all) => Formula::And(all.into_iter().map(negated).collect()),
        Formula::Atom(mut atom) => {
            if atom.is_total()
                && let Claim::Chain(pairs) = &mut atom.claim
                && let [(_, how, _)] = &mut pairs[..]
            {
                *how = how.opposite();
                return Formula::Atom(atom);
            }
            Formula::Not(Box::new(Formula::Atom(atom)))
        }
    }
}

struct Binder<'a> {
    nodes: &'a [Node],
    scope: Scope,
}

impl Binder<'_> {
    fn condition(&self, condition: &Condition) -> Formula {
        match condition {
            Condition::And(all) => {
                Formula::And(all.iter().map(|part| self.condition(part)).collect())
            }
            Condition::Or(all) => {
                Formula::Or(all.iter().map(|part| self.condition(part)).collect())
            }
            Condition::Not(part) => negated(self.condition(part)),
            Condition::Chain(first, rest) => {
                let mut all = vec![*first];
                all.extend(rest.iter().map(|&(_, id)| id));
                self.for_entries(&all, |build, ids| {
                    let pairs = rest.iter().zip(ids.windows(2));
                    let pairs = pairs.map(|(&(how, _), ids)| (ids[0], how, ids[1]));
                    build.finish(Claim::Chain(pairs.collect()))
                })
            }
            Condition::NotIn(number, kind, arguments) => {
                let mut all = vec![*number];
                all.extend(arguments);
                self.for_entries(&all, |build, ids| {
                    build.finish(Claim::NotIn(ids[0], *kind, ids[1..].to_vec()))
                })
            }
            Condition::Related(relation, arguments) => self.for_entries(arguments, |build, ids| {
                if *relation == Relation::Multiple {
                    let factor = build.choice(Type::Factor, Vec::new());
                    let product = Operation::Binary(Operator::Times, factor, ids[1]);
                    let product = build.push(product, true);
                    return build.finish(Claim::Chain(vec![(ids[0], Comparison::Equal, product)]));
                }
                build.finish(Claim::Related(*relation, ids.to_vec()))
            }),
        }
    }

    /// The atom over these numbers; one for each way to choose the `#entry` among them.
    fn for_entries(&self, roots: &[Id], atom: impl Fn(&mut Builder, &[Id]) -> Atom) -> Formula {
        let used = self.used(roots);
        let open = (0..used.len()).filter(|&i| used[i]);
        let open = open.filter(|&i| matches!(self.nodes[i], Node::SomeEntry)).count();
        let others: Vec<usize> =
            (0..self.scope.entries).filter(|&entry| Some(entry) != self.scope.this).collect();
        let mut picks: Vec<Vec<usize>> = vec![Vec::new()];
        for _ in 0..open {
            let longer = |pick: &Vec<usize>| {
                let next = others.iter().filter(|entry| !pick.contains(entry));
                next.map(|&entry| [&pick[..], &[entry]].concat()).collect::<Vec<_>>()
            };
            picks = picks.iter().flat_map(longer).collect();
        }
        let one = |pick: &Vec<usize>| {
            let mut build = Builder::default();
            let ids = self.copy(&used, pick, &mut build);
            let roots: Vec<Id> = roots.iter().map(|&root| ids[root]).collect();
            Formula::Atom(atom(&mut build, &roots))
        };
        match &picks[..] {
            [pick] if open == 0 => one(pick),
            _ => Formula::Or(picks.iter().map(one).collect()),
        }
    }

    /// Which nodes the roots are made of.
    fn used(&self, roots: &[Id]) -> Vec<bool> {
        let mut used = vec![false; self.nodes.len()];
        roots.iter().for_each(|&root| used[root] = true);
        for i in (0..used.len()).rev().filter(|&i| i < self.nodes.len()) {
            if used[i] {
                self.nodes[i].parts().into_iter().for_each(|part| used[part] = true);
            }
        }
        used
    }

    /// Copies the nodes into an atom; says where each went.
    fn copy(&self, used: &[bool], pick: &[usize], build: &mut Builder) -> Vec<Id> {
        let mut picks = pick.iter();
        let mut ids = vec![usize::MAX; used.len()];
        for (i, node) in self.nodes.iter().enumerate().filter(|(i, _)| used[*i]) {
            let at = |part: &Id| ids[*part];
            ids[i] = match node {
                Node::Number(number) => {
                    let whole = number.is_whole();
                    build.push(Operation::Number(number.clone()), whole)
                }
                Node::Ref(name) => build.slot(self.bound(*name)),
                Node::SomeEntry => {
                    build.slot(Ref::Value(*picks.next().expect("one for each `#entry`")))
                }
                Node::Member(kind, arguments) => {
                    let arguments = arguments.iter().map(at).collect();
                    build.choice(*kind, arguments)
                }
                Node::Negative(part) => {
                    let part = at(part);
                    build.push(Operation::Negative(part), build.whole[part])
                }
                Node::Binary(operator, a, b) => {
                    let (a, b) = (at(a), at(b));
                    let closed = !matches!(operator, Operator::Over | Operator::Power);
                    let whole = closed && build.whole[a] && build.whole[b];
                    build.push(Operation::Binary(*operator, a, b), whole)
                }
                Node::Root(part) => {
                    let part = at(part);
                    // A rational root of a whole number is whole.
                    build.push(Operation::Root(part), build.whole[part])
                }
                Node::Factorial(part) => build.push(Operation::Factorial(at(part)), true),
                Node::Call(function, arguments) => {
                    let mut parts: Vec<Id> = arguments.iter().map(at).collect();
                    if matches!(function, Function::GridDigitSum | Function::GridCount) {
                        parts.extend((0..self.scope.cells).map(|cell| build.slot(Ref::Cell(cell))));
                    }
                    let keeps = matches!(
                        function,
                        Function::Min | Function::Max | Function::Abs | Function::SquareRoot
                    );
                    let whole = !keeps || parts.iter().all(|&part| build.whole[part]);
                    build.push(Operation::Call(*function, parts), whole)
                }
            };
        }
        ids
    }

    fn bound(&self, name: Ref) -> Ref {
        let this = || self.scope.this.expect("`this` was refused where there is none");
        let name = match name {
            Ref::This => Ref::Value(this()),
            Ref::GridThis => Ref::Grid(this()),
            other => other,
        };
        match name {
            Ref::Grid(entry) if !self.scope.transformed => Ref::Value(entry),
            other => other,
        }
    }
}

/// An atom in the making.
#[derive(Default)]
struct Builder {
    slots: Vec<Ref>,
    choices: Vec<Choice>,
    operations: Vec<Operation>,
    whole: Vec<bool>,
}

impl Builder {
    fn push(&mut self, operation: Operation, whole: bool) -> Id {
        self.operations.push(operation);
        self.whole.push(whole);
        self.operations.len() - 1
    }

    fn slot(&mut self, name: Ref) -> Id {
        let known = self.slots.iter().position(|&other| other == name);
        let slot = known.unwrap_or_else(|| {
            self.slots.push(name);
            self.slots.len() - 1
        });
        self.push(Operation::Slot(slot), true)
    }

    fn choice(&mut self, kind: Type, arguments: Vec<Id>) -> Id {
        self.choices.push(Choice { kind, arguments });
        self.push(Operation::Choice(self.choices.len() - 1), true)
    }

    fn finish(&mut self, claim: Claim) -> Atom {
        let Self { slots, choices, operations, whole } = std::mem::take(self);
        Atom { slots, choices, operations, whole, claim }
    }
}
