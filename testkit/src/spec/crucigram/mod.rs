//! Crucigrams: black squares and letters have to be found, from tiles and clues without places.

mod filling;
mod rules;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::{Case, Dice};
use filling::{Filling, Lexicon};
use rules::{BLACK, Entry, Rules, is_sound, runs};

/// Cells that brute force fills before a puzzle is too large for it.
const MAX_STEPS: usize = 5_000;

/// A puzzle and its solutions.
pub(super) fn random(dice: &mut Dice) -> Case {
    loop {
        if let Some(case) = attempt(dice) {
            return case;
        }
    }
}

fn attempt(dice: &mut Dice) -> Option<Case> {
    let (width, height) = dice.weighted(&[(4, (4, 4)), (3, (4, 3)), (3, (3, 4)), (1, (3, 3))]);
    let area = width * height;
    let n_letters = dice.between(4, 8.min(area as i64 - 1)) as usize;
    // A grid of words from which the clues come; it may break the rules that are counted.
    let mut left: BTreeMap<char, usize> = "AERSTNOD".chars().map(|c| (c, 3)).collect();
    left.insert(BLACK, area - n_letters);
    let mut planted = None;
    let mut filling =
        Filling { width, height, left, cells: Vec::new(), steps: 600, words: [Lexicon::all(); 2] };
    let strict = dice.percent(92);
    let two_letter_words = dice.between(2, 5) as usize;
    filling.go_on(&mut Some(dice), &mut |cells| {
        let letters = cells.iter().filter(|&&c| c != BLACK).count();
        if !strict && letters > 2 || is_sound(cells, width, two_letter_words) {
            planted = Some(cells.to_vec());
        }
        planted.is_none()
    });
    let planted = planted?;
    let mut tiles: Vec<char> = planted.iter().copied().filter(|&c| c != BLACK).collect();
    let open = dice.pick(&[0, 50, 100, 100, 100]);
    let [mut across, mut down] = [false, true].map(|down| {
        let words = runs(&planted, width, down);
        words.iter().map(|word| Entry::random(dice, word, open)).collect::<Vec<_>>()
    });
    if dice.percent(45) {
        spoil(dice, &mut tiles, &mut across, &mut down);
    }
    dice.shuffle(&mut tiles);
    dice.shuffle(&mut across);
    dice.shuffle(&mut down);
    let low = tiles.len() - dice.below(2);
    let letters = (low, (tiles.len() + dice.below(3)).min(area));
    let rules = Rules { width, letters, two_letter_words, across, down };
    let limits = match dice.percent(50) {
        true => json!([letters.0, letters.1]),
        false => json!({ "min": letters.0, "max": letters.1 }),
    };
    let mut list =
        |entries: &[Entry]| -> Value { entries.iter().map(|entry| entry.json(dice)).collect() };
    let mut puzzle = json!({
        "family": "crucigram", "width": width, "height": height,
        "tiles": tiles.iter().collect::<String>(),
        "limits": { "letters": limits, "two_letter_words": two_letter_words },
        "clues": { "across": list(&rules.across), "down": list(&rules.down) },
    });
    if two_letter_words == 3 && dice.percent(50) {
        // That is the rule if nothing is said.
        puzzle["limits"] = json!({ "letters": puzzle["limits"]["letters"] });
    }
    if dice.percent(20) {
        puzzle["title"] = json!("Words");
        puzzle["author"] = json!("Nobody");
    }
    let mut left = BTreeMap::from([(BLACK, area - tiles.len())]);
    tiles.iter().for_each(|&tile| *left.entry(tile).or_insert(0) += 1);
    let [across, down] = [&rules.across, &rules.down].map(|entries| Lexicon::of(entries));
    let (cells, words) = (Vec::new(), [&across, &down]);
    let mut filling = Filling { width, height, left, cells, steps: MAX_STEPS, words };
    let mut solutions = BTreeSet::new();
    let complete = filling.go_on(&mut None, &mut |cells| {
        if rules.allow(cells) {
            let rows: Vec<String> = cells.chunks(width).map(|row| row.iter().collect()).collect();
            solutions.insert(rows.join("/"));
        }
        true
    });
    complete.then(|| Case::new("crucigram", puzzle, solutions))
}

/// Changes something so that the planted grid is no solution any more.
fn spoil(dice: &mut Dice, tiles: &mut [char], across: &mut [Entry], down: &mut Vec<Entry>) {
    match dice.below(5) {
        0 => {
            let i = dice.below(tiles.len());
            tiles[i] = dice.pick(&['A', 'E', 'R', 'S']);
        }
        1 if !across.is_empty() => {
            let i = dice.below(across.len());
            across[i] = Entry::Length(dice.between(2, 3) as usize);
            down.push(Entry::Length(2));
        }
        _ if !across.is_empty() && !down.is_empty() => {
            let (i, j) = (dice.below(across.len()), dice.below(down.len()));
            std::mem::swap(&mut across[i], &mut down[j]);
        }
        _ => {}
    }
}
