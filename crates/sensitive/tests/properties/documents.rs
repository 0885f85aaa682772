//! Documents with values planted in them.

use crate::schemes::ALL;
use crate::texts::Draw;
use serde_json::{Map, Value, json};

/// A document and the values in it that must not get out.
pub(crate) struct Planted {
    pub(crate) document: Value,
    pub(crate) values: Vec<String>,
}

impl Planted {
    /// Draws a document. Values stand in fields that name them, in sentences, in keys, as numbers, in lists, and in
    /// documents within strings.
    pub(crate) fn new(draw: &mut Draw) -> Self {
        let mut values = Vec::new();
        let document = object(draw, 0, &mut values);
        Self { document, values }
    }

    /// The document as text, in one of the ways that JSON can be written.
    pub(crate) fn text(&self, draw: &mut Draw) -> String {
        let text = match draw.below(2) {
            0 => self.document.to_string(),
            _ => serde_json::to_string_pretty(&self.document).expect("a value is JSON"),
        };
        // The same strings with escapes that nobody needs.
        if draw.below(3) == 0 { text.replace('@', "\\u0040").replace('é', "\\u00e9") } else { text }
    }
}

const NAMES: &[&str] = &["a", "note", "items", "result", "meta", "größe", "x-y", "with \"quotes\"", "a/b~c", "status"];
const WORDS: &[&str] =
    &["open", "", "naïve café", "line\nbreak", "tab\there", "quote \" and \\", "日本", "v1.2.3", "2024-05-06"];

fn object(draw: &mut Draw, depth: u64, values: &mut Vec<String>) -> Value {
    let mut object = Map::new();
    for _ in 0..draw.below(5) + u64::from(depth == 0) {
        match draw.below(5) {
            0 => {
                let (field, value) = named(draw, values);
                object.insert(field, value);
            }
            1 if draw.below(4) == 0 => {
                let key = email(draw, values);
                object.insert(key, any(draw, depth + 1, values));
            }
            _ => {
                object.insert(draw.pick(NAMES).to_owned(), any(draw, depth + 1, values));
            }
        }
    }
    Value::Object(object)
}

fn any(draw: &mut Draw, depth: u64, values: &mut Vec<String>) -> Value {
    match draw.below(if depth < 4 { 10 } else { 7 }) {
        0 => Value::Null,
        1 => json!(draw.below(2) == 0),
        2 => json!(draw.below(10_000)),
        3 => json!(draw.below(1000) as f64 / 8.0),
        4 => json!(draw.pick(WORDS)),
        5 => json!(format!("Please write to {} about it.", email(draw, values))),
        6 => json!(format!("{} and {}", iban(draw, values), email(draw, values))),
        7 => object(draw, depth, values),
        8 => object(draw, depth, values).to_string().into(),
        _ => (0..draw.below(4)).map(|_| any(draw, depth + 1, values)).collect(),
    }
}

/// A number in a field that names it; some as numbers.
fn named(draw: &mut Draw, values: &mut Vec<String>) -> (String, Value) {
    let scheme = &ALL[draw.below(ALL.len() as u64) as usize];
    let number = scheme.number(draw);
    values.push(number.clone());
    let is_number = number.len() <= 16 && !number.starts_with('0') && number.bytes().all(|byte| byte.is_ascii_digit());
    let value = if is_number && draw.below(2) == 0 {
        json!(number.parse::<u64>().expect("sixteen digits at most"))
    } else {
        json!(number)
    };
    (scheme.field.to_owned(), value)
}

fn email(draw: &mut Draw, values: &mut Vec<String>) -> String {
    let value =
        format!("{}.{}@{}.acme.io", draw.pick(&["jo", "ana", "kenji"]), draw.hex(5), draw.pick(&["mail", "post"]));
    values.push(value.clone());
    value
}

fn iban(draw: &mut Draw, values: &mut Vec<String>) -> String {
    let scheme = ALL.iter().find(|scheme| scheme.kind == "iban").expect("there is one");
    let value = scheme.number(draw);
    values.push(value.clone());
    value
}
