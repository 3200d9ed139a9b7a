//! Mathcrosswords on a page: tiles of the pool, and equations that the page judges itself.

use serde_json::{Map, json};

use super::seal::Salt;
use super::{Data, OnPage, arithmetic, blanks, index};
use crate::puzzle::Solution;
use crate::puzzle::mathcrossword::MathCrossword;

impl OnPage for MathCrossword {
    fn data(&self, _: &Salt) -> Data {
        let results: Vec<_> = self.equations().iter().map(|equation| equation.numbers[2]).collect();
        let (cells, slots) = arithmetic(self.grid(), &results);
        let width = self.grid().width();
        let line = |position| index(position, width);
        let lines: Vec<_> = self.equations().iter().map(|one| one.numbers.map(line)).collect();
        let tiles: Vec<String> = self.pool().iter().map(i64::to_string).collect();
        let mut rules = Map::new();
        rules.insert("lines".into(), json!(lines));
        rules.insert("tiles".into(), json!(tiles));
        Data { cells, slots, rules }
    }

    fn script(&self) -> &'static str {
        include_str!("page/mathcrossword.js")
    }

    fn answers(&self, solution: &Solution) -> Option<Vec<String>> {
        blanks(self.grid(), solution)
    }
}
