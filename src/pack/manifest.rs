//! `manifest.json`: the order of a pack, and the result.

use std::fs;
use std::io::BufReader;
use std::ops::Range;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{LEVELS, MANIFEST, PackError, archive, folder, no_pack};
use xwc_check::certificate::Digest;
use xwc_check::puzzle::json;
use xwc_check::support::files::in_file;
use xwc_check::support::text::excerpt;

/// The format of packs.
const FORMAT: u32 = 1;

/// A pack of more levels is a mistake.
pub(super) const MAX_COUNT: u64 = 1_000_000_000_000;

/// A longer manifest is not one.
const MAX_BYTES: u64 = 1 << 20;

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackOrder {
    /// The format of the pack.
    pub format: u32,
    /// The family.
    pub family: String,
    /// Generator and version.
    pub generator: String,
    /// The seed.
    pub seed: u64,
    /// Levels of the whole pack.
    pub count: u64,
    /// First level, and the one after the last, of this part of it.
    pub range: (u64, u64),
    /// The parameters of the family.
    pub parameters: Value,
    /// Whether every level has a certificate.
    pub certified: bool,
}

impl PackOrder {
    /// An order for a part of a pack.
    ///
    /// # Errors
    ///
    /// If the pack has too many levels.
    pub fn new(
        family: &str,
        parameters: Value,
        seed: u64,
        count: u64,
        range: Range<u64>,
        certified: bool,
    ) -> Result<Self, PackError> {
        if count > MAX_COUNT {
            return Err(PackError::TooMany);
        }
        Ok(Self {
            format: FORMAT,
            family: family.to_string(),
            generator: crate::generate::version(),
            seed,
            count,
            range: (range.start, range.end),
            parameters,
            certified,
        })
    }

    /// Whether this is the whole pack. Only then are duplicates replaced: a part cannot know of
    /// levels before it.
    pub(crate) fn is_whole(&self) -> bool {
        self.range == (0, self.count)
    }

    /// The first field in which another order differs.
    pub(crate) fn difference(&self, other: &Self) -> Option<String> {
        let fields = |order: &Self| serde_json::to_value(order).unwrap_or_default();
        let (mine, theirs) = (fields(self), fields(other));
        let differs = |(key, value): (&String, &Value)| {
            (theirs.get(key) != Some(value)).then(|| match key.as_str() {
                "parameters" => inner_difference(value, &theirs[key]),
                _ => format!("`{key}` is {}, not {value}", theirs[key]),
            })
        };
        mine.as_object()?.iter().find_map(differs)
    }
}

fn inner_difference(mine: &Value, theirs: &Value) -> String {
    let fields = mine.as_object().into_iter().flatten();
    let other = fields.into_iter().find(|(key, value)| theirs.get(key) != Some(value));
    match other {
        Some((key, value)) => {
            let theirs = theirs.get(key).unwrap_or(&Value::Null);
            format!("`{key}` is {theirs}, not {value}")
        }
        None => "it has more parameters".to_string(),
    }
}

/// The order of a pack, and the result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// What was asked for.
    #[serde(flatten)]
    pub order: PackOrder,
    /// Levels in this pack.
    pub levels: u64,
    /// Levels that needed another attempt because an earlier one was the same.
    pub replaced: u64,
    /// SHA-256 of `levels.jsonl`.
    pub sha256: String,
}

impl Manifest {
    /// The manifest in a folder; `None` if there is none.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is malformed.
    pub(crate) fn read(folder: &Path) -> Result<Option<Self>, PackError> {
        let path = folder.join(MANIFEST);
        let Some(fields) = read::<Value>(&path)? else { return Ok(None) };
        let malformed =
            |problem: String| PackError::Malformed { file: path.display().to_string(), problem };
        let manifest: Self =
            serde_json::from_value(fields.clone()).map_err(|error| malformed(error.to_string()))?;
        // Unknown fields are lost.
        let known = serde_json::to_value(&manifest).unwrap_or_default();
        let unknown = fields.as_object().into_iter().flatten();
        let unknown = unknown.map(|(name, _)| name).find(|name| known.get(name).is_none());
        match unknown {
            None => Ok(Some(manifest)),
            Some(name) => Err(malformed(format!("unknown field `{}`", excerpt(name, 40)))),
        }
    }

    /// The manifest of a finished pack, whose folder holds what the manifest speaks of and nothing
    /// else.
    ///
    /// # Errors
    ///
    /// If something is wrong with the folder, the manifest or its digests.
    pub(crate) fn open(folder: &Path) -> Result<Self, PackError> {
        if !folder.is_dir() {
            return Err(no_pack(folder));
        }
        folder::check_finished(folder)?;
        let manifest = Self::read(folder)?.ok_or_else(|| no_pack(folder))?;
        let malformed = |problem: String| {
            let file = folder.join(MANIFEST).display().to_string();
            Err(PackError::Malformed { file, problem })
        };
        let PackOrder { format, range: (first, end), count, .. } = manifest.order;
        if format != FORMAT {
            return malformed(format!("its format is {format}, and this program reads {FORMAT}"));
        }
        if first >= end || end > count || count > MAX_COUNT || manifest.levels != end - first {
            return malformed("its range and its counts do not fit".to_string());
        }
        manifest.check_levels(folder)?;
        archive::check_names(folder, manifest.order.range, false)?;
        Ok(manifest)
    }

    /// Whether the levels in the folder are those that the manifest speaks of.
    fn check_levels(&self, folder: &Path) -> Result<(), PackError> {
        let path = folder.join(LEVELS);
        let digest = xwc_check::support::files::open(&path)
            .and_then(|file| Digest::of_reader(BufReader::new(file)));
        if digest.map_err(|error| in_file(&path, error))?.0 == self.sha256 {
            return Ok(());
        }
        let problem = "its SHA-256 is not the one in the manifest".to_string();
        Err(PackError::Malformed { file: path.display().to_string(), problem })
    }
}

/// A JSON file of the pack; `None` if there is none.
pub(super) fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, PackError> {
    let size = match fs::metadata(path) {
        Ok(metadata) => metadata.len(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(in_file(path, error).into()),
    };
    let malformed =
        |problem: String| Err(PackError::Malformed { file: path.display().to_string(), problem });
    if size > MAX_BYTES {
        return malformed(format!("{size} bytes are too many"));
    }
    let text = xwc_check::support::files::read_text(path, MAX_BYTES)
        .map_err(|error| in_file(path, error))?;
    match json::read(&text) {
        Ok(value) => Ok(Some(value)),
        Err(error) => malformed(error.to_string()),
    }
}
