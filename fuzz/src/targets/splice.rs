//! Entries are put into any client's configuration and taken out again, or it is left alone: what else it says stays.
//!
//! Pieces: the name of the entry, and the configuration.

use super::pieces;
use crate::program::splice::{Edit, Entry, edit, find, list, text};
use std::path::Path;
use vetgate_mcp::configs::tree;

pub(crate) fn run(input: &str) {
    let [name, before] = pieces(input);
    for (file, key) in [("mcp.json", "mcpServers"), ("config.toml", "mcp_servers")] {
        let path = Path::new(file);
        let entry =
            Entry::new(name, vec![("command", text("npx")), ("args", list(&["-y".to_owned(), name.to_owned()]))]);
        let Some(with) = edit(path, before, key, &[Edit::Put(entry.clone())]) else { continue };
        let put = find(path, &with, key, name).expect("what was put in is there");
        assert_eq!(put.value.get("command").and_then(|value| value.text()), Some("npx"));
        if let Some(without) = edit(path, &with, key, &[Edit::Remove(name.to_owned())]) {
            assert!(find(path, &without, key, name).is_none(), "what was taken out is gone");
            assert!(tree(path, &without).is_ok());
        }
    }
}
