//! One question for benchmarks: how many solutions, within a limit?

use std::time::{Duration, Instant};

use xwc::solve::{Budget, SolverSelection};
use xwc::{SearchOptions, SearchOutcome, solutions};
use xwc_check::certificate::Provable;

use crate::clock::stop_after;

/// None, one or several solutions by one solver, and the seconds that the answer took.
pub fn decide(puzzle: &dyn Provable, backend: &str, limit: Duration) -> (SearchOutcome, f64) {
    let start = Instant::now();
    let options = SearchOptions {
        choice: SolverSelection { backend: Some(backend), encoding: None },
        budget: Budget { stop: Some(stop_after(limit)), ..Budget::default() },
        limit: 2,
        stop_at_limit: true,
        ..SearchOptions::default()
    };
    let outcome = solutions(puzzle, options).expect("a report");
    (outcome, start.elapsed().as_secs_f64())
}
