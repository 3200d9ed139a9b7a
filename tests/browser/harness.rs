//! The pages that xwc writes, opened in headless Chromium.

use std::fs;
use std::path::Path;

use serde_json::json;
use xwc_testkit::browser::{Browser, key};

/// What the other tests rely on: the harness itself clicks, types, sees colours, widths and errors.
#[test]
fn the_harness_sees_what_a_reader_sees() {
    let Some(browser) = Browser::start() else { return };
    let page = Path::new(env!("CARGO_TARGET_TMPDIR")).join("harness.html");
    let html = "<!doctype html><meta name=viewport content='width=device-width'><title>t</title>\
        <input><button onclick=\"document.title += document.querySelector('input').value\">go\
        </button><p hidden>gone</p>";
    fs::write(&page, html).expect("a file");
    browser.prefer("dark");
    browser.open_file(&page, 360, 640);
    assert_eq!(browser.script("return [innerWidth, innerHeight]"), json!([360, 640]));
    assert_eq!(browser.script("return matchMedia('(prefers-color-scheme:dark)').matches"), true);
    browser.find("input").keys(&format!("ab{}", key::BACKSPACE));
    browser.keys("c");
    browser.find("button").click();
    assert_eq!(browser.script("return document.title"), "tac");
    assert_eq!(browser.find_all("p, button").len(), 2);
    assert!(!browser.find("p").is_displayed());
    let picture = page.with_extension("png");
    browser.screenshot(&picture);
    assert!(fs::read(picture).expect("a picture").starts_with(b"\x89PNG\r\n"));
    assert_eq!(browser.console_errors(), [""; 0]);
    browser.script("setTimeout(() => missing(), 0)");
    browser.wait_until("return true");
    let errors = browser.console_errors();
    assert!(errors.len() == 1 && errors[0].contains("missing is not defined"), "{errors:?}");
}
