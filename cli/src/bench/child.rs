//! One run: `xwc prove --json` in a process of its own, with a limit on its memory and its time.
//!
//! The memory limit is set by the shell, which then becomes the process; the clock limit is given
//! to the solver, and enforced a little later from outside, since not everything looks at the clock.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::{BenchError, Contender, FinishedRun, Instance, RunLimits, RunOutcome, peak_memory};
use xwc::{ProveReport, Stats, UnknownReason, Verdict};
use xwc_check::certificate::Digest;
use xwc_check::support::budget::Limit;

/// Runs a contender on an instance, whose file is in the study's folder.
pub(super) fn run(
    folder: &Path,
    instance: &Instance,
    contender: &Contender,
    repetition: u32,
    limits: RunLimits,
) -> Result<FinishedRun, BenchError> {
    let start = Instant::now();
    let mut child = command(&folder.join(&instance.file), contender, limits)?
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(BenchError::Start)?;
    let streams = (reader(child.stdout.take()), reader(child.stderr.take()));
    let grace = Duration::from_secs_f64(0.5 + limits.timeout * 1.1);
    let (status, memory) = watch(&mut child, start + grace).map_err(BenchError::Start)?;
    let text = |thread: thread::JoinHandle<String>| thread.join().unwrap_or_default();
    let (stdout, stderr) = (text(streams.0), text(streams.1));
    let mut run = FinishedRun {
        instance: instance.name.clone(),
        contender: contender.name.clone(),
        repetition,
        outcome: RunOutcome::Failed,
        seconds: start.elapsed().as_secs_f64(),
        memory,
        variables: None,
        clauses: None,
        conflicts: None,
        propagations: None,
        nodes: None,
        solution: None,
        note: None,
    };
    match status {
        None => run.outcome = RunOutcome::Timeout,
        Some(status) => judge(&mut run, status, &stdout, &stderr),
    }
    // A verdict that came too late does not count, and Z3 does not say that its time was over.
    let late = run.outcome.is_decided() || run.outcome == RunOutcome::Unknown;
    if late && run.seconds > limits.timeout {
        (run.outcome, run.solution) = (RunOutcome::Timeout, None);
    }
    Ok(run)
}

fn command(file: &Path, contender: &Contender, limits: RunLimits) -> Result<Command, BenchError> {
    let program = std::env::current_exe().map_err(BenchError::Start)?;
    let mut command = Command::new("sh");
    let kib = (limits.memory << 10).to_string();
    command.args(["-c", "ulimit -v \"$0\" && exec \"$@\"", &kib]).arg(program);
    command.args(["prove", "--json", "--quiet", "--backend", &contender.backend]);
    if let Some(encoding) = &contender.encoding {
        command.args(["--encoding", encoding]);
    }
    command.args(["--timeout", &limits.timeout.to_string()]);
    for (option, limit) in [("--conflicts", limits.conflicts), ("--nodes", limits.nodes)] {
        if let Some(limit) = limit {
            command.args([option, &limit.to_string()]);
        }
    }
    command.arg("--").arg(file);
    command.env_remove("XWC_LOG").env("RUST_BACKTRACE", "0");
    Ok(command)
}

/// Reads a stream to its end while the process runs, so that it never waits for a reader.
fn reader(stream: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read before a stream breaks is kept.
        let _ = stream.map(|mut stream| stream.read_to_end(&mut bytes));
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Waits for the end, or makes one when the time is over: then there is no status. Also the most
/// memory that was seen.
fn watch(
    child: &mut Child,
    deadline: Instant,
) -> std::io::Result<(Option<ExitStatus>, Option<u64>)> {
    let process = child.id().to_string();
    let mut memory = None;
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok((Some(status), memory));
        }
        memory = memory.max(peak_memory(&process));
        if Instant::now() >= deadline {
            child.kill()?;
            child.wait()?;
            return Ok((None, memory));
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// The outcome of a process that ended by itself.
fn judge(run: &mut FinishedRun, status: ExitStatus, stdout: &str, stderr: &str) {
    let said = stderr.lines().next().unwrap_or_default();
    let said = said.strip_prefix("xwc: ").unwrap_or(said);
    let note = || Some(if said.is_empty() { status.to_string() } else { said.to_string() });
    match (status.code(), serde_json::from_str::<ProveReport>(stdout)) {
        (Some(_), Ok(report)) => read(run, &report),
        (Some(2), _) => (run.outcome, run.note) = (RunOutcome::Refused, note()),
        _ if is_out_of_memory(stderr) => run.outcome = RunOutcome::Memory,
        // Linux ends processes by this signal when the whole machine runs out of memory.
        (None, _) if stderr.is_empty() => run.outcome = RunOutcome::Memory,
        _ => run.note = note(),
    }
}

/// How Rust, C++, Z3 and the loader of programs say it.
fn is_out_of_memory(stderr: &str) -> bool {
    let ways =
        ["memory allocation of", "bad_alloc", "out of memory", "Out of memory", "failed to map"];
    ways.iter().any(|words| stderr.contains(words))
}

fn read(run: &mut FinishedRun, report: &ProveReport) {
    run.outcome = match (report.verdict, report.limit) {
        (Verdict::Unique, _) => RunOutcome::Unique,
        (Verdict::Multiple, _) => RunOutcome::Multiple,
        (Verdict::None, _) => RunOutcome::None,
        (Verdict::Unknown, Some(UnknownReason::Limit(Limit::Clock))) => RunOutcome::Timeout,
        (Verdict::Unknown, _) => RunOutcome::Unknown,
    };
    let Stats { variables, clauses, conflicts, nodes, propagations, seconds, memory } =
        report.search.stats;
    run.seconds = seconds;
    run.memory = run.memory.max(memory);
    (run.variables, run.clauses) = (Some(variables), Some(clauses));
    (run.conflicts, run.nodes) = (Some(conflicts), Some(nodes));
    run.propagations = propagations;
    if let (RunOutcome::Unique, [solution, ..]) = (run.outcome, &report.search.solutions[..]) {
        // The grid is what is unique; a crossnumber's other variables may be open.
        let grid = solution.0["grid"].to_string();
        run.solution = Some(Digest::of(grid.as_bytes()).0);
    }
}
