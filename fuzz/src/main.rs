//! One reader under libFuzzer, chosen by `XWC_FUZZ_READER`.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use xwc_testkit::readers::{READERS, Reader};

static READER: LazyLock<&Reader> = LazyLock::new(|| {
    let name = std::env::var("XWC_FUZZ_READER").expect("XWC_FUZZ_READER says which reader");
    READERS.iter().find(|reader| reader.name == name).expect("one of the readers")
});

fuzz_target!(|bytes: &[u8]| (READER.feed)(bytes));
