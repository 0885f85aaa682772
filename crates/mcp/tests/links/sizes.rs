//! Answers that are larger than may be.

use crate::place::{ask, call, dial_with, ended, finish, options, send, server};
use tokio::sync::mpsc;
use vetgate_mcp::link::{Link, LinkError, LinkOptions, Unbidden};

const LARGE: &str = r#"{"bytes":50000000}"#;
const LIMIT: usize = 8 << 20;

async fn patient() -> (Link, mpsc::Receiver<Unbidden>) {
    dial_with(&server("plain", &[]), LinkOptions { message_bytes: LIMIT, ..options() }).await
}

#[tokio::test]
async fn only_the_call_whose_answer_is_too_large_fails() {
    for tool in ["big-first", "big-last"] {
        let (link, _unbidden) = patient().await;
        let other = send(&link, &call("hold", r#"{"name":"a","count":2}"#)).await;
        let error = ask(&link, tool, LARGE).await.unwrap_err();
        assert_eq!(error, LinkError::TooLarge { limit: LIMIT }, "{tool}");
        assert!(ask(&link, "hold", r#"{"name":"b","count":2}"#).await.is_ok(), "{tool}");
        assert!(finish(other).await.is_ok(), "{tool}");
    }
}

#[tokio::test]
async fn where_it_cannot_be_told_whose_answer_is_too_large_all_fail() {
    let (link, _unbidden) = patient().await;
    let other = send(&link, &call("hang", "{}")).await;
    let error = ask(&link, "big-nameless", LARGE).await.unwrap_err();
    assert_eq!(error, LinkError::TooLarge { limit: LIMIT });
    assert_eq!(finish(other).await.unwrap_err(), error);
    assert!(ask(&link, "echo", "{}").await.is_ok());
}

#[tokio::test]
async fn a_line_without_end_is_the_end() {
    let options = LinkOptions { message_bytes: 64 << 10, ..options() };
    let (link, mut unbidden) = dial_with(&server("plain", &[]), options).await;
    let error = ask(&link, "endless", "{}").await.unwrap_err();
    assert_eq!(error, LinkError::Flood { limit: 1 << 20 });
    assert_eq!(ended(&mut unbidden).await, error);
    assert!(!link.is_open());
}
