//! Weighted sums of literals, added up by a network of adders.
//!
//! Literals: each `sum` and `carry` of an adder is true if and only if the bit of its two or three
//! inputs' sum is. What is added grows as it needs to, so nothing ever overflows a width.
//!
//! Reference: Eén and Sörensson, "Translating pseudo-Boolean constraints into SAT", JSAT 2006.

use std::collections::VecDeque;

use rustsat::types::Lit;

use crate::formula::Builder;
use crate::model::Comparison;

/// A binary number, the lowest bit first; `None` where a bit is always 0.
pub(crate) type Digits = Vec<Option<Lit>>;

/// The sum of weight times literal compares with the constant. Nothing is stated, and `None`
/// returned, if the numbers are too large to calculate with.
#[must_use]
pub(crate) fn sum(
    out: &mut Builder,
    terms: Vec<(i128, Lit)>,
    comparison: Comparison,
    constant: i128,
) -> Option<()> {
    // A weight below zero counts the opposite literal instead: −w·l = w·(1 − l) − w.
    let mut constant = constant;
    let mut total = 0i128;
    let mut positive = Vec::with_capacity(terms.len());
    for (weight, literal) in terms {
        let size = weight.checked_abs()?;
        total = total.checked_add(size)?;
        if weight < 0 {
            constant = constant.checked_add(size)?;
        }
        positive.push((size, if weight < 0 { !literal } else { literal }));
    }
    if !(0..=total).contains(&constant) {
        // No sum can be the constant, so that its sign tells.
        if !comparison.holds(0, constant) {
            out.add([]);
        }
        return Some(());
    }
    let digits = added(out, positive);
    compare(out, &digits, comparison, constant, None);
    Some(())
}

/// The digits of a sum with weights that are not below zero.
fn added(out: &mut Builder, terms: Vec<(i128, Lit)>) -> Digits {
    let mut columns: Vec<VecDeque<Lit>> = Vec::new();
    for (weight, literal) in terms {
        let width = (i128::BITS - weight.leading_zeros()) as usize;
        if columns.len() < width {
            columns.resize_with(width, VecDeque::new);
        }
        for (at, column) in columns.iter_mut().enumerate().take(width) {
            if weight >> at & 1 == 1 {
                column.push_back(literal);
            }
        }
    }
    let mut digits = Vec::new();
    let mut at = 0;
    while at < columns.len() {
        // First come, first served: the network is as flat as it can be.
        while let Some(first) = columns[at].pop_front() {
            let Some(second) = columns[at].pop_front() else {
                digits.push(Some(first));
                break;
            };
            let third = columns[at].pop_front();
            let (sum, carry) = match third {
                Some(third) => full_adder(out, first, second, third),
                None => half_adder(out, first, second),
            };
            columns[at].push_back(sum);
            if columns.len() == at + 1 {
                columns.push(VecDeque::new());
            }
            columns[at + 1].push_back(carry);
        }
        at += 1;
        digits.resize(at, None);
    }
    digits
}

fn half_adder(out: &mut Builder, a: Lit, b: Lit) -> (Lit, Lit) {
    let (sum, carry) = (out.new_lit(), out.new_lit());
    for clause in [[a, b, !sum], [!a, !b, !sum], [a, !b, sum], [!a, b, sum]] {
        out.add(clause);
    }
    out.add([!a, !b, carry]);
    out.add([a, !carry]);
    out.add([b, !carry]);
    (sum, carry)
}

fn full_adder(out: &mut Builder, a: Lit, b: Lit, c: Lit) -> (Lit, Lit) {
    let (sum, carry) = (out.new_lit(), out.new_lit());
    for signs in 0..8u32 {
        let flipped = |lit: Lit, bit: u32| if signs >> bit & 1 == 1 { !lit } else { lit };
        let odd = signs.count_ones() % 2 == 1;
        let inputs = [flipped(a, 0), flipped(b, 1), flipped(c, 2)];
        out.add(inputs.into_iter().chain([if odd { sum } else { !sum }]));
    }
    for [x, y] in [[a, b], [a, c], [b, c]] {
        out.add([!x, !y, carry]);
        out.add([x, y, !carry]);
    }
    // These follow, and let unit propagation see that three equal inputs are sum and carry.
    out.add([!carry, !sum, a]);
    out.add([!carry, !sum, b]);
    out.add([!carry, !sum, c]);
    out.add([carry, sum, !a]);
    out.add([carry, sum, !b]);
    out.add([carry, sum, !c]);
    (sum, carry)
}

/// The number compares with a constant that is not below zero; only if `when` is true, if given.
pub(crate) fn compare(
    out: &mut Builder,
    digits: &[Option<Lit>],
    comparison: Comparison,
    constant: i128,
    when: Option<Lit>,
) {
    let unless = when.map(|lit| !lit);
    let width = (i128::BITS - constant.leading_zeros()) as usize;
    let width = width.max(digits.len());
    let digit = |at: usize| digits.get(at).copied().flatten();
    let is_one = |at: usize| at < 127 && constant >> at & 1 == 1;
    match comparison {
        Comparison::Equal => {
            for at in 0..width {
                match (digit(at), is_one(at)) {
                    (Some(digit), one) => {
                        out.add(unless.into_iter().chain([if one { digit } else { !digit }]))
                    }
                    (None, true) => out.add(unless),
                    (None, false) => {}
                }
            }
        }
        Comparison::NotEqual => {
            if (0..width).any(|at| is_one(at) && digit(at).is_none()) {
                return;
            }
            let differs = (0..width).filter_map(|at| {
                let digit = digit(at)?;
                Some(if is_one(at) { !digit } else { digit })
            });
            out.add(differs.chain(unless));
        }
        Comparison::AtMost => {
            // Where the constant has a 0, a 1 needs a higher place where it is the other way.
            for at in (0..width).filter(|&at| !is_one(at)) {
                let Some(one) = digit(at) else { continue };
                let above = (at + 1..width).filter(|&above| is_one(above));
                let zeros: Option<Vec<Lit>> = above.map(|at| digit(at).map(|lit| !lit)).collect();
                if let Some(zeros) = zeros {
                    out.add(zeros.into_iter().chain([!one]).chain(unless));
                }
            }
        }
        Comparison::AtLeast => {
            for at in (0..width).filter(|&at| is_one(at)) {
                let above = (at + 1..width).filter(|&above| !is_one(above)).filter_map(digit);
                out.add(above.chain(digit(at)).chain(unless));
            }
        }
    }
}
