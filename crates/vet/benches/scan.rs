//! What a scan costs: 10,000 definitions on one core, and one definition as its text grows.
//!
//! Budgets: 10,000 definitions in under 2 s on one core; cost linear in the length of the text.

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use vetgate_model::{Definition, DefinitionKind};
use vetgate_vet::{Catalog, checks, scan};

fn main() {
    divan::main();
}

const VERBS: &[&str] = &["Reads", "Lists", "Creates", "Searches", "Updates", "Renders", "Exports", "Checks"];
const THINGS: &[&str] =
    &["a file", "the open issues", "an invoice", "calendar events", "a chart", "the index", "a branch"];
const NOTES: &[&str] = &[
    "The path must be absolute and inside an allowed folder.",
    "Use list_projects first to find the id; results are paginated with a cursor.",
    "Returns an object with `items` and `next_cursor`, or an error with a code and a message.",
    "If the request times out, call it again with a smaller page. Never cached.",
    "Dates are ISO 8601, for example 2026-01-31; amounts are in the smallest unit of the currency.",
];

/// Definitions of about 1.1 KB each, as real ones are.
fn definitions(count: usize) -> Vec<Definition> {
    (0..count)
        .map(|n| {
            let pick = |list: &[&'static str], step: usize| list[(n / step) % list.len()];
            let notes: Vec<&str> = (0..5).map(|k| NOTES[(n + k) % NOTES.len()]).collect();
            let raw = serde_json::json!({
                "name": format!("tool_{n}"),
                "description": format!("{} {}.\n\n{}", pick(VERBS, 1), pick(THINGS, 3), notes.join(" ")),
                "inputSchema": {"type": "object", "required": ["path"], "properties": {
                    "path": {"type": "string", "description": NOTES[n % NOTES.len()]},
                    "limit": {"type": "integer", "description": "How many to return, at most 100.", "default": 20},
                    "mode": {"type": "string", "enum": ["fast", "full"], "default": "fast"},
                }},
                "annotations": {"readOnlyHint": n % 2 == 0},
            });
            Definition::parse(format!("server_{}", n % 200), DefinitionKind::Tool, &raw.to_string()).expect("a tool")
        })
        .collect()
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn ten_thousand_definitions_on_one_core(bencher: Bencher) {
    let definitions = definitions(10_000);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool");
    bencher
        .counter(ItemsCount::new(definitions.len()))
        .bench_local(|| pool.install(|| scan(&Catalog::of(&definitions), checks::all())));
}

#[divan::bench(args = [1, 10, 100], sample_count = 20)]
fn one_definition_of_kilobytes(bencher: Bencher, kilobytes: usize) {
    let text: String = NOTES.iter().copied().cycle().map(|note| format!("{note} ")).take(kilobytes * 12).collect();
    let raw = serde_json::json!({"name": "long", "description": &text[..text.len().min(kilobytes * 1024)]});
    let definitions = [Definition::parse("s", DefinitionKind::Tool, &raw.to_string()).expect("a tool")];
    bencher.counter(BytesCount::new(kilobytes * 1024)).bench_local(|| scan(&Catalog::of(&definitions), checks::all()));
}
