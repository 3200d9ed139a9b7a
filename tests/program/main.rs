//! What the program promises, tested from without.

mod atlas;
mod attacks;
mod bench;
mod certificates;
mod cli;
mod crossnumber;
mod crucigram;
mod documents;
mod export;
mod exported;
mod generate;
mod golden;
mod input;
mod pack;
mod play;
