//! Worksheets, as programs that are not ours see them (Debian: poppler-utils).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{HOSTILE, hostile_crucigram};
use xwc_check::puzzle::ReadOptions;
use xwc_testkit::process::xwc;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("export").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the folder of an earlier run goes");
    }
    fs::create_dir_all(&folder).expect("a new folder");
    folder
}

/// What a program of poppler-utils prints.
fn poppler(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let output = output.unwrap_or_else(|e| panic!("{program}: {e}; apt-get install poppler-utils"));
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && complaints.is_empty(), "{program}: {complaints}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn pack(family: &str, count: &str, folder: &Path) -> String {
    let pack = folder.join("pack").to_str().expect("UTF-8").to_string();
    let run =
        xwc(["pack", "create", family, "--seed", "3", "--count", count, "--out", &pack, "-q"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    pack
}

fn export(pack: &str, file: &Path, more: &[&str]) -> String {
    let file = file.to_str().expect("UTF-8");
    let run = xwc(["pack", "export", pack, "--format", "pdf", "--out", file].iter().chain(more));
    assert_eq!(run.code, 0, "{}", run.stderr);
    file.to_string()
}

fn pages(file: &str) -> usize {
    let info = poppler("pdfinfo", &[file]);
    let line =
        info.lines().find_map(|line| line.strip_prefix("Pages:")).expect("a number of pages");
    line.trim().parse().expect("a number")
}

#[test]
fn a_pack_of_24_levels_becomes_worksheets_with_answers() {
    let folder = folder("levels");
    let pack = pack("mathcrossword", "24", &folder);
    let file = folder.join("out.pdf");
    // Levels per page, further options, pages of puzzles, pages of answers.
    let large = "--large-print";
    let cases: [(&[&str], usize, usize); 7] = [
        (&["--per-page", "1"], 24, 2),
        (&["--per-page", "2", "--paper", "letter"], 12, 2),
        (&[], 6, 2),
        (&["--per-page", "6"], 4, 2),
        (&["--per-page", "6", "--no-answers"], 4, 0),
        (&[large], 24, 6),
        (&["--per-page", "4", large, "--paper", "letter"], 6, 6),
    ];
    for (more, puzzles, answers) in cases {
        let file = export(&pack, &file, more);
        assert_eq!(pages(&file), puzzles + answers, "{more:?}");
        let fonts = poppler("pdffonts", &[&file]);
        let fonts: Vec<Vec<&str>> =
            fonts.lines().skip(2).map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(fonts.len(), 2, "{fonts:?}");
        for font in fonts {
            assert!(font[0].contains("DejaVuSans"), "{font:?}");
            // Embedded, with some of its glyphs, and with the characters they stand for.
            assert_eq!(font[4..7], ["yes", "yes", "yes"], "{font:?}");
        }
        let text = poppler("pdftotext", &["-layout", &file, "-"]);
        for level in 1..=24 {
            let name = format!("Level {level}");
            let named = text.split(|c: char| !c.is_alphanumeric() && c != ' ').count();
            assert!(named > 0 && text.contains(&name), "{name} is missing");
        }
        assert_eq!(text.contains("answers"), answers > 0, "{more:?}");
        let last = format!("Page {0} of {0}", puzzles + answers);
        assert!(text.contains(&last), "{last} is missing");
        assert!(text.contains("medium") && text.contains('÷') && text.contains('−'));
    }
}

#[test]
fn the_bytes_are_the_same_every_time() {
    let folder = folder("same");
    for family in ["calcrostic", "crossmath"] {
        let folder = folder.join(family);
        let pack = pack(family, "5", &folder);
        let bytes = ["one.pdf", "two.pdf"].map(|name| {
            let file = export(&pack, &folder.join(name), &["--title", "For class 3b"]);
            fs::read(file).expect("the file")
        });
        assert_eq!(bytes[0], bytes[1], "{family}");
        let dated = bytes[0].windows(13).any(|part| part == b"/CreationDate");
        assert!(!dated, "{family}: a date would differ");
        let text = poppler("pdftotext", &[folder.join("one.pdf").to_str().expect("UTF-8"), "-"]);
        assert!(text.contains("For class 3b"), "{text}");
    }
}

#[test]
fn every_family_is_printed_with_its_words() {
    let folder = folder("families");
    for (family, said) in [
        ("crossmath", "one step after the other"),
        ("calcrostic", "Each letter stands for one digit"),
        ("crossnumber", "Across"),
        ("crucigram", "black squares"),
    ] {
        let folder = folder.join(family);
        let pack = pack(family, "2", &folder);
        let file = export(&pack, &folder.join("out.pdf"), &["--per-page", "2"]);
        assert_eq!(pages(&file), 2, "{family}");
        let text = poppler("pdftotext", &["-layout", &file, "-"]);
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(said), "{family}: {words}");
    }
}

/// Text of a pack that someone has changed is text on paper, and nothing else.
#[test]
fn hostile_text_is_printed_as_it_is() {
    let folder = folder("hostile");
    let pack = pack("crucigram", "1", &folder);
    let levels = Path::new(&pack).join("levels.jsonl");
    let text = fs::read_to_string(&levels).expect("levels");
    let mut level: serde_json::Value = serde_json::from_str(&text).expect("a level");
    let puzzle = hostile_crucigram();
    level["solution"] = puzzle["solution"].clone();
    let puzzle = xwc::read(&puzzle.to_string(), &ReadOptions::default()).expect("a puzzle");
    level["puzzle"] = puzzle.canonical();
    level["difficulty"]["preset"] = serde_json::json!(format!("{HOSTILE}\n) Tj ET"));
    let bytes = format!("{level}\n");
    fs::write(&levels, &bytes).expect("written");
    let manifest = Path::new(&pack).join("manifest.json");
    let text = fs::read_to_string(&manifest).expect("the manifest");
    let mut claimed: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    // Without the right digest the pack is refused.
    let out = folder.join("out.pdf");
    let args = ["pack", "export", &pack, "--format", "pdf", "--out", out.to_str().expect("UTF-8")];
    assert_eq!(xwc(args).code, 2);
    claimed["sha256"] = serde_json::json!(xwc_check::certificate::Digest::of(bytes.as_bytes()).0);
    fs::write(&manifest, claimed.to_string()).expect("written");
    let file = export(&pack, &out, &["--title", HOSTILE, "--per-page", "1"]);
    let text = poppler("pdftotext", &[&file, "-"]);
    let words: String = text.split_whitespace().collect();
    let shown = xwc_check::support::text::visible(HOSTILE);
    let expected: String = shown.chars().filter(|c| !c.is_whitespace()).collect();
    assert!(words.matches(&expected).count() >= 2, "{words}");
}

#[test]
fn bad_requests_are_refused_in_one_line() {
    let folder = folder("refused");
    let pack = folder.join("nothing").to_str().expect("UTF-8").to_string();
    let run = xwc(["pack", "export", &pack, "--format", "pdf", "--out", "/dev/null"]);
    assert_eq!(run.code, 2);
    assert!(run.complaint().contains("there is no finished pack"), "{}", run.stderr);
    for wrong in [["--per-page", "5"], ["--paper", "a3"], ["--format", "doc"]] {
        let run = xwc(["pack", "export", &pack, "--out", "/dev/null"].iter().chain(&wrong));
        assert_eq!(run.code, 2, "{wrong:?}");
        assert!(run.stderr.contains(wrong[0]), "{}", run.stderr);
    }
}
