//! How long a proof takes, from the text of a puzzle to the verdict, backend by backend.
//!
//! `cargo bench` measures the default build; `--features z3,cadical` adds those backends. Dated
//! results are in `benches/runs/`.

use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, criterion_group, criterion_main};
use xwc::solve::{BACKENDS, SolverSelection};
use xwc::{SearchOptions, solutions};
use xwc_check::puzzle::ReadOptions;

/// The puzzles that every backend settles within a benchmark's patience.
const PUZZLES: [&str; 8] = [
    "calcrostic/p1",
    "calcrostic/known",
    "crossmath/migros",
    "mathcrossword/example",
    "mathcrossword/unique8",
    "mathcrossword/unique12",
    "mathcrossword/unique24",
    "mathcrossword/multiple24",
];

fn prove(criterion: &mut Criterion) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/puzzles");
    for name in PUZZLES {
        let text = std::fs::read_to_string(folder.join(name).with_extension("json"))
            .expect("the sample is in the repository");
        let mut group = criterion.benchmark_group(name);
        let built_in = BACKENDS.iter().filter(|backend| backend.solver.is_some());
        for backend in ["auto"].into_iter().chain(built_in.map(|backend| backend.name)) {
            group.bench_function(backend, |bencher| {
                let choice = SolverSelection { backend: Some(backend), encoding: None };
                let options = SearchOptions {
                    choice,
                    limit: 2,
                    stop_at_limit: true,
                    ..SearchOptions::default()
                };
                bencher.iter(|| {
                    let puzzle =
                        xwc::read(black_box(&text), &ReadOptions::default()).expect("well formed");
                    solutions(&*puzzle, options).expect("a report").found.verdict()
                });
            });
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = prove
}
criterion_main!(benches);
