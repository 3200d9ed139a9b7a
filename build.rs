//! With the feature z3, tells the linker where the library's own tests will find libz3 when they start.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    if std::env::var_os("CARGO_FEATURE_Z3").is_some() {
        let folder = std::env::var("Z3_LIBRARY_PATH_OVERRIDE").unwrap_or_default();
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
    }
}
