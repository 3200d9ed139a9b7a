//! Pictures: well-formed, the same every time, and free of markup that comes from a puzzle.

use super::{HOSTILE, hostile};
use xwc_testkit::process;
use xwc_testkit::process::{samples, xwc, xwc_reading};

/// Whether a text is elements and attributes of ours with escaped text between them, and nothing else.
fn check_markup(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        check_text(&rest[..start]);
        let end = rest.find('>').unwrap_or_else(|| panic!("a tag without an end: {rest:.60}"));
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "a tag closes what is not open");
            continue;
        }
        let name = tag.split([' ', '/']).next().expect("a name");
        assert!(["svg", "title", "rect", "line", "text"].contains(&name), "<{tag}>");
        // Values of attributes are ours: names, numbers and colours.
        let plain = |c: char| c.is_ascii_alphanumeric() || " =\":/.,-#%".contains(c);
        assert!(tag.chars().all(plain), "<{tag}>");
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    check_text(rest);
    assert!(open.is_empty(), "not closed: {open:?}");
}

fn check_text(text: &str) {
    assert!(!text.contains('>'), "{text}");
    for part in text.split('&').skip(1) {
        let entity = part.split(';').next().expect("a name");
        assert!(["amp", "lt", "gt", "quot", "#39"].contains(&entity), "&{part}");
    }
    let odd = |c: char| (c.is_control() && c != '\n') || ('\u{202a}'..='\u{202e}').contains(&c);
    assert!(!text.contains(odd), "{text:?}");
}

#[test]
fn every_sample_becomes_a_picture() {
    for path in samples() {
        let path = path.to_str().expect("UTF-8");
        let run = xwc(["show", path, "--format", "svg"]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{path}");
        assert!(run.stdout.starts_with("<svg "), "{path}");
        check_markup(&run.stdout);
        assert_eq!(run.stdout, xwc(["show", path, "--format", "svg"]).stdout, "{path}");
    }
}

#[test]
fn a_solution_is_drawn_when_asked_for() {
    for name in ["mathcrossword/example", "crossmath/migros", "calcrostic/p1", "crucigram/example"]
    {
        let path = process::puzzle(&format!("{name}.json"));
        let [open, solved] = [
            &["show", &path, "--format", "svg"][..],
            &["show", &path, "--format", "svg", "--solution"][..],
        ]
        .map(|args| xwc(args.iter().copied()));
        assert_eq!((open.code, solved.code), (0, 0), "{name}");
        check_markup(&solved.stdout);
        assert_ne!(open.stdout, solved.stdout, "{name}");
    }
    let path = process::puzzle("mathcrossword/example.json");
    let [open, solved] = [false, true].map(|solution| {
        let mut args = vec!["show", &path, "--format", "svg"];
        args.extend(solution.then_some("--solution"));
        xwc(args).stdout
    });
    // 15 is a tile before, and stands in the grid after.
    assert!(open.contains(">15</text>") && solved.contains(">15</text>"));
    assert!(open.contains(" rx=") && !solved.contains(" rx="), "only the open puzzle has tiles");
}

#[test]
fn text_of_a_puzzle_is_never_markup() {
    for (puzzle, readable) in hostile() {
        let run = xwc_reading(["show", "-", "--format", "svg"], &puzzle.to_string());
        match readable {
            true => {
                assert_eq!(run.code, 0, "{}", run.stderr);
                check_markup(&run.stdout);
                assert!(run.stdout.contains("&lt;/text&gt;&lt;script&gt;"), "{}", run.stdout);
            }
            false => {
                assert_eq!(run.code, 2, "{puzzle}");
                assert_eq!(run.stdout, "");
                run.complaint();
            }
        }
        assert!(!run.stdout.contains("<script"), "{HOSTILE}");
    }
}
