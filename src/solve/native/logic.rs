//! Clauses, connectedness, gaps of large domains, and relations that can be asked.

use xwc_encodings::{Domain, Literal};

use super::propagate::Propagate;
use super::store::{Conflict, Step, Store, Var};

/// At least one of the literals.
pub(super) struct Clause {
    literals: Vec<Literal>,
    vars: Vec<Var>,
    /// A literal that was true at the last visit, and probably still is.
    witness: usize,
}

impl Clause {
    /// The clause of these literals.
    pub(super) fn new(literals: Vec<Literal>) -> Self {
        let vars = literals.iter().map(|literal| literal.var.index()).collect();
        Self { literals, vars, witness: 0 }
    }
}

impl Propagate for Clause {
    fn vars(&self) -> &[Var] {
        &self.vars
    }

    fn is_global(&self) -> bool {
        self.vars.len() > 8
    }

    fn propagate(&mut self, store: &mut Store) -> Step {
        if self
            .literals
            .get(self.witness)
            .is_some_and(|literal| truth(store, literal) == Some(true))
        {
            return Ok(());
        }
        let mut open = None;
        for (i, literal) in self.literals.iter().enumerate() {
            match truth(store, literal) {
                Some(true) => {
                    self.witness = i;
                    return Ok(());
                }
                Some(false) => {}
                None if open.is_some() => return Ok(()),
                None => open = Some(literal),
            }
        }
        match open {
            None => Err(Conflict),
            Some(literal) if literal.equal => store.fix(literal.var.index(), literal.value),
            Some(literal) => store.remove(literal.var.index(), literal.value),
        }
    }
}

/// Whether the literal is true, if that is certain.
fn truth(store: &Store, literal: &Literal) -> Option<bool> {
    let var = literal.var.index();
    let possible = store.contains(var, literal.value);
    (!possible || store.is_fixed(var)).then_some(possible == literal.equal)
}

/// The nodes that are not `off` hang together.
pub(super) struct Connected {
    nodes: Vec<Var>,
    neighbours: Vec<Vec<usize>>,
    off: i64,
}

impl Connected {
    /// Nodes by variable, edges by position.
    pub(super) fn new(nodes: Vec<Var>, edges: &[(usize, usize)], off: i64) -> Self {
        let mut neighbours = vec![Vec::new(); nodes.len()];
        for &(i, j) in edges {
            neighbours[i].push(j);
            neighbours[j].push(i);
        }
        Self { nodes, neighbours, off }
    }
}

impl Propagate for Connected {
    fn vars(&self) -> &[Var] {
        &self.nodes
    }

    fn is_global(&self) -> bool {
        true
    }

    /// From a node that is certainly there, whatever cannot be reached is not there.
    fn propagate(&mut self, store: &mut Store) -> Step {
        let surely = |store: &Store, i: usize| !store.contains(self.nodes[i], self.off);
        let possibly = |store: &Store, i: usize| {
            let var = self.nodes[i];
            surely(store, i) || !store.is_fixed(var)
        };
        let Some(start) = (0..self.nodes.len()).find(|&i| surely(store, i)) else {
            return Ok(());
        };
        let mut reached = vec![false; self.nodes.len()];
        let mut frontier = vec![start];
        while let Some(i) = frontier.pop() {
            if possibly(store, i) && !std::mem::replace(&mut reached[i], true) {
                frontier.extend(&self.neighbours[i]);
            }
        }
        for (i, _) in reached.iter().enumerate().filter(|(_, reached)| !**reached) {
            store.fix(self.nodes[i], self.off)?;
        }
        Ok(())
    }
}

/// A relation that is only asked: once all, or all but one, of its variables are fixed.
pub(super) struct DeferredCheck<F> {
    vars: Vec<Var>,
    holds: F,
}

impl<F: Fn(&[i64]) -> bool> DeferredCheck<F> {
    /// The relation over these variables.
    pub(super) fn new(vars: Vec<Var>, holds: F) -> Self {
        Self { vars, holds }
    }

    /// Asks, with one variable set to a value that it need not have yet.
    fn ask(&self, store: &Store, free: Option<(Var, i64)>) -> bool {
        let value = |&var: &Var| match free {
            Some((free, value)) if free == var => value,
            _ => store.min(var),
        };
        (self.holds)(&self.vars.iter().map(value).collect::<Vec<_>>())
    }
}

impl<F: Fn(&[i64]) -> bool> Propagate for DeferredCheck<F> {
    fn vars(&self) -> &[Var] {
        &self.vars
    }

    fn propagate(&mut self, store: &mut Store) -> Step {
        let mut free = self.vars.iter().copied().filter(|&var| !store.is_fixed(var));
        match free.next() {
            None if self.ask(store, None) => Ok(()),
            None => Err(Conflict),
            Some(var) if store.is_set(var) && free.all(|other| other == var) => {
                for value in store.values(var) {
                    if !self.ask(store, Some((var, value))) {
                        store.remove(var, value)?;
                    }
                }
                Ok(())
            }
            Some(_) => Ok(()),
        }
    }
}

/// The gaps of a domain whose variable is kept as an interval.
pub(super) struct Gaps {
    vars: [Var; 1],
    domain: Domain,
}

impl Gaps {
    /// The variable's values are in the domain.
    pub(super) fn new(var: Var, domain: Domain) -> Self {
        Self { vars: [var], domain }
    }
}

impl Propagate for Gaps {
    fn vars(&self) -> &[Var] {
        &self.vars
    }

    fn propagate(&mut self, store: &mut Store) -> Step {
        let [var] = self.vars;
        let (low, high) = (store.min(var), store.max(var));
        let ranges = self.domain.ranges();
        let above = ranges.iter().find(|&&(_, end)| end >= low).ok_or(Conflict)?;
        let below = ranges.iter().rfind(|&&(start, _)| start <= high).ok_or(Conflict)?;
        store.at_least(var, above.0)?;
        store.at_most(var, below.1)
    }
}
