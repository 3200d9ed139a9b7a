//! Numbers in puzzle files: whole, and small enough for exact arithmetic in 64 bits.

#[cfg(feature = "schema")]
use std::borrow::Cow;
use std::fmt;

#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde::de::{Deserialize, Deserializer, Error, Visitor};

use super::grid::MAX_SIDE;

/// The largest number that may stand in a cell or a pool; the product of two fits 64 bits.
pub const MAX_NUMBER: i64 = 1_000_000_000;

/// A number of the pool: 0 to [`MAX_NUMBER`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tile(pub i64);

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_u64(Range { low: 0, high: MAX_NUMBER }).map(Tile)
    }
}

/// A bound of a value range: [`MAX_NUMBER`] in either direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bound(pub i64);

impl<'de> Deserialize<'de> for Bound {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_i64(Range { low: -MAX_NUMBER, high: MAX_NUMBER }).map(Bound)
    }
}

/// A row or a column, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Ordinal(pub usize);

impl<'de> Deserialize<'de> for Ordinal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let range = Range { low: 1, high: MAX_SIDE as i64 };
        deserializer.deserialize_u64(range).map(|value| Ordinal(value as usize))
    }
}

/// How many there are of something: 0 to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Count(pub usize);

const MAX_COUNT: i64 = 1000;

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let range = Range { low: 0, high: MAX_COUNT };
        deserializer.deserialize_u64(range).map(|value| Count(value as usize))
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Count {
    fn schema_name() -> Cow<'static, str> {
        "Count".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": 0, "maximum": MAX_COUNT })
    }
}

struct Range {
    low: i64,
    high: i64,
}

impl Visitor<'_> for Range {
    type Value = i64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number from {} to {}", self.low, self.high)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<i64, E> {
        match i64::try_from(value) {
            Ok(value) => self.visit_i64(value),
            Err(_) => Err(E::invalid_value(serde::de::Unexpected::Unsigned(value), &self)),
        }
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<i64, E> {
        if (self.low..=self.high).contains(&value) {
            Ok(value)
        } else {
            Err(E::invalid_value(serde::de::Unexpected::Signed(value), &self))
        }
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Tile {
    fn schema_name() -> Cow<'static, str> {
        "Tile".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": 0, "maximum": MAX_NUMBER })
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Bound {
    fn schema_name() -> Cow<'static, str> {
        "Bound".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": -MAX_NUMBER, "maximum": MAX_NUMBER })
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Ordinal {
    fn schema_name() -> Cow<'static, str> {
        "Ordinal".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": 1, "maximum": MAX_SIDE })
    }
}
