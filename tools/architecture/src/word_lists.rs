//! Word lists in Rust: array literals of eight or more strings. Such knowledge belongs in data files.
//!
//! A list that is not knowledge, such as the column headings of Vetgate's own output, has a comment `// table: <reason>` on
//! the line before it.

use crate::ratchet::Violations;
use crate::source::{self, SourceFile};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

const MAX_STRINGS: usize = 7;

/// The word lists in the crates' production code.
pub fn violations() -> Violations {
    let of = |krate: String| {
        let places = source::files(&krate).iter().flat_map(lists).collect();
        (krate, places)
    };
    source::crates().into_iter().map(of).collect()
}

fn lists(file: &SourceFile) -> Vec<String> {
    let mut lists = Lists { file, lines: file.text.lines().collect(), found: Vec::new() };
    lists.visit_file(&file.syntax);
    lists.found
}

struct Lists<'f> {
    file: &'f SourceFile,
    lines: Vec<&'f str>,
    found: Vec<String>,
}

impl Lists<'_> {
    fn is_explained(&self, line: usize) -> bool {
        let before = self.lines[..line.saturating_sub(1)].iter().rev().take(3);
        before.chain(self.lines.get(line - 1)).any(|line| line.trim_start().starts_with("// table: "))
    }
}

impl Visit<'_> for Lists<'_> {
    fn visit_expr_array(&mut self, array: &syn::ExprArray) {
        let strings: usize = array.elems.iter().map(strings).sum();
        let line = array.span().start().line;
        if strings > MAX_STRINGS && !self.file.is_test_line(line) && !self.is_explained(line) {
            self.found.push(format!("{}:{line}: {strings} strings", self.file.path.display()));
            return;
        }
        visit::visit_expr_array(self, array);
    }
}

/// The number of string literals in a row of a table.
fn strings(row: &syn::Expr) -> usize {
    match row {
        syn::Expr::Lit(literal) => usize::from(matches!(literal.lit, syn::Lit::Str(_) | syn::Lit::ByteStr(_))),
        syn::Expr::Tuple(row) => row.elems.iter().map(strings).sum(),
        syn::Expr::Array(row) => row.elems.iter().map(strings).sum(),
        syn::Expr::Reference(row) => strings(&row.expr),
        syn::Expr::Call(call) => call.args.iter().map(strings).sum(),
        syn::Expr::Struct(row) => row.fields.iter().map(|field| strings(&field.expr)).sum(),
        _ => 0,
    }
}
