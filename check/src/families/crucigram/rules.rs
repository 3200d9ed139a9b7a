//! The rule evaluator of crucigrams: every rule on a filled grid, one after the other.

use std::collections::BTreeMap;

use super::{Crucigram, Direction, KnownWord, LetterBoard, Run, WordEntry};
use crate::puzzle::grid::Position;
use crate::puzzle::{Solution, Violation};

/// The first rule that the grid breaks.
pub(super) fn check(puzzle: &Crucigram, solution: &Solution) -> Result<(), Violation> {
    let board = puzzle.board(solution)?;
    let runs = Direction::ALL.map(|direction| board.runs(direction));
    words(puzzle, &runs)?;
    black_blocks(&board)?;
    connected(&board)?;
    letters(puzzle, &board)?;
    for (direction, runs) in Direction::ALL.into_iter().zip(&runs) {
        listed(puzzle, direction, runs)?;
    }
    Ok(())
}

fn fail(message: String) -> Result<(), Violation> {
    Err(Violation(message))
}

/// Each run is a word, none appears twice, few have two letters, and there are both directions.
fn words(puzzle: &Crucigram, runs: &[Vec<Run>; 2]) -> Result<(), Violation> {
    let mut seen: BTreeMap<&str, &Run> = BTreeMap::new();
    for run in runs.iter().flatten() {
        let word = &run.word;
        if !puzzle.dictionary.contains(word) {
            return fail(format!("{run}: {word} is not in the dictionary"));
        }
        if let Some(earlier) = seen.insert(word, run) {
            return fail(format!("{run}: {word} appears twice, {earlier} has it too"));
        }
    }
    let short: Vec<&str> = seen.keys().copied().filter(|word| word.len() == 2).collect();
    let most = puzzle.limits.two_letter_words;
    if short.len() > most {
        let found = short.len();
        return fail(format!("{found} two-letter words ({}); at most {most}", short.join(", ")));
    }
    for (direction, runs) in Direction::ALL.into_iter().zip(runs) {
        if runs.is_empty() {
            return fail(format!("no word goes {direction}"));
        }
    }
    Ok(())
}

/// No three by three black squares.
fn black_blocks(board: &LetterBoard) -> Result<(), Violation> {
    let is_black = |row: usize, column: usize| {
        board.rows().get(row).and_then(|cells| cells.get(column)) == Some(&None)
    };
    for (row, cells) in board.rows().iter().enumerate() {
        for column in 0..cells.len() {
            let black = (row..row + 3).all(|r| (column..column + 3).all(|c| is_black(r, c)));
            if black {
                let (rows, columns) = ((row + 1, row + 3), (column + 1, column + 3));
                return fail(format!(
                    "rows {} to {}, columns {} to {}: a block of 3×3 black squares",
                    rows.0, rows.1, columns.0, columns.1
                ));
            }
        }
    }
    Ok(())
}

/// All letters are reached from the first by steps to neighbours.
fn connected(board: &LetterBoard) -> Result<(), Violation> {
    let letters = board.letters();
    let Some(&(first, _)) = letters.first() else { return Ok(()) };
    let mut reached = vec![first];
    let mut next = 0;
    while let Some(&Position { row, column }) = reached.get(next) {
        next += 1;
        let around = [
            Some(Position { row: row + 1, column }),
            Some(Position { row, column: column + 1 }),
            row.checked_sub(1).map(|row| Position { row, column }),
            column.checked_sub(1).map(|column| Position { row, column }),
        ];
        for position in around.into_iter().flatten() {
            if board.letter(position).is_some() && !reached.contains(&position) {
                reached.push(position);
            }
        }
    }
    match letters.iter().find(|(position, _)| !reached.contains(position)) {
        Some(&(position, letter)) => {
            let letter = char::from(letter);
            fail(format!("{position}: {letter} is not connected with the letter at {first}"))
        }
        None => Ok(()),
    }
}

/// As many letters as are allowed, and exactly the tiles.
fn letters(puzzle: &Crucigram, board: &LetterBoard) -> Result<(), Violation> {
    let letters: Vec<u8> = board.letters().into_iter().map(|(_, letter)| letter).collect();
    let (min, max) = (puzzle.limits.letters.min, puzzle.limits.letters.max);
    if letters.len() < min || letters.len() > max {
        return fail(format!("{} letters; the grid has {min} to {max}", letters.len()));
    }
    for letter in b'A'..=b'Z' {
        let count = |list: &[u8]| list.iter().filter(|&&other| other == letter).count();
        let (used, there) = (count(&letters), count(&puzzle.tiles));
        let letter = char::from(letter);
        if used > there {
            return fail(format!(
                "a tile too few: {letter} stands {used} times, and there are {there} tiles of it"
            ));
        }
        if used < there {
            return fail(format!(
                "not all tiles are used: {letter} stands {used} times, and there are {there} of it"
            ));
        }
    }
    Ok(())
}

/// The runs in one direction are the entries, each once.
fn listed(puzzle: &Crucigram, direction: Direction, runs: &[Run]) -> Result<(), Violation> {
    let entries = puzzle.entries(direction);
    for run in runs {
        if !entries.iter().any(|entry| entry.allows(&run.word)) {
            let word = &run.word;
            return fail(format!("{run}: {word} is not one of the words {direction}"));
        }
    }
    for entry in entries {
        if !runs.iter().any(|run| entry.allows(&run.word)) {
            return fail(match &entry.known {
                KnownWord::Answer(word) => format!("{word} does not appear {direction}"),
                KnownWord::Candidates(words) => {
                    format!("none of {} appears {direction}", words.join(", "))
                }
                KnownWord::Pattern(pattern) => {
                    format!("no word like {pattern} appears {direction}")
                }
            });
        }
    }
    if runs.len() != entries.len() {
        let (found, wanted) = (runs.len(), entries.len());
        return fail(format!("{found} words go {direction}, and {wanted} are listed"));
    }
    // The run that each entry stands for, found by exchanging along chains.
    let mut of_entry: Vec<Option<usize>> = vec![None; entries.len()];
    for (i, run) in runs.iter().enumerate() {
        if !place(i, runs, entries, &mut of_entry, &mut vec![false; entries.len()]) {
            let word = &run.word;
            return fail(format!("{run}: the entry {direction} for {word} is another word's"));
        }
    }
    Ok(())
}

/// Finds an entry for the run, if need be by moving others.
fn place(
    run: usize,
    runs: &[Run],
    entries: &[WordEntry],
    of_entry: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for entry in 0..entries.len() {
        if tried[entry] || !entries[entry].allows(&runs[run].word) {
            continue;
        }
        tried[entry] = true;
        let free = match of_entry[entry] {
            None => true,
            Some(other) => place(other, runs, entries, of_entry, tried),
        };
        if free {
            of_entry[entry] = Some(run);
            return true;
        }
    }
    false
}
