//! The program `xwc`: arguments in, exit code out. Parsing, logging and dispatch are here, one file per
//! subcommand in `commands`.

mod bench;
mod commands;
mod exit;
mod families;
mod formats;
mod input;
mod options;
mod process;
mod progress;
mod terminal;

use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use clap::{ArgAction, Parser, Subcommand};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::format::FmtSpan;
use tracing_subscriber::fmt::time::uptime;
use tracing_subscriber::fmt::writer::BoxMakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use self::commands::{
    atlas, bench as study, check, compile, completions, encodings, generate, pack, play, prove,
    schema, show, solve,
};
use self::exit::{Exit, Failure};
use self::process::Allocator;
use xwc_check::support::text::Visible;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

/// Compiles arithmetic and word grid puzzles into constraints and proves how many solutions they
/// have.
#[derive(Debug, Parser)]
#[command(name = "xwc", version, max_term_width = 100)]
struct Args {
    /// Show each stage, its sizes and how long it takes; repeat for more
    #[arg(short, long, action = ArgAction::Count, global = true)]
    verbose: u8,

    /// Write what -v shows as JSON, one object per line
    #[arg(long, global = true)]
    log_json: bool,

    /// Say nothing but results and errors
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Prove(prove::ProveArgs),
    Check(check::CheckArgs),
    Solve(solve::SolveArgs),
    Compile(compile::CompileArgs),
    Generate(generate::GenerateArgs),
    Pack(pack::PackArgs),
    Atlas(atlas::AtlasArgs),
    Bench(study::BenchArgs),
    Show(show::ShowArgs),
    Play(play::PlayArgs),
    Encodings(encodings::EncodingsArgs),
    Schema(schema::SchemaArgs),
    Completions(completions::CompletionsArgs),
}

impl Command {
    fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
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
fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return exit::report_arguments(&error),
    };
    start_log(&args);
    process::handle_interrupts();
    process::handle_panics();
    run(&args).unwrap_or_else(|error| exit::report(&error)).into()
}

fn run(args: &Args) -> Result<Exit, Failure> {
    let mut out = Visible::new(BufWriter::new(io::stdout().lock()));
    let exit = args.command.run(&mut out)?;
    out.flush()?;
    Ok(exit)
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
    let asked = std::env::var("XWC_LOG").ok().and_then(|filter| filter.parse::<Targets>().ok());
    let filter = asked.unwrap_or_else(|| level.parse().expect("a filter of our own"));
    let colour = io::stderr().is_terminal()
        && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    // With colours the writer has to let their codes through; messages are made visible before.
    let writer = match colour {
        true => BoxMakeWriter::new(io::stderr),
        false => BoxMakeWriter::new(|| Visible::new(io::stderr())),
    };
    let log = tracing_subscriber::fmt::layer()
        .with_writer(writer)
        .with_ansi(colour)
        .with_span_events(FmtSpan::CLOSE)
        .with_timer(())
        .with_target(false);
    let log = match args.log_json {
        true => {
            let log = log.json().with_timer(uptime());
            log.with_current_span(true).with_span_list(false).boxed()
        }
        false => log.boxed(),
    };
    tracing_subscriber::registry().with(log.with_filter(filter)).init();
}
