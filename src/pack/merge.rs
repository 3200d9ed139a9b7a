//! Joining parts: first attempts come from the parts, the rest is as in one run.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use super::made::{Line, Made, Maker};
use super::write::write;
use super::{LEVELS, Manifest, Order, PackError, Progress, archive, in_file};
use crate::family;
use crate::generate::{Asked, Recipe};
use crate::solve::Choice;

/// Joins parts of one pack, in any order, into a new folder.
///
/// # Errors
///
/// If they are not parts of one pack, or do not lie end to end.
pub fn merge(
    parts: &[PathBuf],
    folder: &Path,
    choice: Choice<'_>,
    progress: Progress<'_>,
) -> Result<Manifest, PackError> {
    let mut read = Vec::new();
    for path in parts {
        let manifest = Manifest::read(path)?.ok_or_else(|| {
            PackError::Parts(format!("{}: there is no finished pack", path.display()))
        })?;
        manifest.check_levels(path)?;
        read.push((manifest.order, path.clone()));
    }
    read.sort_by_key(|(order, _)| order.range);
    let Some((first, _)) = read.first() else {
        return Err(PackError::Parts("there are no parts".to_string()));
    };
    let mut order = first.clone();
    for (next, path) in &read[1..] {
        let same = Order { range: order.range, ..next.clone() };
        if let Some(difference) = order.difference(&same) {
            let path = path.display();
            return Err(PackError::Parts(format!("{path}: a part of another pack ({difference})")));
        }
        let (end, start) = (order.range.1, next.range.0);
        if end != start {
            let what = if end < start { "missing between" } else { "in both of" };
            let message =
                format!("levels {}..{} are {what} two parts", end.min(start), end.max(start));
            return Err(PackError::Parts(message));
        }
        order.range.1 = next.range.1;
    }
    let unknown = |reason: String| PackError::Parts(format!("{}: {reason}", order.family));
    let family =
        family::find(&order.family).ok_or_else(|| unknown("no such family".to_string()))?;
    let recipe = family.recipe(Asked::Parameters(&order.parameters));
    let recipe = recipe.ok_or_else(|| unknown("it cannot be generated".to_string()))?;
    let recipe = recipe.map_err(|error| unknown(error.to_string()))?;
    let paths: Vec<PathBuf> = read.into_iter().map(|(_, path)| path).collect();
    let mut source = Source { recipe: &*recipe, order: &order, paths: &paths, lines: None };
    let levels = |_: &Maker<'_>, range| source.levels(range);
    write(folder, &order, &*recipe, choice, levels, progress)
}

/// The levels of all parts, in order.
struct Source<'a> {
    recipe: &'a dyn Recipe,
    order: &'a Order,
    paths: &'a [PathBuf],
    /// The part that is being read, and its lines.
    lines: Option<(usize, std::io::Lines<BufReader<File>>)>,
}

impl Source<'_> {
    fn levels(&mut self, range: std::ops::Range<u64>) -> Result<Vec<Made>, PackError> {
        let mut all = Vec::new();
        let mut proofs = std::collections::BTreeMap::new();
        for index in range {
            let (part, line) = self.line(index)?;
            if self.order.certified && !proofs.contains_key(&index) {
                proofs = archive::read(&self.paths[part], index)?;
            }
            let malformed = |problem: &str| PackError::Malformed {
                file: self.paths[part].join(LEVELS).display().to_string(),
                problem: format!("level {index}: {problem}"),
            };
            let key = self.recipe.key(&line.puzzle, &line.solution);
            let key = key.ok_or_else(|| malformed("it is damaged"))?;
            let proofs = proofs.remove(&index);
            if proofs.is_some() != self.order.certified {
                return Err(malformed("its certificate is missing"));
            }
            all.push(Made { line, key, proofs });
        }
        Ok(all)
    }

    /// The line of a level, which is after all that were asked for before.
    fn line(&mut self, index: u64) -> Result<(usize, Line), PackError> {
        loop {
            let (part, lines) = match &mut self.lines {
                Some(open) => open,
                closed => {
                    let path = self.paths[0].join(LEVELS);
                    let file = File::open(&path).map_err(|error| in_file(&path, error))?;
                    closed.insert((0, BufReader::new(file).lines()))
                }
            };
            let path = self.paths[*part].join(LEVELS);
            let Some(text) = lines.next() else {
                let next = *part + 1;
                let Some(folder) = self.paths.get(next) else {
                    let problem = format!("level {index} is missing");
                    return Err(PackError::Malformed { file: path.display().to_string(), problem });
                };
                let path = folder.join(LEVELS);
                let file = File::open(&path).map_err(|error| in_file(&path, error))?;
                self.lines = Some((next, BufReader::new(file).lines()));
                continue;
            };
            let text = text.map_err(|error| in_file(&path, error))?;
            let line: Result<Line, _> = serde_json::from_str(&text);
            match line {
                // A folder that was taken up has the first levels already.
                Ok(line) if line.index < index => {}
                Ok(line) if line.index == index => return Ok((*part, line)),
                Ok(line) => {
                    let problem = format!("level {} where {index} is due", line.index);
                    return Err(PackError::Malformed { file: path.display().to_string(), problem });
                }
                Err(error) => {
                    let problem = format!("level {index}: {error}");
                    return Err(PackError::Malformed { file: path.display().to_string(), problem });
                }
            }
        }
    }
}
