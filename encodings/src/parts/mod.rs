//! What encodings share.

pub mod adder;
pub mod binary;
pub mod by_value;
pub mod codes;
pub mod counting;
pub mod integers;
pub mod values;
