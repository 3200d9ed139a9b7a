//! The report: one page that needs nothing else. Tables and plots are in it as they are; a small
//! script sorts the former and chooses what the latter show.

use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde_json::json;

use super::plot;
use super::{StudyError, StudyFigures, write as write_file};
use xwc_check::support::files::in_file;
use xwc_check::support::text::escape_markup;

/// The page.
pub(super) const REPORT: &str = "report.html";

/// Takes an earlier page away, so that none is there that its runs do not support.
pub(super) fn remove(folder: &Path) -> Result<(), StudyError> {
    let path = folder.join(REPORT);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(in_file(&path, error).into()),
        _ => Ok(()),
    }
}

pub(super) fn write(
    figures: &StudyFigures,
    command: &str,
    folder: &Path,
) -> Result<(), StudyError> {
    let [first, second] = plot::pair(figures);
    let style = format!("{}{}", plot::STYLE, include_str!("page.css"));
    let parts = [
        ("style", style),
        ("lead", lead(figures)),
        ("summary", summary(figures)),
        ("legend", legend(figures)),
        ("cactus", plot::cactus(figures)),
        ("first", options(figures, first)),
        ("second", options(figures, second)),
        ("scatter", plot::scatter(figures, first, second)),
        ("size", plot::size(figures)),
        ("instances", instances(figures)),
        ("runs", runs(figures)),
        ("how", how(figures, command)),
        ("data", data(figures)),
        ("script", include_str!("page.js").to_string()),
    ];
    let mut page = String::new();
    // From one mark to the next: what has been put in is never looked at again.
    let mut rest = include_str!("page.html");
    for (name, part) in parts {
        let (before, after) = rest.split_once(&format!("[[{name}]]")).expect("a mark in the page");
        page += before;
        page += &part;
        rest = after;
    }
    write_file(folder, REPORT, &(page + rest))
}

fn lead(figures: &StudyFigures) -> String {
    let study = &figures.study;
    let limits = &study.limits;
    let often = match study.repeat {
        1 => String::new(),
        n => format!(", {n} times each"),
    };
    format!(
        "{} contenders on {} instances{often}, within {} seconds and {} MiB. xwc {} on {}.",
        study.contenders.len(),
        study.instances.len(),
        limits.timeout,
        limits.memory,
        escape_markup(&study.machine.xwc),
        escape_markup(&study.machine.cpu),
    )
}

/// Columns of words, which begin on the left; all others are numbers.
const WORDS: [&str; 5] = ["contender", "family", "verdict", "outcome", "note"];

/// A table with columns that sort; the first one names the rows.
fn table(id: &str, columns: &[&str], rows: impl Iterator<Item = String>) -> String {
    let mut html = format!("<table id=\"{id}\"><thead><tr>");
    for column in columns {
        let class = if WORDS.contains(column) { " class=\"text\"" } else { "" };
        let column = escape_markup(column);
        let button = format!("<button type=\"button\">{column}</button>");
        let _ = write!(html, "<th scope=\"col\"{class}>{button}</th>");
    }
    html += "</tr></thead><tbody>";
    rows.for_each(|row| html += &row);
    html + "</tbody></table>"
}

fn name(figures: &StudyFigures, contender: usize) -> String {
    let class = plot::classes(figures, contender);
    let name = escape_markup(&figures.summaries[contender].contender);
    format!("<span class=\"swatch {class}\"></span>{name}")
}

fn number(value: impl ToString, text: &str) -> String {
    format!("<td data-v=\"{}\">{text}</td>", value.to_string())
}

fn count(value: Option<u64>) -> String {
    let text = value.map(|value| value.to_string()).unwrap_or_default();
    number(&text, &text)
}

fn summary(figures: &StudyFigures) -> String {
    let columns = [
        "contender",
        "decided",
        "PAR-2",
        "seconds",
        "fastest",
        "timeout",
        "memory",
        "refused",
        "other",
        "peak MiB",
    ];
    let rows = figures.ranking().into_iter().map(|i| {
        let one = &figures.summaries[i];
        let mut row = format!("<tr><th scope=\"row\">{}</th>", name(figures, i));
        row += &number(one.solved, &format!("{} of {}", one.solved, one.instances));
        row += &number(one.par2, &format!("{:.3}", one.par2));
        row += &number(one.seconds, &format!("{:.3}", one.seconds));
        for n in [one.fastest, one.timeout, one.memory, one.refused, one.other] {
            row += &number(n, &n.to_string());
        }
        row + &mebibytes(one.peak) + "</tr>"
    });
    table("summary", &columns, rows)
}

fn mebibytes(kib: Option<u64>) -> String {
    match kib {
        Some(kib) => number(kib, &format!("{:.1}", kib as f64 / 1024.0)),
        None => number("", ""),
    }
}

fn legend(figures: &StudyFigures) -> String {
    let button = |i: usize| {
        let name = name(figures, i);
        format!(
            "<button type=\"button\" aria-pressed=\"true\" data-contender=\"{i}\">{name}</button>"
        )
    };
    (0..figures.summaries.len()).map(button).collect()
}

fn options(figures: &StudyFigures, chosen: usize) -> String {
    let option = |(i, one): (usize, &super::figures::ContenderSummary)| {
        let selected = if i == chosen { " selected" } else { "" };
        format!("<option value=\"{i}\"{selected}>{}</option>", escape_markup(&one.contender))
    };
    figures.summaries.iter().enumerate().map(option).collect()
}

fn instances(figures: &StudyFigures) -> String {
    let contenders = figures.study.contenders.iter().map(|one| one.name.as_str());
    let columns: Vec<&str> =
        ["instance", "family", "verdict"].into_iter().chain(contenders).collect();
    let rows = figures.study.instances.iter().enumerate().map(|(i, instance)| {
        let cells = &figures.cells[i];
        let verdict = cells.iter().find(|cell| cell.outcome.is_decided());
        let verdict = verdict.map_or("?", |cell| cell.outcome.name());
        let title = escape_markup(&instance.name);
        let broken = title.replace('/', "/<wbr>");
        let mut row = format!(
            "<tr><th scope=\"row\" class=\"name\" title=\"{title}\">{broken}</th>\
             <td class=\"text\">{}</td><td class=\"text\">{verdict}</td>",
            escape_markup(&instance.family)
        );
        for cell in cells {
            let word = cell.outcome.name();
            row += &match cell.seconds {
                Some(time) if figures.best(i) == Some(time) => {
                    format!("<td class=\"best\" data-v=\"{time}\">{time:.4}</td>")
                }
                Some(time) => format!("<td data-v=\"{time}\">{time:.4}</td>"),
                None => format!("<td class=\"miss {word}\" data-v=\"\">{word}</td>"),
            };
        }
        row + "</tr>"
    });
    table("all-instances", &columns, rows)
}

fn runs(figures: &StudyFigures) -> String {
    let columns = [
        "instance",
        "contender",
        "n",
        "outcome",
        "seconds",
        "peak MiB",
        "variables",
        "clauses",
        "conflicts",
        "propagations",
        "branches",
        "note",
    ];
    let rows = figures.runs.iter().map(|run| {
        let title = escape_markup(&run.instance);
        let broken = title.replace('/', "/<wbr>");
        let outcome = run.outcome.name();
        let class = if run.outcome.is_decided() { "text" } else { "text miss" };
        let mut row = format!(
            "<tr><th scope=\"row\" class=\"name\" title=\"{title}\">{broken}</th>\
             <td class=\"text\">{}</td>",
            escape_markup(&run.contender)
        );
        row += &number(run.repetition, &run.repetition.to_string());
        let _ = write!(row, "<td class=\"{class} {outcome}\">{outcome}</td>");
        row += &number(run.seconds, &format!("{:.4}", run.seconds));
        row += &mebibytes(run.memory);
        let counts = [run.variables, run.clauses, run.conflicts, run.propagations, run.nodes];
        counts.into_iter().for_each(|value| row += &count(value));
        let note = escape_markup(run.note.as_deref().unwrap_or_default());
        row + &format!("<td class=\"text\">{note}</td></tr>")
    });
    table("all-runs", &columns, rows)
}

fn how(figures: &StudyFigures, command: &str) -> String {
    let (machine, limits) = (&figures.study.machine, &figures.study.limits);
    let optional = |limit: Option<u64>| limit.map_or("none".to_string(), |n| n.to_string());
    let lines = [
        ("command", command.to_string()),
        ("processor", format!("{}, {} threads", machine.cpu, machine.cores)),
        ("memory", format!("{} GiB", machine.memory_gib)),
        ("system", machine.os.clone()),
        ("xwc", format!("{}, {} build, {}", machine.xwc, machine.profile, machine.rustc)),
        ("features", machine.features.join(", ")),
        ("limits", format!("{} s, {} MiB", limits.timeout, limits.memory)),
        (
            "budgets",
            format!(
                "conflicts: {}, branches: {}",
                optional(limits.conflicts),
                optional(limits.nodes)
            ),
        ),
    ];
    let line = |(name, value): (&str, String)| {
        format!("<dt>{name}</dt><dd>{}</dd>", escape_markup(&value))
    };
    lines.into_iter().filter(|(_, value)| !value.is_empty()).map(line).collect()
}

/// What the script needs. No `<` is left in it, so that nothing in a name can end the element.
fn data(figures: &StudyFigures) -> String {
    let axis = plot::seconds(figures);
    let contender = |(i, one): (usize, &super::figures::ContenderSummary)| json!({ "name": one.contender, "classes": plot::classes(figures, i) });
    let times = |row: &Vec<super::figures::InstanceResult>| -> Vec<Option<f64>> {
        row.iter().map(|cell| cell.seconds).collect()
    };
    let names: Vec<&String> = figures.study.instances.iter().map(|one| &one.name).collect();
    let object = json!({
        "contenders": figures.summaries.iter().enumerate().map(contender).collect::<Vec<_>>(),
        "instances": names,
        "times": figures.cells.iter().map(times).collect::<Vec<_>>(),
        "place": plot::place(),
        "low": axis.low,
        "high": axis.high,
        "solved": plot::SOLVED,
    });
    object.to_string().replace('<', "\\u003c")
}
