//! What a tool's author claims about its behaviour: the hints of its annotations.

use crate::json::{Kind, Node};

/// The hints of a tool's annotations. Claims, never facts: a malicious server writes them too.
///
/// ```
/// use vetgate_model::{Definition, DefinitionKind};
///
/// let raw = r#"{"name":"rm","annotations":{"readOnlyHint":true,"destructiveHint":"yes"}}"#;
/// let hints = Definition::parse("s", DefinitionKind::Tool, raw).unwrap().hints();
/// assert_eq!(hints.read_only, Some(true));
/// assert_eq!(hints.destructive, None, "only true and false are hints");
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Hints {
    /// `readOnlyHint`: it changes nothing.
    pub read_only: Option<bool>,
    /// `destructiveHint`: what it changes can be lost.
    pub destructive: Option<bool>,
    /// `idempotentHint`: calling it twice does no more than calling it once.
    pub idempotent: Option<bool>,
    /// `openWorldHint`: it reaches things outside its own domain.
    pub open_world: Option<bool>,
}

impl Hints {
    pub(crate) fn read(annotations: Node) -> Self {
        let hint = |name: &str| match annotations.get(name)?.kind() {
            Kind::Bool(value) => Some(value),
            _ => None,
        };
        Self {
            read_only: hint("readOnlyHint"),
            destructive: hint("destructiveHint"),
            idempotent: hint("idempotentHint"),
            open_world: hint("openWorldHint"),
        }
    }
}
