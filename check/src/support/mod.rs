//! What every stage needs beside puzzles: budgets, blame for errors, files and texts of strangers.

pub mod budget;
pub mod fault;
pub mod files;
pub mod text;
