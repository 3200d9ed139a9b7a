//! `xwc prove`: how many solutions?

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use serde_json::json;

use super::exit::{Exit, one_line};
use super::input::Input;
use super::options::SolverOptions;
use crate::bench;
use crate::certify::certify;
use crate::family::AnyPuzzle;
use crate::pipeline::{self, Report};
use crate::verdict::{Stated, Verdict, stated};

/// Decide whether a puzzle has exactly one solution, several, or none
#[derive(Debug, clap::Args)]
pub(super) struct Prove {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    solver: SolverOptions,

    /// Also write a certificate into this folder, for `xwc check` and for other proof checkers
    #[arg(long, value_name = "DIR")]
    certificate: Option<PathBuf>,

    /// Also prove the formula from rules that are written straight from the puzzle, for VeriPB
    #[arg(long, requires = "certificate")]
    justify: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Prove {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let prover = match &self.certificate {
            Some(_) => Some(self.solver.prover()?),
            None => None,
        };
        let (family, puzzle) = self.input.read()?;
        // The second solution is needed to tell; a third would not change anything.
        let asked = self.solver.search(2)?;
        let options = pipeline::Options { stop_at_limit: true, settle_unknowns: true, ..asked };
        let report = pipeline::search(&*puzzle, options).with_context(|| self.input.name())?;
        let verdict = report.found.verdict();
        let stated = stated(&*puzzle, &report.found);
        if stated == Some(Stated::Impossible) {
            bail!(
                "{} found the puzzle {verdict:?}, but the stated solution obeys every rule and is \
                 not among the solutions: this is a defect of xwc",
                report.backend
            );
        }
        let certified = verdict != Verdict::Unknown && self.certificate.is_some();
        if let (Some(folder), Some(mut prover), true) = (&self.certificate, prover, certified) {
            prover.justify = self.justify;
            let budget = options.budget;
            certify(&*puzzle, family.name, &report.found, folder, prover, budget)?;
        }
        if self.json {
            let mut object = json!({ "verdict": verdict });
            describe(&mut object, family.name, &report);
            if let Some(limit) = report.found.limit {
                object["limit"] = json!(limit);
            }
            if certified {
                object["certificate"] = json!(self.certificate);
            }
            if let [one, two] = &report.found.solutions[..] {
                object["differences"] = json!(one.differences(two));
            }
            if let Some(undetermined) = &report.undetermined {
                object["undetermined"] = json!(undetermined);
            }
            if verdict == Verdict::None && !report.notes.is_empty() {
                object["reasons"] = json!(report.notes);
            }
            if let Some(stated) = &stated {
                object["stated_solution"] = json!(stated);
            }
            writeln!(out, "{object}")?;
        } else {
            self.print(out, &*puzzle, &report)?;
        }
        match stated {
            Some(Stated::Wrong(reason)) => {
                tracing::warn!("the stated solution is wrong: {}", one_line(&reason));
            }
            Some(Stated::Other) => {
                tracing::warn!("the stated solution is right, but not the one found");
            }
            _ => {}
        }
        Ok(verdict.into())
    }

    fn print(
        &self,
        out: &mut dyn Write,
        puzzle: &dyn AnyPuzzle,
        report: &Report,
    ) -> anyhow::Result<()> {
        let by = format!("{}, {:.1} ms", report.backend, 1000.0 * report.time.as_secs_f64());
        let solutions = &report.found.solutions;
        match report.found.verdict() {
            Verdict::Unique => {
                writeln!(out, "unique: exactly one solution ({by})")?;
                write!(out, "{}", puzzle.text(solutions.first(), &[]))?;
                if let Some(open) = report.undetermined.as_deref().filter(|open| !open.is_empty()) {
                    let names = one_line(&open.join(", "));
                    writeln!(out, "The grid does not determine the variables {names}.")?;
                }
            }
            Verdict::None => {
                writeln!(out, "none: no solution ({by})")?;
                for note in &report.notes {
                    writeln!(out, "{}", one_line(note))?;
                }
            }
            Verdict::Unknown => {
                let limit = report.found.limit.map(|limit| limit.to_string()).unwrap_or_default();
                let least =
                    if solutions.is_empty() { "" } else { "; there is at least one solution" };
                writeln!(out, "unknown: {limit}{least} ({by})")?;
                if let Some(solution) = solutions.first() {
                    write!(out, "{}", puzzle.text(Some(solution), &[]))?;
                }
            }
            Verdict::Multiple => {
                let differences = solutions[0].differences(&solutions[1]);
                let cells = differences.len();
                writeln!(out, "multiple: at least two solutions ({by})")?;
                writeln!(out, "Two that differ in {cells} cells, marked [ ]:")?;
                let marked: Vec<_> = differences.iter().map(|d| d.position()).collect();
                for solution in solutions {
                    write!(out, "{}", puzzle.text(Some(solution), &marked))?;
                }
                for difference in differences {
                    let [one, two] = &difference.values;
                    writeln!(out, "{}: {one} or {two}", difference.position())?;
                }
            }
        }
        Ok(())
    }
}

/// The fields that `prove` and `solve` have in common.
pub(super) fn describe(object: &mut serde_json::Value, family: &str, report: &Report) {
    object["family"] = json!(family);
    object["solutions"] = json!(report.found.solutions);
    object["backend"] = json!(report.backend);
    object["encoding"] = json!(report.encoding);
    object["stats"] = json!({
        "variables": report.size.0,
        "clauses": report.size.1,
        "conflicts": report.effort.conflicts,
        "nodes": report.effort.nodes,
        "propagations": report.effort.propagations,
        "seconds": report.time.as_secs_f64(),
        "memory": bench::peak_memory("self"),
    });
    object["certificate"] = json!(null);
}
