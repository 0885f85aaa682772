//! Records of calls that were held: each says how the hold ended, who decided, and whether the call was sent.

use crate::client::{Client, error};
use crate::recording_house::Recorded;
use crate::upstream::{Speaks, Upstream};
use crate::verdicts::verdict;
use crate::waiting::until;
use std::time::Duration;
use vetgate_gateway::{Guard, HoldSettings, Scope};
use vetgate_guard::{Action, After, Before, Call, Handled, Note, Ticket};
use vetgate_ledger::{Answer, Record, Verdict};

/// A guard that holds every call of a tool.
struct Cautious;

impl Guard for Cautious {
    fn before(&self, call: &Call) -> Option<Before> {
        (!call.tool.is_protocol).then(|| verdict(call, Action::Hold))
    }

    fn after(&self, _: &Call, _: &Ticket, _: &str) -> After {
        After::default()
    }
}

/// A guard that puts something else in the place of every response, and says what it did.
struct Handling(Handled);

impl Guard for Handling {
    fn before(&self, _: &Call) -> Option<Before> {
        None
    }

    fn after(&self, _: &Call, _: &Ticket, _: &str) -> After {
        let result = r#"{"content":[{"type":"text","text":"other"}]}"#.to_owned();
        After { result: Some(result), ..After::default() }
    }

    fn handled_response(&self, _: &Call, _: &str, _: bool, _: bool) -> Vec<Handled> {
        vec![self.0]
    }
}

fn outcome(record: &Record) -> String {
    Note::read(&record.note).hold.map(|hold| hold.to_string()).unwrap_or_default()
}

async fn house(upstream: &Upstream, timeout: Duration) -> (Recorded, Client) {
    let recorded = Recorded::guarded(&[upstream], Box::new(Cautious)).await;
    recorded.gateway.holds().configure(HoldSettings { timeout, elicitation: false, ..HoldSettings::default() });
    let client = Client::new(&recorded.gateway, Speaks::Handshake, Scope::All).await;
    (recorded, client)
}

async fn held(recorded: &Recorded) -> String {
    until("a call is held", || recorded.ledger.holds().unwrap().first().map(|hold| hold.id.clone())).await
}

#[tokio::test]
async fn the_record_of_a_held_call_says_who_approved_it_and_that_it_was_sent() {
    let upstream = Upstream::stdio("s", Speaks::Handshake);
    let (recorded, client) = house(&upstream, Duration::from_secs(60)).await;
    let call = client.begin("tools/call", r#"{"name":"s__do"}"#);
    let id = held(&recorded).await;
    recorded.gateway.holds().decide(&id, Answer::Approve, "ada", "").await.unwrap().unwrap();
    assert!(call.answer().await["result"].is_object());
    let record = recorded.last();
    assert_eq!(record.verdict, Some(Verdict::Hold));
    assert_eq!(outcome(&record), "held, approved by ada, sent");
    recorded.close().await;
}

#[tokio::test]
async fn the_record_of_a_held_call_says_who_denied_it_or_that_it_expired() {
    let upstream = Upstream::stdio("s", Speaks::Handshake);
    let (recorded, client) = house(&upstream, Duration::from_secs(60)).await;
    let call = client.begin("tools/call", r#"{"name":"s__do"}"#);
    let id = held(&recorded).await;
    recorded.gateway.holds().decide(&id, Answer::Deny, "ada", "").await.unwrap().unwrap();
    assert!(error(&call.answer().await).contains("denied"));
    let record = recorded.last();
    assert_eq!((record.verdict, outcome(&record).as_str()), (Some(Verdict::Deny), "held, denied by ada"));
    recorded.gateway.holds().configure(HoldSettings {
        timeout: Duration::from_millis(50),
        elicitation: false,
        ..HoldSettings::default()
    });
    client.ask("tools/call", r#"{"name":"s__do"}"#).await;
    let record = recorded.last();
    assert_eq!((record.verdict, outcome(&record).as_str()), (Some(Verdict::Deny), "held, expired"));
    assert!(upstream.received("tools/call").is_empty());
    recorded.close().await;
}

#[tokio::test]
async fn the_record_of_a_call_whose_client_left_while_it_was_held_says_that_it_was_not_sent() {
    let upstream = Upstream::stdio("s", Speaks::Handshake);
    let (recorded, client) = house(&upstream, Duration::from_secs(60)).await;
    let call = client.begin("tools/call", r#"{"name":"s__do"}"#);
    held(&recorded).await;
    call.cancel();
    let record = until("the record of the call", || recorded.calls().pop()).await;
    assert_eq!((record.verdict, outcome(&record).as_str()), (Some(Verdict::Hold), "held, cancelled, not sent"));
    assert_eq!(record.error.as_deref(), Some("cancelled: the client disconnected before anything was sent"));
    assert!(upstream.received("tools/call").is_empty());
    recorded.close().await;
}

#[tokio::test]
async fn a_call_that_was_approved_and_then_failed_says_both() {
    let upstream = Upstream::stdio("s", Speaks::Handshake);
    let (recorded, client) = house(&upstream, Duration::from_secs(60)).await;
    let call = client.call("s__do", serde_json::json!([{"do": "die"}]));
    let id = held(&recorded).await;
    recorded.gateway.holds().decide(&id, Answer::Approve, "ada", "").await.unwrap().unwrap();
    assert!(call.answer().await["error"].is_object());
    let record = recorded.last();
    assert_eq!((record.verdict, outcome(&record).as_str()), (Some(Verdict::Hold), "held, approved by ada, sent"));
    assert!(record.error.is_some_and(|error| error.contains("the connection to the server ended")));
    recorded.close().await;
}

#[tokio::test]
async fn a_call_that_was_approved_and_could_not_be_sent_is_recorded_as_held() {
    let upstream = Upstream::stdio("s", Speaks::Handshake);
    let (recorded, client) = house(&upstream, Duration::from_secs(60)).await;
    let call = client.begin("tools/call", r#"{"name":"s__do"}"#);
    let id = held(&recorded).await;
    recorded.gateway.configure(vec![], vec![]).await;
    recorded.gateway.holds().decide(&id, Answer::Approve, "ada", "").await.unwrap().unwrap();
    assert!(call.answer().await["error"].is_object());
    let record = recorded.last();
    assert_eq!((record.verdict, outcome(&record).as_str()), (Some(Verdict::Hold), "held, approved by ada, not sent"));
    assert!(upstream.received("tools/call").is_empty());
    recorded.close().await;
}

#[tokio::test]
async fn a_call_that_is_approved_while_its_server_is_stopped_is_recorded_as_not_sent() {
    let upstream = Upstream::stdio("s", Speaks::Handshake);
    let (recorded, client) = house(&upstream, Duration::from_secs(60)).await;
    // It does not notice that its input was closed, so that stopping it takes a while.
    let call = client.call("s__do", serde_json::json!([{"do": "deaf"}]));
    let id = held(&recorded).await;
    recorded.gateway.holds().decide(&id, Answer::Approve, "ada", "").await.unwrap().unwrap();
    assert!(call.answer().await["result"].is_object());
    let call = client.begin("tools/call", r#"{"name":"s__do"}"#);
    let id = held(&recorded).await;
    recorded.gateway.configure(vec![], vec![]).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    recorded.gateway.holds().decide(&id, Answer::Approve, "ada", "").await.unwrap().unwrap();
    assert!(call.answer().await["error"].is_object());
    let record = recorded.last();
    assert_eq!((record.verdict, outcome(&record).as_str()), (Some(Verdict::Hold), "held, approved by ada, not sent"));
    assert_eq!(upstream.received("tools/call").len(), 1);
    recorded.close().await;
}

#[tokio::test]
async fn only_a_response_from_which_something_was_taken_is_recorded_as_masked() {
    for (handled, expected) in [
        (Handled::ResponseAnnotated, Verdict::Allow),
        (Handled::ResponseRestored, Verdict::Allow),
        (Handled::ResponseMasked, Verdict::Mask),
        (Handled::ResponseStripped, Verdict::Mask),
    ] {
        let upstream = Upstream::stdio("s", Speaks::Handshake);
        let recorded = Recorded::guarded(&[&upstream], Box::new(Handling(handled))).await;
        let client = Client::new(&recorded.gateway, Speaks::Handshake, Scope::All).await;
        client.ask("tools/call", r#"{"name":"s__do"}"#).await;
        let record = recorded.last();
        assert_eq!(record.verdict, Some(expected), "{handled:?}: {record:?}");
        recorded.close().await;
    }
}
