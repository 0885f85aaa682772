//! Texts: changed, cut, joined, filled in.

use super::Machine;
use super::clean::Clean;
use super::expression::plain_text;
use super::value::{Argument, Spot, Value};

impl Machine<'_> {
    /// A text in other letters.
    pub(super) fn changed_text(&mut self, name: &str, receiver: &Value, spot: Spot) -> Value {
        if let Some(text) = receiver.as_text() {
            let changed = match name {
                "strip" | "trim" => text.trim().to_owned(),
                "lower" | "toLowerCase" | "casefold" => text.to_lowercase(),
                "upper" | "toUpperCase" => text.to_uppercase(),
                _ => text.to_string(),
            };
            return Value::text(&changed, spot);
        }
        // A change of case or of white space keeps what it is: what passes a test before passes it after.
        self.same(receiver, spot)
    }

    pub(super) fn replaced(&mut self, receiver: &Value, arguments: &[Argument], spot: Spot) -> Value {
        let [pattern, with, ..] = arguments else { return self.derived(std::slice::from_ref(receiver), spot, "") };
        if with.value.closures().next().is_some() {
            // What a function puts in the place of what fits.
            let unknown = Argument { name: None, value: Value::unknown(spot), is_spread: false };
            let put = self.call(&with.value.clone(), None, vec![unknown.clone(), unknown], spot);
            return self.sum(&[receiver.clone(), put], true, spot);
        }
        let is_regex = pattern.value.libraries().any(|library| &*library.path == "RegExp()");
        if is_regex {
            let is_last = self.pattern_text(&pattern.value).is_some_and(|text| text.ends_with('$'));
            let ends = with.value.as_text().is_some_and(|text| matches!(&**text, "/" | "\\"));
            if receiver.strands().is_empty() && is_last && ends {
                return self.sum(&[Value::unknown(spot), with.value.clone()], true, spot);
            }
            let value = self.without(&pattern.value.clone(), receiver, spot);
            let is_resolved = receiver.strands().iter().all(|strand| strand.clean.has(Clean::RESOLVED));
            return if is_resolved && !receiver.strands().is_empty() {
                self.standing_for(value, receiver)
            } else {
                value
            };
        }
        if let (Some(text), Some(from), Some(to)) = (receiver.as_text(), pattern.value.as_text(), with.value.as_text())
        {
            return Value::text(&text.replace(&**from, to), spot);
        }
        if pattern.value.as_text().is_some_and(|text| text.contains("..")) {
            self.near_miss(receiver, spot, "removing `..` once leaves it in `....//`");
        }
        let parts = [receiver.clone(), with.value.clone()];
        self.derived(&parts, spot, "")
    }

    /// A text without what fits a pattern.
    pub(super) fn without(&mut self, pattern: &Value, text: &Value, spot: Spot) -> Value {
        let clean = self.pattern_text(pattern).and_then(|pattern| super::charset::left_without(&pattern));
        self.derived_as(std::slice::from_ref(text), clean.unwrap_or(Clean::NONE), spot, "")
    }

    /// A text with values in its places: `"%s" % x`, `"{}".format(x)`.
    pub(super) fn formatted(&mut self, template: &Value, values: &[Value], spot: Spot) -> Value {
        let mut flat: Vec<Value> = Vec::new();
        for value in values {
            match self.items_of(value, 64) {
                Some(items) => flat.extend(items),
                None => flat.push(value.clone()),
            }
        }
        let Some(text) = template.as_text().cloned() else {
            flat.push(template.clone());
            return self.derived(&flat, spot, "formatted");
        };
        // Where each value goes is not worked out, but what stands before the first is kept.
        let begin = text.find(['%', '{', '$']).unwrap_or(text.len());
        let end = text.rfind(['s', '}', 'd', 'r']).map_or(text.len(), |at| at + 1).max(begin);
        let mut parts = vec![Value::text(&text[..begin], spot)];
        parts.extend(flat);
        parts.push(Value::text(text.get(end..).unwrap_or_default(), spot));
        parts.retain(|part| part.as_text().is_none_or(|text| !text.is_empty()));
        self.sum(&parts, true, spot)
    }

    /// `" ".join(list)` in Python, `list.join(" ")` in JavaScript.
    pub(super) fn joined_text(&mut self, receiver: &Value, argument: Option<Value>, spot: Spot) -> Value {
        let (list, between) = match self.is_script() {
            true => (receiver.clone(), argument),
            false => (argument.unwrap_or_else(|| Value::unknown(spot)), Some(receiver.clone())),
        };
        let between = between.and_then(|between| plain_text(&between)).unwrap_or_default();
        match self.items_of(&list, 32) {
            Some(items) => {
                let mut parts = Vec::new();
                for (at, item) in items.into_iter().enumerate() {
                    if at > 0 && !between.is_empty() {
                        parts.push(Value::text(&between, spot));
                    }
                    parts.push(item);
                }
                self.sum(&parts, true, spot)
            }
            None => {
                let item = self.item_of(&list, spot);
                self.derived(&[item], spot, "joined")
            }
        }
    }

    /// sql`select ${x}`: values that a function is given apart from the text are not part of it.
    pub(super) fn tagged(&mut self, tag: &Value, values: &[Value], spot: Spot) -> Value {
        let arguments: Vec<Argument> =
            values.iter().map(|value| Argument { name: None, value: value.clone(), is_spread: false }).collect();
        if tag.closures().next().is_some() {
            return self.call(tag, None, arguments, spot);
        }
        for library in tag.libraries().cloned().collect::<Vec<_>>() {
            let is_shell = matches!(&*library.path, "execa.$" | "zx.$" | "bun.$" | "Bun.$");
            let path = if is_shell { library.path.clone() } else { format!("{}``", library.path).into() };
            let tagged = super::value::Library { path, call: None, receiver: library.receiver.clone() };
            if !self.observe(&tagged, &[], spot) && !super::table::is_resolved(&library.path) {
                self.unresolved(spot);
            }
        }
        let from = self.derived_as(values, Clean::SQL | Clean::COMMAND, spot, "");
        let path = tag.libraries().next().map_or_else(|| "?".to_owned(), |library| format!("{}``", library.path));
        let of = Value::library(&path, spot);
        Value { taint: from.taint, symbol: from.symbol, extra: from.extra, ..of }
    }
}
