//! A layout drawn by hand.

use super::layout::{EquationLayout, EquationSlot};
use xwc_check::families::mathcrossword::MathCrossword;
use xwc_check::puzzle::grid::{Grid, GridCell, Operator};

/// The layout of a drawing: one line per row, one character per cell; or that of a mathcrossword file.
pub(super) fn parse(text: &str) -> Result<EquationLayout, String> {
    let rows: Vec<Vec<String>> = if text.trim_start().starts_with('{') {
        let file: serde_json::Value =
            serde_json::from_str(text).map_err(|error| error.to_string())?;
        serde_json::from_value(file["grid"].clone()).map_err(|error| format!("grid: {error}"))?
    } else {
        let cell = |c: char| if c == '.' { "#".to_string() } else { c.to_string() };
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        lines.map(|line| line.trim_end().chars().map(cell).collect()).collect()
    };
    // Any operator will do for looking whether the layout is legal.
    let free = |text: &String| if text == "?" { "+".to_string() } else { text.clone() };
    let texts: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(free).collect()).collect();
    let grid = Grid::parse(&texts).map_err(|error| error.to_string())?;
    let mut blank = grid.clone();
    for position in grid.positions().filter(|&position| grid.at(position).is_number()) {
        blank.set(position, GridCell::Blank);
    }
    let pool = vec![1; blank.blanks().count()];
    let puzzle = MathCrossword::new(blank, pool, None).map_err(|error| error.to_string())?;
    let slots = puzzle.equations().iter().map(|equation| {
        let [start, second, _] = equation.numbers;
        let down = second.column == start.column;
        let sign = EquationSlot { start, down, operator: None }.cell(1);
        let operator: Option<Operator> =
            (rows[sign.row][sign.column] != "?").then_some(equation.operator);
        EquationSlot { start, down, operator }
    });
    Ok(EquationLayout { height: grid.height(), width: grid.width(), slots: slots.collect() })
}

/// A layout as it is drawn.
pub(super) fn drawing(layout: &EquationLayout) -> Vec<String> {
    let mut rows = vec![vec!['#'; layout.width]; layout.height];
    for slot in &layout.slots {
        let sign = slot.operator.and_then(|operator| operator.to_string().chars().next());
        for (step, c) in ['_', sign.unwrap_or('?'), '_', '=', '_'].into_iter().enumerate() {
            let cell = slot.cell(step);
            rows[cell.row][cell.column] = c;
        }
    }
    rows.into_iter().map(String::from_iter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_free_or_fixed() {
        let layout = parse("_+_=_\n?...?\n_..._\n=...=\n_?_=_\n").expect("a legal layout");
        assert_eq!((layout.height, layout.width, layout.slots.len()), (5, 5, 4));
        let fixed = layout.slots.iter().filter(|slot| slot.operator == Some(Operator::Plus));
        assert_eq!(fixed.count(), 1);
        assert_eq!(layout.numbers().len(), 8);
        assert_eq!(parse(&drawing(&layout).join("\n")).as_ref(), Ok(&layout));
    }

    #[test]
    fn an_illegal_layout_is_refused_with_its_place() {
        let reason = parse("_+_=_\n_....\n").expect_err("a run of two");
        assert!(reason.contains("row 1, column 1"), "{reason}");
    }
}
