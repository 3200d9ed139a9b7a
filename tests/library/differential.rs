//! Random small puzzles of every family: whole solution sets against brute force.
//!
//! Brute force is written from the specification alone (`testkit/src/spec`); it shares nothing with the
//! rules, the lowering and the encodings that it is compared with. `XWC_DIFF_SEED` chooses the
//! puzzles, `XWC_DIFF_FROM` and `XWC_DIFF_TO` the range of cases; a failure names seed and case, so
//! that it can be repeated:
//!
//! ```text
//! XWC_DIFF_SEED=1 XWC_DIFF_FROM=17 XWC_DIFF_TO=18 cargo test --release --test library -- --ignored sweep
//! ```

pub(crate) mod compare;
mod limit;
mod proofs;
mod tally;

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use rayon::prelude::*;
use xwc::families::FAMILIES;
use xwc_check::puzzle::ReadOptions;
use xwc_check::puzzle::dictionary::Dictionary;
use xwc_testkit::spec;

use compare::{Pair, examine};
use proofs::show_to_veripb;
use tally::Tally;

/// Cases of every test run.
const CASES: u64 = 200;

/// Cases of a sweep unless the environment says otherwise.
const SWEEP: u64 = 100_000;

/// Cases of which VeriPB sees those with a proof: more than a thousand.
const VERIPB_CASES: u64 = 2_000;

/// Failures that are printed in full.
const SHOWN: usize = 40;

fn from_environment(name: &str, default: u64) -> u64 {
    let value = std::env::var(name).ok();
    value.map_or(default, |value| value.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

fn range(default: u64) -> (u64, Range<u64>) {
    let from = from_environment("XWC_DIFF_FROM", 0);
    let to = from_environment("XWC_DIFF_TO", from + default);
    (from_environment("XWC_DIFF_SEED", 1), from..to)
}

/// Crucigrams are read with the words of the generator.
static OPTIONS: LazyLock<ReadOptions> = LazyLock::new(|| {
    let words = spec::WORDS.split_whitespace().map(str::as_bytes);
    ReadOptions { dictionary: Arc::new(Dictionary::of(words)) }
});

#[expect(clippy::print_stderr, reason = "a run says what it has looked at")]
fn report(tally: &Tally, start: Instant) {
    eprintln!("{tally}time: {:.1} s", start.elapsed().as_secs_f64());
    for failure in tally.failures.iter().take(SHOWN) {
        eprintln!("\n{failure}");
    }
    let count = tally.failures.len();
    assert!(count == 0, "{count} failures, of which up to {SHOWN} are shown");
}

#[test]
fn every_pair_finds_what_brute_force_finds() {
    let start = Instant::now();
    let (seed, range) = range(CASES);
    let tally = range.map(|index| examine(seed, index)).fold(Tally::default(), Tally::and);
    report(&tally, start);
    for pair in Pair::all() {
        assert!(tally.get("compared", &pair.name()) > 0, "nothing was compared with {pair:?}");
    }
}

#[test]
fn brute_force_knows_every_family() {
    let cases: BTreeSet<_> = (0..spec::TURN).map(|index| spec::case(1, index).family).collect();
    assert_eq!(cases, FAMILIES.iter().map(|family| family.name).collect());
}

#[test]
#[ignore = "minutes"]
fn sweep() {
    let start = Instant::now();
    let (seed, range) = range(SWEEP);
    report(&in_parallel(range, |index| examine(seed, index)), start);
}

/// A thousand certificates and more, of all families, are shown to VeriPB.
#[test]
#[ignore = "minutes"]
fn veripb_sample() {
    let start = Instant::now();
    let (seed, range) = range(VERIPB_CASES);
    report(&in_parallel(range, |index| show_to_veripb(seed, index)), start);
}

fn in_parallel(range: Range<u64>, look: impl Fn(u64) -> Tally + Send + Sync) -> Tally {
    range.into_par_iter().map(look).reduce(Tally::default, Tally::and)
}

/// Prints the cases of a range, with how long brute force took and how many solutions it found.
#[test]
#[ignore = "for people: prints cases"]
#[expect(clippy::print_stdout, reason = "that is all it does")]
fn show() {
    let (seed, range) = range(20);
    for index in range {
        let start = Instant::now();
        let case = spec::case(seed, index);
        let milliseconds = start.elapsed().as_secs_f64() * 1_000.0;
        let (family, solutions) = (case.family, case.solutions.len());
        println!("{index}\t{family}\t{solutions}\t{milliseconds:.1} ms\t{}", case.puzzle);
    }
}
