//! What is learned from tests.

use super::Machine;
use super::charset;
use super::clean::{Clean, Facts, Symbol};
use super::value::{Argument, Call, Extra, Library, Shape, Spot, Value};
use crate::form::Name;
use std::rc::Rc;

/// Why a test of where a path lies does not count.
const UNRESOLVED: &str = "the check runs before the path is resolved";
/// The same.
const NO_SEPARATOR: &str = "the prefix does not end with a separator, so a sibling path with a longer name passes";
/// Why a test of an address does not count.
const NO_DOT: &str = "any host name with this ending passes";
/// The same.
const ANYWHERE: &str = "the text can occur anywhere in the URL";
/// Why a pattern does not count.
const NOT_ANCHORED: &str = "the pattern is not anchored at both ends";

impl Machine<'_> {
    /// Goes on in the knowledge that a test was passed, or not.
    pub(super) fn assume(&mut self, tested: &Value, is_true: bool) {
        if let Some(conditions) = tested.conditions() {
            let learned = if is_true { conditions.then.clone() } else { conditions.otherwise.clone() };
            self.facts.add_all(&learned);
        }
    }

    /// A truth that teaches something.
    fn teaching(&self, then: Facts, otherwise: Facts, spot: Spot) -> Value {
        let value = Value::unknown(spot);
        if then.is_empty() && otherwise.is_empty() {
            return value;
        }
        Value { extra: Some(Rc::new(Extra { then, otherwise, ..Extra::default() })), ..value }
    }

    /// What is learned of a value if it is one of a few: of itself, and of what it stands for.
    fn is_one_of_few(&self, value: &Value) -> Facts {
        let mut facts = Facts::default();
        facts.add(value.symbol, Clean::ALL);
        for &(symbol, clean) in value.stands_for() {
            facts.add(symbol, clean);
        }
        facts
    }

    /// `a == b`.
    pub(super) fn equal(&mut self, left: &Value, right: &Value, spot: Spot) -> Value {
        if let Some(is_equal) = certainly_equal(left, right) {
            let value = Value::of(Shape::Bool(is_equal), spot);
            let tested = if left.strands().is_empty() { right } else { left };
            let then = self.is_one_of_few(tested);
            return Value { extra: Some(Rc::new(Extra { then, ..Extra::default() })), ..value };
        }
        for (verdict, fixed) in [(left, right), (right, left)] {
            let ways = verdict.conditions().map(|extra| extra.ways.clone()).unwrap_or_default();
            if !ways.is_empty() && fixed.strands().is_empty() {
                let answers = ways.iter().map(|(value, facts)| (certainly_equal(value, fixed), facts));
                let [then, otherwise] = by_answer(answers);
                return self.teaching(then, otherwise, spot);
            }
        }
        for (tested, fixed) in [(left, right), (right, left)] {
            self.note_comparison(tested, fixed);
            // `match is None`.
            if matches!(fixed.only(), Some(Shape::Nothing)) && tested.conditions().is_some() {
                return self.opposite(tested, spot);
            }
            if !tested.strands().is_empty() && fixed.strands().is_empty() {
                if matches!(fixed.only(), Some(Shape::Nothing)) {
                    continue;
                }
                // `x == ""` is a test, too, but what passes it is not the rest.
                return self.teaching(self.is_one_of_few(tested), Facts::default(), spot);
            }
        }
        Value::unknown(spot)
    }

    /// `a in b`.
    pub(super) fn contained(&mut self, item: &Value, container: &Value, spot: Spot) -> Value {
        if let Some(text) = item.as_text()
            && !container.strands().is_empty()
            && container.objects().next().is_none()
        {
            let text = text.clone();
            return self.has_part(container, &text, spot);
        }
        if let (Some(text), Some(known)) = (item.as_text(), self.known_texts(container)) {
            return Value::of(Shape::Bool(known.contains(text)), spot);
        }
        if item.strands().is_empty() {
            return self.is_parent(item, container, spot);
        }
        if !container.strands().is_empty() {
            return Value::unknown(spot);
        }
        for library in container.libraries() {
            // Whether it is let in or kept out, where an address leads was looked at.
            if library.path.contains("ip_network")
                || library.path.contains("IPv4Network")
                || library.path.contains("BlockList")
            {
                let facts = self.is_public(item);
                return self.teaching(facts.clone(), facts, spot);
            }
        }
        if let Some(known) = self.known_texts(container) {
            for text in known {
                let fixed = Value::of(Shape::Text(text), spot);
                self.note_comparison(item, &fixed);
            }
        }
        self.teaching(self.is_one_of_few(item), Facts::default(), spot)
    }

    /// What is learned of an address whose host is no private one.
    fn is_public(&self, host: &Value) -> Facts {
        let mut facts = Facts::default();
        if host.stands_for().iter().any(|(_, clean)| *clean == Clean::URL) {
            facts.add(host.symbol, Clean::URL);
        }
        for &(symbol, clean) in host.stands_for().iter().filter(|(_, clean)| *clean == Clean::URL) {
            facts.add(symbol, clean);
        }
        facts
    }

    /// All items, if they are texts.
    fn known_texts(&self, container: &Value) -> Option<Vec<Name>> {
        let items = self.items_of(container, 512)?;
        items.iter().map(|item| item.as_text().cloned()).collect()
    }

    /// `root in path.parents`.
    fn is_parent(&mut self, _root: &Value, container: &Value, spot: Spot) -> Value {
        for library in container.libraries() {
            if library.path.ends_with(".parents")
                && let Some(of) = &library.receiver
            {
                let of = Value::clone(of);
                return self.lies_below(&of, spot);
            }
        }
        Value::unknown(spot)
    }

    /// A test that a path lies where it should: it counts if the path was resolved.
    pub(super) fn lies_below(&mut self, path: &Value, spot: Spot) -> Value {
        let is_resolved = path.strands().iter().all(|strand| strand.clean.has(Clean::RESOLVED));
        let mut then = Facts::default();
        if is_resolved {
            then.add(path.symbol, Clean::PATH);
            for &(symbol, clean) in path.stands_for().iter().filter(|(_, clean)| *clean == Clean::PATH) {
                then.add(symbol, clean);
            }
        } else {
            self.near_miss(path, spot, UNRESOLVED);
        }
        self.teaching(then, Facts::default(), spot)
    }

    /// Notes a test that does not count.
    pub(super) fn near_miss(&mut self, value: &Value, spot: Spot, why: &'static str) {
        let sources: Vec<Symbol> = value.strands().iter().map(|strand| strand.source).collect();
        for symbol in sources.into_iter().chain([value.symbol]) {
            self.near_misses.entry(symbol).or_insert((spot, why));
        }
    }

    /// `part in text`, `text.includes(part)`: what is learned if it is not.
    fn has_part(&mut self, text: &Value, part: &str, spot: Spot) -> Value {
        let mut otherwise = Facts::default();
        match part {
            ".." | "../" | "..\\" => otherwise.add(text.symbol, Clean::NO_DOTS),
            "/" => otherwise.add(text.symbol, Clean::PATH),
            _ => {}
        }
        if part.contains('.') && !text.stands_for().is_empty() {
            self.near_miss(text, spot, ANYWHERE);
        }
        self.teaching(Facts::default(), otherwise, spot)
    }

    /// `text.startswith(prefix)`.
    pub(super) fn starts_with(&mut self, text: &Value, prefix: &Value, spot: Spot) -> Value {
        if let (Some(text), Some(prefix)) = (text.as_text(), prefix.as_text()) {
            return Value::of(Shape::Bool(text.starts_with(&**prefix)), spot);
        }
        if text.strands().is_empty() || !prefix.strands().is_empty() {
            return Value::unknown(spot);
        }
        let (mut then, mut otherwise) = (Facts::default(), Facts::default());
        // What is relative to the root begins with dots if it lies outside.
        let relative: Vec<(Symbol, Clean)> =
            text.stands_for().iter().filter(|(_, clean)| *clean == Clean::PATH).copied().collect();
        match prefix.as_text().map(|prefix| &**prefix) {
            Some(".." | "../") if !relative.is_empty() => {
                relative.iter().for_each(|&(symbol, clean)| otherwise.add(symbol, clean));
            }
            Some("/" | "\\") => otherwise.add(text.symbol, Clean::NOT_ABSOLUTE),
            Some("-") => {}
            Some(address) if address.contains("://") => {
                let host = address.split_once("://").map_or("", |(_, host)| host);
                if host.contains('/') {
                    then.add(text.symbol, Clean::URL);
                } else if !host.is_empty() {
                    self.near_miss(text, spot, "the prefix ends within the host name, so a longer host name passes");
                }
            }
            _ if ends_with_separator(prefix) || is_separator(prefix) => return self.lies_below(text, spot),
            // Something like a scheme or a word.
            Some(fixed) if !fixed.contains('/') => {}
            _ => self.near_miss(text, spot, NO_SEPARATOR),
        }
        self.teaching(then, otherwise, spot)
    }

    /// `text.endswith(suffix)`.
    pub(super) fn ends_with(&mut self, text: &Value, suffix: &Value, spot: Spot) -> Value {
        let hosts = self.is_public(text);
        let Some(suffix) = suffix.as_text() else { return Value::unknown(spot) };
        if hosts.is_empty() {
            return Value::unknown(spot);
        }
        if suffix.starts_with('.') {
            return self.teaching(hosts, Facts::default(), spot);
        }
        self.near_miss(text, spot, NO_DOT);
        Value::unknown(spot)
    }

    /// `container.includes(item)`, `.has(item)`, `.contains(item)`.
    pub(super) fn includes(&mut self, container: &Value, item: &Value, spot: Spot) -> Value {
        self.contained(item, container, spot)
    }

    /// Whether a text fits a pattern.
    pub(super) fn fits(&mut self, pattern: &Value, text: &Value, anchors: Anchors, spot: Spot) -> Value {
        let Some(pattern) = self.pattern_text(pattern) else { return Value::unknown(spot) };
        if text.strands().is_empty() {
            return Value::unknown(spot);
        }
        let clean = charset::allowed(&pattern, anchors.start, anchors.end);
        let mut then = Facts::default();
        match clean {
            Some(clean) => {
                then.add(text.symbol, clean);
                if clean.has(Clean::URL) {
                    text.stands_for().iter().for_each(|&(symbol, clean)| then.add(symbol, clean));
                }
            }
            None => self.near_miss(text, spot, NOT_ANCHORED),
        }
        self.teaching(then, Facts::default(), spot)
    }

    /// A pattern as a value: a call of its maker.
    pub(super) fn regex(&mut self, pattern: &Name, spot: Spot) -> Value {
        let text = Value::of(Shape::Text(pattern.clone()), spot);
        let call =
            Call { arguments: vec![Argument { name: None, value: text, is_spread: false }], serial: self.symbol() };
        let library = Library { path: "RegExp()".into(), call: Some(Rc::new(call)), receiver: None };
        Value::of(Shape::Library(Rc::new(library)), spot)
    }

    /// The text of a pattern, as a text or made by a library.
    pub(super) fn pattern_text(&self, value: &Value) -> Option<Name> {
        if let Some(text) = value.as_text() {
            return Some(text.clone());
        }
        value.libraries().find_map(|library| {
            let call = library.call.as_ref()?;
            call.arguments.first()?.value.as_text().cloned()
        })
    }

    /// A truth that teaches, if it holds, that a value is harmless for some uses.
    pub(super) fn teaches(&self, value: &Value, then: Clean, otherwise: Clean, spot: Spot) -> Value {
        let [then, otherwise] = [then, otherwise].map(|clean| {
            let mut facts = Facts::default();
            facts.add(value.symbol, clean);
            facts
        });
        self.teaching(then, otherwise, spot)
    }

    /// What an address tells of itself: `ip.is_private`.
    pub(super) fn told_by_address(&self, value: Value, of: &Value, name: &str) -> Value {
        let facts = self.is_public(of);
        if facts.is_empty() {
            return value;
        }
        match name {
            "is_private" | "is_loopback" | "is_link_local" | "is_reserved" | "is_multicast" | "is_unspecified" => {
                value.with(|extra| extra.otherwise = facts)
            }
            "is_global" => value.with(|extra| extra.then = facts),
            _ => value,
        }
    }

    /// A question about a host whose answer is in the name of who is asked: `isPrivateAddress(host)`.
    pub(super) fn asked_about_host(&self, value: Value, path: &str, arguments: &[Argument]) -> Value {
        let name = path.rsplit('.').next().unwrap_or(path);
        let Some(host) = arguments.iter().map(|argument| &argument.value).find(|value| !value.stands_for().is_empty())
        else {
            return value;
        };
        let facts = self.is_public(host);
        let name = name.to_ascii_lowercase();
        let is_about_inside = ["private", "loopback", "linklocal", "link_local", "reserved", "internal"];
        let is_asked = is_about_inside.iter().any(|word| name.contains(word)) || path.ends_with("BlockList().check");
        if !facts.is_empty() && is_asked {
            let otherwise = facts;
            return value.with(|extra| extra.otherwise.add_all(&otherwise));
        }
        value
    }

    /// `a and b`.
    pub(super) fn both(&self, left: &Value, right: &Value) -> Value {
        let value = left.or(right);
        let (a, b) = (conditions(left), conditions(right));
        let mut then = a.then.clone();
        then.add_all(&b.then);
        self.with_conditions(value, then, a.otherwise.common(&b.otherwise))
    }

    /// `a or b`.
    pub(super) fn either(&self, left: &Value, right: &Value) -> Value {
        let value = left.or(right);
        let (a, b) = (conditions(left), conditions(right));
        let mut otherwise = a.otherwise.clone();
        otherwise.add_all(&b.otherwise);
        self.with_conditions(value, a.then.common(&b.then), otherwise)
    }

    fn with_conditions(&self, mut value: Value, then: Facts, otherwise: Facts) -> Value {
        let stands_for = value.stands_for().to_vec();
        value.extra = Some(Rc::new(Extra { stands_for, then, otherwise, ways: Vec::new() }));
        value
    }

    /// `not a`.
    pub(super) fn opposite(&self, value: &Value, spot: Spot) -> Value {
        let shape = value.truth().map_or(Shape::Unknown, |truth| Shape::Bool(!truth));
        let opposite = Value::of(shape, spot);
        match value.conditions() {
            Some(conditions) => self.with_conditions(opposite, conditions.otherwise.clone(), conditions.then.clone()),
            None => opposite,
        }
    }
}

/// Which ends of a text a pattern is held to by how it is used.
#[derive(Debug, Clone, Copy)]
pub(super) struct Anchors {
    pub(super) start: bool,
    pub(super) end: bool,
}

fn conditions(value: &Value) -> Extra {
    value.conditions().cloned().unwrap_or_default()
}

/// Whether a prefix ends where a folder ends.
fn ends_with_separator(prefix: &Value) -> bool {
    match prefix.only() {
        Some(Shape::Text(text)) => text.len() > 1 && text.ends_with(['/', '\\']),
        Some(Shape::Joined(parts)) => parts
            .last()
            .is_some_and(|last| last.as_text().is_some_and(|text| text.ends_with(['/', '\\'])) || is_separator(last)),
        _ => false,
    }
}

fn is_separator(value: &Value) -> bool {
    value.libraries().any(|library| matches!(&*library.path, "os.sep" | "path.sep" | "os.path.sep" | "sep"))
}

/// What holds where a question is answered by yes, and where by no, on ways whose answers may be known.
pub(super) fn by_answer<'f>(answers: impl Iterator<Item = (Option<bool>, &'f Facts)>) -> [Facts; 2] {
    let answers: Vec<(Option<bool>, &Facts)> = answers.collect();
    [true, false].map(|wanted| {
        let possible = answers.iter().filter(|(answer, _)| *answer != Some(!wanted)).map(|(_, facts)| (*facts).clone());
        possible.reduce(|a, b| a.common(&b)).unwrap_or_default()
    })
}

/// Whether two values are the same, if that is certain.
fn certainly_equal(left: &Value, right: &Value) -> Option<bool> {
    match (left.only()?, right.only()?) {
        (Shape::Text(a), Shape::Text(b)) => Some(a == b),
        (Shape::Number(a), Shape::Number(b)) => Some(a == b),
        (Shape::Bool(a), Shape::Bool(b)) => Some(a == b),
        (Shape::Nothing, Shape::Nothing) => Some(true),
        (Shape::Text(_) | Shape::Number(_), Shape::Nothing) | (Shape::Nothing, Shape::Text(_) | Shape::Number(_)) => {
            Some(false)
        }
        // Members of an enumeration that are numbered by themselves.
        (Shape::Library(a), Shape::Library(b)) if a.path.ends_with("auto()") && b.path.ends_with("auto()") => {
            Some(a.call.as_ref()?.serial == b.call.as_ref()?.serial)
        }
        (Shape::Library(a), Shape::Library(b)) if a.call.is_none() && b.call.is_none() && !a.path.contains('?') => {
            (a.path == b.path).then_some(true)
        }
        _ => None,
    }
}
