//! `xwc schema`: the file formats, for editors and validators.

use std::io::Write;

use serde_json::json;

use crate::exit::{Exit, Failure};
use xwc::families::{self, FAMILIES};

/// Print the JSON Schema of puzzle files
#[derive(Debug, clap::Args)]
pub(crate) struct SchemaArgs {
    /// One family; all of them if none is named
    family: Option<String>,
}

impl SchemaArgs {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let schema = match &self.family {
            Some(name) => {
                let family = families::find(name).ok_or_else(|| {
                    Failure::usage(format!("no family `{name}`; available: {}", families::names()))
                })?;
                json!((family.schema)())
            }
            None => {
                let schemas: Vec<_> = FAMILIES.iter().map(|family| (family.schema)()).collect();
                json!({
                    "$schema": "https://json-schema.org/draft/2020-12/schema",
                    "title": "puzzle",
                    "oneOf": schemas,
                })
            }
        };
        writeln!(out, "{schema:#}")?;
        Ok(Exit::Success)
    }
}
