//! The same question for three by three numbers without any bound.
//!
//! With a minus in every line all diagonals are differences, and a setting is a system of six
//! equations. The systems are a tree: lines are added one by one, and where Z3 refutes what is
//! there, everything below is refuted as well.

use xwc_encodings::{Comparison, Constraint, Domain, Model, Op, VarId};

use super::systems::{EQUATIONS, LineEquation, System, settings};
use super::zero::Solved;
use crate::solve::{Budget, Outcome, SolveError, Z3};

/// The rows and columns in the order in which they join: those that say most come first.
const JOIN: [usize; 6] = [1, 4, 0, 3, 2, 5];

/// The numbers of the rows, then those of the columns.
const LINES: [[usize; 3]; 6] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8]];

/// The answer for all settings with all four operators.
#[derive(Debug, Default)]
pub(super) struct Decided {
    /// Settings that are known to have no solution.
    pub refuted: u64,
    /// Settings that could not be decided.
    pub unknown: u64,
    /// One solution for each setting that has any.
    pub solutions: Vec<Solved>,
    /// Questions that were put to the solver.
    pub questions: u64,
}

/// Decides every setting with all four operators; `done` is called with the number of systems decided so far.
///
/// # Errors
///
/// If this build has no Z3, or it fails.
pub(super) fn decide(budget: Budget, done: &mut dyn FnMut(u64)) -> Result<Decided, SolveError> {
    Z3.require_built_in()?;
    let mut decision =
        Decision { budget, decided: Decided::default(), chosen: Vec::new(), done, systems: 0 };
    decision.go(None)?;
    decision.decided.solutions.sort_by(|x, y| x.setting.cmp(&y.setting));
    Ok(decision.decided)
}

struct Decision<'a> {
    budget: Budget,
    decided: Decided,
    /// Equations of the first lines.
    chosen: Vec<usize>,
    done: &'a mut dyn FnMut(u64),
    systems: u64,
}

/// What is known of some lines: a solution, or that there is none.
type Known = Option<Option<Vec<i64>>>;

impl Decision<'_> {
    /// Goes on from the chosen lines, of which a solution may be known.
    fn go(&mut self, known: Known) -> Result<(), SolveError> {
        if self.chosen.len() == LINES.len() {
            self.count(known);
            self.systems += 1;
            (self.done)(self.systems);
            return Ok(());
        }
        for equation in 0..EQUATIONS.len() {
            self.chosen.push(equation);
            let known = match &known {
                // Refuted already, or the solution fits the next line as well.
                Some(None) => Some(None),
                Some(Some(numbers)) if self.fits(numbers) => Some(Some(numbers.clone())),
                _ => self.ask()?,
            };
            self.go(known)?;
            self.chosen.pop();
        }
        Ok(())
    }

    /// Whether numbers that fit all lines before fit the last one.
    fn fits(&self, numbers: &[i64]) -> bool {
        let last = self.chosen.len() - 1;
        let LineEquation { op, places, .. } = &EQUATIONS[self.chosen[last]];
        let [a, b, c] = places.map(|place| numbers[LINES[JOIN[last]][place]]);
        op.apply(a, b) == Some(c)
    }

    /// Asks for numbers that fit the chosen lines and all diagonals.
    fn ask(&mut self) -> Result<Known, SolveError> {
        self.decided.questions += 1;
        let mut model = Model::default();
        let vars: Vec<VarId> = ["a", "b", "c", "d", "f", "g", "h", "k", "m"]
            .map(|name| model.answer(name, Domain::from(1..)))
            .to_vec();
        // Two numbers are the same, or one is the sum of two others.
        for [x, y] in [[1, 3], [1, 5], [3, 7], [5, 7]] {
            let (terms, comparison) = (vec![(1, vars[x]), (-1, vars[y])], Comparison::Equal);
            model.require(Constraint::Linear { terms, comparison, constant: 0 });
        }
        let diagonals = [(Op::Add, [4, 8, 0]), (Op::Add, [4, 6, 2])];
        let lines = self.chosen.iter().zip(JOIN).map(|(&equation, line)| {
            let LineEquation { op, places, .. } = &EQUATIONS[equation];
            (*op, places.map(|place| LINES[line][place]))
        });
        for (op, [a, b, c]) in diagonals.into_iter().chain(lines) {
            let [a, b, c] = [a, b, c].map(|i| vars[i]);
            model.require(Constraint::Arithmetic { op, a, b, c });
        }
        let failed = |reason: String| SolveError::Failed { backend: Z3.name, reason };
        let encoding = xwc_encodings::find("smt-int").expect("it is in the registry");
        let formula = encoding.encode(&model).map_err(|refusal| failed(refusal.to_string()))?;
        let outcome = Z3.start(&model, Some(&formula), self.budget)?.next()?;
        Ok(match outcome {
            Outcome::Sat(numbers) => Some(Some(numbers)),
            Outcome::Unsat => Some(None),
            Outcome::Unknown(_) => None,
        })
    }

    /// Counts the settings of a complete system.
    fn count(&mut self, known: Known) {
        let mut system: System = [0; 6];
        for (&equation, line) in self.chosen.iter().zip(JOIN) {
            system[line] = equation;
        }
        let settings = settings(system);
        let number = settings.len() as u64;
        match known {
            None => self.decided.unknown += number,
            Some(None) => self.decided.refuted += number,
            Some(Some(numbers)) => {
                let solved = settings.into_iter().map(|setting| Solved::new(&numbers, setting));
                self.decided.solutions.extend(solved);
            }
        }
    }
}
