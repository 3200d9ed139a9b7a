//! Asking whether a statement is true of a filled grid: a walk over its syntax tree.
//!
//! A claim with open types or open entries asks whether some choice makes it true. Entries are
//! tried one after the other. For open types the range of each is narrowed by what is known, the one
//! with the fewest candidates is tried number by number, and so on; the last one is as a rule
//! determined by the others. All candidates are tried, or the answer is that it is undecided.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

use super::contract::contract;
use super::functions::{self, Tally};
use super::interval::{End, Interval};
use super::members::{self, Members};
use super::number::{self, Gap, Value, whole};
use super::primes;
use super::truth::{Reason, Truth};
use super::types::belongs;
use super::work::{self, Work};
use crate::families::crossnumber::language::{
    ClaimKind, ClueClaim, ClueComparison, ClueOperator, Condition, Id, Member, Node,
    NumberRelation, Ref, Statement, Type,
};

/// Work for one solution: a few seconds at most.
const MAX_WORK: u64 = 1_000_000_000;

/// Numbers with more divisors are not tried divisor by divisor.
const MAX_DIVISORS: usize = 20_000;

/// What a statement is asked about.
pub trait World {
    /// The value of a name; `None` if it is not filled in. Never asked for `this`.
    fn value(&self, name: Ref) -> Option<BigInt>;

    /// How many entries there are.
    fn n_entries(&self) -> usize;

    /// How many cells hold digits.
    fn n_cells(&self) -> usize;

    /// The digits of the whole grid.
    fn tally(&self) -> &Tally;
}

/// Asks statements about one world.
pub struct Referee<'a> {
    world: &'a dyn World,
    work: Work,
}

impl<'a> Referee<'a> {
    /// A referee for a world.
    pub fn new(world: &'a dyn World) -> Self {
        Self { world, work: Work::new(MAX_WORK) }
    }

    /// Whether a statement is true, with that entry as `this`.
    pub fn truth(&self, statement: &Statement, this: Option<usize>) -> Truth {
        self.condition(statement, &statement.condition, this)
    }

    fn condition(&self, statement: &Statement, part: &Condition, this: Option<usize>) -> Truth {
        let each = |part: &Condition| self.condition(statement, part, this);
        match part {
            Condition::And(all) => Truth::all(all.iter().map(each)),
            Condition::Or(all) => Truth::any(all.iter().map(each)),
            Condition::Not(part) => !each(part),
            Condition::Claim(claim) => {
                let question = Question {
                    referee: self,
                    statement,
                    claim,
                    this,
                    chosen: vec![None; claim.nodes.len()],
                };
                question.with_entries(claim.nodes.start)
            }
        }
    }
}

/// One claim, with some of its open types and entries chosen.
#[derive(Clone)]
struct Question<'a> {
    referee: &'a Referee<'a>,
    statement: &'a Statement,
    claim: &'a ClueClaim,
    this: Option<usize>,
    /// By place in the claim: the entry, or the member of a type.
    chosen: Vec<Option<ChosenValue>>,
}

#[derive(Clone, Debug)]
enum ChosenValue {
    Entry(usize),
    Member(BigInt),
}

impl<'a> Question<'a> {
    fn at(&self, id: Id) -> usize {
        id - self.claim.nodes.start
    }

    fn node(&self, id: Id) -> &'a Node {
        &self.statement.nodes[id]
    }

    /// The value of a name or of a chosen entry.
    fn name(&self, name: Ref) -> Value {
        let value = self.referee.world.value(name.bound(self.this));
        value.map(whole).ok_or(Gap::Undecided(Reason::Blank))
    }

    /// Whether some choice of the entries from a node on, all different and none of them `this`,
    /// makes the claim true.
    fn with_entries(mut self, from: Id) -> Truth {
        let mut rest = from..self.claim.nodes.end;
        let Some(open) = rest.find(|&id| matches!(self.node(id), Node::SomeEntry)) else {
            return self.with_members();
        };
        let mut result = Truth::False;
        for entry in 0..self.referee.world.n_entries() {
            let used = |choice: &Option<ChosenValue>| matches!(choice, Some(ChosenValue::Entry(e)) if *e == entry);
            if Some(entry) == self.this || self.chosen.iter().any(used) {
                continue;
            }
            let at = self.at(open);
            self.chosen[at] = Some(ChosenValue::Entry(entry));
            result = Truth::any([result, self.clone().with_entries(open + 1)]);
            self.chosen[at] = None;
            if result == Truth::True {
                break;
            }
        }
        result
    }

    /// Whether some choice of the members that are still open makes the claim true.
    fn with_members(&mut self) -> Truth {
        let mut open = self.statement.open_members(self.claim);
        if open.all(|(id, _)| self.chosen[self.at(id)].is_some()) {
            return self.closed(&self.values());
        }
        let values = self.values();
        if values.contains(&Err(Gap::NotANumber)) {
            return Truth::False;
        }
        if let Err(reason) = self.referee.work.spend(work::contraction(values.len())) {
            return Truth::Undecided(reason);
        }
        let known = |id: Id| self.range(id, &values);
        let cells = self.referee.world.n_cells();
        let Some(ranges) = contract(self.statement, self.claim, cells, &known) else {
            return Truth::False;
        };
        let is_open = self.is_open();
        // A member whose arguments are made of others waits for them, so one of them is ready.
        let ready = self.statement.open_members(self.claim).filter(|(id, member)| {
            let waits = member.arguments.iter().any(|&id| is_open[self.at(id)]);
            self.chosen[self.at(*id)].is_none() && !waits
        });
        let candidates =
            ready.map(|(id, member)| (id, member, self.candidates(id, member, &values, &ranges)));
        let next = candidates.min_by_key(|(_, _, candidates)| candidates.estimate());
        let (id, member, candidates) = next.expect("one of them is ready");
        let mut result = Truth::False;
        for candidate in candidates {
            let candidate = whole(candidate);
            let cost = work::membership(member.kind, &candidate);
            if self.referee.work.spend(cost).is_err() {
                return Truth::any([result, Truth::Undecided(Reason::Members(member.kind))]);
            }
            let belongs = self.belongs(member, &values, &candidate);
            if belongs == Truth::False {
                continue;
            }
            let at = self.at(id);
            self.chosen[at] = Some(ChosenValue::Member(candidate.to_integer()));
            let holds = self.with_members();
            self.chosen[at] = None;
            result = Truth::any([result, Truth::all([belongs, holds])]);
            match result {
                Truth::True => break,
                // Then there is none left for the other candidates either.
                Truth::Undecided(Reason::Effort) => {
                    return Truth::Undecided(Reason::Members(member.kind));
                }
                _ => {}
            }
        }
        result
    }

    /// By node: whether it is, or is made of, a member that is not chosen.
    fn is_open(&self) -> Vec<bool> {
        let mut open: Vec<bool> = Vec::with_capacity(self.claim.nodes.len());
        for id in self.claim.nodes.clone() {
            let chosen = self.chosen[self.at(id)].is_some();
            open.push(match self.node(id) {
                Node::Member(_) => !chosen,
                node => node.parts().iter().any(|&part| open[self.at(part)]),
            });
        }
        open
    }

    /// What is known of a number: its value, or what a member can be at all.
    fn range(&self, id: Id, values: &[Value]) -> Interval {
        match (self.node(id), &values[self.at(id)]) {
            (_, Ok(value)) => Interval::point(value.clone()),
            (Node::Member(member), _) => member_range(member, &|id| &values[self.at(id)]),
            _ => Interval::ALL,
        }
    }

    /// The numbers that an open type can stand for.
    fn candidates(
        &self,
        id: Id,
        member: &Member,
        values: &[Value],
        ranges: &[Interval],
    ) -> Members {
        let (range, is_whole) = (&ranges[self.at(id)], self.is_whole());
        let known = |id: Id| ranges[self.at(id)].only().filter(|value| value.is_integer());
        // What divides a known number is one of its divisors, and they are few.
        let mut divided = None;
        for (i, node) in self.claim.nodes.clone().map(|i| (i, self.node(i))) {
            let is = |part: &Id| *part == id;
            divided = divided.or_else(|| match node {
                Node::Binary(ClueOperator::Times, a, b) if is(a) || is(b) => {
                    let other = if is(a) { *b } else { *a };
                    known(i).filter(|_| is_whole[self.at(other)])
                }
                Node::Binary(ClueOperator::Modulo, a, b) if is(b) => {
                    known(*a).filter(|_| known(i).is_some_and(Zero::is_zero))
                }
                _ => None,
            });
        }
        if let ClaimKind::Related(NumberRelation::Multiple, ids) = &self.claim.kind
            && ids[1] == id
        {
            divided = divided.or_else(|| known(ids[0]));
        }
        let divisors = divided
            .filter(|value| !value.is_zero())
            .and_then(|value| primes::divisors(value.numer().magnitude(), MAX_DIVISORS).ok());
        match divisors {
            Some(divisors) => Members::divisors(divisors, member.kind.is_signed(), range),
            None => {
                let first = member.arguments.first().map(|&id| &values[self.at(id)]);
                Members::new(member.kind, first.and_then(|value| value.as_ref().ok()), range)
            }
        }
    }

    /// By node: whether it is made of whole numbers by sums and products alone.
    fn is_whole(&self) -> Vec<bool> {
        let mut whole: Vec<bool> = Vec::with_capacity(self.claim.nodes.len());
        for id in self.claim.nodes.clone() {
            let part = |id: &Id| whole[self.at(*id)];
            whole.push(match self.node(id) {
                Node::Number(_) | Node::Ref(_) | Node::Member(_) | Node::SomeEntry => true,
                Node::Negative(a) => part(a),
                Node::Binary(
                    ClueOperator::Plus | ClueOperator::Minus | ClueOperator::Times,
                    a,
                    b,
                ) => part(a) && part(b),
                _ => false,
            });
        }
        whole
    }

    /// Whether a number is a member: of the type, and between the bounds.
    fn belongs(&self, member: &Member, values: &[Value], number: &BigRational) -> Truth {
        let value = |id: &Id| values[self.at(*id)].clone();
        let undecided = |gap: Gap| match gap {
            Gap::NotANumber => Truth::False,
            Gap::Undecided(reason) => Truth::Undecided(reason),
        };
        let bounds = member.bounds.iter().map(|(how, id)| {
            value(id).map_or_else(undecided, |bound| Truth::of(how.holds(number, &bound)))
        });
        let arguments: Result<Vec<BigRational>, Gap> = member.arguments.iter().map(value).collect();
        let of_type = arguments
            .map_or_else(undecided, |arguments| belongs(member.kind, &arguments, number).into());
        Truth::all(bounds.chain([of_type]))
    }

    /// The value of every node; members that are not chosen are not known.
    fn values(&self) -> Vec<Value> {
        let mut values: Vec<Value> = Vec::with_capacity(self.claim.nodes.len());
        for id in self.claim.nodes.clone() {
            let chosen = &self.chosen[self.at(id)];
            let value = match (self.node(id), chosen) {
                (Node::Ref(name), _) => self.name(*name),
                (_, Some(ChosenValue::Entry(entry))) => self.name(Ref::Value(*entry)),
                (_, Some(ChosenValue::Member(value))) => Ok(whole(value.clone())),
                (node, None) => {
                    let part = |id: Id| &values[self.at(id)];
                    evaluate(node, &part, self.referee.world.tally(), &self.referee.work)
                }
            };
            values.push(value);
        }
        values
    }

    /// Whether the claim is true, with everything chosen.
    fn closed(&self, values: &[Value]) -> Truth {
        // A claim about something that is not a number is false, whatever else is unknown.
        if values.contains(&Err(Gap::NotANumber)) {
            return Truth::False;
        }
        let unknown = values.iter().find_map(|value| match value {
            Err(Gap::Undecided(reason)) => Some(*reason),
            _ => None,
        });
        if let Some(reason) = unknown {
            return Truth::Undecided(reason);
        }
        let value = |id: Id| values[self.at(id)].clone().expect("all are numbers");
        match &self.claim.kind {
            ClaimKind::Chain(first, rest) => {
                let mut left = value(*first);
                for &(how, id) in rest {
                    let right = value(id);
                    if !how.holds(&left, &right) {
                        return Truth::False;
                    }
                    left = right;
                }
                Truth::True
            }
            ClaimKind::Related(relation, ids) => {
                let arguments: Vec<BigRational> = ids.iter().map(|&id| value(id)).collect();
                let cost =
                    arguments.iter().map(|number| work::membership(Type::Prime, number)).sum();
                match self.referee.work.spend(cost) {
                    Ok(()) => functions::holds(*relation, &arguments),
                    Err(reason) => Truth::Undecided(reason),
                }
            }
        }
    }
}

/// The value of a node that is made of others.
fn evaluate<'v>(node: &Node, part: &dyn Fn(Id) -> &'v Value, tally: &Tally, work: &Work) -> Value {
    let value = match node {
        Node::Number(number) => number::sized(whole(number.clone())),
        Node::Negative(a) => known(&[*a], part).map(|parts| -&parts[0]),
        Node::Binary(operator, a, b) => {
            let parts = known(&[*a, *b], part)?;
            number::binary(*operator, &parts[0], &parts[1])
        }
        Node::Root(a) => number::root(&known(&[*a], part)?[0], &2.into()),
        Node::Factorial(a) => number::factorial(&known(&[*a], part)?[0]),
        Node::Call(function, arguments) => {
            let arguments = known(arguments, part)?;
            work.spend(work::function(*function, &arguments))?;
            functions::apply(*function, &arguments, tally)
        }
        Node::Ref(_) | Node::Member(_) | Node::SomeEntry => Err(Gap::Undecided(Reason::Blank)),
    };
    // What comes out says best what it cost; a single operation is bounded.
    work.spend(value.as_ref().map_or(0, work::operation))?;
    value
}

/// The numbers of some nodes. The result is not a number if an operand is not, whatever else is
/// unknown.
fn known<'v>(ids: &[Id], part: &dyn Fn(Id) -> &'v Value) -> Result<Vec<BigRational>, Gap> {
    if ids.iter().any(|&id| *part(id) == Err(Gap::NotANumber)) {
        return Err(Gap::NotANumber);
    }
    ids.iter().map(|&id| part(id).clone()).collect()
}

/// The value of every node of a claim that is made of constants; the others are not known.
pub(crate) fn constants(statement: &Statement, claim: &ClueClaim, work: &Work) -> Vec<Value> {
    let mut values: Vec<Value> = Vec::with_capacity(claim.nodes.len());
    for node in &statement.nodes[claim.nodes.clone()] {
        let part = |id: Id| &values[id - claim.nodes.start];
        let value = evaluate(node, &part, &Tally::default(), work);
        values.push(value);
    }
    values
}

/// What an open type can stand for at all: its least member, and the bounds that are written.
pub(crate) fn member_range<'v>(member: &Member, value: &dyn Fn(Id) -> &'v Value) -> Interval {
    let mut range = match member.kind.is_signed() {
        true => Interval::ALL,
        false => Interval::from(members::least(member.kind)),
    };
    for &(how, id) in &member.bounds {
        // A bound that is not a number leaves nothing, and one that is not known rules out nothing.
        let bound = match value(id) {
            Ok(bound) => bound,
            Err(Gap::NotANumber) => return Interval::empty(),
            Err(Gap::Undecided(_)) => continue,
        };
        // Members are whole numbers.
        let up_to = |high| Interval::new(End::Below, End::At(high));
        let from = |low| Interval::new(End::At(low), End::Above);
        range = range.and(&match how {
            ClueComparison::Less => up_to(bound.ceil() - whole(1)),
            ClueComparison::AtMost => up_to(bound.floor()),
            ClueComparison::Greater => from(bound.floor() + whole(1)),
            ClueComparison::AtLeast => from(bound.ceil()),
            ClueComparison::Equal | ClueComparison::NotEqual => Interval::ALL,
        });
    }
    range
}
