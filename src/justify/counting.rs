//! Clauses that count: at most one, exactly this many, each value taken.

use std::io::Write;

use xwc_encodings::Lit;

use super::pb::Pb;
use super::scope::ProofScope;
use super::{Justifier, JustifyError, Known};
use xwc_check::plain::Topic;

impl<W: Write> Justifier<'_, W> {
    /// The clauses of an all-different or multiset constraint.
    pub(super) fn numbers(&mut self, constraint: usize) -> Result<(), JustifyError> {
        let groups = self.rules.groups().iter().zip(&self.given);
        let lines = groups.filter(|(group, _)| group.topic == Topic::Numbers);
        let mut known: Vec<Known> = lines.flat_map(|(_, given)| given).cloned().collect();
        // Givens are among the numbers, too.
        let units = self.about.values().flatten().filter(|(id, _)| *id > self.core);
        known.extend(units.cloned());
        self.count(self.sections[constraint].clone(), &known)
    }

    /// Derives clauses from constraints on how many literals are true.
    pub(super) fn count(
        &mut self,
        clauses: impl IntoIterator<Item = usize>,
        known: &[Known],
    ) -> Result<(), JustifyError> {
        let mut scope = ProofScope::default();
        known.iter().for_each(|(id, pb)| scope.add(*id, pb.clone()));
        for clause in clauses {
            self.define_all(clause)?.into_iter().for_each(|(id, pb)| scope.add(id, pb));
            if let Some(id) = self.rup(self.clauses[clause], &mut scope)? {
                self.ids[clause] = id;
                continue;
            }
            let parts = self
                .sum_of_definitions(clause, known)
                .or_else(|| self.sum_of_all(clause, known))
                .ok_or(JustifyError::Gap { number: clause + 1 })?;
            let (ids, weakened) = parts;
            self.ids[clause] = self.proof.sum(&ids, &weakened)?;
        }
        Ok(())
    }

    /// What the literals of the clause mean, added up, alone or with one of the known constraints.
    fn sum_of_definitions(&self, clause: usize, known: &[Known]) -> Option<(Vec<u64>, Vec<Lit>)> {
        let literals = self.clauses[clause];
        let mut parts: Vec<&Known> = Vec::new();
        for &lit in literals {
            if let Some([enough, _]) = self.halves.get(&lit) {
                parts.push(enough);
            } else if let Some([_, only_if]) = self.halves.get(&!lit) {
                parts.push(only_if);
            }
        }
        // A constraint that is about one of the literals that are to go.
        let about = |(_, pb): &&Known| {
            pb.terms.iter().any(|(_, lit)| parts.iter().any(|(_, p)| p.terms.contains(&(1, !*lit))))
        };
        let candidates: Vec<&Known> = known.iter().filter(about).collect();
        std::iter::once(None).chain(candidates.into_iter().map(Some)).find_map(|more| {
            let all: Vec<&Known> = parts.iter().copied().chain(more).collect();
            adds_up(literals, &all, known)
        })
    }

    /// A value is taken because all variables have values and no other is taken twice: every domain
    /// and every known constraint about other literals, added up.
    fn sum_of_all(&self, clause: usize, known: &[Known]) -> Option<(Vec<u64>, Vec<Lit>)> {
        let literals = self.clauses[clause];
        let vars = literals.iter().filter_map(|lit| self.owner.get(lit));
        let has_value = vars.filter_map(|var| {
            self.about[var].iter().find(|(id, pb)| *id <= self.core && pb.terms[0].1.is_pos())
        });
        let others = known.iter().filter(|(id, pb)| {
            *id <= self.core && pb.terms.iter().all(|(_, lit)| !literals.contains(&!*lit))
        });
        let all: Vec<&Known> = has_value.chain(others).collect();
        adds_up(literals, &all, known)
    }
}

/// Whether constraints add up to the clause: their numbers, and what has to be weakened away. Literals
/// that are known to be false cancel out with that.
fn adds_up(clause: &[Lit], parts: &[&Known], known: &[Known]) -> Option<(Vec<u64>, Vec<Lit>)> {
    let sum = Pb::sum(parts.iter().map(|(_, pb)| pb));
    let left = |lit: Lit| sum.terms.contains(&(1, !lit)) && !clause.contains(&!lit);
    let units = known.iter().filter(|(_, pb)| pb.degree == 1 && pb.terms.len() == 1);
    let false_ones = units.filter(|(_, pb)| left(pb.terms[0].1));
    let parts: Vec<&Known> = parts.iter().copied().chain(false_ones).collect();
    let sum = Pb::sum(parts.iter().map(|(_, pb)| pb));
    let foreign = |(_, lit): &&(i64, Lit)| !clause.contains(lit);
    let weakened: Vec<(i64, Lit)> = sum.terms.iter().filter(foreign).copied().collect();
    let lost: i64 = weakened.iter().map(|&(weight, _)| weight).sum();
    let ids = parts.iter().map(|&&(id, _)| id).collect();
    (!parts.is_empty() && sum.degree - lost >= 1)
        .then(|| (ids, weakened.into_iter().map(|(_, lit)| lit).collect()))
}
