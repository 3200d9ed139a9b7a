//! As much of JSON Schema as `xwc schema` uses: enough to see that a schema accepts a puzzle. And the
//! embedded schemas, made from the types that read the files.

use std::fs;
use std::io;

use serde_json::{Value, json};
use xwc_check::families::{FAMILIES, FamilyRules};

/// What the embedded schema of a family has to be.
pub fn derived(family: &FamilyRules) -> Value {
    json!(family.derived_schema())
}

/// Writes the embedded schemas of all families.
///
/// # Errors
///
/// If a file cannot be written.
pub fn write_all() -> io::Result<()> {
    for family in FAMILIES {
        let path = format!("check/src/families/{}/schema.json", family.name);
        fs::write(crate::root().join(path), format!("{:#}\n", derived(family)))?;
    }
    Ok(())
}

/// Whether the schema accepts the value.
///
/// # Errors
///
/// Where it does not, and why.
pub fn accepts(schema: &Value, value: &Value) -> Result<(), String> {
    if let Some(keyword) = schema.as_object().into_iter().flatten().find(|(key, _)| !known(key)) {
        return Err(format!("the keyword {keyword:?} is not understood here"));
    }
    let wrong =
        |keyword: &str| Err(format!("{keyword} {} does not accept {value}", schema[keyword]));
    if let Some(name) = schema["type"].as_str()
        && !is_a(value, name)
    {
        return wrong("type");
    }
    if let Some(names) = schema["type"].as_array()
        && !names.iter().any(|name| name.as_str().is_some_and(|name| is_a(value, name)))
    {
        return wrong("type");
    }
    if schema.get("const").is_some_and(|only| only != value) {
        return wrong("const");
    }
    if schema["enum"].as_array().is_some_and(|choices| !choices.contains(value)) {
        return wrong("enum");
    }
    if let Some(number) = value.as_f64() {
        if schema["minimum"].as_f64().is_some_and(|least| number < least) {
            return wrong("minimum");
        }
        if schema["maximum"].as_f64().is_some_and(|most| number > most) {
            return wrong("maximum");
        }
    }
    for (keyword, exactly_one) in [("oneOf", true), ("anyOf", false)] {
        if let Some(choices) = schema[keyword].as_array() {
            let fitting = choices.iter().filter(|choice| accepts(choice, value).is_ok()).count();
            if fitting == 0 || (exactly_one && fitting > 1) {
                return wrong(keyword);
            }
        }
    }
    for item in value.as_array().into_iter().flatten() {
        if let Some(items) = schema.get("items") {
            accepts(items, item)?;
        }
    }
    if let Some(fields) = value.as_object() {
        let required = schema["required"].as_array().into_iter().flatten();
        for name in required.filter_map(Value::as_str) {
            if !fields.contains_key(name) {
                return Err(format!("`{name}` is missing"));
            }
        }
        for (name, field) in fields {
            match (schema["properties"].get(name), &schema["additionalProperties"]) {
                (Some(property), _) => {
                    accepts(property, field).map_err(|error| format!("{name}: {error}"))?;
                }
                (None, Value::Bool(false)) => return Err(format!("`{name}` is unknown")),
                (None, _) => {}
            }
        }
    }
    Ok(())
}

/// Keywords that are checked above, or that only inform.
fn known(keyword: &str) -> bool {
    let checked = [
        "type",
        "const",
        "enum",
        "minimum",
        "maximum",
        "oneOf",
        "anyOf",
        "items",
        "properties",
        "required",
        "additionalProperties",
    ];
    let informing = ["$schema", "title", "description", "default", "format"];
    checked.contains(&keyword) || informing.contains(&keyword)
}

fn is_a(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn embedded_schemas_are_those_of_the_types() {
        for family in FAMILIES {
            let derived = format!("{:#}\n", derived(family));
            assert!(family.schema == derived, "cargo run -p xwc-testkit --bin embedded");
        }
    }
}
