//! What a search costs. Run with `cargo bench -p vetgate-search`.
//!
//! Budget on one core: a query over 10,000 tools in under 1 ms at the median; 10,000 tools indexed in under 300 ms.

use divan::Bencher;
use divan::counter::ItemsCount;
use std::sync::LazyLock;
use vetgate_model::{Definition, DefinitionKind};
use vetgate_search::Index;

fn main() {
    divan::main();
}

const VERBS: &[&str] = &[
    "get", "list", "search", "create", "update", "delete", "send", "read", "write", "export", "import", "archive",
    "assign", "approve", "cancel", "schedule", "convert", "validate", "summarize", "translate", "upload", "download",
    "merge", "rename", "restore", "share", "subscribe", "track", "publish", "compare",
];

const NOUNS: &[&str] = &[
    "file", "folder", "invoice", "customer", "ticket", "message", "channel", "calendar", "event", "contact", "branch",
    "commit", "repository", "table", "row", "query", "image", "video", "recipe", "flight", "hotel", "booking",
    "weather", "forecast", "payment", "refund", "order", "product", "cart", "user", "role", "policy", "secret", "pod",
    "cluster", "deployment", "metric", "alert", "log", "dashboard", "note", "page", "document", "translation",
    "language", "song", "playlist", "device", "lamp", "sensor", "patient", "sample", "experiment", "course", "lesson",
    "contract", "clause", "employee", "shift", "vehicle", "route", "parcel", "warehouse", "campaign", "lead", "survey",
    "budget", "tax",
];

const FILLERS: &[&str] = &[
    "the", "of", "a", "for", "with", "in", "given", "by", "returns", "optional", "specified", "when", "exists", "all",
    "matching", "details", "identifier", "results", "sorted", "page", "limit", "filter", "name", "status", "date",
    "organization", "workspace", "requires", "permission", "supports", "pagination", "default", "existing", "current",
    "multiple", "format", "json", "timestamp", "owner", "available",
];

/// Numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn pick<'w>(&mut self, words: &[&'w str]) -> &'w str {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        words[(self.0 >> 33) as usize % words.len()]
    }
}

/// Tools of a hundred servers with descriptions of forty words and three parameters. One word in eight is of the kind
/// that few tools have.
fn tools(count: usize) -> Vec<Definition> {
    let mut numbers = Numbers(7);
    let tool = |at: usize| {
        let (verb, noun, other) = (numbers.pick(VERBS), numbers.pick(NOUNS), numbers.pick(NOUNS));
        let mut description = format!("{verb} the {noun} of a {other}.");
        for word in 0..40 {
            description.push(' ');
            match word % 8 {
                0 => description.push_str(&format!("{}{}", numbers.pick(NOUNS), numbers.pick(FILLERS))),
                1 | 2 => description.push_str(numbers.pick(NOUNS)),
                _ => description.push_str(numbers.pick(FILLERS)),
            }
        }
        let mut parameter = || {
            let (one, other) = (numbers.pick(NOUNS), numbers.pick(FILLERS));
            format!(r#""{one}_{other}":{{"type":"string","description":"The {other} of the {one}."}}"#)
        };
        let parameters = format!("{},{},{}", parameter(), parameter(), parameter());
        let raw = format!(
            r#"{{"name":"{verb}_{noun}_{at}","description":"{description}","inputSchema":{{"type":"object","properties":{{{parameters}}}}}}}"#
        );
        let server = format!("{}-{}", other, at % 100);
        Definition::parse(server, DefinitionKind::Tool, &raw).expect("a tool")
    };
    (0..count).map(tool).collect()
}

static TOOLS: LazyLock<Vec<Definition>> = LazyLock::new(|| tools(10_000));
static INDEX: LazyLock<Index> = LazyLock::new(|| index(&TOOLS));

fn index(tools: &[Definition]) -> Index {
    let mut index = Index::new();
    tools.iter().for_each(|tool| index.insert(tool));
    index
}

#[divan::bench(sample_count = 10)]
fn build_10000(bencher: Bencher) {
    let tools = &*TOOLS;
    let _ = index(&tools[..1]);
    bencher.counter(ItemsCount::new(tools.len())).bench_local(|| index(tools));
}

#[divan::bench(args = [
    "refund",
    "cheapest way to fly to Lisbon next week",
    "get rid of old pictures that nobody looked at",
    "which people on my team still have not signed the new agreement, and could you send each of them a short message",
    "translte documnet",
])]
fn query_10000(bencher: Bencher, query: &str) {
    let index = &*INDEX;
    let _ = index.search(query, 10);
    bencher.bench_local(|| index.search(divan::black_box(query), 10));
}

#[divan::bench]
fn replace_one_of_10000(bencher: Bencher) {
    let mut index = index(&TOOLS);
    let mut at = 0;
    bencher.bench_local(|| {
        at = (at + 1) % TOOLS.len();
        index.insert(&TOOLS[at]);
    });
}
