//! What is known of the arguments of a call, for rules.

use super::Machine;
use super::value::{Argument, Closure, Library, Shape, Value};
use crate::analysis::Given;
use crate::form::{ExpressionKind, Name};

/// How many texts of a function are told.
const TEXTS: usize = 400;

impl Machine<'_> {
    /// What a call is given, by place and by name; members of objects two levels deep.
    pub(super) fn given(&self, arguments: &[Argument]) -> Vec<(String, Given)> {
        let mut given = Vec::new();
        let mut place = 0;
        for argument in arguments {
            let name = match &argument.name {
                Some(name) => name.to_string(),
                None => {
                    place += 1;
                    (place - 1).to_string()
                }
            };
            self.add_given(name, &argument.value, 0, &mut given);
        }
        given
    }

    fn add_given(&self, name: String, value: &Value, depth: usize, into: &mut Vec<(String, Given)>) {
        into.push((name.clone(), self.given_value(value, 0)));
        if depth >= 2 {
            return;
        }
        for id in value.objects() {
            let object = &self.heap[id as usize];
            for member in object.order.iter().take(64) {
                if let Some(value) = object.members.get(member) {
                    self.add_given(format!("{name}.{member}"), value, depth + 1, into);
                }
            }
        }
    }

    fn given_value(&self, value: &Value, depth: usize) -> Given {
        let mut all: Vec<Given> = value.shapes().iter().map(|shape| self.given_shape(shape, value, depth)).collect();
        if all.len() == 1 { all.pop().unwrap_or(Given::Unknown) } else { Given::OneOf(all) }
    }

    fn given_shape(&self, shape: &Shape, value: &Value, depth: usize) -> Given {
        match shape {
            Shape::Text(text) => Given::Text(text.to_string()),
            Shape::Joined(_) => Given::Text(self.text_of(value, 0)),
            Shape::Number(number) => Given::Number(*number),
            Shape::Bool(bool) => Given::Bool(*bool),
            Shape::Nothing => Given::Nothing,
            Shape::Environment(name, default) => {
                let default = default
                    .as_ref()
                    .filter(|_| depth < 4)
                    .map(|default| Box::new(self.given_value(default, depth + 1)));
                Given::Environment(name.to_string(), default)
            }
            Shape::Function(closure) => Given::Function(self.texts_of(closure)),
            Shape::Library(library) => Given::Library(library_name(library)),
            Shape::Object(id) if depth < 3 => {
                let object = &self.heap[*id as usize];
                if object.items.is_empty() {
                    return Given::Unknown;
                }
                Given::OneOf(object.items.iter().take(64).map(|item| self.given_value(item, depth + 1)).collect())
            }
            Shape::Unknown | Shape::Object(_) | Shape::Class(_) | Shape::Module(_) | Shape::Input(_) => Given::Unknown,
        }
    }

    /// The texts, member names and called names that occur in a function, and in functions of the same file that it
    /// names.
    fn texts_of(&self, closure: &Closure) -> Vec<Name> {
        let module = self.program.module(closure.module);
        let mut spans = vec![module.function(closure.function).span];
        let mut texts: Vec<Name> = Vec::new();
        let mut at = 0;
        while at < spans.len() && at < 8 {
            let span = spans[at];
            at += 1;
            for expression in module.expressions.iter().filter(|e| e.span.start >= span.start && e.span.end <= span.end)
            {
                let text = match &expression.kind {
                    ExpressionKind::Text(text) | ExpressionKind::Member(_, text) | ExpressionKind::Name(text) => text,
                    _ => continue,
                };
                if texts.len() < TEXTS && !texts.contains(text) {
                    texts.push(text.clone());
                    let named = module
                        .functions
                        .iter()
                        .skip(1)
                        .filter(|function| function.name == *text && function.span != span);
                    spans.extend(named.map(|function| function.span));
                }
            }
        }
        texts
    }
}

fn library_name(library: &Library) -> Name {
    library.path.clone()
}
