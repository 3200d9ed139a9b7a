//! Packs: the same bytes whatever happens, and nothing is lost.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use xwc_testkit::process;

use serde_json::Value;
use xwc_testkit::process::{Run, command, xwc, xwc_path};

/// A folder of this test's own that does not exist yet.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packs").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the folder of an earlier run goes");
    }
    folder
}

/// `pack create` with these arguments into the folder.
fn create(arguments: &str, folder: &Path) -> Run {
    let folder = folder.to_str().expect("UTF-8");
    xwc(["pack", "create"].into_iter().chain(arguments.split(' ')).chain(["--out", folder]))
}

fn created(arguments: &str, name: &str) -> PathBuf {
    let folder = folder(name);
    let run = create(arguments, &folder);
    assert_eq!(run.code, 0, "{arguments}: {}", run.stderr);
    folder
}

fn merged(parts: &[PathBuf], name: &str) -> PathBuf {
    let out = folder(name);
    let parts = parts.iter().map(|part| part.to_str().expect("UTF-8"));
    let out_name = out.to_str().expect("UTF-8").to_string();
    let run = xwc(["pack", "merge"].into_iter().chain(parts).chain(["--out", &out_name]));
    assert_eq!(run.code, 0, "{}", run.stderr);
    out
}

/// Every file below a folder, with its bytes.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for path in process::files(folder) {
        if path.is_dir() {
            let inner = contents(&path);
            let name = PathBuf::from(path.file_name().expect("a name"));
            all.extend(inner.into_iter().map(|(path, bytes)| (name.join(path), bytes)));
        } else {
            let bytes = fs::read(&path).expect("a file");
            all.insert(PathBuf::from(path.file_name().expect("a name")), bytes);
        }
    }
    all
}

fn assert_same(one: &Path, two: &Path) {
    let (left, right) = (contents(one), contents(two));
    assert_eq!(left.keys().collect::<Vec<_>>(), right.keys().collect::<Vec<_>>());
    for (path, bytes) in &left {
        assert!(right[path] == *bytes, "{} differs from {}", path.display(), two.display());
    }
}

fn lines(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("levels.jsonl")).expect("levels");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn verify(folder: &Path) -> Run {
    xwc(["pack", "verify", folder.to_str().expect("UTF-8")])
}

/// Digests of packs that must never change without a new version of the generator.
#[test]
fn golden_packs() {
    let golden = include_str!("../packs/golden.txt");
    let (mut generators, mut found) = (BTreeSet::new(), String::new());
    for arguments in golden.lines().skip(1).map(|line| line.rsplit_once(' ').expect("a digest").0) {
        let folder = created(arguments, "golden");
        let manifest = fs::read_to_string(folder.join("manifest.json")).expect("a manifest");
        let manifest: Value = serde_json::from_str(&manifest).expect("JSON");
        let digest = manifest["sha256"].as_str().expect("a digest");
        found += &format!("{arguments} {digest}\n");
        generators.insert(manifest["generator"].as_str().expect("a text").to_string());
    }
    let [generator] = &Vec::from_iter(generators)[..] else {
        panic!("one generator made them all")
    };
    let found = format!("{}\n{found}", generator.trim_start_matches("xwc "));
    assert_eq!(found, golden, "other levels: raise VERSION in src/generate/mod.rs");
}

/// The solvers of this build that are meant for work.
fn solvers() -> impl Iterator<Item = &'static xwc::solve::Backend> {
    xwc::solve::BACKENDS.iter().filter(|backend| backend.solver.is_some() && !backend.baseline)
}

#[test]
fn threads_and_solvers_do_not_show() {
    let order = "mathcrossword --seed 11 --count 40 --equations 7";
    let one = created(&format!("{order} --jobs 1"), "one");
    assert_same(&one, &created(&format!("{order} --jobs 4"), "four"));
    for backend in solvers() {
        let name = backend.name;
        assert_same(&one, &created(&format!("{order} --backend {name}"), name));
    }
    for (family, count) in [("crossmath", 12), ("calcrostic", 12), ("crossnumber", 4)] {
        let order = format!("{family} --seed 11 --count {count}");
        let one = created(&format!("{order} --jobs 1"), &format!("one-{family}"));
        for backend in solvers() {
            let name = format!("{family}-{}", backend.name);
            assert_same(&one, &created(&format!("{order} --backend {}", backend.name), &name));
        }
        assert_eq!(verify(&one).code, 0);
    }
}

#[test]
fn crucigrams_make_packs_like_the_others() {
    let order = "crucigram --seed 11 --count 6 --width 6 --height 6";
    let one = created(&format!("{order} --jobs 1"), "one-crucigram");
    assert_same(&one, &created(&format!("{order} --jobs 4"), "four-crucigram"));
    // Z3 takes long over that many clauses.
    for backend in solvers().filter(|backend| backend.name != "z3") {
        let name = format!("crucigram-{}", backend.name);
        assert_same(&one, &created(&format!("{order} --backend {}", backend.name), &name));
    }
    let parts = [("0..2", "a"), ("2..6", "b")].map(|(range, name)| {
        created(&format!("{order} --range {range}"), &format!("crucigram-part-{name}"))
    });
    assert_same(&one, &merged(&parts, "crucigram-merged"));
    let run = verify(&one);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let certified = created(&format!("{order} --certify"), "crucigram-certified");
    let run = verify(&certified);
    assert!(run.stdout.contains("6 certificates accepted"), "{run:?}");
}

#[test]
fn a_pack_remembers_its_dictionary() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pack-words.txt");
    let words: Vec<String> = (2..=5)
        .flat_map(|n| {
            xwc_check::puzzle::dictionary::Dictionary::embedded()
                .fitting(&xwc_check::puzzle::dictionary::Pattern::any(n))
        })
        .map(|word| word.to_lowercase())
        .collect();
    // One more word, so that it is not what is embedded.
    fs::write(&path, format!("{}\nzzyzx\n", words.join("\n"))).expect("a file");
    let path = path.to_str().expect("UTF-8");
    let order = format!("crucigram --seed 1 --count 2 --width 5 --height 5 --dictionary {path}");
    let folder = created(&order, "crucigram-words");
    let run = verify(&folder);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.complaint().contains("dictionary: "), "{}", run.complaint());
    let run = xwc(["pack", "verify", folder.to_str().expect("UTF-8"), "--dictionary", path]);
    assert_eq!(run.code, 0, "{}", run.stderr);
}

#[test]
fn parts_make_the_whole() {
    let order = "mathcrossword --seed 5 --count 200 --difficulty easy";
    let whole = created(order, "whole");
    let parts = ["0..50", "50..120", "120..200"]
        .map(|range| created(&format!("{order} --range {range}"), &format!("part-{range}")));
    let [first, second, third] = parts;
    assert_same(&whole, &merged(&[third.clone(), first.clone(), second], "merged"));
    let out = folder("gap");
    let [first, third, out] = [&first, &third, &out].map(|path| path.to_str().expect("UTF-8"));
    let run = xwc(["pack", "merge", first, third, "--out", out]);
    assert_eq!(run.code, 2);
    assert!(run.complaint().contains("levels 50..120 are missing"), "{}", run.complaint());
    let run = xwc(["pack", "merge", first, first, "--out", out]);
    assert!(run.complaint().contains("in both"), "{}", run.complaint());
}

/// There are few different levels of this kind, and many are drawn twice.
#[test]
fn duplicates_are_replaced_in_the_same_way_by_merging() {
    let order = "crossmath --size 2x2 --max 3 --ops + --seed 1 --count 60";
    let whole = created(order, "few");
    let levels = lines(&whole);
    let replaced = levels.iter().filter(|level| level["attempt"] != 0).count();
    assert!(replaced > 0, "no level was drawn twice");
    let a = created(&format!("{order} --range 0..25"), "few-1");
    let b = created(&format!("{order} --range 25..60"), "few-2");
    assert!(lines(&b).iter().all(|level| level["attempt"] == 0), "parts keep first attempts");
    assert_same(&whole, &merged(&[a, b], "few-merged"));
    assert_eq!(verify(&whole).code, 0);
    let run = create("crossmath --size 2x2 --max 2 --ops + --seed 1 --count 5000", &folder("many"));
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.complaint().contains("too few different levels"), "{}", run.complaint());
}

#[test]
fn a_seed_alone_reproduces_a_level() {
    for (family, options) in [
        ("mathcrossword", vec!["--difficulty", "hard"]),
        ("crossmath", vec!["--size", "2x2", "--max", "3", "--ops", "+"]),
    ] {
        let order = format!("{family} --seed 3 --count 9 {}", options.join(" "));
        for level in lines(&created(&order, &format!("reproduced-{family}"))) {
            let (index, attempt) = (level["index"].to_string(), level["attempt"].to_string());
            let seed = ["--seed", "3", "--index", &index, "--attempt", &attempt];
            let arguments = ["generate", family].into_iter().chain(seed);
            let puzzle = xwc(arguments.chain(options.iter().copied())).json();
            assert_eq!(puzzle["grid"], level["puzzle"]["grid"], "{family} {index}");
            assert_eq!(puzzle["solution"], level["solution"], "{family} {index}");
            assert_eq!(puzzle["meta"]["difficulty"], level["difficulty"], "{family} {index}");
        }
    }
}

/// Killed at twenty instants, and finished by the same command.
#[test]
fn a_killed_run_is_taken_up() {
    for (name, order) in [
        ("plain", "mathcrossword --seed 2 --count 600 --difficulty hard --jobs 2"),
        ("certified", "mathcrossword --seed 2 --count 130 --difficulty easy --certify --jobs 2"),
    ] {
        let whole = created(order, &format!("{name}-undisturbed"));
        let killed = folder(&format!("{name}-killed"));
        for i in 0..10u64 {
            let mut run = command(xwc_path());
            run.args(["pack", "create"]).args(order.split(' ')).arg("--out").arg(&killed);
            let mut child = run.stdout(Stdio::null()).spawn().expect("xwc starts");
            std::thread::sleep(Duration::from_millis(3 + i * i * 7 % 90 + i * 5));
            child.kill().expect("it can be killed");
            child.wait().expect("it ends");
        }
        let run = create(order, &killed);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert_same(&whole, &killed);
        // Once more changes nothing.
        assert_eq!(create(order, &killed).code, 0);
        assert_same(&whole, &killed);
    }
}

#[test]
fn a_cut_line_is_made_again() {
    let order = "crossmath --seed 4 --count 20";
    let whole = created(order, "cut-whole");
    let cut = created(order, "cut");
    // What a run that was killed says of itself.
    let manifest = fs::read_to_string(cut.join("manifest.json")).expect("a file");
    let mut unfinished: Value = serde_json::from_str(&manifest).expect("JSON");
    for field in ["levels", "replaced", "sha256"] {
        unfinished.as_object_mut().expect("an object").remove(field);
    }
    fs::write(cut.join("unfinished.json"), unfinished.to_string()).expect("a file");
    fs::remove_file(cut.join("manifest.json")).expect("a file");
    let levels = fs::read(cut.join("levels.jsonl")).expect("a file");
    fs::remove_file(cut.join("levels.jsonl")).expect("a file");
    fs::write(cut.join("levels.jsonl.part"), &levels[..levels.len() * 2 / 3]).expect("a file");
    let before = contents(&cut);
    let path = cut.to_str().expect("UTF-8");
    let out = folder("cut-pages");
    let out = out.to_str().expect("UTF-8");
    let export = ["pack", "export", path, "--format", "html", "--out", out];
    for run in [verify(&cut), xwc(export)] {
        assert_eq!(run.code, 2, "{run:?}");
        for words in ["the pack is unfinished; finish it first", "`xwc pack create`"] {
            assert!(run.complaint().contains(words), "{}", run.complaint());
        }
        assert_eq!(contents(&cut), before);
    }
    assert_eq!(create(order, &cut).code, 0);
    assert_same(&whole, &cut);
}

#[test]
fn what_is_not_this_pack_is_left_alone() {
    let pack = created("crossmath --seed 4 --count 5", "other");
    let before = contents(&pack);
    for (arguments, difference) in [
        ("crossmath --seed 5 --count 5", "`seed` is 4, not 5"),
        ("crossmath --seed 4 --count 6", "`count` is 5, not 6"),
        ("crossmath --seed 4 --count 5 --max 12", "`max` is 9, not 12"),
        ("mathcrossword --seed 4 --count 5", "`family` is \"crossmath\""),
        ("crossmath --seed 4 --count 5 --certify", "`certified` is false, not true"),
    ] {
        let run = create(arguments, &pack);
        assert_eq!(run.code, 2, "{arguments}");
        assert!(run.complaint().contains(difference), "{}", run.complaint());
        assert_eq!(contents(&pack), before);
    }
    let foreign = folder("foreign");
    fs::create_dir_all(&foreign).expect("a folder");
    fs::write(foreign.join("thesis.txt"), "years of work").expect("a file");
    let run = create("crossmath --seed 4 --count 5", &foreign);
    assert_eq!(run.code, 2);
    assert!(run.complaint().contains("thesis.txt"), "{}", run.complaint());
    assert_eq!(contents(&foreign).len(), 1);
    let file = foreign.join("thesis.txt");
    assert_eq!(create("crossmath --seed 4 --count 5", &file).code, 2);
    for arguments in ["crossmath --seed 4 --count 0", "crossmath --seed 4 --count 5 --range 3..9"] {
        assert_eq!(create(arguments, &folder("none")).code, 2, "{arguments}");
    }
}

#[test]
fn two_runs_at_once_do_not_mix() {
    let order = "mathcrossword --seed 2 --count 3000 --difficulty hard --jobs 1";
    let folder = folder("busy");
    let mut first = command(xwc_path());
    first.args(["pack", "create"]).args(order.split(' ')).arg("--out").arg(&folder);
    let mut first = first.stdout(Stdio::null()).spawn().expect("xwc starts");
    while !folder.join("levels.jsonl.part").exists() {
        std::thread::sleep(Duration::from_millis(2));
    }
    let second = create(order, &folder);
    first.kill().expect("it can be killed");
    first.wait().expect("it ends");
    assert_eq!(second.code, 2, "{}", second.stderr);
    assert!(second.complaint().contains("another run is at work"), "{}", second.complaint());
}

/// A file system that takes no more: what is there stays, and the run can go on elsewhere.
#[test]
fn a_full_disk_is_said_and_survived() {
    let order = "mathcrossword --seed 2 --count 100 --difficulty easy";
    let whole = created(order, "roomy");
    let folder = folder("full");
    let line =
        format!("trap '' XFSZ; ulimit -f 20; exec \"$XWC\" pack create {order} --out \"$DIR\"");
    let run = Command::new("bash")
        .args(["-c", &line])
        .env("XWC", xwc_path())
        .env("DIR", &folder)
        .output()
        .expect("bash runs");
    let run = Run::of(run);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.complaint().contains("levels.jsonl.part"), "{}", run.complaint());
    assert_eq!(create(order, &folder).code, 0);
    assert_same(&whole, &folder);
}

#[test]
fn certified_packs_are_verified_and_merged() {
    let order = "mathcrossword --seed 6 --count 130 --difficulty easy --certify";
    let whole = created(order, "certified");
    let run = verify(&whole);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("130 certificates accepted"), "{}", run.stdout);
    let a = created(&format!("{order} --range 0..40"), "certified-1");
    let b = created(&format!("{order} --range 40..130"), "certified-2");
    assert_same(&whole, &merged(&[b, a], "certified-merged"));
}

/// Writes a changed `levels.jsonl` with a manifest that fits.
fn reseal(folder: &Path, levels: &str) {
    let path = folder.join("manifest.json");
    let text = fs::read_to_string(&path).expect("a manifest");
    let mut manifest: Value = serde_json::from_str(&text).expect("JSON");
    manifest["sha256"] = xwc_check::certificate::Digest::of(levels.as_bytes()).0.into();
    fs::write(folder.join("levels.jsonl"), levels).expect("a file");
    fs::write(path, manifest.to_string()).expect("a file");
}

/// Of several wrong levels the first is named, whichever thread finds one first.
#[test]
fn the_first_wrong_level_is_named() {
    let folder = created("crossmath --seed 6 --count 12", "several-wrong");
    let mut levels = lines(&folder);
    for i in [3, 4, 8, 11] {
        levels[i]["difficulty"]["wrong"] = true.into();
    }
    // This cannot even be read.
    levels[10]["index"] = 100.into();
    let text: String = levels.iter().map(|line| format!("{line}\n")).collect();
    reseal(&folder, &text);
    for jobs in ["1", "2", "4", "4", "4"] {
        let run = xwc(["pack", "verify", folder.to_str().expect("UTF-8"), "--jobs", jobs]);
        assert_eq!(run.code, 2, "{run:?}");
        let expected = "level 3: its difficulty is not the one that the seed makes";
        assert!(run.complaint().contains(expected), "{}", run.complaint());
    }
}

#[test]
fn a_changed_pack_is_noticed() {
    let order = "mathcrossword --seed 6 --count 6 --difficulty easy --certify";
    let folder = created(order, "changed");
    let levels = fs::read_to_string(folder.join("levels.jsonl")).expect("levels");
    fs::write(folder.join("levels.jsonl"), levels.replacen("\"4\"", "\"5\"", 1)).expect("a file");
    let run = verify(&folder);
    assert_eq!(run.code, 2);
    assert!(run.complaint().contains("SHA-256"), "{}", run.complaint());
    // Another certificate with the digest brought up to date.
    let mut lines = lines(&created(order, "changed"));
    let swapped = lines[1]["certificate"].clone();
    lines[0]["certificate"] = swapped;
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    reseal(&folder, &text);
    let run = verify(&folder);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.complaint().contains("certificate"), "{}", run.complaint());
    // A level that appears twice, and one that is missing.
    let folder = created("crossmath --seed 6 --count 4", "changed-crossmath");
    let levels = fs::read_to_string(folder.join("levels.jsonl")).expect("levels");
    let all: Vec<&str> = levels.lines().collect();
    let twice = all[0].replacen("\"index\":0", "\"index\":3", 1);
    reseal(&folder, &format!("{}\n{}\n{}\n{twice}\n", all[0], all[1], all[2]));
    let run = verify(&folder);
    assert!(run.complaint().contains("not the one that the seed makes"), "{}", run.complaint());
    let run = xwc(["pack", "verify", "--quick", folder.to_str().expect("UTF-8")]);
    assert!(run.complaint().contains("the same as an earlier one"), "{}", run.complaint());
    reseal(&folder, &format!("{}\n{}\n{}\n", all[0], all[1], all[2]));
    assert_eq!(verify(&folder).code, 2);
    // A level with two solutions: a crossmath without its givens, in a pack that says otherwise.
    let mut level: Value = serde_json::from_str(all[0]).expect("JSON");
    for row in [0, 2, 4] {
        for column in [0, 2, 4] {
            level["puzzle"]["grid"][row][column] = "_".into();
        }
        level["puzzle"]["grid"][row][6] = "_".into();
        level["puzzle"]["grid"][6][row] = "_".into();
    }
    reseal(&folder, &format!("{level}\n{}\n{}\n{}\n", all[1], all[2], all[3]));
    let run = verify(&folder);
    assert_eq!(run.code, 10, "{}", run.stderr);
    assert!(run.stdout.contains("level 0 has more than one solution"), "{}", run.stdout);
}
