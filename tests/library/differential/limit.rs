//! A limit by the clock for what has none of its own.

use std::panic;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// The result, or `None` after so long. What has not come to an end by then goes on in the
/// background: nothing can stop it but the end of the process.
pub(super) fn within<T: Send + 'static>(
    limit: Duration,
    run: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (sender, receiver) = mpsc::channel();
    let worker = thread::spawn(move || {
        // Nobody listens any more if it took too long.
        let _ = sender.send(run());
    });
    match receiver.recv_timeout(limit) {
        Ok(result) => Some(result),
        Err(RecvTimeoutError::Timeout) => None,
        Err(RecvTimeoutError::Disconnected) => match worker.join() {
            Err(panic) => panic::resume_unwind(panic),
            Ok(()) => unreachable!("it has sent its result"),
        },
    }
}
