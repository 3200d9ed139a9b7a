//! Whole families of calcrostics: every one up to a size, which settings of operators have any, and
//! those whose numbers are polynomials.

mod list;
mod parametric;
mod polynomial;
pub(crate) mod squares;
mod summary;
mod systems;
mod unbounded;
mod unique;
mod zero;
mod zero_report;

pub use list::{AtlasError, AtlasOptions, list};
pub use parametric::{ParametricReport, check_parametric};
pub use summary::AtlasSummary;
pub(crate) use summary::shown;
pub(crate) use unique::is_unique;
pub use zero_report::zero;
