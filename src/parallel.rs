//! Work that threads share, if the library is built with them. Results come in the order of the items.

#[cfg(feature = "threads")]
use rayon::prelude::*;

/// What becomes of each item, on the threads at hand.
#[cfg(feature = "threads")]
pub(crate) fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Send + Sync) -> Vec<R> {
    items.par_iter().map(work).collect()
}

/// What becomes of each item.
#[cfg(not(feature = "threads"))]
pub(crate) fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Send + Sync) -> Vec<R> {
    items.iter().map(work).collect()
}

/// How many threads [`map`] uses.
pub(crate) fn threads() -> usize {
    #[cfg(feature = "threads")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "threads"))]
    return 1;
}
