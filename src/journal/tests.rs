//! Tests of journals: what earlier runs leave, locks, and files that are not ours.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Journal, JournalError, LineReader, lock};

const LONGEST: u64 = 64;

/// A path in an empty folder of its own.
fn path(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("xwc-journal-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder.join("lines.jsonl.part")
}

/// Reads the lines of an earlier run, and goes on after the last complete one.
fn resumed(path: &Path) -> Result<(Vec<String>, Journal), JournalError> {
    let mut earlier = Journal::open(path, LONGEST)?;
    let mut texts = Vec::new();
    while earlier.lines.read()? {
        texts.push(earlier.lines.text().to_string());
    }
    let end = earlier.lines.end();
    Ok((texts, earlier.resume(end)?))
}

/// What those who use journals make of an error.
fn words(error: JournalError) -> String {
    match error.file_or_problem() {
        Ok(error) => error.to_string(),
        Err((file, problem)) => format!("{file}: {problem}"),
    }
}

/// The words of the error for a file, which is not changed.
fn refused(path: &Path, bytes: &[u8]) -> String {
    fs::write(path, bytes).expect("a file");
    let error = resumed(path).expect_err("it is not a journal");
    assert_eq!(fs::read(path).expect("a file"), bytes, "{error:?}");
    let error = words(error);
    let place = path.display().to_string();
    error.strip_prefix(&place).unwrap_or_else(|| panic!("no place in {error}")).to_string()
}

#[test]
fn a_journal_is_written_and_renamed() {
    let path = path("new");
    let (texts, mut journal) = resumed(&path).expect("a journal");
    assert!(texts.is_empty());
    journal.append("{\"a\":1}").expect("appended");
    journal.append("{\"a\":2}").expect("appended");
    let name = path.with_extension("");
    journal.finish(&name).expect("renamed");
    assert!(!path.exists());
    assert_eq!(fs::read_to_string(name).expect("text"), "{\"a\":1}\n{\"a\":2}\n");
}

#[test]
fn a_cut_line_goes_and_the_rest_is_resumed() {
    let path = path("cut");
    // The cut is in the middle of a character.
    fs::write(&path, b"{\"a\":1}\n{\"a\":\"\xc3").expect("a file");
    let (texts, mut journal) = resumed(&path).expect("a journal");
    assert_eq!(texts, ["{\"a\":1}"]);
    journal.append("{\"a\":3}").expect("appended");
    journal.flush().expect("flushed");
    assert_eq!(fs::read_to_string(&path).expect("text"), "{\"a\":1}\n{\"a\":3}\n");
    drop(journal);
    // And from any line on, if its run says so.
    let earlier = Journal::open(&path, LONGEST).expect("a journal");
    drop(earlier.resume(8).expect("it is cut"));
    assert_eq!(fs::read_to_string(&path).expect("text"), "{\"a\":1}\n");
}

#[test]
fn only_one_run_has_it() {
    let path = path("lock");
    let (_, journal) = resumed(&path).expect("a journal");
    let error = resumed(&path).expect_err("it is locked");
    assert!(matches!(error, JournalError::Busy { .. }), "{error:?}");
    drop(journal);
    resumed(&path).expect("it is free again");
}

#[test]
fn a_lock_is_of_the_file_that_is_there() {
    let path = path("moved");
    let file = lock(&path).expect("locked");
    assert!(super::is_at(&file, &path).expect("it is there"));
    fs::rename(&path, path.with_extension("")).expect("renamed");
    assert!(!super::is_at(&file, &path).expect("nothing is there"));
    fs::write(&path, "").expect("a file");
    assert!(!super::is_at(&file, &path).expect("another is there"));
}

#[test]
fn what_is_not_ours_is_refused_with_its_line() {
    let path = path("foreign");
    let mut long = b"{}\n".to_vec();
    long.extend([b'x'; 200]);
    assert_eq!(refused(&path, &long), ", line 2: it has more than 64 bytes");
    long.push(b'\n');
    assert_eq!(refused(&path, &long), ", line 2: it has more than 64 bytes");
    assert_eq!(refused(&path, b"{}\n{}\n\"\xff\"\n"), ", line 3: it is not UTF-8");
    assert_eq!(refused(&path, b"my thesis"), ", line 1: it is not JSON");
}

#[test]
fn values_are_read_with_line_and_column() {
    let path = path("values");
    fs::write(&path, "[1,2]\n[3,x]\n").expect("a file");
    let mut lines = LineReader::open(&path, LONGEST).expect("a file");
    assert!(lines.read().expect("a line"));
    assert_eq!(lines.value::<[u8; 2]>().expect("two numbers"), [1, 2]);
    assert!(lines.read().expect("a line"));
    let error = words(lines.value::<[u8; 2]>().expect_err("a letter"));
    assert!(error.ends_with(", line 2: column 4: expected value"), "{error}");
}

#[cfg(unix)]
#[test]
fn links_are_refused() {
    let path = path("link");
    let target = path.with_file_name("target");
    fs::write(&target, "{}\n").expect("a file");
    std::os::unix::fs::symlink(&target, &path).expect("a link");
    let error = words(resumed(&path).expect_err("a link"));
    assert!(error.contains("it is a link"), "{error}");
    assert_eq!(fs::read_to_string(&target).expect("text"), "{}\n");
    fs::remove_file(&target).expect("removed");
    resumed(&path).expect_err("a link to nothing");
    assert!(!target.exists(), "it was made through a link");
}
