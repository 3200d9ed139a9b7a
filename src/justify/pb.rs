//! Pseudo-Boolean constraints and their sums.

use std::collections::BTreeMap;

use xwc_encodings::Lit;

/// A weighted sum of literals is at least the degree. Weights are positive, no variable occurs
/// twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pb {
    pub(super) terms: Vec<(i64, Lit)>,
    pub(super) degree: i64,
}

impl Pb {
    /// At least `degree` of the literals.
    pub(super) fn at_least(degree: usize, literals: impl IntoIterator<Item = Lit>) -> Self {
        let degree = i64::try_from(degree).expect("not more than there are literals");
        Self { terms: literals.into_iter().map(|lit| (1, lit)).collect(), degree }
    }

    pub(super) fn clause(literals: impl IntoIterator<Item = Lit>) -> Self {
        Self::at_least(1, literals)
    }

    /// If `switch` is true then at least `degree` of the literals are.
    pub(super) fn if_then(switch: Lit, degree: usize, literals: &[Lit]) -> Self {
        let mut pb = Self::at_least(degree, literals.iter().copied());
        pb.terms.push((pb.degree, !switch));
        pb
    }

    /// The sum of constraints, without what cancels out.
    pub(super) fn sum<'a>(constraints: impl IntoIterator<Item = &'a Pb>) -> Self {
        let mut weights: BTreeMap<Lit, i64> = BTreeMap::new();
        let mut degree = 0;
        for pb in constraints {
            degree += pb.degree;
            for &(weight, lit) in &pb.terms {
                *weights.entry(lit).or_default() += weight;
            }
        }
        let mut terms = Vec::new();
        for (&lit, &weight) in &weights {
            let other = weights.get(&!lit).copied().unwrap_or(0);
            // `lit + not lit = 1`
            if lit.is_pos() || other == 0 {
                degree -= weight.min(other);
            }
            if weight > other {
                terms.push((weight - other, lit));
            }
        }
        Self { terms, degree }
    }
}
