//! Writing a VeriPB proof, line by line.

use std::io::{self, Write};

use xwc_encodings::Lit;

use super::pb::Pb;

/// The number of a constraint in the proof.
pub(super) type Id = u64;

/// A proof on its way out.
pub(super) struct Proof<W> {
    out: W,
    last: Id,
    /// By variable.
    names: Vec<String>,
}

impl<W: Write> Proof<W> {
    /// Begins a proof over a formula with this many constraints, equalities counted twice.
    pub(super) fn new(mut out: W, names: Vec<String>, n_constraints: Id) -> io::Result<Self> {
        writeln!(out, "pseudo-Boolean proof version 3.0\nf {n_constraints};")?;
        Ok(Self { out, last: n_constraints, names })
    }

    /// The positive literal of a new variable.
    pub(super) fn new_lit(&mut self, name: String) -> Lit {
        let lit =
            Lit::positive(u32::try_from(self.names.len()).expect("fewer than 2^32 variables"));
        self.names.push(name);
        lit
    }

    /// How many variables there are.
    pub(super) fn n_vars(&self) -> usize {
        self.names.len()
    }

    fn constraint(&mut self, pb: &Pb) -> io::Result<()> {
        for &(weight, lit) in &pb.terms {
            let sign = if lit.is_pos() { "" } else { "~" };
            write!(self.out, "{weight} {sign}{} ", self.names[lit.vidx()])?;
        }
        write!(self.out, ">= {}", pb.degree)
    }

    fn next(&mut self) -> Id {
        self.last += 1;
        self.last
    }

    /// A constraint that follows by unit propagation along the hints.
    pub(super) fn rup(&mut self, pb: &Pb, hints: &[Id]) -> io::Result<Id> {
        write!(self.out, "rup ")?;
        self.constraint(pb)?;
        write!(self.out, " : ~")?;
        for hint in hints {
            write!(self.out, " {hint}")?;
        }
        writeln!(self.out, ";")?;
        Ok(self.next())
    }

    /// A constraint that can be made true by making `witness` true.
    pub(super) fn red(&mut self, pb: &Pb, witness: Lit) -> io::Result<Id> {
        write!(self.out, "red ")?;
        self.constraint(pb)?;
        let value = u8::from(witness.is_pos());
        writeln!(self.out, " : {} -> {value};", self.names[witness.vidx()])?;
        Ok(self.next())
    }

    /// The sum of constraints, each this many times, divided and rounded up.
    pub(super) fn divided(&mut self, parts: &[(Id, usize)], divisor: usize) -> io::Result<Id> {
        write!(self.out, "pol")?;
        for (i, (id, factor)) in parts.iter().enumerate() {
            write!(self.out, " {id} {factor} *{}", if i > 0 { " +" } else { "" })?;
        }
        writeln!(self.out, " {divisor} d;")?;
        Ok(self.next())
    }

    /// The sum of constraints, some variables weakened away, saturated.
    pub(super) fn sum(&mut self, ids: &[Id], weakened: &[Lit]) -> io::Result<Id> {
        write!(self.out, "pol")?;
        for (i, id) in ids.iter().enumerate() {
            write!(self.out, " {id}{}", if i > 0 { " +" } else { "" })?;
        }
        for lit in weakened {
            write!(self.out, " {} w", self.names[lit.vidx()])?;
        }
        writeln!(self.out, " s;")?;
        Ok(self.next())
    }

    /// Constraints that are not used any more.
    pub(super) fn delete(&mut self, ids: &[Id]) -> io::Result<()> {
        if ids.is_empty() {
            return Ok(());
        }
        write!(self.out, "del id")?;
        for id in ids {
            write!(self.out, " {id}")?;
        }
        writeln!(self.out, ";")
    }

    /// Ends the proof with the contradiction.
    pub(super) fn conclude(mut self, contradiction: Id) -> io::Result<()> {
        writeln!(self.out, "output NONE;\nconclusion UNSAT : {contradiction};")?;
        writeln!(self.out, "end pseudo-Boolean proof;")?;
        self.out.flush()
    }
}
