//! What every stage needs beside puzzles: budgets, blame for errors, untrusted files and texts.

pub mod budget;
pub mod fault;
pub mod files;
pub mod text;
