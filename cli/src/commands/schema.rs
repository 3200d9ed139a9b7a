//! `xwc schema`: the file formats, for editors and validators.

use std::io::Write;

use serde_json::{Value, json};

use crate::exit::{Exit, Failure};
use xwc_check::families::{self, FAMILIES};

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
                return Ok(out.write_all(family.schema.as_bytes()).map(|()| Exit::Success)?);
            }
            None => {
                let schemas: Vec<Value> = FAMILIES
                    .iter()
                    .map(|family| serde_json::from_str(family.schema).expect("it is JSON"))
                    .collect();
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
