//! The command line: one file a subcommand, the rest here.

mod atlas;
mod bench;
mod check;
mod compile;
mod completions;
mod encodings;
mod exit;
mod export;
mod generate;
mod input;
mod options;
mod pack;
mod play;
mod progress;
mod prove;
mod schema;
mod show;
mod shown;
mod solve;

use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use clap::{ArgAction, Parser, Subcommand};
use tracing_subscriber::EnvFilter;

use self::exit::Exit;

/// Compiles arithmetic and word grid puzzles into constraints and proves how many solutions they
/// have.
#[derive(Debug, Parser)]
#[command(name = "xwc", version, max_term_width = 100)]
struct Args {
    /// Say more about what happens; repeat for more
    #[arg(short, long, action = ArgAction::Count, global = true)]
    verbose: u8,

    /// Say nothing but results and errors
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Prove(prove::Prove),
    Check(check::Check),
    Solve(solve::Solve),
    Compile(compile::Compile),
    Generate(generate::Generate),
    Pack(pack::Pack),
    Atlas(atlas::Atlas),
    Bench(bench::Bench),
    Show(show::Show),
    Play(play::Play),
    Encodings(encodings::Encodings),
    Schema(schema::Schema),
    Completions(completions::Completions),
}

impl Command {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        match self {
            Command::Prove(command) => command.run(out),
            Command::Check(command) => command.run(out),
            Command::Solve(command) => command.run(out),
            Command::Compile(command) => command.run(out),
            Command::Generate(command) => command.run(out),
            Command::Pack(command) => command.run(out),
            Command::Atlas(command) => command.run(out),
            Command::Bench(command) => command.run(out),
            Command::Show(command) => command.run(out),
            Command::Play(command) => command.run(out),
            Command::Encodings(command) => command.run(out),
            Command::Schema(command) => command.run(out),
            Command::Completions(command) => command.run(out),
        }
    }
}

/// Parses the arguments, runs the command, reports errors.
pub fn main() -> ExitCode {
    let args = Args::parse();
    start_log(&args);
    let outcome = std::panic::catch_unwind(|| {
        let mut out = BufWriter::new(io::stdout().lock());
        let exit = args.command.run(&mut out)?;
        out.flush()?;
        Ok::<Exit, anyhow::Error>(exit)
    });
    match outcome {
        Ok(Ok(exit)) => exit.into(),
        Ok(Err(error)) => exit::report(&error).into(),
        Err(_) => Exit::Internal.into(),
    }
}

/// Logs go to standard error; `XWC_LOG` overrides the flags.
fn start_log(args: &Args) {
    let level = match (args.quiet, args.verbose) {
        (true, _) => "error",
        (false, 0) => "warn,progress=info",
        (false, 1) => "xwc=info,progress=info",
        (false, 2) => "xwc=debug,progress=info",
        (false, _) => "trace",
    };
    let filter = match std::env::var("XWC_LOG") {
        Ok(filter) => EnvFilter::new(filter),
        Err(_) => EnvFilter::new(level),
    };
    let colour = io::stderr().is_terminal()
        && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(colour)
        .without_time()
        .with_target(false)
        .init();
}
