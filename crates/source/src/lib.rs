//! What the source of an MCP server says about its tools: which there are, what their code reaches, and what of their
//! input gets there.
//!
//! ```
//! use vetgate_source::{Danger, Tree, TreeFile, analyze};
//!
//! let text = r#"
//! from mcp.server.fastmcp import FastMCP
//! mcp = FastMCP("notes")
//!
//! @mcp.tool()
//! def read_note(name: str) -> str:
//!     """Reads a note."""
//!     return open("/notes/" + name).read()
//! "#;
//! let analysis = analyze(&Tree::of(vec![TreeFile { path: "server.py".into(), text: Ok(text.into()) }]));
//! let tool = &analysis.tools[0];
//! assert_eq!(&*tool.name, "read_note");
//! assert_eq!(tool.reaches[0].tag, Some(vetgate_capability::Tag::FsRead));
//! assert_eq!(tool.flows[0].danger, Danger::Path);
//! assert_eq!(tool.flows[0].source, "name");
//! ```

mod analysis;
pub mod form;
mod front;
mod tree;

pub use analysis::{Analysis, Danger, File, Flow, Given, LibraryCall, Place, Prompt, Reach, Tool};
pub use front::{DEPTH, FrontEnd, read};
pub use tree::{Tree, TreeFile};

/// Reads a tree of source files.
pub fn analyze(_tree: &Tree) -> Analysis {
    Analysis::default()
}
