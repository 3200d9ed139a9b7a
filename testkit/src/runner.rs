//! How the random tests run: proptest, with every failure kept beside the tests.

use std::env;

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, FileFailurePersistence, TestCaseResult, TestRunner};

/// Runs the test on this many random cases, after the failures of earlier runs.
///
/// The regression file is named in full because proptest looks for a `lib.rs` above the test to
/// find a place of its own, and above `tests/` there is none. `PROPTEST_CASES` can raise the number
/// of cases, for a long run at night, but not lower it, because the tests also ask whether all
/// kinds of cases came up often enough.
pub fn run<S: Strategy>(
    cases: u32,
    regressions: &'static str,
    strategy: &S,
    test: impl Fn(S::Value) -> TestCaseResult,
) {
    let asked = env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok());
    let config = Config {
        cases: cases.max(asked.unwrap_or(0)),
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(regressions))),
        max_shrink_iters: 50_000,
        max_shrink_time: 60_000,
        ..Config::default()
    };
    if let Err(failure) = TestRunner::new(config).run(strategy, test) {
        panic!("{failure}");
    }
}
