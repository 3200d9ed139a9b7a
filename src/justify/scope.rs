//! Unit propagation over a few constraints, to find the hints of a step.

use xwc_encodings::Lit;

use super::pb::Pb;
use super::proof::Id;

/// Why a variable has its value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AssignmentReason {
    Assumed,
    Constraint(usize),
}

/// A step that follows: the literals that were needed of those denied, and the constraints in the
/// order of their use.
pub(super) struct PropagatedStep {
    pub(super) needed: Vec<Lit>,
    pub(super) hints: Vec<Id>,
}

/// Some constraints of the proof.
#[derive(Default)]
pub(super) struct ProofScope {
    constraints: Vec<(Id, Pb)>,
    /// By literal, where it occurs.
    occurs: Vec<Vec<(usize, i64)>>,
    /// By constraint, how much of it can still be lost.
    slack: Vec<i64>,
    /// By constraint, its largest weight.
    heaviest: Vec<i64>,
    /// By literal, whether it is true and since which position of the trail.
    since: Vec<Option<usize>>,
    trail: Vec<(Lit, AssignmentReason)>,
    /// Constraints that say something without any assumption.
    eager: Vec<usize>,
    /// A long constraint that is looked at only if nothing follows without it, so that hints are
    /// few.
    reserve: Option<usize>,
    /// The same, as long as it is not looked at.
    asleep: Option<usize>,
}

impl ProofScope {
    pub(super) fn add(&mut self, id: Id, pb: Pb) {
        let index = self.constraints.len();
        let heaviest = pb.terms.iter().map(|&(weight, _)| weight).max().unwrap_or(0);
        let slack = pb.terms.iter().map(|&(weight, _)| weight).sum::<i64>() - pb.degree;
        for &(weight, lit) in &pb.terms {
            self.make_room(lit);
            self.occurs[lit.lidx()].push((index, weight));
        }
        if slack < heaviest || slack < 0 {
            self.eager.push(index);
        }
        self.slack.push(slack);
        self.heaviest.push(heaviest);
        self.constraints.push((id, pb));
    }

    /// Adds a constraint that is used only if nothing follows without it.
    pub(super) fn add_reserve(&mut self, id: Id, pb: Pb) {
        self.add(id, pb);
        self.reserve = Some(self.constraints.len() - 1);
    }

    fn make_room(&mut self, lit: Lit) {
        let needed = lit.lidx().max((!lit).lidx()) + 1;
        if self.since.len() < needed {
            self.since.resize(needed, None);
            self.occurs.resize(needed, Vec::new());
        }
    }

    /// How the clause follows, if unit propagation shows it.
    pub(super) fn follows(&mut self, clause: &[Lit]) -> Option<PropagatedStep> {
        self.asleep = self.reserve;
        let mut conflict = self.propagate(clause);
        let asleep = self.asleep.take();
        if let Some(reserve) = asleep.filter(|_| conflict.is_none()) {
            let done = self.trail.len();
            conflict = self.look_at(reserve).or_else(|| self.propagate_from(done));
        }
        let step = conflict.map(|conflict| self.explain(conflict));
        for (lit, _) in std::mem::take(&mut self.trail) {
            self.since[lit.lidx()] = None;
            for &(index, weight) in &self.occurs[(!lit).lidx()] {
                self.slack[index] += weight;
            }
        }
        step
    }

    /// The constraint that breaks once every literal of the clause is false.
    fn propagate(&mut self, clause: &[Lit]) -> Option<usize> {
        let mut conflict = None;
        for &lit in clause {
            self.make_room(lit);
            conflict = conflict.or(self.assign(!lit, AssignmentReason::Assumed));
        }
        for i in 0..self.eager.len() {
            let index = self.eager[i];
            conflict = conflict.or_else(|| self.look_at(index));
        }
        conflict.or_else(|| self.propagate_from(0))
    }

    /// Looks at every constraint in which a literal became false, from a position of the trail on.
    fn propagate_from(&mut self, mut done: usize) -> Option<usize> {
        let mut conflict = None;
        while conflict.is_none() && done < self.trail.len() {
            let falsified = !self.trail[done].0;
            done += 1;
            for i in 0..self.occurs[falsified.lidx()].len() {
                let (index, _) = self.occurs[falsified.lidx()][i];
                conflict = conflict.or_else(|| self.look_at(index));
            }
        }
        conflict
    }

    /// Makes a literal true; the constraint that breaks by it, if one does.
    fn assign(&mut self, lit: Lit, reason: AssignmentReason) -> Option<usize> {
        if self.since[lit.lidx()].is_some() {
            return None;
        }
        self.since[lit.lidx()] = Some(self.trail.len());
        self.trail.push((lit, reason));
        let mut broken = None;
        for &(index, weight) in &self.occurs[(!lit).lidx()] {
            self.slack[index] -= weight;
            if self.slack[index] < 0 && broken.is_none() && self.asleep != Some(index) {
                broken = Some(index);
            }
        }
        broken
    }

    /// Makes true what the constraint now needs.
    fn look_at(&mut self, index: usize) -> Option<usize> {
        if self.asleep == Some(index) || self.slack[index] >= self.heaviest[index].max(1) {
            return None;
        }
        if self.slack[index] < 0 {
            return Some(index);
        }
        for i in 0..self.constraints[index].1.terms.len() {
            let (weight, lit) = self.constraints[index].1.terms[i];
            let open = self.since[lit.lidx()].is_none() && self.since[(!lit).lidx()].is_none();
            if open && weight > self.slack[index] {
                let broken = self.assign(lit, AssignmentReason::Constraint(index));
                if broken.is_some() {
                    return broken;
                }
            }
        }
        None
    }

    /// Backwards from a broken constraint to what it rests on.
    fn explain(&self, conflict: usize) -> PropagatedStep {
        let mut needed = Vec::new();
        let mut used = vec![false; self.trail.len()];
        let rest_on = |index: usize, before: usize, used: &mut Vec<bool>| {
            for (_, lit) in &self.constraints[index].1.terms {
                if let Some(position) = self.since[(!*lit).lidx()].filter(|&p| p < before) {
                    used[position] = true;
                }
            }
        };
        rest_on(conflict, usize::MAX, &mut used);
        let mut hints = vec![self.constraints[conflict].0];
        for (position, &(lit, reason)) in self.trail.iter().enumerate().rev() {
            match reason {
                _ if !used[position] => {}
                AssignmentReason::Assumed => needed.push(!lit),
                AssignmentReason::Constraint(index) => {
                    rest_on(index, position, &mut used);
                    hints.push(self.constraints[index].0);
                }
            }
        }
        hints.reverse();
        hints.dedup();
        needed.sort_unstable();
        PropagatedStep { needed, hints }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lit(number: i32) -> Lit {
        Lit::from_ipasir(number).expect("not zero")
    }

    #[test]
    fn a_clause_follows_with_its_hints_in_order() {
        let mut scope = ProofScope::default();
        scope.add(10, Pb::clause([lit(-1), lit(2)]));
        scope.add(11, Pb::clause([lit(-2), lit(3)]));
        scope.add(12, Pb::clause([lit(4), lit(5)]));
        let step = scope.follows(&[lit(-1), lit(3), lit(5)]).expect("it follows");
        assert_eq!(step.hints, [10, 11]);
        assert_eq!(step.needed, [lit(-1), lit(3)]);
        assert!(scope.follows(&[lit(-1), lit(5)]).is_none());
        assert!(scope.follows(&[lit(-1), lit(3)]).is_some(), "nothing of the last try is left");
    }

    #[test]
    fn weights_count() {
        let mut scope = ProofScope::default();
        // Two of three; the third is worth two.
        scope.add(1, Pb { terms: vec![(1, lit(1)), (1, lit(2)), (2, lit(3))], degree: 2 });
        assert!(scope.follows(&[lit(1), lit(3)]).is_some());
        assert!(scope.follows(&[lit(3), lit(4)]).is_none());
    }
}
