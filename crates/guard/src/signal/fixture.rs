//! Calls for tests, from the examples of tables.

use super::{Intent, Signals, signals};
use crate::contradiction::Example;
use crate::{Arguments, Contradiction, Sensed, Tool};
use vetgate_capability::{Server, ServerClass, classify};
use vetgate_model::{Definition, DefinitionKind};
use vetgate_sensitive::Links;

/// The tool that `raw` defines, of a server outside.
pub(crate) fn tool(raw: &str) -> Tool {
    let definition = Definition::parse("s", DefinitionKind::Tool, raw).expect("it is a definition");
    let configured = Some(ServerClass::External);
    let side = Server { name: "s", url: None, tools: &[], configured }.classify();
    Tool::of(&definition, classify(&definition), side)
}

/// One finding of sensitive data.
pub(crate) fn sensed(kind: &str, category: &str, pointer: &str, confidence: f64) -> Sensed {
    let (kind, category, pointer) = (kind.to_owned(), category.to_owned(), pointer.to_owned());
    Sensed { kind, category, pointer, confidence, severity: "high".to_owned(), count: 1 }
}

/// What the signals say of an example.
pub(crate) fn signals_of(example: &Example) -> Signals {
    let found = example.sensitive.map(|(kind, category)| sensed(kind, category, "/text", 0.9));
    let intent = example.intent.map(Intent::read);
    let arguments = Arguments::read(example.arguments);
    signals(&tool(example.tool), &arguments, intent.as_ref(), found.as_slice(), &Links::default())
}

/// Where the signals of an example contradict each other.
pub(crate) fn contradictions(example: &Example) -> Vec<Contradiction> {
    crate::contradictions(&signals_of(example).signals)
}
