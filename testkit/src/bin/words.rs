//! Writes the embedded dictionary anew: `cargo run -p xwc-testkit --bin words`.

fn main() -> std::io::Result<()> {
    std::fs::write(xwc_testkit::words::path(), xwc_testkit::words::dictionary())
}
