//! Texts and lists that are put together.

use super::Machine;
use super::heap::{Made, Object};
use super::value::{Shape, Spot, Value};
use std::rc::Rc;

use super::expression::plain_text;

/// How long a text is that is put together.
const TEXT: usize = 16_384;
/// How many parts a text has that is not known in full.
const PARTS: usize = 64;

impl Machine<'_> {
    /// `a + b + c`, or the parts of a template.
    pub(super) fn sum(&mut self, parts: &[Value], is_template: bool, spot: Spot) -> Value {
        if !is_template {
            let numbers: Option<Vec<f64>> = parts
                .iter()
                .map(|part| match part.only() {
                    Some(Shape::Number(number)) => Some(*number),
                    _ => None,
                })
                .collect();
            if let Some(numbers) = numbers {
                return Value::of(Shape::Number(numbers.iter().sum()), spot);
            }
            if parts.iter().all(|part| matches!(part.only(), Some(Shape::Object(_)))) {
                return self.joined_lists(parts, spot);
            }
        }
        let mut flat: Vec<Value> = Vec::new();
        for part in parts {
            match part.only() {
                Some(Shape::Joined(inner)) => inner.iter().for_each(|part| add_part(&mut flat, part)),
                _ => add_part(&mut flat, part),
            }
        }
        let texts: Option<Vec<String>> = flat.iter().map(plain_text).collect();
        if let Some(texts) = texts {
            let text = texts.concat();
            if text.len() <= TEXT {
                return Value { spot: parts.first().map_or(spot, |part| part.spot), ..Value::text(&text, spot) };
            }
        }
        if flat.len() > PARTS {
            return self.derived(&flat, spot, "joined");
        }
        let mut value = self.derived(&flat, spot, "joined");
        self.after_a_prefix(&mut value, &flat);
        let whole = Value::of(Shape::Joined(Rc::new(flat)), spot);
        Value { taint: value.taint, symbol: value.symbol, extra: value.extra, ..whole }
    }

    pub(super) fn joined_lists(&mut self, parts: &[Value], spot: Spot) -> Value {
        let mut object = Object::new(Made::List);
        for part in parts {
            match self.items_of(part, usize::MAX) {
                Some(items) => items.into_iter().for_each(|item| object.push(item)),
                None => {
                    let item = self.item_of(part, spot);
                    object.scatter(item);
                }
            }
        }
        self.allocate(object, spot)
    }
}

/// Adds a part to a text; what is known stays in one piece.
fn add_part(parts: &mut Vec<Value>, part: &Value) {
    if let (Some(last), Some(text)) = (parts.last_mut(), plain_text(part))
        && let Some(before) = last.as_text()
        && before.len() + text.len() <= TEXT
    {
        *last = Value::text(&format!("{before}{text}"), last.spot);
        return;
    }
    parts.push(part.clone());
}
