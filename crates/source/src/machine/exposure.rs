//! What of a value is a danger for a use.

use super::Machine;
use super::clean::{Clean, Symbol};
use super::taint::SourceKind;
use super::value::{Argument, Shape, Strand, Value};
use crate::analysis::Danger;
use crate::form::Name;
use std::rc::Rc;

impl Machine<'_> {
    /// What of a value is a danger for a use.
    pub(super) fn exposed(&self, value: &Value, danger: Danger) -> Vec<Strand> {
        let taint = self.taint_within(value);
        let strands = taint.as_deref().map_or(&[][..], Vec::as_slice).iter();
        let is_exposed = |strand: &&Strand| {
            let kind = self.sources.get(&strand.source).map_or(SourceKind::Input, |source| source.kind);
            let is_source = match danger {
                Danger::Log => matches!(kind, SourceKind::Secret | SourceKind::Request),
                _ => kind != SourceKind::Secret || self.is_sent(strand.source),
            };
            is_source && !strand.clean.allows(danger)
        };
        strands.filter(is_exposed).cloned().collect()
    }

    /// Whether a secret is one that the client sends, not one of the server's own.
    pub(super) fn is_sent(&self, source: Symbol) -> bool {
        let is_own = |label: &str| label.starts_with("environment variable") || label == "the environment";
        self.sources.get(&source).is_some_and(|source| !is_own(&source.label))
    }

    /// What of an address decides on the host.
    pub(super) fn exposed_host(&self, value: &Value, follows: bool) -> Vec<Strand> {
        let value = self.address_of(value);
        let Some(part) = self.host_part(&value) else { return Vec::new() };
        let mut part = self.settled(part);
        if follows && let Some(taint) = &mut part.taint {
            // A host that was looked at can send its callers on to one that was not.
            for strand in Rc::make_mut(taint) {
                if !strand.clean.has(Clean::ALL) {
                    strand.clean = strand.clean.without(Clean::URL);
                }
            }
            return part.strands().iter().filter(|strand| !strand.clean.allows(Danger::Url)).cloned().collect();
        }
        let mut exposed = self.exposed(&part, Danger::Url);
        let of_whole = self.facts.of(value.symbol);
        exposed.retain(|strand| !(strand.clean | of_whole).allows(Danger::Url));
        exposed
    }

    /// Whether a call asks to be sent on, in so many words.
    pub(super) fn follows(&self, arguments: &[Argument]) -> bool {
        let is_yes = |value: &Value| match value.only() {
            Some(Shape::Bool(bool)) => *bool,
            Some(Shape::Text(text)) => &**text == "follow",
            _ => false,
        };
        arguments.iter().any(|argument| match argument.name.as_deref() {
            Some("follow_redirects" | "allow_redirects") => is_yes(&argument.value),
            Some(_) => false,
            None => argument.value.objects().any(|id| {
                let members = &self.heap[id as usize].members;
                ["redirect", "followRedirect"].iter().any(|name| members.get(*name).is_some_and(is_yes))
            }),
        })
    }

    /// The address within a request or its options.
    pub(super) fn address_of(&self, value: &Value) -> Value {
        if let Some(id) = value.objects().next() {
            let object = &self.heap[id as usize];
            if let Some(first) = object.items.first() {
                return first.clone();
            }
            let named =
                ["url", "uri", "href", "hostname", "host", "baseURL"].iter().find_map(|name| object.members.get(*name));
            return named.cloned().unwrap_or_else(|| Value::unknown(value.spot));
        }
        for library in value.libraries() {
            if library.path.ends_with("Request()")
                && let Some(call) = &library.call
            {
                let is_method = |value: &Value| {
                    value.as_text().is_some_and(|text| !text.is_empty() && text.chars().all(|c| c.is_ascii_uppercase()))
                };
                let named = call.arguments.iter().find(|argument| argument.name.as_deref() == Some("url"));
                let first =
                    call.arguments.iter().find(|argument| argument.name.is_none() && !is_method(&argument.value));
                if let Some(argument) = named.or(first) {
                    return argument.value.clone();
                }
            }
        }
        value.clone()
    }

    pub(super) fn host_part(&self, value: &Value) -> Option<Value> {
        let text = self.path_text(value);
        match text.only() {
            Some(Shape::Text(_)) => None,
            Some(Shape::Joined(parts)) => {
                let mut before = String::new();
                for part in parts.iter() {
                    match super::expression::plain_text(part) {
                        Some(fixed) => before.push_str(&fixed),
                        None if part.strands().is_empty() => {
                            if before.is_empty() {
                                return None;
                            }
                            before.push('x');
                        }
                        None if is_host_over(&before) => return None,
                        None => return Some(part.clone()),
                    }
                    if is_host_over(&before) {
                        return None;
                    }
                }
                None
            }
            // One of several addresses, each with a host of its own: `org ? `https://a/${x}` : `https://a/${y}``.
            None if text.shapes().iter().all(|shape| matches!(shape, Shape::Text(_) | Shape::Joined(_))) => {
                text.shapes().iter().find_map(|shape| self.host_part(&text.alone(shape)))
            }
            _ => Some(value.clone()),
        }
    }

    /// What of a command decides on the program, or is read by a shell.
    pub(super) fn exposed_program(
        &self,
        program: Option<&Value>,
        beside: Option<&[Argument]>,
        arguments: &[Argument],
    ) -> Vec<Strand> {
        let Some(program) = program else { return Vec::new() };
        let mut words: Vec<Value> = Vec::new();
        let mut rest: Option<Value> = None;
        let mut add = |value: &Value| match value.only() {
            Some(Shape::Object(id)) => {
                words.extend(self.heap[*id as usize].items.iter().cloned());
                rest = rest.clone().or_else(|| self.heap[*id as usize].rest.clone());
            }
            _ => words.push(value.clone()),
        };
        add(program);
        for argument in beside.unwrap_or_default().iter().skip(1).filter(|argument| argument.name.is_none()) {
            let is_options = argument.value.objects().any(|id| !self.heap[id as usize].members.is_empty());
            if !is_options && argument.value.closures().next().is_none() {
                add(&argument.value);
            }
        }
        if self.has_shell(arguments) {
            return words.iter().chain(&rest).flat_map(|word| self.exposed(word, Danger::Command)).collect();
        }
        let Some(first) = words.first() else {
            return rest.iter().flat_map(|rest| self.exposed(rest, Danger::Command)).collect();
        };
        let mut exposed = self.exposed_word(first);
        let names: Vec<Option<Name>> = words.iter().map(|word| word.as_text().cloned()).collect();
        let program =
            names[0].as_deref().map(|name| name.rsplit(['/', '\\']).next().unwrap_or(name).to_ascii_lowercase());
        if let Some(program) = program
            && runs_code(program.trim_end_matches(".exe"))
        {
            let flag = names.iter().position(|name| name.as_deref().is_some_and(is_code_flag));
            if let Some(flag) = flag {
                exposed.extend(words[flag + 1..].iter().take(1).flat_map(|word| self.exposed(word, Danger::Command)));
            }
        }
        exposed
    }

    /// A program's name: what follows a fixed name in one text is only its arguments if a shell does not read it.
    pub(super) fn exposed_word(&self, word: &Value) -> Vec<Strand> {
        self.exposed(word, Danger::Command)
    }

    /// Whether a call asks for a shell.
    pub(super) fn has_shell(&self, arguments: &[Argument]) -> bool {
        let is_yes =
            |value: &Value| value.shapes().iter().any(|shape| matches!(shape, Shape::Bool(true) | Shape::Text(_)));
        arguments.iter().any(|argument| match argument.name.as_deref() {
            Some("shell") => is_yes(&argument.value),
            Some(_) => false,
            None => argument.value.objects().any(|id| self.heap[id as usize].members.get("shell").is_some_and(is_yes)),
        })
    }
}

/// Whether an address is fixed up to behind its host.
fn is_host_over(before: &str) -> bool {
    match before.split_once("://") {
        Some((_, host)) => host.contains(['/', '?', '#']),
        None => before.starts_with(['/', '?', '#', '.']) || before.contains('/'),
    }
}

/// Whether a text begins with something that is known.
pub(super) fn fixed_beginning(value: &Value) -> bool {
    match value.only() {
        Some(Shape::Joined(parts)) => {
            parts.first().is_some_and(|first| first.as_text().is_some_and(|text| !text.is_empty()))
        }
        Some(Shape::Text(_)) => true,
        _ => value.strands().iter().all(|strand| strand.clean.has(Clean::URL)),
    }
}

/// Programs that take code as an argument.
fn runs_code(program: &str) -> bool {
    let program = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    matches!(
        program,
        "sh" | "bash"
            | "zsh"
            | "dash"
            | "ksh"
            | "fish"
            | "cmd"
            | "powershell"
            | "pwsh"
            | "python"
            | "node"
            | "perl"
            | "ruby"
            | "php"
            | "osascript"
            | "deno"
            | "bun"
            | "env"
            | "sudo"
            | "xargs"
            | "awk"
            | "su"
    )
}

fn is_code_flag(word: &str) -> bool {
    matches!(
        word,
        "-c" | "-e" | "-lc" | "-ec" | "-ic" | "/c" | "/C" | "-Command" | "-command" | "--eval" | "-r" | "-p" | "eval"
    )
}
