//! Forged packs: every level, every field and every byte of an archive is what it should be.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use xwc_check::certificate::Digest;

use super::{folder, text};
use xwc_testkit::process::{Run, xwc};

/// A pack with certificates, and its lines.
fn pack(name: &str, more: &[&str]) -> (PathBuf, Vec<String>) {
    let folder = folder(name).join("pack");
    let out = text(&folder);
    let fixed = ["pack", "create", "crossmath", "--seed", "6", "--count", "6", "--out", &out];
    let run = xwc(fixed.into_iter().chain(more.iter().copied()));
    assert_eq!(run.code, 0, "{}", run.stderr);
    let lines = fs::read_to_string(folder.join("levels.jsonl")).expect("levels");
    (folder, lines.lines().map(String::from).collect())
}

/// Writes other levels, and a manifest that agrees with them.
fn reseal(folder: &Path, lines: &[String]) {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let path = folder.join("manifest.json");
    let mut manifest: Value =
        serde_json::from_str(&fs::read_to_string(&path).expect("a manifest")).expect("JSON");
    manifest["sha256"] = json!(Digest::of(text.as_bytes()).0);
    fs::write(folder.join("levels.jsonl"), text).expect("written");
    fs::write(path, manifest.to_string()).expect("written");
}

fn verify(folder: &Path, more: &[&str]) -> Run {
    xwc(["pack", "verify", &text(folder)].iter().copied().chain(more.iter().copied()))
}

fn is_refused(folder: &Path, more: &[&str], message: &str) {
    let run = verify(folder, more);
    assert_eq!(run.code, 2, "{message}: {} {}", run.stdout, run.stderr);
    assert!(run.complaint().contains(message), "{message}: {}", run.stderr);
}

#[test]
fn every_field_of_a_level_counts() {
    let (folder, lines) = pack("fields", &[]);
    assert_eq!(verify(&folder, &[]).code, 0);
    let change = |from: &str, to: &str| {
        let mut lines = lines.clone();
        let changed = lines[2].replacen(from, to, 1);
        assert_ne!(changed, lines[2], "{from} is not in {}", lines[2]);
        lines[2] = changed;
        reseal(&folder, &lines);
    };
    change("\"index\":2", "\"index\":2,\"index\":2");
    is_refused(&folder, &["--quick"], "the key `index` is there twice");
    change("\"family\":\"crossmath\"", "\"family\":\"crossmath\",\"family\":\"crossmath\"");
    is_refused(&folder, &["--quick"], "is there twice");
    change("\"preset\":\"medium\"", "\"preset\":\"hard\",\"preset\":\"medium\"");
    is_refused(&folder, &["--quick"], "is there twice");
    change("\"preset\":\"medium\"", "\"preset\":\"hard\"");
    is_refused(&folder, &[], "its difficulty is not the one that the seed makes");
    change("\"attempt\":0", "\"attempt\":1");
    is_refused(&folder, &[], "not the one that the seed makes");
    change("{\"index\"", "{ \"index\"");
    is_refused(&folder, &["--quick"], "one form");
    change("\"distinct\":true", "\"distinct\": true");
    is_refused(&folder, &["--quick"], "one form");
    change("\"division\":\"exact\"", "\"division\":\"exact\",\"meta\":{}");
    is_refused(&folder, &["--quick"], "its puzzle is not in its one form");
    // Another level of the same seed.
    let mut swapped = lines.clone();
    swapped[2] = swapped[3].replacen("\"index\":3", "\"index\":2", 1);
    reseal(&folder, &swapped[..3].iter().chain(&lines[3..]).cloned().collect::<Vec<_>>());
    is_refused(&folder, &[], "not the one that the seed makes");
    is_refused(&folder, &["--quick"], "the same as an earlier one");
    reseal(&folder, &lines);
    assert_eq!(verify(&folder, &[]).code, 0, "the true pack still stands");
}

#[test]
fn every_field_of_a_manifest_counts() {
    let (folder, _) = pack("manifest", &[]);
    let path = folder.join("manifest.json");
    let text = fs::read_to_string(&path).expect("a manifest");
    for (from, to, message) in [
        ("\"seed\": 6", "\"seed\": 7", "not the one that the seed makes"),
        ("\"levels\": 6", "\"levels\": 7", "do not fit"),
        ("\"replaced\": 0", "\"replaced\": 1", "counts other levels"),
        ("\"count\": 6", "\"count\": 5", "do not fit"),
        ("\"count\": 6", "\"count\": 18446744073709551615", "do not fit"),
        ("\"format\": 1", "\"format\": 999", "its format is 999"),
        ("\"family\": \"crossmath\"", "\"family\": \"mathcrossword\"", "manifest.json"),
        ("\"certified\": false", "\"certified\": true", "certificate"),
        ("\"seed\": 6", "\"seed\": 6, \"seed\": 6", "is there twice"),
        ("\"seed\": 6", "\"seed\": 6, \"colour\": \"red\"", "colour"),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        fs::write(&path, changed).expect("written");
        is_refused(&folder, &[], message);
        if ["do not fit", "its format is 999", "is there twice", "colour"].contains(&message) {
            let out = super::text(&folder.with_file_name("merged"));
            let merged = xwc(["pack", "merge", &super::text(&folder), "--out", &out]);
            assert_eq!(merged.code, 2, "{message}: {}", merged.stdout);
            let export = ["pack", "export", &super::text(&folder), "--format", "html"];
            assert_eq!(xwc(export).code, 2, "{message}");
        }
    }
    // Another generator's levels cannot be made again, and that is said.
    let other = text.replacen("xwc generator ", "another generator ", 1);
    fs::write(&path, other).expect("written");
    let run = verify(&folder, &["--json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(run.json()["made_again"], false);
    let not_checked = run.json()["not_checked"][0].as_str().unwrap_or_default().to_string();
    assert!(not_checked.contains("another") && not_checked.contains("difficulty"), "{not_checked}");
    fs::write(&path, &text).expect("written");
    let run = verify(&folder, &["--json", "--quick"]);
    assert_eq!(run.json()["made_again"], false);
    let run = verify(&folder, &["--json"]);
    assert_eq!(
        (run.json()["made_again"].clone(), run.json()["levels"].clone()),
        (json!(true), json!(6))
    );
    fs::write(folder.join("thesis.txt"), "junk").expect("written");
    is_refused(&folder, &[], "thesis.txt");
}

/// The tar file inside an archive.
fn unpacked(path: &Path) -> Vec<u8> {
    use std::io::Read;
    let packed = fs::read(path).expect("an archive");
    let mut tar = Vec::new();
    let mut decoder = ruzstd::decoding::StreamingDecoder::new(&packed[..]).expect("zstd");
    decoder.read_to_end(&mut tar).expect("zstd");
    tar
}

fn packed(tar: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    ruzstd::encoding::compress(tar, &mut packed, level);
    packed
}

#[test]
fn every_byte_of_an_archive_counts() {
    let (folder, _) = pack("archive", &["--certify"]);
    let path = folder.join("certificates/00000000.tar.zst");
    let true_bytes = fs::read(&path).expect("an archive");
    let tar = unpacked(&path);
    assert_eq!(verify(&folder, &[]).code, 0);
    let mut entry = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_ustar();
    header.set_size(4);
    header.set_mode(0o644);
    entry.append_data(&mut header, "7/certificate.json", &b"junk"[..]).expect("appended");
    let entry = entry.into_inner().expect("a tar");
    let body = &tar[..tar.len() - 1024];
    for (name, bytes) in [
        ("after the frame", [&true_bytes[..], b"junk"].concat()),
        ("a second frame", [&true_bytes[..], &packed(b"junk")[..]].concat()),
        ("after the end", packed(&[&tar[..], b"junk"].concat())),
        ("more zeros", packed(&[&tar[..], &[0; 512]].concat())),
        ("a further entry", packed(&[body, &entry[..]].concat())),
        ("an entry before", packed(&[&entry[..1024], &tar[..]].concat())),
        ("cut", packed(&tar[..tar.len() / 2])),
        ("cut end", packed(body)),
        ("nothing", packed(b"")),
        ("no zstd", b"junk".to_vec()),
    ] {
        fs::write(&path, bytes).expect("written");
        let run = verify(&folder, &["--quick"]);
        assert_eq!(run.code, 2, "{name}: {}", run.stderr);
        assert!(run.complaint().contains("00000000.tar.zst"), "{name}: {}", run.stderr);
    }
    // A changed header, a changed padding.
    for at in [100, 108, 257, tar.len() - 1500] {
        let mut changed = tar.clone();
        changed[at] ^= 1;
        fs::write(&path, packed(&changed)).expect("written");
        assert!([2, 40].contains(&verify(&folder, &["--quick"]).code), "byte {at}");
    }
    // Ten gigabytes of zeros in few bytes.
    let mut header = tar::Header::new_ustar();
    header.set_size(10 << 30);
    header.set_mode(0o644);
    header.set_mtime(0);
    header.set_path("0/certificate.json").expect("short");
    header.set_cksum();
    let mut bomb = header.as_bytes().to_vec();
    bomb.resize(200 << 20, 0);
    fs::write(&path, packed(&bomb)).expect("written");
    is_refused(&folder, &["--memory", "256"], "does not follow where it should");
    fs::write(&path, true_bytes).expect("written");
    fs::write(folder.join("certificates/00000100.tar.zst"), b"junk").expect("written");
    is_refused(&folder, &[], "00000100.tar.zst");
    fs::remove_file(folder.join("certificates/00000100.tar.zst")).expect("removed");
    assert_eq!(verify(&folder, &[]).code, 0);
}

/// A pack whose first level has several solutions.
fn ambiguous(name: &str, range: &str) -> PathBuf {
    let (folder, lines) = pack(name, &["--range", range]);
    let mut level: Value = serde_json::from_str(&lines[0]).expect("JSON");
    for row in [0, 2, 4] {
        for column in [0, 2, 4] {
            level["puzzle"]["grid"][row][column] = json!("_");
        }
        level["puzzle"]["grid"][row][6] = json!("_");
        level["puzzle"]["grid"][6][row] = json!("_");
    }
    let mut changed = lines.clone();
    changed[0] = level.to_string();
    reseal(&folder, &changed);
    folder
}

#[test]
fn merge_and_export_take_no_level_unseen() {
    let one = ambiguous("merge-1", "0..3");
    let (two, _) = pack("merge-2", &["--range", "3..6"]);
    let out = one.with_file_name("whole");
    let parts = [text(&one), text(&two)];
    let run = xwc(["pack", "merge", &parts[0], &parts[1], "--out", &text(&out)]);
    assert_eq!(run.code, 10, "{}", run.stderr);
    assert!(run.stdout.contains("level 0 has more than one solution"), "{}", run.stdout);
    assert!(!out.join("manifest.json").exists());
    let quick = one.with_file_name("quick");
    let run = xwc(["pack", "merge", &parts[0], &parts[1], "--quick", "--out", &text(&quick)]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let taken = "not checked: levels and certificates, taken as they are (--quick)";
    assert!(run.stdout.contains(taken) && !run.stdout.contains("proved"), "{}", run.stdout);
    for format in ["html", "pdf"] {
        let file = text(&one.with_file_name(format));
        let export = ["pack", "export", &parts[0], "--format", format, "--out", &file];
        let run = xwc(export);
        assert_eq!(run.code, 10, "{}", run.stderr);
        assert!(!Path::new(&file).exists());
        let run = xwc(export.into_iter().chain(["--quick"]));
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(run.stdout.contains(taken), "{}", run.stdout);
    }
    // Seeds are for `pack verify`, and that is said.
    let merged = two.with_file_name("merged");
    let run = xwc(["pack", "merge", &parts[1], "--out", &text(&merged), "--json"]);
    assert!(run.json()["not_checked"][0].as_str().is_some_and(|text| text.contains("seeds")));
}

#[test]
fn there_are_not_that_many_levels() {
    let count = u64::MAX.to_string();
    let range = format!("{}..{}", u64::MAX - 5, u64::MAX - 3);
    let out = text(&folder("too-many").join("pack"));
    let run = xwc([
        "pack",
        "create",
        "crossmath",
        "--seed",
        "1",
        "--count",
        &count,
        "--range",
        &range,
        "--out",
        &out,
    ]);
    assert_eq!(run.code, 2, "{}", run.stdout);
    assert!(run.complaint().contains("at most"), "{}", run.stderr);
}
