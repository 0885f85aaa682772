//! One field of a locked definition: its fingerprint and its value.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use vetgate_model::json::Document;
use vetgate_model::{Definition, DefinitionKind, FieldHash, Fingerprint};

/// A field as it was.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Field {
    pub(super) sha256: FieldHash,
    /// The value, members sorted.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub(super) value: Option<Value>,
    /// The texts as they arrived, where a plain value would lose something: a member that stands twice, half of
    /// a surrogate pair, a number beyond a double.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) raw: Vec<String>,
}

/// A `null` that is there is a value, unlike one that is not there.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// The fields of `definition` with their values.
pub(super) fn fields(definition: &Definition, fingerprint: &Fingerprint) -> BTreeMap<String, Field> {
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    if let Ok(document) = Document::parse(definition.raw()) {
        if definition.kind() == DefinitionKind::Instructions {
            texts.insert("instructions".to_owned(), vec![document.root().raw().to_owned()]);
        }
        for (key, node) in document.root().members() {
            texts.entry(key.text.into_owned()).or_default().push(node.raw().to_owned());
        }
    }
    let mut fields = BTreeMap::new();
    for (name, sha256) in &fingerprint.fields {
        let raw = texts.remove(name).unwrap_or_default();
        let value = match raw.as_slice() {
            [one] => serde_json::from_str(one).ok().map(sorted),
            _ => None,
        };
        let plain = Field { sha256: sha256.clone(), value, raw: vec![] };
        let is_faithful = plain.value.is_some() && plain.hash(definition.kind(), name).as_ref() == Some(sha256);
        let field = if is_faithful { plain } else { Field { sha256: sha256.clone(), value: None, raw } };
        fields.insert(name.clone(), field);
    }
    fields
}

/// The fingerprint of all of `fields` together.
pub(super) fn combined(kind: DefinitionKind, fields: &BTreeMap<String, Field>) -> Option<FieldHash> {
    Some(fingerprint(kind, fields)?.combined)
}

impl Field {
    /// What the fingerprint of the value is.
    pub(super) fn hash(&self, kind: DefinitionKind, name: &str) -> Option<FieldHash> {
        let one = BTreeMap::from([(name.to_owned(), self.clone())]);
        fingerprint(kind, &one)?.fields.remove(name)
    }

    /// The value for people: a string as it is, anything else as JSON.
    pub(super) fn text(&self) -> String {
        match &self.value {
            Some(Value::String(text)) => text.clone(),
            Some(value) => value.to_string(),
            None => self.raw.join(" and "),
        }
    }

    fn texts(&self) -> Vec<String> {
        match &self.value {
            Some(value) => vec![value.to_string()],
            None => self.raw.clone(),
        }
    }
}

/// Puts the definition together again; the fingerprint of the same values is the same.
fn fingerprint(kind: DefinitionKind, fields: &BTreeMap<String, Field>) -> Option<Fingerprint> {
    let raw = if kind == DefinitionKind::Instructions {
        fields.get("instructions")?.texts().pop()?
    } else {
        let member = |name: &String, text: &String| format!("{}:{text}", Value::from(name.as_str()));
        let members: Vec<String> = fields
            .iter()
            .flat_map(|(name, field)| field.texts().into_iter().map(move |text| member(name, &text)))
            .collect();
        format!("{{{}}}", members.join(","))
    };
    Definition::parse("", kind, &raw).ok().map(|definition| Fingerprint::of(&definition))
}

/// Members in order, whatever order the JSON library keeps.
fn sorted(value: Value) -> Value {
    match value {
        Value::Array(elements) => Value::Array(elements.into_iter().map(sorted).collect()),
        Value::Object(members) => {
            let members: BTreeMap<String, Value> =
                members.into_iter().map(|(key, value)| (key, sorted(value))).collect();
            Value::Object(members.into_iter().collect())
        }
        value => value,
    }
}
