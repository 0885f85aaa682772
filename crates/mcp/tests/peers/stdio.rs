//! The official servers over standard streams.

use crate::place::{ask, main_file, names, peer, stdio};
use vetgate_model::DefinitionKind::{Instructions, Prompt, Resource, ResourceTemplate, Tool};

#[tokio::test]
async fn filesystem_lists_its_tools() {
    let folder = std::env::temp_dir().display().to_string();
    let found = ask(&stdio("node", &[main_file("server-filesystem"), folder])).await.unwrap();
    assert!(names(&found, Tool).contains(&"read_text_file"), "{:?}", names(&found, Tool));
    assert_eq!(found.caps, []);
}

#[tokio::test]
async fn memory_lists_its_tools() {
    let found = ask(&stdio("node", &[main_file("server-memory")])).await.unwrap();
    assert!(names(&found, Tool).contains(&"create_entities"), "{:?}", names(&found, Tool));
    assert_eq!(found.caps, []);
}

#[tokio::test]
async fn everything_lists_every_kind() {
    let found = ask(&stdio("node", &[main_file("server-everything")])).await.unwrap();
    for kind in [Tool, Prompt, Resource, ResourceTemplate, Instructions] {
        assert!(!names(&found, kind).is_empty(), "no {kind:?}");
    }
    assert!(names(&found, Tool).contains(&"echo"));
    assert_eq!(found.caps, []);
}

#[tokio::test]
async fn git_lists_its_tools() {
    let found = ask(&stdio(&peer("servers/bin/mcp-server-git"), &[])).await.unwrap();
    assert!(names(&found, Tool).contains(&"git_status"), "{:?}", names(&found, Tool));
    assert_eq!(found.caps, []);
}

#[tokio::test]
async fn fetch_lists_its_tool_and_its_prompt() {
    let found = ask(&stdio(&peer("servers/bin/mcp-server-fetch"), &[])).await.unwrap();
    assert_eq!(names(&found, Tool), ["fetch"]);
    assert_eq!(names(&found, Prompt), ["fetch"]);
    assert_eq!(found.caps, []);
}

#[tokio::test]
async fn time_lists_its_tools() {
    let found = ask(&stdio(&peer("servers/bin/mcp-server-time"), &[])).await.unwrap();
    assert!(names(&found, Tool).contains(&"get_current_time"), "{:?}", names(&found, Tool));
    assert_eq!(found.caps, []);
}

#[tokio::test]
async fn sqlite_lists_tools_prompts_and_resources() {
    let file = std::env::temp_dir().join(format!("vetgate-{}.db", std::process::id()));
    let args = ["--db-path".to_owned(), file.display().to_string()];
    let found = ask(&stdio(&peer("sqlite/bin/mcp-server-sqlite"), &args)).await.unwrap();
    let _ = std::fs::remove_file(file);
    assert!(names(&found, Tool).contains(&"read_query"), "{:?}", names(&found, Tool));
    assert_eq!(names(&found, Prompt).len(), 1);
    assert_eq!(names(&found, Resource).len(), 1);
    assert_eq!(found.caps, []);
}
