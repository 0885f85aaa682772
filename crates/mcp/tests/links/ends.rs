//! How links end: every exchange is told, the gateway is told once, and no process is left.

use crate::place::{PidFile, ask, call, dial, dial_with, ended, finish, options, send, server, within};
use std::time::Duration;
use vetgate_mcp::link::{LinkError, LinkOptions};

fn is_ended(error: &LinkError, parts: &[&str]) {
    assert!(matches!(error, LinkError::Ended { .. }), "{error}");
    let text = error.to_string();
    assert!(parts.iter().all(|part| text.contains(part)), "{text}");
}

#[tokio::test]
async fn a_process_that_dies_takes_every_call_with_it_and_says_why() {
    let (link, mut unbidden) = dial("plain").await;
    let waiting = [send(&link, &call("hang", "{}")).await, send(&link, &call("hang", "{}")).await];
    let error = ask(&link, "die", "{}").await.unwrap_err();
    let said = ["exit status: 3", "its standard error ends with:\ncannot go on ***"];
    is_ended(&error, &said);
    for exchange in waiting {
        is_ended(&finish(exchange).await.unwrap_err(), &said);
    }
    is_ended(&ended(&mut unbidden).await, &said);
    assert!(!link.is_open());
    assert_eq!(link.stderr(), "cannot go on ***");
    is_ended(&ask(&link, "echo", "{}").await.unwrap_err(), &said);
    link.close().await;
}

#[tokio::test]
async fn a_process_that_ends_is_noticed_though_its_child_keeps_the_output_open() {
    let (link, mut unbidden) = dial("plain").await;
    is_ended(&ask(&link, "leave-child", "{}").await.unwrap_err(), &["exit status: 4"]);
    is_ended(&ended(&mut unbidden).await, &["exit status: 4"]);
}

#[tokio::test]
async fn a_process_that_takes_no_input_any_more_is_given_up() {
    let options = LinkOptions { send: Duration::from_millis(300), ..options() };
    let (link, mut unbidden) = dial_with(&server("plain", &[]), options).await;
    ask(&link, "shut-input", "{}").await.unwrap();
    // The first line after that may still have been on its way.
    let error = loop {
        let pending = within(link.request(&call("echo", "{}"), &[])).await;
        if let Err(error) = pending {
            break error;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    is_ended(&error, &["no longer accepts input"]);
    is_ended(&ended(&mut unbidden).await, &["no longer accepts input"]);
    within(link.close()).await;
}

#[tokio::test]
async fn closing_ends_the_process_and_what_it_started() {
    let file = PidFile::new("close");
    let (link, mut unbidden) = dial_with(&server("child", &[file.path()]), options()).await;
    let waiting = send(&link, &call("hang", "{}")).await;
    within(link.close()).await;
    file.all_gone(2);
    is_ended(&finish(waiting).await.unwrap_err(), &["closed"]);
    assert!(within(unbidden.recv()).await.is_none(), "who closes a link needs not be told");
    assert!(!link.is_open());
    within(link.close()).await;
}

#[tokio::test]
async fn dropping_the_last_handle_ends_the_process_and_what_it_started() {
    let file = PidFile::new("drop");
    let (link, _unbidden) = dial_with(&server("child", &[file.path()]), options()).await;
    let exchange = send(&link, &call("hang", "{}")).await;
    drop((link, exchange));
    tokio::time::sleep(Duration::from_millis(50)).await;
    file.all_gone(2);
}

#[tokio::test]
async fn a_server_that_does_not_read_makes_requests_fail_in_time() {
    let options = LinkOptions { send: Duration::from_millis(300), message_bytes: 4 << 20, ..options() };
    let (link, _unbidden) = dial_with(&server("plain", &[]), options).await;
    let waiting = send(&link, &call("deaf", "{}")).await;
    let large = call("echo", &format!(r#"{{"x":"{}"}}"#, "x".repeat(3 << 20)));
    let mut queued = vec![];
    let error = loop {
        match within(link.request(&large, &[])).await {
            Ok(exchange) => queued.push(exchange),
            Err(error) => break error,
        }
        assert!(queued.len() < 20, "it takes more than it should");
    };
    assert_eq!(
        error.to_string(),
        "the server read nothing for 0.3 s; it hangs or is busy, restart it if this continues"
    );
    assert!(link.is_open(), "it may only be busy");
    within(link.close()).await;
    is_ended(&finish(waiting).await.unwrap_err(), &["closed"]);
}
