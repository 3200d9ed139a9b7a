//! What `scripts/fuzz` has found, replayed: no reader panics, hangs or needs much memory.

use std::fs;
use std::time::{Duration, Instant};

use xwc::families::FAMILIES;
use xwc_testkit::readers::{READERS, Reader};

/// A run is meant to end within two seconds; one that takes longer than this hangs, even on a slow
/// machine that does other things as well.
const HANGS: Duration = Duration::from_secs(20);

/// The most memory that this process may ever have needed, in kilobytes.
const MEMORY: u64 = 1 << 20;

fn replay(reader: &Reader) {
    let folder = xwc_testkit::root().join("fuzz/corpus").join(reader.name);
    let mut files: Vec<_> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    assert!(files.len() >= 20, "{} has few files", folder.display());
    for file in files {
        let bytes = fs::read(&file).expect("a file");
        let start = Instant::now();
        (reader.feed)(&bytes);
        assert!(start.elapsed() < HANGS, "{} takes {:?}", file.display(), start.elapsed());
    }
}

/// The peak of this process, as Linux counts it.
fn peak_kilobytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

#[test]
fn no_reader_panics_or_hangs() {
    READERS.iter().for_each(replay);
    if let Some(peak) = peak_kilobytes() {
        assert!(peak < MEMORY, "{peak} kB were needed");
    }
}

#[test]
fn every_family_is_fuzzed() {
    let script = xwc_testkit::root().join("scripts/fuzz");
    let script = fs::read_to_string(script).expect("the script");
    for family in FAMILIES {
        assert!(READERS.iter().any(|reader| reader.name == family.name), "{family:?}");
    }
    for Reader { name, .. } in &READERS {
        assert!(script.split([' ', '(', ')']).any(|word| word == *name), "scripts/fuzz: {name}");
    }
}
