//! Stricter JSON than serde's defaults: an object is an object, a word is a word.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, Visitor};

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

impl<T: JsonSchema> JsonSchema for Object<T> {
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// One of the words, as what it stands for.
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

impl JsonSchema for Meta {
    fn schema_name() -> Cow<'static, str> {
        "Meta".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "object" })
    }
}
