//! What each family says of its puzzles beside their rules: one folder per family.

mod calcrostic;
mod crossmath;
mod crossnumber;
mod crucigram;
mod mathcrossword;
