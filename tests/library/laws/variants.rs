//! Every variant of at-most-one and of counting, in every encoding that counts with clauses.

use std::cell::Cell;

use xwc_encodings::Target;
use xwc_encodings::{Amo, Card, ENCODINGS, Model, Options, Variants};

use super::{REGRESSIONS, Tally, bytes, check_variants, encodings_into};
use xwc_testkit::models::{self, Case, answers, brute_force};
use xwc_testkit::{large, runner};

/// Every choice of two variants, by turns.
fn by_turns(turn: &Cell<usize>) -> Variants {
    let at = turn.get();
    turn.set(at + 1);
    let (amo, card) = (at % Amo::ALL.len(), at / Amo::ALL.len() % Card::ALL.len());
    Variants { amo: Amo::ALL[amo], card: Card::ALL[card] }
}

/// The name of a variant; there are few of them.
fn name(variant: impl ToString) -> &'static str {
    variant.to_string().leak()
}

/// All names of variants.
fn names() -> Vec<&'static str> {
    Amo::ALL.map(name).into_iter().chain(Card::ALL.map(name)).collect()
}

#[test]
fn small_models_in_every_variant() {
    let (turn, seen, taken) = (Cell::new(0), Tally::default(), Tally::default());
    let cases = 630;
    runner::run(cases, REGRESSIONS, &models::small_model(), |Case(model)| {
        let expected = answers(&model, &brute_force(&model));
        let variants = by_turns(&turn);
        check_variants(Target::Cnf, variants, &model, &expected, &taken)?;
        seen.count(name(variants.amo));
        seen.count(name(variants.card));
        Ok(())
    });
    seen.assert_each(cases / 8, &names());
    taken.assert_each(cases, &encodings_into(Target::Cnf));
}

/// Domains of a hundred values, so that groups, rows and ladders are long.
#[test]
fn a_hundred_values_in_every_variant() {
    let (turn, seen, taken) = (Cell::new(0), Tally::default(), Tally::default());
    let cases = 21;
    runner::run(cases, REGRESSIONS, &large::large_model(large::a_hundred()), |large| {
        let model: &Model = &large.case.0;
        let expected = answers(model, &large.brute_force());
        let variants = by_turns(&turn);
        check_variants(Target::Cnf, variants, model, &expected, &taken)?;
        seen.count(name(variants.amo));
        Ok(())
    });
    seen.assert_each(cases / 8, &Amo::ALL.map(name));
    taken.assert_each(cases / 3, &encodings_into(Target::Cnf));
}

/// A variant that changes nothing would be no choice; one that has no say must change nothing.
#[test]
fn variants_change_formulas_where_they_have_a_say() {
    use xwc_encodings::{Constraint, Domain};
    let mut model = Model::default();
    let vars: Vec<_> =
        (0..12).map(|i| model.answer(format!("x{i}"), Domain::from(1..=9))).collect();
    let counts = vec![(1, 5), (2, 6), (3, 1)];
    model.require(Constraint::Multiset { vars: vars.clone(), counts });
    model.require(Constraint::AllDifferent(vars));
    for encoding in ENCODINGS {
        let written = |variants: Variants| {
            let formula = encoding
                .encode_with(&model, &Options { variants, ..Options::default() })
                .expect("it is small");
            bytes(&formula, &model)
        };
        let default = written(Variants::default());
        for amo in Amo::ALL {
            // Few literals are stated pair by pair by default, or by a ladder.
            let default_amo = match encoding.info().name {
                "one-hot-triples" => Amo::Ladder,
                _ => Amo::Pairwise,
            };
            let same = amo == Amo::Auto || amo == default_amo || !encoding.info().has_variants;
            let variants = Variants { amo, ..Variants::default() };
            assert_eq!(written(variants) == default, same, "{} {amo:?}", encoding.info().name);
        }
        for card in Card::ALL {
            let same = card == Card::default() || !encoding.info().has_variants;
            let variants = Variants { card, ..Variants::default() };
            assert_eq!(written(variants) == default, same, "{} {card:?}", encoding.info().name);
        }
    }
}
