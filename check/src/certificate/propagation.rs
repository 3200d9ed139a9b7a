//! Unit propagation over the clauses of a formula, on levels that can be taken back.
//!
//! A clause is watched through its first two literals: as long as neither is false, nothing follows
//! from it. The clauses that watch a literal are a list that is linked through an array, so that a
//! formula is taken in without an allocation per literal.
//!
//! A literal has a code: twice its variable, plus one if it is negative.
//!
//! Reference: Moskewicz et al., "Chaff: engineering an efficient SAT solver", DAC 2001.

use xwc_encodings::Cnf;

/// The number of a clause, counted from 0 in the order in which clauses were added.
pub type ClauseId = u32;

/// No clause, and no place in a list.
const NONE: u32 = u32::MAX;

/// One of the two literals through which a clause is watched.
#[derive(Clone, Copy)]
struct Place {
    /// The next place that watches the same literal.
    next: u32,
    /// Another literal of the clause: as long as it is true, nothing follows. In a clause of two literals it is
    /// the other one, which is marked.
    blocker: u32,
}

/// Marks the literal of a clause of two.
const OF_TWO: u32 = 1 << 31;

/// What a conflict follows from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// The assumptions that it needs, in the order in which they were made.
    pub assumptions: Vec<i32>,
    /// Clauses that propagate one after the other, and the one that is false in the end.
    pub clauses: Vec<ClauseId>,
}

/// Clauses, and what follows from them and some assumptions.
#[derive(Clone)]
pub struct Propagation {
    /// The literals of all clauses.
    codes: Vec<u32>,
    /// Where each clause begins, and where the last one ends.
    starts: Vec<u32>,
    /// For each literal, the first place of the list of places that watch it. The places of a clause are
    /// twice its number, and one more.
    heads: Vec<u32>,
    places: Vec<Place>,
    /// For each literal: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    /// For each variable, the clause that it follows from.
    reasons: Vec<u32>,
    /// For each variable, the level on which it got its value.
    levels: Vec<u32>,
    /// True literals, in the order in which they became true.
    trail: Vec<u32>,
    /// How many of them have been looked at.
    done: usize,
    /// The length of the trail at the beginning of each level.
    level_starts: Vec<u32>,
    /// For each clause, whether it was removed; and whether any was.
    removed: Vec<bool>,
    has_removed: bool,
    /// The clause that is false, if one is.
    conflict: Option<ClauseId>,
    /// For each variable, whether an explanation needs it.
    needed: Vec<bool>,
    /// How many literals have become true so far.
    steps: u64,
}

fn code(literal: i32) -> u32 {
    2 * literal.unsigned_abs() + u32::from(literal < 0)
}

fn decode(code: u32) -> i32 {
    let var = (code / 2) as i32;
    if code % 2 == 1 { -var } else { var }
}

fn var(code: u32) -> usize {
    code as usize / 2
}

impl Propagation {
    /// The clauses of a formula, and what follows from them alone.
    pub fn new(cnf: &Cnf) -> Self {
        let (vars, clauses) = (cnf.n_vars as usize + 1, cnf.clauses().len());
        let mut new = Self {
            codes: Vec::with_capacity(cnf.n_literals()),
            starts: Vec::with_capacity(clauses + 1),
            heads: vec![NONE; 2 * vars],
            places: Vec::with_capacity(2 * clauses),
            values: vec![0; 2 * vars],
            reasons: vec![NONE; vars],
            levels: vec![0; vars],
            trail: Vec::with_capacity(vars),
            done: 0,
            level_starts: Vec::new(),
            removed: Vec::with_capacity(clauses),
            has_removed: false,
            conflict: None,
            needed: vec![false; vars],
            steps: 0,
        };
        new.starts.push(0);
        for clause in cnf.clauses() {
            // Its variables are counted from 0.
            new.push(clause.iter().map(|literal| literal.lidx() as u32 + 2));
        }
        new.propagate();
        new
    }

    /// The number of variables.
    pub fn n_vars(&self) -> usize {
        self.reasons.len() - 1
    }

    /// The number of clauses, those that were removed included.
    pub(super) fn n_clauses(&self) -> ClauseId {
        self.removed.len() as ClauseId
    }

    /// The literals of a clause, in any order.
    pub(super) fn literals(&self, id: ClauseId) -> impl Iterator<Item = i32> {
        self.codes(id).iter().map(|&code| decode(code))
    }

    fn codes(&self, id: ClauseId) -> &[u32] {
        &self.codes[self.starts[id as usize] as usize..self.starts[id as usize + 1] as usize]
    }

    /// Whether a clause is false.
    pub fn is_in_conflict(&self) -> bool {
        self.conflict.is_some()
    }

    /// The value of a literal, if it has one.
    pub fn value(&self, literal: i32) -> Option<bool> {
        match self.values[code(literal) as usize] {
            0 => None,
            value => Some(value > 0),
        }
    }

    /// How many literals have become true so far, those that were taken back included.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// How many levels there are.
    pub fn level(&self) -> usize {
        self.level_starts.len()
    }

    /// The level on which a variable got its value.
    pub fn level_of(&self, literal: i32) -> usize {
        self.levels[literal.unsigned_abs() as usize] as usize
    }

    /// Begins a level on which these literals are true. They must not be false already, unless a later
    /// one is the first to be so; that is a conflict like any other. Returns whether no clause is false.
    pub fn assume(&mut self, literals: impl IntoIterator<Item = i32>) -> bool {
        self.level_starts.push(self.trail.len() as u32);
        for literal in literals {
            let code = code(literal);
            match self.values[code as usize] {
                0 => self.make_true(code, NONE),
                // Its negation follows from a clause, which is false once the literal is true.
                -1 => {
                    self.conflict.get_or_insert(self.reasons[var(code)]);
                }
                _ => {}
            }
        }
        self.propagate()
    }

    /// Takes back all levels but this many.
    pub fn back_to(&mut self, level: usize) {
        if let Some(&start) = self.level_starts.get(level) {
            for &code in &self.trail[start as usize..] {
                self.values[code as usize] = 0;
                self.values[code as usize ^ 1] = 0;
                self.reasons[var(code)] = NONE;
            }
            self.trail.truncate(start as usize);
            self.done = self.trail.len();
            self.level_starts.truncate(level);
            self.conflict = None;
        }
    }

    /// Adds a clause without repetitions, and draws conclusions from it.
    pub fn add(&mut self, clause: &[i32]) {
        self.push(clause.iter().map(|&literal| code(literal)));
        self.propagate();
    }

    fn push(&mut self, clause: impl Iterator<Item = u32>) {
        let id = self.removed.len() as u32;
        let start = self.codes.len();
        self.codes.extend(clause);
        self.starts.push(self.codes.len() as u32);
        self.removed.push(false);
        let length = self.codes.len() - start;
        let is_open = |at: usize| self.values[self.codes[at] as usize] == 0;
        if length > 1 && is_open(start) && is_open(start + 1) {
            return self.watch(id);
        }
        // The watched literals are those that are false last, if at all.
        for place in 0..length.min(2) {
            let rank = |&at: &usize| match self.values[self.codes[at] as usize] {
                -1 => self.levels[var(self.codes[at])],
                _ => NONE,
            };
            let rest = start + place..start + length;
            let first = self.codes[rest.start];
            // Nearly always the first one is open.
            let best = match self.values[first as usize] {
                -1 => rest.max_by_key(rank).unwrap_or(start + place),
                _ => rest.start,
            };
            self.codes.swap(start + place, best);
        }
        self.watch(id);
        let false_at = |at: usize| at >= length || self.values[self.codes[start + at] as usize] < 0;
        match (false_at(0), false_at(1)) {
            (true, _) => {
                self.conflict.get_or_insert(id);
            }
            (false, true) if self.values[self.codes[start] as usize] == 0 => {
                self.make_true(self.codes[start], id);
            }
            _ => {}
        }
    }

    /// Removes a clause. What has followed from it stays.
    pub fn remove(&mut self, id: ClauseId) {
        self.removed[id as usize] = true;
        self.has_removed = true;
    }

    /// Watches a new clause through its first two literals; a shorter one is not watched.
    fn watch(&mut self, id: ClauseId) {
        let mark = if self.codes(id).len() == 2 { OF_TWO } else { 0 };
        let pairs = match *self.codes(id) {
            [one, two, ..] => [(one, two), (two, one)],
            _ => {
                let nowhere = Place { next: NONE, blocker: NONE };
                return self.places.extend([nowhere; 2]);
            }
        };
        for (literal, other) in pairs {
            let next = self.heads[literal as usize];
            self.heads[literal as usize] = self.places.len() as u32;
            self.places.push(Place { next, blocker: other | mark });
        }
    }

    fn make_true(&mut self, code: u32, reason: u32) {
        self.values[code as usize] = 1;
        self.values[code as usize ^ 1] = -1;
        self.reasons[var(code)] = reason;
        self.levels[var(code)] = self.level_starts.len() as u32;
        self.trail.push(code);
        self.steps += 1;
    }

    /// Draws all conclusions; false if a clause is false.
    fn propagate(&mut self) -> bool {
        while self.conflict.is_none() && self.done < self.trail.len() {
            let no_longer = self.trail[self.done] ^ 1;
            self.done += 1;
            self.visit(no_longer);
        }
        self.conflict.is_none()
    }

    /// Looks at the clauses that watch a literal that has become false.
    fn visit(&mut self, literal: u32) {
        let mut before = NONE;
        let mut place = self.heads[literal as usize];
        while place != NONE {
            let Place { next, blocker } = self.places[place as usize];
            let other = blocker & !OF_TWO;
            let is_done = match self.values[other as usize] {
                // What is gone leaves the list.
                _ if self.has_removed && self.removed[place as usize / 2] => false,
                1 => true,
                value if blocker & OF_TWO != 0 => {
                    self.conclude(other, value, place / 2);
                    true
                }
                _ => self.is_still_watched(place),
            };
            match (is_done, before) {
                (true, _) => before = place,
                (false, NONE) => self.heads[literal as usize] = next,
                (false, before) => self.places[before as usize].next = next,
            }
            place = next;
        }
    }

    /// Looks for another literal through which a clause of three or more can be watched. If there is none, what
    /// follows is concluded.
    fn is_still_watched(&mut self, place: u32) -> bool {
        let id = place / 2;
        let start = self.starts[id as usize] as usize;
        let end = self.starts[id as usize + 1] as usize;
        let (at, partner) = (start + place as usize % 2, start + 1 - place as usize % 2);
        let other = self.codes[partner];
        self.places[place as usize].blocker = other;
        let value = self.values[other as usize];
        if value == 1 {
            return true;
        }
        let found = (start + 2..end).find(|&i| self.values[self.codes[i] as usize] >= 0);
        let Some(found) = found else {
            self.conclude(other, value, id);
            return true;
        };
        let new = self.codes[found];
        self.codes.swap(at, found);
        self.places[place as usize].next = self.heads[new as usize];
        self.heads[new as usize] = place;
        false
    }

    /// All literals of a clause are false but perhaps this one, which has this value.
    fn conclude(&mut self, literal: u32, value: i8, id: ClauseId) {
        match value {
            _ if self.conflict.is_some() => {}
            0 => self.make_true(literal, id),
            _ => self.conflict = Some(id),
        }
    }

    /// What the conflict follows from. Literals in `given` count as assumptions even where they follow
    /// from clauses.
    pub fn explain(&mut self, given: &[i32]) -> Explanation {
        let Some(conflict) = self.conflict else { return Explanation::default() };
        let mut found = Explanation { assumptions: Vec::new(), clauses: vec![conflict] };
        self.need(conflict);
        for at in (0..self.trail.len()).rev() {
            let code = self.trail[at];
            if !std::mem::replace(&mut self.needed[var(code)], false) {
                continue;
            }
            match self.reasons[var(code)] {
                NONE => found.assumptions.push(decode(code)),
                _ if given.contains(&decode(code)) => {}
                reason => {
                    found.clauses.push(reason);
                    self.need(reason);
                }
            }
        }
        found.assumptions.reverse();
        found.clauses.reverse();
        // An assumption whose negation follows from a clause makes that clause false.
        found.clauses.dedup();
        found
    }

    /// Marks the variables of a clause that have a value.
    fn need(&mut self, id: ClauseId) {
        let range = self.starts[id as usize] as usize..self.starts[id as usize + 1] as usize;
        for &code in &self.codes[range] {
            self.needed[var(code)] = self.values[code as usize] != 0;
        }
    }
}
