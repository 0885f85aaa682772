//! Panics of the gateway itself: the client gets an internal error that says whether its call was sent, the record says
//! the same, and everything else goes on.

use crate::client::{ABLE, Client, error};
use crate::recording_house::Recorded;
use crate::upstream::{ERAS, Speaks, Upstream};
use crate::verdicts::verdict;
use crate::waiting::stands;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use vetgate_gateway::{Curtain, Gateway, Guard, Review, Scope, ServerSettings};
use vetgate_guard::{Action, After, Asked, Before, Call, Handled, Question, Ticket};
use vetgate_ledger::{DATABASE, Durability, Kind, Ledger, Options, Sqlite, Verdict};
use vetgate_model::{Definition, DefinitionKind};

/// A guard that panics in one of its methods.
#[derive(Clone, Default)]
struct Fragile {
    phase: Arc<Mutex<&'static str>>,
}

impl Fragile {
    fn at(&self, phase: &str) {
        let is_it = *self.phase.lock().unwrap() == phase;
        assert!(!is_it, "broken in {phase}");
    }

    fn breaks(&self, phase: &'static str) {
        *self.phase.lock().unwrap() = phase;
    }
}

impl Guard for Fragile {
    fn before(&self, call: &Call) -> Option<Before> {
        self.at("before");
        // Not enforced, so that the other methods are called as well.
        Some(Before { is_enforced: false, ..verdict(call, Action::Allow) })
    }

    fn sent(&self, _: &Call, _: &Ticket) {
        self.at("sent");
    }

    fn after(&self, _: &Call, _: &Ticket, _: &str) -> After {
        self.at("after");
        After::default()
    }

    fn handled_arguments(&self, _: &Call, _: bool) -> Option<Handled> {
        self.at("handled_arguments");
        None
    }

    fn handled_response(&self, _: &Call, _: &str, _: bool, _: bool) -> Vec<Handled> {
        self.at("handled_response");
        vec![]
    }

    fn asked(&self, _: &Question) -> Asked {
        self.at("asked");
        Asked::default()
    }

    fn answering(&self, _: &Call) -> Option<Before> {
        self.at("answering");
        None
    }
}

fn is_internal(answer: &Value, state: &str) {
    assert_eq!(answer["error"]["code"], -32603, "{answer}");
    assert_eq!(answer["error"]["data"]["reason"], "internal", "{answer}");
    assert!(error(answer).contains("Vetgate") && error(answer).contains(state), "{state}: {answer}");
    assert!(!answer.to_string().contains("broken in"), "{answer}");
}

#[tokio::test]
async fn a_panic_in_any_phase_of_a_call_is_an_internal_error_that_says_whether_it_was_sent() {
    for upstream in Upstream::each("s") {
        let guard = Fragile::default();
        let recorded = Recorded::guarded(&[&upstream], Box::new(guard.clone())).await;
        for speaks in ERAS {
            let client = Client::able(&recorded.gateway, speaks, Scope::All, ABLE).await;
            for (phase, state, reached) in [
                ("before", "the call was not sent", 0),
                ("handled_arguments", "the call was not sent", 0),
                ("sent", "the call was not sent", 0),
                ("after", "sent and answered", 1),
                ("handled_response", "sent and answered", 1),
            ] {
                let known = (recorded.calls().len(), upstream.received("tools/call").len());
                guard.breaks(phase);
                let answer = client.ask("tools/call", r#"{"name":"s__do"}"#).await;
                guard.breaks("");
                is_internal(&answer, state);
                assert_eq!(upstream.received("tools/call").len() - known.1, reached, "{phase}");
                let is_it = |record: &vetgate_ledger::Record| {
                    record
                        .error
                        .as_deref()
                        .is_some_and(|error| error.starts_with("internal: ") && error.contains(state))
                };
                let records = crate::waiting::until(phase, || {
                    let records = recorded.calls().split_off(known.0);
                    (!records.is_empty()).then_some(records)
                })
                .await;
                assert_eq!(records.len(), 1, "{phase}: {records:?}");
                assert!(is_it(&records[0]) && records[0].verdict == Some(Verdict::Deny), "{phase}: {records:?}");
                let answer = client.ask("tools/call", r#"{"name":"s__do"}"#).await;
                assert!(answer["result"].is_object(), "{phase}: {answer}");
            }
        }
    }
}

#[tokio::test]
async fn a_panic_over_a_request_of_a_server_leaves_the_call_sent_and_the_gateway_up() {
    let upstream = Upstream::stdio("s", Speaks::Handshake);
    let guard = Fragile::default();
    let recorded = Recorded::guarded(&[&upstream], Box::new(guard.clone())).await;
    let client = Client::able(&recorded.gateway, Speaks::Handshake, Scope::All, ABLE).await;
    guard.breaks("asked");
    let params = json!({"message": "which?", "requestedSchema": {"type": "object", "properties": {}}});
    let steps = json!([{"do": "ask", "method": "elicitation/create", "params": params}]);
    let answer = client.call("s__do", steps).answer().await;
    guard.breaks("");
    is_internal(&answer, "the call was sent, and its effect on the server is unknown");
    recorded
        .comes(Kind::Call, "the record of the call", |record| {
            record.error.as_deref().is_some_and(|error| error.starts_with("internal: the call was sent, and"))
        })
        .await;
    let answer = client.ask("tools/call", r#"{"name":"s__do"}"#).await;
    assert!(answer["result"].is_object(), "{answer}");
}

/// A curtain that panics whenever it is asked while it is broken.
#[derive(Default)]
struct Torn {
    in_epoch: AtomicBool,
    in_review: AtomicBool,
}

impl Curtain for Torn {
    fn review(&self, _: &ServerSettings, _: DefinitionKind, definitions: &Arc<[Definition]>) -> Review {
        assert!(!self.in_review.load(Ordering::SeqCst), "broken in review");
        Review::open(definitions)
    }

    fn epoch(&self) -> u64 {
        assert!(!self.in_epoch.load(Ordering::SeqCst), "broken in epoch");
        0
    }
}

#[tokio::test]
async fn a_panic_in_lists_routes_and_while_a_call_begins_costs_that_request_alone() {
    let upstream = Upstream::stdio("s", Speaks::Handshake);
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(&folder.path().join(DATABASE), Durability::Process).unwrap();
    let ledger = Arc::new(Ledger::open(folder.path(), Box::new(store), Options::default()).unwrap());
    let torn = Arc::new(Torn::default());
    let gateway = Arc::new(Gateway::keeping(ledger.clone(), Box::new(vetgate_gateway::Open), torn.clone()));
    gateway.configure(vec![upstream.settings()], vec![]).await;
    stands(&gateway, "s", "up").await;
    for speaks in ERAS {
        let client = Client::new(&gateway, speaks, Scope::All).await;
        torn.in_epoch.store(true, Ordering::SeqCst);
        let mut panics = vec![];
        for (method, params) in [
            ("tools/list", "{}"),
            ("tools/call", r#"{"name":"s__do"}"#),
            ("resources/read", r#"{"uri":"a://b"}"#),
            ("x/strange", "{}"),
        ] {
            let answer = client.ask(method, params).await;
            if answer["result"].is_object() || answer["error"]["data"]["reason"] == "unknown" {
                // It does not ask the curtain.
                continue;
            }
            is_internal(&answer, "the call was not sent");
            panics.push(method);
        }
        assert!(panics.contains(&"tools/list") && panics.contains(&"tools/call"), "{panics:?}");
        torn.in_epoch.store(false, Ordering::SeqCst);
        let answer = client.ask("tools/call", r#"{"name":"s__do"}"#).await;
        assert!(answer["result"].is_object(), "{answer}");
    }
    gateway.shut_down().await;
}

#[tokio::test]
async fn a_review_that_panics_hides_what_was_not_reviewed() {
    let upstream = Upstream::stdio("s", Speaks::Handshake);
    let torn = Arc::new(Torn::default());
    torn.in_review.store(true, Ordering::SeqCst);
    let gateway = Arc::new(Gateway::with(Box::new(vetgate_gateway::Open), torn.clone()));
    gateway.configure(vec![upstream.settings()], vec![]).await;
    stands(&gateway, "s", "up").await;
    let client = Client::new(&gateway, Speaks::Handshake, Scope::All).await;
    assert_eq!(client.tools().await, [""; 0]);
    let answer = client.ask("tools/call", r#"{"name":"s__do"}"#).await;
    assert_eq!(answer["error"]["data"]["reason"], "held", "{answer}");
}
