//! The crates that a package of the workspace is built from, by its default features.

use std::collections::BTreeSet;
use std::process::Command;

use super::root;

/// The lines that `cargo tree` prints, each once; a crate that occurs again has a second line with `(*)`.
pub fn lines(package: &str) -> BTreeSet<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let tree = ["tree", "--locked", "-p", package, "-e", "normal", "--prefix", "none"];
    let output = Command::new(cargo).current_dir(root()).args(tree).output().expect("cargo runs");
    let tree = String::from_utf8(output.stdout).expect("text");
    tree.lines().map(str::to_string).collect()
}

/// The crates themselves.
pub fn crates(package: &str) -> BTreeSet<String> {
    lines(package).iter().map(|line| line.replace(" (*)", "")).collect()
}
