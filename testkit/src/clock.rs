//! Flags that are raised after some time.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use xwc_check::support::budget::{Limit, StopFlag};

/// Flags by the time at which they are raised; those of the same moment share one.
static WAITING: LazyLock<Mutex<BTreeMap<Instant, &'static StopFlag>>> = LazyLock::new(|| {
    thread::spawn(|| {
        loop {
            thread::sleep(Duration::from_millis(5));
            let mut waiting = WAITING.lock().expect("nobody panics here");
            let later = waiting.split_off(&Instant::now());
            waiting.values().for_each(|flag| flag.raise(Limit::Clock));
            *waiting = later;
        }
    });
    Mutex::default()
});

/// A flag that is raised after this time.
pub fn stop_after(time: Duration) -> &'static StopFlag {
    let flag: &'static StopFlag = Box::leak(Box::new(StopFlag::new()));
    WAITING.lock().expect("nobody panics here").insert(Instant::now() + time, flag);
    flag
}
