//! Reading proofs number by number, so that no line has to fit the memory: LRAT, text or binary, and
//! DRAT as text.

use std::io::BufRead;

use super::lrat::ProofError;

/// What a step of an LRAT proof does; its numbers are read one by one.
pub enum LratStep {
    /// Adds a clause with this number.
    Add {
        /// The clause's number.
        id: u64,
    },
    /// Deletes clauses.
    Delete,
}

/// What a step of a DRAT proof does.
pub enum DratStep {
    /// Adds a clause.
    Add(Vec<i32>),
    /// Deletes a clause.
    Delete(Vec<i32>),
}

/// The steps of a proof in any of the formats.
pub struct ProofReader<R> {
    source: R,
    binary: bool,
    n_vars: usize,
    step: u64,
    /// Text only: whether the last number ended its line.
    line_over: bool,
}

impl<R: BufRead> ProofReader<R> {
    /// An LRAT proof. As text it begins with a digit, in binary with the letter of its first step.
    ///
    /// # Errors
    ///
    /// If the proof cannot be read.
    pub fn lrat(mut source: R, n_vars: usize) -> Result<Self, ProofError> {
        let binary = matches!(source.fill_buf()?.first(), Some(b'a' | b'd'));
        Ok(Self { source, binary, n_vars, step: 0, line_over: true })
    }

    /// A DRAT proof, as text.
    pub fn drat(source: R, n_vars: usize) -> Self {
        Self { source, binary: false, n_vars, step: 0, line_over: true }
    }

    /// The text is not a proof.
    pub fn malformed(&self, problem: impl Into<String>) -> ProofError {
        ProofError::Malformed { step: self.step, problem: problem.into() }
    }

    /// A step without hints does not follow.
    pub fn not_implied(&self) -> ProofError {
        ProofError::NotImplied { step: self.step }
    }

    /// A step does not follow.
    pub fn no_step(&self, id: u64, problem: String) -> ProofError {
        ProofError::NoStep { step: self.step, id, problem }
    }

    /// The next step of a DRAT proof; `None` at its end.
    ///
    /// # Errors
    ///
    /// If the proof cannot be read, or is not DRAT.
    pub fn next_drat(&mut self) -> Result<Option<DratStep>, ProofError> {
        self.step += 1;
        match self.peek()? {
            None => Ok(None),
            Some(b'd') => {
                self.delete()?;
                self.literals(true).map(|clause| Some(DratStep::Delete(clause)))
            }
            Some(_) => self.literals(true).map(|clause| Some(DratStep::Add(clause))),
        }
    }

    /// The letter of a step that deletes something, in a text.
    fn delete(&mut self) -> Result<(), ProofError> {
        self.byte()?;
        if self.peek()? != Some(b' ') {
            return Err(self.malformed("`d` is not followed by a space"));
        }
        self.byte().map(|_| ())
    }

    /// The beginning of the next step of an LRAT proof; `None` at its end.
    ///
    /// # Errors
    ///
    /// If the proof cannot be read, or is not LRAT.
    pub fn next_step(&mut self) -> Result<Option<LratStep>, ProofError> {
        self.step += 1;
        if self.peek()?.is_none() {
            return Ok(None);
        }
        if self.binary {
            return match self.byte()? {
                b'a' => Ok(Some(LratStep::Add { id: self.positive()? })),
                b'd' => Ok(Some(LratStep::Delete)),
                byte => Err(self.malformed(format!("byte {byte} is neither `a` nor `d`"))),
            };
        }
        let id = self.positive()?;
        if self.peek()? == Some(b'd') {
            self.delete()?;
            return Ok(Some(LratStep::Delete));
        }
        Ok(Some(LratStep::Add { id }))
    }

    /// The literals of an LRAT step, up to the next 0.
    ///
    /// # Errors
    ///
    /// If the proof cannot be read, or is not LRAT.
    pub fn clause(&mut self) -> Result<Vec<i32>, ProofError> {
        self.literals(false)
    }

    /// The literals up to the next 0, and whether that has to end the line.
    fn literals(&mut self, is_whole_line: bool) -> Result<Vec<i32>, ProofError> {
        let mut clause = Vec::new();
        loop {
            let literal = self.number()?;
            if literal == 0 && is_whole_line {
                return match self.line_over {
                    true => Ok(clause),
                    false => Err(self.malformed("the line goes on after its last 0")),
                };
            }
            self.line_goes_on()?;
            if literal == 0 {
                return Ok(clause);
            }
            if literal.unsigned_abs() > self.n_vars as u64 {
                return Err(self.malformed(format!("literal {literal} is not in the formula")));
            }
            // More literals than variables must repeat one.
            if clause.len() == self.n_vars {
                return Err(self.malformed("the clause has more literals than there are variables"));
            }
            clause.push(i32::try_from(literal).map_err(|_| self.malformed("too large a literal"))?);
        }
    }

    /// The next number of a list of clause numbers; `None` at its 0, which ends the step.
    ///
    /// # Errors
    ///
    /// If the proof cannot be read, or is not LRAT.
    pub fn id(&mut self) -> Result<Option<u64>, ProofError> {
        match self.number()? {
            0 if self.binary || self.line_over => Ok(None),
            0 => Err(self.malformed("the line goes on after its last 0")),
            id @ 1.. => {
                self.line_goes_on()?;
                Ok(Some(id.unsigned_abs()))
            }
            id => Err(self.malformed(format!("hint {id}: RAT steps are not accepted"))),
        }
    }

    fn positive(&mut self) -> Result<u64, ProofError> {
        let id = self.number()?;
        self.line_goes_on()?;
        match id {
            1.. => Ok(id.unsigned_abs()),
            _ => Err(self.malformed(format!("{id} is not the number of a clause"))),
        }
    }

    fn line_goes_on(&self) -> Result<(), ProofError> {
        if !self.binary && self.line_over {
            return Err(self.malformed("the line ends too early"));
        }
        Ok(())
    }

    fn peek(&mut self) -> Result<Option<u8>, ProofError> {
        Ok(self.source.fill_buf()?.first().copied())
    }

    fn byte(&mut self) -> Result<u8, ProofError> {
        let byte = self.peek()?.ok_or_else(|| self.malformed("it does not end"))?;
        self.source.consume(1);
        Ok(byte)
    }

    fn number(&mut self) -> Result<i64, ProofError> {
        if self.binary { self.binary_number() } else { self.text_number() }
    }

    /// A decimal number and the one space or line end after it.
    fn text_number(&mut self) -> Result<i64, ProofError> {
        let negative = self.peek()? == Some(b'-');
        if negative {
            self.byte()?;
        }
        let mut value: Option<i64> = None;
        loop {
            match (self.byte()?, value) {
                (b'0'..=b'9', Some(0)) => return Err(self.malformed("a number has leading zeros")),
                (digit @ b'0'..=b'9', _) => {
                    let shifted = value.unwrap_or(0).checked_mul(10);
                    let next = shifted.and_then(|value| value.checked_add(i64::from(digit - b'0')));
                    value = Some(next.ok_or_else(|| self.malformed("a number is too large"))?);
                }
                (end @ (b' ' | b'\n'), Some(value)) if !(negative && value == 0) => {
                    self.line_over = end == b'\n';
                    return Ok(if negative { -value } else { value });
                }
                (byte, _) => {
                    let found = byte.escape_ascii();
                    return Err(self.malformed(format!("`{found}` is not part of a number")));
                }
            }
        }
    }

    /// LEB128-like: seven bits per byte, least significant first; the lowest bit of the whole is the sign.
    fn binary_number(&mut self) -> Result<i64, ProofError> {
        let mut bits = 0u64;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            bits |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                // A sign without a number, or a last byte that adds nothing, is not canonical.
                if bits == 1 || (byte == 0 && shift > 0) {
                    return Err(self.malformed("a number is not in its shortest form"));
                }
                let value = (bits >> 1) as i64;
                return Ok(if bits & 1 == 1 { -value } else { value });
            }
        }
        Err(self.malformed("a number is too large"))
    }
}
