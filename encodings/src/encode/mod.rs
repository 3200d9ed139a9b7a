//! The encodings, one file each. They are listed in `registry.rs`.

pub(crate) mod big_m;
pub(crate) mod log;
pub(crate) mod mixed;
pub(crate) mod one_hot;
pub(crate) mod one_hot_conflict;
pub(crate) mod one_hot_triples;
pub(crate) mod order;
pub(crate) mod smt_bv;
pub(crate) mod smt_int;
pub(crate) mod smt_one_hot;
