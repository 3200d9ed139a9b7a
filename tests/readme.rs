//! Every command that the README shows is run: `cargo run --release --` stands for the binary
//! under test, and what the README prints below a command must be what the command prints.

use std::path::Path;
use std::process::Command;

/// A command line and the lines shown below it.
struct Shown {
    command: String,
    output: Vec<String>,
}

/// The commands of ```console blocks: lines after `$ `, then their output.
fn shown(readme: &str) -> Vec<Shown> {
    let mut commands: Vec<Shown> = Vec::new();
    let mut inside = false;
    for line in readme.lines() {
        match (line.strip_prefix("$ "), inside) {
            _ if line.starts_with("```") => inside = line == "```console",
            (Some(command), true) => {
                commands.push(Shown { command: command.to_string(), output: Vec::new() });
            }
            (None, true) => {
                let last = commands.last_mut().expect("a command before its output");
                last.output.push(line.to_string());
            }
            (_, false) => {}
        }
    }
    commands
}

/// What the README tells people to run, beside the program itself and VeriPB.
const SCRIPTS: [&str; 5] =
    ["./scripts/test", "scripts/compare", "scripts/setup-z3", "scripts/setup-veripb", "cargo"];

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

#[test]
fn every_command_in_the_readme_runs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).expect("the README");
    let commands = shown(&readme);
    let mut run = 0;
    // As on a fresh machine.
    let made =
        ["pack", "part-1", "part-2", "pack-merged", "pack-certified", "certificate", "study"];
    for one in made {
        let folder = root.join("target").join(one);
        if folder.exists() {
            std::fs::remove_dir_all(folder).expect("what an earlier run made goes");
        }
    }
    let _ = std::fs::remove_file(root.join("target/atlas.jsonl"));
    for Shown { command, output } in &commands {
        let skip_veripb = std::env::var_os("XWC_SKIP_VERIPB").is_some();
        let ours = command.strip_prefix("cargo run --release -- ");
        let line = match ours {
            Some(arguments) => format!("\"$XWC\" {arguments}"),
            None if command.starts_with(".deps/veripb/") && !skip_veripb => command.clone(),
            None => {
                // Building, testing and timing are what the scripts themselves do.
                let script = command.split(' ').next().expect("a word");
                let known = SCRIPTS.contains(&script) || command.starts_with(".deps/veripb/");
                assert!(known, "the README shows `{command}`, which no test knows");
                let exists = script == "cargo" || skip_veripb || root.join(script).exists();
                assert!(exists, "there is no {script}");
                continue;
            }
        };
        let result = Command::new("sh")
            .current_dir(root)
            .args(["-c", &line])
            .env("XWC", env!("CARGO_BIN_EXE_xwc"))
            .output()
            .expect("a shell");
        let code = result.status.code();
        assert!(matches!(code, Some(0 | 10)), "`{command}` exits with {code:?}");
        let printed = String::from_utf8(result.stdout).expect("text");
        let printed: Vec<String> = printed.lines().map(without_times).collect();
        let expected: Vec<String> = output.iter().map(|line| without_times(line)).collect();
        if !expected.is_empty() {
            assert_eq!(printed, expected, "`{command}` prints something else");
        }
        run += 1;
    }
    assert!(run >= 6, "only {run} commands of the README were run");
}
