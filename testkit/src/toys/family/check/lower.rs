//! ladder as constraints: one variable per step, each at least one more than the one before, and
//! one linear equation for the total.

use super::{LARGEST, ToyLadder};
use xwc_check::lower::{Lower, LowerError, Lowered};
use xwc_check::puzzle::grid::GridCell;
use xwc_check::support::budget::Budget;
use xwc_encodings::{Comparison, Constraint, Domain, Model};

impl Lower for ToyLadder {
    fn lower(&self, _: Budget) -> Result<Lowered, LowerError> {
        let mut model = Model::default();
        let (mut steps, mut blanks) = (Vec::new(), Vec::new());
        for &position in self.steps() {
            let name = format!("c{}", position.column + 1);
            steps.push(match self.grid().at(position) {
                GridCell::Number(value) => model.variable(name, Domain::from(value)),
                _ => {
                    let var = model.answer(name, Domain::from(1..=LARGEST));
                    blanks.push((position, var));
                    var
                }
            });
        }
        for pair in steps.windows(2) {
            let terms = vec![(1, pair[1]), (-1, pair[0])];
            let comparison = Comparison::AtLeast;
            model.require(Constraint::Linear { terms, comparison, constant: 1 });
        }
        let terms = steps.iter().map(|&var| (1, var)).collect();
        let (comparison, constant) = (Comparison::Equal, self.total());
        model.require(Constraint::Linear { terms, comparison, constant });
        Ok(Lowered::of_grid(model, self.grid(), blanks))
    }
}
