//! Presolve, as people solve these puzzles: possible values for each clue, possible digits for each
//! cell, from one to the other until nothing changes.
//!
//! Rounds come with growing effort, so that what is cheap to see makes what is costly cheaper. The
//! account of what shrank is kept for `xwc solve --steps`.

use std::collections::BTreeMap;

use xwc_encodings::NoValue;

use super::Effort;
use super::cell_digits;
use super::clue::ClueFormula;
use super::digits::Link;
use super::implied::Implication;
use super::plan::{NarrowingPlan, ValueSlot};
use super::space::{Possible, Space, SpaceView};
use crate::families::crossnumber::CrossNumber;
use crate::families::crossnumber::language::Ref;
use crate::lower::PresolveStep;
use crate::support::budget::{Budget, Limit};

/// The effort of each round.
const EFFORTS: [usize; 2] = [2_000, 40_000];

/// Longer accounts are cut.
const MAX_STEPS: usize = 10_000;

/// A condition with the variables that it is about.
#[derive(Debug)]
pub(crate) struct Rule {
    /// Whether it is a clue, and not a rule for all entries.
    pub is_clue: bool,
    /// Where it comes from and how it is written.
    pub text: String,
    /// What it says.
    pub formula: ClueFormula,
    /// Its variables.
    pub vars: Vec<usize>,
    /// Where its names are among them.
    pub slots: BTreeMap<Ref, ValueSlot>,
    /// How it is asked.
    pub plan: NarrowingPlan,
    /// Whether, when last asked, every value that was left was seen to be possible.
    pub complete: bool,
}

/// Everything that is known while a puzzle is presolved.
#[derive(Debug)]
pub(crate) struct Presolve {
    /// Possible values: cells, then values of entries, then what stands there if that may differ,
    /// then variables.
    pub space: Space,
    /// The names of all variables.
    pub names: Vec<String>,
    /// Numbers and their digits.
    pub links: Vec<Link>,
    /// The conditions.
    pub rules: Vec<Rule>,
    /// Variables that are pairwise different.
    pub different: Vec<Vec<usize>>,
    /// What happened.
    pub steps: Vec<PresolveStep>,
    /// Why there is no solution, if it shows here.
    pub notes: Vec<String>,
    /// Where every name is found.
    pub refs: BTreeMap<Ref, ValueSlot>,
    pub(super) budget: Budget,
    n_cells: usize,
    /// How much was tried in all rounds.
    pub work: usize,
    /// How much was tried since a value was last removed.
    fruitless: usize,
    /// When to stop.
    effort: Effort,
}

/// Why the presolve ends before its time.
pub(super) enum PresolveEnd {
    /// Something has no value left.
    NoValue,
    /// A guard of the budget said stop.
    Stopped(Limit),
}

impl From<NoValue> for PresolveEnd {
    fn from(_: NoValue) -> Self {
        Self::NoValue
    }
}

impl From<Limit> for PresolveEnd {
    fn from(limit: Limit) -> Self {
        Self::Stopped(limit)
    }
}

/// What can be asked.
#[derive(Clone, Copy)]
enum Job {
    Link(usize),
    Different(usize),
    Rule(usize),
}

impl Presolve {
    /// The start: every variable with everything that its length or its group allows. What is tried
    /// from here on takes no more than `most`.
    ///
    /// # Errors
    ///
    /// If a guard of the budget says stop.
    pub(super) fn new(puzzle: &CrossNumber, effort: Effort, budget: Budget) -> Result<Self, Limit> {
        let layout = puzzle.layout();
        let entries = puzzle.entries();
        let mut space = Space::default();
        let mut names = Vec::new();
        let mut add = |name: String, possible: Possible| {
            names.push(name);
            space.all.push(possible);
            space.all.len() - 1
        };
        for (i, cell) in layout.cells.iter().enumerate() {
            let digits = Possible::list(cell_digits(puzzle, i));
            add(format!("r{}c{}", cell.row + 1, cell.column + 1), digits);
        }
        let mut refs: BTreeMap<Ref, ValueSlot> = BTreeMap::new();
        for cell in 0..layout.cells.len() {
            refs.insert(Ref::Cell(cell), ValueSlot { main: cell, cells: Vec::new() });
        }
        let mut links = Vec::new();
        let transformed = puzzle.is_transformed();
        for (i, entry) in entries.iter().enumerate() {
            let (low, high) = puzzle.value_range(i);
            let number = add(entry.name.clone(), Possible::Range(low, high));
            let cells = if transformed { Vec::new() } else { entry.cells.clone() };
            refs.insert(Ref::Value(i), ValueSlot { main: number, cells });
            if !transformed {
                links.push(Link { number, cells: entry.cells.clone() });
            }
        }
        for (i, entry) in entries.iter().enumerate().filter(|_| transformed) {
            let (low, high) = puzzle.grid_range(i);
            let number = add(format!("@{}", entry.name), Possible::Range(low, high));
            let cells = entry.cells.clone();
            refs.insert(Ref::Grid(i), ValueSlot { main: number, cells: cells.clone() });
            links.push(Link { number, cells });
        }
        let written: Vec<usize> = links.iter().map(|link| link.number).collect();
        let mut different = if puzzle.distinct() { vec![written] } else { Vec::new() };
        for group in puzzle.groups() {
            let mut members = Vec::new();
            for &variable in &group.members {
                let values = Possible::of(&group.values);
                let main = add(puzzle.variables()[variable].clone(), values);
                refs.insert(Ref::Variable(variable), ValueSlot { main, cells: Vec::new() });
                members.push(main);
            }
            if group.distinct {
                different.push(members);
            }
        }
        let mut rules = Vec::new();
        let mut rule = |is_clue: bool, text: String, formula: ClueFormula| {
            let (vars, slots) = arranged(&formula, &refs, |_| true);
            let plan = NarrowingPlan::of(&formula, &slots);
            rules.push(Rule { is_clue, text, formula, vars, slots, plan, complete: false });
        };
        for condition in puzzle.conditions() {
            budget.check()?;
            let text = puzzle.named(condition);
            let formula = ClueFormula::of(&condition.statement, puzzle.scope(condition.entry));
            for formula in conjuncts(formula) {
                rule(condition.is_clue(), text.clone(), formula);
            }
        }
        // What is used up shows in the domains, at the end.
        for implication in [Implication::GridCounts, Implication::GridSums] {
            for formula in implication.formulas(puzzle) {
                rule(false, format!("rules: {}", implication.reason()), formula);
            }
        }
        let n_cells = layout.cells.len();
        let (steps, notes) = (Vec::new(), Vec::new());
        let (work, fruitless) = (0, 0);
        Ok(Self {
            rules,
            space,
            names,
            links,
            different,
            steps,
            notes,
            refs,
            n_cells,
            work,
            fruitless,
            effort,
            budget,
        })
    }

    /// Narrows everything until nothing changes, or the effort is spent; false if nothing is left.
    ///
    /// # Errors
    ///
    /// If a guard of the budget says stop.
    pub(crate) fn run(&mut self) -> Result<bool, Limit> {
        let start = self.space.clone();
        match self.narrow() {
            Ok(()) => Ok(true),
            Err(PresolveEnd::NoValue) => {
                self.name_impossible(&start)?;
                Ok(false)
            }
            Err(PresolveEnd::Stopped(limit)) => Err(limit),
        }
    }

    /// Whether it came, or may still come, to its end.
    pub(super) fn is_settled(&self) -> bool {
        self.work <= self.effort.work && self.fruitless <= self.effort.fruitless
    }

    fn narrow(&mut self) -> Result<(), PresolveEnd> {
        self.list_rare_types()?;
        for effort in EFFORTS {
            self.round(effort)?;
            if !self.is_settled() {
                break;
            }
        }
        Ok(())
    }

    /// Names the clues that fit no number of their entry's length, if there are any: that says more
    /// than where the presolve happened to end.
    fn name_impossible(&mut self, start: &Space) -> Result<(), Limit> {
        let mut notes = Vec::new();
        for rule in self.rules.iter().filter(|rule| rule.is_clue) {
            self.budget.check()?;
            let mut space = start.clone();
            let mut view = SpaceView { space: &mut space, vars: &rule.vars };
            if rule.plan.narrow(&mut view, EFFORTS[0]).is_err() {
                notes.push(format!("{}: no number of this length can do that", rule.text));
            }
        }
        if !notes.is_empty() {
            self.notes = notes;
            self.steps.clear();
        }
        Ok(())
    }

    fn round(&mut self, effort: usize) -> Result<(), PresolveEnd> {
        let jobs: Vec<Job> = (0..self.links.len())
            .map(Job::Link)
            .chain((0..self.different.len()).map(Job::Different))
            .chain((0..self.rules.len()).map(Job::Rule))
            .collect();
        let mut watchers: Vec<Vec<usize>> = vec![Vec::new(); self.space.all.len()];
        for (i, job) in jobs.iter().enumerate() {
            let vars: Vec<usize> = match *job {
                Job::Link(link) => {
                    let link = &self.links[link];
                    link.cells.iter().copied().chain([link.number]).collect()
                }
                Job::Different(group) => self.different[group].clone(),
                Job::Rule(rule) => self.rules[rule].vars.clone(),
            };
            vars.into_iter().for_each(|var| watchers[var].push(i));
        }
        let mut waiting = vec![true; jobs.len()];
        self.space.changed.clear();
        // Links and differences are cheap and stand first; rules take turns.
        let mut from = 0;
        while self.is_settled() {
            let n_cheap = self.links.len() + self.different.len();
            let cheap = (0..n_cheap).find(|&i| waiting[i]);
            let rule = || {
                let turn = (n_cheap..jobs.len()).map(|i| (i - n_cheap + from) % self.rules.len());
                turn.map(|rule| rule + n_cheap).find(|&i| waiting[i])
            };
            let next = cheap.or_else(|| if self.rules.is_empty() { None } else { rule() });
            let Some(next) = next else { break };
            waiting[next] = false;
            if next >= n_cheap {
                from = next - n_cheap + 1;
            }
            self.budget.check()?;
            self.ask(jobs[next], effort)?;
            if !self.space.changed.is_empty() {
                self.fruitless = 0;
            }
            while let Some(var) = self.space.changed.pop() {
                for &other in &watchers[var] {
                    // A rule that has seen everything need not look at its own work again.
                    let own = other == next
                        && matches!(jobs[next], Job::Rule(rule) if self.rules[rule].complete);
                    waiting[other] |= !own;
                }
            }
        }
        Ok(())
    }

    fn ask(&mut self, job: Job, effort: usize) -> Result<(), NoValue> {
        match job {
            Job::Link(link) => self.links[link].narrow(&mut self.space)?,
            Job::Different(group) => {
                let group = &self.different[group];
                for (i, &var) in group.iter().enumerate() {
                    let Some(value) = self.space.all[var].only() else { continue };
                    for (j, &other) in group.iter().enumerate() {
                        if i != j && self.space.all[other].contains(value) {
                            self.space.remove(other, value)?;
                        }
                    }
                }
            }
            Job::Rule(rule) => return self.ask_rule(rule, effort),
        }
        Ok(())
    }

    fn ask_rule(&mut self, rule: usize, effort: usize) -> Result<(), NoValue> {
        let rule = &mut self.rules[rule];
        let before: Vec<(usize, u64)> = rule
            .vars
            .iter()
            .filter(|&&var| var >= self.n_cells)
            .map(|&var| (var, self.space.all[var].size()))
            .collect();
        let mut view = SpaceView { space: &mut self.space, vars: &rule.vars };
        let outcome = rule.plan.narrow(&mut view, effort);
        for (var, size) in before {
            let after = &self.space.all[var];
            if after.size() < size && self.steps.len() < MAX_STEPS {
                self.steps.push(PresolveStep {
                    place: rule.text.clone(),
                    subject: self.names[var].clone(),
                    before: size,
                    after: after.size(),
                    values: shown(after),
                });
            }
        }
        let Ok(outcome) = outcome else {
            self.notes.push(format!("{}: nothing is left that can do that", rule.text));
            return Err(NoValue);
        };
        rule.complete = outcome.complete;
        self.work += outcome.work;
        self.fruitless += outcome.work;
        Ok(())
    }
}

/// A few of the values, for people.
fn shown(possible: &Possible) -> String {
    const MOST: usize = 12;
    match possible {
        Possible::Range(low, high) => format!("{low}..{high}"),
        Possible::List(list) => {
            let texts: Vec<String> = list.iter().take(MOST).map(ToString::to_string).collect();
            let more = if list.len() > MOST { " …" } else { "" };
            format!("{}{more}", texts.join(" "))
        }
    }
}

/// The parts that all have to hold.
pub(super) fn conjuncts(formula: ClueFormula) -> Vec<ClueFormula> {
    match formula {
        ClueFormula::And(all) => all.into_iter().flat_map(conjuncts).collect(),
        other => vec![other],
    }
}

/// The variables of a formula in the order of a constraint, and where its names are among them.
/// Digits are added for numbers of which `with_digits` says so.
pub(crate) fn arranged(
    formula: &ClueFormula,
    refs: &BTreeMap<Ref, ValueSlot>,
    with_digits: impl Fn(usize) -> bool,
) -> (Vec<usize>, BTreeMap<Ref, ValueSlot>) {
    let mut vars: Vec<usize> = Vec::new();
    let mut place = |var: usize| match vars.iter().position(|&other| other == var) {
        Some(at) => at,
        None => {
            vars.push(var);
            vars.len() - 1
        }
    };
    let names = formula.names();
    let mains: Vec<usize> = names.iter().map(|name| place(refs[name].main)).collect();
    let slots = names.iter().zip(mains).map(|(name, main)| {
        let global = &refs[name];
        let cells = match with_digits(global.main) {
            true => global.cells.iter().map(|&cell| place(cell)).collect(),
            false => Vec::new(),
        };
        (*name, ValueSlot { main, cells })
    });
    let slots = slots.collect();
    (vars, slots)
}
