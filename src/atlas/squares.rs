//! Every square of numbers in which all eight lines are true, with a given sum.
//!
//! Write the numbers `a b c / d f g / h k m`. Once `f`, `b` and the sum `a+b+d+f` are chosen, `a+d` is
//! known. The upper row and a diagonal make `h = (a ∘ b) ∘ f`, a fraction that is linear in `a`; the
//! left column makes `h = a ∘ d`. So `a` is a root of a polynomial of degree two, and all that is left
//! are the operators. For all sums up to `s` that is cubic in `s`.

use xwc_check::families::calcrostic::square::Square;
use xwc_check::puzzle::grid::Operator;

/// The least sum: four ones.
pub(crate) const LEAST_SUM: u64 = 4;

/// Sums are no larger, so that all arithmetic here is exact.
pub(crate) const MAX_SUM: u64 = 20_000;

/// `x ∘ y`, if that is a positive whole number.
fn apply(operator: Operator, x: u64, y: u64) -> Option<u64> {
    let value = match operator {
        Operator::Plus => x + y,
        Operator::Minus => x.checked_sub(y)?,
        Operator::Times => x * y,
        Operator::Divide if x.is_multiple_of(y) => x / y,
        Operator::Divide => return None,
    };
    (value > 0).then_some(value)
}

/// The operators, and what they make of `x` and `y`.
fn results(x: u64, y: u64) -> impl Iterator<Item = (Operator, u64)> + Clone {
    Operator::ALL.into_iter().filter_map(move |op| Some((op, apply(op, x, y)?)))
}

/// The operators that make `z` of `x` and `y`.
fn leading(x: u64, y: u64, z: u64) -> impl Iterator<Item = Operator> + Clone {
    Operator::ALL.into_iter().filter(move |&op| apply(op, x, y) == Some(z))
}

/// All squares in standard form with this sum and this middle, in their order.
pub(crate) fn standard(sum: u64, middle: u64) -> Vec<Square<u64>> {
    let mut found = Vec::new();
    let rest = sum - middle;
    // In standard form `d` is at least `b`, and `a` at least 1.
    for b in 1..=(rest.saturating_sub(1)) / 2 {
        let from = found.len();
        upper_left(rest - b, b, middle, &mut |a, d| {
            if d >= b {
                complete(a, b, d, middle, |square| found.push(square));
            }
        });
        let mut kept = found.split_off(from);
        kept.retain(Square::is_standard);
        kept.sort_by(Square::order);
        found.extend(kept);
    }
    found
}

/// All squares in which `a + d` is `total`.
pub(crate) fn with_total(total: u64, b: u64, f: u64) -> Vec<Square<u64>> {
    let mut found = Vec::new();
    upper_left(total, b, f, &mut |a, d| complete(a, b, d, f, |square| found.push(square)));
    found
}

/// The square without diagonals that has these operators and three numbers, if there is one with
/// numbers up to `most`; if any upper left corner does, the one with `a`.
pub(crate) fn without_diagonals(
    rows: [Operator; 3],
    columns: [Operator; 3],
    [a, b, d, f]: [u64; 4],
    most: u64,
) -> Option<Square<u64>> {
    let apply = |operator, x, y| apply(operator, x, y).filter(|&value| value <= most);
    let (g, k) = (apply(rows[1], d, f)?, apply(columns[1], b, f)?);
    // Both are `m`.
    let right = LinearQuotient::A.then(rows[0], b as i64).then(columns[2], g as i64);
    let lower = LinearQuotient::A.then(columns[0], d as i64).then(rows[2], k as i64);
    let cross = |x, y| i128::from(x) * i128::from(lower.r) - i128::from(y) * i128::from(right.r);
    let a = match (cross(right.p, lower.p), cross(right.q, lower.q)) {
        (0, 0) => a,
        (y, z) if y != 0 && z % y == 0 => u64::try_from(-z / y).ok().filter(|&a| a > 0)?,
        _ => return None,
    };
    let (c, h) = (apply(rows[0], a, b)?, apply(columns[0], a, d)?);
    let m = apply(columns[2], c, g)?;
    let numbers = [[a, b, c], [d, f, g], [h, k, m]];
    let square = Square { numbers, rows, columns, diagonals: [None; 2] };
    (apply(rows[2], h, k) == Some(m)).then_some(square)
}

/// `(p·a + q) / r`, where `r` is positive.
#[derive(Clone, Copy)]
struct LinearQuotient {
    p: i64,
    q: i64,
    r: i64,
}

impl LinearQuotient {
    /// `a` itself.
    const A: Self = Self { p: 1, q: 0, r: 1 };

    /// What an operator and a positive number make of it.
    fn then(self, operator: Operator, n: i64) -> Self {
        let Self { p, q, r } = self;
        match operator {
            Operator::Plus => Self { p, q: q + n * r, r },
            Operator::Minus => Self { p, q: q - n * r, r },
            Operator::Times => Self { p: p * n, q: q * n, r },
            Operator::Divide => Self { p, q, r: r * n },
        }
    }
}

/// Every `a` and `d` with this sum for which `h` may come out the same both ways, each once.
fn upper_left(total: u64, b: u64, f: u64, found: &mut dyn FnMut(u64, u64)) {
    let (t, b, f) = (total as i64, b as i64, f as i64);
    let mut roots = [0_i64; 128];
    let mut n = 0;
    for first in Operator::ALL {
        for second in Operator::ALL {
            let LinearQuotient { p, q, r } = LinearQuotient::A.then(first, b).then(second, f);
            // What `a + d`, `a − d`, `a × d` and `a ÷ d` ask for.
            let equations = [
                (0, p, q - r * t),
                (0, p - 2 * r, q + r * t),
                (r, p - r * t, q),
                (-p, p * t - q - r, q * t),
            ];
            for (x, y, z) in equations {
                if (x, y, z) == (0, 0, 0) {
                    return (1..t).for_each(|a| found(a as u64, (t - a) as u64));
                }
                for root in whole_roots(x, y, z) {
                    if (1..t).contains(&root) && !roots[..n].contains(&root) {
                        roots[n] = root;
                        n += 1;
                    }
                }
            }
        }
    }
    roots[..n].iter().for_each(|&a| found(a as u64, (t - a) as u64));
}

/// The whole roots of `x·a² + y·a + z`, which is not zero everywhere; 0 stands for none.
fn whole_roots(x: i64, y: i64, z: i64) -> [i64; 2] {
    if x == 0 {
        let whole = y != 0 && z % y == 0;
        return [if whole { -z / y } else { 0 }, 0];
    }
    let (p, q, r) = (x as f64, y as f64, z as f64);
    let discriminant = q * q - 4.0 * p * r;
    // Rounding may make a little less than nothing of nothing.
    if discriminant < -1e-9 * q * q {
        return [0, 0];
    }
    let root = discriminant.max(0.0).sqrt();
    [(-q + root) / (2.0 * p), (-q - root) / (2.0 * p)].map(|near| {
        let near = near.round();
        if !(1.0..=MAX_SUM as f64).contains(&near) {
            return 0;
        }
        let a = near as i64;
        let value = (i128::from(x) * i128::from(a) + i128::from(y)) * i128::from(a) + i128::from(z);
        if value == 0 { a } else { 0 }
    })
}

/// All squares with these four numbers.
fn complete(a: u64, b: u64, d: u64, f: u64, mut found: impl FnMut(Square<u64>)) {
    for (upper, c) in results(a, b) {
        for (left, h) in results(a, d) {
            for other in leading(c, f, h) {
                rest([a, b, c, d, f, h], [upper, left, other], &mut found);
            }
        }
    }
}

/// Goes on when the upper row, the left column and the diagonal between them are there.
fn rest(numbers: [u64; 6], operators: [Operator; 3], found: &mut impl FnMut(Square<u64>)) {
    let ([a, b, c, d, f, h], [upper, left, other]) = (numbers, operators);
    for (main, m) in results(a, f) {
        for (middle, g) in results(d, f) {
            for right in leading(c, g, m) {
                for (centre, k) in results(b, f) {
                    for lower in leading(h, k, m) {
                        found(Square {
                            numbers: [[a, b, c], [d, f, g], [h, k, m]],
                            rows: [upper, middle, lower],
                            columns: [left, centre, right],
                            diagonals: [Some(main), Some(other)],
                        });
                    }
                }
            }
        }
    }
}
