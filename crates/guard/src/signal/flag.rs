//! Arguments that say how far a call may go: `force=true`.

use super::{Claim, Signal, SignalSource};
use crate::{Arguments, Tool, arguments::Leaf, arguments::Value};
use vetgate_capability::OperationClass;
use vetgate_text::name::parts;
use vetgate_text::render::safe;

/// The most characters of a pointer that are shown.
const SHOWN: usize = 80;

/// One value, where it stands, and what the tool does.
pub(super) struct Place<'p, 'a> {
    pub(super) arguments: &'p Arguments<'a>,
    pub(super) leaf: &'p Leaf<'a>,
    pub(super) class: OperationClass,
}

impl Place<'_, '_> {
    /// The nearest member name.
    pub(super) fn key(&self) -> &str {
        self.arguments.key(self.leaf)
    }

    /// Whether some part of the nearest member name is one of `words`.
    pub(super) fn key_has(&self, words: &[&str]) -> bool {
        parts(self.key()).any(|part| words.iter().any(|word| part.eq_ignore_ascii_case(word)))
    }

    /// The pointer, to be shown.
    pub(super) fn shown(&self) -> String {
        safe(self.arguments.pointer(self.leaf).as_str(), SHOWN)
    }

    /// A claim of the arguments.
    pub(super) fn claim(&self, claim: Claim, evidence: String, out: &mut Vec<Signal>) {
        out.push(Signal::new(SignalSource::ArgumentAnalysis, claim, evidence));
    }
}

/// Where a flag counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Counts {
    /// Whatever the tool does.
    Always,
    /// Unless the tool reads: a listing can be recursive too.
    UnlessReading,
}

/// A flag: the parts of its name, in order.
struct Flag {
    parts: &'static [&'static str],
    counts: Counts,
}

// Every flag, by the whole of its name: `FLAGS`.
include!(concat!(env!("OUT_DIR"), "/flags.rs"));

/// Words of flags after which what was there is gone.
const ERASING: &[&str] = &["delete", "destroy", "drop", "purge", "remove", "truncate", "wipe"];

/// The flag that is set here. One that erases, in a parameter that the definition of `tool` declares, is an option: the
/// server offers to erase, and no agent made it up.
pub(super) fn claims(tool: &Tool, place: &Place, out: &mut Vec<Signal>) {
    if !is_set(&place.leaf.value) || place.arguments.is_element(place.leaf) {
        return;
    }
    let Some(flag) = named(place.key()) else { return };
    if flag.counts == Counts::UnlessReading && place.class == OperationClass::Read {
        return;
    }
    let parameter = place.arguments.keys(place.leaf).last().unwrap_or_default();
    let erases = flag.parts.iter().any(|part| ERASING.contains(part));
    let is_declared = || tool.classification.parameter_roles.contains_key(parameter);
    let basis = if erases && is_declared() { "option" } else { "flag" };
    place.claim(Claim::Destructive, format!("{basis}:{}=true", place.shown()), out);
}

fn is_set(value: &Value) -> bool {
    match value {
        Value::Bool(value) => *value,
        Value::Number(number) => number == "1",
        Value::Text(text) => {
            matches!(text.len(), 1..=4) && ["true", "yes", "1", "on"].iter().any(|yes| text.eq_ignore_ascii_case(yes))
        }
        Value::Null => false,
    }
}

fn named(key: &str) -> Option<&'static Flag> {
    FLAGS.iter().find(|flag| {
        let mut found = parts(key);
        flag.parts.iter().all(|word| found.next().is_some_and(|part| part.eq_ignore_ascii_case(word)))
            && found.next().is_none()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, class: OperationClass) -> Vec<String> {
        found_of(r#"{"name":"t"}"#, text, class)
    }

    fn found_of(tool: &str, text: &str, class: OperationClass) -> Vec<String> {
        let (tool, arguments) = (crate::signal::fixture::tool(tool), Arguments::read(text));
        let mut out = vec![];
        for leaf in arguments.leaves() {
            claims(&tool, &Place { arguments: &arguments, leaf, class }, &mut out);
        }
        out.into_iter().map(|signal| signal.evidence).collect()
    }

    #[test]
    fn a_flag_is_told_by_its_whole_name_and_its_value() {
        let table: &[(&str, OperationClass, &[&str])] = &[
            (r#"{"force":true}"#, OperationClass::Read, &["flag:/force=true"]),
            (r#"{"force":"true"}"#, OperationClass::Write, &["flag:/force=true"]),
            (r#"{"force":1}"#, OperationClass::Write, &["flag:/force=true"]),
            (r#"{"options":{"forceDelete":true}}"#, OperationClass::Write, &["flag:/options/forceDelete=true"]),
            (r#"{"skip-confirmation":"YES"}"#, OperationClass::Write, &["flag:/skip-confirmation=true"]),
            (r#"{"recursive":true}"#, OperationClass::Destructive, &["flag:/recursive=true"]),
            (r#"{"recursive":true}"#, OperationClass::Read, &[]),
            (r#"{"force":false}"#, OperationClass::Write, &[]),
            (r#"{"force":"false"}"#, OperationClass::Write, &[]),
            (r#"{"force":9.81}"#, OperationClass::Write, &[]),
            (r#"{"force_refresh":true}"#, OperationClass::Write, &[]),
            (r#"{"task_force":true}"#, OperationClass::Write, &[]),
            (r#"{"forced":["true"]}"#, OperationClass::Write, &[]),
            (r#"{"force":["true"]}"#, OperationClass::Write, &[]),
            (r#"{"text":"force"}"#, OperationClass::Write, &[]),
        ];
        for (text, class, expected) in table {
            assert_eq!(found(text, *class), *expected, "{text} {class}");
        }
    }

    #[test]
    fn a_flag_that_erases_is_an_option_where_the_definition_has_it() {
        let tool = r#"{"name":"list_notes","inputSchema":{"type":"object","properties":{"purge":{"type":"boolean"},
            "options":{"type":"object"},"force":{"type":"boolean"}}}}"#;
        let table: &[(&str, &[&str])] = &[
            (r#"{"purge":true}"#, &["option:/purge=true"]),
            (r#"{"options":{"delete_all":true}}"#, &["option:/options/delete_all=true"]),
            (r#"{"purge":false}"#, &[]),
            (r#"{"force":true}"#, &["flag:/force=true"]),
            (r#"{"wipe":true}"#, &["flag:/wipe=true"]),
        ];
        for (text, expected) in table {
            assert_eq!(found_of(tool, text, OperationClass::Read), *expected, "{text}");
        }
    }
}
