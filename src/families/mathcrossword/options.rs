//! The options of mathcrosswords, their presets, and the parameters that follow from both.

use serde::{Deserialize, Serialize};

use super::template;
use crate::generate::{self, GenerateError, GenerateOptions, Operators, OptionSpec, Preset, Share};
use xwc_check::puzzle::grid::Operator;

/// The options that shape a mathcrossword.
pub(super) const OPTIONS: &[OptionSpec] = &[
    OptionSpec::value("equations", "N", "How many equations"),
    OptionSpec::value("width", "W", "Columns at most"),
    OptionSpec::value("height", "H", "Rows at most"),
    OptionSpec::value("max", "M", "The largest number"),
    OptionSpec::value("ops", "SIGNS", "The operators, such as \"+-×÷\""),
    OptionSpec::value("blanks", "SHARE", "The share of blank cells, such as 0.6 or 60%"),
    OptionSpec::flag("show-results", "Results are always given"),
    OptionSpec::file(
        "template",
        "A layout drawn by hand: _ for numbers, ? for any operator, = and #",
    ),
];

/// What a preset says.
struct MathCrosswordDefaults {
    equations: usize,
    max: i64,
    /// In percent.
    blanks: usize,
    operators: &'static [Operator],
}

impl MathCrosswordDefaults {
    fn of(preset: Preset) -> Self {
        let all = &Operator::ALL[..];
        let (equations, max, blanks, operators) = match preset {
            Preset::Easy => (6, 20, 45, &all[..2]),
            Preset::Medium => (9, 50, 55, all),
            Preset::Hard => (12, 99, 70, all),
            Preset::Expert => (16, 99, 100, all),
        };
        Self { equations, max, blanks, operators }
    }
}

/// Larger boards are refused.
const MAX_EQUATIONS: usize = 200;

/// Larger numbers are refused.
const MAX_VALUE: i64 = 100_000;

/// All that a mathcrossword's chance depends on.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MathCrosswordParameters {
    pub(super) difficulty: Preset,
    pub(super) equations: usize,
    pub(super) height: usize,
    pub(super) width: usize,
    /// Crossings on an equation, in tenths.
    pub(super) crossings: usize,
    pub(super) max: i64,
    pub(super) operators: Operators,
    /// In percent.
    pub(super) blanks: usize,
    pub(super) minimal: bool,
    pub(super) show_results: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) template: Option<Vec<String>>,
}

impl generate::Parameters for MathCrosswordParameters {
    fn from_options(options: &GenerateOptions) -> Result<Self, GenerateError> {
        let difficulty = options.difficulty.unwrap_or_default();
        let preset = MathCrosswordDefaults::of(difficulty);
        let template = options.text("template").map(template::parse).transpose();
        let template = template.map_err(|reason| GenerateError::option("template", reason))?;
        if template.is_some() {
            let said = ["equations", "width", "height"].into_iter().find(|name| options.has(name));
            if let Some(option) = said {
                return Err(GenerateError::option(option, "the template says that already"));
            }
        }
        let equations = match &template {
            Some(layout) => layout.slots.len(),
            None => options.parsed("equations")?.unwrap_or(preset.equations),
        };
        let side = side(equations.min(MAX_EQUATIONS));
        let other = |length: usize| (side * side / length.max(1)).clamp(5, 255) | 1;
        let (height, width) = match (&template, options.parsed("height")?, options.parsed("width")?)
        {
            (Some(layout), ..) => (layout.height, layout.width),
            (_, None, None) => (side, side),
            // One side given: the other has room for as many cells as a square would.
            (_, Some(height), None) => (height, other(height)),
            (_, None, Some(width)) => (other(width), width),
            (_, Some(height), Some(width)) => (height, width),
        };
        let asked: Option<Share> = options.parsed("blanks")?;
        let minimal = options.minimal || difficulty == Preset::Expert && asked.is_none();
        let blanks = asked.map_or(preset.blanks, |Share(percent)| percent);
        Ok(Self {
            difficulty,
            equations,
            height,
            width,
            crossings: 24,
            max: options.parsed("max")?.unwrap_or(preset.max),
            operators: options.operators(preset.operators)?,
            blanks: if minimal { 100 } else { blanks },
            minimal,
            show_results: options.flag("show-results")?,
            template: template.as_ref().map(template::drawing),
        })
    }

    fn check(&self) -> Result<(), GenerateError> {
        if !(2..=MAX_EQUATIONS).contains(&self.equations) {
            let reason = format!("{}; there are 2 to {MAX_EQUATIONS} equations", self.equations);
            return Err(GenerateError::option("equations", reason));
        }
        for &operator in &self.operators.0 {
            let least = if matches!(operator, Operator::Plus | Operator::Minus) { 2 } else { 4 };
            if self.max < least {
                let reason = format!("{}; with {operator} at least {least} is needed", self.max);
                return Err(GenerateError::option("max", reason));
            }
        }
        if self.max > MAX_VALUE {
            return Err(GenerateError::option(
                "max",
                format!("{}; numbers go up to {MAX_VALUE}", self.max),
            ));
        }
        for (option, length) in [("height", self.height), ("width", self.width)] {
            if !(1..=255).contains(&length) {
                return Err(GenerateError::option(
                    option,
                    format!("{length}; a side has 1 to 255 cells"),
                ));
            }
        }
        // Lines that are full hold no more equations.
        let (height, width) = (self.height, self.width);
        let (rows, columns) = (height.div_ceil(2), width.div_ceil(2));
        let found = rows * (columns / 3) + columns * (rows / 3);
        if found < self.equations && self.template.is_none() {
            return Err(no_layout(self.equations, height, width, found));
        }
        Ok(())
    }
}

/// The equations do not fit.
pub(super) fn no_layout(wanted: usize, height: usize, width: usize, found: usize) -> GenerateError {
    GenerateError::NotFound(format!(
        "cannot place {wanted} equations in {height} rows and {width} columns; at most {found} fit"
    ))
}

/// The side of a square in which this many equations have room: an odd number of cells.
fn side(equations: usize) -> usize {
    let nodes = (3..).find(|&n: &usize| 2 * n * (n / 3) * 10 >= 16 * equations);
    2 * nodes.unwrap_or(3) - 1
}
