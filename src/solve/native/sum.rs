//! `x + y = z` over small numbers that are not negative: sets of values as one long word.
//!
//! If bit `v` of a word says whether the value `v` is possible, then adding `x` to every value of a set
//! is a shift by `x`. So a few shifts tell which values have a partner, and nothing has to be kept
//! between two visits. This finds the same as a table of all rows, and is several times faster.

use std::ops::{BitAnd, BitOr, Not, Shl, Shr};
use std::rc::Rc;

use super::propagate::Propagate;
use super::store::{Conflict, Step, Store, Var};

/// The largest value that can be added here.
const LARGEST: i64 = 127;

/// A universe of values that are neither negative nor more than [`LARGEST`]: how bits of domains become
/// values and back, four bits at a time.
pub(super) struct SmallUniverse {
    /// For each four bits of a domain, and what they are, the values behind them.
    spread: Vec<[u128; 16]>,
    /// For each four values, and which of them there are, their bits in a domain.
    gather: Vec<[u128; 16]>,
    largest: u32,
}

impl SmallUniverse {
    /// The values, ascending; `None` if one of them does not fit.
    pub(super) fn new(values: &[i64]) -> Option<Self> {
        let (&least, &largest) = (values.first()?, values.last()?);
        if least < 0 || largest > LARGEST {
            return None;
        }
        let largest = largest as u32;
        let mut spread = vec![[0; 16]; values.len().div_ceil(4)];
        let mut gather = vec![[0; 16]; largest as usize / 4 + 1];
        for (bit, &value) in values.iter().enumerate() {
            let value = value as usize;
            for four in 0..16 {
                spread[bit / 4][four] |= (four as u128 >> (bit % 4) & 1) << value;
                gather[value / 4][four] |= (four as u128 >> (value % 4) & 1) << bit;
            }
        }
        Some(Self { spread, gather, largest })
    }
}

/// A set of small values as one word.
trait Line:
    Copy
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const BITS: u32;
    const EMPTY: Self;
    const ONE: Self;
    fn of(wide: u128) -> Self;
    fn four(self, at: usize) -> usize;
    fn reverse(self) -> Self;
    fn count(self) -> u32;
    fn first(self) -> u32;
    fn without_first(self) -> Self;
}

macro_rules! line {
    ($word:ty) => {
        impl Line for $word {
            const BITS: u32 = <$word>::BITS;
            const EMPTY: Self = 0;
            const ONE: Self = 1;
            fn of(wide: u128) -> Self {
                wide as Self
            }
            fn four(self, at: usize) -> usize {
                (self >> (4 * at)) as usize & 15
            }
            fn reverse(self) -> Self {
                self.reverse_bits()
            }
            fn count(self) -> u32 {
                self.count_ones()
            }
            fn first(self) -> u32 {
                self.trailing_zeros()
            }
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}

line!(u64);
line!(u128);

/// `x + y = z`
pub(super) struct Sum {
    /// The variables as the constraint names them: changes are made in this order.
    vars: [Var; 3],
    universes: [Rc<SmallUniverse>; 3],
    /// Which of them are `x`, `y` and `z`.
    roles: [usize; 3],
    /// The domains after the last visit: nothing is left to do while they are the same.
    settled: [u128; 3],
}

impl Sum {
    /// The constraint; `roles` says which of the variables are `x`, `y` and `z`.
    pub(super) fn new(
        vars: [Var; 3],
        universes: [Rc<SmallUniverse>; 3],
        roles: [usize; 3],
    ) -> Self {
        Self { vars, universes, roles, settled: [0; 3] }
    }

    /// Removes values without partners from the domains, which are these.
    fn narrow<L: Line>(&mut self, store: &mut Store, domains: [u128; 3]) -> Step {
        let mut before = [L::EMPTY; 3];
        for i in 0..3 {
            for (at, spread) in self.universes[i].spread.iter().enumerate() {
                before[i] = before[i] | L::of(spread[domains[i].four(at)]);
            }
        }
        let found = supported(self.roles.map(|role| before[role]));
        if found[0] == L::EMPTY {
            return Err(Conflict);
        }
        let mut after = before;
        for (role, found) in self.roles.into_iter().zip(found) {
            after[role] = found;
        }
        self.settled = domains;
        for i in 0..3 {
            if after[i] == before[i] {
                continue;
            }
            let fours = self.universes[i].gather.iter().enumerate();
            let bits = fours.fold(0, |bits, (at, gather)| bits | gather[after[i].four(at)]);
            self.settled[i] = bits;
            let words = [bits as u64, (bits >> 64) as u64];
            let n_words = store.bits(self.vars[i]).len();
            store.keep_bits(self.vars[i], 0, &words[..n_words])?;
        }
        Ok(())
    }
}

/// The values of `x`, `y` and `z` that are part of some `x + y = z`.
fn supported<L: Line>([x, y, z]: [L; 3]) -> [L; 3] {
    if z.count() < x.count() && z.count() < y.count() {
        // Each z: the values of y are z - x, which is a shift of x backwards.
        let backwards = x.reverse();
        let (mut xs, mut ys, mut zs) = (L::EMPTY, L::EMPTY, L::EMPTY);
        let mut rest = z;
        while rest != L::EMPTY {
            let value = rest.first();
            rest = rest.without_first();
            let shift = L::BITS - 1 - value;
            let partners = y & (backwards >> shift);
            if partners != L::EMPTY {
                ys = ys | partners;
                xs = xs | (partners << shift);
                zs = zs | (L::ONE << value);
            }
        }
        return [xs.reverse(), ys, zs];
    }
    let (few, many, swapped) = if x.count() <= y.count() { (x, y, false) } else { (y, x, true) };
    let (mut fews, mut manys, mut zs) = (L::EMPTY, L::EMPTY, L::EMPTY);
    let mut rest = few;
    while rest != L::EMPTY {
        let value = rest.first();
        rest = rest.without_first();
        let partners = many & (z >> value);
        if partners != L::EMPTY {
            manys = manys | partners;
            zs = zs | (partners << value);
            fews = fews | (L::ONE << value);
        }
    }
    if swapped { [manys, fews, zs] } else { [fews, manys, zs] }
}

impl Propagate for Sum {
    fn vars(&self) -> &[Var] {
        &self.vars
    }

    fn propagate(&mut self, store: &mut Store) -> Step {
        let domains = self.vars.map(|var| match *store.bits(var) {
            [word] => u128::from(word),
            [low, high] => u128::from(low) | u128::from(high) << 64,
            _ => unreachable!("a small universe has two words at most"),
        });
        // One comparison after the other: to call for a comparison of memory is slower.
        let [a, b, c] = self.settled;
        if domains[0] == a && domains[1] == b && domains[2] == c {
            return Ok(());
        }
        let largest = self.universes.iter().map(|universe| universe.largest).max();
        match largest < Some(u64::BITS) {
            true => self.narrow::<u64>(store, domains),
            false => self.narrow::<u128>(store, domains),
        }
    }
}

#[cfg(test)]
mod tests {
    use xwc_encodings::Domain;

    use super::*;

    /// Numbers that look random, the same in every run.
    fn numbers() -> impl FnMut(u64) -> u64 {
        let mut state = 1u64;
        move |below| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % below
        }
    }

    /// Random domains over random universes, of one word and of two, against all triples.
    #[test]
    fn keeps_the_values_that_are_part_of_a_sum_and_no_others() {
        let mut below = numbers();
        let (mut conflicts, mut losses) = (0, 0);
        for round in 0..3_000 {
            let largest = [20, 63, 64, 127][round % 4];
            let gaps = 1 + below(4);
            let universes: [Vec<i64>; 3] = std::array::from_fn(|_| {
                let mut universe: Vec<i64> = (0..largest).filter(|_| below(gaps) == 0).collect();
                universe.push(largest);
                universe
            });
            let sparse = 1 + below(12);
            let domains = universes.each_ref().map(|universe| {
                let chosen = universe.iter().copied().filter(|_| below(sparse) == 0);
                let mut domain: Vec<i64> = chosen.collect();
                if domain.is_empty() {
                    domain.push(universe[below(universe.len() as u64) as usize]);
                }
                domain
            });
            let roles = [[0, 1, 2], [2, 1, 0]][round / 4 % 2];
            let mut expected: [Vec<i64>; 3] = Default::default();
            for &a in &domains[roles[0]] {
                for &b in &domains[roles[1]] {
                    if domains[roles[2]].contains(&(a + b)) {
                        for (role, value) in roles.into_iter().zip([a, b, a + b]) {
                            expected[role].push(value);
                        }
                    }
                }
            }
            for values in &mut expected {
                values.sort_unstable();
                values.dedup();
            }
            let mut store = Store::new();
            for (domain, universe) in domains.iter().zip(&universes) {
                let domain = Domain::from_iter(domain.iter().copied());
                store.add_set(&domain, Rc::from(universe.as_slice()));
            }
            let small = universes
                .each_ref()
                .map(|universe| Rc::new(SmallUniverse::new(universe).expect("small values")));
            let mut sum = Sum::new([0, 1, 2], small, roles);
            if expected[0].is_empty() {
                assert_eq!(sum.propagate(&mut store), Err(Conflict));
                conflicts += 1;
                continue;
            }
            losses += usize::from(expected != domains);
            for _ in 0..2 {
                assert_eq!(sum.propagate(&mut store), Ok(()));
                assert_eq!([0, 1, 2].map(|var| store.values(var)), expected);
            }
        }
        assert!(conflicts > 100 && losses > 1_000, "{conflicts} conflicts, {losses} losses");
    }

    #[test]
    fn large_and_negative_values_are_refused() {
        assert!(SmallUniverse::new(&[0, 127]).is_some());
        assert!(SmallUniverse::new(&[0, 128]).is_none());
        assert!(SmallUniverse::new(&[-1, 5]).is_none());
    }
}
