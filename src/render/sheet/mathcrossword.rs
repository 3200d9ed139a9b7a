//! A mathcrossword on paper: the grid, and its tiles.

use super::{OnPaper, Sheet, arithmetic, number};
use crate::puzzle::Solution;
use crate::puzzle::mathcrossword::MathCrossword;

impl OnPaper for MathCrossword {
    fn sheet(&self, solution: Option<&Solution>) -> Sheet {
        let tiles = match solution {
            None => self.pool().iter().map(|&tile| number(tile)).collect(),
            Some(_) => Vec::new(),
        };
        Sheet {
            task: "Put the numbers of the tiles into the empty cells so that every equation is \
                   true. Each tile is used exactly once.",
            board: arithmetic(self.grid(), solution),
            tiles,
            ..Sheet::default()
        }
    }
}
