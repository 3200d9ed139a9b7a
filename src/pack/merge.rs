//! Joining parts: first attempts come from the parts, the rest is as in one run.

use std::path::{Path, PathBuf};

use super::lines::LevelLines;
use super::made::{LevelFactory, LevelRecord, PackLevel};
use super::parallel::all_in_order;
use super::verify::{Verification, level};
use super::write::write;
use super::{Manifest, PackError, PackOrder, Progress, archive, no_pack};
use crate::certify::StoredCertificate;
use crate::families;
use crate::generate::{Generator, ParameterSource};

/// Joins parts of one pack, in any order, into a new folder. Every level is proved and checked on the
/// way, unless nobody wants to `look`.
///
/// # Errors
///
/// If they are not parts of one pack, or their ranges do not join.
pub fn merge(
    parts: &[PathBuf],
    folder: &Path,
    how: Verification<'_>,
    look: bool,
    progress: Progress<'_>,
) -> Result<Manifest, PackError> {
    let mut read = Vec::new();
    for path in parts {
        read.push((Manifest::open(path)?.order, path.clone()));
    }
    read.sort_by_key(|(order, _)| order.range);
    let Some((first, _)) = read.first() else {
        return Err(PackError::Parts("there are no parts".to_string()));
    };
    let mut order = first.clone();
    for (next, path) in &read[1..] {
        let same = PackOrder { range: order.range, ..next.clone() };
        if let Some(difference) = order.difference(&same) {
            let path = path.display();
            let message = format!("{path}: a part of another pack ({difference})");
            return Err(PackError::Parts(message));
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
        families::find(&order.family).ok_or_else(|| unknown("no such family".to_string()))?;
    let generator = (family.generator)(ParameterSource::Manifest(&order.parameters), how.read);
    let generator = generator.map_err(|error| unknown(error.to_string()))?;
    let mut source = MergedLevels {
        generator: &*generator,
        order: &order,
        parts: read.into_iter().map(|(order, path)| PackPart::new(&order, path)).collect(),
        how: look.then_some(how),
    };
    let levels = |_: &LevelFactory<'_>, range| source.levels(range);
    write(folder, &order, &*generator, (how.choice, how.budget), levels, progress)
}

/// A part that is read from its beginning to its end.
struct PackPart {
    range: (u64, u64),
    path: PathBuf,
    lines: Option<LevelLines>,
    certificates: archive::ArchiveReader,
}

impl PackPart {
    fn new(order: &PackOrder, path: PathBuf) -> Self {
        let certificates = archive::ArchiveReader::new(&path, order.range);
        Self { range: order.range, path, lines: None, certificates }
    }

    /// The next level with its certificate.
    fn read(
        &mut self,
        certified: bool,
    ) -> Result<(LevelRecord, Option<StoredCertificate>), PackError> {
        let lines = match &mut self.lines {
            Some(lines) => lines,
            closed => closed.insert(LevelLines::open(&self.path, self.range.0)?),
        };
        let line = lines.read()?.ok_or_else(|| no_pack(&self.path))?;
        let stored = certified.then(|| self.certificates.read(line.index)).transpose()?;
        Ok((line, stored))
    }
}

/// The levels of all parts, in order.
struct MergedLevels<'a> {
    generator: &'a dyn Generator,
    order: &'a PackOrder,
    parts: Vec<PackPart>,
    /// How levels are looked at; `None` if they are taken as they are.
    how: Option<Verification<'a>>,
}

impl MergedLevels<'_> {
    fn levels(&mut self, range: std::ops::Range<u64>) -> Result<Vec<PackLevel>, PackError> {
        let mut read = Vec::new();
        for index in range {
            let inside = |part: &&mut PackPart| (part.range.0..part.range.1).contains(&index);
            let Some(part) = self.parts.iter_mut().find(inside) else {
                return Err(PackError::Parts(format!("level {index} is missing")));
            };
            // A folder that was resumed has the first levels already.
            let level = loop {
                let level = part.read(self.order.certified)?;
                if level.0.index == index {
                    break level;
                }
            };
            read.push(level);
        }
        let (how, family, generator) = (self.how, &self.order.family, self.generator);
        let keys = all_in_order(&read, |(line, stored)| match how {
            Some(how) => level(line, family, stored.as_ref(), generator, None, how),
            None => {
                let damaged = || PackError::Parts(format!("level {} is damaged", line.index));
                line.key(generator).ok_or_else(damaged)
            }
        })?;
        let made = |((line, stored), key)| PackLevel { line, key, stored };
        Ok(read.into_iter().zip(keys).map(made).collect())
    }
}
