//! Attacks that once worked, and their variants: verdicts that were wrong without anything forged,
//! forged certificates and packs, texts that got out, files that cost too much.

mod effort;
mod files;
mod forgery;
mod lemmas;
mod packs;
mod texts;
mod verdicts;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

/// A new, empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("attacks").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the folder of an earlier run goes");
    }
    fs::create_dir_all(&folder).expect("a new folder");
    folder
}

/// A new, empty folder for each call.
fn next_folder(name: &str) -> PathBuf {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    folder(&format!("{name}-{}", CALLS.fetch_add(1, Ordering::Relaxed)))
}

/// A path as an argument.
fn text(path: &Path) -> String {
    path.to_str().expect("UTF-8").to_string()
}

/// One entry with these conditions, on this many cells.
fn entry(cells: usize, conditions: &[&str]) -> Value {
    json!({ "family": "crossnumber", "grid": [".".repeat(cells)], "clues": { "A1": conditions } })
}
