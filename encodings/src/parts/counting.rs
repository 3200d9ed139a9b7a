//! At most one, and exactly this many, of some literals, in the variant that was chosen.
//!
//! References, by the names of [`crate::variants`]:
//! - pairwise, ladder, product, bitwise, commander, bimander: rustsat's encodings; Gent and
//!   Nightingale, "A new encoding of all-different into SAT", 2004 (ladder); Chen, "A new SAT
//!   encoding of the at-most-one constraint", 2010 (product); Prestwich, "Variable dependency in
//!   local search", SAT 2007 (bitwise); Klieber and Kwon, "Efficient CNF encoding for selecting 1
//!   from N objects", 2007 (commander); Nguyen and Mai, "A new method to encode the at-most-one
//!   constraint into SAT", SoICT 2015 (bimander);
//! - totalizer: rustsat's; Bailleux and Boufkhad, "Efficient CNF encoding of Boolean cardinality
//!   constraints", CP 2003;
//! - sequential: Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints", CP
//!   2005;
//! - adder: Eén and Sörensson, "Translating pseudo-Boolean constraints into SAT", JSAT 2006.
//!   Rustsat has it too, but takes its literals from a hash map, whose order is not ours to fix.

use rustsat::encodings::am1::{Bimander, Bitwise, Commander, Encode, Pairwise, TwoProduct};
use rustsat::encodings::card::{Totalizer, encode_cardinality_constraint};
use rustsat::types::Lit;
use rustsat::types::constraints::CardConstraint;

use crate::formula::{Builder, Definition, Note};
use crate::model::Comparison;
use crate::parts::adder;
use crate::variants::{Amo, Card};

/// Up to this many literals, the default at-most-one is stated pair by pair.
const PAIRWISE: usize = 64;

/// The size of the groups of commander and bimander.
const GROUP: usize = 4;

const NEVER: &str = "the clause sink never runs out of memory by itself";

/// At most one of the literals.
pub(crate) fn at_most_one(out: &mut Builder, literals: Vec<Lit>) {
    let n = literals.len();
    match out.variants().amo {
        Amo::Auto if n <= PAIRWISE => stated::<Pairwise>(out, literals),
        Amo::Auto | Amo::Product => product(out, literals),
        Amo::Pairwise => stated::<Pairwise>(out, literals),
        Amo::Ladder => ladder(out, literals),
        Amo::Bitwise => stated::<Bitwise>(out, literals),
        // One group needs nothing beyond its pairs.
        Amo::Commander | Amo::Bimander if n <= GROUP => stated::<Pairwise>(out, literals),
        Amo::Commander => stated::<Commander<GROUP>>(out, literals),
        Amo::Bimander => stated::<Bimander<GROUP>>(out, literals),
    }
}

fn stated<E: Encode + From<Vec<Lit>>>(out: &mut Builder, literals: Vec<Lit>) {
    if literals.len() > 1 {
        let (clauses, vars) = out.parts();
        E::from(literals).encode(clauses, vars).expect(NEVER);
    }
}

/// One step per literal but the last: it is true if and only if a later literal is. These are the clauses of
/// rustsat's ladder, without an allocation for each.
fn ladder(out: &mut Builder, literals: Vec<Lit>) {
    if literals.len() <= 1 {
        return;
    }
    let first = out.next_var();
    let steps: Vec<Lit> = literals[1..].iter().map(|_| out.new_lit()).collect();
    for pair in steps.windows(2) {
        out.add([!pair[1], pair[0]]);
    }
    for (i, &literal) in literals.iter().enumerate() {
        if let Some(&earlier) = i.checked_sub(1).and_then(|i| steps.get(i)) {
            out.add([!literal, earlier]);
        }
        if let Some(&step) = steps.get(i) {
            out.add([!literal, !step]);
        }
    }
    out.note(Note::Ladder { literals, first });
}

/// Rows and columns: each literal implies its row and its column, of which one each is true.
fn product(out: &mut Builder, literals: Vec<Lit>) {
    if literals.len() <= 1 {
        return;
    }
    let first = out.next_var().idx32();
    stated::<TwoProduct<Pairwise>>(out, literals.clone());
    let rows = literals.len().isqrt();
    let columns = literals.len().div_ceil(rows);
    for (i, var) in (first..out.next_var().idx32()).enumerate() {
        let among = |(at, _): &(usize, &Lit)| {
            if i < rows { at / columns == i } else { at % columns == i - rows }
        };
        let among = literals.iter().enumerate().filter(among).map(|(_, &lit)| lit).collect();
        out.define(Lit::positive(var), Definition::AtLeast(1, among));
    }
}

/// Exactly `count` of the literals.
pub(crate) fn exactly(out: &mut Builder, literals: Vec<Lit>, count: usize) {
    if count == 1 {
        out.add(literals.iter().copied());
        return at_most_one(out, literals);
    }
    match out.variants().card {
        Card::Totalizer => totalizer(out, literals, count),
        Card::Sequential => sequential(out, &literals, count),
        Card::Adder => {
            let terms = literals.into_iter().map(|literal| (1, literal)).collect();
            let stated = adder::sum(out, terms, Comparison::Equal, count as i128);
            stated.expect("a number of literals is not a large number");
        }
    }
}

fn totalizer(out: &mut Builder, literals: Vec<Lit>, count: usize) {
    let first = out.next_var();
    let counted = literals.clone();
    let (clauses, vars) = out.parts();
    let constraint = CardConstraint::new_eq(literals, count);
    encode_cardinality_constraint::<Totalizer, _>(constraint, clauses, vars).expect(NEVER);
    if out.next_var() > first {
        out.note(Note::Counters { literals: counted, count, first });
    }
}

/// `counter[k]` after a literal is true if and only if more than `k` of the literals so far are.
/// It counts to one beyond `count`.
fn sequential(out: &mut Builder, literals: &[Lit], count: usize) {
    let mut before: Vec<Lit> = Vec::new();
    for &literal in literals {
        let after: Vec<Lit> =
            (0..(before.len() + 1).min(count + 1)).map(|_| out.new_lit()).collect();
        for (k, &counter) in after.iter().enumerate() {
            let kept = before.get(k).copied();
            let reached = k.checked_sub(1).map(|k| before[k]);
            // True if it was, or if this literal is the next one; and only then.
            out.add([!literal, counter].into_iter().chain(reached.map(|lit| !lit)));
            out.add([!counter, literal].into_iter().chain(kept));
            if let Some(kept) = kept {
                out.add([!kept, counter]);
            }
            if let Some(reached) = reached {
                out.add([!counter, reached].into_iter().chain(kept));
            }
        }
        before = after;
    }
    match before.get(count) {
        Some(&beyond) => out.add([!beyond]),
        None if before.len() < count => out.add([]),
        None => {}
    }
    if let Some(last) = count.checked_sub(1).and_then(|k| before.get(k)).copied() {
        out.add([last]);
    }
}
