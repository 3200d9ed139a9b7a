//! Whole families of calcrostics: every one up to a size, and which settings of operators have any.

mod list;
mod parametric;
mod polynomial;
pub(crate) mod squares;
mod summary;
mod systems;
mod unbounded;
mod unique;
mod zero;

pub use list::{AtlasError, AtlasOptions, write as write_atlas, write_file as write_atlas_file};
pub use parametric::{Checked, CheckedLine, Example, check as check_parametric};
pub use summary::AtlasSummary;
pub(crate) use summary::shown;
pub use systems::{Counts, counts as count_systems};
pub use unbounded::{Decided, decide};
pub(crate) use unique::is_unique;
pub use zero::{
    Setting, Solved, ZeroError, distinct as distinct_settings, lists_all, search as search_zero,
    settings as zero_settings,
};
