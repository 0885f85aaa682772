//! Syntax errors: where they are, and what can still be read inside them.
//!
//! The parser puts what it could not fit anywhere under an `ERROR` node, as a loose row of statements, expressions and
//! signs. Those become statements where they stand, so that a call in a broken line is still a call.

use super::Reader;
use super::exchange::specifiers;
use crate::form::Block;
use std::mem;
use tree_sitter::Node;

/// The last list of names with an error in it, so that it is read once and not for each of its errors.
#[derive(Default)]
struct Clauses(Option<(usize, bool)>);

impl Clauses {
    fn are_names(&mut self, clause: Node<'_>, text: &str) -> bool {
        match self.0 {
            Some((id, known)) if id == clause.id() => known,
            _ => {
                let known = specifiers(text).is_some();
                self.0 = Some((clause.id(), known));
                known
            }
        }
    }
}

impl Reader<'_, '_> {
    /// Notes every syntax error below the root.
    pub(super) fn note_faults(&mut self, root: Node<'_>) {
        if !root.has_error() {
            return;
        }
        let mut cursor = root.walk();
        // Asking a node for its parent searches from the root, so the way down is remembered.
        let mut above: Vec<Node<'_>> = Vec::new();
        let mut clauses = Clauses::default();
        loop {
            let node = cursor.node();
            if (node.is_error() || node.is_missing()) && !self.is_harmless(node, &above, &mut clauses) {
                self.to.problem(node, "syntax error");
            }
            let below = node.has_error() && !node.is_error();
            if below && cursor.goto_first_child() {
                above.push(node);
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
                above.pop();
            }
        }
    }

    /// Whether the parser stumbles where nothing is wrong: a `;` that may be left out, a reserved word as the name of an
    /// export, and what the grammar does not know of types: `<in out T>`, `export type *`.
    fn is_harmless(&self, node: Node<'_>, above: &[Node<'_>], clauses: &mut Clauses) -> bool {
        if node.is_missing() {
            return node.kind() == ";";
        }
        let Some(parent) = above.last() else { return false };
        let text = self.to.text_of(node);
        match parent.kind() {
            "export_clause" | "named_imports" => clauses.are_names(*parent, self.to.text_of(*parent)),
            "export_specifier" | "import_specifier" => match above {
                [.., clause, _] => clauses.are_names(*clause, self.to.text_of(*clause)),
                _ => false,
            },
            "type_parameters" | "type_parameter" => {
                text.chars().all(|char| char.is_alphanumeric() || char.is_whitespace() || "_$".contains(char))
            }
            "export_statement" => text == "type",
            _ => false,
        }
    }

    /// Keeps for the statement around it what stands in the errors right below a node.
    pub(super) fn salvage(&mut self, node: Node<'_>) {
        if !node.has_error() || node.is_error() {
            return;
        }
        for child in node.children(&mut node.walk()) {
            if child.is_error() {
                self.stray(child);
            }
        }
    }

    /// Keeps something for the statement around it.
    pub(super) fn stray(&mut self, node: Node<'_>) {
        let mut found = Block::new();
        self.statement(node, None, &mut found);
        self.state.strays.append(&mut found);
    }

    /// How much has been kept so far: to be given to [`Reader::settle`].
    pub(super) fn mark(&self) -> usize {
        self.state.strays.len()
    }

    /// Puts what was kept since `mark` into a block at `place`.
    pub(super) fn settle(&mut self, mark: usize, place: usize, out: &mut Block) {
        if self.state.strays.len() > mark {
            let mut kept = mem::take(&mut self.state.strays);
            let since = kept.split_off(mark);
            self.state.strays = kept;
            out.splice(place..place, since);
        }
    }
}

/// Whether a node of that kind says something about types alone.
pub(super) fn is_type(kind: &str) -> bool {
    kind.starts_with("type_") && kind != "type_assertion"
        || kind.ends_with("_type")
        || kind.ends_with("_annotation")
        || kind.ends_with("_signature")
        || matches!(
            kind,
            "accessibility_modifier"
                | "ambient_declaration"
                | "asserts"
                | "constraint"
                | "extends_type_clause"
                | "implements_clause"
                | "interface_body"
                | "interface_declaration"
                | "nested_type_identifier"
                | "override_modifier"
        )
}

/// Whether a node of that kind is a statement and not an expression.
pub(super) fn is_statement(kind: &str) -> bool {
    kind.ends_with("_statement") || kind.ends_with("_declaration") || matches!(kind, "statement_block" | "import_alias")
}
