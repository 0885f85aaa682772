//! One section of the file while it is read: every value with its line, every mistake collected.
//!
//! Reading goes on after a mistake, with the default in the place of what was wrong, so that all mistakes of a file are
//! told at once. Whoever reads asks at the end whether there were any.

use super::context::Context;
use super::keys;
use super::nearest::nearest;
use super::quantity;
use super::secret::Secret;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;
use vetgate_mcp::configs::{Data, Value};
use vetgate_model::Pointer;

/// Stands for a section that is not there.
static NOTHING: Value = Value { line: 1, data: Data::Null };

/// A map of the file whose keys are known.
pub(super) struct Section<'v, 'c> {
    pub(super) context: &'c Context<'c>,
    /// As in the table of keys.
    name: &'static str,
    pub(super) place: Pointer,
    pub(super) value: &'v Value,
}

/// A value with its place.
#[derive(Clone)]
pub(super) struct Placed<'v> {
    pub(super) value: &'v Value,
    pub(super) place: Pointer,
    pub(super) text: &'v str,
}

impl<'v, 'c> Section<'v, 'c> {
    /// The section `name`, which stands at `place` with this value, or not at all.
    pub(super) fn open(context: &'c Context<'c>, name: &'static str, place: Pointer, value: Option<&'v Value>) -> Self {
        let is_there = value.is_some();
        let value = value.unwrap_or(&NOTHING);
        let section = Self { context, name, place, value };
        if !value.is_map() && is_there {
            context.wrong(value.line, &section.place, format_args!("expected a map, found {}", value.kind()), None);
            return Self { value: &NOTHING, ..section };
        }
        let mut seen = BTreeSet::new();
        for (key, member) in value.members() {
            let place = section.place.key(key);
            if !keys::names(name).any(|known| known == key) {
                let hint = match nearest(key, keys::names(name)) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("known: {}", keys::names(name).collect::<Vec<_>>().join(", ")),
                };
                context.wrong(member.line, &place, "there is no such key", Some(hint));
            } else if !seen.insert(key) {
                context.wrong(member.line, &place, "occurs twice here", Some("keep one of them".to_owned()));
            }
        }
        section
    }

    /// The value of `key`, if it is there. A null is a value of the wrong type: taken for a missing key, it would lift the
    /// limit that the key was to set.
    pub(super) fn get(&self, key: &str) -> Option<&'v Value> {
        debug_assert!(keys::names(self.name).any(|known| known == key), "`{key}` is not in the table of keys");
        self.value.get(key)
    }

    /// The line of `key`, or of the section if it is not there.
    pub(super) fn line(&self, key: &str) -> usize {
        self.value.get(key).unwrap_or(self.value).line
    }

    /// Notes that the value of `key` is wrong.
    pub(super) fn wrong(&self, key: &str, message: impl Display, hint: Option<&str>) {
        self.context.wrong(self.line(key), &self.place.key(key), message, hint.map(str::to_owned));
    }

    fn unexpected(&self, key: &str, value: &Value, expected: &str, hint: Option<&str>) {
        self.wrong(key, format_args!("expected {expected}, found {}", shown(value)), hint);
    }

    fn default(&self, key: &str) -> &'static str {
        keys::default(self.name, key)
    }

    pub(super) fn bool(&self, key: &str) -> bool {
        self.maybe_bool(key).unwrap_or(self.default(key) == "true")
    }

    /// A boolean whose default follows from something else.
    pub(super) fn maybe_bool(&self, key: &str) -> Option<bool> {
        match self.get(key).map(|value| (&value.data, value)) {
            Some((Data::Bool(value), _)) => Some(*value),
            Some((_, value)) => {
                self.unexpected(key, value, "true or false", None);
                None
            }
            None => None,
        }
    }

    pub(super) fn whole(&self, key: &str, range: RangeInclusive<u64>) -> u64 {
        let default = || self.default(key).parse().expect("the table has a number there");
        self.maybe_whole(key, range).unwrap_or_else(default)
    }

    /// A whole number whose default follows from something else.
    pub(super) fn maybe_whole(&self, key: &str, range: RangeInclusive<u64>) -> Option<u64> {
        let value = self.get(key)?;
        let number = number(value).filter(|number| range.contains(number));
        if number.is_none() {
            let expected = format!("a whole number from {} to {}", range.start(), range.end());
            self.unexpected(key, value, &expected, None);
        }
        number
    }

    /// A size in bytes: a number, or a string with its unit.
    pub(super) fn bytes(&self, key: &str, range: RangeInclusive<u64>) -> usize {
        let default = quantity::size(self.default(key)).expect("the table has a size there");
        let read = |value: &Value| {
            let size = match &value.data {
                Data::Text(text) => quantity::size(text),
                _ => number(value),
            };
            let size = size.filter(|size| range.contains(size));
            if size.is_none() {
                let expected = format!("a size from {} to {} bytes", range.start(), range.end());
                self.unexpected(key, value, &expected, Some("write it as \"16MiB\" or as a number of bytes"));
            }
            size
        };
        let size = self.get(key).and_then(read).unwrap_or(default);
        usize::try_from(size).unwrap_or(usize::MAX)
    }

    /// A time with its unit.
    pub(super) fn duration(&self, key: &str, range: RangeInclusive<Duration>) -> Duration {
        let default = quantity::duration(self.default(key)).expect("the table has a time there");
        let Some(value) = self.get(key) else { return default };
        let time = match &value.data {
            Data::Text(text) => quantity::duration(text),
            _ => None,
        };
        if let Some(time) = time.filter(|time| range.contains(time)) {
            return time;
        }
        let (least, most) = (quantity::shown(*range.start()), quantity::shown(*range.end()));
        let hint = match number(value) {
            Some(number) => format!("add the unit: \"{number}s\" are seconds, \"{number}ms\" milliseconds"),
            None => "write it as \"500ms\", \"30s\" or \"2m\"".to_owned(),
        };
        self.unexpected(key, value, &format!("a time with its unit, from {least} to {most}"), Some(&hint));
        default
    }

    /// One of a few words.
    pub(super) fn choice<T: Copy + PartialEq>(&self, key: &str, known: &[(&'static str, T)]) -> T {
        let default =
            || known.iter().find(|(name, _)| *name == self.default(key)).expect("the table has a word there").1;
        let Some(value) = self.get(key) else { return default() };
        let place = self.place.key(key);
        choose(self.context, value, &place, known).unwrap_or_else(default)
    }

    /// A string that is not empty.
    pub(super) fn text(&self, key: &str) -> Option<Placed<'v>> {
        let value = self.get(key)?;
        match &value.data {
            Data::Text(text) if !text.trim().is_empty() => Some(Placed { value, place: self.place.key(key), text }),
            _ => {
                self.unexpected(key, value, "a string that is not empty", None);
                None
            }
        }
    }

    /// A string that must be there.
    pub(super) fn needed(&self, key: &str) -> Option<Placed<'v>> {
        if self.get(key).is_none() {
            self.wrong(key, "is missing", None);
        }
        self.text(key)
    }

    /// A string, a reference in it followed, that is never shown.
    pub(super) fn secret(&self, key: &str) -> Option<Secret<String>> {
        let value = self.get(key)?;
        let Data::Text(text) = &value.data else {
            self.wrong(key, format_args!("expected a string, found {}", value.kind()), None);
            return None;
        };
        self.context.expand(text, value.line, &self.place.key(key)).map(Secret::new)
    }

    /// A path, relative to the folder of the file.
    pub(super) fn path(&self, key: &str) -> Option<PathBuf> {
        let Placed { value, place, text } = self.text(key)?;
        self.context.expand(text, value.line, &place).map(|path| self.context.folder.join(path))
    }

    /// A list of strings, if it is there.
    pub(super) fn texts(&self, key: &str) -> Option<Vec<Placed<'v>>> {
        let elements = self.list(key, "a list of strings")?;
        let mut texts = vec![];
        for (index, value) in elements.iter().enumerate() {
            let place = self.place.key(key).index(index);
            match &value.data {
                Data::Text(text) if !text.trim().is_empty() => texts.push(Placed { value, place, text }),
                _ => {
                    let message = format!("expected a string that is not empty, found {}", shown(value));
                    self.context.wrong(value.line, &place, message, None);
                }
            }
        }
        Some(texts)
    }

    /// The section beneath `key`.
    pub(super) fn section(&self, key: &str, name: &'static str) -> Section<'v, 'c> {
        Section::open(self.context, name, self.place.key(key), self.get(key))
    }

    /// The sections in the list at `key`.
    pub(super) fn sections(&self, key: &str, name: &'static str) -> Vec<Section<'v, 'c>> {
        let elements = self.list(key, "a list of maps").unwrap_or_default().iter().enumerate();
        elements
            .map(|(index, value)| Section::open(self.context, name, self.place.key(key).index(index), Some(value)))
            .collect()
    }

    fn list(&self, key: &str, expected: &str) -> Option<&'v [Value]> {
        let value = self.get(key)?;
        if !matches!(value.data, Data::List(_)) {
            self.unexpected(key, value, expected, None);
            return None;
        }
        Some(value.elements())
    }
}

/// One of a few words, or a mistake. A word that repeats a value is an older name: accepted, but not offered.
pub(super) fn choose<T: Copy + PartialEq>(
    context: &Context,
    value: &Value,
    place: &Pointer,
    known: &[(&'static str, T)],
) -> Option<T> {
    let text = if let Data::Text(text) = &value.data { text.as_str() } else { "" };
    let found = known.iter().find(|(name, _)| *name == text);
    if found.is_none() {
        let is_first = |&at: &usize| known[..at].iter().all(|(_, value)| *value != known[at].1);
        let names = (0..known.len()).filter(is_first).map(|at| known[at].0);
        let quoted: Vec<String> = names.clone().map(|name| format!("{name:?}")).collect();
        let hint = nearest(text, names).map(|near| format!("did you mean {near:?}?"));
        let message = format!("expected {}, found {}", quoted.join(" or "), shown(value));
        context.wrong(value.line, place, message, hint);
    }
    found.map(|(_, choice)| *choice)
}

fn number(value: &Value) -> Option<u64> {
    match &value.data {
        Data::Number(text) => text.replace('_', "").parse().ok(),
        _ => None,
    }
}

/// A value in a message; not for secrets.
fn shown(value: &Value) -> String {
    match &value.data {
        Data::Text(text) if text.chars().count() > 40 => {
            format!("{:?}", text.chars().take(40).chain(['…']).collect::<String>())
        }
        Data::Text(text) => format!("{text:?}"),
        Data::Number(text) => text.chars().take(40).collect(),
        Data::Bool(value) => value.to_string(),
        _ => value.kind().to_owned(),
    }
}
