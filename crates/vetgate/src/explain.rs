//! `vetgate explain`: a check in its own words, or a kind of personal data or secret with its examples.

use crate::cli::Explain;
use crate::exit::Exit;
use crate::explanation::{capitalized, sections};
use crate::{checks, console, kinds, nearest, static_rules};
use anyhow::bail;
use std::fmt::Write;
use vetgate_report::escape;
use vetgate_sensitive::{Category, Listed, catalogue};
use vetgate_vet::{Explanation, Meta};

/// Explains one check or kind, or lists the kinds of a category or a provider.
pub(crate) fn run(args: &Explain) -> anyhow::Result<Exit> {
    let all = checks::all();
    let text = if let Some(meta) = all.iter().find(|meta| meta.id == args.id) {
        check(meta)
    } else if let Some(text) = static_rules::explanation(&args.id) {
        text
    } else if let Some(listed) = catalogue().find(|listed| listed.kind.id == args.id) {
        kind(&listed)
    } else if let Some(category) = kinds::category(&args.id) {
        list(&catalogue().filter(|listed| listed.kind.category == category).collect::<Vec<_>>())
    } else if let family @ [_, _, ..] = kinds::family(room(&args.id)).as_slice() {
        list(family)
    } else {
        bail!(unknown(&args.id, &all))
    };
    console::print(&text)?;
    Ok(Exit::Clean)
}

fn check(meta: &Meta) -> String {
    let explanation = Explanation::of(meta.source);
    let heading = format!("{} ({}, {})\n{}\n", meta.id, meta.tier, meta.threat, capitalized(&explanation.summary));
    sections(heading, &explanation)
}

fn kind(listed: &Listed) -> String {
    let kind = listed.kind;
    let severity = kind.severity.name();
    let mut text = format!("{} ({}, {severity})\n{}\n", kind.id, kind.category, capitalized(&kind.name));
    let mut section = |heading: &str, lines: &[&str]| {
        if !lines.is_empty() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "\n{heading}");
            for line in lines.iter().flat_map(|example| example.lines()) {
                let _ = writeln!(text, "  {}", escape::line(line));
            }
        }
    };
    section("How it is recognised", &[listed.how]);
    section("Found", &listed.found);
    section("Not found", &listed.not_found);
    if !listed.words.is_empty() {
        section("Words that raise the confidence", &[&listed.words.join(", ")]);
    }
    let label = kind.label();
    section("Replaced by", &[&format!("[{label}] (redact), [{label}:...] (hash) or ⟦{label}_1⟧ (tokenize)")]);
    text
}

/// The name before `.*`, which people write behind the name of a family.
fn room(asked: &str) -> &str {
    asked.trim_end_matches(['*', '.'])
}

fn list(kinds: &[Listed]) -> String {
    if kinds.is_empty() {
        return "This category has no built-in kinds; it is for your own patterns.\n".to_owned();
    }
    let width = kinds.iter().map(|listed| listed.kind.id.len()).max().unwrap_or_default();
    let mut text = String::new();
    for Listed { kind, .. } in kinds {
        let _ = writeln!(text, "{:width$}  {:8}  {}", kind.id, kind.severity.name(), kind.name);
    }
    text.push_str("\n`vetgate explain KIND` shows how a kind is recognised.\n");
    text
}

/// The message for an id that is neither a check nor a kind nor a category.
fn unknown(asked: &str, all: &[Meta]) -> String {
    let shown = escape::cut(asked, 60);
    let room = room(asked);
    let of_checks = all.iter().filter(|meta| meta.id.split('.').next() == Some(room)).map(|meta| meta.id.to_owned());
    let of_kinds = kinds::family(room).into_iter().map(|listed| listed.kind.id.clone().into_owned());
    let noun = if of_checks.clone().next().is_some() { "check" } else { "kind" };
    let family: Vec<String> = of_checks.chain(of_kinds).map(|id| format!("`{id}`")).collect();
    match family.as_slice() {
        [] => {}
        [one] => return format!("there is no {noun} `{room}`; did you mean {one}?"),
        many => return format!("`{room}` is not one {noun} but several: {}", many.join(", ")),
    }
    let rules = static_rules::names().into_iter().flat_map(|(id, name)| [id, name]);
    let ids = all.iter().map(|meta| meta.id).chain(rules).chain(catalogue().map(|listed| listed.kind.id.as_ref()));
    match nearest::closest(asked, ids.chain(Category::ALL.iter().map(|category| category.name()))) {
        Some(id) => format!("there is no check or kind `{shown}`; did you mean `{id}`?"),
        None => {
            let categories: Vec<&str> = Category::ALL.iter().map(|category| category.name()).collect();
            format!(
                "there is no check or kind `{shown}`; `vetgate checks` lists all checks, and `vetgate explain CATEGORY` \
                 the kinds of a category: {}",
                categories.join(", ")
            )
        }
    }
}
