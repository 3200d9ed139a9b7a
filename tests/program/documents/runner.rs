//! Runs the parts of a document in a folder of its own, and collects what is not as shown.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::{Value, json};
use xwc_testkit::process::{command, xwc_path, xwc_reading};
use xwc_testkit::{root, veripb};

use super::blocks::{Command, Part};

/// How commands end that decide something or succeed.
const CODES: [i32; 4] = [0, 10, 20, 30];

/// Longer lists of answers show the first three and the last.
const SHOWN_ANSWERS: usize = 12;

pub(super) struct Runner {
    document: String,
    folder: PathBuf,
    /// The folder with `xwc`, for the path of the shell.
    programs: PathBuf,
    examples: usize,
    faults: Vec<String>,
}

struct Ran {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

/// Times differ from run to run.
fn without_times(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    for i in 1..words.len() {
        if words[i].starts_with("ms") {
            words[i - 1] = "_";
        }
    }
    words.join(" ")
}

/// What an exit code of `prove` says.
fn verdict(code: Option<i32>) -> &'static str {
    match code {
        Some(0) => "unique",
        Some(10) => "multiple",
        Some(20) => "none",
        Some(30) => "unknown",
        Some(2) => "invalid",
        _ => "a failure",
    }
}

impl Runner {
    pub(super) fn new(document: &str) -> Self {
        let own = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documents");
        let own = own.join(document.replace('/', "-"));
        if own.exists() {
            fs::remove_dir_all(&own).expect("the folder of an earlier run goes");
        }
        let (folder, programs) = (own.join("clone"), own.join("programs"));
        fs::create_dir_all(folder.join("target")).expect("a folder");
        fs::create_dir_all(&programs).expect("a folder");
        symlink(xwc_path(), programs.join("xwc")).expect("a link");
        let links = [("tests", "tests"), ("scripts", "scripts"), (".deps", ".deps")];
        for (name, target) in links.into_iter().chain([("puzzles", "tests/puzzles")]) {
            symlink(root().join(target), folder.join(name)).expect("a link");
        }
        let document = document.to_string();
        Self { document, folder, programs, examples: 0, faults: Vec::new() }
    }

    /// How many examples were run, and what was wrong.
    pub(super) fn end(self) -> (usize, Vec<String>) {
        (self.examples, self.faults)
    }

    fn fault(&mut self, line: usize, what: &str) {
        self.faults.push(format!("{}:{line}: {what}", self.document));
    }

    pub(super) fn run(&mut self, part: &Part) {
        match part {
            Part::NotRun { .. } => {}
            Part::Wrong { line, what } => self.fault(*line, what),
            Part::Clue { line, clues, cells, answers } => {
                self.examples += 1;
                match found(clues, *cells) {
                    Ok(found) if found == *answers => {}
                    Ok(found) => self.fault(*line, &format!("{clues:?} has the answers {found}")),
                    Err(error) => self.fault(*line, &format!("{clues:?}: {error}")),
                }
            }
            Part::Json { line, file, verdict: shown, text } => {
                self.examples += 1;
                fs::write(self.folder.join(file), text).expect("written");
                if let Err(error) = serde_json::from_str::<Value>(text) {
                    self.fault(*line, &format!("{file} is no JSON: {error}"));
                }
                let ran = self.shell(&format!("xwc prove {file}"));
                if verdict(ran.code) != shown {
                    let what = format!("{file} is {}: {}", verdict(ran.code), ran.stderr);
                    self.fault(*line, &what);
                }
            }
            Part::Rust { line, file, text } => {
                self.examples += 1;
                match fs::read_to_string(root().join(file)) {
                    Ok(code) if code == *text => {}
                    Ok(_) => self.fault(*line, &format!("{file} is another text")),
                    Err(error) => self.fault(*line, &format!("{file}: {error}")),
                }
            }
            Part::Console { needs: Some(program), commands, .. } if program != "veripb" => {
                self.fault(commands[0].line, &format!("nobody knows what needs={program} means"));
            }
            Part::Console { needs: Some(_), .. } if veripb::veripb().is_none() => {}
            Part::Console { commands, exit, .. } => {
                for (i, command) in commands.iter().enumerate() {
                    let last = i + 1 == commands.len();
                    self.command(command, exit.filter(|_| last));
                }
            }
        }
    }

    fn command(&mut self, command: &Command, exit: Option<i32>) {
        self.examples += 1;
        let Command { line, text, output } = command;
        let text = text.replace("cargo run --release -- ", "xwc ");
        if ["cargo", "scripts/", "./scripts/", "git"].iter().any(|start| text.starts_with(start)) {
            return self.fault(*line, &format!("`{text}` builds something: say `not-run:`"));
        }
        let ran = self.shell(&text);
        let stderr = ran.stderr.trim();
        let right = ran.code.is_some_and(|code| match exit {
            Some(exit) => code == exit,
            None => CODES.contains(&code),
        });
        if !right {
            self.fault(*line, &format!("`{text}` exits with {:?}: {stderr}", ran.code));
        }
        if output.is_empty() {
            return;
        }
        let printed = ran.stdout.lines().map(without_times);
        if !printed.eq(output.iter().map(|line| without_times(line))) {
            self.fault(*line, &format!("`{text}` prints\n{}", ran.stdout));
        }
        if !stderr.is_empty() {
            self.fault(*line, &format!("`{text}` also prints to standard error: {stderr}"));
        }
    }

    fn shell(&self, line: &str) -> Ran {
        let path = std::env::var("PATH").unwrap_or_default();
        let output = command("sh")
            .args(["-c", line])
            .current_dir(&self.folder)
            .env("PATH", format!("{}:{path}", self.programs.display()))
            .env("LC_ALL", "C.UTF-8")
            // No lines about progress, which depend on time.
            .env("XWC_LOG", "warn")
            .stdin(Stdio::null())
            .output()
            .expect("a shell");
        let [stdout, stderr] = [output.stdout, output.stderr]
            .map(|bytes| String::from_utf8(bytes).expect("commands print UTF-8"));
        Ran { code: output.status.code(), stdout, stderr }
    }
}

/// The answers of a puzzle with a single entry that has these clues, as the documents write them.
fn found(clues: &[String], cells: usize) -> Result<String, String> {
    let grid = ".".repeat(cells);
    let puzzle = json!({ "family": "crossnumber", "grid": [grid], "clues": { "A1": clues } });
    let run = xwc_reading(["solve", "--limit", "1000", "--json", "-"], &puzzle.to_string());
    if ![0, 20].contains(&run.code) {
        return Err(run.stderr);
    }
    let solved = run.json();
    if solved["complete"] != true {
        return Err("more than 1000 answers".to_string());
    }
    let solutions = solved["solutions"].as_array().expect("a list");
    let mut values: Vec<u64> =
        solutions.iter().filter_map(|solution| solution["entries"]["A1"].as_u64()).collect();
    values.sort_unstable();
    let join = |values: &[u64]| values.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    Ok(match &values[..] {
        [] => "none".to_string(),
        [first @ .., last] if first.len() >= SHOWN_ANSWERS => {
            format!("{}, …, {last} ({})", join(&first[..3]), values.len())
        }
        few => join(few),
    })
}
