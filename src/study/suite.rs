//! The puzzles of a study: suites that are made from fixed seeds, and files.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{RunLimits, StudyError};
use crate::families;
use crate::files;
use crate::generate::{ParameterSource, Seed, SuiteSize};
use crate::solve::SolverSelection;
use xwc_check::certificate::Digest;
use xwc_check::puzzle::ReadOptions;
use xwc_check::support::files::in_file;

/// Where a study keeps its puzzles.
pub(super) const FOLDER: &str = "instances";

/// Limits of the runs of a suite, unless the user says otherwise.
pub(super) fn limits(size: SuiteSize) -> RunLimits {
    let (timeout, memory) = match size {
        SuiteSize::Small => (2.0, 1024),
        SuiteSize::Medium => (10.0, 2048),
        SuiteSize::Large => (60.0, 4096),
    };
    RunLimits { timeout, memory, conflicts: None, nodes: None }
}

/// One puzzle of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Instance {
    /// The name in tables: `small/crossmath-1`, or the name of a file.
    pub name: String,
    /// The family.
    pub family: String,
    /// The file in the study's folder.
    pub file: PathBuf,
    /// SHA-256 of the file.
    pub sha256: String,
    /// The text of the file. It is not part of `study.json`, where the digest stands for it.
    #[serde(skip)]
    text: UncomparedText,
}

/// A text that is the same as any other, so that instances are compared by their digests.
#[derive(Clone, Debug, Default)]
struct UncomparedText(String);

impl PartialEq for UncomparedText {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for UncomparedText {}

impl Instance {
    /// An instance from the text of a puzzle file.
    ///
    /// # Errors
    ///
    /// If the text is not a puzzle.
    pub(super) fn new(name: &str, text: String) -> Result<Self, StudyError> {
        let (family, _) = families::read(&text, &ReadOptions::default())
            .map_err(|error| StudyError::Puzzle { name: name.to_string(), error })?;
        Ok(Self::of(name, family.name, text))
    }

    fn of(name: &str, family: &str, text: String) -> Self {
        let kept = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let file: String = name.chars().map(|c| if kept(c) { c } else { '_' }).take(80).collect();
        Self {
            name: name.to_string(),
            family: family.to_string(),
            file: Path::new(FOLDER).join(file.trim_end_matches(".json").to_string() + ".json"),
            sha256: Digest::of(text.as_bytes()).0,
            text: UncomparedText(text),
        }
    }
}

/// The instances of a suite, family by family. They depend on nothing but the generator's version.
///
/// # Errors
///
/// If a level cannot be made, which is a defect.
pub(super) fn instances(
    suite: SuiteSize,
    families: &[String],
) -> Result<Vec<Instance>, StudyError> {
    let mut found = Vec::new();
    for family in families::FAMILIES {
        if !families.is_empty() && !families.iter().any(|name| name == family.name) {
            continue;
        }
        for (i, options) in (family.suite)(suite).iter().enumerate() {
            let name = format!("{suite}/{}-{}", family.name, i + 1);
            let failed = |error| StudyError::Suite { name: name.clone(), error };
            let source = ParameterSource::Options(options);
            let generator = (family.generator)(source, &ReadOptions::default()).map_err(failed)?;
            let seed = Seed { seed: 8, index: i as u64, attempt: 0 };
            let level = generator.make(seed, SolverSelection::default()).map_err(failed)?;
            let text = level.puzzle.canonical().to_string() + "\n";
            found.push(Instance::of(&name, family.name, text));
        }
    }
    Ok(found)
}

/// Makes the names of files and puzzles different where they are the same.
pub(super) fn make_names_unique(instances: &mut [Instance]) {
    for i in 1..instances.len() {
        let (before, this) = instances.split_at_mut(i);
        let (name, file) = (this[0].name.clone(), this[0].file.clone());
        let taken = |this: &Instance| {
            before.iter().any(|one| one.name == this.name || one.file == this.file)
        };
        for n in 2.. {
            if !taken(&this[0]) {
                break;
            }
            this[0].name = format!("{name} ({n})");
            this[0].file = file.with_extension(format!("{n}.json"));
        }
    }
}

/// Writes the puzzles into the study's folder.
pub(super) fn store(folder: &Path, instances: &[Instance]) -> Result<(), StudyError> {
    let parent = folder.join(FOLDER);
    files::create_folder(&parent).map_err(|error| in_file(&parent, error))?;
    for instance in instances {
        let path = folder.join(&instance.file);
        files::write(&path, instance.text.0.as_bytes()).map_err(|error| in_file(&path, error))?;
    }
    Ok(())
}
