//! Crossmaths on a page: operands within a range, and expressions that the page judges itself.

use serde_json::{Map, json};

use super::seal::Salt;
use super::{Data, OnPage, arithmetic, blanks, index};
use crate::puzzle::Solution;
use crate::puzzle::crossmath::{CrossMath, Expression};

impl OnPage for CrossMath {
    fn data(&self, _: &Salt) -> Data {
        let results: Vec<_> = self.expressions().iter().map(|one| one.result).collect();
        let (cells, slots) = arithmetic(self.grid(), &results);
        let width = self.grid().width();
        let line = |Expression { first, steps, result }: &Expression| -> Vec<usize> {
            let steps = steps.iter().map(|(_, position)| position);
            let all = std::iter::once(first).chain(steps).chain(std::iter::once(result));
            all.map(|&position| index(position, width)).collect()
        };
        let lines: Vec<_> = self.expressions().iter().map(line).collect();
        let (min, max) = self.range();
        let operands: Vec<usize> =
            self.operands().iter().map(|&position| index(position, width)).collect();
        let mut rules = Map::new();
        rules.insert("lines".into(), json!(lines));
        rules.insert("operands".into(), json!(operands));
        rules.insert("min".into(), json!(min));
        rules.insert("max".into(), json!(max));
        rules.insert("distinct".into(), json!(self.distinct()));
        rules.insert("division".into(), json!(self.division()));
        Data { cells, slots, rules }
    }

    fn script(&self) -> &'static str {
        include_str!("page/crossmath.js")
    }

    fn answers(&self, solution: &Solution) -> Option<Vec<String>> {
        blanks(self.grid(), solution)
    }
}
