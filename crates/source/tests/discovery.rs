//! The tools of a server are found in every style that servers are written in.

use vetgate_source::{Analysis, Tree, TreeFile, analyze};

fn run(files: &[(&str, &str)]) -> Analysis {
    let files = files.iter().map(|(path, text)| TreeFile { path: (*path).into(), text: Ok((*text).into()) });
    analyze(&Tree::of(files.collect()))
}

fn names(files: &[(&str, &str)]) -> Vec<String> {
    run(files).tools.iter().map(|tool| tool.name.to_string()).collect()
}

#[test]
fn python_decorators_with_and_without_names() {
    let text = r#"
from fastmcp import FastMCP
app = FastMCP("x")

@app.tool
def first(a: int) -> int:
    """The first."""
    return a

@app.tool(name="second-one", description="Told here.", annotations={"readOnlyHint": True})
def second(path: str, count: int = 3) -> str:
    return path
"#;
    let analysis = run(&[("server.py", text)]);
    let told: Vec<&str> = analysis.tools.iter().map(|tool| tool.definition.as_str()).collect();
    assert_eq!(
        told,
        [
            r#"{"annotations":{},"description":"The first.","inputSchema":{"properties":{"a":{"type":"integer"}},"required":["a"],"type":"object"},"name":"first"}"#
                .replace(r#""annotations":{},"#, ""),
            r#"{"annotations":{"readOnlyHint":true},"description":"Told here.","inputSchema":{"properties":{"count":{"default":3,"type":"integer"},"path":{"type":"string"}},"required":["path"],"type":"object"},"name":"second-one"}"#
                .to_owned(),
        ]
    );
    let description = analysis.tools[1].parts.iter().find(|(pointer, _)| pointer == "/description").unwrap();
    assert_eq!(description.1.line, 10);
}

#[test]
fn python_that_dispatches_on_the_name() {
    let text = r#"
from mcp.server import Server
import mcp.types as types
server = Server("x")

@server.list_tools()
async def tools():
    return [types.Tool(name=n, description="d", inputSchema={"type": "object"}) for n in ("a", "b")]

@server.call_tool()
async def call(name, arguments):
    if name == "a":
        return open("/etc/hosts").read()
    elif name == "b":
        return []
"#;
    let analysis = run(&[("server.py", text)]);
    assert_eq!(analysis.tools.len(), 2);
    assert_eq!(analysis.tools[0].reaches.len(), 1, "only `a` opens a file");
    assert_eq!(analysis.tools[1].reaches.len(), 0);
}

#[test]
fn a_handler_without_a_list_is_known_by_what_it_compares() {
    let text = r#"
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
const server = new Server({ name: "x" }, {});
server.setRequestHandler(CallToolRequestSchema, async (request) => {
  switch (request.params.name) {
    case "alpha": return {};
    case "beta": return {};
    default: throw new Error("unknown");
  }
});
"#;
    assert_eq!(names(&[("index.ts", text)]), ["alpha", "beta"]);
}

#[test]
fn script_over_tables_files_and_factories() {
    let tools = r#"
export const table = {
  one: { description: "1", run: async () => 1 },
  two: { description: "2", run: async () => 2 },
};
"#;
    let index = r#"
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { table } from "./tools.js";
export function create() {
  const server = new McpServer({ name: "x", version: "1" });
  for (const [name, tool] of Object.entries(table)) {
    server.registerTool(name, { description: tool.description, inputSchema: {} }, tool.run);
  }
  return server;
}
"#;
    assert_eq!(names(&[("src/index.ts", index), ("src/tools.ts", tools)]), ["one", "two"]);
}

#[test]
fn one_bad_line_does_not_hide_the_rest() {
    let text = "from fastmcp import FastMCP\napp = FastMCP('x')\n\ndef broken(:\n    pass\n\n@app.tool\ndef fine() -> str:\n    return 'x'\n";
    let analysis = run(&[("server.py", text)]);
    assert_eq!(analysis.tools.len(), 1);
    assert!(!analysis.files[0].problems.is_empty(), "and it is told");
}

#[test]
fn tests_offer_no_tools() {
    let text = "from fastmcp import FastMCP\napp = FastMCP('x')\n@app.tool\ndef fake() -> str:\n    return 'x'\n";
    assert!(names(&[("tests/test_server.py", text)]).is_empty());
}

#[test]
fn a_file_that_could_not_be_read_is_told() {
    let tree = Tree::of(vec![TreeFile { path: "a.py".into(), text: Err("is not UTF-8".to_owned()) }]);
    let analysis = analyze(&tree);
    assert_eq!(analysis.files[0].unread.as_deref(), Some("is not UTF-8"));
}
