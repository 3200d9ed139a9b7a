//! Long work: on how many threads, and how far it has come.

use std::io::{self, IsTerminal};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::ThreadPoolBuilder;

use crate::exit::Failure;
use crate::process::STOP;

/// Has the process share its work among this many threads; 0 means one per processor.
pub(crate) fn use_threads(jobs: usize) -> Result<(), Failure> {
    const MOST: usize = 1024;
    if jobs > MOST {
        let message = format!("--jobs {jobs}: at most {MOST} threads");
        return Err(Failure::usage(message));
    }
    ThreadPoolBuilder::new().num_threads(jobs).build_global().map_err(Failure::defect)
}

/// The time until the first line about a search; each one after that comes after twice the time.
const FIRST_LINE: Duration = Duration::from_secs(10);

/// Says now and then how far a search has come, of which nobody knows how long it takes.
pub(crate) fn watch_search() {
    let start = Instant::now();
    let watch = move || {
        let mut pause = FIRST_LINE;
        loop {
            thread::sleep(pause);
            let (seconds, steps) = (start.elapsed().as_secs(), STOP.steps());
            tracing::info!(
                target: "progress",
                "searching for {seconds} seconds, {steps} branches and conflicts so far"
            );
            pause *= 2;
        }
    };
    // Without a thread for it nothing is said.
    let _ = thread::Builder::new().spawn(watch);
}

/// A bar on a terminal, and lines elsewhere.
pub(crate) struct ProgressReporter {
    /// What is counted.
    what: &'static str,
    bar: ProgressBar,
    terminal: bool,
    start: Instant,
    /// When the last line was written.
    said: Instant,
    /// What an earlier run had done, or the first batch.
    before: Option<u64>,
}

/// The time between two lines where there is no terminal.
const LINES: Duration = Duration::from_secs(5);

impl ProgressReporter {
    pub(crate) fn new(what: &'static str) -> Self {
        let terminal = io::stderr().is_terminal();
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let style = format!("{{bar:32}} {{pos}} of {{len}} {what}, {{per_sec}}, {{eta}} left");
        if let Ok(style) = ProgressStyle::with_template(&style) {
            bar.set_style(style);
        }
        let start = Instant::now();
        Self { what, bar, terminal, start, said: start, before: None }
    }

    pub(crate) fn update(&mut self, done: u64, total: u64) {
        if self.terminal {
            self.bar.set_length(total);
            self.bar.set_position(done);
            if done == total {
                self.bar.finish_and_clear();
            }
            return;
        }
        let before = *self.before.get_or_insert(done);
        if self.said.elapsed() >= LINES {
            self.said = Instant::now();
            let rate = (done - before) as f64 / self.start.elapsed().as_secs_f64();
            let left = (total - done) as f64 / rate.max(0.001);
            let what = self.what;
            tracing::info!(
                target: "progress",
                "{done} of {total} {what}, {rate:.1} a second, {left:.0} seconds left"
            );
        }
    }
}
