//! What a module takes from others and offers to them: `import` and `export`. What concerns types alone is left out.

use super::super::lowering::span;
use super::fault::is_type;
use super::function::About;
use super::scope::Binding;
use super::{Reader, children, field, has_token, literal, part, parts};
use crate::form::{Block, ExpressionKind, FunctionKind, Import, Imported, Name, Pattern, Statement, StatementKind};
use tree_sitter::Node;

/// The local name of `export default`.
const DEFAULT: &str = "*default*";

impl Reader<'_, '_> {
    /// `import …`.
    pub(super) fn import(&mut self, node: Node<'_>, out: &mut Block) {
        if has_token(node, "type") || has_token(node, "typeof") {
            return;
        }
        let mut names = Vec::new();
        let mut source = field(node, "source");
        for clause in parts(node) {
            match clause.kind() {
                "import_clause" => {
                    for each in parts(clause) {
                        self.imported(each, &mut names);
                    }
                }
                "import_require_clause" => {
                    source = field(clause, "source");
                    let local = part(clause).map(|local| self.name(local)).unwrap_or_default();
                    names.push(Imported::Whole { local, is_root: false });
                }
                _ => {}
            }
        }
        let Some(source) = source else { return };
        let module = self.exchanged(source);
        let kind = StatementKind::Import(Import { module, dots: 0, names });
        out.push(Statement { kind, span: span(node) });
    }

    fn imported(&mut self, node: Node<'_>, names: &mut Vec<Imported>) {
        match node.kind() {
            "identifier" => names.push(Imported::Named { name: "default".into(), local: self.name(node) }),
            "namespace_import" => {
                let local = part(node).map(|local| self.name(local)).unwrap_or_default();
                names.push(Imported::Whole { local, is_root: false });
            }
            "named_imports" => {
                let taken = self.specifiers(node).into_iter();
                names.extend(taken.map(|(name, local)| Imported::Named { name, local }));
            }
            _ => {}
        }
    }

    /// What stands in braces. The grammar stumbles over reserved words, which are good names for an export; then it is
    /// read as it is written.
    fn specifiers(&mut self, clause: Node<'_>) -> Vec<(Name, Name)> {
        if clause.has_error()
            && let Some(names) = specifiers(self.to.text_of(clause))
        {
            return names;
        }
        parts(clause).into_iter().filter_map(|specifier| self.specifier(specifier)).collect()
    }

    /// `a as b`, `a`: both names; nothing for a type.
    fn specifier(&mut self, node: Node<'_>) -> Option<(Name, Name)> {
        if has_token(node, "type") || has_token(node, "typeof") {
            return None;
        }
        let name = self.exchanged(field(node, "name")?);
        let alias = field(node, "alias").map(|alias| self.exchanged(alias));
        Some((name.clone(), alias.unwrap_or(name)))
    }

    /// A name that modules exchange; it may be written as a text.
    fn exchanged(&mut self, node: Node<'_>) -> Name {
        match node.kind() {
            "string" => literal::quoted(self.to.text_of(node)).into(),
            _ => self.name(node),
        }
    }

    /// `export …`.
    pub(super) fn export(&mut self, node: Node<'_>, doc: Option<Node<'_>>, out: &mut Block) {
        if field(node, "declaration").is_some() && !has_token(node, "default") {
            let names = self.exported_declaration(node, doc, out);
            return offer(node, names.into_iter().map(|name| (name.clone(), name)).collect(), out);
        }
        if has_token(node, "default") {
            return self.default_export(node, doc, out);
        }
        // The grammar does not know `export type *`.
        let is_type = children(node).iter().any(|child| child.is_error() && self.to.text_of(*child) == "type");
        if has_token(node, "type") || is_type {
            return;
        }
        if has_token(node, "=") {
            return self.whole_export(node, doc, out);
        }
        let mut names = Vec::new();
        for child in children(node) {
            match child.kind() {
                "*" => names.push(("*".into(), "*".into())),
                "namespace_export" => {
                    let last = children(child).pop().map(|local| self.exchanged(local));
                    names.push(("*".into(), last.unwrap_or_default()));
                }
                "export_clause" => names.append(&mut self.specifiers(child)),
                _ => {}
            }
        }
        match field(node, "source") {
            Some(source) => {
                let module = self.exchanged(source);
                out.push(Statement { kind: StatementKind::ReExport { module, names }, span: span(node) });
            }
            None => offer(node, names.into_iter().map(|(local, offered)| (offered, local)).collect(), out),
        }
    }

    /// The declaration that is exported, as a statement; the names that it declares.
    pub(super) fn exported_declaration(&mut self, node: Node<'_>, doc: Option<Node<'_>>, out: &mut Block) -> Vec<Name> {
        let Some(declaration) = field(node, "declaration") else { return Vec::new() };
        match declaration.kind() {
            kind if is_type(kind) => Vec::new(),
            "internal_module" | "module" => {
                self.namespace(declaration, out);
                let root = field(declaration, "name").map(|name| self.to.text_of(name));
                let root = root.and_then(|name| name.split('.').next()).unwrap_or_default();
                vec![root.trim().into()]
            }
            "class_declaration" | "abstract_class_declaration" => {
                let decorators = self.decorators(node);
                let class = self.declared_class(declaration, decorators, doc);
                out.push(Statement { kind: StatementKind::Class(class), span: span(declaration) });
                vec![self.to.module.class(class).name.clone()]
            }
            _ => {
                self.scope().take_recent();
                self.statement(declaration, doc, out);
                self.scope().take_recent()
            }
        }
    }

    fn default_export(&mut self, node: Node<'_>, doc: Option<Node<'_>>, out: &mut Block) {
        if field(node, "declaration").is_some() {
            let names = self.exported_declaration(node, doc, out);
            return offer(node, names.into_iter().take(1).map(|name| ("default".into(), name)).collect(), out);
        }
        let Some(value) = field(node, "value") else { return };
        let value = self.value(value, About { doc, ..About::of(FunctionKind::Plain) });
        let pattern = Pattern::Name(DEFAULT.into(), span(node));
        self.bind(&DEFAULT.into(), Binding::Declared);
        out.push(Statement { kind: StatementKind::Assign { pattern, value, annotation: None }, span: span(node) });
        offer(node, vec![("default".into(), DEFAULT.into())], out);
    }

    /// `export = x`: what `module.exports = x` says.
    fn whole_export(&mut self, node: Node<'_>, doc: Option<Node<'_>>, out: &mut Block) {
        let Some(value) = part(node) else { return };
        let value = self.value(value, About { doc, ..About::of(FunctionKind::Plain) });
        let object = self.push(ExpressionKind::Name("module".into()), node);
        let pattern = Pattern::Member(object, "exports".into());
        out.push(Statement { kind: StatementKind::Assign { pattern, value, annotation: None }, span: span(node) });
    }
}

fn offer(node: Node<'_>, names: Vec<(Name, Name)>, out: &mut Block) {
    if !names.is_empty() {
        out.push(Statement { kind: StatementKind::Export(names), span: span(node) });
    }
}

/// The pairs of names in `{ a, b as c }`, if nothing else stands there.
pub(super) fn specifiers(clause: &str) -> Option<Vec<(Name, Name)>> {
    let inner = clause.strip_prefix('{')?.strip_suffix('}')?;
    let mut names = Vec::new();
    for each in inner.split(',').map(str::trim).filter(|each| !each.is_empty()) {
        let words: Vec<&str> = each.split_whitespace().collect();
        let is_name = |word: &str| word.chars().all(|char| char.is_alphanumeric() || "_$".contains(char));
        if !words.iter().all(|word| is_name(word)) {
            return None;
        }
        match words[..] {
            [name] => names.push((name.into(), name.into())),
            [name, "as", alias] => names.push((name.into(), alias.into())),
            ["type", _] | ["type", _, "as", _] => {}
            _ => return None,
        }
    }
    Some(names)
}
