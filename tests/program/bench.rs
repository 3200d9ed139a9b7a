//! `xwc bench`: what it writes, how it goes on, what it refuses, and the report in a browser.

use std::fs;
use std::path::{Path, PathBuf};
use xwc_testkit::process;

use serde_json::{Value, json};

use xwc_testkit::browser::{Browser, key};
use xwc_testkit::process::{Run, command, puzzle, xwc};

/// A fresh folder for a report.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the folder of an earlier run goes");
    }
    fs::create_dir_all(folder.parent().expect("a parent")).expect("a folder");
    folder
}

fn bench(folder: &Path, args: &[&str]) -> Run {
    let report = folder.to_str().expect("UTF-8");
    xwc(["bench", "--report", report].iter().chain(args))
}

/// The contenders that every build has and that are done at once.
const QUICK: [&str; 6] =
    ["--backends", "native,varisat", "--encodings", "one-hot", "--timeout", "20"];

fn quick<'a>(args: &[&'a str]) -> Vec<&'a str> {
    QUICK.iter().chain(args).copied().collect()
}

fn read(folder: &Path, name: &str) -> String {
    let path = folder.join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn runs(folder: &Path) -> Vec<Value> {
    let text = read(folder, "runs.jsonl");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn a_study_is_written_in_full() {
    let folder = folder("small");
    let run = bench(&folder, &["--suite", "small", "--families", "crossmath,calcrostic", "--json"]);
    assert_eq!(run.code, 0, "{run:?}");
    let summary = run.json();
    let study: Value = serde_json::from_str(&read(&folder, "runs.json")).expect("JSON");
    assert_eq!(study["summary"], summary["summary"]);
    for name in ["cpu", "cores", "memory_gib", "os", "xwc", "rustc", "profile", "features"] {
        assert!(!study["machine"][name].is_null(), "{name}: {study}");
    }
    let named = |list: &str| study[list].as_array().expect("a list").len();
    assert_eq!(named("runs"), named("contenders") * named("instances"));
    let contenders: Vec<&str> = study["contenders"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["name"].as_str().expect("a name"))
        .collect();
    // Every solver and every encoding of this build takes part by being listed.
    for backend in xwc::solve::BACKENDS.iter().filter(|backend| backend.solver.is_some()) {
        let takes_part = |one: &&str| one.rsplit('/').next() == Some(backend.name);
        assert!(contenders.iter().any(takes_part), "{}: {contenders:?}", backend.name);
    }
    assert!(contenders.contains(&"auto") && contenders.contains(&"one-hot/varisat"));
    for run in study["runs"].as_array().expect("a list") {
        if run["outcome"] == "unique" {
            assert!(run["variables"].as_u64() > Some(0) && run["solution"].is_string(), "{run}");
            assert!(run["seconds"].as_f64() > Some(0.0) && run["memory"].is_u64(), "{run}");
        }
        assert_ne!(run["outcome"], "failed", "{run}");
    }
    let native = |one: &Value| one["contender"] == "native";
    let summaries = summary["summary"].as_array().expect("a list");
    let native = summaries.iter().find(|one| native(one)).expect("native");
    assert_eq!(native["solved"], native["instances"], "{native}");
    let csv = read(&folder, "runs.csv");
    assert_eq!(csv.lines().count(), named("runs") + 1);
    for plot in ["cactus.svg", "scatter.svg", "size.svg"] {
        assert!(read(&folder, plot).contains("class=\"dot"), "{plot}");
    }
    let page = read(&folder, "report.html");
    let addresses = page.replace("http://www.w3.org/2000/svg", "").matches("http").count();
    assert_eq!(addresses, 0, "the page needs nothing else");
}

#[test]
fn the_same_command_goes_on_and_another_study_is_refused() {
    let folder = folder("again");
    let file = puzzle("crossmath/migros.json");
    let args = quick(&[&file, "--repeat", "2"]);
    let run = bench(&folder, &args);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(runs(&folder).len(), 4);
    let names = ["runs.csv", "runs.json", "report.html", "cactus.svg", "scatter.svg", "size.svg"];
    let before = names.map(|name| read(&folder, name));

    // As if it had been killed in the middle of a line.
    let lines = read(&folder, "runs.jsonl");
    let kept: Vec<&str> = lines.lines().take(3).collect();
    fs::write(folder.join("runs.jsonl"), kept.join("\n") + "\n{\"instance\":\"").expect("written");
    fs::remove_file(folder.join("report.html")).expect("it was there");
    assert_eq!(bench(&folder, &args).code, 0);
    let again = read(&folder, "runs.jsonl");
    assert_eq!(again.lines().take(3).collect::<Vec<_>>(), kept, "what was done is not done again");
    assert_eq!(runs(&folder).len(), 4);

    // Nothing is left to run: the same runs give the same bytes.
    fs::write(folder.join("runs.jsonl"), &lines).expect("written");
    assert_eq!(bench(&folder, &args).code, 0);
    for (name, before) in names.iter().zip(before) {
        assert!(read(&folder, name) == before, "{name} is not the same");
    }

    // As if it had been killed before it could say what the study is.
    fs::remove_file(folder.join("study.json")).expect("it was there");
    let run = bench(&folder, &args);
    assert!(run.code == 2 && run.complaint().contains("runs.jsonl"), "{run:?}");
    assert_eq!(read(&folder, "runs.jsonl"), lines, "runs of an unknown study stay as they are");
    fs::write(folder.join("runs.jsonl"), "").expect("written");
    fs::write(folder.join("instances/migros.json.part"), "{").expect("written");
    assert_eq!(bench(&folder, &args).code, 0);
    assert_eq!(runs(&folder).len(), 4);

    for other in
        [&["--repeat", "3"][..], &["--repeat", "2", "--nodes", "7"], &["--repeat", "2", "small"]]
    {
        let run = bench(&folder, &quick(&[&[file.as_str()], other].concat()));
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.complaint().contains("another study"), "{run:?}");
    }
    fs::write(folder.join("letter.txt"), "dear").expect("written");
    let run = bench(&folder, &args);
    assert!(run.code == 2 && run.complaint().contains("letter.txt"), "{run:?}");
}

#[test]
fn a_disagreement_stops_the_report() {
    let folder = folder("disagreement");
    let file = puzzle("crossmath/migros.json");
    let args = quick(&[&file]);
    assert_eq!(bench(&folder, &args).code, 0);
    let mut all = runs(&folder);
    let write = |all: &[Value]| {
        let lines: String = all.iter().map(|run| format!("{run}\n")).collect();
        fs::write(folder.join("runs.jsonl"), lines).expect("written");
    };
    let right = all[1]["solution"].clone();
    for (outcome, solution) in [("none", json!(null)), ("unique", json!("0".repeat(64)))] {
        (all[1]["outcome"], all[1]["solution"]) = (json!(outcome), solution);
        write(&all);
        let run = bench(&folder, &args);
        assert_eq!(run.code, 1, "{run:?}");
        for word in ["migros.json", "native", "one-hot/varisat", outcome] {
            assert!(run.complaint().contains(word), "{word}: {run:?}");
        }
        assert!(!folder.join("report.html").exists(), "a report that its runs contradict");
    }
    // Who did not decide contradicts nobody.
    (all[1]["outcome"], all[1]["solution"]) = (json!("timeout"), json!(null));
    write(&all);
    assert_eq!(bench(&folder, &args).code, 0);
    (all[1]["outcome"], all[1]["solution"]) = (json!("unique"), right);
    write(&all);
    assert_eq!(bench(&folder, &args).code, 0);
    all[1]["contender"] = json!("nobody");
    write(&all);
    let run = bench(&folder, &args);
    assert!(run.code == 2 && run.complaint().contains("runs.jsonl, line 2"), "{run:?}");
}

#[test]
fn limits_are_results() {
    let hard = puzzle("mathcrossword/unique24.json");
    let large = puzzle("mathcrossword/unique48.json");
    // Enough to start, not enough for the formula; libz3 alone takes 30 MiB.
    let memory = if cfg!(feature = "z3") { "54" } else { "24" };
    for (name, args, outcome) in [
        ("nodes", &["--backends", "backtrack", "--nodes", "1000", &hard][..], "unknown"),
        ("timeout", &["--backends", "backtrack", "--timeout", "0.1", &large], "timeout"),
        (
            "memory",
            &[
                "--backends",
                "varisat",
                "--encodings",
                "one-hot",
                "--memory",
                memory,
                "--timeout",
                "20",
                &large,
            ],
            "memory",
        ),
    ] {
        let folder = folder(name);
        let run = bench(&folder, args);
        assert_eq!(run.code, 0, "{run:?}");
        let runs = runs(&folder);
        assert!(runs.iter().all(|run| run["outcome"] == outcome), "{name}: {runs:?}");
        assert!(folder.join("report.html").exists());
    }
    let folder = folder("refused");
    let file = wide(&folder.with_extension("json"));
    assert_eq!(bench(&folder, &quick(&[&file])).code, 0);
    let runs = runs(&folder);
    assert_eq!(runs[0]["outcome"], "multiple", "{runs:?}");
    assert!(runs[1]["outcome"] == "refused" && runs[1]["note"].is_string(), "{runs:?}");
}

#[test]
fn bad_usage_is_refused_in_one_line() {
    let folder = folder("usage");
    for (args, word) in [
        (&["--families", "sudoku"][..], "sudoku"),
        (&["--encodings", "morse"], "morse"),
        (&["--backends", "abacus"], "abacus"),
        (&["--encodings", "one-hot", "--backends", "z3"], "backend"),
        (&["--timeout=-1"], "timeout"),
        (&["--timeout", "NaN"], "timeout"),
        (&["no-such-file.json"], "no-such-file.json"),
        (&[concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")], "Cargo.toml"),
    ] {
        let run = bench(&folder, args);
        assert_eq!(run.code, 2, "{args:?}: {run:?}");
        assert!(run.stderr.contains(word), "{args:?}: {run:?}");
        assert!(!folder.exists(), "{args:?}");
    }
}

/// A puzzle with several solutions and with numbers that are too large for one-hot.
fn wide(path: &Path) -> String {
    let puzzle = json!({
        "family": "crossmath",
        "grid": [["_", "+", "_", "=", "3"], ["+", "#", "+", "#", "#"], ["_", "+", "_", "=", "7"],
                 ["=", "#", "=", "#", "#"], ["4", "#", "6", "#", "#"]],
        "values": { "min": 1, "max": 1_000_000, "distinct": false },
    });
    fs::write(path, puzzle.to_string()).expect("written");
    path.to_str().expect("UTF-8").to_string()
}

/// A file whose name is markup.
fn hostile(folder: &Path) -> PathBuf {
    let name = "<img src=x onerror=alert(1)>&\"'<\u{2f}script>.json".replace('/', "\u{2215}");
    let parent = folder.with_extension("files");
    fs::create_dir_all(&parent).expect("a folder");
    let file = parent.join(name);
    fs::copy(puzzle("crossmath/migros.json"), &file).expect("a copy");
    file
}

#[test]
fn the_report_works_in_a_browser() {
    let folder = folder("browser");
    let file = hostile(&folder);
    let refused = wide(&folder.with_extension("json"));
    let text = file.to_str().expect("UTF-8");
    let run = command(process::xwc_path())
        .args(["bench", "small", "--families", "crossmath", "--report"])
        .arg(&folder)
        .args(["--backends", "native,backtrack,varisat", "--encodings", "one-hot"])
        .args([text, &refused])
        .output()
        .expect("xwc starts");
    assert_eq!(run.status.code(), Some(0), "{run:?}");
    let svg = read(&folder, "size.svg");
    assert!(!svg.contains("<img") && svg.contains("&lt;img"), "names are text in plots");

    let Some(browser) = Browser::start() else { return };
    for (scheme, width, height) in [("light", 1280, 800), ("dark", 360, 640)] {
        browser.prefer(scheme);
        browser.open_file(&folder.join("report.html"), width, height);
        let overflow = "return document.documentElement.scrollWidth - innerWidth";
        assert_eq!(browser.script(overflow), 0, "nothing sticks out at {width} pixels");
        for plot in ["cactus", "scatter", "size"] {
            assert!(browser.find(&format!("#{plot} svg")).is_displayed(), "{plot}");
            let marks = browser.find_all(&format!("#{plot} .dot"));
            assert!(marks.len() > 2, "{plot} is empty");
        }
        assert_eq!(browser.script("return document.querySelectorAll('img').length"), 0);
        sorts(&browser);
        chooses(&browser);
        assert_eq!(browser.console_errors(), [""; 0]);
    }
    let background = "return getComputedStyle(document.documentElement).backgroundColor";
    let dark = browser.script(background);
    browser.prefer("light");
    assert_ne!(browser.script(background), dark, "dark and light are different");
}

/// A click sorts a column, Enter turns it around, and what has no value stays below.
fn sorts(browser: &Browser) {
    let values = "return [...document.querySelectorAll('#summary tbody tr')]
        .map(row => Number(row.cells[2].dataset.v))";
    let head = browser.find("#summary th:nth-child(3)");
    let ordered = |up: bool| {
        let values = browser.script(values);
        let values: Vec<f64> = values
            .as_array()
            .expect("a list")
            .iter()
            .map(|v| v.as_f64().expect("a number"))
            .collect();
        assert!(values.len() > 2);
        values.windows(2).all(|pair| if up { pair[0] <= pair[1] } else { pair[0] >= pair[1] })
    };
    browser.find("#summary th:nth-child(3) button").click();
    assert_eq!(head.attribute("aria-sort").as_deref(), Some("ascending"));
    assert!(ordered(true));
    browser.keys(key::ENTER);
    assert_eq!(head.attribute("aria-sort").as_deref(), Some("descending"));
    assert!(ordered(false));
    assert_eq!(browser.find_all("#summary [aria-sort]").len(), 1);
    let last = "return document.querySelector('#all-instances tbody tr:last-child').textContent";
    for _ in 0..2 {
        browser.script("document.querySelector('#all-instances th:last-child button').click()");
        assert!(browser.script(last).as_str().expect("text").contains("refused"));
    }
}

/// The legend hides a contender, the scatter plot takes another one, the runs are filtered.
fn chooses(browser: &Browser) {
    let curve = browser.find("#cactus [data-contender='0']");
    browser.find(".legend button").click();
    assert!(!curve.is_displayed());
    browser.find(".legend button").click();
    assert!(curve.is_displayed());

    let points = "return [...document.querySelectorAll('#scatter .points path')]
        .map(path => path.getAttribute('d')).join()";
    let before = browser.script(points);
    browser.script(
        "const select = document.getElementById('first');
         select.value = select.value === '1' ? '0' : '1';
         select.dispatchEvent(new Event('change'))",
    );
    assert_ne!(browser.script(points), before);
    let title = browser.script("return document.querySelector('#scatter .across').textContent");
    assert_eq!(title, "seconds, backtrack");

    browser.find("#filter").keys("varisat");
    let shown = "return [...document.querySelectorAll('#all-runs tbody tr')]
        .filter(row => row.offsetParent).every(row => row.textContent.includes('varisat'))";
    assert_eq!(browser.script(shown), true);
    assert!(browser.find("#shown").text().ends_with("runs"));
}
