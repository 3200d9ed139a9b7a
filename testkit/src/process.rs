//! Runs the built binary and keeps what it printed.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

/// The program under test, which cargo has built beside the test that runs.
pub fn xwc_path() -> &'static str {
    static PATH: LazyLock<String> = LazyLock::new(|| {
        let test = env::current_exe().expect("the path of the test");
        let folder = test.parent().and_then(Path::parent).expect("the folder of the build");
        folder.join("xwc").to_str().expect("the path is UTF-8").to_string()
    });
    &PATH
}

/// What a run came to.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    /// The run behind a finished process, which neither panicked nor was killed.
    pub fn of(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("xwc prints UTF-8");
        let (stdout, stderr) = (text(output.stdout), text(output.stderr));
        assert!(!stderr.contains("panicked at"), "{stderr}");
        let code = output.status.code();
        let code = code.unwrap_or_else(|| panic!("killed ({}): {stderr}", output.status));
        Self { code, stdout, stderr }
    }

    /// The one JSON object on standard output.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("{error} in {:?}; {}", self.stdout, self.stderr))
    }

    /// The one line on standard error, without the line break.
    pub fn complaint(&self) -> &str {
        let line = self.stderr.strip_suffix('\n').unwrap_or_else(|| panic!("no line: {self:?}"));
        assert!(!line.contains('\n'), "more than one line: {line}");
        line
    }
}

/// A command without the variables of the caller's environment that change what xwc prints.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.env_remove("XWC_LOG").env_remove("NO_COLOR").env("RUST_BACKTRACE", "0");
    command
}

/// Runs xwc with nothing on standard input.
pub fn xwc<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Run {
    Run::of(command(xwc_path()).args(args).stdin(Stdio::null()).output().expect("xwc starts"))
}

/// Runs xwc with a text on standard input.
pub fn xwc_reading<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, input: &str) -> Run {
    let mut command = command(xwc_path());
    command.args(args);
    reading(command, input)
}

/// Runs a command with a text on standard input.
pub fn reading(mut command: Command, input: &str) -> Run {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("it was piped");
    // If xwc ends before it has read everything, that is for the caller to judge.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    Run::of(child.wait_with_output().expect("xwc ends"))
}

/// The folder of the puzzle files.
pub fn puzzles() -> PathBuf {
    crate::root().join("tests/puzzles")
}

/// The path of a puzzle file as an argument.
pub fn puzzle(name: &str) -> String {
    puzzles().join(name).to_str().expect("the path is UTF-8").to_string()
}

/// The files of a folder, in order.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    files.sort();
    files
}

/// Every well-formed puzzle file, in order.
pub fn samples() -> Vec<PathBuf> {
    let folders = files(&puzzles()).into_iter().filter(|path| !path.ends_with("invalid"));
    let name = |path: &PathBuf| path.to_string_lossy().into_owned();
    folders
        .filter(|path| path.is_dir())
        .flat_map(|folder| files(&folder))
        .filter(|path| name(path).ends_with(".json") && !name(path).ends_with(".expect.json"))
        .collect()
}
