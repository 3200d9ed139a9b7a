//! One run: `xwc prove --json` in a process of its own, with a limit on its memory and its time.
//!
//! The memory limit is set by the shell, which then becomes the process; the clock limit is given
//! to the solver, and enforced a little later from outside, since not everything looks at the clock.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::peak_memory;
use xwc::study::{Run, RunEnd, RunResult};

/// Does a run of a study.
pub(crate) fn run(run: Run<'_>) -> io::Result<RunResult> {
    let start = Instant::now();
    let mut child =
        command(run)?.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let streams = (reader(child.stdout.take()), reader(child.stderr.take()));
    let grace = Duration::from_secs_f64(0.5 + run.timeout * 1.1);
    let (status, memory) = watch(&mut child, start + grace)?;
    let text = |thread: thread::JoinHandle<String>| thread.join().unwrap_or_default();
    let (stdout, stderr) = (text(streams.0), text(streams.1));
    let seconds = start.elapsed().as_secs_f64();
    let end = match status {
        None => RunEnd::Timeout,
        Some(status) => judge(status, &stdout, &stderr),
    };
    Ok(RunResult { seconds, memory, end })
}

fn command(run: Run<'_>) -> io::Result<Command> {
    let program = std::env::current_exe()?;
    let mut command = Command::new("sh");
    let kib = (run.memory << 10).to_string();
    command.args(["-c", "ulimit -v \"$0\" && exec \"$@\"", &kib]).arg(program);
    command.args(["prove", "--json", "--quiet", "--backend", run.backend]);
    if let Some(encoding) = run.encoding {
        command.args(["--encoding", encoding]);
    }
    command.args(["--timeout", &run.timeout.to_string()]);
    for (option, limit) in [("--conflicts", run.conflicts), ("--nodes", run.nodes)] {
        if let Some(limit) = limit {
            command.args([option, &limit.to_string()]);
        }
    }
    command.arg("--").arg(run.puzzle);
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
fn watch(child: &mut Child, deadline: Instant) -> io::Result<(Option<ExitStatus>, Option<u64>)> {
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

/// How a process ended that ended by itself.
fn judge(status: ExitStatus, stdout: &str, stderr: &str) -> RunEnd {
    let said = stderr.lines().next().unwrap_or_default();
    let said = said.strip_prefix("xwc: ").unwrap_or(said);
    let note = || if said.is_empty() { status.to_string() } else { said.to_string() };
    match (status.code(), serde_json::from_str(stdout)) {
        (Some(_), Ok(report)) => RunEnd::Report(Box::new(report)),
        (Some(2), _) => RunEnd::Refused(note()),
        _ if is_out_of_memory(stderr) => RunEnd::Memory,
        // Linux ends processes by this signal when the whole machine runs out of memory.
        (None, _) if stderr.is_empty() => RunEnd::Memory,
        _ => RunEnd::Failed(note()),
    }
}

/// How Rust, C++, Z3 and the loader of programs say it.
fn is_out_of_memory(stderr: &str) -> bool {
    let ways =
        ["memory allocation of", "bad_alloc", "out of memory", "Out of memory", "failed to map"];
    ways.iter().any(|words| stderr.contains(words))
}
