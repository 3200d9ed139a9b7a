//! Polynomials with whole coefficients in parameters that are single letters: arithmetic, and a
//! reader for the way they are written.

use std::collections::BTreeMap;

/// More terms, or a higher degree, are not for tables of numbers.
const MAX_TERMS: usize = 2_000;
const MAX_DEGREE: u32 = 64;

/// Deeper parentheses are not read.
const MAX_DEPTH: usize = 50;

/// Letters with their exponents, ascending, none of them zero.
type Monomial = BTreeMap<char, u32>;

/// Coefficients that are not zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Polynomial(BTreeMap<Monomial, i128>);

impl Polynomial {
    pub(super) fn constant(value: i128) -> Self {
        let mut terms = BTreeMap::from([(Monomial::new(), value)]);
        terms.retain(|_, coefficient| *coefficient != 0);
        Self(terms)
    }

    fn letter(letter: char) -> Self {
        Self(BTreeMap::from([(Monomial::from([(letter, 1)]), 1)]))
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The letters, ascending.
    pub(super) fn letters(&self) -> impl Iterator<Item = char> + '_ {
        self.0.keys().flat_map(|monomial| monomial.keys().copied())
    }

    /// `None` if it grows too large.
    pub(super) fn plus(&self, other: &Self, sign: i128) -> Option<Self> {
        let mut terms = self.0.clone();
        for (monomial, &coefficient) in &other.0 {
            let sum = terms.entry(monomial.clone()).or_default();
            *sum = sum.checked_add(coefficient.checked_mul(sign)?)?;
        }
        terms.retain(|_, coefficient| *coefficient != 0);
        (terms.len() <= MAX_TERMS).then_some(Self(terms))
    }

    /// `None` if it grows too large.
    pub(super) fn times(&self, other: &Self) -> Option<Self> {
        let mut product = Self::default();
        for (monomial, &coefficient) in &other.0 {
            let mut scaled = BTreeMap::new();
            for (mine, &own) in &self.0 {
                let mut both = mine.clone();
                for (&letter, &exponent) in monomial {
                    *both.entry(letter).or_default() += exponent;
                }
                if both.values().sum::<u32>() > MAX_DEGREE {
                    return None;
                }
                scaled.insert(both, own.checked_mul(coefficient)?);
            }
            product = product.plus(&Self(scaled), 1)?;
        }
        Some(product)
    }

    /// The value where the letters have values; `None` if one has none, or it is too large.
    pub(super) fn value(&self, letters: &BTreeMap<char, i128>) -> Option<i128> {
        self.0.iter().try_fold(0_i128, |total, (monomial, &coefficient)| {
            let mut product = coefficient;
            for (letter, &exponent) in monomial {
                product = product.checked_mul(letters.get(letter)?.checked_pow(exponent)?)?;
            }
            total.checked_add(product)
        })
    }

    /// Reads sums and products such as `b*h^2 - 2b(h-1)`; a product needs no sign.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let symbols: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        if symbols.is_empty() {
            return Err(
                "found an empty text; it must be a polynomial such as b*h^2 - 1".to_string()
            );
        }
        let mut reader = PolynomialParser { symbols: &symbols, at: 0, depth: 0 };
        let polynomial = reader.sum()?;
        match reader.next() {
            None => Ok(polynomial),
            Some(symbol) => Err(reader.unexpected(symbol)),
        }
    }
}

struct PolynomialParser<'a> {
    symbols: &'a [char],
    at: usize,
    depth: usize,
}

/// The message about a polynomial that grows too large.
fn large() -> String {
    "this polynomial is too large".to_string()
}

impl PolynomialParser<'_> {
    fn next(&self) -> Option<char> {
        self.symbols.get(self.at).copied()
    }

    fn unexpected(&self, symbol: char) -> String {
        format!(
            "found `{}` as sign {}; it is not expected there",
            symbol.escape_debug(),
            self.at + 1
        )
    }

    fn take(&mut self, symbols: &[char]) -> bool {
        let taken = self.next().is_some_and(|next| symbols.contains(&next));
        self.at += usize::from(taken);
        taken
    }

    fn sum(&mut self) -> Result<Polynomial, String> {
        let mut sign = if self.take(&['-', '−', '–']) { -1 } else { 1 };
        let mut total = Polynomial::default();
        loop {
            total = total.plus(&self.product()?, sign).ok_or_else(large)?;
            sign = match self.next() {
                Some('+') => 1,
                Some('-' | '−' | '–') => -1,
                _ => return Ok(total),
            };
            self.at += 1;
        }
    }

    fn product(&mut self) -> Result<Polynomial, String> {
        let mut product = self.power()?;
        loop {
            let sign = self.take(&['*', '·', '×']);
            match self.next() {
                Some(next) if next == '(' || next.is_ascii_alphanumeric() => {}
                _ if !sign => return Ok(product),
                Some(next) => return Err(self.unexpected(next)),
                None => return Err("it ends where a factor must follow".to_string()),
            }
            product = product.times(&self.power()?).ok_or_else(large)?;
        }
    }

    fn power(&mut self) -> Result<Polynomial, String> {
        let base = self.base()?;
        let exponent = match self.next() {
            Some('²') => 2,
            Some('³') => 3,
            Some('^') => {
                self.at += 1;
                let exponent = self.number()?;
                self.at -= 1;
                u32::try_from(exponent).ok().filter(|&e| e <= MAX_DEGREE).ok_or_else(large)?
            }
            _ => return Ok(base),
        };
        self.at += 1;
        let one = Polynomial::constant(1);
        (0..exponent).try_fold(one, |power, _| power.times(&base)).ok_or_else(large)
    }

    fn base(&mut self) -> Result<Polynomial, String> {
        match self.next() {
            Some('(') if self.depth == MAX_DEPTH => Err("its parentheses are too deep".to_string()),
            Some('(') => {
                (self.at, self.depth) = (self.at + 1, self.depth + 1);
                let inner = self.sum()?;
                self.depth -= 1;
                match self.take(&[')']) {
                    true => Ok(inner),
                    false => Err("a parenthesis is not closed".to_string()),
                }
            }
            Some(letter @ 'a'..='z') => {
                self.at += 1;
                Ok(Polynomial::letter(letter))
            }
            Some('0'..='9') => self.number().map(Polynomial::constant),
            Some(symbol) => Err(self.unexpected(symbol)),
            None => Err("it ends where a number or a letter must follow".to_string()),
        }
    }

    fn number(&mut self) -> Result<i128, String> {
        let digits: String =
            self.symbols[self.at..].iter().take_while(|c| c.is_ascii_digit()).collect();
        self.at += digits.len();
        match digits.parse() {
            Ok(number) => Ok(number),
            Err(_) if digits.is_empty() => Err("a number must follow `^`".to_string()),
            Err(_) => Err(large()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_in_two_ways_is_the_same() {
        let same = [
            ("b*h^2 - b*h", "bh(h-1)"),
            ("(a+b)²", "aa + 2ab + b^2"),
            ("−(a − b)", "b - a"),
            ("h(bh-1)", "b*h*h - h"),
            ("(a+1)³ − 3a² − 3a", "1 + a^3"),
            ("0", "a - a"),
        ];
        for (left, right) in same {
            assert_eq!(Polynomial::parse(left), Polynomial::parse(right), "{left}");
        }
        assert_ne!(Polynomial::parse("ab"), Polynomial::parse("a+b"));
        let at = BTreeMap::from([('b', 3), ('h', 2)]);
        assert_eq!(Polynomial::parse("b^2h(h-1)").ok().and_then(|p| p.value(&at)), Some(18));
    }

    #[test]
    fn what_is_none_is_refused() {
        let deep = "(".repeat(100_000);
        for text in ["", "a+", "a*", "a^", "a^b", "(a", "a)", "A", "a/b", "a^99", &deep, "(a+b)^64"]
        {
            let message = Polynomial::parse(text);
            let large = text == "(a+b)^64";
            assert_eq!(message.is_err(), !large, "{}", &text[..text.len().min(20)]);
        }
    }
}
