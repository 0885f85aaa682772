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
mod machine;
mod program;
mod tree;

/// The word lists of `data/words`, a module for each file.
mod words {
    include!(concat!(env!("OUT_DIR"), "/words.rs"));
}

pub use analysis::{Analysis, Danger, File, Flow, Given, LibraryCall, Place, Prompt, Reach, Tool};
pub use front::{DEPTH, FrontEnd, read};
pub use tree::{Tree, TreeFile};

/// Reads a tree of source files, and runs the code in it without its inputs.
///
/// Never fails: what could not be read or followed is in [`Analysis::files`] and [`Analysis::cut`].
pub fn analyze(tree: &Tree) -> Analysis {
    let program = program::Program::of(tree);
    let mut analysis = machine::run(&program);
    analysis.files = files(tree, &program);
    analysis
}

/// What became of each source file.
fn files(tree: &Tree, program: &program::Program) -> Vec<File> {
    let mut modules = program.modules.iter().zip(&program.texts);
    let sources = tree.files().iter().filter(|file| form::Language::of(&file.path).is_some());
    let read = sources.map(|file| match &file.text {
        Err(why) => File { path: file.path.clone(), unread: Some(why.clone()), problems: Vec::new() },
        Ok(_) => {
            let problems = modules.next().map_or_else(Vec::new, |(module, text)| {
                let line = |at: u32| text.as_bytes()[..at as usize].iter().filter(|byte| **byte == b'\n').count() + 1;
                module.problems.iter().map(|problem| (line(problem.span.start), problem.what)).collect()
            });
            File { path: file.path.clone(), unread: None, problems }
        }
    });
    read.collect()
}
