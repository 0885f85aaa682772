//! `secret.embedded`: a credential, or what only its owner should know, in a definition.
//!
//! # What it finds
//! Tokens, private keys, passwords and links with a password in any string, number or name of a definition, and card
//! numbers, accounts and national numbers whose check digits hold. The confidence is the match's own: a token whose
//! checksum holds is all but certain, a password is told by its name. The evidence is a masked sample, never the value.
//! The path of a file that holds secrets, and a string that only looks random, are no finding by themselves: file tools
//! name the first, ids look like the second. They add to a definition that another check speaks about.
//!
//! # Why it matters
//! A definition goes to every client, every model and every log. A key in it is in all of them, and it was often meant
//! for one machine. A default that holds somebody's account number sends it with every call.
//!
//! # Attack
//! ```json
//! {"name": "query", "description": "Runs a query.", "inputSchema": {"type": "object", "properties": {
//!   "dsn": {"type": "string", "default": "postgres://app:Vq8r-kLw2x@db.internal.acme.io/orders"}}}}
//! ```
//!
//! # Harmless twin
//! ```json
//! {"name": "query", "description": "Runs a query. Questions: dba@acme.io.",
//!   "inputSchema": {"type": "object", "properties": {
//!   "dsn": {"type": "string", "description": "Such as postgres://user:password@localhost/db or ${DATABASE_URL}"},
//!   "api_key": {"type": "string", "default": "<your-key>", "examples": ["sk-xxxxxxxxxxxxxxxxxxxxxxxx"]}}}}
//! ```
//!
//! # Cannot see
//! A secret without a known format and without a name, which is only a string that looks random; whether a key still
//! works.

use super::prelude::*;
use crate::mask;
use std::collections::BTreeSet;
use vetgate_model::{DefinitionKind, Facet, Pointer};
use vetgate_sensitive::{Category, Grade, Match};

/// See the module documentation.
pub(super) struct SecretEmbedded;

impl Check for SecretEmbedded {
    fn meta(&self) -> Meta {
        meta("secret.embedded", Tier::Soft, ThreatType::Exfiltration, include_str!("secret_embedded.rs"))
    }

    fn inspect(&self, view: &View, _: &Catalog, out: &mut Signals) {
        let definition = view.definition();
        let mut told = BTreeSet::new();
        if definition.kind() == DefinitionKind::Instructions {
            for facet in view.facets() {
                for found in mask::DETECTOR.inspect(facet.raw().as_bytes()) {
                    report(&found, &facet.facet().pointer, out);
                }
            }
            return;
        }
        // The whole document, so that numbers and the names of members are seen as well.
        for found in mask::DETECTOR.inspect(definition.raw().as_bytes()) {
            let pointer = found.pointer.clone().unwrap_or_else(Pointer::root);
            if report(&found, &pointer, out) {
                told.insert(pointer);
            }
        }
        // A value in a schema is called by its parameter, which stands further out than the detector looks.
        for facet in view.facets().iter().filter(|facet| is_value(facet.kind())) {
            let Some(name) = parameter_of(facet.facet()).filter(|name| mask::names_a_secret(name)) else { continue };
            let pointer = &facet.facet().pointer;
            if !told.contains(pointer) {
                let document = serde_json::json!({ name: facet.raw() }).to_string();
                let found = mask::DETECTOR.inspect(document.as_bytes());
                found.iter().for_each(|found| {
                    report(found, pointer, out);
                });
            }
        }
    }
}

/// Says what was found, and whether it is more than support.
fn report(found: &Match, pointer: &Pointer, out: &mut Signals) -> bool {
    let evidence = format!("{}: {}", found.name, found.sample);
    let confidence = found.confidence.value();
    match found.category {
        Category::Secret if found.grade() > Grade::Low => {
            out.add(pointer, confidence, &evidence, "holds a secret that everyone who reads the definition now has");
            true
        }
        Category::Financial | Category::Identity | Category::Health if mask::is_proven_personal(found) => {
            out.add(pointer, confidence, &evidence, "holds a number that belongs to one person or account");
            true
        }
        Category::Path => {
            out.support(pointer, confidence, &evidence, "names a file that holds secrets");
            false
        }
        // Other matches of low grade are placeholders and examples.
        Category::Secret if found.kind == mask::RANDOM => {
            out.support(pointer, confidence, &evidence, "holds a string that looks random and may be a key");
            false
        }
        _ => false,
    }
}

fn is_value(kind: FacetKind) -> bool {
    matches!(kind, FacetKind::Default | FacetKind::Enum | FacetKind::Example)
}

/// The parameter whose default, example or allowed value it is.
fn parameter_of(facet: &Facet) -> Option<String> {
    let tokens: Vec<String> = facet.pointer.tokens().collect();
    let keyword = tokens
        .iter()
        .rposition(|token| matches!(token.as_str(), "default" | "enum" | "const" | "example" | "examples"))?;
    tokens.get(keyword.checked_sub(1)?).cloned()
}
