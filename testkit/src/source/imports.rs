//! Which module imports which.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::{code, files, root, text};

/// A crate of the workspace: its name in paths, and the folder of its source.
#[derive(Clone, Copy, Debug)]
pub struct Crate {
    /// The name in `use` declarations.
    pub name: &'static str,
    /// The folder of its source, below the workspace.
    pub folder: &'static str,
}

/// The crates, in the order of their dependencies.
pub const CRATES: [Crate; 4] = [
    Crate { name: "xwc_encodings", folder: "encodings/src" },
    Crate { name: "xwc_check", folder: "check/src" },
    Crate { name: "xwc", folder: "src" },
    Crate { name: "xwc_cli", folder: "cli/src" },
];

/// Edges between modules: from a module to those that it mentions.
pub type Edges = BTreeMap<String, BTreeSet<String>>;

/// One module with the code of its file.
#[derive(Debug)]
pub struct Module {
    /// Its path, the crate's name first.
    pub path: Vec<String>,
    /// Its code, without comments and texts.
    pub code: String,
}

/// The modules of a crate. `mod.rs`, `lib.rs` and `main.rs` have the path of their folder.
pub fn modules(krate: Crate) -> Vec<Module> {
    let folder = root().join(krate.folder);
    let path_of = |file: &Path| {
        let inside = file.strip_prefix(&folder).expect("below the folder").with_extension("");
        let parts = inside.iter().map(|part| part.to_string_lossy().into_owned());
        let parts = parts.filter(|part| !["mod", "lib", "main"].contains(&part.as_str()));
        std::iter::once(krate.name.to_string()).chain(parts).collect()
    };
    files(&folder, "rs")
        .iter()
        .filter(|file| file.file_stem().is_none_or(|stem| stem != "tests"))
        .map(|file| Module { path: path_of(file), code: code(&text(file)) })
        .collect()
}

/// Every path that code mentions from its own crate or from another one of ours, in full.
pub fn mentioned(module: &Module) -> BTreeSet<Vec<String>> {
    let mut found = BTreeSet::new();
    let names = CRATES.map(|krate| krate.name);
    for start in ["crate", "super", "self"].into_iter().chain(names) {
        let needle = format!("{start}::");
        for (at, _) in module.code.match_indices(&needle) {
            let before = module.code[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            let mut prefix = match start {
                "crate" => module.path[..1].to_vec(),
                "super" => module.path[..module.path.len().max(2) - 1].to_vec(),
                "self" => module.path.clone(),
                name => vec![name.to_string()],
            };
            let mut rest = &module.code[at + needle.len()..];
            while let Some(further) = rest.strip_prefix("super::") {
                prefix.pop();
                rest = further;
            }
            tree(&prefix, rest, &mut found);
        }
    }
    found
}

/// Reads what follows `crate::`: a path, or a tree of paths in braces.
fn tree<'a>(prefix: &[String], mut rest: &'a str, found: &mut BTreeSet<Vec<String>>) -> &'a str {
    let mut path = prefix.to_vec();
    loop {
        rest = rest.trim_start();
        if let Some(inside) = rest.strip_prefix('{') {
            rest = inside;
            loop {
                rest = rest.trim_start();
                match rest.chars().next() {
                    Some('}') => return &rest[1..],
                    Some(',') => rest = &rest[1..],
                    Some(_) => rest = tree(&path, rest, found),
                    None => return rest,
                }
            }
        }
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        if end == 0 {
            found.insert(path);
            // Whatever it is, it is not part of a path.
            return rest.get(rest.chars().next().map_or(0, char::len_utf8)..).unwrap_or_default();
        }
        path.push(rest[..end].to_string());
        rest = &rest[end..];
        match rest.strip_prefix("::") {
            Some(further) => rest = further,
            None => {
                found.insert(path);
                let renamed = rest.strip_prefix(" as ");
                return renamed.map_or(rest, |name| name.trim_start_matches(char::is_alphanumeric));
            }
        }
    }
}

/// Edges between the top-level modules of the crates; a crate of few modules is one node.
pub fn between_top_level_modules(crates: &[Crate]) -> Edges {
    let mut edges = Edges::new();
    for &krate in crates {
        for module in modules(krate) {
            let from = top_level(&module.path);
            let to = edges.entry(from.clone()).or_default();
            to.extend(
                mentioned(&module).iter().map(|path| top_level(path)).filter(|to| *to != from),
            );
        }
    }
    let known: BTreeSet<String> = edges.keys().cloned().collect();
    for to in edges.values_mut() {
        to.retain(|module| known.contains(module));
    }
    edges
}

/// `xwc::solve::native` is in `xwc::solve`; all of the encodings are one.
fn top_level(path: &[String]) -> String {
    match path {
        [krate, ..] if krate == "xwc_encodings" => krate.clone(),
        [krate, module, ..] => format!("{krate}::{module}"),
        [krate] => krate.clone(),
        [] => String::new(),
    }
}

/// What a file of a family mentions although it must not, as `file mentions path`; `rules` are pairs of a
/// file's name in `check/src/families/x` and the beginnings of paths that it must not mention, where `self`
/// is the family.
pub fn forbidden_in_families(rules: &[(String, BTreeSet<String>)]) -> Vec<String> {
    let mut found = Vec::new();
    for module in modules(CRATES[1]) {
        let [krate, families, family, file, ..] = &module.path[..] else { continue };
        if families != "families" {
            continue;
        }
        let home = format!("{krate}::{families}::{family}::");
        for (_, never) in rules.iter().filter(|(name, _)| name == file) {
            for path in mentioned(&module).iter().map(|path| path.join("::") + "::") {
                let is_forbidden = |start: &String| {
                    let start = match start.strip_prefix("self::") {
                        Some(own) => format!("{home}{own}::"),
                        None => format!("xwc_{start}::"),
                    };
                    path.starts_with(&start)
                };
                if never.iter().any(is_forbidden) {
                    found.push(format!("{} mentions {path}", module.path.join("::")));
                }
            }
        }
    }
    found
}

/// Edges between all modules of a crate. A module that opens a folder is left out as a target of its
/// own children, which see what it declares.
pub fn between_files(krate: Crate) -> Edges {
    let all = modules(krate);
    let names: BTreeSet<String> = all.iter().map(|module| module.path.join("::")).collect();
    let mut edges = Edges::new();
    for module in &all {
        let from = module.path.join("::");
        let targets = mentioned(module).into_iter().filter_map(|mut path| {
            while !names.contains(&path.join("::")) {
                path.pop()?;
            }
            Some(path.join("::"))
        });
        let targets = targets.filter(|to| *to != from && !from.starts_with(&format!("{to}::")));
        edges.entry(from.clone()).or_default().extend(targets);
    }
    edges
}
