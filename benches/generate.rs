//! What a level costs, stage by stage: the layout, the layout with its values, a level with one
//! blank (all that is done once a level), a minimal level (that and all questions to the judge).

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use xwc::family;
use xwc::generate::fill::fill;
use xwc::generate::layout::{Layout, Wanted};
use xwc::generate::{Asked, Chance, GeneratedPuzzle, Seed, Share, Wishes};
use xwc::solve::Choice;
use xwc_check::puzzle::ReadOptions;
use xwc_check::puzzle::grid::Operator;

fn stages(criterion: &mut Criterion) {
    for (equations, side) in [(6, 9), (12, 11), (24, 17)] {
        let mut group = criterion.benchmark_group(format!("generate/{equations}"));
        group.sample_size(10);
        let mut index = 0;
        let mut seed = move || {
            index += 1;
            Seed { seed: 1, index, attempt: 0 }
        };
        let wanted = Wanted { equations, height: side, width: side, crossings: 24 };
        group.bench_function("layout", |bencher| {
            bencher.iter_batched(
                || Chance::new("bench", seed()),
                |mut chance| Layout::draw(wanted, &mut chance).expect("there is room"),
                BatchSize::SmallInput,
            );
        });
        group.bench_function("layout and fill", |bencher| {
            bencher.iter_batched(
                || Chance::new("bench", seed()),
                |mut chance| {
                    let layout = Layout::draw(wanted, &mut chance).expect("there is room");
                    fill(&layout, &Operator::ALL, 99, &mut chance)
                },
                BatchSize::SmallInput,
            );
        });
        let wishes = Wishes { equations: Some(equations), max: Some(99), ..Wishes::default() };
        let one = Wishes { blanks: Some(Share(1)), ..wishes.clone() };
        let minimal = Wishes { minimal: true, ..wishes };
        for (name, wishes) in [("one blank", one), ("minimal", minimal)] {
            // At 24 equations a few levels take most of the time: `scripts/compare generate`.
            if equations == 24 && name == "minimal" {
                continue;
            }
            let family = family::find("mathcrossword").expect("it is there");
            let recipe = family
                .recipe(Asked::Wishes(&wishes), &ReadOptions::default())
                .expect("possible wishes");
            group.bench_function(name, |bencher| {
                bencher.iter_batched(
                    &mut seed,
                    |seed| {
                        GeneratedPuzzle::new(&*recipe, seed, Choice::default()).expect("a level")
                    },
                    BatchSize::SmallInput,
                );
            });
        }
        group.finish();
    }
}

criterion_group!(benches, stages);
criterion_main!(benches);
