//! The official `everything` server over both HTTP transports.

use crate::place::{Listening, ask, main_file, names};
use vetgate_model::DefinitionKind::{Instructions, Prompt, Resource, ResourceTemplate, Tool};
use vetgate_model::Inventory;

fn start(mode: &str) -> Listening {
    let main = main_file("server-everything");
    Listening::start("node", |_| vec![main.clone(), mode.to_owned()])
}

fn is_everything(found: &Inventory) {
    for kind in [Tool, Prompt, Resource, ResourceTemplate, Instructions] {
        assert!(!names(found, kind).is_empty(), "no {kind:?}");
    }
    assert_eq!(found.caps, []);
}

#[tokio::test]
async fn streamable_http_is_spoken() {
    is_everything(&ask(&start("streamableHttp").at("/mcp", false)).await.unwrap());
}

#[tokio::test]
async fn the_older_transport_is_found_by_falling_back() {
    is_everything(&ask(&start("sse").at("/sse", false)).await.unwrap());
}

#[tokio::test]
async fn the_older_transport_is_spoken_where_configured() {
    is_everything(&ask(&start("sse").at("/sse", true)).await.unwrap());
}

#[tokio::test]
async fn a_server_wrongly_configured_as_older_is_reached_all_the_same() {
    is_everything(&ask(&start("streamableHttp").at("/mcp", true)).await.unwrap());
}

#[tokio::test]
async fn a_wrong_path_says_which_status_came_back() {
    let error = ask(&start("streamableHttp").at("/nowhere", false)).await.unwrap_err().to_string();
    assert!(error.contains("answered HTTP 404"), "{error}");
}
