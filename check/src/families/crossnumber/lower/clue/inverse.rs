//! Single steps of interval arithmetic, backwards: what the range of an operation says about those of
//! its parts. Everything is rounded outwards.

use super::atom::Operation;
use super::bounds::IntegerInterval;
use super::steps::{
    ABOVE, BELOW, LIMIT, MAX_FACTORIAL, factorial, length, negative, over, plus, power_of_ten,
    squared, times,
};
use crate::families::crossnumber::language::{ClueOperator, Function, Id};

/// Narrows the parts of operation `i` by its own range.
pub(crate) fn down(operation: &Operation, i: Id, values: &mut [IntegerInterval], whole: &[bool]) {
    let range = values[i];
    match operation {
        Operation::Constant(_) | Operation::Slot(_) | Operation::Choice(_) => {}
        Operation::Negative(a) => values[*a] = values[*a].and(negative(range)),
        Operation::Binary(operator, a, b) => {
            let (left, right) = (values[*a], values[*b]);
            let (left, right) = match operator {
                ClueOperator::Plus => {
                    (left.and(plus(range, negative(right))), right.and(plus(range, negative(left))))
                }
                ClueOperator::Minus => {
                    (left.and(plus(range, right)), right.and(plus(left, negative(range))))
                }
                ClueOperator::Times => {
                    // Where nothing is nothing, the other factor may be anything.
                    let part =
                        |part: IntegerInterval, other: IntegerInterval, whole: bool| match range
                            .has_zero()
                            && other.has_zero()
                        {
                            true => part,
                            false => part.and(over(range, other, whole)),
                        };
                    (part(left, right, whole[*b]), part(right, left, whole[*a]))
                }
                ClueOperator::Over => {
                    let divisor = match range.has_zero() {
                        true => right,
                        false => right.and(over(left, range, false)),
                    };
                    (left.and(times(range, right)), divisor)
                }
                // What is less than the divisor stays as it is.
                ClueOperator::Modulo
                    if left.low >= 0 && right.low >= 0 && range.high < left.low =>
                {
                    (left, right.and(IntegerInterval { low: 0, high: left.high }))
                }
                ClueOperator::Modulo => (left, right),
                ClueOperator::Power => power_parts(range, left, right),
            };
            values[*a] = left;
            values[*b] = right;
        }
        Operation::Root(a) => values[*a] = values[*a].and(squared(range)),
        Operation::Factorial(a) => {
            let fits = |n: &i128| (range.low..=range.high).contains(&factorial(*n));
            let mut numbers = (0..=MAX_FACTORIAL).filter(fits);
            let low = numbers.next().unwrap_or(MAX_FACTORIAL + 1);
            let high = numbers.next_back().unwrap_or(low);
            values[*a] = values[*a].and(IntegerInterval { low, high });
        }
        Operation::Call(function, arguments) => call_parts(*function, arguments, range, values),
    }
}

/// What base and exponent can be, if the base is 1 or more.
fn power_parts(
    range: IntegerInterval,
    a: IntegerInterval,
    b: IntegerInterval,
) -> (IntegerInterval, IntegerInterval) {
    if a.low < 1 || b.low < 0 || range.high < 1 {
        return (a, b);
    }
    let low = range.low.max(1);
    let mut base = a;
    if let (true, Ok(k @ 1..)) = (b.is_point(), u32::try_from(b.low)) {
        let floor = |end: i128| num_integer::Roots::nth_root(&(end as u128), k) as i128;
        let high = if range.high == ABOVE { ABOVE } else { floor(range.high) + 1 };
        base = base.and(IntegerInterval { low: floor(low), high });
    }
    let mut exponent = b;
    if base.low > 1 && range.high != ABOVE {
        // The first power that is too large.
        let (mut k, mut value) = (0, 1i128);
        while value <= range.high {
            value = value.saturating_mul(base.low);
            k += 1;
        }
        exponent = exponent.and(IntegerInterval { low: BELOW, high: k });
    }
    (base, exponent)
}

fn call_parts(
    function: Function,
    arguments: &[Id],
    range: IntegerInterval,
    values: &mut [IntegerInterval],
) {
    let clip = |values: &mut [IntegerInterval], id: Id, by: IntegerInterval| {
        values[id] = values[id].and(by)
    };
    let natural = IntegerInterval::from(0);
    match function {
        Function::GridDigitSum => {
            let ends = arguments.iter().map(|&id| values[id]);
            let (low, high) = ends.fold((0, 0), |(l, h), v| (l + v.low, h + v.high));
            for &id in arguments {
                let own = values[id];
                let rest = IntegerInterval { low: low - own.low, high: high - own.high };
                clip(values, id, plus(range, negative(rest)));
            }
        }
        Function::Length => {
            let digits = |end: i128| u32::try_from(end.clamp(0, 40)).unwrap_or(0);
            let low =
                if range.low <= 1 { 0 } else { power_of_ten(digits(range.low) - 1).min(LIMIT) };
            clip(
                values,
                arguments[0],
                IntegerInterval { low, high: power_of_ten(digits(range.high)) },
            );
        }
        Function::Reverse => {
            // A number that is at least so large backwards has at least this many digits.
            let digits = length(range.low.max(0));
            let low = if digits > 1 { power_of_ten(digits - 1).min(LIMIT) } else { 0 };
            clip(values, arguments[0], IntegerInterval::from(low));
        }
        Function::Min => {
            for &id in arguments {
                clip(values, id, IntegerInterval { low: range.low, high: ABOVE });
            }
        }
        Function::Max => {
            for &id in arguments {
                clip(values, id, IntegerInterval { low: BELOW, high: range.high });
            }
        }
        Function::Abs => {
            clip(values, arguments[0], IntegerInterval { low: -range.high, high: range.high });
        }
        Function::SquareRoot => clip(values, arguments[0], squared(range)),
        Function::DivisorSum => {
            let low = if range.high <= LIMIT { 1.max(range.low / 20) } else { 1 };
            let low = if values[arguments[0]].high <= i64::MAX.into() { low } else { 1 };
            clip(values, arguments[0], IntegerInterval { low, high: range.high });
        }
        Function::LargestPrime => {
            clip(values, arguments[0], IntegerInterval { low: range.low, high: ABOVE });
        }
        Function::DigitSum
        | Function::DigitProduct
        | Function::DigitSquares
        | Function::Persistence
        | Function::Digit
        | Function::First
        | Function::Last
        | Function::Count
        | Function::DivisorCount => clip(values, arguments[0], natural),
        Function::Concat => arguments.iter().for_each(|&id| clip(values, id, natural)),
        Function::Gcd | Function::Lcm | Function::GridCount => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::number::Number;
    use super::super::steps::binary;
    use super::*;

    /// Every result of small whole numbers is in the range, and every pair survives the way back.
    #[test]
    fn nothing_is_lost() {
        let operators = [
            ClueOperator::Plus,
            ClueOperator::Minus,
            ClueOperator::Times,
            ClueOperator::Over,
            ClueOperator::Modulo,
            ClueOperator::Power,
        ];
        for operator in operators {
            for (a, b) in (-4..=4).flat_map(|a| (a..=4).map(move |b| (a, b))) {
                for (c, d) in (-4..=4).flat_map(|c| (c..=4).map(move |d| (c, d))) {
                    let (x, y) = (IntegerInterval::between(a, b), IntegerInterval::between(c, d));
                    let range = binary(operator, x, y, true);
                    for (p, q) in (a..=b).flat_map(|p| (c..=d).map(move |q| (p, q))) {
                        let (p, q) = (i128::from(p), i128::from(q));
                        let result = Number::apply(operator, &Number::whole(p), &Number::whole(q));
                        let Ok(result) = result else { continue };
                        let (Some(floor), Some(ceiling)) = result.floor_and_ceiling() else {
                            panic!("small numbers");
                        };
                        assert!(
                            range.low <= floor && ceiling <= range.high,
                            "{p} {operator:?} {q}"
                        );
                        let mut values = vec![x, y, IntegerInterval { low: floor, high: ceiling }];
                        let operation = Operation::Binary(operator, 0, 1);
                        down(&operation, 2, &mut values, &[true, true, result.is_whole()]);
                        let holds = |range: IntegerInterval, value| {
                            range.low <= value && value <= range.high
                        };
                        assert!(holds(values[0], p), "{p} of {p} {operator:?} {q}: {values:?}");
                        assert!(holds(values[1], q), "{q} of {p} {operator:?} {q}: {values:?}");
                    }
                }
            }
        }
    }
}
