//! mathcrossword.

mod view;
