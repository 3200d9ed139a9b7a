//! Single steps of interval arithmetic: the range of an operation from those of its parts, and what
//! its range says about them.

use super::atom::Operation;
use super::bounds::Interval;
use super::functions::Function;
use super::number::Number;
use super::tree::{Id, Operator};

/// Factorials beyond that of 20 are no numbers.
const FACTORIALS: f64 = 20.0;

/// How many digits a number of at least 1 has.
pub fn length(value: f64) -> i32 {
    let mut length = 1;
    let mut power = 10.0;
    while value >= power && length < 42 {
        power *= 10.0;
        length += 1;
    }
    length
}

fn factorial(n: f64) -> f64 {
    (1..=n as u32).map(f64::from).product()
}

/// The range of an operation.
pub fn up(operation: &Operation, values: &[Interval], whole: &[bool]) -> Interval {
    match operation {
        Operation::Number(_) | Operation::Slot(_) | Operation::Choice(_) => Interval::LINE,
        Operation::Negative(a) => Interval { low: -values[*a].high, high: -values[*a].low },
        Operation::Binary(operator, a, b) => binary(*operator, values[*a], values[*b], whole[*b]),
        Operation::Root(a) => root(values[*a]),
        Operation::Factorial(a) => {
            let low = values[*a].low.max(0.0).ceil();
            let high = values[*a].high.min(FACTORIALS).floor();
            if low > high {
                return Interval { low: 1.0, high: 0.0 };
            }
            Interval::of(factorial(low), factorial(high))
        }
        Operation::Call(function, arguments) => call(*function, arguments, values),
    }
}

fn root(a: Interval) -> Interval {
    if a.high < 0.0 {
        return Interval { low: 1.0, high: 0.0 };
    }
    Interval::of(a.low.max(0.0).sqrt(), a.high.sqrt()).wider()
}

fn binary(operator: Operator, a: Interval, b: Interval, whole_b: bool) -> Interval {
    match operator {
        Operator::Plus => Interval::of(a.low + b.low, a.high + b.high),
        Operator::Minus => Interval::of(a.low - b.high, a.high - b.low),
        Operator::Times => times(a, b),
        Operator::Over => over(a, if whole_b { not_zero(b) } else { b }),
        Operator::Modulo => {
            if b.low > 0.0 {
                if a.low >= 0.0 && a.high < b.low {
                    return a;
                }
                Interval { low: 0.0, high: b.high }
            } else {
                Interval { low: b.low.min(0.0), high: b.high.max(0.0) }
            }
        }
        Operator::Power => power(a, b),
    }
}

fn times(a: Interval, b: Interval) -> Interval {
    if a.low >= 0.0 && b.low >= 0.0 {
        return Interval::of(a.low * b.low, a.high * b.high);
    }
    let corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
    let low = corners.iter().copied().fold(f64::INFINITY, f64::min);
    let high = corners.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    Interval::of(low, high)
}

/// A whole divisor is not zero.
fn not_zero(b: Interval) -> Interval {
    let low = if b.low == 0.0 { 1.0 } else { b.low };
    let high = if b.high == 0.0 { -1.0 } else { b.high };
    Interval { low, high }
}

fn over(a: Interval, b: Interval) -> Interval {
    if b.is_empty() {
        return b;
    }
    if b.has_zero() {
        return if b.is_point() { Interval { low: 1.0, high: 0.0 } } else { Interval::LINE };
    }
    let corners = [a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high];
    let low = corners.iter().copied().fold(f64::INFINITY, f64::min);
    let high = corners.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    Interval::of(low, high)
}

fn power(a: Interval, b: Interval) -> Interval {
    if b.is_point() && a.low >= 0.0 && (b.low == 2.0 || b.low == 3.0) {
        let power = |end: f64| if b.low == 2.0 { end * end } else { end * end * end };
        return Interval::of(power(a.low), power(a.high));
    }
    if a.low >= 1.0 {
        let ends = Interval::of(a.low.min(a.high), a.high);
        let least = if b.low >= 0.0 { ends.low.powf(b.low) } else { ends.high.powf(b.low) };
        let most = if b.high >= 0.0 { ends.high.powf(b.high) } else { ends.low.powf(b.high) };
        return Interval { low: least.max(0.0), high: most.min(1e41) }.wider();
    }
    if a.low >= 0.0 && b.low >= 0.0 {
        return Interval { low: 0.0, high: a.high.max(1.0).powf(b.high).min(1e41) }.wider();
    }
    // |x|^y is never more than the greatest base to the greatest exponent.
    if b.low >= 0.0 {
        let most = a.low.abs().max(a.high.abs()).max(1.0).powf(b.high).min(1e41);
        return Interval { low: -most, high: most }.wider();
    }
    Interval::LINE
}

/// The exact value of a function of single whole numbers.
fn exact(function: Function, arguments: &[Id], values: &[Interval]) -> Option<Interval> {
    let single = |&id: &Id| {
        let value = values[id];
        let fits = value.is_point() && value.low.fract() == 0.0 && value.low.abs() < 1e15;
        fits.then(|| Number::whole(value.low as i128))
    };
    let numbers: Option<Vec<Number>> = arguments.iter().map(single).collect();
    let value = match function.apply(&numbers?) {
        Some(value) => value.to_float(),
        None => return Some(Interval { low: 1.0, high: 0.0 }),
    };
    Some(Interval::of(value, value))
}

fn call(function: Function, arguments: &[Id], values: &[Interval]) -> Interval {
    if let Some(value) = exact(function, arguments, values) {
        return value;
    }
    let first = arguments.first().map_or(Interval::LINE, |&id| values[id]);
    let of_digits = !matches!(
        function,
        Function::Min | Function::Max | Function::Abs | Function::Gcd | Function::Lcm
    );
    if of_digits && first.high < 0.0 {
        return Interval { low: 1.0, high: 0.0 };
    }
    let digits = length(first.high.max(1.0));
    let positive = if first.low >= 1.0 { 1.0 } else { 0.0 };
    let up_to = |high: f64| Interval { low: 0.0, high };
    let all = || arguments.iter().map(|&id| values[id]);
    match function {
        Function::DigitSum => Interval { low: positive, high: 9.0 * f64::from(digits) },
        Function::DigitSquares => Interval { low: positive, high: 81.0 * f64::from(digits) },
        Function::DigitProduct => up_to(9f64.powi(digits)).wider(),
        Function::Persistence => up_to(40.0),
        Function::Reverse => Interval { low: positive, high: 10f64.powi(digits) },
        Function::Length => {
            Interval { low: f64::from(length(first.low.max(1.0))), high: f64::from(digits) }
        }
        Function::Digit => up_to(9.0),
        Function::First => up_to(first.high),
        Function::Last => {
            let k = values[arguments[1]].high.clamp(0.0, 41.0);
            up_to(first.high.min(10f64.powf(k)).max(0.0)).wider()
        }
        Function::Concat => {
            let lengths = all().fold((0, 0), |(low, high), value| {
                (low + length(value.low.max(1.0)), high + length(value.high.max(1.0)))
            });
            let low = if positive > 0.0 { 10f64.powi(lengths.0 - 1) } else { 0.0 };
            Interval { low, high: 10f64.powi(lengths.1) }.wider()
        }
        Function::Count => up_to(f64::from(digits)),
        Function::Gcd => {
            let least = all().map(|v| v.low.abs().max(v.high.abs())).fold(0.0, f64::max);
            up_to(least)
        }
        Function::Lcm => up_to(1e40),
        Function::Min => Interval {
            low: all().map(|v| v.low).fold(f64::INFINITY, f64::min),
            high: all().map(|v| v.high).fold(f64::INFINITY, f64::min),
        },
        Function::Max => Interval {
            low: all().map(|v| v.low).fold(f64::NEG_INFINITY, f64::max),
            high: all().map(|v| v.high).fold(f64::NEG_INFINITY, f64::max),
        },
        Function::Abs if first.has_zero() => up_to(first.high.max(-first.low)),
        Function::Abs => {
            let (a, b) = (first.low.abs(), first.high.abs());
            Interval { low: a.min(b), high: a.max(b) }
        }
        // For numbers of 64 bits the sum of divisors is less than twenty times the number.
        Function::DivisorSum => Interval { low: first.low.max(1.0), high: first.high * 20.0 },
        Function::DivisorCount => Interval { low: 1.0, high: 2.0 * first.high.sqrt() + 1.0 },
        Function::LargestPrime => Interval { low: 2.0, high: first.high },
        Function::SquareRoot => root(first),
        Function::GridDigitSum => {
            let ends = all().fold((0.0, 0.0), |(low, high), v| (low + v.low, high + v.high));
            Interval { low: ends.0, high: ends.1 }
        }
        Function::GridCount => {
            let cells = arguments[1..].iter().map(|&id| values[id]);
            let may = cells.clone().filter(|cell| !cell.and(first).is_empty()).count();
            let must = cells.filter(|cell| cell.is_point() && first.is_point() && *cell == first);
            Interval { low: must.count() as f64, high: may as f64 }
        }
    }
}

/// Narrows the parts of operation `i` by its own range.
pub fn down(operation: &Operation, i: Id, values: &mut [Interval]) {
    let range = values[i];
    match operation {
        Operation::Number(_) | Operation::Slot(_) | Operation::Choice(_) => {}
        Operation::Negative(a) => {
            values[*a] = values[*a].and(Interval { low: -range.high, high: -range.low });
        }
        Operation::Binary(operator, a, b) => {
            let (left, right) = (values[*a], values[*b]);
            let (left, right) = match operator {
                Operator::Plus => (
                    left.and(binary(Operator::Minus, range, right, false)),
                    right.and(binary(Operator::Minus, range, left, false)),
                ),
                Operator::Minus => (
                    left.and(binary(Operator::Plus, range, right, false)),
                    right.and(binary(Operator::Minus, left, range, false)),
                ),
                Operator::Times => {
                    let quotient = |part: Interval, other: Interval| match other.has_zero() {
                        true => part,
                        false => part.and(over(range, other)),
                    };
                    (quotient(left, right), quotient(right, left))
                }
                Operator::Over => {
                    let divisor =
                        if range.has_zero() { right } else { right.and(over(left, range)) };
                    (left.and(times(range, right)), divisor)
                }
                Operator::Modulo => (left, right),
                Operator::Power => power_parts(range, left, right),
            };
            values[*a] = left;
            values[*b] = right;
        }
        Operation::Root(a) => {
            let square = Interval::of(range.low.max(0.0).powi(2), range.high.powi(2)).wider();
            values[*a] = values[*a].and(square);
        }
        Operation::Factorial(a) => {
            let wide = range.wider();
            let fits = |n: &f64| (wide.low..=wide.high).contains(&factorial(*n));
            let mut numbers = (0..=20).map(f64::from).filter(fits);
            let low = numbers.next().unwrap_or(FACTORIALS + 1.0);
            let high = numbers.next_back().unwrap_or(low);
            values[*a] = values[*a].and(Interval { low, high });
        }
        Operation::Call(function, arguments) => call_parts(*function, arguments, range, values),
    }
}

fn power_parts(range: Interval, a: Interval, b: Interval) -> (Interval, Interval) {
    if a.low < 1.0 || b.low < 0.0 || range.high < 1.0 {
        return (a, b);
    }
    let low = range.low.max(1.0);
    if b.is_point() && (b.low == 2.0 || b.low == 3.0) {
        let root = |end: f64| if b.low == 2.0 { end.sqrt() } else { end.cbrt() };
        return (a.and(Interval { low: root(low), high: root(range.high) }.wider()), b);
    }
    let base = Interval {
        low: if b.high > 0.0 { low.powf(1.0 / b.high) } else { 1.0 },
        high: if b.low > 0.0 { range.high.powf(1.0 / b.low) } else { a.high },
    };
    let exponent = Interval {
        low: if a.high > 1.0 { low.ln() / a.high.ln() } else { b.low },
        high: if a.low > 1.0 { range.high.ln() / a.low.ln() } else { b.high },
    };
    (a.and(base.wider()), b.and(exponent.wider()))
}

fn call_parts(function: Function, arguments: &[Id], range: Interval, values: &mut [Interval]) {
    let clip = |values: &mut [Interval], id: Id, by: Interval| values[id] = values[id].and(by);
    let natural = Interval { low: 0.0, ..Interval::LINE };
    match function {
        Function::GridDigitSum => {
            let ends = arguments.iter().map(|&id| values[id]);
            let (low, high) = ends.fold((0.0, 0.0), |(l, h), v| (l + v.low, h + v.high));
            for &id in arguments {
                let own = values[id];
                let rest = Interval { low: low - own.low, high: high - own.high };
                clip(
                    values,
                    id,
                    Interval { low: range.low - rest.high, high: range.high - rest.low },
                );
            }
        }
        Function::Length => {
            let low = 10f64.powi(range.low.clamp(1.0, 41.0) as i32 - 1);
            let low = if range.low <= 1.0 { 0.0 } else { low };
            let high = 10f64.powi(range.high.clamp(0.0, 41.0) as i32);
            clip(values, arguments[0], Interval { low, high });
        }
        Function::Reverse => {
            // A number that is at least so large backwards has at least so many digits.
            let digits = length(range.low.max(1.0));
            let low = if digits > 1 { 10f64.powi(digits - 1) } else { 0.0 };
            clip(values, arguments[0], Interval { low, high: Interval::LINE.high });
        }
        Function::Min => {
            for &id in arguments {
                clip(values, id, Interval { low: range.low, high: Interval::LINE.high });
            }
        }
        Function::Max => {
            for &id in arguments {
                clip(values, id, Interval { low: Interval::LINE.low, high: range.high });
            }
        }
        Function::Abs => {
            clip(values, arguments[0], Interval { low: -range.high, high: range.high });
        }
        Function::SquareRoot => {
            let square = Interval::of(range.low.max(0.0).powi(2), range.high.powi(2)).wider();
            clip(values, arguments[0], square);
        }
        Function::DivisorSum => {
            clip(
                values,
                arguments[0],
                Interval { low: (range.low / 20.0).floor(), high: range.high },
            );
        }
        Function::LargestPrime => {
            clip(values, arguments[0], Interval { low: range.low, high: Interval::LINE.high });
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
