//! crucigram.

mod view;
