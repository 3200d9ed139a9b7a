//! What encodings share.

pub(crate) mod adder;
pub(crate) mod binary;
pub(crate) mod by_value;
pub(crate) mod codes;
pub(crate) mod counting;
pub(crate) mod integers;
pub(crate) mod values;
