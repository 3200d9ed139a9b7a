//! The source code as data: files, what they import, and the measures of `scripts/architecture`.

pub mod api;
pub mod crates;
pub mod graph;
pub mod imports;
pub mod measures;
pub mod table;

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the workspace.
pub fn root() -> PathBuf {
    let testkit = Path::new(env!("CARGO_MANIFEST_DIR"));
    testkit.parent().expect("testkit is a member of the workspace").to_path_buf()
}

/// All files below a folder, or the file itself, with the given ending, in order.
pub fn files(path: &Path, ending: &str) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_path_buf()];
    }
    let Ok(entries) = fs::read_dir(path) else { return Vec::new() };
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|found| found == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The text of a file of the workspace.
pub fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The code of a Rust file: comments and the contents of texts are gone, and so is what only tests
/// compile.
pub fn code(text: &str) -> String {
    without_tests(without_comments(text, false))
}

/// The same, with the contents of texts.
pub fn code_with_texts(text: &str) -> String {
    without_tests(without_comments(text, true))
}

fn without_tests(code: String) -> String {
    match code.find("#[cfg(test)]\nmod tests {") {
        Some(start) => code[..start].to_string(),
        None => code,
    }
}

fn without_comments(text: &str, keep_texts: bool) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let before = rest;
        let mut push_text = |rest: &str| match keep_texts {
            true => code += &before[..before.len() - rest.len()],
            false => code += "\"\"",
        };
        if rest.starts_with("//") {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else if let Some(text) = rest.strip_prefix("r#\"") {
            rest = &text[text.find("\"#").map_or(text.len(), |end| end + 2)..];
            push_text(rest);
        } else if c == '"' {
            rest = after_text(&rest[1..]);
            push_text(rest);
        } else if rest.starts_with("'\"'") || rest.starts_with("'\\\"'") {
            rest = &rest[if rest.starts_with("'\\") { 4 } else { 3 }..];
            code += "' '";
        } else {
            code.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    code
}

/// What follows a text whose first quotation mark has been read.
fn after_text(mut rest: &str) -> &str {
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '"' => return rest,
            '\\' => rest = rest.get(1..).unwrap_or_default(),
            _ => {}
        }
    }
    rest
}
