//! Writes the tables of `data` as Rust: see `vetgate-tables`.

use std::process::ExitCode;
use vetgate_tables::{Rows, Tables, one_of, text, texts};

fn main() -> ExitCode {
    let mut tables = Tables::new();
    tables.rows("client_files", client_files());
    tables.rows("lists", lists());
    tables.rows("members", members("static BODY: &[(&str, Value)]"));
    tables.rows("meta_members", members("static META: &[(&str, Value)]"));
    tables.lists("words");
    tables.finish()
}

fn client_files() -> Rows {
    let bases = one_of(&[
        ("home", "Base::Home"),
        ("config", "Base::Config"),
        ("dot_config", "Base::DotConfig"),
        ("project", "Base::Project"),
    ]);
    let formats = one_of(&[("json", "Format::Json"), ("toml", "Format::Toml"), ("yaml", "Format::Yaml")]);
    Rows::of("file")
        .column("client", text())
        .column("scope", one_of(&[("user", "User"), ("project", "Project")]))
        .column("base", bases)
        .column("path", text().check("a relative path", |path| !path.starts_with(['/', '~', '\\'])))
        .column("keys", texts())
        .column("systems", one_of(&[("unix", "UNIX"), ("windows", "ON_WINDOWS")]).or("EVERYWHERE"))
        .column("format", formats.or("Format::Json"))
        .table(
            "pub(super) static ROWS: &[Row]",
            "Row { client: {client}, scope: {scope}, systems: {systems}, base: {base}, path: {path}, format: {format}, \
             keys: {keys} }",
        )
}

fn lists() -> Rows {
    let kinds = one_of(&[
        ("tool", "DefinitionKind::Tool"),
        ("prompt", "DefinitionKind::Prompt"),
        ("resource", "DefinitionKind::Resource"),
        ("resource_template", "DefinitionKind::ResourceTemplate"),
    ]);
    Rows::of("list")
        .column("capability", text())
        .column("method", text().unique())
        .column("member", text())
        .column("kind", kinds)
        .table(
            "static LISTS: &[List]",
            "List { capability: {capability}, method: {method}, member: {member}, kind: {kind} }",
        )
}

fn members(declaration: &'static str) -> Rows {
    let objects =
        one_of(&[("body", "Value::Object(Body)"), ("meta", "Value::Object(Meta)"), ("map", "Value::Object(Map)")]);
    Rows::of("member")
        .column("member", text().unique())
        .column("holds", objects.or("Other"))
        .sorted_by("member")
        .table(declaration, "({member}, {holds})")
}
