//! Certificates in archives: a hundred levels per file, tar and zstd, so that any tar reads them.
//!
//! `certificates/00000200.tar.zst` has the levels 200 to 299, for each `200/certificate.json` and
//! `200/proof.drat`. What is the same has the same bytes: no times, no owners, one compressor. They
//! are read one level at a time, and every byte has to be the one that is expected.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use ruzstd::decoding::StreamingDecoder;
use ruzstd::encoding::{CompressionLevel, compress};

use super::{CERTIFICATES, PackError};
use crate::certify::StoredCertificate;
use crate::files::{self, PART};
use xwc_check::certificate::{MANIFEST as CLAIM, ProofFormat};
use xwc_check::support::files::in_file;

/// Packs have small proofs.
const PROOF: &str = ProofFormat::Drat.file();

/// Levels in one archive.
pub(super) const LEVELS: u64 = 100;

/// A larger file is not ours.
const MAX_FILE: u64 = 256 << 20;

/// Tar goes by blocks.
const BLOCK: usize = 512;

/// The ending of archives.
const ENDING: &str = ".tar.zst";

fn name(index: u64) -> String {
    let first = index / LEVELS * LEVELS;
    format!("{first:08}{ENDING}")
}

/// The archive that has a level.
fn path(folder: &Path, index: u64) -> PathBuf {
    folder.join(CERTIFICATES).join(name(index))
}

/// The header of a file in an archive.
fn header(name: &str, size: u64) -> tar::Header {
    let mut header = tar::Header::new_ustar();
    header.set_size(size);
    header.set_mode(0o644);
    header.set_mtime(0);
    // The names are short.
    let _ = header.set_path(name);
    header.set_cksum();
    header
}

/// Writes the certificates of some levels of one archive.
pub(super) fn write(
    folder: &Path,
    stored: &BTreeMap<u64, StoredCertificate>,
) -> Result<(), PackError> {
    let Some((&first, _)) = stored.first_key_value() else { return Ok(()) };
    let path = path(folder, first);
    let written = (|| {
        let mut tar = tar::Builder::new(Vec::new());
        for (index, stored) in stored {
            for (name, bytes) in [(CLAIM, &stored.claim), (PROOF, &stored.proof)] {
                tar.append(&header(&format!("{index}/{name}"), bytes.len() as u64), &bytes[..])?;
            }
        }
        let tar = tar.into_inner()?;
        files::create_folder(&folder.join(CERTIFICATES))?;
        let mut packed = Vec::new();
        compress(&tar[..], &mut packed, CompressionLevel::Fastest);
        files::write(&path, &packed)
    })();
    Ok(written.map_err(|error| in_file(&path, error))?)
}

/// Refuses a folder of certificates that holds anything else than archives of these levels.
pub(super) fn check_names(folder: &Path, range: (u64, u64), parts: bool) -> Result<(), PackError> {
    let path = folder.join(CERTIFICATES);
    let entries = match fs::read_dir(&path) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(in_file(&path, error).into()),
    };
    for entry in entries {
        let entry = entry.map_err(|error| in_file(&path, error))?;
        let found = entry.file_name().to_string_lossy().into_owned();
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        let whole = if parts { found.strip_suffix(PART).unwrap_or(&found) } else { &found };
        let first = whole.strip_suffix(ENDING).and_then(|number| number.parse::<u64>().ok());
        let ours = first.is_some_and(|first| {
            name(first) == whole && first + LEVELS > range.0 && first < range.1
        });
        if !is_file || !ours {
            let folder = path.display().to_string();
            return Err(PackError::Foreign { folder, found });
        }
    }
    Ok(())
}

/// Reads the certificates of a pack, level by level.
pub(super) struct ArchiveReader {
    folder: PathBuf,
    range: (u64, u64),
    open: Option<Archive>,
}

struct Archive {
    path: PathBuf,
    unpacked: StreamingDecoder<BufReader<File>, ruzstd::decoding::FrameDecoder>,
}

impl ArchiveReader {
    /// The certificates of these levels.
    pub(super) fn new(folder: &Path, range: (u64, u64)) -> Self {
        Self { folder: folder.to_path_buf(), range, open: None }
    }

    /// The certificate of a level. Levels are asked for in order, all of them.
    pub(super) fn read(&mut self, index: u64) -> Result<StoredCertificate, PackError> {
        if index == self.range.0 || index.is_multiple_of(LEVELS) {
            self.open = Some(Archive::open(path(&self.folder, index))?);
        }
        let last = index + 1 == self.range.1 || (index + 1).is_multiple_of(LEVELS);
        let Some(archive) = &mut self.open else {
            let problem = format!("the certificate of level {index} is missing");
            let file = path(&self.folder, index).display().to_string();
            return Err(PackError::Malformed { file, problem });
        };
        let claim = archive.file(&format!("{index}/{CLAIM}"))?;
        let proof = archive.file(&format!("{index}/{PROOF}"))?;
        if last && let Some(archive) = self.open.take() {
            archive.end()?;
        }
        Ok(StoredCertificate { claim, proof })
    }
}

impl Archive {
    fn open(path: PathBuf) -> Result<Self, PackError> {
        let file = xwc_check::support::files::open(&path).map_err(|error| in_file(&path, error))?;
        let unpacked = StreamingDecoder::new(BufReader::new(file)).map_err(|error| {
            let problem = error.to_string();
            PackError::Malformed { file: path.display().to_string(), problem }
        })?;
        Ok(Self { path, unpacked })
    }

    fn malformed(&self, problem: impl Into<String>) -> PackError {
        PackError::Malformed { file: self.path.display().to_string(), problem: problem.into() }
    }

    fn bytes(&mut self, count: usize) -> Result<Vec<u8>, PackError> {
        let mut bytes = Vec::new();
        let read = (&mut self.unpacked).take(count as u64).read_to_end(&mut bytes);
        match read {
            Ok(read) if read == count => Ok(bytes),
            Ok(_) => Err(self.malformed("it ends too early")),
            Err(error) => Err(self.malformed(error.to_string())),
        }
    }

    /// The next file, which must have that name.
    fn file(&mut self, name: &str) -> Result<Vec<u8>, PackError> {
        let found = self.bytes(BLOCK)?;
        let size = tar::Header::from_byte_slice(&found).entry_size();
        let size = size.ok().filter(|&size| size <= MAX_FILE);
        let expected = size.map(|size| header(name, size));
        let (Some(size), true) = (size, expected.is_some_and(|e| e.as_bytes()[..] == found)) else {
            return Err(self.malformed(format!("`{name}` does not follow where it should")));
        };
        let bytes = self.bytes(size as usize)?;
        self.zeros(bytes.len().next_multiple_of(BLOCK) - bytes.len())?;
        Ok(bytes)
    }

    fn zeros(&mut self, count: usize) -> Result<(), PackError> {
        match self.bytes(count)?.iter().all(|&byte| byte == 0) {
            true => Ok(()),
            false => Err(self.malformed("there is something where nothing should be")),
        }
    }

    /// Checks that the archive ends here.
    fn end(mut self) -> Result<(), PackError> {
        self.zeros(2 * BLOCK)?;
        let more =
            self.unpacked.read(&mut [0]).map_err(|error| self.malformed(error.to_string()))?;
        let rest = self.unpacked.get_mut().fill_buf();
        let rest = rest.map_err(|error| in_file(&self.path, error))?;
        match more == 0 && rest.is_empty() {
            true => Ok(()),
            false => Err(self.malformed("there is something after its end")),
        }
    }
}
