//! The house rules that a compiler does not see: rooms, file headers, sizes, and paths in the
//! documents.

use std::fs;
use std::path::{Path, PathBuf};

/// What a room's files may not mention. The order is that of the rooms in ARCHITECTURE.md.
const ROOMS: [(&str, &[&str]); 16] = [
    ("encodings/src", &["xwc::", "std::fs", "std::time", "rand::", "std::env"]),
    ("src/dictionary", &["crate::", "xwc_encodings", "std::time", "std::env"]),
    (
        "src/puzzle",
        &["xwc_encodings", "crate::solve", "crate::lower", "crate::cli", "crate::render"],
    ),
    ("src/lower", &["crate::solve", "xwc_encodings::encoding", "ENCODINGS", "crate::cli"]),
    (
        "src/solve",
        &["crate::puzzle", "crate::lower", "crate::cli", "crate::render", "crate::family"],
    ),
    ("src/certificate", &["crate::solve", "crate::pipeline", "crate::cli", "varisat", "cadical"]),
    (
        "src/plain",
        &["xwc_encodings", "crate::lower", "crate::solve", "crate::justify", "crate::certificate"],
    ),
    ("src/justify", &["crate::solve", "crate::lower", "crate::pipeline", "crate::cli", "varisat"]),
    (
        "src/generate",
        &["xwc_encodings", "varisat", "cadical", "z3", "crate::cli", "crate::pack", "SystemTime"],
    ),
    ("src/pack", &["xwc_encodings", "crate::lower", "crate::cli", "Instant"]),
    ("src/atlas", &["varisat", "cadical", "crate::cli", "crate::pack", "Instant", "SystemTime"]),
    ("src/bench", &["crate::lower", "crate::pipeline", "crate::cli", "xwc_encodings::model"]),
    ("src/render", &["crate::solve", "crate::lower", "crate::cli", "xwc_encodings"]),
    (
        "src/play",
        &["crate::solve", "crate::lower", "crate::pipeline", "crate::cli", "xwc_encodings"],
    ),
    ("src/verdict.rs", &["crate::lower", "crate::cli", "xwc_encodings"]),
    ("src/family.rs", &["crate::solve", "crate::cli", "xwc_encodings"]),
];

/// No file of the project's own is longer.
const MAX_LINES: usize = 500;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files below a folder, or the file itself, with the given ending.
fn files(path: &Path, ending: &str) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_path_buf()];
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(path).expect("a folder of the repository") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn rust_files() -> Vec<PathBuf> {
    ["encodings", "src", "tests", "benches"]
        .iter()
        .flat_map(|folder| files(&root().join(folder), "rs"))
        .collect()
}

#[test]
fn rooms_touch_only_what_they_may() {
    for (room, forbidden) in ROOMS {
        let files = files(&root().join(room), "rs");
        assert!(!files.is_empty(), "{room} is empty");
        for file in files {
            let text = fs::read_to_string(&file).expect("text");
            for word in forbidden {
                assert!(!text.contains(word), "{} mentions {word}", file.display());
            }
        }
    }
}

#[test]
fn every_file_says_what_it_is_and_stays_small() {
    let files = rust_files();
    assert!(files.len() > 40, "the walk found only {} files", files.len());
    for file in files {
        let text = fs::read_to_string(&file).expect("text");
        assert!(text.starts_with("//! "), "{} does not say what it is", file.display());
        let lines = text.lines().count();
        assert!(lines <= MAX_LINES, "{} has {lines} lines", file.display());
    }
}

#[test]
fn paths_in_the_documents_exist() {
    let mut seen = 0;
    for document in ["README.md", "ARCHITECTURE.md", "encodings/README.md"] {
        let text = fs::read_to_string(root().join(document)).expect("the document");
        for quoted in text.split('`').skip(1).step_by(2) {
            let looks_like_a_path = ["src/", "encodings/", "tests/", "benches/", "scripts/"]
                .iter()
                .any(|folder| quoted.starts_with(folder));
            if looks_like_a_path && !quoted.contains(['*', ' ', '<']) {
                seen += 1;
                assert!(root().join(quoted).exists(), "{document} names {quoted}");
            }
        }
    }
    assert!(seen > 20, "only {seen} paths were looked at");
}

#[test]
fn the_documents_name_every_registered_thing() {
    let readme = fs::read_to_string(root().join("README.md")).expect("the document");
    let encodings = xwc_encodings::ENCODINGS.iter().map(|encoding| encoding.name());
    let backends = xwc::solve::BACKENDS.iter().map(|backend| backend.name);
    let families = xwc::family::FAMILIES.iter().map(|family| family.name);
    for name in encodings.chain(backends).chain(families) {
        assert!(readme.contains(&format!("`{name}`")), "README.md does not name {name}");
    }
}
