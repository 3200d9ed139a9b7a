//! Numbers written in letters: which become letters, and what these may stand for.

use std::collections::{BTreeMap, BTreeSet};

use super::board::Board;
use crate::spec::Dice;

/// Choices of values for the letters that brute force goes through.
const MAX_CHOICES: usize = 7_000;

/// How letters stand in the file, and what they may be.
pub(super) struct Letters {
    pub texts: Vec<String>,
    pub names: Vec<char>,
    /// Values of a letter that stands for a number; digits otherwise.
    pub max: Option<i128>,
}

/// Whole numbers become letters. Equal numbers may have one letter or several.
pub(super) fn hide_numbers(dice: &mut Dice, numbers: &[i128]) -> Letters {
    let largest = dice.pick(numbers);
    let max = (largest + dice.pick(&[-1, 0, 0, 1, 3]).min(6)).clamp(1, 30);
    let mut count = 1;
    while count < 5 && max.pow(count + 1) <= MAX_CHOICES as i128 {
        count += 1;
    }
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    dice.shuffle(&mut order);
    let mut texts: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    let mut names: Vec<(char, i128)> = Vec::new();
    for at in order.into_iter().take(1 + dice.below(numbers.len())) {
        let known = names.iter().find(|(_, number)| *number == numbers[at] && dice.percent(85));
        let name = match known {
            Some(&(name, _)) => name,
            None if names.len() < count as usize => {
                let free: Vec<char> =
                    ('a'..='z').filter(|c| names.iter().all(|n| n.0 != *c)).collect();
                let name = dice.pick(&free);
                names.push((name, numbers[at]));
                name
            }
            None => continue,
        };
        texts[at] = name.to_string();
    }
    Letters { texts, names: names.into_iter().map(|(name, _)| name).collect(), max: Some(max) }
}

/// A number and those that follow from it in a square of sums become letters of their own, so that
/// several choices can be right.
pub(super) fn hide_tied(dice: &mut Dice, board: &Board, numbers: &[i128]) -> Option<Letters> {
    let (row, column) = (dice.below(2), dice.below(2));
    let base = if board.zero { (0, 0, row + 1, column + 1) } else { (2, 2, row, column) };
    let at = |row: usize, column: usize| row * board.width + column;
    let (far_row, far_column, row, column) = base;
    let tied = [at(row, column), at(row, far_column), at(far_row, column), at(far_row, far_column)];
    let largest = tied.iter().map(|&at| numbers[at]).max()?;
    let max = (largest + dice.pick(&[0, 1, 1, 2])).min(9).max(largest);
    if max.pow(4) > MAX_CHOICES as i128 {
        return None;
    }
    let mut texts: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    let mut names: Vec<char> = ('a'..='z').collect();
    dice.shuffle(&mut names);
    names.truncate(4);
    for (&at, name) in tied.iter().zip(&names) {
        texts[at] = name.to_string();
    }
    Some(Letters { texts, names, max: Some(max) })
}

/// Digits become letters; some places of a digit may stay as they are.
pub(super) fn hide_digits(dice: &mut Dice, numbers: &[i128]) -> Letters {
    let mut texts: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    let mut digits: Vec<char> = ('0'..='9').filter(|d| texts.concat().contains(*d)).collect();
    dice.shuffle(&mut digits);
    let mut free: Vec<char> = ('A'..='Z').collect();
    dice.shuffle(&mut free);
    digits.truncate(dice.weighted(&[(2, 2), (3, 3), (4, 4), (1, 5)]));
    let given = dice.pick(&[0, 0, 10, 40]);
    for (&digit, &name) in digits.iter().zip(&free) {
        for text in &mut texts {
            *text = text
                .chars()
                .map(|c| if c == digit && !dice.percent(given) { name } else { c })
                .collect();
        }
    }
    let used: BTreeSet<char> = texts.concat().chars().filter(char::is_ascii_uppercase).collect();
    Letters { texts, names: used.into_iter().collect(), max: None }
}

impl Letters {
    /// What a cell is if the letters stand for these values; `None` if no number is written so.
    pub(super) fn number(&self, text: &str, values: &BTreeMap<char, i128>) -> Option<i128> {
        if self.max.is_some() {
            let letter = text.chars().next().filter(char::is_ascii_lowercase);
            return Some(letter.map_or_else(|| text.parse().expect("a number"), |c| values[&c]));
        }
        let digit = |c: char| c.to_digit(10).map_or_else(|| values[&c], i128::from);
        let number = text.chars().fold(0, |number, c| 10 * number + digit(c));
        let starts_with_zero = text.chars().next().is_none_or(|c| digit(c) == 0);
        (!starts_with_zero).then_some(number)
    }

    /// Every choice of values: letters that stand for digits have different ones.
    pub(super) fn try_all(
        &self,
        chosen: &mut BTreeMap<char, i128>,
        look: &mut impl FnMut(&BTreeMap<char, i128>),
    ) {
        let Some(&letter) = self.names.get(chosen.len()) else { return look(chosen) };
        let (low, high) = self.max.map_or((0, 9), |max| (1, max));
        for value in low..=high {
            if self.max.is_none() && chosen.values().any(|&other| other == value) {
                continue;
            }
            chosen.insert(letter, value);
            self.try_all(chosen, look);
            chosen.remove(&letter);
        }
    }
}
