//! Every protocol revision, spoken by the SDK generation that brought it.

use crate::place::{Listening, ask, names, peer, small_server, stdio};
use vetgate_model::DefinitionKind::{Prompt, Resource, ResourceTemplate, Tool};
use vetgate_model::Inventory;

fn is_small(found: &Inventory, protocol: &str) {
    assert_eq!(found.protocol.as_deref(), Some(protocol));
    assert_eq!(names(found, Tool), ["add"]);
    assert_eq!(names(found, Prompt), ["ask"]);
    assert_eq!(names(found, Resource).len(), 1);
    assert_eq!(names(found, ResourceTemplate).len(), 1);
    assert_eq!(found.caps, []);
}

async fn over_stdio(folder: &str, protocol: &str) {
    let python = peer(&format!("{folder}/bin/python"));
    is_small(&ask(&stdio(&python, &small_server("stdio", 0))).await.expect("it answers"), protocol);
}

async fn over_http(folder: &str, mode: &str, protocol: &str) {
    let python = peer(&format!("{folder}/bin/python"));
    let server = Listening::start(&python, |port| small_server(mode, port));
    let path = if mode == "sse" { "/sse" } else { "/mcp" };
    is_small(&ask(&server.at(path, false)).await.expect("it answers"), protocol);
}

#[tokio::test]
async fn revision_2024_11_05_over_stdio() {
    over_stdio("oldest", "2024-11-05").await;
}

#[tokio::test]
async fn revision_2025_03_26_over_stdio() {
    over_stdio("sqlite", "2025-03-26").await;
}

#[tokio::test]
async fn revision_2025_06_18_over_stdio() {
    over_stdio("middle", "2025-06-18").await;
}

#[tokio::test]
async fn revision_2025_11_25_over_stdio() {
    let found = ask(&stdio("node", &[crate::place::main_file("server-memory")])).await.unwrap();
    assert_eq!(found.protocol.as_deref(), Some("2025-11-25"));
}

#[tokio::test]
async fn revision_2026_07_28_over_stdio() {
    over_stdio("newest", "2026-07-28").await;
}

#[tokio::test]
async fn revision_2024_11_05_over_http_and_events() {
    over_http("oldest", "sse", "2024-11-05").await;
}

#[tokio::test]
async fn revision_2025_03_26_over_streamable_http() {
    over_http("sqlite", "streamable-http", "2025-03-26").await;
}

#[tokio::test]
async fn revision_2025_06_18_over_streamable_http() {
    over_http("middle", "streamable-http", "2025-06-18").await;
}

#[tokio::test]
async fn revision_2026_07_28_over_streamable_http() {
    over_http("newest", "streamable-http", "2026-07-28").await;
}

#[tokio::test]
async fn the_newest_sdk_over_the_oldest_transport() {
    over_http("newest", "sse", "2025-11-25").await;
}
