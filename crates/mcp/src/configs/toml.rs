//! TOML as a [`Value`]. The parser itself bounds nesting, which a test holds it to.

use super::ConfigError;
use super::tree::{Data, LineStarts, Value};
use ::toml::Spanned;
use ::toml::de::{DeTable, DeValue};

/// Reads TOML.
pub(super) fn from_toml(file: &str, text: &str) -> Result<Value, ConfigError> {
    let lines = LineStarts::of(text);
    let line = |offset: usize| lines.line(offset);
    let syntax = |line, reason: String| ConfigError::Syntax { file: file.to_owned(), line, format: "TOML", reason };
    let table = DeTable::parse(text)
        .map_err(|error| syntax(error.span().map_or(1, |span| line(span.start)), error.message().to_owned()))?;
    Ok(from_table(table.get_ref(), 1, &line))
}

fn from_table(table: &DeTable<'_>, at: usize, line: &dyn Fn(usize) -> usize) -> Value {
    let mut members: Vec<(usize, String, Value)> = table
        .iter()
        .map(|(key, value)| (key.span().start, key.get_ref().to_string(), from_value(value, line)))
        .collect();
    members.sort_by_key(|(offset, ..)| *offset);
    Value { line: at, data: Data::Map(members.into_iter().map(|(_, key, value)| (key, value)).collect()) }
}

fn from_value(value: &Spanned<DeValue<'_>>, line: &dyn Fn(usize) -> usize) -> Value {
    let at = line(value.span().start);
    let data = match value.get_ref() {
        DeValue::Table(table) => return from_table(table, at, line),
        DeValue::Array(elements) => Data::List(elements.iter().map(|element| from_value(element, line)).collect()),
        DeValue::String(text) => Data::Text(text.to_string()),
        DeValue::Boolean(value) => Data::Bool(*value),
        DeValue::Integer(number) => Data::Number(number.to_string()),
        DeValue::Float(number) => Data::Number(number.to_string()),
        DeValue::Datetime(date) => Data::Number(date.to_string()),
    };
    Value { line: at, data }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_carry_their_lines_in_the_order_of_the_file() {
        let value = from_toml("f", "[b]\nx = \"1\"\n[a]\ny = [\n 2, true]\n").unwrap();
        let names: Vec<_> = value.members().iter().map(|(key, value)| (key.as_str(), value.line)).collect();
        assert_eq!(names, [("b", 1), ("a", 3)]);
        let list = value.get("a").unwrap().get("y").unwrap();
        assert_eq!(list.elements()[0], Value { line: 5, data: Data::Number("2".into()) });
    }

    #[test]
    fn a_mistake_is_shown_with_its_line() {
        let error = from_toml("f.toml", "a = 1\nb = \n").unwrap_err().to_string();
        assert!(error.starts_with("f.toml:2: expected TOML: "), "{error}");
    }

    #[test]
    fn deep_nesting_is_an_error_and_no_overflow() {
        for text in [
            format!("{}a = 1", "a.".repeat(200_000)),
            format!("a = {}", "[".repeat(200_000)),
            format!("[{}a]", "a.".repeat(200_000)),
            format!("[{}'a']", "'a'.".repeat(200_000)),
            format!("x = {{ {}a = 1 }}", "a.".repeat(200_000)),
        ] {
            assert!(from_toml("f", &text).is_err());
        }
    }
}
