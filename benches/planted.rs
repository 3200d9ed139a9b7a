//! Random crossnumbers in letters, from 7 × 7 with 9 letters to 13 × 13 with 22: how many are decided
//! within a minute, and how long that takes, by the search on presolved relations alone and by `auto`,
//! which has the closed form as well.
//!
//! `cargo bench --bench planted` prints a table; a number after `--` says how many puzzles of each kind
//! and size are tried. Dated results are in `benches/runs/`.

use std::time::Duration;

use xwc::Verdict;
use xwc_check::puzzle::ReadOptions;
use xwc_testkit::decide::decide;
use xwc_testkit::planted::{Kind, puzzle};

/// A puzzle that takes longer counts as undecided.
const LIMIT: Duration = Duration::from_secs(60);

/// Rows, and letters.
const SIZES: [(usize, usize); 4] = [(7, 9), (9, 13), (11, 18), (13, 22)];

/// The verdict, and the seconds that it took.
fn figures(text: &str, backend: &str) -> (Verdict, f64) {
    let puzzle = xwc::read(text, &ReadOptions::default()).expect("well formed");
    let (outcome, seconds) = decide(&*puzzle, backend, LIMIT);
    (outcome.found.verdict(), seconds)
}

#[expect(clippy::print_stdout, reason = "that is what it is for")]
fn main() {
    let count = std::env::args().filter_map(|word| word.parse().ok()).next_back().unwrap_or(5);
    println!("| grid | letters | kind | solver | decided | unique | median s | slowest s |");
    println!("|---|--:|---|---|--:|--:|--:|--:|");
    for (side, letters) in SIZES {
        for kind in Kind::ALL {
            let texts: Vec<String> =
                (0..count).map(|seed| puzzle(side, letters, kind, seed).to_string()).collect();
            let mut verdicts = Vec::new();
            for backend in ["native", "auto"] {
                let runs: Vec<(Verdict, f64)> =
                    texts.iter().map(|text| figures(text, backend)).collect();
                let decided =
                    runs.iter().filter(|(verdict, _)| *verdict != Verdict::Unknown).count();
                let unique = runs.iter().filter(|(verdict, _)| *verdict == Verdict::Unique).count();
                let mut seconds: Vec<f64> = runs.iter().map(|(_, seconds)| *seconds).collect();
                seconds.sort_by(f64::total_cmp);
                println!(
                    "| {side} × {side} | {letters} | {kind:?} | {backend} | {decided} of {count} | {unique} \
                     | {:.3} | {:.3} |",
                    seconds[seconds.len() / 2],
                    seconds[seconds.len() - 1],
                );
                verdicts.push(runs);
            }
            for (one, two) in verdicts[0].iter().zip(&verdicts[1]) {
                let known = ![one.0, two.0].contains(&Verdict::Unknown);
                assert!(!known || one.0 == two.0, "the two agree wherever both decide");
            }
        }
    }
}
