//! Single steps of interval arithmetic: the range of an operation from those of its parts. Everything
//! is rounded outwards. The way back is in `inverse.rs`.

use super::atom::Operation;
use super::bounds::IntegerInterval;
use super::functions;
use super::number::{Missing, Number};
use crate::families::crossnumber::language::{ClueOperator, Function, Id};

/// Ends further from zero count as without bound, so that sums and differences of two ends fit.
pub(crate) const LIMIT: i128 = 1 << 126;

pub(super) const ABOVE: i128 = IntegerInterval::ABOVE;
pub(super) const BELOW: i128 = IntegerInterval::BELOW;

/// Factorials beyond that of 20 are not numbers.
pub(super) const MAX_FACTORIAL: i128 = 20;

/// Functions of larger numbers are not computed while bounding.
const MAX_EXACT: i128 = 1_000_000_000_000_000;

/// From `low` to `high`, either of which may be anything.
pub(crate) fn bounded(low: i128, high: i128) -> IntegerInterval {
    let low = if low < -LIMIT { BELOW } else { low.min(LIMIT) };
    let high = if high > LIMIT { ABOVE } else { high.max(-LIMIT) };
    IntegerInterval { low, high }
}

fn is_infinite(end: i128) -> bool {
    end == ABOVE || end == BELOW
}

/// How many digits a number that is not negative has.
pub(crate) fn length(value: i128) -> u32 {
    if value < 10 { 1 } else { value.ilog10() + 1 }
}

/// A power of ten, without bound if it is too large.
pub(crate) fn power_of_ten(exponent: u32) -> i128 {
    if exponent < 38 { 10i128.pow(exponent) } else { ABOVE }
}

pub(super) fn factorial(n: i128) -> i128 {
    (1..=n).product()
}

/// The range of an operation.
pub(crate) fn up(
    operation: &Operation,
    values: &[IntegerInterval],
    whole: &[bool],
) -> IntegerInterval {
    match operation {
        Operation::Constant(_) | Operation::Slot(_) | Operation::Choice(_) => IntegerInterval::ALL,
        Operation::Negative(a) => negative(values[*a]),
        Operation::Binary(operator, a, b) => binary(*operator, values[*a], values[*b], whole[*b]),
        Operation::Root(a) => root(values[*a], whole[*a]),
        Operation::Factorial(a) => {
            let (low, high) = (values[*a].low.max(0), values[*a].high.min(MAX_FACTORIAL));
            if low > high {
                return IntegerInterval::EMPTY;
            }
            IntegerInterval { low: factorial(low), high: factorial(high) }
        }
        Operation::Call(function, arguments) => call(*function, arguments, values, whole),
    }
}

pub(super) fn negative(a: IntegerInterval) -> IntegerInterval {
    IntegerInterval { low: -a.high, high: -a.low }
}

/// The root; of a whole number it is whole, if it is a number at all.
fn root(a: IntegerInterval, whole: bool) -> IntegerInterval {
    if a.high < 0 {
        return IntegerInterval::EMPTY;
    }
    let floor = |end: i128| (end.max(0) as u128).isqrt() as i128;
    let ceiling = |end: i128| {
        let floor = floor(end);
        floor + i128::from(floor * floor < end)
    };
    let low = if whole { ceiling(a.low) } else { floor(a.low) };
    let high = match a.high {
        ABOVE => ABOVE,
        high if whole => floor(high),
        high => ceiling(high),
    };
    IntegerInterval { low, high }
}

/// The square of a number that is not negative.
pub(super) fn squared(a: IntegerInterval) -> IntegerInterval {
    let a = a.and(IntegerInterval::from(0));
    if a.is_empty() { a } else { times(a, a) }
}

pub(super) fn binary(
    operator: ClueOperator,
    a: IntegerInterval,
    b: IntegerInterval,
    whole_b: bool,
) -> IntegerInterval {
    match operator {
        ClueOperator::Plus => plus(a, b),
        ClueOperator::Minus => plus(a, negative(b)),
        ClueOperator::Times => times(a, b),
        ClueOperator::Over => over(a, b, whole_b),
        ClueOperator::Modulo => {
            if b.low >= 0 {
                if a.low >= 0 && a.high < b.low {
                    return a;
                }
                let most = if a.low >= 0 { a.high.min(b.high) } else { b.high };
                IntegerInterval { low: 0, high: most }
            } else {
                IntegerInterval { low: b.low.min(0), high: b.high.max(0) }
            }
        }
        ClueOperator::Power => power(a, b),
    }
}

pub(super) fn plus(a: IntegerInterval, b: IntegerInterval) -> IntegerInterval {
    let low = if a.low == BELOW || b.low == BELOW { BELOW } else { a.low.saturating_add(b.low) };
    let high =
        if a.high == ABOVE || b.high == ABOVE { ABOVE } else { a.high.saturating_add(b.high) };
    bounded(low, high)
}

/// The product of two ends; nothing times anything is nothing.
fn product(x: i128, y: i128) -> i128 {
    if let (Ok(x), Ok(y)) = (i64::try_from(x), i64::try_from(y)) {
        return i128::from(x) * i128::from(y);
    }
    let positive = (x < 0) == (y < 0);
    match x.checked_mul(y) {
        _ if x == 0 || y == 0 => 0,
        Some(product) if !is_infinite(x) && !is_infinite(y) => product,
        _ => {
            if positive {
                ABOVE
            } else {
                BELOW
            }
        }
    }
}

pub(super) fn times(a: IntegerInterval, b: IntegerInterval) -> IntegerInterval {
    if a.low >= 0 && b.low >= 0 {
        return bounded(product(a.low, b.low), product(a.high, b.high));
    }
    let corners = [
        product(a.low, b.low),
        product(a.low, b.high),
        product(a.high, b.low),
        product(a.high, b.high),
    ];
    let low = corners.into_iter().min().unwrap_or(BELOW);
    bounded(low, corners.into_iter().max().unwrap_or(ABOVE))
}

/// The quotient of two ends, the divisor not zero, rounded down and up.
fn quotient(x: i128, y: i128) -> (i128, i128) {
    if is_infinite(y) {
        return (0, 0);
    }
    if is_infinite(x) {
        let end = if (x < 0) == (y < 0) { ABOVE } else { BELOW };
        return (end, end);
    }
    let (quotient, rest) = match (i64::try_from(x), i64::try_from(y)) {
        (Ok(x), Ok(y)) if x > i64::MIN => (i128::from(x / y), i128::from(x % y)),
        _ => (x / y, x % y),
    };
    match (rest == 0, (x < 0) == (y < 0)) {
        (true, _) => (quotient, quotient),
        (false, true) => (quotient, quotient + 1),
        (false, false) => (quotient - 1, quotient),
    }
}

/// `a / b`, where `b` is not zero.
pub(super) fn over(a: IntegerInterval, b: IntegerInterval, whole_b: bool) -> IntegerInterval {
    if !b.has_zero() {
        return over_one_sign(a, b);
    }
    if b.low == 0 && b.high == 0 {
        return IntegerInterval::EMPTY;
    }
    if !whole_b {
        return IntegerInterval::ALL;
    }
    let positive = IntegerInterval { low: 1, high: b.high };
    let negative = IntegerInterval { low: b.low, high: -1 };
    match (positive.is_empty(), negative.is_empty()) {
        (false, true) => over_one_sign(a, positive),
        (true, false) => over_one_sign(a, negative),
        _ => over_one_sign(a, positive).hull(over_one_sign(a, negative)),
    }
}

fn over_one_sign(a: IntegerInterval, b: IntegerInterval) -> IntegerInterval {
    let corners = [
        quotient(a.low, b.low),
        quotient(a.low, b.high),
        quotient(a.high, b.low),
        quotient(a.high, b.high),
    ];
    let low = corners.into_iter().map(|(floor, _)| floor).min().unwrap_or(BELOW);
    let high = corners.into_iter().map(|(_, ceiling)| ceiling).max().unwrap_or(ABOVE);
    bounded(low, high)
}

/// A power of an end that is not negative; without bound if it is too large.
fn power_end(base: i128, exponent: i128) -> i128 {
    if base == 0 || base == 1 {
        return if exponent == 0 { 1 } else { base };
    }
    let exponent = u32::try_from(exponent).unwrap_or(u32::MAX);
    if base == ABOVE {
        return if exponent == 0 { 1 } else { ABOVE };
    }
    base.checked_pow(exponent).unwrap_or(ABOVE)
}

fn power(a: IntegerInterval, b: IntegerInterval) -> IntegerInterval {
    if a.low >= 1 {
        let low = if b.low >= 0 { power_end(a.low, b.low) } else { 0 };
        let high = if b.high >= 0 { power_end(a.high, b.high) } else { 1 };
        return bounded(low, high);
    }
    if b.low < 0 {
        return IntegerInterval::ALL;
    }
    // No power is further from zero than the greatest base, or 1, to the greatest exponent.
    let most = power_end(a.high.max(-a.low).max(1), b.high);
    bounded(if a.low >= 0 { 0 } else { -most }, most)
}

/// The exact value of a function of single numbers.
fn exact(
    function: Function,
    arguments: &[Id],
    values: &[IntegerInterval],
) -> Option<IntegerInterval> {
    let single = |&id: &Id| {
        let value = values[id];
        let fits = value.is_point() && value.low.abs() < MAX_EXACT;
        fits.then(|| Number::whole(value.low))
    };
    let numbers: Option<Vec<Number>> = arguments.iter().map(single).collect();
    match functions::apply(function, &numbers?) {
        Ok(value) => {
            let (floor, ceiling) = value.floor_and_ceiling();
            Some(bounded(floor?, ceiling?))
        }
        Err(Missing::NotANumber) => Some(IntegerInterval::EMPTY),
        Err(Missing::GaveUp) => None,
    }
}

/// `k` times a number of digits.
fn per_digit(k: i128, range: IntegerInterval) -> i128 {
    match range.high {
        ABOVE => ABOVE,
        high => k * i128::from(length(high.max(0))),
    }
}

fn call(
    function: Function,
    arguments: &[Id],
    values: &[IntegerInterval],
    whole: &[bool],
) -> IntegerInterval {
    if let Some(value) = exact(function, arguments, values) {
        return value;
    }
    let first = arguments.first().map_or(IntegerInterval::ALL, |&id| values[id]);
    let of_digits = !matches!(
        function,
        Function::Min | Function::Max | Function::Abs | Function::Gcd | Function::Lcm
    );
    if of_digits && first.high < 0 {
        return IntegerInterval::EMPTY;
    }
    let positive = i128::from(first.low >= 1);
    let up_to = |high: i128| IntegerInterval { low: 0, high };
    let all = || arguments.iter().map(|&id| values[id]);
    // Ten to the number of digits.
    let ten_to = |range: IntegerInterval| match range.high {
        ABOVE => ABOVE,
        high => power_of_ten(length(high.max(0))),
    };
    match function {
        Function::DigitSum => IntegerInterval { low: positive, high: per_digit(9, first) },
        Function::DigitSquares => IntegerInterval { low: positive, high: per_digit(81, first) },
        Function::DigitProduct => up_to(ten_to(first)),
        Function::Persistence => up_to(ABOVE),
        Function::Reverse => IntegerInterval { low: positive, high: ten_to(first) },
        Function::Length => {
            IntegerInterval { low: length(first.low.max(0)).into(), high: per_digit(1, first) }
        }
        Function::Digit => up_to(9),
        Function::First => up_to(first.high),
        Function::Last => {
            let k = values[arguments[1]].high.clamp(0, 38) as u32;
            up_to(first.high.min(power_of_ten(k)))
        }
        Function::Concat => {
            let (mut least, mut most) = (0, Some(0u32));
            for value in all() {
                least += length(value.low.max(0));
                let digits = (value.high != ABOVE).then(|| length(value.high.max(0)));
                most = most.zip(digits).map(|(most, digits)| most + digits);
            }
            let low = if positive > 0 { power_of_ten(least - 1).min(LIMIT) } else { 0 };
            IntegerInterval { low, high: most.map_or(ABOVE, power_of_ten) }
        }
        Function::Count => up_to(per_digit(1, first)),
        Function::Gcd => up_to(all().map(size).max().unwrap_or(ABOVE)),
        Function::Lcm => up_to(ABOVE),
        Function::Min => IntegerInterval {
            low: all().map(|v| v.low).min().unwrap_or(BELOW),
            high: all().map(|v| v.high).min().unwrap_or(ABOVE),
        },
        Function::Max => IntegerInterval {
            low: all().map(|v| v.low).max().unwrap_or(BELOW),
            high: all().map(|v| v.high).max().unwrap_or(ABOVE),
        },
        Function::Abs if first.has_zero() => up_to(size(first)),
        Function::Abs if first.low > 0 => first,
        Function::Abs => negative(first),
        // Robin, 1984: below twenty times the number in 64 bits, and beyond below its square.
        Function::DivisorSum => {
            let factor = if first.high <= i64::MAX.into() { 20 } else { first.high };
            bounded(first.low.max(1), product(first.high, factor))
        }
        Function::DivisorCount => {
            let most = match first.high {
                ABOVE => ABOVE,
                high => 2 * (high.max(0) as u128).isqrt() as i128 + 1,
            };
            IntegerInterval { low: 1, high: most }
        }
        Function::LargestPrime => IntegerInterval { low: 2, high: first.high },
        Function::SquareRoot => root(first, whole[arguments[0]]),
        Function::GridDigitSum => {
            IntegerInterval { low: all().map(|v| v.low).sum(), high: all().map(|v| v.high).sum() }
        }
        Function::GridCount => {
            let cells = arguments[1..].iter().map(|&id| values[id]);
            let may = cells.clone().filter(|cell| !cell.and(first).is_empty()).count();
            let must = cells.filter(|cell| cell.is_point() && first.is_point() && *cell == first);
            IntegerInterval { low: must.count() as i128, high: may as i128 }
        }
    }
}

/// The greatest distance from zero.
fn size(range: IntegerInterval) -> i128 {
    range.high.max(-range.low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_are_rounded_outwards() {
        for x in -20..=20 {
            for y in (-6..=6).filter(|&y| y != 0) {
                let (floor, ceiling) = quotient(x, y);
                let exact = Number::apply(ClueOperator::Over, &Number::whole(x), &Number::whole(y));
                let expected = exact.expect("not by zero").floor_and_ceiling();
                assert_eq!((Some(floor), Some(ceiling)), expected, "{x} / {y}");
            }
        }
        let huge = i128::from(i64::MAX) * 7;
        assert_eq!(quotient(huge, -5).0, -(huge / 5) - 1);
        assert_eq!(quotient(ABOVE, -5), (BELOW, BELOW));
        assert_eq!(quotient(5, BELOW), (0, 0));
    }

    #[test]
    fn ends_beyond_all_bounds_are_no_ends() {
        let huge = IntegerInterval::between(1, i64::MAX);
        let square = times(huge, huge);
        assert_eq!(square.high, i128::from(i64::MAX) * i128::from(i64::MAX));
        assert_eq!(times(square, huge).high, ABOVE);
        assert_eq!(
            plus(IntegerInterval::from(3), IntegerInterval::from(4)),
            IntegerInterval::from(7)
        );
        assert_eq!(power(IntegerInterval::point(10), IntegerInterval::between(0, 50)).high, ABOVE);
        assert_eq!(
            power(IntegerInterval::point(1), IntegerInterval::from(0)),
            IntegerInterval::point(1)
        );
    }
}
