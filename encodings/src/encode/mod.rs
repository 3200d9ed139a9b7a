//! The encodings, one file each. They are listed in `registry.rs`.

pub mod big_m;
pub mod log;
pub mod mixed;
pub mod one_hot;
pub mod one_hot_conflict;
pub mod order;
pub mod smt_bv;
pub mod smt_int;
pub mod smt_one_hot;
