//! What a level costs: one with a single blank (all that is done once per level), and a minimal one (that
//! and all questions to the judge).

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use xwc::families;
use xwc::generate::{GenerateOptions, ParameterSource, Seed};
use xwc::solve::SolverSelection;
use xwc_check::puzzle::ReadOptions;

fn stages(criterion: &mut Criterion) {
    for equations in [6, 12, 24] {
        let mut group = criterion.benchmark_group(format!("generate/{equations}"));
        group.sample_size(10);
        let mut index = 0;
        let mut seed = move || {
            index += 1;
            Seed { seed: 1, index, attempt: 0 }
        };
        let options = GenerateOptions::default().with("equations", equations).with("max", 99);
        let one = options.clone().with("blanks", "1%");
        let minimal = GenerateOptions { minimal: true, ..options };
        for (name, options) in [("one blank", one), ("minimal", minimal)] {
            // At 24 equations a few levels take most of the time: `scripts/compare generate`.
            if equations == 24 && name == "minimal" {
                continue;
            }
            let family = families::find("mathcrossword").expect("it is there");
            let source = ParameterSource::Options(&options);
            let generator =
                (family.generator)(source, &ReadOptions::default()).expect("possible options");
            group.bench_function(name, |bencher| {
                bencher.iter_batched(
                    &mut seed,
                    |seed| generator.make(seed, SolverSelection::default()).expect("a level"),
                    BatchSize::SmallInput,
                );
            });
        }
        group.finish();
    }
}

criterion_group!(benches, stages);
criterion_main!(benches);
