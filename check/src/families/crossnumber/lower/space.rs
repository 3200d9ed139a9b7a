//! Possible values while a puzzle is presolved: lists where they are few, ranges where they are many.

use std::collections::BTreeMap;
use std::sync::Arc;

use xwc_encodings::{Domain, Domains, NoValue};

use crate::families::crossnumber::Set;

/// The possible values of one variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Possible {
    /// Ascending, each once.
    List(Arc<[i64]>),
    /// Both ends included.
    Range(i64, i64),
}

impl Possible {
    /// The values of a set in a puzzle file.
    pub(crate) fn of(set: &Set) -> Self {
        match set {
            Set::Range(low, high) => Self::Range(*low, *high),
            Set::List(list) => Self::List(Arc::clone(list)),
        }
    }

    /// A list of values, given ascending.
    pub(crate) fn list(values: impl Into<Arc<[i64]>>) -> Self {
        Self::List(values.into())
    }

    /// How many values there are.
    pub(crate) fn size(&self) -> u64 {
        match self {
            Self::List(list) => list.len() as u64,
            Self::Range(low, high) if low > high => 0,
            Self::Range(low, high) => high.abs_diff(*low).saturating_add(1),
        }
    }

    /// The least and the greatest value.
    pub(crate) fn bounds(&self) -> (i64, i64) {
        match self {
            Self::List(list) => match (list.first(), list.last()) {
                (Some(&low), Some(&high)) => (low, high),
                _ => (1, 0),
            },
            Self::Range(low, high) => (*low, *high),
        }
    }

    /// The value, if there is only one.
    pub(crate) fn only(&self) -> Option<i64> {
        let (low, high) = self.bounds();
        (low == high).then_some(low)
    }

    /// Whether the value is possible.
    pub(crate) fn contains(&self, value: i64) -> bool {
        match self {
            Self::List(list) => list.binary_search(&value).is_ok(),
            Self::Range(low, high) => (*low..=*high).contains(&value),
        }
    }

    /// The same set as a domain of the model.
    pub(crate) fn domain(&self) -> Domain {
        match self {
            Self::List(list) => Domain::from_iter(list.iter().copied()),
            Self::Range(low, high) => Domain::from(*low..=*high),
        }
    }

    /// What is left if only these values, ascending, are possible; `None` if that changes nothing.
    fn kept(&self, values: &[i64]) -> Option<Self> {
        let inside: Vec<i64> = match self {
            Self::Range(low, high) => {
                let from = values.partition_point(|value| value < low);
                let to = values.partition_point(|value| value <= high).max(from);
                values[from..to].to_vec()
            }
            Self::List(list) => common(list, values),
        };
        (inside.len() as u64 != self.size()).then(|| Self::list(inside))
    }

    /// What is left between two bounds; `None` if that changes nothing.
    fn clipped(&self, low: i64, high: i64) -> Option<Self> {
        let (least, most) = self.bounds();
        if low <= least && high >= most {
            return None;
        }
        Some(match self {
            Self::Range(..) => Self::Range(least.max(low), most.min(high)),
            Self::List(list) => {
                let from = list.partition_point(|&value| value < low);
                let to = list.partition_point(|&value| value <= high).max(from);
                Self::list(&list[from..to])
            }
        })
    }

    /// Everything that is in one of the two, and whether it is nothing else: a range may fill a gap
    /// between them.
    pub(crate) fn union(&self, other: &Self) -> (Self, bool) {
        if let (Self::List(one), Self::List(two)) = (self, other) {
            let mut all: Vec<i64> = one.iter().chain(two.iter()).copied().collect();
            all.sort_unstable();
            all.dedup();
            return (Self::list(all), true);
        }
        let (a, b) = (self.bounds(), other.bounds());
        let all = Self::Range(a.0.min(b.0), a.1.max(b.1));
        let covers = |one: &Self| matches!(one, Self::Range(..)) && one.size() == all.size();
        let meet = a.0 <= b.1.saturating_add(1) && b.0 <= a.1.saturating_add(1);
        let ranges = matches!((self, other), (Self::Range(..), Self::Range(..)));
        let exact = covers(self) || covers(other) || (ranges && meet);
        (all, exact)
    }
}

/// What is in both of two lists, both ascending.
fn common(one: &[i64], two: &[i64]) -> Vec<i64> {
    let mut rest = one;
    let mut both = Vec::with_capacity(one.len().min(two.len()));
    for &value in two {
        let smaller = rest.iter().take_while(|other| **other < value).count();
        rest = &rest[smaller..];
        if rest.first() == Some(&value) {
            both.push(value);
        }
    }
    both
}

/// All variables.
#[derive(Clone, Debug, Default)]
pub(crate) struct Space {
    /// By variable.
    pub all: Vec<Possible>,
    /// Variables that changed since the last look.
    pub changed: Vec<usize>,
}

impl Space {
    /// Replaces what is possible, if there is something new.
    pub(crate) fn set(&mut self, var: usize, possible: Option<Possible>) -> Result<(), NoValue> {
        let Some(possible) = possible else { return Ok(()) };
        let empty = possible.size() == 0;
        self.all[var] = possible;
        self.changed.push(var);
        if empty { Err(NoValue) } else { Ok(()) }
    }

    /// Keeps these values, given ascending.
    pub(crate) fn keep(&mut self, var: usize, values: &[i64]) -> Result<(), NoValue> {
        self.set(var, self.all[var].kept(values))
    }

    /// Removes one value, if the values are listed or it is at an end.
    pub(crate) fn remove(&mut self, var: usize, value: i64) -> Result<(), NoValue> {
        let possible = match &self.all[var] {
            Possible::List(list) if list.binary_search(&value).is_ok() => {
                Possible::list(list.iter().copied().filter(|&v| v != value).collect::<Vec<_>>())
            }
            Possible::Range(low, high) if *low == value => Possible::Range(low + 1, *high),
            Possible::Range(low, high) if *high == value => Possible::Range(*low, high - 1),
            _ => return Ok(()),
        };
        self.set(var, Some(possible))
    }
}

/// Some variables of a space, in the order of a constraint.
pub(crate) struct SpaceView<'a> {
    /// The space.
    pub space: &'a mut Space,
    /// The variables.
    pub vars: &'a [usize],
}

impl Domains for SpaceView<'_> {
    fn size(&self, at: usize) -> u64 {
        self.space.all[self.vars[at]].size()
    }

    fn bounds(&self, at: usize) -> (i64, i64) {
        self.space.all[self.vars[at]].bounds()
    }

    fn contains(&self, at: usize, value: i64) -> bool {
        self.space.all[self.vars[at]].contains(value)
    }

    fn values(&self, at: usize) -> Option<Vec<i64>> {
        match &self.space.all[self.vars[at]] {
            Possible::List(list) => Some(list.to_vec()),
            Possible::Range(low, high) if high - low < 1000 => Some((*low..=*high).collect()),
            Possible::Range(..) => None,
        }
    }

    fn keep(&mut self, at: usize, values: &[i64]) -> Result<(), NoValue> {
        self.space.keep(self.vars[at], values)
    }

    fn clip(&mut self, at: usize, low: i64, high: i64) -> Result<(), NoValue> {
        let var = self.vars[at];
        self.space.set(var, self.space.all[var].clipped(low, high))
    }
}

/// Changes on top of other domains, which stay as they are.
pub(crate) struct Overlay<'a> {
    /// What lies below.
    pub base: &'a dyn Domains,
    /// What has changed.
    pub changes: BTreeMap<usize, Possible>,
}

impl Overlay<'_> {
    fn put(&mut self, at: usize, possible: Option<Possible>) -> Result<(), NoValue> {
        let Some(possible) = possible else { return Ok(()) };
        let empty = possible.size() == 0;
        self.changes.insert(at, possible);
        if empty { Err(NoValue) } else { Ok(()) }
    }

    fn below(&self, at: usize) -> Possible {
        match self.base.values(at) {
            Some(list) => Possible::list(list),
            None => {
                let (low, high) = self.base.bounds(at);
                Possible::Range(low, high)
            }
        }
    }
}

impl Domains for Overlay<'_> {
    fn size(&self, at: usize) -> u64 {
        self.changes.get(&at).map_or_else(|| self.base.size(at), Possible::size)
    }

    fn bounds(&self, at: usize) -> (i64, i64) {
        self.changes.get(&at).map_or_else(|| self.base.bounds(at), Possible::bounds)
    }

    fn contains(&self, at: usize, value: i64) -> bool {
        self.base.contains(at, value)
            && self.changes.get(&at).is_none_or(|possible| possible.contains(value))
    }

    fn values(&self, at: usize) -> Option<Vec<i64>> {
        match self.changes.get(&at) {
            Some(Possible::List(list)) => Some(list.to_vec()),
            Some(Possible::Range(..)) => None,
            None => self.base.values(at),
        }
    }

    fn keep(&mut self, at: usize, values: &[i64]) -> Result<(), NoValue> {
        let below = self.changes.get(&at).cloned().unwrap_or_else(|| self.below(at));
        self.put(at, below.kept(values))
    }

    fn clip(&mut self, at: usize, low: i64, high: i64) -> Result<(), NoValue> {
        let below = self.changes.get(&at).cloned().unwrap_or_else(|| self.below(at));
        self.put(at, below.clipped(low, high))
    }
}
