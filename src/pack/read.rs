//! Reading the levels of a finished pack, for what is made of them.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use super::made::Line;
use super::{LEVELS, Manifest, PackError, in_file};

/// The manifest of a finished pack and its levels, which are those that the manifest speaks of.
///
/// # Errors
///
/// If there is no finished pack, or one that was changed.
pub fn levels(folder: &Path) -> Result<(Manifest, Vec<Line>), PackError> {
    let manifest = Manifest::read(folder)?.ok_or_else(|| {
        PackError::Parts(format!("{}: there is no finished pack", folder.display()))
    })?;
    manifest.check_levels(folder)?;
    let path = folder.join(LEVELS);
    let failed = |error| in_file(&path, error);
    let mut levels = Vec::new();
    for text in BufReader::new(File::open(&path).map_err(failed)?).lines() {
        let text = text.map_err(failed)?;
        let level = serde_json::from_str(&text).map_err(|error| PackError::Malformed {
            file: path.display().to_string(),
            problem: format!("line {}: {error}", levels.len() + 1),
        })?;
        levels.push(level);
    }
    Ok((manifest, levels))
}
