//! Every kind there is, with what is known about it: what `vetgate explain` and the reference pages are made from.

use crate::scan::token;
use crate::structures::{connection, header, jwt, maxmind, path, private_key, telegram};
use crate::{Kind, card, credential, email, formats, iban, identifiers, ip, mac, phone, street, wallet};

/// A kind, and how it is told from everything else.
#[derive(Debug, Clone)]
pub struct Listed {
    /// The kind.
    pub kind: &'static Kind,
    /// How it is recognised, in a sentence.
    pub how: &'static str,
    /// Texts in which it is found.
    pub found: Vec<&'static str>,
    /// Texts that look much like it, in which it is not.
    pub not_found: Vec<&'static str>,
    /// Words that make it surer when they stand near or name the field.
    pub words: &'static [&'static str],
}

/// Every kind that is built in: personal data first, then secrets.
///
/// ```
/// let kinds: Vec<_> = vetgate_sensitive::catalogue().collect();
/// assert!(kinds.iter().any(|listed| listed.kind.id == "iban"));
/// ```
pub fn catalogue() -> impl Iterator<Item = Listed> {
    let shapes = SHAPES.iter().map(|(kind, how, found, not_found)| Listed {
        kind,
        how,
        found: found.to_vec(),
        not_found: not_found.to_vec(),
        words: &[],
    });
    let identifiers = identifiers::all().map(|row| Listed {
        kind: &row.kind,
        how: if row.bare.is_some() || row.alone.is_some() {
            "A fixed layout whose rule holds; a word that names it makes it surer."
        } else {
            "A fixed layout whose rule holds, where a word near it or the field's name says what it is."
        },
        found: row.found.to_vec(),
        not_found: row.not_found.to_vec(),
        words: row.words,
    });
    let formats = formats::all().map(|row| Listed {
        kind: &row.kind,
        how: "The provider's own format: how it starts, its alphabet, its length, and its checksum if it has one.",
        found: vec![row.found],
        not_found: vec![row.not_found],
        words: &[],
    });
    shapes.chain(identifiers).chain(formats)
}

type Shape = (&'static Kind, &'static str, &'static [&'static str], &'static [&'static str]);

// `SHAPES`, from `data/shapes.toml`.
include!(concat!(env!("OUT_DIR"), "/shapes.rs"));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Detector, Grade};
    use std::collections::BTreeSet;

    #[test]
    fn every_example_is_found_and_every_counterexample_is_not() {
        let detector = Detector::new();
        let mut wrong = Vec::new();
        for listed in catalogue() {
            let id = &listed.kind.id;
            let has = |text: &str, least| {
                detector.inspect(text.as_bytes()).iter().any(|found| found.kind == *id && found.grade() >= least)
            };
            // One number can fit two kinds as well; it is enough that it is seen.
            let is_seen = |text: &str| !detector.inspect(text.as_bytes()).is_empty();
            wrong.extend(listed.found.iter().filter(|text| !is_seen(text)).map(|text| format!("{id} not in {text:?}")));
            wrong.extend(
                listed.not_found.iter().filter(|text| has(text, Grade::High)).map(|text| format!("{id} in {text:?}")),
            );
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn every_kind_is_listed_once() {
        let mut ids = BTreeSet::new();
        for listed in catalogue() {
            assert!(ids.insert(&listed.kind.id), "{} stands twice", listed.kind.id);
            assert!(!listed.kind.name.is_empty() && !listed.how.is_empty());
        }
        assert!(ids.len() > 300, "{} kinds", ids.len());
    }
}
