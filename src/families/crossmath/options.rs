//! The options of crossmaths, their presets, and the parameters that follow from both.

use serde::{Deserialize, Serialize};

use crate::generate::{self, GenerateError, GenerateOptions, Operators, OptionSpec, Preset, Size};
use xwc_check::puzzle::grid::Operator;

/// The options that shape a crossmath.
pub(super) const OPTIONS: &[OptionSpec] = &[
    OptionSpec::value("size", "MxN", "Rows and columns of operands, such as 3x3"),
    OptionSpec::value("max", "M", "The largest operand"),
    OptionSpec::value("ops", "SIGNS", "The operators, such as \"+-×÷\""),
    OptionSpec::value("givens", "K", "How many operands are given"),
];

/// What a preset says.
struct CrossMathDefaults {
    givens: usize,
    operators: &'static [Operator],
}

impl CrossMathDefaults {
    fn of(preset: Preset) -> Self {
        let all = &Operator::ALL[..];
        let (givens, operators) = match preset {
            Preset::Easy => (4, &all[..2]),
            Preset::Medium => (2, all),
            Preset::Hard | Preset::Expert => (0, all),
        };
        Self { givens, operators }
    }
}

/// Longer lines are refused.
const MAX_SIDE: usize = 12;

/// Values in between and results stay below this.
pub(super) const MAX_VALUE: i64 = 10_000;

/// All that a crossmath's chance depends on.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CrossMathParameters {
    pub(super) difficulty: Preset,
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) max: i64,
    pub(super) operators: Operators,
    pub(super) givens: usize,
    pub(super) minimal: bool,
}

impl generate::Parameters for CrossMathParameters {
    fn from_options(options: &GenerateOptions) -> Result<Self, GenerateError> {
        let difficulty = options.difficulty.unwrap_or_default();
        let preset = CrossMathDefaults::of(difficulty);
        let Size { rows, columns } =
            options.parsed("size")?.unwrap_or(Size { rows: 3, columns: 3 });
        let asked: Option<usize> = options.parsed("givens")?;
        let minimal = options.minimal || difficulty == Preset::Expert && asked.is_none();
        let givens = asked.unwrap_or(preset.givens);
        let usual = rows.saturating_mul(columns).clamp(9, 144) as i64;
        let max = options.parsed("max")?.unwrap_or(usual);
        let operators = options.operators(preset.operators)?;
        let givens = if minimal { 0 } else { givens };
        Ok(Self { difficulty, rows, columns, max, operators, givens, minimal })
    }

    fn check(&self) -> Result<(), GenerateError> {
        let wrong = |option, reason: String| Err(GenerateError::option(option, reason));
        let (rows, columns) = (self.rows, self.columns);
        if !(2..=MAX_SIDE).contains(&rows) || !(2..=MAX_SIDE).contains(&columns) {
            return wrong("size", format!("{rows}x{columns}; sides go from 2 to {MAX_SIDE}"));
        }
        if !(1..=MAX_VALUE).contains(&self.max) {
            return wrong("max", format!("{}; operands go from 1 to {MAX_VALUE}", self.max));
        }
        if self.givens > rows * columns {
            return wrong(
                "givens",
                format!("{}; there are {} operands", self.givens, rows * columns),
            );
        }
        Ok(())
    }
}
