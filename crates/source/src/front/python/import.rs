//! `import` and `from … import`.

use super::Reader;
use super::statement::add;
use crate::form::{Block, Import, Imported, Name, StatementKind};
use tree_sitter::Node;

impl Reader<'_> {
    /// `import a.b, c as d`: one statement for each.
    pub(super) fn import(&mut self, node: Node<'_>, block: &mut Block) {
        let parts = self.parts(node);
        for named in parts.fields("name") {
            let (path, alias) = self.imported(named);
            let is_root = alias.is_none() && path.contains('.');
            let root = path.split('.').next().unwrap_or_default();
            let local = alias.unwrap_or_else(|| root.into());
            let import = Import { module: path, dots: 0, names: vec![Imported::Whole { local, is_root }] };
            add(block, StatementKind::Import(import), node);
        }
    }

    /// `from ..a import b as c, d`.
    pub(super) fn import_from(&mut self, node: Node<'_>, block: &mut Block) {
        let parts = self.parts(node);
        let (module, dots) = match parts.field("module_name") {
            Some(relative) if relative.kind() == "relative_import" => {
                let inner = self.parts(relative);
                let prefix = inner.of_kind("import_prefix").map_or("", |prefix| self.lowering.text_of(prefix));
                let dots = prefix.bytes().filter(|&byte| byte == b'.').count();
                (inner.of_kind("dotted_name").map_or_else(|| "".into(), |path| self.dotted(path)), dots as u32)
            }
            Some(path) => (self.dotted(path), 0),
            None => ("__future__".into(), 0),
        };
        let mut names = Vec::new();
        if parts.of_kind("wildcard_import").is_some() {
            names.push(Imported::Star);
        }
        for named in parts.fields("name") {
            let (name, alias) = self.imported(named);
            let local = alias.unwrap_or_else(|| name.clone());
            names.push(Imported::Named { name, local });
        }
        add(block, StatementKind::Import(Import { module, dots, names }), node);
    }

    /// A path and its alias: `a.b as c`.
    fn imported(&mut self, node: Node<'_>) -> (Name, Option<Name>) {
        if node.kind() != "aliased_import" {
            return (self.dotted(node), None);
        }
        let parts = self.parts(node);
        let path = parts.field("name").map_or_else(|| "".into(), |path| self.dotted(path));
        (path, parts.field("alias").map(|alias| self.name(alias)))
    }

    /// A dotted name without the spaces that may stand in it.
    fn dotted(&mut self, node: Node<'_>) -> Name {
        let parts = self.parts(node);
        let names: Vec<Name> = parts.named().map(|part| self.name(part)).collect();
        names.join(".").into()
    }
}
