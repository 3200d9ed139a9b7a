//! The runs as tables for other programs: `runs.csv` and `runs.json`.

use std::path::Path;

use serde_json::json;

use super::{FinishedRun, StudyError, StudyFigures, write};

/// What is written here.
pub(super) const FILES: [&str; 2] = ["runs.csv", "runs.json"];

const COLUMNS: [&str; 15] = [
    "instance",
    "family",
    "contender",
    "encoding",
    "backend",
    "repetition",
    "outcome",
    "seconds",
    "memory_kib",
    "variables",
    "clauses",
    "conflicts",
    "propagations",
    "nodes",
    "note",
];

pub(super) fn write_all(
    figures: &StudyFigures,
    command: &str,
    folder: &Path,
) -> Result<(), StudyError> {
    let [csv, json] = FILES;
    write(folder, csv, &table(figures))?;
    let study = &figures.study;
    let object = json!({
        "machine": study.machine,
        "command": command,
        "limits": study.limits,
        "repeat": study.repeat,
        "contenders": study.contenders,
        "instances": study.instances,
        "summary": figures.summaries,
        "runs": figures.runs,
    });
    let text = serde_json::to_string_pretty(&object).expect("plain data") + "\n";
    write(folder, json, &text)
}

fn table(figures: &StudyFigures) -> String {
    let mut text = COLUMNS.join(",") + "\n";
    for run in &figures.runs {
        let fields: Vec<String> = row(figures, run).iter().map(|field| quoted(field)).collect();
        text += &fields.join(",");
        text.push('\n');
    }
    text
}

fn row(figures: &StudyFigures, run: &FinishedRun) -> [String; COLUMNS.len()] {
    let study = &figures.study;
    let instance = study.instances.iter().find(|one| one.name == run.instance);
    let contender = study.contenders.iter().find(|one| one.name == run.contender);
    let number = |number: Option<u64>| number.map(|n| n.to_string()).unwrap_or_default();
    [
        run.instance.clone(),
        instance.map(|one| one.family.clone()).unwrap_or_default(),
        run.contender.clone(),
        contender.and_then(|one| one.encoding.clone()).unwrap_or_default(),
        contender.map(|one| one.backend.clone()).unwrap_or_default(),
        run.repetition.to_string(),
        run.outcome.name().to_string(),
        format!("{:.6}", run.seconds),
        number(run.memory),
        number(run.variables),
        number(run.clauses),
        number(run.conflicts),
        number(run.propagations),
        number(run.nodes),
        run.note.clone().unwrap_or_default(),
    ]
}

/// A field in quotes where it needs them. A field that a spreadsheet would take for a formula is
/// set off by an apostrophe, since names of files are not ours.
fn quoted(field: &str) -> String {
    let formula = field.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let field = if formula { format!("'{field}") } else { field.to_string() };
    match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field,
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn fields_stay_fields() {
        assert_eq!(quoted("plain"), "plain");
        assert_eq!(quoted("a,\"b\"\n"), "\"a,\"\"b\"\"\n\"");
        assert_eq!(quoted("=1+1"), "'=1+1");
    }
}
