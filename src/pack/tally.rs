//! The levels of a pack so far, as far as later levels and the manifest have to know them.

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};

use super::lines::parse;
use super::made::LevelRecord;
use super::manifest::PackOrder;
use super::{PackError, archive};
use crate::generate::{DuplicateKey, Generator};
use crate::journal::LineReader;
use xwc_check::support::text::hex;

/// Levels, counted, hashed and kept apart.
pub(super) struct LevelTally {
    /// The next level.
    pub next: u64,
    /// Levels that needed another attempt.
    pub replaced: u64,
    hash: Sha256,
    /// What makes levels the same, if duplicates are looked for. A part cannot know of levels before
    /// it.
    keys: Option<BTreeSet<DuplicateKey>>,
}

impl LevelTally {
    /// No levels of the order yet.
    pub(super) fn new(order: &PackOrder) -> Self {
        let keys = order.is_whole().then(BTreeSet::new);
        Self { next: order.range.0, replaced: 0, hash: Sha256::new(), keys }
    }

    /// Adds the next level, with its line as it is written, without its end.
    pub(super) fn add(&mut self, line: &LevelRecord, key: DuplicateKey, text: &str) {
        if let Some(keys) = &mut self.keys {
            keys.insert(key);
        }
        self.replaced += u64::from(line.attempt > 0);
        self.hash.update(text);
        self.hash.update(b"\n");
        self.next += 1;
    }

    /// Whether an earlier level is known to be the same.
    pub(super) fn has(&self, key: DuplicateKey) -> bool {
        self.keys.as_ref().is_some_and(|keys| keys.contains(&key))
    }

    /// Adds the levels of an earlier run and returns where the last of them ends in its journal. With
    /// certificates only those count whose archive is complete.
    pub(super) fn add_earlier(
        &mut self,
        lines: &mut LineReader,
        order: &PackOrder,
        generator: &dyn Generator,
    ) -> Result<u64, PackError> {
        let (mut next, mut end) = (self.next, 0);
        let mut waiting = Vec::new();
        while next < order.range.1 && lines.read()? {
            let line = parse(lines, next)?;
            let key = line.key(generator);
            let damaged = || lines.malformed(format!("level {next} is damaged"));
            let key = key.ok_or_else(damaged)?;
            waiting.push((line, key, lines.text().to_string()));
            next += 1;
            let is_last = next == order.range.1 || next.is_multiple_of(archive::LEVELS);
            if is_last || !order.certified {
                waiting.drain(..).for_each(|(line, key, text)| self.add(&line, key, &text));
                end = lines.end();
            }
        }
        Ok(end)
    }

    /// SHA-256 of all lines.
    pub(super) fn sha256(&self) -> String {
        hex(&self.hash.clone().finalize())
    }
}
