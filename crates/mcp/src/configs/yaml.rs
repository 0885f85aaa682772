//! YAML as a [`Value`], from parser events.
//!
//! Only what configurations use: maps, lists, scalars and aliases, of the first document. An alias is a copy,
//! and copies are bounded, so that a file of aliases to aliases cannot grow without end.

use super::ConfigError;
use super::tree::{DEPTH, Data, Value};
use granit_parser::{Event, Parser, ScalarStyle};
use std::collections::BTreeMap;

/// Values in one file, copies included.
const VALUES: usize = 200_000;

/// Reads YAML.
pub(super) fn from_yaml(file: &str, text: &str) -> Result<Value, ConfigError> {
    let syntax = |line, reason: String| ConfigError::Syntax { file: file.to_owned(), line, format: "YAML", reason };
    let mut builder = Builder::default();
    let mut last = 1;
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| syntax(error.marker().line().max(1), error.info()))?;
        last = span.start.line().max(1);
        if matches!(event, Event::DocumentEnd) {
            break;
        }
        builder.take(event, last).map_err(|reason| syntax(last, reason.to_owned()))?;
    }
    Ok(builder.root.unwrap_or(Value { line: last, data: Data::Null }))
}

/// A container that is still open.
struct Open {
    anchor: usize,
    line: usize,
    /// The key that waits for its value, in a map.
    key: Option<String>,
    data: Data,
}

#[derive(Default)]
struct Builder {
    open: Vec<Open>,
    anchors: BTreeMap<usize, (Value, usize)>,
    root: Option<Value>,
    count: usize,
}

impl Builder {
    fn take(&mut self, event: Event<'_>, line: usize) -> Result<(), &'static str> {
        match event {
            Event::Scalar(text, style, anchor, _) => {
                let data = if style == ScalarStyle::Plain { plain(&text) } else { Data::Text(text.into_owned()) };
                self.close(Value { line, data }, anchor, 1)
            }
            Event::SequenceStart(_, anchor, _) => self.start(Data::List(vec![]), anchor, line),
            Event::MappingStart(_, anchor, _) => self.start(Data::Map(vec![]), anchor, line),
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                Some(open) => self.close(Value { line: open.line, data: open.data }, open.anchor, 1),
                None => Err("a collection ends without a start"),
            },
            Event::Alias(id) => {
                let (value, size) = self.anchors.get(&id).cloned().ok_or("an alias to a value that is not complete")?;
                self.close(value, 0, size)
            }
            _ => Ok(()),
        }
    }

    fn start(&mut self, data: Data, anchor: usize, line: usize) -> Result<(), &'static str> {
        if self.open.len() >= DEPTH {
            return Err("nested too deeply for a configuration");
        }
        self.open.push(Open { anchor, line, key: None, data });
        Ok(())
    }

    /// Puts a finished value where it belongs.
    fn close(&mut self, value: Value, anchor: usize, size: usize) -> Result<(), &'static str> {
        self.count += size;
        if self.count > VALUES {
            return Err("too many values for a configuration");
        }
        if anchor > 0 {
            let size = count(&value);
            self.anchors.insert(anchor, (value.clone(), size));
        }
        match self.open.last_mut() {
            None => self.root = Some(value),
            Some(Open { data: Data::List(elements), .. }) => elements.push(value),
            Some(Open { data: Data::Map(members), key, .. }) => match key.take() {
                Some(key) => members.push((key, value)),
                None => *key = Some(value.text().unwrap_or_default().to_owned()),
            },
            Some(_) => {}
        }
        Ok(())
    }
}

fn count(value: &Value) -> usize {
    match &value.data {
        Data::List(elements) => 1 + elements.iter().map(count).sum::<usize>(),
        Data::Map(members) => 1 + members.iter().map(|(_, value)| count(value)).sum::<usize>(),
        _ => 1,
    }
}

fn plain(text: &str) -> Data {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Data::Null,
        "true" | "True" | "TRUE" => Data::Bool(true),
        "false" | "False" | "FALSE" => Data::Bool(false),
        text if text.parse::<f64>().is_ok() => Data::Number(text.to_owned()),
        text => Data::Text(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_lists_and_scalars_carry_their_lines() {
        let value =
            from_yaml("f", "# c\na:\n  - x: 1\n    y: 'true'\n  - *no\n".replace("*no", "true").as_str()).unwrap();
        let list = value.get("a").unwrap();
        assert_eq!(list.elements()[0].get("y"), Some(&Value { line: 4, data: Data::Text("true".into()) }));
        assert_eq!(list.elements()[1], Value { line: 5, data: Data::Bool(true) });
    }

    #[test]
    fn an_alias_is_a_copy() {
        let value = from_yaml("f", "a: &x {k: v}\nb: *x\n").unwrap();
        assert_eq!(value.get("b").unwrap().get("k").unwrap().text(), Some("v"));
    }

    #[test]
    fn aliases_to_aliases_are_stopped() {
        let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for i in 1..12 {
            let list = vec![format!("*a{}", i - 1); 10].join(", ");
            text.push_str(&format!("a{i}: &a{i} [{list}]\n"));
        }
        let error = from_yaml("f.yaml", &text).unwrap_err().to_string();
        assert!(error.contains("too many values"), "{error}");
    }

    #[test]
    fn deep_nesting_is_an_error_and_no_overflow() {
        assert!(from_yaml("f", &"[".repeat(100_000)).is_err());
        assert!(from_yaml("f", &"- ".repeat(10_000)).is_err());
    }

    #[test]
    fn a_mistake_is_shown_with_its_line() {
        let error = from_yaml("f.yaml", "a: b\nc: [1,\n}\n").unwrap_err().to_string();
        assert!(error.starts_with("f.yaml:2: expected YAML: "), "{error}");
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text in "[-a&*:\\[\\]{}?|>'\"# \n]{0,60}") {
            let _ = from_yaml("f", &text);
        }
    }
}
