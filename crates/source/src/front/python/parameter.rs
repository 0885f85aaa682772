//! What a function or lambda takes.

use super::Reader;
use crate::form::{Parameter, ParameterKind, Pattern};
use crate::front::lowering::span;
use tree_sitter::Node;

impl Reader<'_> {
    /// The parameters, in order; `*` and `/` alone are none, but what follows `*` is given by name.
    pub(super) fn parameters(&mut self, node: Node<'_>) -> Vec<Parameter> {
        let mut by_name = false;
        let mut parameters = Vec::new();
        let parts = self.parts(node);
        for part in parts.named() {
            match part.kind() {
                "keyword_separator" => by_name = true,
                "positional_separator" => {}
                _ => {
                    let parameter = self.parameter(part, by_name);
                    by_name |= parameter.kind == ParameterKind::ListRest;
                    parameters.push(parameter);
                }
            }
        }
        parameters
    }

    fn parameter(&mut self, node: Node<'_>, by_name: bool) -> Parameter {
        let mut given = node;
        let mut default = None;
        let mut annotation = None;
        if matches!(node.kind(), "default_parameter" | "typed_parameter" | "typed_default_parameter") {
            let parts = self.parts(node);
            given = parts.field("name").or_else(|| parts.named().next()).unwrap_or(node);
            annotation = parts.field("type").map(|part| self.expression(part));
            default = parts.field("value").map(|part| self.expression(part));
        }
        let kind = match given.kind() {
            "list_splat_pattern" => ParameterKind::ListRest,
            "dictionary_splat_pattern" => ParameterKind::DictRest,
            _ if by_name => ParameterKind::Keyword,
            _ => ParameterKind::Positional,
        };
        let pattern = match kind {
            ParameterKind::ListRest | ParameterKind::DictRest => {
                let parts = self.parts(given);
                parts.named().next().map_or(Pattern::Ignored, |part| self.pattern(part))
            }
            _ => self.pattern(given),
        };
        Parameter { pattern, default, annotation, kind, span: span(node) }
    }
}
