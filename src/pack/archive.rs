//! Certificates in archives: some hundred levels a file, tar and zstd, so that any tar reads them.
//!
//! `certificates/00000200.tar.zst` has the levels 200 to 299, for each `200/certificate.json` and
//! `200/proof.lrat`. What is the same has the same bytes: no times, no owners, one compressor.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use ruzstd::decoding::StreamingDecoder;
use ruzstd::encoding::{CompressionLevel, compress};

use super::made::Proofs;
use super::{CERTIFICATES, PackError, in_file};
use crate::certificate::{MANIFEST as CLAIM, PROOF};

/// Levels in one archive.
pub const LEVELS: u64 = 100;

/// A larger entry is not ours.
const MAX_ENTRY: u64 = 1 << 30;

/// The archive that has a level.
pub fn path(folder: &Path, index: u64) -> PathBuf {
    let first = index / LEVELS * LEVELS;
    folder.join(CERTIFICATES).join(format!("{first:08}.tar.zst"))
}

/// Writes the certificates of some levels of one archive.
pub fn write(folder: &Path, proofs: &BTreeMap<u64, Proofs>) -> Result<(), PackError> {
    let Some((&first, _)) = proofs.first_key_value() else { return Ok(()) };
    let path = path(folder, first);
    let part = path.with_extension("part");
    let written = (|| {
        let mut tar = tar::Builder::new(Vec::new());
        for (index, proofs) in proofs {
            for (name, bytes) in [(CLAIM, &proofs.claim), (PROOF, &proofs.proof)] {
                let mut header = tar::Header::new_ustar();
                header.set_size(bytes.len() as u64);
                header.set_mode(0o644);
                header.set_mtime(0);
                tar.append_data(&mut header, format!("{index}/{name}"), &bytes[..])?;
            }
        }
        let tar = tar.into_inner()?;
        fs::create_dir_all(folder.join(CERTIFICATES))?;
        let mut out = File::create(&part)?;
        let mut packed = Vec::new();
        compress(&tar[..], &mut packed, CompressionLevel::Fastest);
        out.write_all(&packed)?;
        out.sync_all()?;
        fs::rename(&part, &path)
    })();
    written.map_err(|error| in_file(&path, error))
}

/// The certificates in the archive that has a level; none if there is no archive.
pub fn read(folder: &Path, index: u64) -> Result<BTreeMap<u64, Proofs>, PackError> {
    let path = path(folder, index);
    let file = match File::open(&path) {
        Ok(file) => BufReader::new(file),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(error) => return Err(in_file(&path, error)),
    };
    let malformed =
        |problem: String| PackError::Malformed { file: path.display().to_string(), problem };
    let unpacked = StreamingDecoder::new(file).map_err(|error| malformed(error.to_string()))?;
    let mut archive = tar::Archive::new(unpacked);
    let mut claims: BTreeMap<u64, Vec<u8>> = BTreeMap::new();
    let mut all = BTreeMap::new();
    let entries = archive.entries().map_err(|error| malformed(error.to_string()))?;
    for entry in entries {
        let mut entry = entry.map_err(|error| malformed(error.to_string()))?;
        let name = entry.path().map(|path| path.to_string_lossy().into_owned());
        let name = name.map_err(|error| malformed(error.to_string()))?;
        let parts = name.split_once('/').and_then(|(i, file)| Some((i.parse::<u64>().ok()?, file)));
        let Some((index, file)) = parts else {
            return Err(malformed(format!("it has an entry `{}`", name.escape_debug())));
        };
        let mut bytes = Vec::new();
        let read = entry.by_ref().take(MAX_ENTRY).read_to_end(&mut bytes);
        read.map_err(|error| malformed(error.to_string()))?;
        match (file, claims.remove(&index)) {
            (CLAIM, None) => drop(claims.insert(index, bytes)),
            (PROOF, Some(claim)) => drop(all.insert(index, Proofs { claim, proof: bytes })),
            _ => return Err(malformed(format!("it has an entry `{}`", name.escape_debug()))),
        }
    }
    Ok(all)
}
