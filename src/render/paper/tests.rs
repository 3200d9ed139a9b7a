//! Nothing leaves its frame, and no text lies upon another, for any puzzle in any frame.

use std::fs;
use std::path::PathBuf;

use super::drawing::{Anchor, Drawing, Item};
use super::layout::{PageFrame, arrange};
use crate::families;
use crate::render::sheet::sheet;
use xwc_check::puzzle::ReadOptions;

/// The puzzles of the tests, or those of one folder.
fn samples(below: PathBuf) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(below).expect("a folder") {
        let path = entry.expect("an entry").path();
        let is_invalid = path.file_name().is_some_and(|name| name == "invalid");
        if path.is_dir() && !is_invalid {
            found.extend(samples(path));
        } else if path.extension().is_some_and(|ending| ending == "json")
            && !path.to_string_lossy().ends_with(".expect.json")
        {
            found.push(path);
        }
    }
    found
}

fn puzzles() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/puzzles"))
}

/// Left, top, right and bottom of an item.
fn extent(item: &Item) -> [f64; 4] {
    match item {
        Item::Rectangle { place: [x, y, w, h], stroke, .. } => {
            let half = stroke.map_or(0.0, |(width, _)| width / 2.0);
            [x - half, y - half, x + w + half, y + h + half]
        }
        Item::Line { ends: [x, y, to_x, to_y], width, .. } => {
            let half = width / 2.0;
            [x.min(*to_x) - half, y.min(*to_y) - half, x.max(*to_x) + half, y.max(*to_y) + half]
        }
        Item::Text { x, baseline, size, anchor, weight, text, .. } => {
            let width = weight.width(text) * size;
            let left = match anchor {
                Anchor::Start => *x,
                Anchor::Middle => x - width / 2.0,
                Anchor::End => x - width,
            };
            [left, baseline - 0.73 * size, left + width, *baseline]
        }
    }
}

fn check(drawing: &Drawing, frame: PageFrame, name: &str) {
    let slack = 1.5;
    assert!(drawing.height <= frame.height + slack, "{name}: {} is too high", drawing.height);
    let mut texts: Vec<([f64; 4], &str)> = Vec::new();
    for item in &drawing.items {
        let [left, top, right, bottom] = extent(item);
        let inside = left >= -slack
            && top >= -slack
            && right <= frame.width + slack
            && bottom <= drawing.height + slack;
        assert!(inside, "{name}: {item:?} leaves {} × {}", frame.width, drawing.height);
        if let Item::Text { text, .. } = item {
            let upon = texts.iter().find(|([l, t, r, b], _)| {
                let apart = 0.1;
                left + apart < *r && *l + apart < right && top + apart < *b && *t + apart < bottom
            });
            assert!(upon.is_none(), "{name}: {text:?} lies upon {upon:?}");
            texts.push(([left, top, right, bottom], text));
        }
    }
    assert!(!texts.is_empty(), "{name}: it says nothing");
}

#[test]
fn every_sample_fits_every_frame() {
    // From large print to six levels per page, and frames that are too small for anything.
    let frames = [
        (515.0, f64::INFINITY, 12.0, 44.0),
        (515.0, 680.0, 11.5, 58.0),
        (515.0, 680.0, 18.0, 72.0),
        (515.0, 320.0, 10.5, 38.0),
        (515.0, 320.0, 15.0, 46.0),
        (246.0, 190.0, 9.5, 28.0),
        (246.0, 190.0, 15.0, 46.0),
        (80.0, 40.0, 9.5, 28.0),
    ];
    let samples = samples(puzzles());
    assert!(samples.len() > 20, "only {} samples", samples.len());
    for path in samples {
        let text = fs::read_to_string(&path).expect("a file");
        let (_, puzzle) = families::read(&text, &ReadOptions::default()).expect("a puzzle");
        let stated = puzzle.stated_solution();
        let view = puzzle.view();
        let solved = stated.map(|solution| sheet(&view, puzzle.answers(solution).as_ref()));
        for sheet in [sheet(&view, None)].into_iter().chain(solved) {
            for (width, height, text, cell) in frames {
                let frame = PageFrame { width, height, text, cell };
                let name = format!("{} in {width} × {height}", path.display());
                check(&arrange(&sheet, frame), frame, &name);
            }
        }
    }
}

#[test]
fn clues_keep_their_words_however_small_the_frame() {
    let path = puzzles().join("crucigram/example.json");
    let text = fs::read_to_string(path).expect("a file");
    let (_, puzzle) = families::read(&text, &ReadOptions::default()).expect("a puzzle");
    let sheet = sheet(&puzzle.view(), None);
    for (width, height) in [(515.0, 680.0), (246.0, 190.0), (80.0, 40.0)] {
        let drawing = arrange(&sheet, PageFrame { width, height, text: 10.0, cell: 30.0 });
        let words =
            |text: &str| text.split([' ', '\u{a0}']).map(str::to_string).collect::<Vec<_>>();
        let mut drawn: Vec<String> = drawing
            .items
            .iter()
            .filter_map(|item| if let Item::Text { text, .. } = item { Some(text) } else { None })
            .flat_map(|text| words(text))
            .collect();
        drawn.sort();
        for line in sheet.lists.iter().flat_map(|list| &list.lines) {
            for word in words(&line.1) {
                assert!(drawn.binary_search(&word).is_ok(), "{word} is lost in {width} × {height}");
            }
        }
    }
}
