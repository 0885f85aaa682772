//! Variables of the environment.

use super::Machine;
use super::clean::Clean;
use super::taint::SourceKind;
use super::value::{Argument, Shape, Spot, Value};
use crate::form::Name;
use std::rc::Rc;
use vetgate_capability::Tag;

/// The label of a variable whose name is known, before the name.
const NAMED: &str = "environment variable ";
/// The label of a variable whose name is worked out at run time.
const COMPUTED: &str = "environment variable with a computed name";
/// The label of all variables together.
const WHOLE: &str = "the environment";

impl Machine<'_> {
    /// A variable of the environment, if `path` is where they are.
    pub(super) fn environment(&mut self, path: &str, name: &str, spot: Spot) -> Option<Value> {
        if !is_environment(path) {
            return None;
        }
        if matches!(name, "get" | "items" | "keys" | "values" | "copy" | "setdefault" | "update" | "pop") {
            return None;
        }
        Some(self.variable_of_environment(name, None, spot))
    }

    /// The variable `name` of the environment.
    pub(super) fn variable_of_environment(&mut self, name: &str, default: Option<Value>, spot: Spot) -> Value {
        let shape = Shape::Environment(name.into(), default.map(Rc::new));
        if super::table::is_secret_name(name) {
            let source = self.source(format!("{NAMED}{name}"), SourceKind::Secret, spot);
            return Value { taint: source.taint, symbol: source.symbol, ..Value::of(shape, spot) };
        }
        Value::of(shape, spot)
    }

    /// A variable of the environment whose name is worked out at run time. If the names it can have are known, it is a
    /// secret only if one of them names a secret.
    pub(super) fn computed_variable(&mut self, key: &Value, spot: Spot) -> Value {
        let key = self.settled(key.clone());
        let names: Vec<Name> = key.texts().cloned().collect();
        let is_known = !names.is_empty() && names.len() == key.shapes().len();
        if is_known && let Some(name) = names.iter().find(|name| super::table::is_secret_name(name)).or(names.first()) {
            return self.variable_of_environment(&name.clone(), None, spot);
        }
        let is_chosen_from_list =
            !key.strands().is_empty() && key.strands().iter().all(|strand| strand.clean.has(Clean::ALL));
        match is_chosen_from_list {
            true => Value::unknown(spot),
            false => {
                let mut value = self.source(COMPUTED.to_owned(), SourceKind::Secret, spot);
                // It may as well be the name of a folder: a log of it is no finding.
                for strand in value.taint.iter_mut().flat_map(Rc::make_mut) {
                    strand.clean |= Clean::LOG;
                }
                value
            }
        }
    }

    /// Records the secrets of the environment that are part of what a tool answers. A secret that the server only holds
    /// for its own requests is not the tool's to give.
    pub(super) fn observe_answer(&mut self, answer: &Value) {
        if answer.libraries().any(|library| is_environment(&library.path)) {
            self.reach(Some(Tag::SecretAccess), None, &"os.environ".into(), &[], answer.spot);
        }
        let taint = self.taint_within(answer);
        for strand in taint.iter().flat_map(|strands| strands.iter()) {
            let Some(source) = self.sources.get(&strand.source).cloned() else { continue };
            // The first letters of a secret do not give it away.
            let is_partial = strand.clean.has(Clean::LOG) && source.label != COMPUTED;
            if source.kind != SourceKind::Secret || is_partial || strand.clean.has(Clean::INDIRECT) {
                continue;
            }
            let is_script = self.program.module(source.spot.module).language.is_script();
            let of = if is_script { "process.env" } else { "os.environ" };
            let (path, texts) = match source.label.strip_prefix(NAMED) {
                Some(name) => (format!("{of}[]"), vec![name.to_owned()]),
                None if source.label == COMPUTED => (format!("{of}[]"), vec!["(computed name)".to_owned()]),
                None if source.label == WHOLE => (of.to_owned(), Vec::new()),
                None => continue,
            };
            self.reach(Some(Tag::SecretAccess), None, &path.into(), &texts, source.spot);
        }
    }

    /// The arguments of a call that copies what it is given, with the whole environment as the value that is followed.
    pub(super) fn with_environment(&mut self, path: &str, arguments: &mut [Argument], spot: Spot) {
        let is_whole = |value: &Value| value.libraries().any(|library| is_environment(&library.path));
        if !copies_environment(path) || !arguments.iter().any(|argument| is_whole(&argument.value)) {
            return;
        }
        for argument in arguments.iter_mut().filter(|argument| is_whole(&argument.value)) {
            argument.value = self.whole_environment(spot);
        }
    }

    /// All variables of the environment at once: their secrets are among them.
    pub(super) fn whole_environment(&mut self, spot: Spot) -> Value {
        let key: (u32, Name) = (0, "*environment*".into());
        if let Some(known) = self.parts.get(&key) {
            return known.clone().at(spot);
        }
        let value = self.source(WHOLE.to_owned(), SourceKind::Secret, spot);
        self.parts.insert(key, value.clone());
        value
    }
}

/// Whether a call hands on what it is given as a copy or as a text, so that its result can be followed.
pub(super) fn copies_environment(path: &str) -> bool {
    matches!(
        path,
        "dict"
            | "str"
            | "repr"
            | "json.dumps"
            | "pprint.pformat"
            | "copy.copy"
            | "copy.deepcopy"
            | "yaml.dump"
            | "yaml.safe_dump"
            | "JSON.stringify"
            | "Object.assign"
            | "Object.entries"
            | "Object.values"
            | "Object.keys"
            | "structuredClone"
            | "util.inspect"
    )
}

/// Where the variables of the environment are.
pub(super) fn is_environment(path: &str) -> bool {
    matches!(path, "os.environ" | "process.env" | "Deno.env" | "Bun.env" | "import.meta.env")
}
