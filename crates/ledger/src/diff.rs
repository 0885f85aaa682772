//! What has changed between two versions of a definition, field by field, in texts that are safe to show.
//!
//! Which fields differ is said by their fingerprints, which were taken over what the server sent. The texts are masked,
//! so two of them can be equal although the fields are not: then the change says so. Members are sorted, as their order
//! means nothing, and duplicate members are all shown.

mod shown;

use crate::Version;
use crate::entry::named;
use serde::{Deserialize, Serialize};
use shown::Spelling;
use vetgate_model::json::{Document, Kind, Node};
use vetgate_model::{Pointer, Signal};
use vetgate_text::normal::Normal;

named! {
    /// What became of a field.
    Change {
        /// It is new.
        Added = "added",
        /// It is gone.
        Removed = "removed",
        /// It is another.
        Changed = "changed",
    }
}

/// One field that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FieldChange {
    /// Its name in the definition.
    pub field: String,
    /// What became of it.
    pub change: Change,
    /// What it was. Everything that cannot be seen is spelled out, as `\u{202E}`; only line breaks are kept.
    pub before: Option<String>,
    /// What it is, in the same way.
    pub after: Option<String>,
    /// Where in the definition the texts differ: the field itself, or places within it.
    pub pointers: Vec<Pointer>,
    /// Whether both texts are the same here: what differs was masked.
    pub is_alike: bool,
}

/// Everything that differs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Diff {
    /// The fields, by name.
    pub fields: Vec<FieldChange>,
    /// What a scan finds now and did not find before.
    pub new_signals: Vec<Signal>,
    /// What it does not find any more.
    pub gone_signals: Vec<Signal>,
}

/// What differs between the version that was approved, if any was, and another.
///
/// ```
/// use vetgate_ledger::{Change, Version, diff};
/// use vetgate_model::{Definition, DefinitionKind, Fingerprint};
/// let version = |raw: &str| {
///     let definition = Definition::parse("notes", DefinitionKind::Tool, raw).unwrap();
///     Version { fingerprint: Fingerprint::of(&definition), definition: raw.into(), finding: None, is_covered: true }
/// };
/// let before = version(r#"{"name":"add","description":"Adds"}"#);
/// let after = version("{\"description\":\"Adds\u{200B}\",\"name\":\"add\"}");
/// let changes = diff(Some(&before), &after).fields;
/// assert_eq!((changes[0].field.as_str(), changes[0].change), ("description", Change::Changed));
/// assert_eq!(changes[0].after.as_deref(), Some(r"Adds\u{200B}"));
/// ```
pub fn diff(before: Option<&Version>, after: &Version) -> Diff {
    let (old, new) = (before.map(|before| Texts::of(&before.definition)), Texts::of(&after.definition));
    let names = match before {
        Some(before) => before.fingerprint.changed(&after.fingerprint),
        None => after.fingerprint.fields.keys().cloned().collect(),
    };
    let fields = names.into_iter().map(|name| {
        let was_there = before.is_some_and(|before| before.fingerprint.fields.contains_key(&name));
        let is_there = after.fingerprint.fields.contains_key(&name);
        field(name, old.as_ref().filter(|_| was_there), Some(&new).filter(|_| is_there))
    });
    let signals = |version: Option<&Version>| -> Vec<Signal> {
        version.and_then(|version| version.finding.as_ref()).map(|finding| finding.signals.clone()).unwrap_or_default()
    };
    let (was, is) = (signals(before), signals(Some(after)));
    Diff {
        fields: fields.collect(),
        new_signals: is.iter().filter(|signal| !has(&was, signal)).cloned().collect(),
        gone_signals: was.iter().filter(|signal| !has(&is, signal)).cloned().collect(),
    }
}

/// Whether the same was found at the same place; how sure a check was is no news.
fn has(signals: &[Signal], signal: &Signal) -> bool {
    let told = |signal: &Signal| (signal.check.clone(), signal.pointer.clone(), signal.evidence.clone());
    signals.iter().any(|known| told(known) == told(signal))
}

fn field(name: String, old: Option<&Texts<'_>>, new: Option<&Texts<'_>>) -> FieldChange {
    let change = match (old, new) {
        (None, _) => Change::Added,
        (_, None) => Change::Removed,
        (Some(_), Some(_)) => Change::Changed,
    };
    let shown = |spelling| [old, new].map(|texts| texts.map(|texts| texts.shown(&name, spelling)));
    let [mut before, mut after] = shown(Spelling::Hidden);
    if let (Some(one), Some(other)) = (&before, &after)
        && one != other
        && Normal::of(one).text() == Normal::of(other).text()
    {
        // A letter was put in the place of one that looks like it.
        [before, after] = shown(Spelling::Foreign);
    }
    let is_alike = change == Change::Changed && before == after;
    let mut pointers = Vec::new();
    match (old, new) {
        (Some(old), Some(new)) => differences(&old.values(&name), &new.values(&name), &mut pointers),
        (Some(one), None) | (None, Some(one)) => pointers.push(one.pointer(&name)),
        (None, None) => {}
    }
    FieldChange { field: name, change, before, after, pointers, is_alike }
}

/// A definition's text, read if it can be: masking may have left what is no JSON.
struct Texts<'t> {
    text: &'t str,
    document: Option<Document<'t>>,
}

impl<'t> Texts<'t> {
    fn of(text: &'t str) -> Self {
        Self { text, document: Document::parse(text).ok() }
    }

    /// The values of a field: several where its name is there twice, or where a list has two definitions of one name.
    fn values(&self, name: &str) -> Vec<(Pointer, Node<'_, 't>)> {
        let Some(root) = self.document.as_ref().map(Document::root) else { return Vec::new() };
        let root_pointer = Pointer::root();
        let objects = match root.kind() {
            Kind::Object => vec![(root_pointer, root)],
            Kind::Array => {
                root.elements().enumerate().map(|(index, object)| (root_pointer.index(index), object)).collect()
            }
            _ => return vec![(root_pointer, root)],
        };
        let members = objects.into_iter().flat_map(|(base, object)| {
            object.members().map(move |(key, node)| (key.text == name, base.key(&key.text), node))
        });
        members.filter(|(is_it, ..)| *is_it).map(|(_, pointer, node)| (pointer, node)).collect()
    }

    fn pointer(&self, name: &str) -> Pointer {
        self.values(name).first().map_or_else(|| Pointer::root().key(name), |(pointer, _)| pointer.clone())
    }

    fn shown(&self, name: &str, spelling: Spelling) -> String {
        let values = self.values(name);
        if values.is_empty() {
            return shown::lines(self.text, spelling);
        }
        let texts: Vec<String> = values.iter().map(|(_, node)| shown::value(*node, spelling)).collect();
        texts.join("\n")
    }
}

/// Where two lists of values differ.
fn differences(old: &[(Pointer, Node<'_, '_>)], new: &[(Pointer, Node<'_, '_>)], out: &mut Vec<Pointer>) {
    for (index, (pointer, node)) in new.iter().enumerate() {
        match old.get(index) {
            Some((_, before)) => within(*before, *node, pointer, 0, out),
            None => out.push(pointer.clone()),
        }
    }
    out.extend(old.iter().skip(new.len()).map(|(pointer, _)| pointer.clone()));
}

/// Deeper than this, two values are compared as the texts that they are.
const DEPTH: usize = 100;

fn within(old: Node<'_, '_>, new: Node<'_, '_>, at: &Pointer, depth: usize, out: &mut Vec<Pointer>) {
    match (old.kind(), new.kind()) {
        (Kind::Array, Kind::Array) if depth < DEPTH => {
            let mut news = new.elements();
            let mut count = 0;
            for (index, before) in old.elements().enumerate() {
                match news.next() {
                    Some(after) => within(before, after, &at.index(index), depth + 1, out),
                    None => out.push(at.index(index)),
                }
                count = index + 1;
            }
            out.extend(news.enumerate().map(|(index, _)| at.index(count + index)));
        }
        (Kind::Object, Kind::Object) if depth < DEPTH => {
            let (olds, news) = (shown::sorted(old), shown::sorted(new));
            let (mut olds, mut news) = (olds.into_iter().peekable(), news.into_iter().peekable());
            loop {
                match (olds.peek(), news.peek()) {
                    (None, None) => break,
                    (Some((one, before)), Some((other, after))) if one == other => {
                        within(*before, *after, &at.key(one), depth + 1, out);
                        olds.next();
                        news.next();
                    }
                    (Some((one, _)), other) if other.is_none_or(|(other, _)| one < other) => {
                        out.push(at.key(one));
                        olds.next();
                    }
                    (_, Some((other, _))) => {
                        out.push(at.key(other));
                        news.next();
                    }
                    (Some(_), None) => break,
                }
            }
        }
        _ if !is_same(old, new) => out.push(at.clone()),
        _ => {}
    }
}

fn is_same(old: Node<'_, '_>, new: Node<'_, '_>) -> bool {
    match (old.string(), new.string()) {
        (Some(one), Some(other)) if !one.lone_surrogate && !other.lone_surrogate => one.text == other.text,
        _ => old.raw() == new.raw(),
    }
}

#[cfg(test)]
mod tests;
