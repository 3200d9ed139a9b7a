//! What a document has to be run: blocks and tables, in order.

/// A command and the lines that are shown below it.
#[derive(Debug)]
pub(super) struct Command {
    pub line: usize,
    pub text: String,
    pub output: Vec<String>,
}

/// A part of a document, with the number of its first line.
#[derive(Debug)]
pub(super) enum Part {
    Console { commands: Vec<Command>, exit: Option<i32>, needs: Option<String> },
    Json { line: usize, file: String, verdict: String, text: String },
    Rust { line: usize, file: String, text: String },
    Clue { line: usize, clues: Vec<String>, cells: usize, answers: String },
    NotRun { line: usize, reason: String, commands: Vec<String> },
    Wrong { line: usize, what: String },
}

/// The header of a table of clues.
const HEADER: [&str; 4] = ["clue", "cells", "answers", "meaning"];

/// The parts of a document. Blocks of text are none.
pub(super) fn parts(document: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut lines = (1..).zip(document.lines()).peekable();
    while let Some((line, text)) = lines.next() {
        if let Some(info) = text.strip_prefix("```") {
            let mut body = Vec::new();
            loop {
                match lines.next() {
                    Some((_, "```")) => break parts.extend(block(line, info.trim(), &body)),
                    Some((_, text)) => body.push(text),
                    None => {
                        let what = "a fence that is not closed".to_string();
                        break parts.push(Part::Wrong { line, what });
                    }
                }
            }
        } else if text.trim_start().starts_with("```") {
            parts.push(Part::Wrong { line, what: "a fence that is indented".to_string() });
        } else if text.starts_with('|') && cells(text)[0] == HEADER[0] {
            if cells(text) != HEADER {
                parts.push(Part::Wrong { line, what: "another header for clues".to_string() });
            }
            lines.next();
            while let Some((line, row)) = lines.next_if(|(_, text)| text.starts_with('|')) {
                parts.push(clue(line, row));
            }
        }
    }
    parts
}

/// The cells of a row of a table. `\|` does not separate cells.
fn cells(row: &str) -> Vec<String> {
    let row = row.trim().trim_start_matches('|').replace("\\|", "\0");
    let row = row.strip_suffix('|').unwrap_or(&row);
    row.split('|').map(|cell| cell.trim().replace('\0', "|")).collect()
}

/// A row of a table of clues: texts in backquotes with ` and also ` between them, and so on.
fn clue(line: usize, row: &str) -> Part {
    let wrong = |what: &str| Part::Wrong { line, what: what.to_string() };
    let [conditions, cells, answers, _] = &cells(row)[..] else { return wrong("not four cells") };
    let Ok(cells) = cells.parse() else { return wrong("no number of cells") };
    let quoted = |text: &str| Some(text.strip_prefix('`')?.strip_suffix('`')?.to_string());
    let clues: Option<Vec<String>> = conditions.split(" and also ").map(quoted).collect();
    let Some(clues) = clues else { return wrong("a clue that is not in backquotes") };
    Part::Clue { line, clues, cells, answers: answers.clone() }
}

fn block(line: usize, info: &str, body: &[&str]) -> Option<Part> {
    let wrong = |what: String| Some(Part::Wrong { line, what });
    let commands = commands(line, body);
    if let Some((_, reason)) = info.split_once("not-run:") {
        let commands = commands.into_iter().flatten().map(|command| command.text).collect();
        return Some(Part::NotRun { line, reason: reason.trim().to_string(), commands });
    }
    let (language, words) = info.split_once(' ').unwrap_or((info, ""));
    let mut values = [("exit", None), ("needs", None), ("file", None), ("verdict", None)];
    for word in words.split_whitespace() {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        match values.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = Some(value.to_string()),
            None => return wrong(format!("`{word}` means nothing in a fence")),
        }
    }
    let [(_, exit), (_, needs), (_, file), (_, verdict)] = values;
    match (language, commands, file, verdict) {
        ("text", ..) => None,
        ("console", Some(commands), None, None) if !commands.is_empty() => {
            let exit = exit.map(|code| code.parse().expect("an exit code"));
            Some(Part::Console { commands, exit, needs })
        }
        ("console", ..) => wrong("a console block starts with `$ ` and a command".to_string()),
        ("json", _, Some(file), Some(verdict)) => {
            Some(Part::Json { line, file, verdict, text: body.join("\n") + "\n" })
        }
        ("json", ..) => wrong("a JSON block has a file and a verdict, or is not run".to_string()),
        ("rust", _, Some(file), None) => {
            Some(Part::Rust { line, file, text: body.join("\n") + "\n" })
        }
        ("rust", ..) => wrong("a Rust block names its file".to_string()),
        _ => wrong(format!("blocks of `{language}` are not allowed")),
    }
}

/// The commands of a block, each with its output; `None` if there is output before the first.
fn commands(line: usize, body: &[&str]) -> Option<Vec<Command>> {
    let mut commands: Vec<Command> = Vec::new();
    for (line, text) in (line + 1..).zip(body) {
        match text.strip_prefix("$ ") {
            Some(text) => {
                commands.push(Command { line, text: text.to_string(), output: Vec::new() });
            }
            None => commands.last_mut()?.output.push((*text).to_string()),
        }
    }
    Some(commands)
}
