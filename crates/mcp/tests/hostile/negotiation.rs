//! Every way in which a server may take the first request.

use crate::place::{ask, names, options};
use std::time::{Duration, Instant};
use vetgate_mcp::Options;

async fn agrees_on(mode: &str, options: &Options, protocol: &str, tools: &[&str]) {
    let found = ask(mode, options).await.unwrap_or_else(|error| panic!("{mode}: {error}"));
    assert_eq!(found.protocol.as_deref(), Some(protocol), "{mode}");
    assert_eq!(names(&found), tools, "{mode}");
}

#[tokio::test]
async fn an_error_leads_to_the_older_handshake() {
    agrees_on("good", &options(), "2025-06-18", &["a", "b"]).await;
    agrees_on("null-id", &options(), "2025-06-18", &["a"]).await;
}

#[tokio::test]
async fn an_exit_leads_to_a_second_start_with_the_older_handshake() {
    agrees_on("exit-on-unknown", &options(), "2025-06-18", &["a"]).await;
}

#[tokio::test]
async fn an_answer_that_is_none_leads_to_a_second_start_with_the_older_handshake() {
    agrees_on("odd-on-unknown", &options(), "2025-06-18", &["a"]).await;
}

#[tokio::test]
async fn silence_costs_the_probe_and_no_more() {
    let started = Instant::now();
    let probe = Duration::from_millis(200);
    agrees_on("silent-on-unknown", &Options { probe, ..options() }, "2025-06-18", &["a"]).await;
    assert!(started.elapsed() < options().request, "{:?}", started.elapsed());
}

#[tokio::test]
async fn the_newest_revision_needs_no_handshake_and_names_itself_in_every_request() {
    agrees_on("newest-only", &options(), "2026-07-28", &["good"]).await;
}

#[tokio::test]
async fn a_slow_server_of_the_newest_revision_is_not_taken_for_an_older_one() {
    let probe = Duration::from_millis(100);
    agrees_on("slow-newest", &Options { probe, ..options() }, "2026-07-28", &["good"]).await;
}
