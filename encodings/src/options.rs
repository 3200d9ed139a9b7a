//! What the caller of an encoding may choose: how to count, and when to stop.

use std::sync::Arc;

use crate::variants::Variants;

/// What the caller of an encoding may choose.
#[derive(Clone, Default)]
pub struct Options {
    /// How to count.
    pub variants: Variants,
    /// Says when to stop writing a formula that has become too large or takes too long. It is asked
    /// often.
    pub guard: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
}

impl Options {
    /// Whether to stop.
    pub(crate) fn stops(&self) -> bool {
        self.guard.as_ref().is_some_and(|stops| stops())
    }
}
