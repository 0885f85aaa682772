//! What servers send besides answers.

use crate::place::{ask, dial, dial_with, in_vain, options, server, told};
use std::time::Duration;
use vetgate_mcp::link::{LinkError, LinkOptions, Vain};

#[tokio::test]
async fn a_flood_nobody_reads_does_not_keep_the_answer() {
    let (link, mut unbidden) = dial("plain").await;
    let answer = ask(&link, "flood", r#"{"count":1000}"#).await.unwrap();
    assert!(answer.contains("flooded"));
    assert_eq!(told(&mut unbidden).await.get("n"), Some("0"), "the first ones are kept");
    assert_eq!(link.tally().dropped, 1000 - 16);
}

#[tokio::test]
async fn a_flood_is_slowed_down_rather_than_obeyed() {
    let options = LinkOptions { noise: 100, ..options() };
    let (link, _unbidden) = dial_with(&server("plain", &[]), options).await;
    let start = tokio::time::Instant::now();
    ask(&link, "flood", r#"{"count":300}"#).await.unwrap();
    assert!(start.elapsed() >= Duration::from_secs(1), "{:?}", start.elapsed());
}

#[tokio::test]
async fn requests_of_the_server_beyond_what_can_wait_are_refused() {
    let (link, mut unbidden) = dial("plain").await;
    let answer = ask(&link, "ask-much", r#"{"count":20,"refused":4}"#).await.unwrap();
    assert!(answer.contains("-32603,-32603,-32603,-32603"), "{answer}");
    assert_eq!(told(&mut unbidden).await.method(), "roots/list");
}

#[tokio::test]
async fn lines_that_are_no_messages_are_skipped_and_counted() {
    let (link, mut unbidden) = dial("plain").await;
    assert!(ask(&link, "garbage", r#"{"count":50}"#).await.unwrap().contains("clean"));
    assert_eq!(link.tally().garbage, 51);
    assert_eq!(in_vain(&mut unbidden), [Vain::Garbage; 2], "the first and the tenth are told");
}

#[tokio::test]
async fn answers_nobody_waits_for_are_dropped_and_counted() {
    let (link, mut unbidden) = dial("plain").await;
    assert!(ask(&link, "wrong-id", "{}").await.unwrap().contains("right"));
    assert_eq!(link.tally().late, 2);
    assert_eq!(in_vain(&mut unbidden), [Vain::Unasked]);
}

#[tokio::test]
async fn the_first_of_two_answers_counts_and_the_second_is_told() {
    let (link, mut unbidden) = dial("plain").await;
    assert!(ask(&link, "again", "{}").await.unwrap().contains("first"));
    ask(&link, "echo", "{}").await.unwrap();
    assert_eq!(in_vain(&mut unbidden), [Vain::Repeated]);
}

#[tokio::test]
async fn an_error_without_an_id_is_for_the_only_one_who_waits() {
    let (link, _unbidden) = dial("plain").await;
    assert!(ask(&link, "nameless", "{}").await.unwrap().contains("-32700"));
}

#[tokio::test]
async fn an_id_written_as_a_float_is_the_same_id() {
    let (link, _unbidden) = dial("plain").await;
    assert_eq!(ask(&link, "float-id", "{}").await.unwrap(), "{}");
}

#[tokio::test]
async fn an_answer_that_can_be_read_in_two_ways_is_none() {
    let (link, _unbidden) = dial("plain").await;
    let error = ask(&link, "twice", "{}").await.unwrap_err();
    assert!(matches!(error, LinkError::Ambiguous { .. }), "{error}");
    assert!(error.to_string().contains("`a` of result occurs twice"), "{error}");
    assert!(ask(&link, "echo", "{}").await.is_ok());
}
