//! `xwc-check PUZZLE DIR [--dictionary FILE]`: checks a certificate, with nothing but what a verdict rests on.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use xwc_check::program::run;
use xwc_check::support::text::visible;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let (puzzle, folder, dictionary) = match &arguments[..] {
        [puzzle, folder] => (puzzle, folder, None),
        [puzzle, folder, option, words] if option == "--dictionary" => {
            (puzzle, folder, Some(words))
        }
        _ => {
            say(&mut std::io::stderr(), "usage: xwc-check PUZZLE DIR [--dictionary FILE]");
            return ExitCode::from(2);
        }
    };
    match run(Path::new(puzzle), Path::new(folder), dictionary.map(Path::new)) {
        Ok(sentence) => {
            say(&mut std::io::stdout(), &sentence);
            ExitCode::SUCCESS
        }
        Err((code, sentence)) => {
            say(&mut std::io::stderr(), &format!("xwc-check: {}", visible(&sentence)));
            ExitCode::from(code)
        }
    }
}

/// A closed stream is not a reason to fail: the exit code is enough.
fn say(out: &mut dyn Write, sentence: &str) {
    let _ = writeln!(out, "{sentence}");
}
