//! Whole families of calcrostics: every one up to a size, and which settings of operators have any.

pub mod list;
pub mod parametric;
mod polynomial;
pub mod squares;
mod summary;
pub mod systems;
mod unbounded;
mod unique;
pub mod zero;

pub use summary::Summary;
pub(crate) use summary::shown;
pub use unbounded::{Decided, decide};
pub use unique::is_unique;
