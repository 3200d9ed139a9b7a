//! Everything that reads what strangers write, as functions of bytes.
//!
//! None of them may panic, take longer than two seconds or need more than a gigabyte, whatever the
//! bytes are. `scripts/fuzz` runs them under libFuzzer, `tests/library/fuzz.rs` replays what was found.

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

use crate::clock::stop_after;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use serde_json::{Value, json};
use xwc::families::{self, AnyPuzzle};
use xwc::formats::drawing;
use xwc::generate::{GenerateOptions, ParameterSource, Preset};
use xwc::pack::{self, PackOrder, Verification};
use xwc::solve::{Budget, SolverSelection};
use xwc::{CertifyOptions, SearchOptions, certify, solutions};
use xwc_check::certificate::{
    self, Certificate, Claim, Digest, ProofFormat, check_stored, lrat, rup,
};
use xwc_check::puzzle::{ReadOptions, Solution};
use xwc_encodings::{Cnf, Formula};

/// A reader, and the name of its corpus.
pub struct Reader {
    pub name: &'static str,
    pub feed: fn(&[u8]),
}

pub const READERS: [Reader; 13] = [
    Reader { name: "mathcrossword", feed: puzzle },
    Reader { name: "crossmath", feed: puzzle },
    Reader { name: "calcrostic", feed: puzzle },
    Reader { name: "crossnumber", feed: puzzle },
    Reader { name: "crucigram", feed: puzzle },
    Reader { name: "ipuz", feed: puzzle },
    Reader { name: "clue", feed: clue },
    Reader { name: "certificate", feed: certificate },
    Reader { name: "lrat", feed: proof },
    Reader { name: "drat", feed: small_proof },
    Reader { name: "manifest", feed: manifest },
    Reader { name: "levels", feed: levels },
    Reader { name: "archive", feed: archive },
];

/// What a command with `--timeout 1` would have.
fn budget() -> Budget {
    Budget { stop: Some(stop_after(Duration::from_secs(1))), ..Budget::default() }
}

/// A puzzle's file: read, drawn, written down again, stated as a model.
fn puzzle(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(puzzle) = xwc::read(text, &ReadOptions::default()) else { return };
    let canonical = puzzle.canonical();
    let again = xwc::read(&canonical.to_string(), &ReadOptions::default())
        .expect("what is written can be read");
    assert_eq!(again.canonical(), canonical, "it is written in one way");
    drawing(&*puzzle, None, &[]);
    // A refusal is an answer.
    let _ = puzzle.lower(budget());
}

/// The text of a clue in a small grid, and what the rules say of one way to fill it.
fn clue(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let file = json!({
        "family": "crossnumber",
        "grid": ["..", ".."],
        "clues": { "A1": text },
        "variables": { "names": "XY", "values": "1..9" },
    });
    let Ok(puzzle) = xwc::read(&file.to_string(), &ReadOptions::default()) else {
        return;
    };
    drawing(&*puzzle, None, &[]);
    let filled = json!({ "grid": ["12", "34"], "entries": {}, "variables": { "X": 2, "Y": 7 } });
    if let Ok(solution) = puzzle.canonical_solution(&Solution(filled)) {
        let _ = puzzle.check(&solution);
    }
}

/// A puzzle with its certificate.
struct Certified {
    puzzle: Box<dyn AnyPuzzle>,
    claim: Vec<u8>,
    proof: Vec<u8>,
    formula: Cnf,
}

static CERTIFIED: LazyLock<Certified> = LazyLock::new(|| {
    let file = json!({
        "family": "crossmath",
        "grid": [
            ["_", "+", "_", "=", "3"],
            ["+", "#", "-", "#", "#"],
            ["_", "×", "1", "=", "_"],
            ["=", "#", "=", "#", "#"],
            ["5", "#", "1", "#", "#"],
        ],
        "values": { "min": 1, "max": 9, "distinct": false },
    });
    let puzzle = xwc::read(&file.to_string(), &ReadOptions::default()).expect("a puzzle");
    let options = SearchOptions { limit: 2, stop_at_limit: true, ..SearchOptions::default() };
    let outcome = solutions(&*puzzle, options).expect("a report");
    let folder = std::env::temp_dir().join(format!("xwc-readers-{}", std::process::id()));
    certify(&*puzzle, &outcome, &folder, CertifyOptions::default()).expect("a certificate");
    let [claim, proof] = [certificate::MANIFEST, ProofFormat::Lrat.file()]
        .map(|file| std::fs::read(folder.join(file)).expect("it was just written"));
    std::fs::remove_dir_all(&folder).expect("our own folder");
    let lowered = puzzle.lower(Budget::default()).expect("a model");
    let encoding = xwc_encodings::find("one-hot").expect("it is there");
    let Ok(Formula::Cnf(formula)) = encoding.encode(&lowered.model) else { panic!("clauses") };
    Certified { claim, proof, puzzle, formula }
});

/// `certificate.json`, as it is and with its digests brought up to date.
fn certificate(bytes: &[u8]) {
    let Certified { puzzle, claim, proof, .. } = &*CERTIFIED;
    let check = |claim: &[u8]| check_stored(&**puzzle, claim, proof, budget());
    let accepted = check(bytes).is_ok();
    assert!(!accepted || bytes == claim, "there is one certificate of this proof");
    let Ok(mut forged) = serde_json::from_slice::<Certificate>(bytes) else { return };
    forged.puzzle = Digest::of_puzzle(&**puzzle);
    if let Some(digest) = forged.files.get_mut(ProofFormat::Lrat.file()) {
        *digest = Digest::of(proof);
    }
    let honest: Certificate = serde_json::from_slice(claim).expect("our own");
    forged
        .files
        .insert(certificate::FORMULA.to_string(), honest.files[certificate::FORMULA].clone());
    let forged = forged.sealed();
    if check(forged.text().as_bytes()).is_ok() {
        // Nobody can check who found a proof, and "exactly these" is as true of one solution as "only this one".
        let claim = if forged.claim == Claim::Count { honest.claim } else { forged.claim };
        let stated = Certificate { solver: honest.solver.clone(), claim, ..forged }.sealed();
        assert_eq!(stated, honest, "there is one certificate of this proof");
    }
}

/// An LRAT proof of a formula that has a solution: none of them may be accepted.
fn proof(bytes: &[u8]) {
    assert!(lrat::check(&CERTIFIED.formula, Cursor::new(bytes)).is_err(), "a false proof");
}

/// The same without hints.
fn small_proof(bytes: &[u8]) {
    let checked = rup::check(&CERTIFIED.formula, Cursor::new(bytes), budget());
    assert!(checked.is_err(), "a false proof");
}

/// A folder for the files of this process.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("fuzz-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// A pack of two certified levels, in a folder of its own for each reader.
fn make_pack(name: &str) -> PathBuf {
    let path = folder(name).join("pack");
    // What an earlier process of the same number left.
    let _ = fs::remove_dir_all(&path);
    let family = families::find("mathcrossword").expect("a family");
    let options = GenerateOptions::from(Preset::Easy);
    let source = ParameterSource::Options(&options);
    let generator = (family.generator)(source, &ReadOptions::default()).expect("a generator");
    let order = PackOrder::new(family.name, generator.parameters(), 7, 2, 0..2, true);
    let order = order.expect("two levels are not too many");
    let choice = SolverSelection::default();
    pack::create(&path, &order, &*generator, choice, Budget::default(), &mut |_, _| {})
        .expect("a pack");
    path
}

/// Whether the pack passes.
fn passes(pack: &Path) -> bool {
    let (choice, read) = (SolverSelection::default(), &ReadOptions::default());
    let how = Verification { choice, again: false, read, budget: budget() };
    pack::verify(pack, how, &mut |_, _| {}).is_ok()
}

/// `manifest.json` of a pack.
fn manifest(bytes: &[u8]) {
    static PACK: LazyLock<PathBuf> = LazyLock::new(|| make_pack("manifest"));
    fs::write(PACK.join("manifest.json"), bytes).expect("a file");
    passes(&PACK);
}

/// `levels.jsonl` of a pack, with the digest that the manifest has to have.
fn levels(bytes: &[u8]) {
    static PACK: LazyLock<PathBuf> = LazyLock::new(|| make_pack("levels"));
    static LEVELS: LazyLock<Vec<u8>> =
        LazyLock::new(|| fs::read(PACK.join("levels.jsonl")).expect("levels"));
    let honest = LEVELS.as_slice();
    let path = PACK.join("manifest.json");
    let text = fs::read_to_string(&path).expect("a manifest");
    let mut manifest: Value = serde_json::from_str(&text).expect("a manifest");
    manifest["sha256"] = json!(Digest::of(bytes).0);
    fs::write(&path, manifest.to_string()).expect("a file");
    fs::write(PACK.join("levels.jsonl"), bytes).expect("a file");
    let passed = passes(&PACK);
    assert!(bytes == honest || !passed || differs_in_figures(bytes, honest), "other levels pass");
}

/// Whether lines differ from honest ones in their figures alone, which only making them again shows.
fn differs_in_figures(bytes: &[u8], honest: &[u8]) -> bool {
    let lines = |bytes: &[u8]| -> Vec<Value> {
        let lines = bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        let mut lines: Vec<Value> =
            lines.filter_map(|line| serde_json::from_slice(line).ok()).collect();
        for line in &mut lines {
            line["difficulty"] = Value::Null;
            line["attempt"] = Value::Null;
        }
        lines
    };
    lines(bytes) == lines(honest)
}

/// An archive of certificates: raw bytes, or a tar file to be compressed, as the first byte says.
fn archive(bytes: &[u8]) {
    static PACK: LazyLock<PathBuf> = LazyLock::new(|| make_pack("archive"));
    let Some((&how, rest)) = bytes.split_first() else { return };
    let packed = match how % 2 {
        0 => rest.to_vec(),
        _ => compress_to_vec(rest, CompressionLevel::Fastest),
    };
    fs::write(PACK.join("certificates/00000000.tar.zst"), packed).expect("a file");
    passes(&PACK);
}
