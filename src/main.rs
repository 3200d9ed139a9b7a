//! The binary: arguments in, exit code out.

use std::process::ExitCode;

use xwc::cli::Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

fn main() -> ExitCode {
    xwc::cli::main()
}
