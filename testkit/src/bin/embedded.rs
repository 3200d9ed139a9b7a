//! Writes anew what is embedded in the program and made from something else, the dictionary and the
//! schemas of puzzle files: `cargo run -p xwc-testkit --bin embedded`.

use xwc_testkit::{schema, words};

fn main() -> std::io::Result<()> {
    std::fs::write(words::path(), words::dictionary())?;
    schema::write_all()
}
