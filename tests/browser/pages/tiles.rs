//! Tiles, equations, undo, check, reveal, notes, and packs.

use std::path::Path;

use super::{DESKTOP, PHONE, fresh, is_solved, message, page, progress, type_keys};
use xwc_testkit::browser::{Browser, key};
use xwc_testkit::process::{puzzle, xwc};

fn open(browser: &Browser, name: &str, (width, height): (u32, u32)) {
    browser.open_file(&page(Path::new(&puzzle(name))), width, height);
}

/// What stands in a cell, by its number in reading order.
fn cell(browser: &Browser, number: usize) -> String {
    browser.find(&format!("[data-cell=\"{number}\"]")).text()
}

fn label(browser: &Browser, css: &str) -> String {
    browser.find(css).attribute("aria-label").expect("a label")
}

fn spent(browser: &Browser) -> Vec<String> {
    browser.find_all(".key.spent").iter().map(|key| key.text()).collect()
}

fn click(browser: &Browser, css: &str) {
    browser.find(css).click();
}

/// The example of the file format: 3 + 4 = 7 above, 15 - 10 = 5 below.
#[test]
fn tiles_are_spent_and_come_back() {
    let Some(browser) = Browser::start() else { return };
    open(&browser, "mathcrossword/example.json", PHONE);
    assert_eq!(spent(&browser), [""; 0]);
    click(&browser, "[data-cell=\"0\"]");
    click(&browser, "[data-key=\"10\"]");
    assert_eq!((cell(&browser, 0).as_str(), spent(&browser)), ("10", vec!["10".to_string()]));
    assert_eq!(
        browser.find("[data-key=\"10\"]").attribute("aria-disabled").as_deref(),
        Some("true")
    );
    assert_eq!(label(&browser, "[data-key=\"10\"]"), "Tile 10, placed");
    let says = label(&browser, "[data-cell=\"0\"]");
    let equations = "row 1: 10 plus 4 equals 7, wrong. column 1: 10 times 5 equals blank";
    assert_eq!(says, format!("Row 1, column 1. 10. {equations}"));
    let signs = browser.find_all(".sign.wrong").iter().map(|sign| sign.text()).collect::<Vec<_>>();
    assert_eq!(signs, ["+", "≠"]);
    // A spent tile cannot be placed twice; another one takes its place and frees it.
    click(&browser, "[data-cell=\"14\"]");
    click(&browser, "[data-key=\"10\"]");
    assert_eq!(message(&browser), "Every tile 10 is placed");
    assert_eq!(cell(&browser, 14), "");
    click(&browser, "[data-cell=\"0\"]");
    click(&browser, "[data-key=\"3\"]");
    assert_eq!(spent(&browser), ["3"]);
    assert_eq!(browser.find_all(".sign.right").len(), 2);
    click(&browser, "[data-key=\"erase\"]");
    assert_eq!((cell(&browser, 0), spent(&browser)), (String::new(), vec![]));
    // Back and forth.
    for (tool, expected) in [("#undo", "3"), ("#undo", "10"), ("#redo", "3"), ("#redo", "")] {
        click(&browser, tool);
        assert_eq!(cell(&browser, 0), expected, "{tool}");
    }
    // Numbers of two digits are typed; 1 is not a tile, 15 is.
    click(&browser, "[data-cell=\"0\"]");
    type_keys(&browser, "15");
    assert_eq!((cell(&browser, 0).as_str(), spent(&browser)), ("15", vec!["15".to_string()]));
    click(&browser, "#check");
    assert_eq!(message(&browser), "1 cell is wrong");
    assert!(label(&browser, "[data-cell=\"0\"]").ends_with("checked: wrong"));
    // Revealing takes the tile from where it is wrong.
    click(&browser, "[data-cell=\"20\"]");
    click(&browser, "#reveal");
    click(&browser, "#reveal-one");
    assert_eq!((cell(&browser, 20).as_str(), cell(&browser, 0).as_str()), ("15", ""));
    click(&browser, "#clear");
    assert_eq!((progress(&browser).as_str(), spent(&browser)), ("0 of 5", vec![]));
    click(&browser, "#reveal");
    click(&browser, "#reveal-all");
    assert_eq!(progress(&browser), "5 of 5");
    assert!(message(&browser).starts_with("Completed with help in "), "{}", message(&browser));
    assert_eq!(browser.console_errors(), [""; 0]);
}

#[test]
fn letters_take_notes_and_crosswords_have_a_cursor() {
    let Some(browser) = Browser::start() else { return };
    open(&browser, "calcrostic/p1.json", PHONE);
    click(&browser, "[data-key=\"notes\"]");
    click(&browser, "[data-key=\"2\"]");
    click(&browser, "[data-key=\"1\"]");
    assert_eq!(label(&browser, "[data-key=\"letter 0\"]"), "Letter A, blank, noted 1 2");
    browser.reload();
    assert_eq!(label(&browser, "[data-key=\"letter 0\"]"), "Letter A, blank, noted 1 2");
    click(&browser, "[data-key=\"2\"]");
    click(&browser, "[data-key=\"letter 1\"]");
    click(&browser, "[data-key=\"2\"]");
    assert_eq!(message(&browser), "2 is A already");
    assert_eq!(spent(&browser), ["2"]);
    // The same letter everywhere.
    let filled = "return document.querySelectorAll('.lettered.filled').length";
    assert_eq!(browser.script(filled), 4);

    // Barred, with letters for unknown numbers; 1 across is R(A + P).
    open(&browser, "crossnumber/letters.json", DESKTOP);
    assert_eq!(browser.find(".bar").text(), "1 across\nR(A + P) (2)");
    type_keys(&browser, "12");
    assert_eq!((cell(&browser, 0), cell(&browser, 1)), ("1\n1".into(), "2\n2".into()));
    // The bar ends the entry; the next key stays in it.
    type_keys(&browser, "3");
    assert_eq!(cell(&browser, 1), "2\n3");
    type_keys(&browser, " ");
    assert!(browser.find(".bar").text().starts_with("2 down"));
    assert!(label(&browser, "[data-cell=\"1\"]").contains("2 down, digit 1 of 3: SEES"));
    browser.find_all("button.clue")[1].click();
    assert!(browser.find(".bar").text().starts_with("4 across"));
    assert_eq!(browser.console_errors(), [""; 0]);
}

/// Puzzles whose solution is not the only one go by the rules; browsers that keep nothing still play.
#[test]
fn pages_go_on_without_an_answer_and_without_storage() {
    let Some(browser) = Browser::start() else { return };
    browser.chrome(
        "Page.addScriptToEvaluateOnNewDocument",
        serde_json::json!({ "source": "Object.defineProperty(window, 'localStorage', \
            { get() { throw new Error('not here'); } })" }),
    );
    open(&browser, "crucigram/shifted.json", DESKTOP);
    assert_eq!(browser.find(".note").text(), "This puzzle has more than one solution.");
    assert_eq!(browser.find("#reveal").attribute("disabled").as_deref(), Some("true"));
    let down = format!("\u{e011}{}", key::DOWN);
    type_keys(&browser, &format!("cat#{down}a###{down}c"));
    assert_eq!(message(&browser), "Every tile C is placed");
    assert!(!is_solved(&browser));
    type_keys(&browser, "r###");
    assert!(is_solved(&browser), "{}", message(&browser));
    open(&browser, "calcrostic/setting.json", PHONE);
    type_keys(&browser, "a12");
    assert_eq!(label(&browser, "[data-key=\"letter 0\"]"), "Letter a, 12");
    open(&browser, "mathcrossword/example.json", PHONE);
    assert_eq!(browser.find(".note").text(), "This browser does not keep your progress.");
    assert_eq!(browser.console_errors(), [""; 0]);
}

#[test]
fn packs_have_a_picker_and_remember_the_level() {
    let Some(browser) = Browser::start() else { return };
    let folder = fresh("-pack");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("what an earlier run made goes");
    }
    let out = folder.with_extension("html");
    let (folder, file) = (folder.to_str().expect("UTF-8"), out.to_str().expect("UTF-8"));
    let create = ["pack", "create", "calcrostic", "--seed", "3", "--count", "3", "--out", folder];
    assert_eq!(xwc(create).code, 0);
    let run = xwc(["pack", "export", folder, "--format", "html", "--out", file]);
    assert_eq!(run.code, 0);
    assert_eq!(run.stdout.lines().next(), Some(&*format!("{file}: 3 levels of calcrostic")));
    let printed = xwc(["pack", "export", folder, "--format", "html"]).stdout;
    assert_eq!(std::fs::read_to_string(&out).expect("the page"), printed);
    browser.open_file(&out, PHONE.0, PHONE.1);
    let names = || browser.find_all("option").iter().map(|one| one.text()).collect::<Vec<_>>();
    assert_eq!(names(), ["Level 1", "Level 2", "Level 3"]);
    let levels = std::fs::read_to_string(Path::new(folder).join("levels.jsonl")).expect("levels");
    let first: serde_json::Value =
        serde_json::from_str(levels.lines().next().expect("a level")).expect("JSON");
    let letters = first["solution"]["letters"].as_object().expect("letters");
    for (letter, digit) in letters {
        type_keys(&browser, &format!("{letter}{digit}"));
    }
    assert!(is_solved(&browser));
    assert_eq!(names()[0], "Level 1 ✓");
    click(&browser, "#next-level");
    assert_eq!(progress(&browser).split(' ').next(), Some("0"));
    browser.reload();
    assert_eq!(browser.script("return document.querySelector('#picker').value"), "1");
    let range = ["pack", "export", folder, "--format", "html", "--out", file, "--range", "1..9"];
    let run = xwc(range);
    assert_eq!(run.code, 2);
    assert!(run.complaint().ends_with("no levels 1..9; there are 0..3"), "{}", run.stderr);
    let paper = ["pack", "export", folder, "--format", "html", "--out", file, "--per-page", "2"];
    assert!(xwc(paper).complaint().ends_with("--per-page: that is for paper only"));
    let run = xwc(["pack", "export", file, "--format", "html", "--out", file]);
    assert_eq!(run.code, 2, "a page is no pack: {}", run.complaint());
    assert_eq!(browser.console_errors(), [""; 0]);
}
