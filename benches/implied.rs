//! What implied conditions buy: the same puzzles with and without each of them, by the search and by a
//! SAT solver on the closed form.
//!
//! `cargo bench --bench implied` prints a table; dead ends are the same on every machine, seconds are
//! not. Puzzles without a condition of the kind are left out. Dated results are in `benches/runs/`.

use std::fs;
use std::time::Duration;

use xwc::Verdict;
use xwc_check::families::crossnumber::{CrossNumber, Implication};
use xwc_testkit::decide::decide;
use xwc_testkit::planted_sums::{crowd, digit_sums};
use xwc_testkit::root;

/// A puzzle that takes longer counts as undecided.
const LIMIT: Duration = Duration::from_secs(20);

/// The puzzles, by name.
fn puzzles() -> Vec<(String, String)> {
    let folder = root().join("tests/puzzles/crossnumber");
    let mut files: Vec<_> = fs::read_dir(folder).expect("the samples").flatten().collect();
    files.sort_by_key(fs::DirEntry::path);
    let mut all = Vec::new();
    for path in files.into_iter().map(|file| file.path()) {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if let Some(name) = name.strip_suffix(".json").filter(|name| !name.ends_with(".expect")) {
            all.push((name.to_string(), fs::read_to_string(&path).expect("readable")));
        }
    }
    for (side, seed) in [(4, 1), (5, 1), (6, 1)] {
        for (spoiled, word) in [(false, "sums"), (true, "sums, total wrong")] {
            let name = format!("{side} × {side} {word}");
            all.push((name, digit_sums(side, seed, spoiled).to_string()));
        }
    }
    for (entries, kind) in
        [(6, "square"), (7, "square"), (10, "prime"), (21, "prime"), (22, "prime")]
    {
        let name = format!("{entries} {kind}s of two digits");
        all.push((name, crowd(entries, &format!("#{kind}")).to_string()));
    }
    all
}

/// The verdict, the dead ends and the seconds.
fn figures(puzzle: &CrossNumber, backend: &str) -> (Verdict, u64, f64) {
    let (outcome, seconds) = decide(puzzle, backend, LIMIT);
    (outcome.found.verdict(), outcome.effort.conflicts, seconds)
}

#[expect(clippy::print_stdout, reason = "that is what it is for")]
fn main() {
    println!("| condition | puzzle | solver | verdict | dead ends | without | seconds | without |");
    println!("|---|---|---|---|--:|--:|--:|--:|");
    for implication in Implication::ALL {
        for (name, text) in puzzles() {
            let read = || xwc_check::puzzle::read::<CrossNumber>(&text).expect("well formed");
            if !read().implications().contains(&implication) {
                continue;
            }
            for backend in ["native", "varisat"] {
                let (verdict, dead_ends, seconds) = figures(&read(), backend);
                let (other, more, longer) = figures(&read().without(implication), backend);
                let known = ![verdict, other].contains(&Verdict::Unknown);
                assert!(!known || verdict == other, "an implied condition changes no verdict");
                let more =
                    if other == Verdict::Unknown { "undecided".into() } else { more.to_string() };
                println!(
                    "| {implication:?} | {name} | {backend} | {verdict:?} | {dead_ends} | {more} \
                     | {seconds:.3} | {longer:.3} |"
                );
            }
        }
    }
}
