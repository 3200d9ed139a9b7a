//! crossnumber.

mod partial;
mod view;
