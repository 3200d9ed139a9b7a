//! Word lists from files, compressed or not.

use std::fs::File;
use std::io::{BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;

use flate2::read::MultiGzDecoder;
use xwc_check::puzzle::dictionary::{Dictionary, DictionaryError, GZIP};
use xwc_check::support::files::in_file;

/// The words of a file, one per line; plain or compressed by gzip.
///
/// # Errors
///
/// If the file cannot be read, or has no words.
pub fn read_dictionary(path: &Path) -> Result<Arc<Dictionary>, DictionaryError> {
    let file = File::open(path).map_err(|error| in_file(path, error))?;
    let mut file = BufReader::new(file);
    let mut start = Vec::new();
    let read = file.by_ref().take(GZIP.len() as u64).read_to_end(&mut start);
    read.map_err(|error| in_file(path, error))?;
    let compressed = start == GZIP;
    let whole = Cursor::new(start).chain(file);
    match compressed {
        true => Dictionary::read_from(path, MultiGzDecoder::new(whole)),
        false => Dictionary::read_from(path, whole),
    }
}
