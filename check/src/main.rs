//! `xwc-check PUZZLE DIR`: checks a certificate, with nothing but what a verdict rests on.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use xwc_check::program::{Options, run};
use xwc_check::support::text::visible;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let Some((puzzle, folder, options)) = parse(&arguments) else {
        let usage = "usage: xwc-check PUZZLE DIR [--dictionary FILE] [--lrat FILE]";
        say(&mut std::io::stderr(), usage);
        return ExitCode::from(2);
    };
    match run(puzzle, folder, options) {
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

/// The puzzle, the folder and the options; `None` if the arguments are others.
fn parse(arguments: &[OsString]) -> Option<(&Path, &Path, Options<'_>)> {
    let ([puzzle, folder], mut rest) = arguments.split_first_chunk()?;
    let mut options = Options::default();
    while let [option, file, others @ ..] = rest {
        let place = match option.to_str()? {
            "--dictionary" => &mut options.dictionary,
            "--lrat" => &mut options.lrat,
            _ => return None,
        };
        if place.replace(Path::new(file)).is_some() {
            return None;
        }
        rest = others;
    }
    rest.is_empty().then_some((Path::new(puzzle), Path::new(folder), options))
}

/// A closed stream is not a reason to fail: the exit code is enough.
fn say(out: &mut dyn Write, sentence: &str) {
    let _ = writeln!(out, "{sentence}");
}
