//! `xwc encodings`: what there is, and what this build has.

use std::io::Write;

use serde_json::json;
use xwc_encodings::{Amo, Card, ENCODINGS};

use crate::exit::{Exit, Failure};
use xwc::solve::{BACKENDS, Backend};

/// List encodings and backends
#[derive(Debug, clap::Args)]
pub(crate) struct EncodingsArgs {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl EncodingsArgs {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        if self.json {
            let encodings: Vec<_> = ENCODINGS
                .iter()
                .map(|encoding| {
                    json!({
                        "name": encoding.info().name,
                        "version": encoding.info().version,
                        "language": encoding.info().target.to_string(),
                        "summary": encoding.info().summary,
                        "refuses": encoding.info().refuses,
                        "variants": encoding.info().has_variants,
                    })
                })
                .collect();
            let backends: Vec<_> = BACKENDS
                .iter()
                .map(|backend| {
                    json!({
                        "name": backend.name,
                        "reads": reads(backend),
                        "summary": backend.summary,
                        "built_in": backend.solver.is_some(),
                        "feature": backend.feature,
                    })
                })
                .collect();
            let object = json!({
                "encodings": encodings,
                "backends": backends,
                "amo": Amo::ALL.map(|one| one.to_string()),
                "card": Card::ALL.map(|one| one.to_string()),
            });
            writeln!(out, "{object}")?;
            return Ok(Exit::Success);
        }
        writeln!(out, "Encodings:")?;
        for encoding in ENCODINGS {
            let (name, language) = (encoding.info().name, encoding.info().target);
            writeln!(out, "  {name:<16} {language:<8} {}", encoding.info().summary)?;
            writeln!(out, "  {:<25} refuses {}", "", encoding.info().refuses)?;
        }
        writeln!(out, "\nHow those in CNF count:")?;
        writeln!(out, "  {:<16} {}", "--amo", Amo::ALL.map(|one| one.to_string()).join(", "))?;
        writeln!(out, "  {:<16} {}", "--card", Card::ALL.map(|one| one.to_string()).join(", "))?;
        writeln!(out, "\nBackends:")?;
        for backend in BACKENDS {
            let there = match (backend.solver.is_some(), backend.feature) {
                (true, _) => String::new(),
                (false, feature) => {
                    format!(" (not in this build: --features {})", feature.unwrap_or_default())
                }
            };
            let (name, reads) = (backend.name, reads(backend));
            writeln!(out, "  {name:<16} {reads:<8} {}{there}", backend.summary)?;
        }
        writeln!(out, "\nThe default, auto, is native and varisat in turns.")?;
        Ok(Exit::Success)
    }
}

fn reads(backend: &Backend) -> String {
    backend.reads.map_or("models".to_string(), |language| language.to_string())
}
