//! What pages say, and what they must not: texts of a file stay texts, and answers stay hidden.

use std::fs;

use serde_json::{Value, json};

use super::levels::{FAMILIES, Level};
use super::{DESKTOP, fresh, page};
use xwc_testkit::browser::Browser;
use xwc_testkit::process::{puzzle, xwc};

/// Wherever it is read as markup, it leaves a trace.
const NASTY: &str = "</script><script>window.broken = 1</script>\
    <img src=x onerror=window.broken=1>\"' &lt; &amp; {script} \u{2028}";

/// The same for a file name, which has no slash.
const NAME: &str = "<img src=x onerror=window.broken=1><b>\"' &lt; {data}";

#[test]
fn texts_of_a_file_stay_texts() {
    let Some(browser) = Browser::start() else { return };
    for family in FAMILIES {
        let level = Level::small(family, 1);
        let mut puzzle: Value =
            serde_json::from_str(&fs::read_to_string(&level.path).expect("text")).expect("JSON");
        let shown = match family {
            "crucigram" => {
                puzzle["clues"]["across"][0]["clue"] = json!(NASTY);
                // What would break a line is spelled out, as on a terminal.
                Some(NASTY.replace('\u{2028}', "\\u{2028}"))
            }
            // In the language of clues this much of markup can be said.
            "crossnumber" => {
                puzzle["variables"] = json!({ "names": "b", "values": "1..1" });
                puzzle["rules"] = json!(["0<b>0"]);
                Some("Rules: 0<b>0".to_string())
            }
            _ => None,
        };
        let folder = fresh("-texts");
        fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join(format!("{NAME}.json"));
        fs::write(&file, puzzle.to_string()).expect("a file");
        browser.open_file(&page(&file), DESKTOP.0, DESKTOP.1);
        assert_eq!(browser.find(".name-of-level").text(), NAME, "{family}");
        let title = browser.script("return document.title");
        assert!(title.as_str().expect("a text").contains("onerror"), "{family}: {title}");
        let clues = browser.script(
            "return [...document.querySelectorAll('.clue .text')].map((one) => one.textContent)",
        );
        let has = |text: String| clues.as_array().expect("a list").contains(&json!(text));
        assert!(shown.is_none_or(has), "{family}: {clues}");
        let foreign = browser.script(
            "return document.querySelectorAll('img, iframe, object, embed, form, a').length +
               document.scripts.length - 2",
        );
        assert_eq!(foreign, 0, "{family}: a text became an element");
        assert_eq!(browser.console_errors(), [""; 0], "{family}");
        // Even if one did, the policy of the page would keep it from doing anything.
        let broken = browser.script(
            "const script = document.createElement('script');
             script.textContent = 'window.broken = 2';
             document.body.append(script);
             return window.broken === undefined",
        );
        assert_eq!(broken, true, "{family}: a foreign script ran");
        assert_eq!(browser.console_errors().len(), 1, "{family}");
    }
}

#[test]
fn pages_are_small_and_show_no_answer() {
    for family in FAMILIES {
        let level = Level::large(family);
        let run = xwc(["show", "--format", "html", level.path.to_str().expect("UTF-8")]);
        let page = run.stdout;
        let data = page.split("id=\"data\">").nth(1).expect("data");
        let data = data.split("</script>").next().expect("its end");
        let size = page.len() - data.len();
        assert!(size < 60_000, "{family}: {size} bytes");
        assert!(data.contains("\"seal\""), "{family}: the page cannot check");
        for outside in ["http:", "https:", "//", "@import", "url("] {
            assert!(!page.contains(outside), "{family}: {outside}");
        }
        let answers = level.answers();
        assert!(answers.len() > 4, "{family}");
        for between in ["", " ", ",", "\",\""] {
            assert!(!page.contains(&answers.join(between)), "{family} shows its answer");
        }
        for word in level.words() {
            assert!(!page.contains(&format!("\"{word}\"")), "{family} shows {word}");
        }
    }
    let level = Level::large("mathcrossword");
    let path = level.path.to_str().expect("UTF-8");
    let run = xwc(["show", "--format", "html", "--solution", path]);
    assert_eq!(run.code, 2);
    assert!(run.complaint().contains("a page shows the solution"), "{}", run.stderr);
}

/// What is particular to a puzzle is part of what the page tells the player.
#[test]
fn pages_say_the_task() {
    for (name, said) in [
        ("calcrostic/zero.json", "comes to 0"),
        ("calcrostic/zero.json", "whole numbers from 1 to 100"),
        ("crossmath/migros.json", "Numbers from 1 to 9, each at most once"),
    ] {
        let run = xwc(["show", "--format", "html", &puzzle(name)]);
        assert!(run.stdout.contains(said), "{name} does not say {said}");
    }
}
