//! What the caller of an encoding may choose: how to count, and when to stop.

use std::sync::Arc;

use crate::variants::Variants;

/// What the caller of an encoding may choose.
#[derive(Clone, Default)]
pub struct Options {
    /// How to count.
    pub variants: Variants,
    /// When to stop.
    pub guard: Guard,
}

/// Says when to stop writing a formula that has become too large or takes too long.
#[derive(Clone, Default)]
pub struct Guard(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Guard {
    /// A guard that asks a function; it is asked often.
    pub fn new(stops: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(stops)))
    }

    /// Whether to stop.
    pub fn stops(&self) -> bool {
        self.0.as_ref().is_some_and(|stops| stops())
    }
}
