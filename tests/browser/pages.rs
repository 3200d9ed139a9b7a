//! Pages to play puzzles in, played in headless Chromium by taps and by keys.

mod levels;
mod texts;
mod tiles;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use levels::{FAMILIES, Level};
use xwc_testkit::browser::Browser;
use xwc_testkit::process::xwc;

const PHONE: (u32, u32) = (360, 740);
const DESKTOP: (u32, u32) = (1280, 800);

/// A path for a file that no other test has, since they run at the same time.
fn fresh(ending: &str) -> PathBuf {
    static MADE: AtomicUsize = AtomicUsize::new(0);
    let number = MADE.fetch_add(1, Ordering::Relaxed);
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("play-{number}{ending}"))
}

/// Writes the page of a puzzle file.
fn page(puzzle: &Path) -> PathBuf {
    let run = xwc(["show", "--format", "html", puzzle.to_str().expect("UTF-8")]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let path = fresh(".html");
    fs::write(&path, run.stdout).expect("a file");
    path
}

/// Types, and waits until the page has seen the last key.
fn type_keys(browser: &Browser, text: &str) {
    browser.script(
        "window.pressed = 0;
         window.counting ||= addEventListener('keydown', () => { window.pressed++; }) || true;",
    );
    browser.keys(text);
    browser.wait_until(&format!("return window.pressed >= {}", text.chars().count()));
}

/// Nothing that axe calls serious, nothing in the console, nothing wider than the window.
fn is_sound(browser: &Browser, what: &str) {
    if browser.script("return typeof axe") == "undefined" {
        let axe = xwc_testkit::root().join(".deps/axe/axe.min.js");
        let axe = fs::read_to_string(axe).expect("run scripts/setup-axe, or set XWC_SKIP_BROWSER");
        browser.script(&format!("{axe}; window.axe = axe;"));
    }
    browser.script(
        "window.findings = null;
         axe.run().then((all) => {
           const line = (one) => one.impact + ' ' + one.id + ' ' + one.nodes[0].html;
           window.findings = all.violations.map(line);
         });",
    );
    browser.wait_until("return window.findings !== null");
    let findings = browser.script(
        "return window.findings.filter((one) => /^(serious|critical)/.test(one)).join('; ')",
    );
    assert_eq!(findings, "", "{what}");
    let wider = browser.script("return document.documentElement.scrollWidth > innerWidth");
    assert_eq!(wider, false, "{what} has to be scrolled sideways");
    assert_eq!(browser.console_errors(), [""; 0], "{what}");
}

fn progress(browser: &Browser) -> String {
    browser.find(".progress").text()
}

fn message(browser: &Browser) -> String {
    browser.find(".message").text()
}

fn is_solved(browser: &Browser) -> bool {
    let done = browser.script("return document.querySelector('.grid').classList.contains('done')");
    done == true && message(browser).starts_with("Solved in ")
}

#[test]
fn every_family_is_played_by_taps() {
    let Some(browser) = Browser::start() else { return };
    for (seed, (width, height)) in [(1, PHONE), (3, DESKTOP)] {
        for family in FAMILIES {
            let level = Level::small(family, seed);
            browser.open_file(&page(&level.path), width, height);
            if seed == 1 {
                is_sound(&browser, &format!("{family} at the start"));
            }
            let taps = level.taps();
            let half = taps.len() / 2;
            for (i, (cell, tile)) in taps.iter().enumerate() {
                browser.find(cell).click();
                browser.find(tile).click();
                if i + 1 == half {
                    let so_far = format!("{half} of {}", taps.len());
                    assert_eq!(progress(&browser), so_far, "{family}");
                    assert!(!is_solved(&browser), "{family}: solved before the end");
                    browser.reload();
                    assert_eq!(progress(&browser), so_far, "{family}: loaded again");
                }
            }
            assert!(is_solved(&browser), "{family}: {}", message(&browser));
            browser.reload();
            assert!(is_solved(&browser), "{family} after loading it again");
            if seed == 1 {
                is_sound(&browser, &format!("{family} at the end"));
            }
            assert_eq!(browser.console_errors(), [""; 0], "{family}");
        }
    }
}

#[test]
fn every_family_is_played_by_keys() {
    let Some(browser) = Browser::start() else { return };
    browser.prefer("dark");
    for family in FAMILIES {
        let level = Level::small(family, 1);
        browser.open_file(&page(&level.path), PHONE.0, PHONE.1);
        type_keys(&browser, &level.keys().concat());
        assert!(is_solved(&browser), "{family}: {}", message(&browser));

        let level = Level::large(family);
        browser.open_file(&page(&level.path), DESKTOP.0, DESKTOP.1);
        let keys = level.keys();
        let half = keys.len() / 2;
        type_keys(&browser, &keys[..half].concat());
        assert!(!is_solved(&browser), "{family}: solved before the end");
        is_sound(&browser, &format!("{family} half-way, in the dark"));
        let before = progress(&browser);
        browser.find("#undo").click();
        assert_ne!(progress(&browser), before, "{family}: undo");
        browser.find("#redo").click();
        assert_eq!(progress(&browser), before, "{family}: redo");
        browser.find("#check").click();
        assert_eq!(message(&browser), "All right so far", "{family}");
        // The grid is where the keys were; a button has the focus now.
        browser.script("document.querySelector('[data-cell][tabindex=\"0\"]').focus()");
        type_keys(&browser, &keys[half..].concat());
        assert!(is_solved(&browser), "{family}: {}", message(&browser));
        assert_eq!(browser.console_errors(), [""; 0], "{family}");
    }
}

/// A wall, a phone, and paper.
#[test]
fn boards_fit_and_paper_has_no_buttons() {
    let Some(browser) = Browser::start() else { return };
    for family in FAMILIES {
        let page = page(&Level::large(family).path);
        browser.open_file(&page, 3840, 2160);
        let wide = browser.script("return document.querySelector('[data-cell]').offsetWidth");
        assert!(wide.as_u64() > Some(70), "{family}: cells of {wide} pixels on a wall");
        browser.open_file(&page, PHONE.0, PHONE.1);
        let small = browser.script(
            "return [...document.querySelectorAll('[data-cell], button:not([hidden])')]
               .filter((one) => one.offsetParent && Math.min(one.offsetWidth, one.offsetHeight) < 28)
               .map((one) => one.outerHTML).join(' ')",
        );
        assert_eq!(small, "", "{family}: too small to tap");
        browser.prefer("print");
        assert!(!browser.find("#check").is_displayed(), "{family}: buttons on paper");
        let ink = "return getComputedStyle(document.body).backgroundColor";
        assert_eq!(browser.script(ink), "rgb(255, 255, 255)");
        browser.prefer("light");
    }
}
