//! One VeriPB proof from the plain rules of a puzzle to the contradiction.
//!
//! It introduces what the formula has beyond the plain rules (intermediate values, selectors,
//! counters), each by its meaning; derives every clause of the formula, by unit propagation along
//! hints or by adding up constraints; and then replays the LRAT proof. Nothing here has to be
//! trusted: VeriPB checks every line against the plain rules, and a step that cannot be found is an
//! error, never a gap.
//!
//! Reference: Gocht, Martins, Nordström and Oertel, "Certified CNF translations for
//! pseudo-Boolean solving", SAT 2022.

mod counting;
mod expression;
mod pb;
mod proof;
mod replay;
mod scope;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead, Write};

use thiserror::Error;
use xwc_encodings::{Cnf, Constraint, Definition, Lit, Model, VarId};

use pb::Pb;
use proof::{Id, Proof};
use scope::ProofScope;
use xwc_check::certificate::lrat::ProofError;
use xwc_check::plain::{PlainLine, Rules, Topic};
use xwc_check::support::fault::{Blame, Fault};

/// The proof of an expression grows with its rows, the choices of operands that come out right, times
/// the values that the result can have, and those in between.
const MAX_WORK: u64 = 500_000;

/// Why there is no proof from the plain rules.
#[derive(Debug, Error)]
pub(crate) enum JustifyError {
    /// It cannot be written.
    #[error("the proof cannot be written: {0}")]
    Io(#[from] io::Error),
    /// The LRAT proof is malformed.
    #[error("the LRAT proof: {0}")]
    Lrat(#[from] ProofError),
    /// The LRAT proof refers to a clause that is not there.
    #[error("the LRAT proof refers to clause {id}, which is not there")]
    Unknown {
        /// Its number.
        id: u64,
    },
    /// The LRAT proof does not end.
    #[error("the LRAT proof has no empty clause")]
    Open,
    /// The formula is not of the kind that can be justified.
    #[error("the formula cannot be justified: {0}")]
    Formula(&'static str),
    /// An expression with intermediate values has too many right choices of operands.
    #[error("an expression has too many choices of operands that come out right")]
    TooManyRows,
    /// A clause of the formula could not be derived.
    #[error("clause {number} of the formula could not be derived from the plain rules")]
    Gap {
        /// Counted from 1.
        number: usize,
    },
}

impl Blame for JustifyError {
    fn fault(&self) -> Fault {
        match self {
            Self::Formula(_) | Self::TooManyRows => Fault::Usage,
            Self::Io(_) | Self::Lrat(_) | Self::Unknown { .. } | Self::Open | Self::Gap { .. } => {
                Fault::Defect
            }
        }
    }
}

/// Writes the proof that the plain rules are contradictory, given that the formula is.
///
/// # Errors
///
/// If a clause cannot be derived, the LRAT proof is malformed, or something cannot be written.
pub(crate) fn justify(
    rules: &Rules,
    model: &Model,
    cnf: &Cnf,
    lrat: impl BufRead,
    out: impl Write,
) -> Result<(), JustifyError> {
    let mut justifier = Justifier::new(rules, model, cnf, out)?;
    justifier.constants()?;
    justifier.cells()?;
    justifier.constraints()?;
    justifier.solution()?;
    justifier.empty_clauses();
    let Justifier { proof, ids, core, .. } = justifier;
    if let Some(open) = ids.iter().position(|&id| id == 0) {
        return Err(JustifyError::Gap { number: open + 1 });
    }
    replay::replay(proof, cnf.n_vars as usize, ids, core, lrat)
}

/// A constraint of the proof, and its number there.
type Known = (Id, Pb);

struct Justifier<'a, W> {
    model: &'a Model,
    rules: &'a Rules,
    proof: Proof<W>,
    /// The clauses of the formula.
    clauses: Vec<&'a [Lit]>,
    /// The number of each clause in the proof, 0 as long as it is not derived.
    ids: Vec<Id>,
    /// The numbers up to this one are the plain rules.
    core: Id,
    /// The plain rules, by group.
    given: Vec<Vec<Known>>,
    /// The literals of each variable of the model, by value.
    literals: Vec<BTreeMap<i64, Lit>>,
    /// The variable of the model behind each literal, of those and of the helpers of its domain.
    owner: BTreeMap<Lit, VarId>,
    /// The variables of the model that are cells of the grid.
    cells: BTreeMap<String, VarId>,
    /// The literals that are variables of the plain rules.
    plain: BTreeSet<Lit>,
    definitions: BTreeMap<Lit, Definition>,
    /// The two halves of what was introduced: the literal is true if, and only if.
    halves: BTreeMap<Lit, [Known; 2]>,
    /// What is known of each variable: its domain, or that it is constant.
    about: BTreeMap<VarId, Vec<Known>>,
    /// The clauses of each variable's domain.
    domain: BTreeMap<VarId, Vec<usize>>,
    /// The clauses of each constraint.
    sections: Vec<std::ops::Range<usize>>,
    /// A contradiction, if one was found on the way.
    contradiction: Option<Id>,
}

impl<'a, W: Write> Justifier<'a, W> {
    fn new(rules: &'a Rules, model: &'a Model, cnf: &'a Cnf, out: W) -> Result<Self, JustifyError> {
        let unfit = JustifyError::Formula("its encoding does not have a literal for each value");
        let mut literals = Vec::new();
        let mut owner = BTreeMap::new();
        for var in model.ids() {
            let of =
                model[var].domain.iter().map(|value| Some((value, cnf.code.literal(var, value)?)));
            let of: Option<BTreeMap<i64, Lit>> = of.collect();
            let Some(of) = of else { return Err(unfit) };
            owner.extend(of.values().map(|&lit| (lit, var)));
            literals.push(of);
        }
        let mut names: Vec<String> = (1..=cnf.n_vars).map(|number| format!("x{number}")).collect();
        let by_name: BTreeMap<&str, VarId> =
            model.ids().map(|var| (model[var].name.as_str(), var)).collect();
        let mut plain = Vec::new();
        let mut cells = BTreeMap::new();
        for variable in rules.variables() {
            let cell = cell_name(variable.cell);
            let var = by_name.get(&cell[..]).copied();
            let known = var.and_then(|var| literals[var.index()].get(&variable.value).copied());
            // A value that the model has already ruled out gets a literal of its own.
            let lit = known.unwrap_or_else(|| {
                names.push(String::new());
                Lit::positive(names.len() as u32 - 1)
            });
            names[lit.vidx()] = variable.name();
            plain.push(lit);
        }
        for group in rules.groups() {
            let of_group = match &group.topic {
                Topic::Cell(cell) => vec![*cell],
                Topic::Expression(cells) => cells.clone(),
                _ => Vec::new(),
            };
            for cell in of_group.into_iter().map(cell_name) {
                let var = by_name.get(&cell[..]).copied();
                let var = var.ok_or(JustifyError::Formula("a cell is not in the model"))?;
                cells.insert(cell, var);
            }
        }
        let (given, core) = numbered(rules, &plain);
        let empty = |(_, pb): &&Known| pb.terms.is_empty() && pb.degree > 0;
        let contradiction = given.iter().flatten().find(empty).map(|&(id, _)| id);
        let clauses: Vec<&[Lit]> = cnf.clauses().collect();
        let definitions: BTreeMap<Lit, Definition> = cnf.definitions().into_iter().collect();
        let [domains, constraints @ ..] = &cnf.sections[..] else {
            return Err(JustifyError::Formula("its encoding has no sections"));
        };
        let mut domain: BTreeMap<VarId, Vec<usize>> = BTreeMap::new();
        for (i, clause) in clauses[..*domains].iter().enumerate() {
            let first = clause.iter().find_map(|&lit| {
                let lit = if lit.is_pos() { lit } else { !lit };
                owner.get(&lit).copied().or_else(|| match definitions.get(&lit)? {
                    Definition::All(of) | Definition::AtLeast(_, of) => owner.get(&of[0]).copied(),
                })
            });
            // The clause of an empty domain has no owner; it follows from any contradiction.
            if let Some(var) = first {
                domain.entry(var).or_default().push(i);
            }
        }
        let starts = std::iter::once(domains).chain(constraints);
        let sections = starts.zip(constraints).map(|(&start, &end)| start..end).collect();
        Ok(Self {
            model,
            rules,
            proof: Proof::new(out, names, core)?,
            ids: vec![0; clauses.len()],
            clauses,
            core,
            given,
            literals,
            owner,
            cells,
            plain: plain.into_iter().collect(),
            definitions,
            halves: BTreeMap::new(),
            about: BTreeMap::new(),
            domain,
            sections,
            contradiction,
        })
    }

    /// Variables with one value that are not in the plain rules, and values that the plain rules do
    /// not have.
    fn constants(&mut self) -> Result<(), JustifyError> {
        let cells: BTreeSet<VarId> = self.cells.values().copied().collect();
        for var in self.model.ids() {
            let values: Vec<Lit> = self.literals[var.index()].values().copied().collect();
            let blank = values.iter().any(|lit| self.plain.contains(lit));
            for &lit in values.iter().filter(|lit| !self.plain.contains(lit)) {
                let fixed = match values.len() {
                    1 if !blank => lit,
                    _ if blank || cells.contains(&var) => !lit,
                    _ => continue,
                };
                let unit = Pb::clause([fixed]);
                let id = self.proof.red(&unit, fixed)?;
                self.about.entry(var).or_default().push((id, unit));
            }
        }
        Ok(())
    }

    /// The domains of the cells.
    fn cells(&mut self) -> Result<(), JustifyError> {
        for (group, given) in self.rules.groups().iter().zip(self.given.clone()) {
            if let Topic::Cell(cell) = &group.topic {
                let var = self.cells[&cell_name(*cell)];
                self.about.entry(var).or_default().extend(given);
            }
        }
        let vars: Vec<VarId> = self.about.keys().copied().collect();
        for var in vars {
            let known = self.about[&var].clone();
            self.count(self.domain.get(&var).cloned().unwrap_or_default(), &known)?;
        }
        Ok(())
    }

    /// The clauses of every constraint of the model.
    fn constraints(&mut self) -> Result<(), JustifyError> {
        let expressions: Vec<(usize, BTreeSet<VarId>)> = self
            .rules
            .groups()
            .iter()
            .enumerate()
            .filter_map(|(i, group)| match &group.topic {
                Topic::Expression(cells) => {
                    Some((i, cells.iter().map(|&cell| self.cells[&cell_name(cell)]).collect()))
                }
                _ => None,
            })
            .collect();
        let cells: BTreeSet<VarId> = self.cells.values().copied().collect();
        let mut parts: Vec<Vec<usize>> = vec![Vec::new(); expressions.len()];
        let mut current = 0;
        let mut waiting = Vec::new();
        for (i, constraint) in self.model.constraints().iter().enumerate() {
            match constraint {
                Constraint::AllDifferent(_) | Constraint::Multiset { .. } => self.numbers(i)?,
                // Part of the expression that goes on with the next arithmetic constraint.
                Constraint::Clause(_) => waiting.push(i),
                Constraint::Arithmetic { a, b, c, .. } => {
                    // Expressions come in the same order; two share one cell at most.
                    let fits = |of: &BTreeSet<VarId>| {
                        [a, b, c].into_iter().all(|var| !cells.contains(var) || of.contains(var))
                    };
                    while current < expressions.len() && !fits(&expressions[current].1) {
                        current += 1;
                    }
                    let part = parts.get_mut(current);
                    let part = part.ok_or(JustifyError::Formula("an unknown expression"))?;
                    part.append(&mut waiting);
                    part.push(i);
                }
                _ => return Err(JustifyError::Formula("a constraint without plain rules")),
            }
        }
        for ((group, _), part) in expressions.into_iter().zip(parts) {
            self.expression(group, &part)?;
        }
        Ok(())
    }

    /// The last clause, if there is one: not the stated solution.
    fn solution(&mut self) -> Result<(), JustifyError> {
        let mut scope = ProofScope::default();
        for (group, given) in self.rules.groups().iter().zip(&self.given) {
            if group.topic == Topic::Solution {
                given.iter().for_each(|(id, pb)| scope.add(*id, pb.clone()));
            }
        }
        let start = self.sections.last().map_or(0, |section| section.end);
        for i in start..self.clauses.len() {
            self.derive(i, &mut scope, &[])?;
        }
        Ok(())
    }

    /// Clauses without literals, if there is a contradiction already.
    fn empty_clauses(&mut self) {
        for (clause, id) in self.clauses.iter().zip(&mut self.ids) {
            if clause.is_empty() && *id == 0 {
                *id = self.contradiction.unwrap_or(0);
            }
        }
    }

    /// Introduces a literal by its meaning.
    fn define(&mut self, lit: Lit, definition: &Definition) -> Result<[Known; 2], JustifyError> {
        let (least, of) = match definition {
            Definition::All(of) => (of.len(), of),
            Definition::AtLeast(least, of) => (*least, of),
        };
        let negated: Vec<Lit> = of.iter().map(|&lit| !lit).collect();
        let enough = Pb::if_then(!lit, of.len() + 1 - least, &negated);
        let only_if = Pb::if_then(lit, least, of);
        let enough = (self.proof.red(&enough, lit)?, enough);
        let only_if = (self.proof.red(&only_if, !lit)?, only_if);
        let halves = [enough, only_if];
        self.halves.insert(lit, halves.clone());
        Ok(halves)
    }

    /// Introduces the defined literals of a clause that are new; returns their halves.
    fn define_all(&mut self, clause: usize) -> Result<Vec<Known>, JustifyError> {
        let mut known = Vec::new();
        for &lit in self.clauses[clause] {
            let lit = if lit.is_pos() { lit } else { !lit };
            if self.halves.contains_key(&lit) {
                continue;
            }
            if let Some(definition) = self.definitions.get(&lit).cloned() {
                known.extend(self.define(lit, &definition)?);
            }
        }
        Ok(known)
    }

    /// Derives a clause by unit propagation in the scope, if need be by cases: a cover is a list of
    /// literals of which the scope knows that one is true.
    fn derive(
        &mut self,
        clause: usize,
        scope: &mut ProofScope,
        covers: &[Vec<Lit>],
    ) -> Result<(), JustifyError> {
        let literals = self.clauses[clause];
        if let Some(id) = self.rup(literals, scope)? {
            self.ids[clause] = id;
            return Ok(());
        }
        for cover in covers {
            for &case in cover {
                let with_case: Vec<Lit> = literals.iter().copied().chain([!case]).collect();
                if let Some(step) = scope.follows(&with_case) {
                    let lemma = Pb::clause(step.needed);
                    let id = self.proof.rup(&lemma, &step.hints)?;
                    scope.add(id, lemma);
                }
            }
            if let Some(id) = self.rup(literals, scope)? {
                self.ids[clause] = id;
                return Ok(());
            }
        }
        Err(JustifyError::Gap { number: clause + 1 })
    }

    /// Writes the part of a clause that follows by unit propagation, if it does.
    fn rup(
        &mut self,
        literals: &[Lit],
        scope: &mut ProofScope,
    ) -> Result<Option<Id>, JustifyError> {
        match scope.follows(literals) {
            Some(step) => Ok(Some(self.proof.rup(&Pb::clause(step.needed), &step.hints)?)),
            None => Ok(None),
        }
    }
}

fn cell_name(cell: xwc_check::puzzle::grid::Position) -> String {
    format!("r{}c{}", cell.row + 1, cell.column + 1)
}

/// The plain rules as constraints with the numbers that VeriPB gives them, and the last number. An
/// equality is two constraints.
fn numbered(rules: &Rules, plain: &[Lit]) -> (Vec<Vec<Known>>, Id) {
    let mut last = 0;
    let constraints = |line: &PlainLine| -> Vec<Pb> {
        let literal = |lit: &xwc_check::plain::PlainLiteral| match lit.positive {
            true => plain[lit.variable],
            false => !plain[lit.variable],
        };
        let literals: Vec<Lit> = line.literals.iter().map(literal).collect();
        let mut both = vec![Pb::at_least(line.least, literals.iter().copied())];
        if line.exact {
            let most = literals.len().saturating_sub(line.least);
            both.push(Pb::at_least(most, literals.into_iter().map(|lit| !lit)));
        }
        both
    };
    let mut number = |pb: Pb| {
        last += 1;
        (last, pb)
    };
    let group = |lines: &Vec<PlainLine>| -> Vec<Known> {
        lines.iter().flat_map(constraints).map(&mut number).collect()
    };
    let groups: Vec<Vec<Known>> = rules.groups().iter().map(|g| &g.lines).map(group).collect();
    (groups, last)
}
