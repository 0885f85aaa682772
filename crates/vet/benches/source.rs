//! What an analysis of source costs: 1,000 files of both languages that import each other, a tool in every tenth.
//!
//! Budget: 1,000 files in under 5 s on two cores, with all rules.

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use std::fmt::Write;
use vetgate_source::{Tree, TreeFile, analyze};
use vetgate_vet::source;

fn main() {
    divan::main();
}

/// A module of some 60 lines: helpers that call each other and those of the module before, and now and then a tool.
fn python(n: usize) -> String {
    let mut text = String::from("import json\nimport os\nfrom pathlib import Path\n");
    if n > 0 {
        let _ = writeln!(text, "from .module_{} import step_0 as before", n - 1);
    }
    for k in 0..8 {
        let call =
            if k == 0 && n > 0 { "before(value)".to_owned() } else { format!("json.dumps({{'n': value, 'k': {k}}})") };
        let next = (k + 1) % 8;
        let _ = writeln!(
            text,
            "\n\ndef step_{k}(value, depth=0):\n    \"\"\"Works on a value.\"\"\"\n    if depth > 3:\n        return value\n    \
             parts = [str(part) for part in str(value).split(',')]\n    joined = ','.join(parts) + {call}\n    \
             return step_{next}(joined, depth + 1)"
        );
    }
    if n.is_multiple_of(10) {
        let _ = writeln!(
            text,
            "\n\nfrom mcp.server.fastmcp import FastMCP\nmcp = FastMCP('server')\nROOT = Path('/srv/data').resolve()\n\n\n\
             @mcp.tool()\ndef read_{n}(name: str) -> str:\n    \"\"\"Reads a file.\"\"\"\n    path = (ROOT / name).resolve()\n    \
             if not path.is_relative_to(ROOT):\n        raise ValueError(name)\n    return step_0(path.read_text())"
        );
    }
    text
}

fn script(n: usize) -> String {
    let mut text = String::from("import { readFile } from \"node:fs/promises\";\n");
    if n > 0 {
        let _ = writeln!(text, "import {{ step0 as before }} from \"./module_{}.js\";", n - 1);
    }
    for k in 0..8 {
        let call = if k == 0 && n > 0 { "before(value)" } else { "JSON.stringify({ value })" };
        let next = (k + 1) % 8;
        let _ = writeln!(
            text,
            "\nexport function step{k}(value, depth = 0) {{\n  if (depth > 3) return value;\n  const parts = \
             String(value).split(\",\").map((part) => part.trim());\n  const joined = `${{parts.join(\",\")}}${{{call}}}`;\n  \
             return step{next}(joined, depth + 1);\n}}"
        );
    }
    if n.is_multiple_of(10) {
        let _ = writeln!(
            text,
            "\nimport {{ McpServer }} from \"@modelcontextprotocol/sdk/server/mcp.js\";\nimport {{ z }} from \"zod\";\nconst server = \
             new McpServer({{ name: \"s\", version: \"1\" }});\nserver.tool(\"load_{n}\", \"Loads a file.\", {{ name: z.enum([\"a\", \
             \"b\"]) }}, async ({{ name }}) => ({{\n  content: [{{ type: \"text\", text: step0(await readFile(`/srv/${{name}}`, \
             \"utf8\")) }}],\n}}));"
        );
    }
    text
}

fn tree(files: usize) -> (Tree, usize) {
    let file = |n: usize| match n % 2 {
        0 => (format!("python/module_{}.py", n / 2), python(n / 2)),
        _ => (format!("script/module_{}.js", n / 2), script(n / 2)),
    };
    let files: Vec<(String, String)> = (0..files).map(file).collect();
    let bytes = files.iter().map(|(_, text)| text.len()).sum();
    let files = files.into_iter().map(|(path, text)| TreeFile { path: path.into(), text: Ok(text.into()) });
    (Tree::of(files.collect()), bytes)
}

#[divan::bench(args = [100, 1000], sample_count = 3)]
fn analyze_and_judge(bencher: Bencher, files: usize) {
    let (tree, bytes) = tree(files);
    let bencher = bencher.counter(ItemsCount::new(files)).counter(BytesCount::new(bytes));
    bencher.bench_local(|| {
        let analysis = analyze(&tree);
        assert_eq!(analysis.tools.len(), files / 10);
        source::inspect("server", &tree, &analysis)
    });
}
