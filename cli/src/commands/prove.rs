//! `xwc prove`: how many solutions?

use std::io::Write;
use std::time::{Duration, Instant};

use crate::bench;
use crate::exit::{Context, Exit, Failure, one_line, reason};
use crate::input::Input;
use crate::options::{CertificateOptions, SolverOptions, TO_SOLVE};
use crate::progress;
use xwc::families::AnyPuzzle;
use xwc::formats::drawing;
use xwc::{CertifyError, CertifyOptions, ProveReport, SearchOutcome, StatedSolution, Verdict};

/// Decide whether a puzzle has exactly one solution, several, or none
#[derive(Debug, clap::Args)]
pub(crate) struct ProveArgs {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    solver: SolverOptions,

    #[command(flatten)]
    certificate: CertificateOptions,

    /// Also prove the formula from rules that are written straight from the puzzle, for VeriPB
    #[arg(long, requires = "certificate")]
    justify: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl ProveArgs {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let budget = self.solver.start(TO_SOLVE, Exit::Unknown)?;
        let (proof, justify) = (self.certificate.proof(), self.justify);
        let asked = CertifyOptions { proof, justify, budget, ..CertifyOptions::default() };
        let certify = match &self.certificate.certificate {
            Some(folder) => Some((folder, self.solver.certify(asked)?)),
            None => None,
        };
        let puzzle = self.input.read()?;
        let options = self.solver.search(budget)?;
        progress::watch_search();
        let start = Instant::now();
        let report = xwc::prove(&*puzzle, options).context(|| self.input.name())?;
        let time = start.elapsed();
        let verdict = report.found.verdict();
        if report.stated == Some(StatedSolution::Impossible) {
            return Err(Failure::defect(format!(
                "{} found the puzzle {verdict:?}, but the stated solution obeys every rule and is \
                 not among the solutions: this is a defect of xwc",
                report.backend
            )));
        }
        let certify = certify.filter(|_| verdict != Verdict::Unknown);
        if let Some((folder, options)) = certify {
            xwc::certify(&*puzzle, &report, folder, options)
                .map_err(|error| self.not_certified(error))?;
        }
        if self.json {
            let folder = certify.map(|(folder, _)| folder.as_path());
            let memory = bench::peak_memory("self");
            let object = ProveReport::new(&*puzzle, &report, time, memory, folder);
            let object = serde_json::to_string(&object)?;
            writeln!(out, "{object}")?;
        } else {
            self.print(out, &*puzzle, &report, time)?;
        }
        match report.stated {
            Some(StatedSolution::Wrong(reason)) => {
                tracing::warn!("the stated solution is wrong: {}", one_line(&reason));
            }
            Some(StatedSolution::Undecided(reason)) => {
                tracing::warn!("the stated solution may be wrong: {}", one_line(&reason));
            }
            Some(StatedSolution::Other) => {
                tracing::warn!("the stated solution is right, but not the one found");
            }
            _ => {}
        }
        Ok(verdict.into())
    }

    /// Names what a certificate fails for: the puzzle, or the option that asks for the stronger tier.
    fn not_certified(&self, error: CertifyError) -> Failure {
        let place = match &error {
            CertifyError::Lower(_) | CertifyError::Statement(_) => Some(self.input.name()),
            CertifyError::NoRules
            | CertifyError::TooLong(_)
            | CertifyError::NotJustified(_)
            | CertifyError::Justify(_) => Some("--justify".to_string()),
            _ => None,
        };
        let failure = Failure::from(error);
        match place {
            Some(place) => failure.at(place),
            None => failure,
        }
    }

    fn print(
        &self,
        out: &mut dyn Write,
        puzzle: &dyn AnyPuzzle,
        report: &SearchOutcome,
        time: Duration,
    ) -> Result<(), Failure> {
        let by = format!("{}, {:.1} ms", report.backend, 1000.0 * time.as_secs_f64());
        let solutions = &report.found.solutions;
        match report.found.verdict() {
            Verdict::Unique => {
                writeln!(out, "unique: exactly one solution ({by})")?;
                write!(out, "{}", drawing(puzzle, solutions.first(), &[]))?;
                if let Some(open) = report.undetermined.as_deref().filter(|open| !open.is_empty()) {
                    let names = one_line(&open.join(", "));
                    writeln!(out, "The grid does not determine the variables {names}.")?;
                }
            }
            Verdict::None => {
                writeln!(out, "none: no solution ({by})")?;
                for note in report.lowered.iter().flat_map(|lowered| &lowered.notes) {
                    writeln!(out, "{}", one_line(note))?;
                }
            }
            Verdict::Unknown => {
                let reason = reason(&report.found).unwrap_or_default();
                let least =
                    if solutions.is_empty() { "" } else { "; there is at least one solution" };
                writeln!(out, "unknown: {reason}{least} ({by})")?;
                if let Some(solution) = solutions.first() {
                    write!(out, "{}", drawing(puzzle, Some(solution), &[]))?;
                }
            }
            Verdict::Multiple => {
                let differences = solutions[0].differences(&solutions[1]);
                let cells = differences.len();
                writeln!(out, "multiple: at least two solutions ({by})")?;
                writeln!(out, "Two that differ in {cells} cells, marked [ ]:")?;
                let marked: Vec<_> = differences.iter().map(|d| d.position()).collect();
                for solution in solutions {
                    write!(out, "{}", drawing(puzzle, Some(solution), &marked))?;
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
