//! What classifying a definition costs on one core.
//!
//! Budgets: under 20 µs a tool at the median, and cost linear in the length of the text and the number of parameters.
//! Definitions are read before the clock starts; results are let go before it stops.

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use serde_json::{Map, Value, json};
use vetgate_capability::{classify, classify_all};
use vetgate_model::{Definition, DefinitionKind};

fn main() {
    divan::main();
}

fn definition(server: &str, tool: &Value) -> Definition {
    Definition::parse(server, DefinitionKind::Tool, &tool.to_string()).expect("a tool")
}

/// Forty tools as servers declare them, short and long.
fn tools() -> Vec<Definition> {
    let rows = include_str!("tools.jsonl").lines().map(|line| serde_json::from_str(line).expect("JSON"));
    rows.map(|row: Value| definition(row["server"].as_str().unwrap_or_default(), &row["tool"])).collect()
}

/// Each sample is one call on one tool, in turn: the median is that of a tool.
#[divan::bench(sample_count = 8000, sample_size = 1)]
fn one_tool_of_forty(bencher: Bencher) {
    let tools = tools();
    let mut turn = (0..tools.len()).cycle();
    bencher
        .with_inputs(|| turn.next().unwrap_or_default())
        .bench_local_values(|at| classify(black_box(&tools[at])).capabilities.len());
}

/// With the others of its server around each.
#[divan::bench]
fn a_server_of_fifty_tools(bencher: Bencher) {
    let rows: Vec<Value> =
        include_str!("tools.jsonl").lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let tools: Vec<Definition> =
        rows.iter().cycle().take(50).map(|row| definition("workspace", &row["tool"])).collect();
    bencher.counter(ItemsCount::new(tools.len())).bench_local(|| classify_all(black_box(&tools)).len());
}

fn flood(bencher: Bencher, tool: &Value, bytes: usize) {
    let tool = definition("server", tool);
    bencher.counter(BytesCount::new(bytes)).bench_local(|| classify(black_box(&tool)).capabilities.len());
}

const PROSE: &str = "Reads the file at the given path and sends it to a channel, never more than once. \
                     Results are paginated; pass `next_cursor` to go on. Rows of the table are not deleted. ";

/// `unit` again and again, `bytes` long at most.
fn repeated(unit: &str, bytes: usize) -> String {
    unit.repeat(bytes / unit.len())
}

#[divan::bench(args = [1, 10, 100])]
fn description_of_kilobytes(bencher: Bencher, kilobytes: usize) {
    let bytes = kilobytes << 10;
    flood(bencher, &json!({"name": "sync", "description": repeated(PROSE, bytes)}), bytes);
}

#[divan::bench(args = [100, 1_000, 10_000])]
fn parameters(bencher: Bencher, count: usize) {
    const KINDS: &[(&str, &str)] = &[
        ("source_path", "Path to the file that is read"),
        ("userId", "Whose messages are shown"),
        ("limit", "How many rows are returned at most"),
        ("title", "What stands above it"),
    ];
    let properties: Map<String, Value> = (0..count)
        .map(|n| {
            let (name, description) = KINDS[n % KINDS.len()];
            (format!("{name}_{n}"), json!({"type": "string", "description": description}))
        })
        .collect();
    let tool = json!({"name": "import", "inputSchema": {"type": "object", "properties": properties}});
    let tool = definition("server", &tool);
    bencher.counter(ItemsCount::new(count)).bench_local(|| classify(black_box(&tool)).parameter_roles.len());
}

const FLOODS: &[(&str, &str)] =
    &[("one word", "a"), ("Chinese", "读取龍文件馬"), ("a_b_c_", "a_b_c_"), ("ends", "a. "), ("humps", "readFile")];

/// A megabyte of what nobody writes, as a description.
#[divan::bench(args = FLOODS.iter().map(|(name, _)| *name), sample_count = 10)]
fn flooded_description(bencher: Bencher, name: &str) {
    flood(bencher, &json!({"name": "t", "description": flood_of(name)}), 1 << 20);
}

/// And as a name.
#[divan::bench(args = FLOODS.iter().map(|(name, _)| *name), sample_count = 10)]
fn flooded_name(bencher: Bencher, name: &str) {
    flood(bencher, &json!({"name": flood_of(name)}), 1 << 20);
}

fn flood_of(name: &str) -> String {
    let unit = FLOODS.iter().find(|(known, _)| *known == name).map_or("a", |(_, unit)| unit);
    repeated(unit, 1 << 20)
}
