//! crossmath.

mod view;
