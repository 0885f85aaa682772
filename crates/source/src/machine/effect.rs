//! What functions of libraries make of what they are given.

use super::Machine;
use super::clean::Clean;
use super::table::{Effect, EffectRow};
use super::value::{Argument, Closure, Library, Shape, Spot, Value};
use std::rc::Rc;

impl Machine<'_> {
    /// What a function of a known effect comes to.
    pub(super) fn effect(
        &mut self,
        row: &EffectRow,
        library: &Rc<Library>,
        arguments: &[Argument],
        spot: Spot,
    ) -> Value {
        // A method works on what it is called on: `path.resolve()` of pathlib.
        let is_method = library.path.contains(")") || library.path.starts_with('?');
        let receiver = receiver_of(library).filter(|_| is_method);
        let mut given: Vec<Value> = receiver.clone().into_iter().collect();
        given.extend(arguments.iter().map(|argument| argument.value.clone()));
        let value = match row.effect {
            Effect::Same => {
                self.call_back(arguments, &Value::unknown(spot), spot);
                match given.first() {
                    Some(first) if row.result.is_none() => first.clone().at(spot),
                    Some(first) => self.same(first, spot),
                    None => Value::unknown(spot),
                }
            }
            Effect::Plain => Value::unknown(spot),
            Effect::Clean(clean) => {
                // `quote(x, safe="")` leaves no slash.
                let is_strict = arguments.iter().any(|argument| {
                    argument.name.as_deref() == Some("safe")
                        && argument.value.as_text().is_some_and(|text| !text.contains('/'))
                });
                let clean = if is_strict { clean | Clean::PATH } else { clean };
                let of = given.first().cloned().unwrap_or_else(|| Value::unknown(spot));
                self.derived_as(&[of], clean, spot, "")
            }
            Effect::Resolved => self.resolved_path(&given, spot),
            Effect::Joined if given.len() == 1 => match &given[0] {
                first if row.result.is_some() && first.as_text().is_some() => first.clone(),
                first => self.same(first, spot),
            },
            Effect::Joined => self.joined_path(&given, false, spot),
            Effect::JoinedBelow => self.joined_path(&given, true, spot),
            Effect::Address => self.address(&given, spot),
            Effect::Relative => self.relative(&library.path, &given, spot),
            Effect::Folder => self.folder(&given, spot),
            Effect::Exit => {
                self.is_dead = true;
                Value::unknown(spot)
            }
            Effect::Decoded => match given.first() {
                Some(first) => self.decoded(&first.clone(), spot),
                None => Value::unknown(spot),
            },
            Effect::Function => return self.handed_function(&library.path, arguments, spot),
        };
        match row.result {
            Some(path) => self.as_library(value, path),
            None => value,
        }
    }

    /// A value as an object of a library; what is known of its text is kept with it.
    pub(super) fn as_library(&mut self, value: Value, path: &str) -> Value {
        let kept = Argument { name: None, value: value.clone(), is_spread: false };
        let call = super::value::Call { arguments: vec![kept], serial: self.symbol() };
        let library = Library { path: path.into(), call: Some(Rc::new(call)), receiver: None };
        let of = Value::of(Shape::Library(Rc::new(library)), value.spot);
        Value { taint: value.taint, symbol: value.symbol, extra: value.extra, ..of }
    }

    fn resolved_path(&mut self, given: &[Value], spot: Spot) -> Value {
        let text = self.sum(given, true, spot);
        let mut value = self.derived(given, spot, "resolved");
        // A test of where it leads is a test of what it was made from, where that is one path.
        if let [one] = given
            && !one.strands().is_empty()
        {
            value = self.standing_for(value, one);
        }
        if let Some(taint) = &mut value.taint {
            for strand in Rc::make_mut(taint) {
                strand.clean |= Clean::RESOLVED;
            }
        }
        if value.taint.is_none() && given.len() == 1 && matches!(text.only(), Some(Shape::Text(_) | Shape::Joined(_))) {
            return text;
        }
        value
    }

    /// A path in another form, so that a test of it is a test of the first.
    pub(super) fn standing_for(&self, value: Value, path: &Value) -> Value {
        let mut of: Vec<_> = path.stands_for().iter().filter(|(_, clean)| *clean == Clean::PATH).copied().collect();
        of.push((path.symbol, Clean::PATH));
        value.with(|extra| extra.stands_for.extend(of))
    }

    /// What a text is once it is decoded: what was tested before says nothing.
    fn decoded(&mut self, value: &Value, spot: Spot) -> Value {
        let value = self.settled(value.clone());
        let is_plain = value.strands().iter().all(|strand| strand.clean.has(Clean::ALL));
        match value.strands().first() {
            Some(strand) if !is_plain => {
                let source = self.sources.get(&strand.source).cloned();
                let (label, kind) = source.map_or_else(
                    || ("input".to_owned(), super::taint::SourceKind::Input),
                    |source| (source.label, source.kind),
                );
                self.source(label, kind, spot)
            }
            _ => value,
        }
    }

    /// A path of several; an absolute one drops those before it, unless each stays `below` the one before.
    pub(super) fn joined_path(&mut self, given: &[Value], below: bool, spot: Spot) -> Value {
        let is_pathlib = given.iter().any(|value| value.libraries().any(|library| &*library.path == "pathlib.Path()"));
        let mut parts: Vec<Value> = Vec::new();
        for (at, part) in given.iter().enumerate() {
            if at > 0 {
                parts.push(Value::text("/", spot));
            }
            parts.push(self.path_text(part));
        }
        let whole = self.sum(&parts, true, spot);
        let mut value = self.derived(given, spot, "joined to a path");
        if let Some(taint) = &mut value.taint
            && !below
        {
            // The sum knows of a fixed beginning; here that is no help.
            let of_later: Vec<_> = given.iter().skip(1).flat_map(Value::strands).map(|strand| strand.source).collect();
            for strand in Rc::make_mut(taint) {
                let was_relative = given
                    .iter()
                    .flat_map(Value::strands)
                    .any(|known| known.source == strand.source && known.clean.has(Clean::NOT_ABSOLUTE))
                    || self.facts.of(strand.source).has(Clean::NOT_ABSOLUTE);
                if of_later.contains(&strand.source) && !was_relative {
                    strand.clean = strand.clean.without(Clean::NOT_ABSOLUTE);
                }
            }
        }
        if below && let Some(first) = given.first() {
            let is_fixed = first.strands().is_empty();
            if let Some(taint) = &mut value.taint
                && is_fixed
            {
                for strand in Rc::make_mut(taint) {
                    strand.clean |= Clean::NOT_ABSOLUTE;
                }
            }
        }
        let shape = whole.only().cloned().unwrap_or(Shape::Unknown);
        let of = Value::of(shape, spot);
        let value = Value { taint: value.taint, symbol: value.symbol, extra: value.extra, ..of };
        if is_pathlib { self.as_library(value, "pathlib.Path()") } else { value }
    }

    /// What is known of the text of a path.
    pub(super) fn path_text(&self, value: &Value) -> Value {
        for library in value.libraries() {
            if matches!(&*library.path, "pathlib.Path()" | "URL()")
                && let Some(call) = &library.call
                && let Some(first) = call.arguments.first()
            {
                return Value { shapes: first.value.shapes.clone(), ..value.clone() };
            }
        }
        value.clone()
    }

    /// `new URL(path, base)`, `urljoin(base, path)`: who decides on the host, is whoever can write the whole.
    fn address(&mut self, given: &[Value], spot: Spot) -> Value {
        match given {
            [one] => self.same(one, spot),
            [first, second, ..] => {
                // The base stands first in Python and last in JavaScript; the base is what nobody sends.
                let (base, path) = if first.strands().is_empty() { (first, second) } else { (second, first) };
                if path.strands().is_empty() {
                    return self.derived(given, spot, "");
                }
                let is_below = super::exposure::fixed_beginning(path);
                if is_below && base.strands().is_empty() {
                    let parts = vec![base.clone(), Value::text("/", spot), path.clone()];
                    return self.sum(&parts, true, spot);
                }
                self.same(path, spot)
            }
            [] => Value::unknown(spot),
        }
    }

    /// Where a path lies, seen from another.
    fn relative(&mut self, path: &str, given: &[Value], spot: Spot) -> Value {
        let mut all: Vec<Value> = Vec::new();
        for value in given {
            match self.items_of(value, 16) {
                Some(items) => all.extend(items),
                None => all.push(value.clone()),
            }
        }
        let Some(tested) = all.iter().find(|value| !value.strands().is_empty()).cloned() else {
            return self.derived(given, spot, "");
        };
        let is_lexical = !(path.starts_with("path.") || path == "os.path.relpath");
        let is_resolved = tested.strands().iter().all(|strand| strand.clean.has(Clean::RESOLVED));
        let value = self.derived(given, spot, "");
        if is_lexical && !is_resolved {
            self.near_miss(&tested, spot, "the check runs before the path is resolved");
            return value;
        }
        if path.ends_with(".relative_to") {
            // It raises otherwise.
            self.facts.add(tested.symbol, Clean::PATH);
            return Value { taint: None, symbol: 0, ..value };
        }
        value.with(|extra| extra.stands_for = vec![(tested.symbol, Clean::PATH)])
    }

    /// The folder of a path: if it is the right one, so is the path.
    pub(super) fn folder(&mut self, given: &[Value], spot: Spot) -> Value {
        let value = self.derived(given, spot, "");
        let Some(of) = given.first() else { return value };
        let is_resolved = of.strands().iter().all(|strand| strand.clean.has(Clean::RESOLVED));
        if !is_resolved || of.strands().is_empty() {
            return value;
        }
        let mut value = value.with(|extra| extra.stands_for = vec![(of.symbol, Clean::PATH)]);
        if let Some(taint) = &mut value.taint {
            for strand in Rc::make_mut(taint) {
                strand.clean |= Clean::RESOLVED;
            }
        }
        value
    }

    /// What hands a function on: as it is, or with arguments.
    fn handed_function(&mut self, path: &str, arguments: &[Argument], spot: Spot) -> Value {
        let Some(first) = arguments.first() else { return Value::library(&format!("{path}()"), spot) };
        if path == "functools.partial" {
            let given: Vec<Argument> = arguments[1..].to_vec();
            let mut value: Option<Value> = None;
            for closure in first.value.closures() {
                let mut known = closure.given.clone();
                known.extend(given.iter().cloned());
                let bound =
                    Value::of(Shape::Function(Rc::new(Closure { given: known, ..Closure::clone(closure) })), spot);
                value = Some(value.map_or(bound.clone(), |known| known.or(&bound)));
            }
            return value.unwrap_or_else(|| first.value.clone());
        }
        if path == "anyio.run" {
            self.call_back(arguments, &Value::unknown(spot), spot);
        }
        if path == "functools.wraps" {
            let call = super::value::Call { arguments: arguments.to_vec(), serial: self.symbol() };
            let wraps = Library { path: "functools.wraps()".into(), call: Some(Rc::new(call)), receiver: None };
            return Value::of(Shape::Library(Rc::new(wraps)), spot);
        }
        first.value.clone()
    }
}

/// What a method is called on.
pub(super) fn receiver_of(library: &Library) -> Option<Value> {
    library.receiver.as_deref().cloned()
}
