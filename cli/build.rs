//! Names the compiler, for benchmarks; with the feature z3, tells the linker where the binary will find
//! libz3 when it starts.

use std::path::Path;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    println!("cargo:rustc-env=XWC_RUSTC={}", compiler().unwrap_or_default());
    if std::env::var_os("CARGO_FEATURE_Z3").is_none() {
        return;
    }
    let folder = std::env::var("Z3_LIBRARY_PATH_OVERRIDE").unwrap_or_default();
    if !Path::new(&folder).join("libz3.so").exists() {
        println!("cargo:warning=no libz3.so in `{folder}`: run scripts/setup-z3 first");
    }
    println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
}

/// What the compiler calls itself, such as `rustc 1.95.0`.
fn compiler() -> Option<String> {
    let output = std::process::Command::new(std::env::var_os("RUSTC")?).arg("--version").output();
    let text = String::from_utf8(output.ok()?.stdout).ok()?;
    Some(text.split(" (").next()?.trim().to_string())
}
