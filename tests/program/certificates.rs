//! Certificates: what is written is accepted, what was changed is not, and each for its reason.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use xwc_testkit::process;

use proptest::prelude::*;
use xwc::families::AnyPuzzle;
use xwc::solve::{BACKENDS, Budget, SolverSelection};
use xwc::{CertifyOptions, SearchOptions, certify, solutions};
use xwc_check::certificate::{
    Certificate, Claim, Digest, FORMULA, JUSTIFICATION, MANIFEST, ProofFormat, RULES, check,
};
use xwc_check::puzzle::ReadOptions;

const SAMPLES: [(&str, Claim); 7] = [
    ("crossmath/migros", Claim::Unique),
    ("mathcrossword/example", Claim::Unique),
    ("mathcrossword/unique8", Claim::Unique),
    ("mathcrossword/unique12", Claim::Unique),
    ("mathcrossword/unique24", Claim::Unique),
    ("mathcrossword/multiple24", Claim::Multiple),
    ("mathcrossword/none", Claim::None),
];

fn sample(name: &str) -> (&'static str, Box<dyn AnyPuzzle>) {
    let folder = xwc_testkit::root().join("tests/puzzles");
    let text = fs::read_to_string(folder.join(name).with_extension("json")).expect("a sample");
    let puzzle = xwc::read(&text, &ReadOptions::default()).expect("a well-formed sample");
    (puzzle.family(), puzzle)
}

/// A folder of this test's own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("certificates").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the folder of an earlier run goes");
    }
    folder
}

/// Where the proof with hints is.
const PROOF: &str = ProofFormat::Lrat.file();

const FILES: [&str; 5] = [MANIFEST, FORMULA, PROOF, RULES, JUSTIFICATION];

/// Writes the justified certificate of a sample.
fn write(name: &str, backend: &str, folder: &Path) -> (Box<dyn AnyPuzzle>, Certificate) {
    let (_, puzzle) = sample(name);
    let options = SearchOptions { limit: 2, stop_at_limit: true, ..SearchOptions::default() };
    let outcome = solutions(&*puzzle, options).expect("a report");
    let choice = SolverSelection { backend: Some(backend), encoding: None };
    let options = CertifyOptions { choice, justify: true, ..CertifyOptions::default() };
    let certificate = certify(&*puzzle, &outcome, folder, options);
    (puzzle, certificate.expect("a certificate"))
}

#[test]
fn what_is_written_is_accepted() {
    let provers = BACKENDS.iter().filter(|backend| backend.refute.is_some());
    for backend in provers.map(|backend| backend.name) {
        for (name, claim) in SAMPLES {
            let folder = folder(&format!("accepted-{backend}-{}", name.replace('/', "-")));
            let (puzzle, certificate) = write(name, backend, &folder);
            assert_eq!(certificate.claim, claim, "{name}");
            let accepted = check(&*puzzle, &folder, Budget::default()).expect(name);
            assert_eq!(accepted.claim, claim, "{name} by {backend}");
            let proof = accepted.not_checked.contains(&JUSTIFICATION);
            assert_eq!(proof, claim != Claim::Multiple, "{name} by {backend}");
            if let Some(solver) = certificate.solver {
                assert_eq!(solver.name, backend);
            }
        }
    }
}

#[test]
fn the_same_puzzle_gives_the_same_bytes() {
    let folders = ["same-1", "same-2"].map(folder);
    for folder in &folders {
        write("mathcrossword/unique12", "varisat", folder);
    }
    for file in FILES {
        let [one, two] = folders.each_ref().map(|folder| fs::read(folder.join(file)));
        assert_eq!(one.expect("a file"), two.expect("a file"), "{file}");
    }
}

#[test]
fn a_foreign_folder_is_left_alone() {
    let folder = folder("foreign");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("thesis.txt"), "years of work").expect("a file");
    let (_, puzzle) = sample("mathcrossword/example");
    let options = SearchOptions { limit: 2, stop_at_limit: true, ..SearchOptions::default() };
    let outcome = solutions(&*puzzle, options).expect("a report");
    let refused = certify(&*puzzle, &outcome, &folder, CertifyOptions::default());
    assert!(refused.expect_err("refused").to_string().contains("thesis.txt"));
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1);
}

/// Every byte counts: any change of one byte, a cut or an addition is noticed.
#[test]
fn every_changed_byte_is_noticed() {
    let folder = folder("bytes");
    let (puzzle, _) = write("mathcrossword/example", "varisat", &folder);
    let files: BTreeMap<&str, Vec<u8>> =
        FILES.map(|file| (file, fs::read(folder.join(file)).expect("a file"))).into();
    let change = (prop::sample::select(FILES.to_vec()), any::<prop::sample::Index>())
        .prop_flat_map(|(file, index)| (Just(file), Just(index), 0..3u8, any::<u8>()));
    let config = ProptestConfig { cases: 2_500, failure_persistence: None, ..Default::default() };
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let outcome = runner.run(&change, |(file, index, kind, byte)| {
        let original = &files[file];
        let mut changed = original.clone();
        let at = index.index(changed.len());
        match kind {
            0 => changed[at] = byte,
            1 => changed.insert(at, byte),
            _ => changed.truncate(at),
        }
        prop_assume!(changed != *original);
        fs::write(folder.join(file), &changed).expect("a file");
        let verdict = check(&*puzzle, &folder, Budget::default());
        fs::write(folder.join(file), original).expect("a file");
        prop_assert!(verdict.is_err(), "{} was changed at {} and accepted", file, at);
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    check(&*puzzle, &folder, Budget::default()).expect("the untouched certificate still stands");
}

/// A certificate is of one puzzle and one solution: any other puzzle, and any other solution with
/// the digest brought up to date, is rejected.
#[test]
fn other_puzzles_and_solutions_are_rejected() {
    let folder = folder("others");
    let (puzzle, certificate) = write("mathcrossword/unique8", "varisat", &folder);
    let text = puzzle.canonical().to_string();
    let (mut others, mut solutions) = (0, 0);
    for (at, byte) in text.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit()) {
        let mut changed = text.clone();
        let digit = (byte - b'0' + 1) % 10;
        changed.replace_range(at..=at, &digit.to_string());
        let Ok(other) = xwc::read(&changed, &ReadOptions::default()) else { continue };
        check(&*other, &folder, Budget::default()).expect_err("another puzzle");
        others += 1;
    }
    let solution = certificate.solutions[0].0.to_string();
    for (at, byte) in solution.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit()) {
        let mut changed = solution.clone();
        changed.replace_range(at..=at, &((byte - b'0' + 1) % 10).to_string());
        let mut forged = certificate.clone();
        forged.solutions[0].0 = serde_json::from_str(&changed).expect("JSON");
        fs::write(folder.join(MANIFEST), forged.sealed().text()).expect("a file");
        check(&*puzzle, &folder, Budget::default()).expect_err("another solution");
        solutions += 1;
    }
    assert!(others > 20 && solutions > 20, "only {others} puzzles and {solutions} solutions");
}

/// Plain rules that were relaxed, dropped or taken from another puzzle, all digests in order.
#[test]
fn forged_plain_rules_are_rejected() {
    let folder = folder("forged-rules");
    let (puzzle, certificate) = write("mathcrossword/unique8", "varisat", &folder);
    let rules = fs::read_to_string(folder.join(RULES)).expect("rules");
    let lines: Vec<&str> = rules.lines().collect();
    let verdict = |text: &str| {
        fs::write(folder.join(RULES), text).expect("a file");
        let mut forged = certificate.clone();
        forged.files.insert(RULES.to_string(), Digest::of(text.as_bytes()));
        fs::write(folder.join(MANIFEST), forged.sealed().text()).expect("a file");
        check(&*puzzle, &folder, Budget::default()).map_err(|error| error.to_string())
    };
    for i in (0..lines.len()).step_by(5) {
        let without = lines.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, line)| *line);
        let reason =
            verdict(&(without.collect::<Vec<_>>().join("\n") + "\n")).expect_err("shorter");
        assert!(reason.contains(RULES), "{reason}");
    }
    let relaxed = rules.replacen(" = 1 ;", " >= 1 ;", 1);
    assert!(verdict(&relaxed).expect_err("relaxed").contains("line 3 differs"));
    assert!(verdict(&(rules.clone() + "* more\n")).is_err());
    verdict(&rules).expect("the true rules");
    // Without its rules, the proof from them is not listed alone.
    let mut forged = certificate.clone();
    forged.files.remove(RULES);
    fs::write(folder.join(MANIFEST), forged.sealed().text()).expect("a file");
    let reason = check(&*puzzle, &folder, Budget::default()).expect_err("one of two").to_string();
    assert!(reason.contains("must list exactly"), "{reason}");
}

/// A forger who brings all digests up to date still needs a proof of this puzzle's formula.
#[test]
fn resealed_changes_to_the_proof_are_accepted_only_as_proofs() {
    let folder = folder("forged");
    let (puzzle, certificate) = write("mathcrossword/unique8", "varisat", &folder);
    let proof = fs::read_to_string(folder.join(PROOF)).expect("a text proof");
    let lines: Vec<&str> = proof.lines().collect();
    let seal = |text: &str| {
        fs::write(folder.join(PROOF), text).expect("a file");
        let mut forged = certificate.clone();
        forged.files.insert(PROOF.to_string(), Digest::of(text.as_bytes()));
        fs::write(folder.join(MANIFEST), forged.sealed().text()).expect("a file");
    };
    let mut rejected = 0;
    for (i, line) in lines.iter().enumerate().step_by(7) {
        // Without this step, and with its last literal or hint changed.
        let without = lines.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, line)| *line);
        seal(&(without.collect::<Vec<_>>().join("\n") + "\n"));
        rejected += u32::from(check(&*puzzle, &folder, Budget::default()).is_err());
        let words: Vec<&str> = line.split(' ').collect();
        if words[1] != "d" {
            let shorter = [&words[..1], &words[2..]].concat().join(" ");
            let with: Vec<&str> = lines
                .iter()
                .enumerate()
                .map(|(j, line)| if j == i { shorter.as_str() } else { line })
                .collect();
            seal(&(with.join("\n") + "\n"));
            rejected += u32::from(check(&*puzzle, &folder, Budget::default()).is_err());
        }
    }
    assert!(rejected > 20, "only {rejected} forgeries were rejected");
    seal(&proof);
    check(&*puzzle, &folder, Budget::default()).expect("the true proof still stands");
}

/// Folders that must be rejected, each with the reason in `reason.txt`.
#[test]
fn the_corpus_of_invalid_certificates_is_rejected() {
    let corpus = xwc_testkit::root().join("tests/certificates/invalid");
    let mut seen = 0;
    for entry in fs::read_dir(corpus).expect("the corpus") {
        let folder = entry.expect("an entry").path();
        let reason = fs::read_to_string(folder.join("reason.txt")).expect("a reason");
        let run = Command::new(process::xwc_path())
            .arg("check")
            .args([folder.join("puzzle.json"), folder.clone()])
            .output()
            .expect("the program runs");
        let stderr = String::from_utf8(run.stderr).expect("text");
        assert_eq!(run.status.code(), Some(40), "{}: {stderr}", folder.display());
        assert!(stderr.contains(reason.trim()), "{}: {stderr}", folder.display());
        let small =
            xwc_check::program::run(&folder.join("puzzle.json"), &folder, Default::default());
        let (code, sentence) = small.expect_err("xwc-check rejects it as well");
        assert_eq!(code, 40, "{}: {sentence}", folder.display());
        assert!(sentence.contains(reason.trim()), "{}: {sentence}", folder.display());
        seen += 1;
    }
    assert!(seen >= 12, "only {seen} cases");
}

/// What the program accepts, the small one accepts.
#[test]
fn the_small_checker_accepts_what_the_program_accepts() {
    for name in
        ["mathcrossword/unique8", "crossmath/migros", "calcrostic/p1", "crossnumber/cubesandwich"]
    {
        let puzzle = process::puzzle(&format!("{name}.json"));
        let folder = folder(&format!("small-{}", name.replace('/', "-")));
        let written = folder.to_str().expect("UTF-8");
        let run = process::xwc(["prove", &puzzle, "--certificate", written]);
        assert_eq!(process::xwc(["check", &puzzle, written]).code, 0, "{name}: {}", run.stderr);
        let small =
            xwc_check::program::run(std::path::Path::new(&puzzle), &folder, Default::default());
        assert!(small.as_ref().is_ok_and(|said| said.starts_with("accepted: ")), "{small:?}");
    }
}

/// The checker's dependencies are its argument: no solver, no drawing, no terminal, no generator.
#[test]
fn the_small_checker_depends_on_no_solver() {
    let tree = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--locked",
            "--offline",
            "-p",
            "xwc-check",
            "-e",
            "normal",
            "--prefix",
            "none",
        ])
        .current_dir(xwc_testkit::root())
        .output()
        .expect("cargo runs");
    let tree = String::from_utf8(tree.stdout).expect("text");
    assert!(tree.contains("xwc-encodings"), "{tree}");
    for name in
        ["varisat", "cadical", "z3", "ratatui", "crossterm", "clap", "pdf-writer", "rand", "xwc v"]
    {
        let found = tree
            .lines()
            .find(|line| line.starts_with(&format!("{name} ")) || line.starts_with(name));
        let found = found.filter(|line| !line.starts_with("rand") || line.starts_with("rand "));
        assert_eq!(found, None, "{name}");
    }
}

/// A small proof is accepted, and becomes an LRAT proof that VeriPB accepts too; without one of its clauses it is
/// rejected, or still a proof.
#[test]
fn small_proofs_are_accepted_and_get_their_hints() {
    for name in
        ["mathcrossword/unique12", "mathcrossword/none", "crossmath/migros", "calcrostic/p1"]
    {
        let puzzle = process::puzzle(&format!("{name}.json"));
        let folder = folder(&format!("drat-{}", name.replace('/', "-")));
        let (written, lrat) = (folder.to_str().expect("UTF-8"), folder.with_extension("lrat"));
        let lrat = lrat.to_str().expect("UTF-8");
        process::xwc(["prove", &puzzle, "--certificate", written, "--proof", "drat"]);
        let run = process::xwc(["check", &puzzle, written, "--lrat", lrat]);
        assert_eq!(run.code, 0, "{name}: {}", run.stderr);
        let by_program = fs::read(lrat).expect("hints");
        let options =
            xwc_check::program::Options { lrat: Some(lrat.as_ref()), ..Default::default() };
        let small = xwc_check::program::run(puzzle.as_ref(), &folder, options);
        assert!(small.as_ref().is_ok_and(|said| said.starts_with("accepted: ")), "{small:?}");
        assert_eq!(fs::read(lrat).expect("hints"), by_program, "{name}");
        fs::copy(lrat, folder.join(PROOF)).expect("a file");
        assert!(xwc_testkit::veripb::accepts_lrat(&folder), "{name}");
        fs::remove_file(folder.join(PROOF)).expect("our own file");

        let file = folder.join(ProofFormat::Drat.file());
        let proof = fs::read_to_string(&file).expect("a text proof");
        let claim = fs::read_to_string(folder.join(MANIFEST)).expect("a claim");
        let claim: Certificate = serde_json::from_str(&claim).expect("a claim");
        for i in 0..proof.lines().count() {
            let without = proof.lines().enumerate().filter(|(j, _)| *j != i);
            let text: String = without.map(|(_, line)| format!("{line}\n")).collect();
            fs::write(&file, &text).expect("a file");
            let mut forged = claim.clone();
            let digest = Digest::of(text.as_bytes());
            forged.files.insert(ProofFormat::Drat.file().to_string(), digest);
            fs::write(folder.join(MANIFEST), forged.sealed().text()).expect("a file");
            let run = process::xwc(["check", &puzzle, written]);
            let is_last = i + 1 == proof.lines().count();
            assert!(run.code == 40 || (run.code == 0 && !is_last), "{name}: {}", run.stderr);
        }
    }
}

/// A count is proved with all its solutions, and with no others.
#[test]
fn counts_are_certified() {
    let folder = folder("count");
    fs::create_dir_all(folder.parent().expect("a folder above")).expect("a folder");
    let puzzle = folder.with_extension("json");
    let text = r#"{"family":"crossnumber","grid":[".."],"clues":{"A1":"this % 30 = 29"}}"#;
    fs::write(&puzzle, text).expect("a puzzle");
    let [puzzle, written] = [&puzzle, &folder].map(|path| path.to_str().expect("UTF-8"));
    for format in ["lrat", "drat"] {
        let run =
            process::xwc(["solve", puzzle, "--count", "--certificate", written, "--proof", format]);
        assert_eq!((run.code, run.stdout.as_str()), (0, "3\n"), "{}", run.stderr);
        let run = process::xwc(["check", puzzle, written]);
        assert!(
            run.stdout.starts_with("accepted, count 3: all solutions are right"),
            "{}",
            run.stdout
        );
    }
    let claim = fs::read_to_string(folder.join(MANIFEST)).expect("a claim");
    let claim: Certificate = serde_json::from_str(&claim).expect("a claim");
    let one = claim.solutions[0].clone();
    let forgeries = [
        (Claim::Count, claim.solutions[1..].to_vec(), "is not the one of this puzzle"),
        (Claim::Count, [&claim.solutions[..], &[one]].concat(), "the same grid"),
        (Claim::Unique, claim.solutions[..1].to_vec(), "is not the one of this puzzle"),
        (Claim::None, Vec::new(), "is not the one of this puzzle"),
    ];
    for (claimed, solutions, reason) in forgeries {
        let forged = Certificate { claim: claimed, solutions, ..claim.clone() };
        fs::write(folder.join(MANIFEST), forged.sealed().text()).expect("a file");
        let run = process::xwc(["check", puzzle, written]);
        assert_eq!(run.code, 40, "{claimed:?}: {}", run.stdout);
        assert!(run.stderr.contains(reason), "{claimed:?}: {}", run.stderr);
    }
    // What is being checked is not overwritten.
    for lrat in [puzzle, &format!("{written}/formula.cnf"), &format!("{written}/new.lrat")] {
        let run = process::xwc(["check", puzzle, written, "--lrat", lrat]);
        assert_eq!(run.code, 2, "{}", run.stderr);
        assert!(run.stderr.contains("--lrat: it is one of the files"), "{}", run.stderr);
    }
    let run = process::xwc(["solve", puzzle, "--count", "--json", "--certificate", written]);
    assert!(run.stdout.contains(r#""certificate":""#), "{}", run.stdout);
    for (arguments, reason) in [
        (&["--limit", "2", "--count"][..], "cannot be combined with --limit"),
        (&[], "add --count"),
    ] {
        let arguments = [&["solve", puzzle, "--certificate", written], arguments].concat();
        let run = process::xwc(arguments);
        assert_eq!(run.code, 2);
        assert!(run.stderr.contains(reason), "{}", run.stderr);
    }
}
