//! What a machine is, as far as it matters for times.

use std::fs;
use std::thread;

use xwc::solve::BACKENDS;
use xwc::study::Machine;

/// This machine. What Linux does not say is left `unknown`.
pub(crate) fn here() -> Machine {
    let unknown = || "unknown".to_string();
    let kib = field("/proc/meminfo", "MemTotal").and_then(|text| kib(&text)).unwrap_or(0);
    let system = field("/etc/os-release", "PRETTY_NAME");
    let system = system.map(|name| name.trim_matches('"').to_string());
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").ok();
    let built_in = BACKENDS.iter().filter(|backend| backend.solver.is_some());
    let features = built_in.filter_map(|backend| backend.feature);
    Machine {
        cpu: field("/proc/cpuinfo", "model name").unwrap_or_else(unknown),
        cores: thread::available_parallelism().map_or(1, usize::from),
        memory_gib: (kib + (1 << 19)) >> 20,
        os: match (system, kernel) {
            (Some(system), Some(kernel)) => format!("{system}, Linux {}", kernel.trim()),
            _ => std::env::consts::OS.to_string(),
        },
        xwc: env!("CARGO_PKG_VERSION").to_string(),
        rustc: env!("XWC_RUSTC").to_string(),
        profile: if cfg!(debug_assertions) { "debug" } else { "release" }.to_string(),
        features: features.map(str::to_string).collect(),
    }
}

/// The most memory, in KiB, that a process has had so far: a process id, or `self`. `None` where
/// the system does not say, or the process has gone.
pub(crate) fn peak_memory(process: &str) -> Option<u64> {
    kib(&field(&format!("/proc/{process}/status"), "VmHWM")?)
}

/// The value behind the first line that begins with the name.
fn field(path: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.trim_start_matches([' ', '\t', ':', '=']).trim().to_string())
}

/// The number of `1234 kB`.
fn kib(text: &str) -> Option<u64> {
    text.strip_suffix("kB")?.trim().parse().ok()
}
