//! The list of all encodings.

use crate::encode::{
    big_m, log, mixed, one_hot, one_hot_conflict, one_hot_triples, order, smt_bv, smt_int,
    smt_one_hot,
};
use crate::encoding::Encoding;

/// Every encoding. A new one is its own file and one line here. The first of a language is its
/// default.
pub static ENCODINGS: &[&dyn Encoding] = &[
    &one_hot::OneHot,
    &one_hot_conflict::OneHotConflict,
    &one_hot_triples::OneHotTriples,
    &order::Order,
    &log::Log,
    &mixed::Mixed,
    &smt_int::SmtInt,
    &smt_bv::SmtBv,
    &big_m::BigM,
    &smt_one_hot::SmtOneHot,
];

/// The encoding of that name.
pub fn find(name: &str) -> Option<&'static dyn Encoding> {
    ENCODINGS.iter().copied().find(|encoding| encoding.info().name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_found() {
        for encoding in ENCODINGS {
            assert_eq!(
                find(encoding.info().name).map(|e| e.info().name),
                Some(encoding.info().name)
            );
            assert_eq!(
                ENCODINGS.iter().filter(|e| e.info().name == encoding.info().name).count(),
                1
            );
        }
        assert!(find("no such encoding").is_none());
    }
}
