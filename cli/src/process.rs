//! The limits of the process itself: how much memory it may have, and what happens when the user
//! interrupts it.
//!
//! Every stage asks its budget from time to time. What is here is the last resort for stages that do
//! not come round to it: a limit on the address space, an allocator that ends the process with a
//! sentence instead of a signal, and threads that end it a moment after an interrupt or a deadline.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::{self, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::thread;
use std::time::Duration;

use crate::exit::Exit;
use xwc_check::support::budget::{Limit, StopFlag};

/// Raised when the time or the memory runs out, or the user interrupts the process.
pub(crate) static STOP: StopFlag = StopFlag::new();

/// Program, libraries and stacks need address space beside what is used.
const EXTRA: u64 = 256 << 20;

/// How long after an interrupt or a deadline the process is ended, whatever it is doing.
const GRACE: Duration = Duration::from_millis(700);

/// Enough for a thread that only waits.
const STACK: usize = 64 << 10;

/// How often memory is looked at.
const INTERVAL: Duration = Duration::from_millis(5);

/// Limits the memory of the process. At the limit, work that checks its budget is told to stop; what goes far
/// beyond it ends the process with the exit code.
pub(crate) fn limit_memory(mib: u64, exit: Exit) {
    let most = mib.saturating_mul(1 << 20);
    EXIT.store(exit as u8, Ordering::Relaxed);
    SENTENCE.get_or_init(|| format!("xwc: out of memory: more than {mib} MiB (--memory)\n"));
    limit_address_space(most.saturating_add(EXTRA));
    in_background(move || {
        while resident() <= most {
            thread::sleep(INTERVAL);
        }
        STOP.raise(Limit::Memory);
    });
}

static EXIT: AtomicU8 = AtomicU8::new(Exit::Internal as u8);
static SENTENCE: OnceLock<String> = OnceLock::new();

/// Bytes of memory that the process has now; 0 where the system does not say.
fn resident() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split(' ').nth(1)?.parse::<u64>().ok());
    pages.unwrap_or(0) * page_size()
}

/// Runs something that waits beside the work. Without the memory for a thread it is not run.
fn in_background(wait: impl FnOnce() + Send + 'static) {
    let _ = thread::Builder::new().stack_size(STACK).spawn(wait);
}

/// After an interrupt, work that checks its budget is told to stop; a moment later the process ends.
pub(crate) fn handle_interrupts() {
    let handler = || {
        STOP.raise(Limit::Interrupted);
        thread::sleep(GRACE);
        end("xwc: interrupted\n", Exit::Interrupted as u8)
    };
    // Without a handler an interrupt ends the process at once, which is just as good.
    let _ = ctrlc::set_handler(handler);
}

/// A panic, on any thread, is a defect: after its message the process ends. There is no unwinding, so that
/// the release build has no code for it.
pub(crate) fn handle_panics() {
    let message = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        message(panic);
        end("", Exit::Internal as u8)
    }));
}

/// After some time, work that checks its budget is told to stop. A moment later the process ends, whatever it is
/// doing: waiting for a pipe, or work between two questions.
pub(crate) fn end_after(time: Duration) {
    let wait = move || {
        thread::sleep(time);
        STOP.raise(Limit::Clock);
        thread::sleep(GRACE);
        end("xwc: unknown: the time ran out (--timeout)\n", Exit::Unknown as u8)
    };
    match time.is_zero() {
        // Nothing is begun that has no time.
        true => STOP.raise(Limit::Clock),
        false => in_background(wait),
    }
}

/// Ends the process at once, with a sentence; files that are half written go.
fn end(sentence: &str, exit: u8) -> ! {
    static ENDING: AtomicBool = AtomicBool::new(false);
    if !ENDING.swap(true, Ordering::Relaxed) {
        let _ = io::stderr().write_all(sentence.as_bytes());
        xwc::remove_unfinished();
    }
    exit_at_once(exit.into())
}

/// The system's allocator, but running out of memory ends the process with a sentence.
#[derive(Debug)]
pub(crate) struct Allocator;

fn given(pointer: *mut u8) -> *mut u8 {
    if pointer.is_null() {
        let sentence = SENTENCE.get().map_or("xwc: out of memory\n", String::as_str);
        end(sentence, EXIT.load(Ordering::Relaxed));
    }
    pointer
}

#[expect(unsafe_code, reason = "an allocator is unsafe to implement; this one only forwards")]
// SAFETY: every call is handed to the system's allocator as it is.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        given(unsafe { System.alloc(layout) })
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        given(unsafe { System.alloc_zeroed(layout) })
    }

    #[inline]
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        given(unsafe { System.realloc(pointer, layout, size) })
    }

    #[inline]
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[cfg(unix)]
#[expect(unsafe_code, reason = "the system's interface")]
fn limit_address_space(bytes: u64) {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: both calls get a pointer to a value of the right type that lives long enough.
    unsafe {
        if libc::getrlimit(libc::RLIMIT_AS, &raw mut limit) == 0 {
            limit.rlim_cur = limit.rlim_cur.min(bytes);
            libc::setrlimit(libc::RLIMIT_AS, &raw const limit);
        }
    }
}

#[cfg(unix)]
#[expect(unsafe_code, reason = "the system's interface")]
fn page_size() -> u64 {
    // SAFETY: it only returns a number.
    u64::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096)
}

#[cfg(unix)]
#[expect(unsafe_code, reason = "the system's interface")]
fn exit_at_once(code: i32) -> ! {
    // SAFETY: it does not return.
    unsafe { libc::_exit(code) }
}

#[cfg(not(unix))]
fn limit_address_space(_: u64) {}

#[cfg(not(unix))]
fn page_size() -> u64 {
    4096
}

#[cfg(not(unix))]
fn exit_at_once(code: i32) -> ! {
    std::process::exit(code)
}
