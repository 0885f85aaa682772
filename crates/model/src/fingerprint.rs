//! A definition's identity, field by field.
//!
//! Each field of the definition is hashed on its own over canonical JSON (RFC 8785), so that a change names
//! the field it touched, and formatting alone changes nothing. The combined hash is domain-separated and
//! length-prefixed. Canonical JSON cannot tell some values apart (integers beyond 2^53 collide) and cannot
//! hold others (duplicate members, lone surrogates, very deep nesting); such a field is hashed over the
//! bytes that arrived, in a domain of its own: stricter, never blinder.

use crate::json::{Document, Kind, Node};
use crate::{Definition, DefinitionKind};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// A SHA-256 digest in lower-case hex.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FieldHash(pub String);

/// What a definition was when it was looked at.
///
/// ```
/// use vetgate_model::{Definition, DefinitionKind, Fingerprint};
/// let of = |raw| Fingerprint::of(&Definition::parse("s", DefinitionKind::Tool, raw).unwrap());
/// let before = of(r#"{"name":"a","annotations":{"readOnlyHint":true}}"#);
/// let after = of(r#"{"annotations": {"readOnlyHint": false}, "name": "a"}"#);
/// assert_eq!(before.changed(&after), ["annotations"]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint {
    /// Over all fields.
    pub combined: FieldHash,
    /// Each field by its name in the definition.
    pub fields: BTreeMap<String, FieldHash>,
}

const DOMAIN: &[u8] = b"vetgate.fingerprint.v1";
/// `serde_json` refuses to read deeper than 128 levels.
const CANONICAL_DEPTH: usize = 100;

impl Fingerprint {
    /// Hashes every field of `definition`.
    pub fn of(definition: &Definition) -> Self {
        let mut fields: BTreeMap<String, FieldHash> = BTreeMap::new();
        if let Ok(document) = Document::parse(definition.raw()) {
            if definition.kind() == DefinitionKind::Instructions {
                fields.insert("instructions".to_owned(), hash(&[b"value", &canonical(document.root())]));
            }
            let mut members: BTreeMap<String, Vec<Node>> = BTreeMap::new();
            for (key, node) in document.root().members() {
                members.entry(key.text.into_owned()).or_default().push(node);
            }
            for (name, values) in members {
                let parts: Vec<Vec<u8>> = values.into_iter().map(canonical).collect();
                let mut all: Vec<&[u8]> = vec![b"value"];
                all.extend(parts.iter().map(Vec::as_slice));
                fields.insert(name, hash(&all));
            }
        }
        let mut parts: Vec<&[u8]> = vec![DOMAIN];
        for (name, value) in &fields {
            parts.push(name.as_bytes());
            parts.push(value.0.as_bytes());
        }
        Self { combined: hash(&parts), fields }
    }

    /// The fields that differ from `other`, added and removed ones included, sorted.
    pub fn changed(&self, other: &Self) -> Vec<String> {
        let names: BTreeSet<&String> = self.fields.keys().chain(other.fields.keys()).collect();
        names.into_iter().filter(|name| self.fields.get(*name) != other.fields.get(*name)).cloned().collect()
    }
}

/// Length-prefixed, so that moving a byte from one part to the next changes the hash.
fn hash(parts: &[&[u8]]) -> FieldHash {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update((part.len() as u64).to_be_bytes());
        digest.update(part);
    }
    let mut hex = String::with_capacity(64);
    for byte in digest.finalize() {
        let _ = write!(hex, "{byte:02x}");
    }
    FieldHash(hex)
}

/// The canonical bytes of a value, or its raw bytes behind a tag where canonical JSON would lose something.
fn canonical(node: Node) -> Vec<u8> {
    let canonical = is_canonicalizable(node, 0)
        .then(|| serde_json::from_str::<serde_json::Value>(node.raw()).ok())
        .flatten()
        .and_then(|value| serde_json_canonicalizer::to_vec(&value).ok());
    match canonical {
        Some(bytes) => [b"canonical:".as_slice(), &bytes].concat(),
        None => [b"raw:".as_slice(), node.raw().as_bytes()].concat(),
    }
}

fn is_canonicalizable(node: Node, depth: usize) -> bool {
    if depth > CANONICAL_DEPTH {
        return false;
    }
    match node.kind() {
        Kind::Null | Kind::Bool(_) => true,
        Kind::Number => survives_as_double(node.raw()),
        Kind::String => !node.string().is_some_and(|s| s.lone_surrogate),
        Kind::Array => node.elements().all(|element| is_canonicalizable(element, depth + 1)),
        Kind::Object => {
            let mut keys = BTreeSet::new();
            node.members().all(|(key, value)| {
                !key.lone_surrogate && keys.insert(key.text.into_owned()) && is_canonicalizable(value, depth + 1)
            })
        }
    }
}

/// Whether a double holds the number exactly enough that no two such literals collide: 15 significant digits
/// always survive.
fn survives_as_double(literal: &str) -> bool {
    let mantissa = literal.split(['e', 'E']).next().unwrap_or(literal);
    let digits = mantissa.bytes().filter(u8::is_ascii_digit).skip_while(|b| *b == b'0').count();
    digits <= 15 && literal.parse::<f64>().is_ok_and(f64::is_finite)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(raw: &str) -> Fingerprint {
        Fingerprint::of(&Definition::parse("s", DefinitionKind::Tool, raw).unwrap())
    }

    #[test]
    fn formatting_and_member_order_change_nothing() {
        let compact = r#"{"name":"a","inputSchema":{"type":"object","properties":{}}}"#;
        let spread = "{ \"inputSchema\": {\"properties\": {}, \"type\": \"obj\\u0065ct\"},\n \"name\": \"a\" }";
        assert_eq!(of(compact), of(spread));
    }

    #[test]
    fn every_change_names_its_field() {
        let base = r#"{"name":"a","x":{"y":1}}"#;
        for (changed, field) in [
            (r#"{"name":"b","x":{"y":1}}"#, "name"),
            (r#"{"name":"a","x":{"y":2}}"#, "x"),
            (r#"{"name":"a"}"#, "x"),
            (r#"{"name":"a","x":{"y":1},"z":null}"#, "z"),
            (r#"{"name":"a","x":{"y":1},"name":"a"}"#, "name"),
        ] {
            assert_eq!(of(base).changed(&of(changed)), [field], "{changed}");
            assert_ne!(of(base).combined, of(changed).combined);
        }
    }

    #[test]
    fn what_canonical_json_confuses_is_still_told_apart() {
        let pairs = [
            (r#"{"d":9007199254740993}"#, r#"{"d":9007199254740992}"#),
            (r#"{"d":"\ud800"}"#, r#"{"d":"\ud801"}"#),
            (r#"{"d":1e999}"#, r#"{"d":1e998}"#),
            (r#"{"d":{"a":1,"a":2}}"#, r#"{"d":{"a":3,"a":2}}"#),
        ];
        for (one, other) in pairs {
            assert_ne!(of(one).combined, of(other).combined, "{one} {other}");
        }
    }
}
