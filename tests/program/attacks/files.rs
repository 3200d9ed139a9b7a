//! Folders that somebody else has prepared: nothing in them is lost, and no link leads out.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use super::{folder, text};
use xwc_testkit::process::{Run, command, files, puzzle, xwc, xwc_path};

/// Every file and link below a folder, with what it holds or where it leads.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for path in files(folder) {
        let kind = fs::symlink_metadata(&path).expect("it is there").file_type();
        if kind.is_dir() {
            all.insert(path.clone(), b"folder".to_vec());
            all.extend(contents(&path));
        } else if kind.is_symlink() {
            let target = fs::read_link(&path).expect("a link");
            all.insert(path, target.to_string_lossy().into_owned().into_bytes());
        } else {
            let bytes = fs::read(&path).expect("a file");
            all.insert(path, bytes);
        }
    }
    all
}

fn create(out: &Path, more: &[&str]) -> Run {
    let fixed = ["pack", "create", "crossmath", "--seed", "1", "--count", "3", "--out"];
    let out = text(out);
    xwc(fixed.into_iter().chain([out.as_str()]).chain(more.iter().copied()))
}

fn prove(out: &Path) -> Run {
    xwc(["prove", &puzzle("mathcrossword/example.json"), "--certificate", &text(out)])
}

fn atlas(out: &Path) -> Run {
    let file = text(&out.join("atlas.jsonl"));
    xwc(["atlas", "calcrostic", "--max-sum", "20", "--out", &file])
}

fn study(out: &Path) -> Run {
    let file = puzzle("crossmath/migros.json");
    xwc(["bench", &file, "--backends", "backtrack", "--report", &text(out)])
}

/// Runs in a folder that it must not take, and looks whether everything is as it was.
fn is_left_alone(root: &Path, folder: &Path, run: impl Fn(&Path) -> Run) {
    let before = contents(root);
    let run = run(folder);
    assert_eq!(run.code, 2, "{}: {}", folder.display(), run.stderr);
    run.complaint();
    assert_eq!(contents(root), before, "{}: {}", folder.display(), run.stderr);
}

#[test]
fn what_is_not_ours_is_left_alone() {
    let root = folder("foreign");
    let work = "years of work\n";
    for (name, file) in [
        ("work", "work/thesis.txt"),
        ("levels", "levels.jsonl"),
        ("part", "levels.jsonl.part"),
        ("manifest", "manifest.json"),
        ("manifest-part", "manifest.json.part"),
        ("unfinished", "unfinished.json"),
        ("certificates", "certificates/thesis.txt"),
        ("certificates-file", "certificates"),
        ("archive", "certificates/00000000.tar.zst"),
        ("other", "thesis.txt"),
    ] {
        let folder = root.join(name);
        let file = folder.join(file);
        fs::create_dir_all(file.parent().expect("a folder")).expect("made");
        fs::write(&file, work).expect("written");
        is_left_alone(&root, &folder, |folder| create(folder, &[]));
        is_left_alone(&root, &folder, |folder| create(folder, &["--certify"]));
    }
    for name in ["study.json", "runs.jsonl", "report.html", "runs.jsonl.part", "instances/a.json"] {
        let folder = root.join(format!("study-{}", name.replace('/', "-")));
        let file = folder.join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("made");
        fs::write(file, work).expect("written");
        is_left_alone(&root, &folder, study);
    }
    let folder = root.join("list");
    fs::create_dir_all(&folder).expect("made");
    for work in [work, work.trim_end(), "{}\n"] {
        fs::write(folder.join("atlas.jsonl.part"), work).expect("written");
        is_left_alone(&root, &folder, atlas);
    }
    for name in ["formula.cnf", "proof.lrat", "certificate.json", "unfinished.json", "rules.opb"] {
        let folder = root.join(format!("certificate-{name}"));
        fs::create_dir_all(&folder).expect("made");
        fs::write(folder.join(name), work).expect("written");
        is_left_alone(&root, &folder, prove);
    }
}

/// A folder with a certificate is ours, but not what somebody has put there in the place of one of its files.
#[test]
fn an_older_certificate_makes_way_but_nothing_beside_it() {
    let root = folder("older-certificate");
    let folder = root.join("certificate");
    for _ in 0..2 {
        let run = prove(&folder);
        assert_eq!(run.code, 0, "{}", run.stderr);
    }
    for name in ["proof.pbp", "rules.opb", "formula.cnf", "proof.lrat", "formula.cnf.part"] {
        let path = folder.join(name);
        let before = fs::read(&path).ok();
        fs::write(&path, "years of work\n").expect("written");
        is_left_alone(&root, &folder, prove);
        match before {
            Some(bytes) => fs::write(&path, bytes).expect("written"),
            None => fs::remove_file(&path).expect("removed"),
        }
    }
    assert_eq!(prove(&folder).code, 0);
}

#[test]
fn a_pack_is_not_exported_over_itself() {
    let root = folder("export-over");
    let pack = root.join("pack");
    assert_eq!(create(&pack, &["--certify"]).code, 0);
    for file in ["levels.jsonl", "manifest.json", "page.html", "certificates/page.html"] {
        let export = |pack: &Path| {
            let out = text(&pack.join(file));
            xwc(["pack", "export", &text(pack), "--format", "html", "--out", &out])
        };
        is_left_alone(&root, &pack, export);
    }
}

#[test]
fn links_lead_nowhere() {
    let root = folder("links");
    let outside = root.join("outside");
    fs::create_dir_all(&outside).expect("made");
    let target = outside.join("target.txt");
    fs::write(&target, "years of work\n").expect("written");
    for name in [
        "levels.jsonl",
        "levels.jsonl.part",
        "manifest.json",
        "manifest.json.part",
        "unfinished.json",
    ] {
        let folder = root.join(format!("pack-{name}"));
        fs::create_dir_all(&folder).expect("made");
        symlink(&target, folder.join(name)).expect("a link");
        is_left_alone(&root, &folder, |folder| create(folder, &["--certify"]));
    }
    let folder = root.join("pack-certificates");
    fs::create_dir_all(&folder).expect("made");
    symlink(&outside, folder.join("certificates")).expect("a link");
    is_left_alone(&root, &folder, |folder| create(folder, &["--certify"]));
    for name in ["formula.cnf", "formula.cnf.part", "proof.lrat.part", "certificate.json"] {
        let folder = root.join(format!("certificate-{name}"));
        fs::create_dir_all(&folder).expect("made");
        symlink(&target, folder.join(name)).expect("a link");
        is_left_alone(&root, &folder, prove);
    }
    for name in ["atlas.jsonl", "atlas.jsonl.part"] {
        let folder = root.join(format!("list-{name}"));
        fs::create_dir_all(&folder).expect("made");
        symlink(&target, folder.join(name)).expect("a link");
        is_left_alone(&root, &folder, atlas);
        fs::remove_file(folder.join(name)).expect("removed");
        symlink(outside.join("nothing"), folder.join(name)).expect("a link");
        is_left_alone(&root, &folder, atlas);
    }
    for name in ["study.json", "runs.jsonl", "instances", "report.html", "runs.csv.part"] {
        let folder = root.join(format!("study-{name}"));
        fs::create_dir_all(&folder).expect("made");
        let target = if name == "instances" { &outside } else { &target };
        symlink(target, folder.join(name)).expect("a link");
        is_left_alone(&root, &folder, study);
    }
    // A certificate of ours, with a link where the next one would be written.
    let folder = root.join("again");
    assert_eq!(prove(&folder).code, 0);
    symlink(&target, folder.join("proof.lrat.part")).expect("a link");
    is_left_alone(&root, &folder, prove);
}

#[test]
fn what_never_ends_is_not_read() {
    let root = folder("endless");
    let honest = root.join("honest");
    assert_eq!(prove(&honest).code, 0);
    for name in ["certificate.json", "formula.cnf", "proof.lrat"] {
        for kind in ["pipe", "device"] {
            let folder = root.join(format!("{name}-{kind}"));
            fs::create_dir_all(&folder).expect("made");
            for file in ["certificate.json", "formula.cnf", "proof.lrat"] {
                fs::copy(honest.join(file), folder.join(file)).expect("copied");
            }
            fs::remove_file(folder.join(name)).expect("removed");
            match kind {
                "pipe" => {
                    let made = command("mkfifo").arg(folder.join(name)).status();
                    assert!(made.expect("mkfifo runs").success());
                }
                _ => symlink("/dev/zero", folder.join(name)).expect("a link"),
            }
            let run = xwc(["check", &puzzle("mathcrossword/example.json"), &text(&folder)]);
            assert_eq!(run.code, 40, "{name} {kind}: {}", run.stderr);
            assert!(run.stderr.contains(name), "{}", run.stderr);
            assert_eq!(prove(&folder).code, 2, "{name} {kind}");
        }
    }
}

#[test]
fn what_is_refused_leaves_nothing_behind() {
    let out = folder("refused").join("certificate");
    let file = puzzle("crossnumber/cubesandwich.json");
    let run = xwc(["prove", &file, "--justify", "--certificate", &text(&out)]);
    assert_eq!(run.code, 2, "{}", run.stdout);
    assert!(!out.exists());
}

#[test]
fn waiting_for_a_puzzle_ends_in_time() {
    let pipe = folder("waiting").join("puzzle.json");
    assert!(command("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    for arguments in [&["prove"][..], &["show"], &["compile"]] {
        let run = xwc(arguments.iter().copied().chain([&*text(&pipe), "--timeout", "0.2"]));
        assert_eq!(run.code, 30, "{arguments:?}: {}", run.stderr);
        assert!(run.complaint().contains("--timeout"), "{}", run.stderr);
    }
}

#[test]
fn our_own_folders_are_taken_up() {
    let root = folder("own");
    let certificate = root.join("certificate");
    assert_eq!(prove(&certificate).code, 0);
    let before = contents(&certificate);
    assert_eq!(prove(&certificate).code, 0, "an older certificate of ours is replaced");
    assert_eq!(contents(&certificate), before);
    // As a run leaves it that was killed on its way.
    fs::rename(certificate.join("certificate.json"), root.join("claim")).expect("moved");
    let mark = "{\"xwc\":\"a certificate that is not complete\"}\n";
    fs::write(certificate.join("unfinished.json"), mark).expect("written");
    fs::write(certificate.join("proof.lrat.part"), "1 2").expect("written");
    assert_eq!(prove(&certificate).code, 0);
    assert_eq!(contents(&certificate), before);
    let pack = root.join("pack");
    assert_eq!(create(&pack, &[]).code, 0);
    let before = contents(&pack);
    assert_eq!(create(&pack, &[]).code, 0);
    assert_eq!(contents(&pack), before);
}

#[test]
fn a_full_disk_is_the_users_to_know() {
    let root = folder("full");
    let run = command("sh")
        .args(["-c", "ulimit -f 8 && trap '' XFSZ && exec \"$0\" \"$@\"", xwc_path()])
        .args(["prove", &puzzle("mathcrossword/unique24.json"), "--certificate"])
        .arg(root.join("certificate"))
        .output()
        .expect("the shell runs");
    let run = Run::of(run);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.complaint().contains("formula.cnf"), "{}", run.stderr);
    assert!(!root.join("certificate/certificate.json").exists());
    assert!(!root.join("certificate/formula.cnf.part").exists());
}

#[test]
fn an_interrupt_ends_it_and_leaves_nothing_half_written() {
    let root = folder("interrupt");
    let certificate = text(&root.join("certificate"));
    let pack = text(&root.join("pack"));
    let board = puzzle("mathcrossword/multiple48.json");
    let hard = "mathcrossword --seed 2 --count 400 --equations 24 --minimal --certify --out";
    let create = ["pack", "create"].into_iter().chain(hard.split(' ')).chain([pack.as_str()]);
    for args in [
        vec!["prove", &board, "--backend", "varisat", "--certificate", &certificate],
        vec!["prove", &board, "--backend", "native"],
        vec!["solve", "--count", &board],
        create.collect(),
    ] {
        let mut child = command(xwc_path())
            .args(&args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("xwc starts");
        std::thread::sleep(Duration::from_millis(500));
        let id = child.id().to_string();
        assert!(command("kill").args(["-INT", &id]).status().expect("kill runs").success());
        let status = child.wait().expect("it ends");
        assert_eq!(status.code(), Some(130), "{args:?}");
    }
    let unfinished = |path: &PathBuf| path.to_string_lossy().ends_with(".part");
    let left: Vec<PathBuf> = contents(&root).into_keys().filter(unfinished).collect();
    // The journal of a pack is how the next run goes on.
    let journal = root.join("pack/levels.jsonl.part");
    assert!(left.iter().all(|path| *path == journal), "{left:?}");
}
