//! The puzzles of a study: suites that are made from fixed seeds, and files.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::BenchError;
use crate::family;
use crate::files;
use crate::generate::{Asked, GeneratedPuzzle, Preset, Seed, Size, Wishes};
use crate::solve::Choice;
use xwc_check::certificate::Digest;
use xwc_check::files::in_file;
use xwc_check::puzzle::ReadOptions;

/// Where a study keeps its puzzles.
pub(super) const FOLDER: &str = "instances";

/// How large puzzles are, and how long one may think about them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Suite {
    /// For a look: most contenders decide everything at once
    Small,
    /// For a coffee: where contenders begin to differ
    Medium,
    /// For a night: where most contenders give up
    Large,
}

impl Suite {
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Suite::Small => "small",
            Suite::Medium => "medium",
            Suite::Large => "large",
        }
    }

    /// Seconds for a run, unless the user says otherwise.
    pub fn timeout(self) -> f64 {
        match self {
            Suite::Small => 2.0,
            Suite::Medium => 10.0,
            Suite::Large => 60.0,
        }
    }

    /// MiB for a run, unless the user says otherwise.
    pub fn memory(self) -> u64 {
        match self {
            Suite::Small => 1024,
            Suite::Medium => 2048,
            Suite::Large => 4096,
        }
    }
}

/// One puzzle of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Instance {
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
    text: Text,
}

/// A text that is the same as any other, so that instances are compared by their digests.
#[derive(Clone, Debug, Default)]
struct Text(String);

impl PartialEq for Text {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Text {}

impl Instance {
    /// An instance from the text of a puzzle file.
    ///
    /// # Errors
    ///
    /// If the text is no puzzle.
    pub fn new(name: &str, text: String) -> Result<Self, BenchError> {
        let (family, _) = family::read(&text, &ReadOptions::default())
            .map_err(|error| BenchError::Puzzle { name: name.to_string(), error })?;
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
            text: Text(text),
        }
    }
}

/// The instances of a suite, family by family. They depend on nothing but the generator's version.
///
/// # Errors
///
/// If a level cannot be made, which is a defect.
pub fn instances(suite: Suite, families: &[String]) -> Result<Vec<Instance>, BenchError> {
    let mut found = Vec::new();
    for family in family::FAMILIES {
        if !families.is_empty() && !families.iter().any(|name| name == family.name) {
            continue;
        }
        for (i, wishes) in orders(suite, family.name).into_iter().enumerate() {
            let name = format!("{}/{}-{}", suite.name(), family.name, i + 1);
            let failed = |error| BenchError::Suite { name: name.clone(), error };
            let recipe = family.recipe(Asked::Wishes(&wishes), &ReadOptions::default());
            let recipe = recipe.map_err(failed)?;
            let seed = Seed { seed: 8, index: i as u64, attempt: 0 };
            let level = GeneratedPuzzle::new(&*recipe, seed, Choice::default()).map_err(failed)?;
            let text = level.puzzle.canonical().to_string() + "\n";
            found.push(Instance::of(&name, family.name, text));
        }
    }
    Ok(found)
}

/// What is asked of the generator, puzzle by puzzle.
fn orders(suite: Suite, family: &str) -> Vec<Wishes> {
    use Preset::{Easy, Expert, Hard, Medium};
    let level = |difficulty| Wishes { difficulty: Some(difficulty), ..Wishes::default() };
    let equations = |difficulty, n| Wishes { equations: Some(n), ..level(difficulty) };
    let square =
        |difficulty, n| Wishes { size: Some(Size { rows: n, columns: n }), ..level(difficulty) };
    let number = |difficulty, max| Wishes { max_number: Some(max), ..level(difficulty) };
    let grid = |difficulty, n| Wishes { width: Some(n), height: Some(n), ..level(difficulty) };
    match (family, suite) {
        ("mathcrossword", Suite::Small) => {
            vec![equations(Easy, 4), equations(Hard, 12), equations(Hard, 16)]
        }
        ("mathcrossword", Suite::Medium) => vec![
            equations(Expert, 12),
            equations(Expert, 16),
            equations(Expert, 20),
            equations(Hard, 36),
        ],
        ("mathcrossword", Suite::Large) => vec![
            equations(Hard, 48),
            equations(Expert, 28),
            equations(Expert, 32),
            equations(Hard, 72),
        ],
        ("crossmath", Suite::Small) => vec![level(Easy), level(Hard), square(Medium, 4)],
        ("crossmath", Suite::Medium) => vec![square(Hard, 4), square(Expert, 4), square(Medium, 5)],
        ("crossmath", Suite::Large) => vec![square(Expert, 5), square(Medium, 5), square(Hard, 5)],
        ("calcrostic", Suite::Small) => vec![number(Easy, 99), number(Medium, 999)],
        ("calcrostic", Suite::Medium) => vec![number(Hard, 9_999), number(Expert, 99_999)],
        ("calcrostic", Suite::Large) => vec![number(Hard, 999_999), number(Expert, 999_999)],
        ("crossnumber", Suite::Small) => vec![level(Easy), level(Medium)],
        ("crossnumber", Suite::Medium) => vec![level(Hard), level(Expert)],
        ("crossnumber", Suite::Large) => vec![level(Expert), level(Expert), grid(Hard, 7)],
        ("crucigram", Suite::Small) => vec![grid(Easy, 4), grid(Easy, 5)],
        ("crucigram", Suite::Medium) => vec![grid(Medium, 6), grid(Medium, 7)],
        ("crucigram", Suite::Large) => vec![grid(Medium, 8), grid(Hard, 9)],
        _ => Vec::new(),
    }
}

/// Makes the names of files and puzzles different where they are the same.
pub fn tell_apart(instances: &mut [Instance]) {
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
pub(super) fn store(folder: &Path, instances: &[Instance]) -> Result<(), BenchError> {
    let parent = folder.join(FOLDER);
    files::create_folder(&parent).map_err(|error| in_file(&parent, error))?;
    for instance in instances {
        let path = folder.join(&instance.file);
        files::write(&path, instance.text.0.as_bytes()).map_err(|error| in_file(&path, error))?;
    }
    Ok(())
}
