//! Statements with `this` bound: atoms joined by and, or, not.

use super::atom::{Atom, AtomClaim, Operation, TypeChoice, ValueSource};
use super::bounds::IntegerInterval;
use super::functions;
use super::number::{Missing, Number, Value};
use super::steps::bounded;
use crate::families::crossnumber::language::{
    self, ClaimKind, ClueComparison, ClueOperator, Function, Id, Member, Node, NumberRelation, Ref,
    Statement, Type,
};

/// A condition that can be asked.
#[derive(Clone, Debug)]
pub(crate) enum ClueFormula {
    /// A single claim.
    Atom(Atom),
    /// All of them.
    And(Vec<ClueFormula>),
    /// One of them at least.
    Or(Vec<ClueFormula>),
    /// Not this.
    Not(Box<ClueFormula>),
}

/// What a statement is bound to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope {
    /// The entry at hand.
    pub this: Option<usize>,
    /// How many entries there are.
    pub entries: usize,
    /// How many cells hold digits.
    pub cells: usize,
    /// Whether values and what stands in the grid may differ.
    pub transformed: bool,
}

impl ClueFormula {
    /// The formula of a statement.
    pub(crate) fn of(statement: &Statement, scope: Scope) -> Self {
        Binder { statement, scope }.condition(&statement.condition)
    }

    /// How many operations the formula of a statement has, at most.
    pub(crate) fn size(statement: &Statement, scope: Scope) -> usize {
        let claim = |claim: &language::ClueClaim| {
            let of_grid = statement.nodes[claim.nodes.clone()]
                .iter()
                .filter(|node| matches!(node, Node::Call(function, _) if function.is_of_grid()));
            let cells = of_grid.count().saturating_mul(scope.cells);
            let open = u32::try_from(statement.open_entries(claim)).unwrap_or(u32::MAX);
            let ways = scope.entries.max(1).saturating_pow(open);
            claim.nodes.len().saturating_add(cells).saturating_mul(ways)
        };
        statement.condition.claims().into_iter().map(claim).fold(0, usize::saturating_add)
    }

    /// Whether it is true; `None` if that was given up, at the latest when nothing is `left`.
    pub(crate) fn holds(&self, values: &dyn ValueSource, left: &mut usize) -> Option<bool> {
        match self {
            ClueFormula::Atom(atom) => {
                let slots: Vec<i64> = atom.slots.iter().map(|&name| values.value(name)).collect();
                atom.holds(&slots, left)
            }
            ClueFormula::And(parts) => all(parts.iter().map(|formula| formula.holds(values, left))),
            ClueFormula::Or(parts) => any(parts.iter().map(|formula| formula.holds(values, left))),
            ClueFormula::Not(formula) => formula.holds(values, left).map(|truth| !truth),
        }
    }

    /// The names that it speaks of, each once, in order.
    pub(crate) fn names(&self) -> Vec<Ref> {
        let mut names = match self {
            ClueFormula::Atom(atom) => atom.slots.clone(),
            ClueFormula::And(all) | ClueFormula::Or(all) => {
                all.iter().flat_map(ClueFormula::names).collect()
            }
            ClueFormula::Not(formula) => formula.names(),
        };
        names.sort_unstable();
        names.dedup();
        names
    }
}

/// Whether all are true: no if one is not, whatever was given up.
pub(crate) fn all(answers: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    any(answers.into_iter().map(|answer| answer.map(|truth| !truth))).map(|truth| !truth)
}

/// Whether one is true: yes if one is, whatever was given up.
pub(crate) fn any(answers: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let mut result = Some(false);
    for answer in answers {
        match answer {
            Some(true) => return Some(true),
            Some(false) => {}
            None => result = None,
        }
    }
    result
}

/// The opposite; of a comparison whose numbers always exist, the opposite comparison.
fn negated(formula: ClueFormula) -> ClueFormula {
    match formula {
        ClueFormula::Not(inner) => *inner,
        ClueFormula::And(all) => ClueFormula::Or(all.into_iter().map(negated).collect()),
        ClueFormula::Or(all) => ClueFormula::And(all.into_iter().map(negated).collect()),
        ClueFormula::Atom(mut atom) => {
            if atom.is_total()
                && let AtomClaim::Chain(pairs) = &mut atom.claim
                && let [(_, how, _)] = &mut pairs[..]
            {
                *how = how.opposite();
                return ClueFormula::Atom(atom);
            }
            ClueFormula::Not(Box::new(ClueFormula::Atom(atom)))
        }
    }
}

struct Binder<'a> {
    statement: &'a Statement,
    scope: Scope,
}

impl Binder<'_> {
    fn condition(&self, condition: &language::Condition) -> ClueFormula {
        let each = |part: &language::Condition| self.condition(part);
        match condition {
            language::Condition::And(all) => ClueFormula::And(all.iter().map(each).collect()),
            language::Condition::Or(all) => ClueFormula::Or(all.iter().map(each).collect()),
            language::Condition::Not(part) => negated(self.condition(part)),
            language::Condition::Claim(claim) => self.claim(claim),
        }
    }

    /// The atom of a claim; one for each way to choose its `#entry`.
    fn claim(&self, claim: &language::ClueClaim) -> ClueFormula {
        let open = self.statement.open_entries(claim);
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
        let one = |pick: &Vec<usize>| ClueFormula::Atom(self.atom(claim, pick));
        match &picks[..] {
            [pick] if open == 0 => one(pick),
            _ => ClueFormula::Or(picks.iter().map(one).collect()),
        }
    }

    /// The atom of a claim with these entries for its `#entry`.
    fn atom(&self, claim: &language::ClueClaim, pick: &[usize]) -> Atom {
        let mut build = AtomBuilder::default();
        let parts = self.copy(claim, pick, &mut build);
        let at = |id: Id| id - claim.nodes.start;
        match &claim.kind {
            ClaimKind::Chain(first, rest) => {
                let mut ids = vec![build.id(&parts[at(*first)])];
                ids.extend(rest.iter().map(|&(_, id)| build.id(&parts[at(id)])));
                let pairs = rest.iter().zip(ids.windows(2));
                let pairs = pairs.map(|(&(how, _), ids)| (ids[0], how, ids[1]));
                let claim = AtomClaim::Chain(pairs.collect());
                build.finish(claim)
            }
            ClaimKind::Related(relation, ids) => {
                let ids: Vec<Id> = ids.iter().map(|&id| build.id(&parts[at(id)])).collect();
                if *relation != NumberRelation::Multiple {
                    return build.finish(AtomClaim::Related(*relation, ids));
                }
                let two = vec![(ClueComparison::AtLeast, Ok(Number::whole(2)))];
                let factor = build.choice(Type::Integer, Vec::new(), two);
                let whole = build.whole[ids[1]];
                let product = Operation::Binary(ClueOperator::Times, factor, ids[1]);
                let product = build.push(product, whole);
                let claim = AtomClaim::Chain(vec![(ids[0], ClueComparison::Equal, product)]);
                Atom { multiple: Some([ids[0], ids[1]]), ..build.finish(claim) }
            }
        }
    }

    /// Copies the nodes of a claim into an atom; returns what each has become.
    fn copy(
        &self,
        claim: &language::ClueClaim,
        pick: &[usize],
        build: &mut AtomBuilder,
    ) -> Vec<FoldedNode> {
        let mut picks = pick.iter();
        let mut parts: Vec<FoldedNode> = Vec::with_capacity(claim.nodes.len());
        // Bounds of types may stand behind them; they are constants.
        let mut members: Vec<(usize, &Member)> = Vec::new();
        for node in &self.statement.nodes[claim.nodes.clone()] {
            let at = |id: &Id| &parts[id - claim.nodes.start];
            let part = match node {
                Node::Number(number) => FoldedNode::Constant(Number::of(number)),
                Node::Ref(name) => FoldedNode::Made(build.slot(self.bound(*name))),
                Node::SomeEntry => {
                    let entry = *picks.next().expect("one for each `#entry`");
                    FoldedNode::Made(build.slot(Ref::Value(entry)))
                }
                Node::Member(member) => {
                    let arguments: Vec<Id> =
                        member.arguments.iter().map(|id| build.id(at(id))).collect();
                    members.push((build.choices.len(), member));
                    FoldedNode::Made(build.choice(member.kind, arguments, Vec::new()))
                }
                Node::Negative(a) => build.made(Operation::Negative, at(a)),
                Node::Root(a) => build.made(Operation::Root, at(a)),
                Node::Factorial(a) => build.made(Operation::Factorial, at(a)),
                Node::Binary(operator, a, b) => match (at(a), at(b)) {
                    (FoldedNode::Constant(a), FoldedNode::Constant(b)) => {
                        FoldedNode::Constant(fold(&[a, b], |n| {
                            Number::apply(*operator, &n[0], &n[1])
                        }))
                    }
                    (a, b) => {
                        let (a, b) = (build.id(a), build.id(b));
                        let closed = !matches!(operator, ClueOperator::Over | ClueOperator::Power);
                        let whole = closed && build.whole[a] && build.whole[b];
                        FoldedNode::Made(build.push(Operation::Binary(*operator, a, b), whole))
                    }
                },
                Node::Call(function, arguments) => {
                    let constants: Option<Vec<&Value>> = arguments
                        .iter()
                        .map(|id| match at(id) {
                            FoldedNode::Constant(value) => Some(value),
                            FoldedNode::Made(_) => None,
                        })
                        .collect();
                    match constants.filter(|_| !function.is_of_grid()) {
                        Some(constants) => FoldedNode::Constant(fold(&constants, |n| {
                            functions::apply(*function, n)
                        })),
                        None => {
                            let ids: Vec<Id> =
                                arguments.iter().map(|id| build.id(at(id))).collect();
                            FoldedNode::Made(self.call(*function, ids, build))
                        }
                    }
                }
            };
            parts.push(part);
        }
        for (choice, member) in members {
            let bound = |&(how, id): &(ClueComparison, Id)| match &parts[id - claim.nodes.start] {
                FoldedNode::Constant(value) => (how, value.clone()),
                FoldedNode::Made(_) => unreachable!("bounds of types are constants"),
            };
            let bounds: Vec<_> = member.bounds.iter().map(bound).collect();
            build.choices[choice].range = choice_range(member.kind, &bounds);
            build.choices[choice].bounds = bounds;
        }
        parts
    }

    fn call(&self, function: Function, mut parts: Vec<Id>, build: &mut AtomBuilder) -> Id {
        if function.is_of_grid() {
            parts.extend((0..self.scope.cells).map(|cell| build.slot(Ref::Cell(cell))));
        }
        let keeps = matches!(
            function,
            Function::Min | Function::Max | Function::Abs | Function::SquareRoot
        );
        let whole = !keeps || parts.iter().all(|&part| build.whole[part]);
        build.push(Operation::Call(function, parts), whole)
    }

    fn bound(&self, name: Ref) -> Ref {
        match name.bound(self.scope.this) {
            Ref::Grid(entry) if !self.scope.transformed => Ref::Value(entry),
            other => other,
        }
    }
}

/// What a node has become: a constant that is not yet among the operations, or one of them.
enum FoldedNode {
    Constant(Value),
    Made(Id),
}

/// The value of an operation on constants.
fn fold(parts: &[&Value], apply: impl Fn(&[Number]) -> Value) -> Value {
    if parts.iter().any(|part| **part == Err(Missing::NotANumber)) {
        return Err(Missing::NotANumber);
    }
    let numbers: Vec<Number> =
        parts.iter().map(|part| (*part).clone()).collect::<Result<_, _>>()?;
    apply(&numbers)
}

/// What a member of a type can be, with these bounds.
fn choice_range(kind: Type, bounds: &[(ClueComparison, Value)]) -> IntegerInterval {
    let mut range = match kind {
        _ if kind.is_signed() => IntegerInterval::ALL,
        Type::Prime => IntegerInterval::from(2),
        _ => IntegerInterval::from(1),
    };
    for (how, bound) in bounds {
        let Ok(bound) = bound else { continue };
        let ends = match bound.floor_and_ceiling() {
            (Some(floor), Some(ceiling)) => bounded(floor, ceiling),
            _ => continue,
        };
        range = range.and(match how {
            ClueComparison::Less | ClueComparison::AtMost => {
                IntegerInterval { low: IntegerInterval::BELOW, ..ends }
            }
            ClueComparison::Greater | ClueComparison::AtLeast => {
                IntegerInterval { high: IntegerInterval::ABOVE, ..ends }
            }
            ClueComparison::Equal | ClueComparison::NotEqual => IntegerInterval::ALL,
        });
    }
    range
}

/// An atom under construction.
#[derive(Default)]
struct AtomBuilder {
    slots: Vec<Ref>,
    choices: Vec<TypeChoice>,
    operations: Vec<Operation>,
    whole: Vec<bool>,
}

impl AtomBuilder {
    fn push(&mut self, operation: Operation, whole: bool) -> Id {
        self.operations.push(operation);
        self.whole.push(whole);
        self.operations.len() - 1
    }

    /// The operation of a part.
    fn id(&mut self, part: &FoldedNode) -> Id {
        match part {
            FoldedNode::Made(id) => *id,
            FoldedNode::Constant(value) => {
                let whole = value.as_ref().is_ok_and(Number::is_whole);
                self.push(Operation::Constant(value.clone()), whole)
            }
        }
    }

    /// An operation on one part, which keeps whole numbers whole.
    fn made(&mut self, operation: fn(Id) -> Operation, part: &FoldedNode) -> FoldedNode {
        match (part, operation(0)) {
            (FoldedNode::Constant(value), operation) => {
                FoldedNode::Constant(fold(&[value], |n| match operation {
                    Operation::Negative(_) => Ok(n[0].negative()),
                    Operation::Root(_) => n[0].root(2),
                    _ => n[0].factorial(),
                }))
            }
            (FoldedNode::Made(id), _) => {
                // A rational root of a whole number is whole, and factorials always are.
                let whole = self.whole[*id] || matches!(operation(0), Operation::Factorial(_));
                FoldedNode::Made(self.push(operation(*id), whole))
            }
        }
    }

    fn slot(&mut self, name: Ref) -> Id {
        let known = self.slots.iter().position(|&other| other == name);
        let slot = known.unwrap_or_else(|| {
            self.slots.push(name);
            self.slots.len() - 1
        });
        self.push(Operation::Slot(slot), true)
    }

    fn choice(
        &mut self,
        kind: Type,
        arguments: Vec<Id>,
        bounds: Vec<(ClueComparison, Value)>,
    ) -> Id {
        let range = choice_range(kind, &bounds);
        self.choices.push(TypeChoice { kind, arguments, bounds, range });
        self.push(Operation::Choice(self.choices.len() - 1), true)
    }

    fn finish(self, claim: AtomClaim) -> Atom {
        let Self { slots, choices, operations, whole } = self;
        Atom { slots, choices, operations, whole, claim, multiple: None }
    }
}
