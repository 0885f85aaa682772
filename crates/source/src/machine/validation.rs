//! What has passed a schema, and objects of data as dictionaries.

use super::Machine;
use super::heap::{Made, Object};
use super::value::{Argument, Shape, Spot, Value};

impl Machine<'_> {
    /// What has passed a schema: zod's `parse`, pydantic's `model_validate`.
    pub(super) fn validated(
        &mut self,
        path: &str,
        name: &str,
        receiver: &Value,
        arguments: &[Argument],
        spot: Spot,
    ) -> Option<Value> {
        let value = arguments.first().map(|argument| argument.value.clone());
        match name {
            "parse" | "parseAsync" | "safeParse" | "safeParseAsync" if path.starts_with("zod") => {
                let schema = self.schema(receiver, 0)?;
                let value = self.restricted(&value?, &schema, spot);
                if name.starts_with("safe") {
                    let mut object = Object::new(Made::Dict);
                    object.put(&"success".into(), Value::unknown(spot));
                    object.put(&"data".into(), value);
                    return Some(self.allocate(object, spot));
                }
                Some(value)
            }
            "model_validate" | "parse_obj" if path.starts_with("class.") => {
                let class = receiver.shapes().iter().find_map(|shape| match shape {
                    Shape::Class(class) => Some(*class),
                    _ => None,
                })?;
                let spread = Argument { name: Some("**".into()), value: value?, is_spread: true };
                Some(self.instantiate(class, vec![spread], spot))
            }
            "model_dump" | "dict" | "_asdict" if path.starts_with("class.") => Some(self.as_dict(receiver, spot)),
            _ => None,
        }
    }

    /// An object of a class of data, as a dictionary.
    pub(super) fn as_dict(&mut self, value: &Value, spot: Spot) -> Value {
        let mut object = Object::new(Made::Dict);
        let mut is_known = false;
        for id in value.objects().collect::<Vec<_>>() {
            is_known = true;
            let Made::Instance(class) = self.heap[id as usize].made else {
                self.merge_into(&mut object, value, spot);
                continue;
            };
            let fields: Vec<_> = self
                .program
                .module(class.module)
                .class(class.class)
                .fields
                .iter()
                .map(|field| field.name.clone())
                .collect();
            let own = self.heap[id as usize].order.clone();
            for name in fields.iter().chain(own.iter().filter(|name| !fields.contains(name))) {
                let member = self.member(value, name, spot);
                object.put(name, member);
            }
        }
        if is_known { self.allocate(object, spot) } else { self.derived(std::slice::from_ref(value), spot, "") }
    }

    /// Whether a client sends a list here, as far as the schema says.
    pub(super) fn is_list_input(&self, value: &Value) -> bool {
        value.shapes().iter().any(|shape| match shape {
            Shape::Input(input) => input.schema.as_ref().is_some_and(|schema| schema.item.is_some()),
            _ => false,
        }) || !self.is_whole_request(value)
    }

    /// Whether a value is all that a client sends.
    pub(super) fn is_whole_request(&self, value: &Value) -> bool {
        self.sources.get(&value.symbol).is_some_and(|source| source.kind == super::taint::SourceKind::Request)
    }
}
