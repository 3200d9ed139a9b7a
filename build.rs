//! Makes the embedded dictionary; names the compiler, for benchmarks; with the feature z3, tells the linker where the binary will find
//! libz3 when it starts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    words();
    println!("cargo:rustc-env=XWC_RUSTC={}", compiler().unwrap_or_default());
    if std::env::var_os("CARGO_FEATURE_Z3").is_none() {
        return;
    }
    let folder = std::env::var("Z3_LIBRARY_PATH_OVERRIDE").unwrap_or_default();
    if !Path::new(&folder).join("libz3.so").exists() {
        println!("cargo:warning=no libz3.so in `{folder}`: run scripts/setup-z3 first");
    }
    println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
}

/// What the compiler calls itself, such as `rustc 1.95.0`.
fn compiler() -> Option<String> {
    let output = std::process::Command::new(std::env::var_os("RUSTC")?).arg("--version").output();
    let text = String::from_utf8(output.ok()?.stdout).ok()?;
    Some(text.split(" (").next()?.trim().to_string())
}

/// Writes `words.fst`: every word of the English list of `random_word`, in capitals, with a number
/// for how common it is. The number is how many binary digits the count of its occurrences in
/// the definitions of `webster` has, twice, plus one if it is defined there itself.
fn words() {
    let words: Vec<String> = random_word::all(random_word::Lang::En)
        .iter()
        .filter(|word| word.len() >= 2 && word.bytes().all(|byte| byte.is_ascii_alphabetic()))
        .map(|word| word.to_ascii_uppercase())
        .collect();
    // Each word with the count of its occurrences, and whether it is defined.
    let mut known: BTreeMap<String, (u32, bool)> =
        words.into_iter().map(|word| (word, (0, false))).collect();
    let definitions: Vec<&str> = known
        .iter_mut()
        .filter_map(|(word, (_, defined))| {
            let definition = webster::dictionary(word);
            *defined = definition.is_some();
            definition
        })
        .collect();
    for definition in definitions {
        for word in definition.split(|c: char| !c.is_ascii_alphabetic()) {
            // Names begin with a capital inside a sentence; so do a few words that do not count.
            if let Some((count, _)) = known.get_mut(&word.to_ascii_uppercase())
                && word.starts_with(|c: char| c.is_ascii_lowercase())
            {
                *count += 1;
            }
        }
    }
    let common = |(count, defined): (u32, bool)| {
        u64::from(2 * (u32::BITS - count.leading_zeros()) + u32::from(defined))
    };
    let pairs = known.into_iter().map(|(word, figures)| (word, common(figures)));
    let map = fst::Map::from_iter(pairs).expect("the words are in order, each once");
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    std::fs::write(folder.join("words.fst"), map.as_fst().as_bytes()).expect("a file is written");
}
