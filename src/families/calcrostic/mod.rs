//! calcrostic.

mod view;
