//! What can be read in part is read, and the rest is on record.

use crate::place::{ask, caps, names, options};
use std::time::Duration;
use vetgate_mcp::Options;

#[tokio::test]
async fn endless_pages_end_at_the_limit() {
    let found = ask("endless-pages", &options()).await.unwrap();
    assert_eq!(found.definitions.len(), 20);
    assert_eq!(caps(&found), ["mcp.pages: evil tools/list: only the first 20 pages were scanned"]);
}

#[tokio::test]
async fn a_cursor_that_comes_back_ends_the_list() {
    let found = ask("cursor-loop", &options()).await.unwrap();
    assert_eq!(caps(&found), ["mcp.cursor: evil tools/list: the list repeats itself after 2 pages"]);
}

#[tokio::test]
async fn more_definitions_than_the_limit_are_on_record() {
    let found = ask("many", &options()).await.unwrap();
    assert_eq!(found.definitions.len(), 100);
    assert_eq!(caps(&found), ["mcp.definitions: evil tools/list: only the first 100 were scanned"]);
}

#[tokio::test]
async fn every_copy_of_a_duplicated_member_is_looked_at() {
    let found = ask("duplicates", &options()).await.unwrap();
    let raw: Vec<&str> = found.definitions.iter().map(|definition| definition.raw()).collect();
    assert_eq!(raw, [r#"{"name":"a"}"#, r#"{"name":"b","name":"c"}"#, r#"{"name":"d"}"#]);
    assert_eq!(
        caps(&found),
        [
            "mcp.duplicate: evil tools/list: `tools` occurs 2 times in one answer (ignoring case); all were scanned",
            "mcp.duplicate: evil tools/list: the answer has several results; all were scanned"
        ]
    );
}

#[tokio::test]
async fn entries_that_are_no_definitions_are_on_record_and_the_rest_is_kept_as_written() {
    let found = ask("odd-entries", &options()).await.unwrap();
    assert_eq!(found.definitions[0].raw(), r#"{"name":"a", "x": 1e400}"#);
    let expected = ["a number", "null"].map(|kind| {
        format!("mcp.definition: evil tools/list: an entry could not be read: expected an object, found {kind}")
    });
    assert_eq!(caps(&found), expected);
}

#[tokio::test]
async fn a_banner_is_tolerated_and_on_record() {
    let found = ask("banner", &options()).await.unwrap();
    assert_eq!(names(&found), ["a"]);
    let expected = "mcp.stray: evil: 1 lines were not JSON-RPC messages and were not scanned; the first: `Starting...`";
    assert_eq!(caps(&found), [expected]);
}

#[tokio::test]
async fn bytes_that_are_not_text_are_on_record() {
    let found = ask("not-utf8", &options()).await.unwrap();
    assert_eq!(names(&found), ["a\u{fffd}"]);
    assert!(caps(&found)[0].starts_with("mcp.utf8: evil: "));
}

#[tokio::test]
async fn a_batch_is_an_answer() {
    let found = ask("batch", &options()).await.unwrap();
    assert_eq!((names(&found), caps(&found).len()), (vec!["a"], 0));
}

#[tokio::test]
async fn a_declared_list_that_does_not_exist_is_empty() {
    let found = ask("no-such-method", &options()).await.unwrap();
    assert_eq!((found.definitions.len(), caps(&found).len()), (0, 0));
}

#[tokio::test]
async fn a_list_that_fails_does_not_hide_the_others() {
    let found = ask("prompts-fail", &options()).await.unwrap();
    assert_eq!(names(&found), ["a"]);
    let expected =
        "mcp.list: evil prompts/list: stopped after 0 pages: the server refused `prompts/list`: error -32603: oops";
    assert_eq!(caps(&found), [expected]);
}

#[tokio::test]
async fn what_came_before_a_hang_is_kept_and_the_rest_is_on_record() {
    let total = Duration::from_secs(5);
    let found = ask("second-page-hangs", &Options { total, ..options() }).await.unwrap();
    assert_eq!(names(&found), ["first"]);
    let caps = caps(&found);
    assert!(caps[0].starts_with("mcp.list: evil prompts/list: was not requested"), "{caps:?}");
    assert!(caps[1].starts_with("mcp.list: evil tools/list: stopped after 1 pages: no answer within 5 s"), "{caps:?}");
}

#[tokio::test]
async fn requests_of_the_server_are_answered() {
    assert_eq!(names(&ask("ask-back", &options()).await.unwrap()), ["good"]);
}
