//! Which values `a op b` can take, for the domains of intermediate variables.

use xwc_encodings::{Domain, Op};

/// Up to this many pairs of operands, the values are computed one by one.
const MAX_PAIRS: u64 = 1 << 18;

/// A domain that contains every whole value of `a op b`: exact for small domains, otherwise the
/// range between the extremes. `None` if that leaves the 64-bit integers.
pub(crate) fn image(op: Op, a: &Domain, b: &Domain) -> Option<Domain> {
    if a.len().saturating_mul(b.len()) <= MAX_PAIRS {
        let mut values = Vec::new();
        for x in a.iter() {
            for y in b.iter() {
                match op.apply(x, y) {
                    Some(value) => values.push(value),
                    None if op == Op::Div => {}
                    None => return None,
                }
            }
        }
        return Some(Domain::from_iter(values));
    }
    let ends = |domain: &Domain| Some([i128::from(domain.min()?), i128::from(domain.max()?)]);
    let (Some(a), Some(b)) = (ends(a), ends(b)) else { return Some(Domain::from_iter([])) };
    let corners: Vec<i128> = match op {
        Op::Add => vec![a[0] + b[0], a[1] + b[1]],
        Op::Sub => vec![a[0] - b[1], a[1] - b[0]],
        Op::Mul => a.iter().flat_map(|x| b.iter().map(move |y| x * y)).collect(),
        // A whole quotient is never further from zero than the dividend.
        Op::Div => a.iter().flat_map(|x| [x.abs(), -x.abs()]).collect(),
    };
    let low = i64::try_from(*corners.iter().min()?).ok()?;
    let high = i64::try_from(*corners.iter().max()?).ok().filter(|&high| high < i64::MAX)?;
    Some(Domain::from(low..=high))
}

/// The values of `a` for which some `b` leads into `c`, if `a` is small enough to tell.
pub(crate) fn preimage(op: Op, a: &Domain, b: &Domain, c: &Domain) -> Domain {
    if a.len().saturating_mul(b.len()) > MAX_PAIRS {
        return a.clone();
    }
    let leads = |x: &i64| b.iter().any(|y| op.apply(*x, y).is_some_and(|z| c.contains(z)));
    Domain::from_iter(a.iter().filter(leads))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_contain_what_single_values_give() {
        let (small, large) = (Domain::from(-3..=5), Domain::from(-1000..=1000));
        for op in [Op::Add, Op::Sub, Op::Mul, Op::Div] {
            let exact = image(op, &small, &small).expect("small");
            let hull = image(op, &large, &large).expect("in range");
            assert!(large.len() * large.len() > MAX_PAIRS);
            assert!(exact.iter().all(|value| hull.contains(value)), "{op}");
            for (x, y) in [(-1000, 1000), (1000, -1000), (999, 3), (-1000, -1)] {
                let value = op.apply(x, y);
                assert!(value.is_none_or(|value| hull.contains(value)), "{x} {op} {y}");
            }
        }
        assert_eq!(image(Op::Mul, &Domain::from(0..=1 << 40), &Domain::from(0..=1 << 40)), None);
    }

    #[test]
    fn preimages_keep_what_can_end_well() {
        let digits = Domain::from(1..=9);
        let kept = preimage(Op::Mul, &digits, &digits, &Domain::from(42));
        assert_eq!(kept.iter().collect::<Vec<_>>(), [6, 7]);
    }
}
