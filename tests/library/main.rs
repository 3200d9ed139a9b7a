//! What the library promises, tested from within: encodings and solvers against brute force.

mod architecture;
mod differential;
mod fuzz;
mod justify;
mod laws;
mod mutations;
mod proofs;
mod toy_backend;
mod toy_encoding;
mod toy_family;
mod toy_format;
