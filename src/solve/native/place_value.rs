//! A number and its decimal digits: the linear equation with place values as coefficients, seen digit
//! by digit instead of by bounds alone.

use super::propagate::Propagate;
use super::store::{Conflict, Step, Store, Var};

/// `number = Σ 10^k · digit`
pub(super) struct PlaceValue {
    /// The digits, most significant first, then the number.
    vars: Vec<Var>,
    /// If the number is a set: for each place and digit, the numbers that have it there.
    having: Vec<Vec<u64>>,
    /// Scratch: a set of numbers.
    keep: Vec<u64>,
}

impl PlaceValue {
    /// The equation of these terms, if it is one: coefficients 1, 10, 100, … for different variables
    /// with values from 0 to 9, and -1 for the number, or all of them with the other sign.
    pub(super) fn of(terms: &[(i64, Var)], store: &Store) -> Option<Self> {
        let sign = match terms.iter().filter(|(k, _)| *k < 0).count() {
            1 => 1,
            n if n + 1 == terms.len() => -1,
            _ => return None,
        };
        let mut sorted: Vec<(i64, Var)> = terms.iter().map(|&(k, var)| (sign * k, var)).collect();
        sorted.sort_unstable_by_key(|&(k, _)| std::cmp::Reverse(k));
        let (&(last, number), digits) = sorted.split_last()?;
        let mut place = 1i64;
        for &(k, var) in digits.iter().rev() {
            let digit = store.is_set(var) && store.min(var) >= 0 && store.max(var) <= 9;
            if k != place || !digit || var == number {
                return None;
            }
            place = place.checked_mul(10)?;
        }
        let mut distinct: Vec<Var> = digits.iter().map(|&(_, var)| var).collect();
        distinct.sort_unstable();
        distinct.dedup();
        if last != -1 || digits.len() < 2 || distinct.len() < digits.len() {
            return None;
        }
        let having = match store.is_set(number) {
            true => having(store.universe(number), digits.len()),
            false => Vec::new(),
        };
        let vars = digits.iter().map(|&(_, var)| var).chain([number]).collect();
        Some(Self { vars, having, keep: Vec::new() })
    }

    fn digits(&self) -> (&[Var], Var) {
        let (number, digits) = self.vars.split_last().expect("a number and its digits");
        (digits, *number)
    }

    /// The number is a set: those of its values that have possible digits, and digits that one of them
    /// has.
    fn by_values(&mut self, store: &mut Store) -> Step {
        let (number, digits) = self.vars.split_last().expect("a number and its digits");
        self.keep.clear();
        self.keep.extend(store.bits(*number));
        for (&var, having) in digits.iter().zip(self.having.chunks(10)) {
            let mask = mask(store, var);
            for (i, word) in self.keep.iter_mut().enumerate().filter(|(_, word)| **word != 0) {
                let fits = ones(mask).fold(0, |fits, digit| fits | having[digit][i]);
                *word &= fits;
            }
        }
        store.keep_bits(*number, 0, &self.keep)?;
        for (&var, having) in digits.iter().zip(self.having.chunks(10)) {
            let lacks = |&digit: &usize| !meet(&having[digit], &self.keep);
            let gone =
                ones(mask(store, var)).filter(lacks).fold(0, |gone, digit| gone | 1 << digit);
            restrict(store, var, gone)?;
        }
        Ok(())
    }

    /// Many values: bounds of the number, and digits where its bounds begin alike.
    fn by_bounds(&self, store: &mut Store) -> Step {
        let (digits, number) = self.digits();
        loop {
            let masks: Vec<u16> = digits.iter().map(|&var| mask(store, var)).collect();
            let (low, high) = (store.min(number), store.max(number));
            let least = nearest(&masks, low, true).ok_or(Conflict)?;
            let most = nearest(&masks, high, false).ok_or(Conflict)?;
            store.at_least(number, least)?;
            store.at_most(number, most)?;
            let mut changed = (least, most) != (low, high);
            let (mut from, mut to) = (least, most);
            let mut place = 10i64.pow(digits.len() as u32 - 1);
            for (i, &var) in digits.iter().enumerate() {
                let (first, last) = (from / place, to / place);
                let outside = (0..10).filter(|digit| !(first..=last).contains(digit));
                let outside = outside.fold(0u16, |mask, digit| mask | 1 << digit) & masks[i];
                changed |= outside != 0;
                restrict(store, var, outside)?;
                if first != last {
                    break;
                }
                (from, to) = (from % place, to % place);
                place /= 10;
            }
            if !changed {
                return Ok(());
            }
        }
    }
}

/// For each place and digit, the numbers of the universe that have it there, one bit each; numbers
/// with more digits than places, or below zero, are in none.
fn having(universe: &[i64], places: usize) -> Vec<Vec<u64>> {
    let mut having = vec![vec![0u64; universe.len().div_ceil(64)]; 10 * places];
    let most = 10i64.pow(places as u32);
    for (bit, &value) in universe.iter().enumerate().filter(|(_, value)| (0..most).contains(*value))
    {
        let mut rest = value as usize;
        for place in (0..places).rev() {
            having[10 * place + rest % 10][bit / 64] |= 1 << (bit % 64);
            rest /= 10;
        }
    }
    having
}

/// Whether two sets have something in common.
fn meet(one: &[u64], two: &[u64]) -> bool {
    one.iter().zip(two).any(|(one, two)| one & two != 0)
}

/// The digits of a mask.
fn ones(mask: u16) -> impl Iterator<Item = usize> {
    (0..10).filter(move |digit| mask & (1 << digit) != 0)
}

/// The digits that a variable may be, one bit each.
fn mask(store: &Store, var: Var) -> u16 {
    store.values(var).iter().fold(0, |mask, digit| mask | 1 << digit)
}

/// Removes digits.
fn restrict(store: &mut Store, var: Var, gone: u16) -> Step {
    ones(gone).try_for_each(|digit| store.remove(var, digit as i64))
}

/// The number of the digits that is nearest to the bound from above, or from below.
fn nearest(masks: &[u16], bound: i64, above: bool) -> Option<i64> {
    let most = 10i64.pow(masks.len() as u32) - 1;
    if masks.contains(&0) || (above && bound > most) || (!above && bound < 0) {
        return None;
    }
    let mut rest = bound.clamp(0, most);
    let mut wanted = vec![0u32; masks.len()];
    for digit in wanted.iter_mut().rev() {
        *digit = (rest % 10) as u32;
        rest /= 10;
    }
    let same = masks.iter().zip(&wanted).take_while(|(mask, digit)| **mask & (1 << **digit) != 0);
    let same = same.count();
    let first = |mask: u16| mask.trailing_zeros();
    let last = |mask: u16| 15 - mask.leading_zeros();
    let fill = |mask: u16| if above { first(mask) } else { last(mask) };
    let join = |front: &[u32], from: usize| {
        let rest = masks[from..].iter().map(|&mask| fill(mask));
        let digits = front.iter().copied().chain(rest);
        digits.fold(0i64, |value, digit| 10 * value + i64::from(digit))
    };
    if same == masks.len() {
        return Some(join(&wanted, same));
    }
    (0..=same).rev().find_map(|i| {
        let beyond = match above {
            true => masks[i] & !(((1u32 << (wanted[i] + 1)) - 1) as u16),
            false => masks[i] & ((1u16 << wanted[i]) - 1),
        };
        (beyond != 0).then(|| {
            let front: Vec<u32> = wanted[..i].iter().copied().chain([fill(beyond)]).collect();
            join(&front, i + 1)
        })
    })
}

impl Propagate for PlaceValue {
    fn vars(&self) -> &[Var] {
        &self.vars
    }

    fn propagate(&mut self, store: &mut Store) -> Step {
        let (_, number) = self.digits();
        if store.is_set(number) { self.by_values(store) } else { self.by_bounds(store) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_number_is_found_from_both_sides() {
        let masks = [0b1010, 0b10_0001, 0b10_0000_0100];
        let all: Vec<i64> = (0..1000)
            .filter(|n| {
                let digits = [n / 100, n / 10 % 10, n % 10];
                digits.iter().zip(masks).all(|(digit, mask)| mask & (1 << digit) != 0)
            })
            .collect();
        for bound in 0..1000 {
            let above = all.iter().copied().find(|&n| n >= bound);
            let below = all.iter().rev().copied().find(|&n| n <= bound);
            assert_eq!(nearest(&masks, bound, true), above, "{bound}");
            assert_eq!(nearest(&masks, bound, false), below, "{bound}");
        }
    }
}
