//! What a client sends.

use super::Machine;
use super::clean::Clean;
use super::schema::Schema;
use super::taint::SourceKind;
use super::value::{Input, Shape, Spot, Strand, Value};
use crate::form::Name;
use std::rc::Rc;

impl Machine<'_> {
    /// Something that a client sends, as its schema lets it.
    pub(super) fn input(&mut self, label: String, kind: SourceKind, schema: Option<Rc<Schema>>, spot: Spot) -> Value {
        let clean = schema.as_ref().map_or(Clean::NONE, |schema| schema.clean);
        let kind =
            if kind == SourceKind::Input && super::table::is_secret_name(label.rsplit('.').next().unwrap_or(&label)) {
                SourceKind::Secret
            } else {
                kind
            };
        let source = self.source(label, kind, spot);
        let shape = Shape::Input(Rc::new(Input { symbol: source.symbol, schema }));
        let strand = Strand { source: source.symbol, clean, trail: None };
        Value { taint: Some(Rc::new(vec![strand])), symbol: source.symbol, ..Value::of(shape, spot) }
    }

    /// A part of what a client sends, the same each time it is asked for.
    pub(super) fn input_part(&mut self, of: &Value, name: &Name, spot: Spot) -> Value {
        let Some(input) = of.shapes().iter().find_map(|shape| match shape {
            Shape::Input(input) => Some(input.clone()),
            _ => None,
        }) else {
            return self.interned_part(of, name, spot);
        };
        // Methods of texts, lists and dictionaries have names, too.
        let member = input.schema.as_ref().and_then(|schema| schema.members.get(name).cloned());
        let is_leaf = input.schema.as_ref().is_some_and(|schema| schema.is_leaf);
        if member.is_none() && (is_leaf || is_method(name)) {
            return self.method_of(of, name, spot);
        }
        if let Some(part) = self.parts.get(&(input.symbol, name.clone())) {
            return part.clone().at(spot);
        }
        let parent = self.sources.get(&input.symbol).map_or_else(String::new, |source| source.label.clone());
        let label = if parent.is_empty() { name.to_string() } else { format!("{parent}.{name}") };
        let part = self.input(label, SourceKind::Input, member, spot);
        self.parts.insert((input.symbol, name.clone()), part.clone());
        part
    }

    /// Any item of what a client sends.
    pub(super) fn input_item(&mut self, of: &Value, spot: Spot) -> Value {
        let Some(input) = of.shapes().iter().find_map(|shape| match shape {
            Shape::Input(input) => Some(input.clone()),
            _ => None,
        }) else {
            return self.interned_part(of, &"*".into(), spot);
        };
        let key: Name = "*".into();
        if let Some(part) = self.parts.get(&(input.symbol, key.clone())) {
            return part.clone().at(spot);
        }
        let label = self.sources.get(&input.symbol).map_or_else(String::new, |source| source.label.clone());
        let schema = input.schema.as_ref().and_then(|schema| schema.item.clone());
        let part = self.input(label, SourceKind::Input, schema, spot);
        self.parts.insert((input.symbol, key), part.clone());
        part
    }

    /// A value that has passed a schema: each of its parts is as the schema lets it.
    pub(super) fn restricted(&mut self, value: &Value, schema: &Rc<Schema>, spot: Spot) -> Value {
        let Some(input) = value.shapes().iter().find_map(|shape| match shape {
            Shape::Input(input) => Some(input.clone()),
            _ => None,
        }) else {
            return match value.strands() {
                [] => value.clone(),
                _ if schema.members.is_empty() => self.derived_as(std::slice::from_ref(value), schema.clean, spot, ""),
                _ => {
                    let label = self.label_of(value);
                    self.input(label, SourceKind::Input, Some(schema.clone()), spot)
                }
            };
        };
        let label = self.sources.get(&input.symbol).map_or_else(String::new, |source| source.label.clone());
        let kind = self.sources.get(&input.symbol).map_or(SourceKind::Input, |source| source.kind);
        self.input(label, kind, Some(schema.clone()), spot)
    }

    /// Where a value comes from, in words.
    fn label_of(&self, value: &Value) -> String {
        let source = value.strands().first().and_then(|strand| self.sources.get(&strand.source));
        source.map_or_else(|| "input".to_owned(), |source| source.label.clone())
    }
}

/// Names that are methods of what JSON can hold.
fn is_method(name: &str) -> bool {
    matches!(
        name,
        "get"
            | "items"
            | "keys"
            | "values"
            | "strip"
            | "split"
            | "lower"
            | "upper"
            | "startswith"
            | "endswith"
            | "replace"
            | "format"
            | "join"
            | "trim"
            | "toLowerCase"
            | "toUpperCase"
            | "startsWith"
            | "endsWith"
            | "includes"
            | "match"
            | "replaceAll"
            | "slice"
            | "substring"
            | "map"
            | "filter"
            | "forEach"
            | "length"
            | "toString"
            | "encode"
            | "decode"
            | "isdigit"
            | "isalnum"
            | "find"
            | "some"
            | "every"
            | "pop"
            | "append"
            | "push"
            | "concat"
            | "splitlines"
            | "lstrip"
            | "rstrip"
            | "isidentifier"
            | "test"
            | "reduce"
            | "removeprefix"
            | "removesuffix"
            | "search"
            | "indexOf"
            | "at"
            | "charAt"
            | "localeCompare"
            | "copy"
            | "isnumeric"
            | "isalpha"
            | "isdecimal"
            | "setdefault"
            | "casefold"
            | "title"
            | "resolve"
            | "read_text"
            | "parse"
            | "hasOwnProperty"
            | "model_dump"
            | "dict"
            | "partition"
            | "rsplit"
            | "trimEnd"
            | "trimStart"
            | "normalize"
            | "exists"
            | "is_file"
            | "open"
    )
}
