//! What follows from several conditions together, said once more so that solvers see it at once.
//!
//! Each is a condition of the clue language over the names of the puzzle. Nothing is lost if it is
//! left out, and it is never left open: the conditions that it follows from say it already.

mod grid_counts;
mod grid_sums;
mod members;
mod statement;

pub(super) use self::members::{MAX_NUMBERS as MAX_USED_UP, used_up};
use super::clue::ClueFormula;
use crate::families::crossnumber::CrossNumber;

/// Why a condition follows from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Implication {
    /// Every cell counts once in `$gridcount`.
    GridCounts,
    /// The digit sum of the grid is that of its entries across, and that of its entries down.
    GridSums,
    /// Numbers of a kind that are all different use up the numbers of this kind.
    Members,
}

impl Implication {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::GridCounts, Self::GridSums, Self::Members];

    /// One line for people.
    pub fn reason(self) -> &'static str {
        match self {
            Implication::GridCounts => "each cell counts once in $gridcount",
            Implication::GridSums => "each cell counts once in the digit sums of a direction",
            Implication::Members => "different entries use up all the numbers that fit them",
        }
    }

    /// What is said, unless the puzzle is to leave it unsaid.
    pub(super) fn formulas(self, puzzle: &CrossNumber) -> Vec<ClueFormula> {
        let statements = match self {
            _ if puzzle.unsaid.contains(&self) => Vec::new(),
            Implication::GridCounts => grid_counts::statement(puzzle).into_iter().collect(),
            Implication::GridSums => grid_sums::statements(puzzle),
            Implication::Members => members::statements(puzzle),
        };
        let scope = puzzle.scope(None);
        statements.iter().map(|statement| ClueFormula::of(statement, scope)).collect()
    }
}

impl CrossNumber {
    /// What is said once more, because it follows from several conditions together.
    pub fn implications(&self) -> Vec<Implication> {
        let said = Implication::ALL.into_iter();
        said.filter(|implication| !implication.formulas(self).is_empty()).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::puzzle::read;

    fn implications(puzzle: &Value) -> Vec<Implication> {
        read::<CrossNumber>(&puzzle.to_string()).expect("well formed").implications()
    }

    #[test]
    fn counts_of_digits_need_a_name_that_is_one() {
        let mut puzzle = json!({
            "family": "crossnumber",
            "grid": ["...", "#.#", "..."],
            "rules": ["$gridcount(1) = A1", "3 = $gridcount(2)"],
        });
        assert_eq!(implications(&puzzle), [Implication::GridCounts]);
        puzzle["rules"][0] = json!("$gridcount(1) = 2");
        assert_eq!(implications(&puzzle), []);
    }

    #[test]
    fn digit_sums_add_up_to_the_total_or_to_those_of_the_other_direction() {
        let clues = json!({ "A1": "$ds(this) = 9", "A4": "$ds(this) = 5" });
        let puzzle =
            json!({ "family": "crossnumber", "grid": ["...", "...", "..."], "clues": clues });
        assert_eq!(implications(&puzzle), []);
        let mut total = puzzle.clone();
        total["rules"] = json!("$griddigitsum() = 30");
        assert_eq!(implications(&total), [Implication::GridSums]);
        let mut down = puzzle;
        down["clues"]["D1"] = json!("20 = $ds(D1)");
        assert_eq!(implications(&down), [Implication::GridSums]);
    }

    #[test]
    fn as_many_entries_as_numbers_use_them_up() {
        let mut puzzle = json!({
            "family": "crossnumber",
            "grid": ["..#", "###", "..#"],
            "clues": { "A1": "#cube", "A2": "#cube" },
        });
        assert_eq!(implications(&puzzle), [Implication::Members]);
        puzzle["distinct_entries"] = json!(false);
        assert_eq!(implications(&puzzle), []);
        puzzle["distinct_entries"] = json!(true);
        puzzle["clues"]["A2"] = json!("#square");
        assert_eq!(implications(&puzzle), []);
    }
}
