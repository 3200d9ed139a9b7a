//! Stricter JSON than serde's defaults: an object is an object, a word is a word, and no key of an
//! object is there twice.

#[cfg(feature = "schema")]
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{
    Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess,
    SeqAccess, Visitor,
};
use serde_json::{Map, Value};
use serde_path_to_error::Track;

use super::InputError;
use super::grid::short;

/// Reads one value, in which no object has a key twice. The text is parsed once; again only if
/// something is wrong with it, since only the text knows lines and columns.
///
/// # Errors
///
/// If the input is malformed; the error says what is wrong, and where.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, InputError> {
    from_value(&parse(text)?).or_else(|_| from_text(text))
}

/// Any JSON, in which no object has a key twice.
///
/// # Errors
///
/// If the input is malformed; the error says what is wrong, and where.
pub fn parse(text: &str) -> Result<Value, InputError> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let mut track = Track::new();
    let tracked = serde_path_to_error::Deserializer::new(&mut reader, &mut track);
    let value = Strict::TOP
        .deserialize(tracked)
        .map_err(|error| InputError::json(serde_path_to_error::Error::new(track.path(), error)))?;
    reader.end().map_err(|error| InputError::json_text(&error))?;
    Ok(value)
}

/// The typed form of a value that was parsed.
///
/// # Errors
///
/// If the input is malformed; the error says what is wrong, and in which field.
pub fn from_value<T: DeserializeOwned>(value: &Value) -> Result<T, InputError> {
    serde_path_to_error::deserialize(value).map_err(InputError::json)
}

pub(crate) fn from_text<T: DeserializeOwned>(text: &str) -> Result<T, InputError> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(InputError::json)?;
    reader.end().map_err(|error| InputError::json_text(&error))?;
    Ok(value)
}

/// Makes a value in which no object has a key twice; of two, readers would take now one, now the
/// other.
#[derive(Clone, Copy)]
struct Strict {
    is_top: bool,
    /// Whether what is read is kept, or only looked at.
    is_kept: bool,
}

/// The field of a file that is not kept, because anything may be in it, and much of it.
const META: &str = "meta";

impl Strict {
    const TOP: Self = Self { is_top: true, is_kept: true };

    fn inner(self) -> Self {
        Self { is_top: false, ..self }
    }

    fn field(self, key: &str) -> Self {
        Self { is_kept: self.is_kept && !(self.is_top && key == META), ..self.inner() }
    }
}

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(if self.is_kept { value } else { "" }.into())
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element_seed(self.inner())? {
            if self.is_kept {
                values.push(value);
            }
        }
        Ok(values.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            if fields.contains_key(&key) {
                let key = short(&key);
                return Err(A::Error::custom(format!("the key `{key}` is there twice")));
            }
            let value = map.next_value_seed(self.field(&key))?;
            fields.insert(key, value);
        }
        Ok(if self.is_kept || self.is_top { fields.into() } else { Map::new().into() })
    }
}

/// A part of a puzzle file that is written as an object.
pub trait Shape {
    /// What to say where something else is found.
    const SHAPE: &'static str;
}

/// An object; serde alone would also read a list of the fields' values.
#[derive(Clone, Copy, Debug, Default)]
pub struct Object<T>(pub T);

impl<'de, T: Deserialize<'de> + Shape> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de> + Shape> Visitor<'de> for Fields<T> {
            type Value = T;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(T::SHAPE)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map))
            }
        }

        deserializer.deserialize_map(Fields(PhantomData)).map(Object)
    }
}

#[cfg(feature = "schema")]
impl<T: JsonSchema> JsonSchema for Object<T> {
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// One of the words, as what it stands for.
///
/// # Errors
///
/// If it is not one of them.
pub fn word<'de, D, T: Copy>(deserializer: D, words: &[(&str, T)]) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
{
    let found = String::deserialize(deserializer)?;
    words.iter().find(|(word, _)| *word == found).map(|&(_, meaning)| meaning).ok_or_else(|| {
        let allowed: Vec<String> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
        D::Error::custom(format!("found `{found}`; it must be {}", allowed.join(" or ")))
    })
}

/// A free-form object of which nothing is kept.
#[derive(Debug)]
pub struct Meta;

impl<'de> Deserialize<'de> for Meta {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Anything;

        impl<'de> Visitor<'de> for Anything {
            type Value = Meta;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object, whatever is in it")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Meta, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Meta)
            }
        }

        deserializer.deserialize_map(Anything)
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Meta {
    fn schema_name() -> Cow<'static, str> {
        "Meta".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "object" })
    }
}
