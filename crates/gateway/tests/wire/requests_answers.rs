//! What clients answer to servers that ask: data that leaves, and is judged as such.

use crate::client::{Client, error, text as said};
use crate::recording_house::{Recorded, text};
use crate::requests::{ask, asked, form, guard, prompt};
use crate::upstream::{ERAS, Speaks, Upstream};
use crate::waiting::heard;
use serde_json::{Value, json};
use vetgate_capability::ServerClass;
use vetgate_gateway::{Scope, ServerSettings, What};
use vetgate_guard::{Masking, Settings, Towards};
use vetgate_ledger::Verdict;

const PLAN: &str = "The merger with Kestrel Tarpaulin closes on the ninth; until then payroll 4471-B stays frozen.";

/// A server inside, from which the plan is read, and one of that side, which asks.
async fn house(inside: &Upstream, asks: &Upstream, class: ServerClass, settings: Settings) -> Recorded {
    inside.declare(json!({"secret": PLAN}));
    let of = |server: &Upstream, class| ServerSettings { class: Some(class), ..server.settings() };
    Recorded::settled(vec![of(inside, ServerClass::Internal), of(asks, class)], guard(settings)).await
}

async fn read_plan(client: &Client) {
    let result = r#"{"content":[{"type":"text","text":$SECRET}]}"#;
    let answer = client.call("files__do", json!([{"do": "result", "text": result}])).answer().await;
    assert!(answer.to_string().contains("Kestrel"), "{answer}");
}

#[tokio::test]
async fn what_was_read_inside_does_not_leave_in_an_answer() {
    for speaks in ERAS {
        for server in Upstream::each("shop") {
            let inside = Upstream::stdio("files", Speaks::Handshake);
            let house = house(&inside, &server, ServerClass::External, Settings::default()).await;
            let client = Client::new(&house.gateway, speaks, Scope::All).await;
            read_plan(&client).await;
            let mut events = house.gateway.events().listen();

            let known = house.calls().len();
            let accepted = |_: &Value| json!({"action": "accept", "content": {"note": PLAN}});
            let steps = json!([ask("elicitation/create", &form("Anything to add?", "note"))]);
            let (questions, answer) = client.converse("shop__do", steps, accepted).await;
            assert_eq!(questions.len(), 1, "{answer}");
            assert_eq!(said(&answer), r#"[{"action": "decline"}]"#, "{speaks:?} {:?}", server.speaks);
            let is_it = |what: &What| matches!(what, What::Refused { name, .. } if name == "elicitation/create");
            let What::Refused { server: to, reason, .. } = heard(&mut events, "a refusal", is_it).await else {
                unreachable!()
            };
            assert_eq!(to, "shop");
            assert!(reason.contains("cannot be held for approval"), "{reason}");
            let record = asked(&house, known, "elicitation/create").pop().unwrap();
            assert_eq!((record.verdict, record.error.as_deref()), (Some(Verdict::Deny), Some(reason.as_str())));

            let completed =
                |_: &Value| json!({"role": "assistant", "model": "m", "content": {"type": "text", "text": PLAN}});
            let steps = json!([ask("sampling/createMessage", &prompt("Say something."))]);
            let (questions, answer) = client.converse("shop__do", steps, completed).await;
            assert_eq!(questions.len(), 1, "{answer}");
            match server.speaks {
                Speaks::Handshake => assert!(said(&answer).contains("the request was refused"), "{answer}"),
                Speaks::Stateless => assert!(error(&answer).contains("Vetgate refused the answer"), "{answer}"),
            }
            let sent = server.journal().iter().any(|entry| entry.raw().contains("Kestrel"));
            assert!(!sent, "{speaks:?} {:?}: it never got there", server.speaks);
            house.close().await;
        }
    }
}

#[tokio::test]
async fn inside_the_same_answer_goes_on() {
    for speaks in ERAS {
        for server in Upstream::each("shop") {
            let inside = Upstream::stdio("files", Speaks::Handshake);
            let house = house(&inside, &server, ServerClass::Internal, Settings::default()).await;
            let client = Client::new(&house.gateway, speaks, Scope::All).await;
            read_plan(&client).await;
            let accepted = |_: &Value| json!({"action": "accept", "content": {"note": PLAN}});
            let steps = json!([ask("elicitation/create", &form("Anything to add?", "note"))]);
            let (_, answer) = client.converse("shop__do", steps, accepted).await;
            assert!(said(&answer).contains("Kestrel"), "{speaks:?} {:?}: {answer}", server.speaks);
            house.close().await;
        }
    }
}

#[tokio::test]
async fn what_is_masked_in_arguments_is_masked_in_answers() {
    let mail = "ana.lindqvist@kestrel-feed.net";
    for speaks in ERAS {
        for server in Upstream::each("shop") {
            let masking = Masking { external: Towards::Mask, ..Masking::default() };
            let inside = Upstream::stdio("files", Speaks::Handshake);
            let settings = Settings { masking, ..Settings::default() };
            let house = house(&inside, &server, ServerClass::External, settings).await;
            let client = Client::new(&house.gateway, speaks, Scope::All).await;
            let known = house.calls().len();
            let accepted = |_: &Value| json!({"action": "accept", "content": {"mail": mail}});
            let steps = json!([ask("elicitation/create", &form("Where shall we write to?", "mail"))]);
            let (_, answer) = client.converse("shop__do", steps, accepted).await;
            assert!(said(&answer).contains("accept") && !said(&answer).contains(mail), "{answer}");
            assert!(!server.journal().iter().any(|entry| entry.raw().contains(mail)), "{speaks:?} {:?}", server.speaks);
            let record = asked(&house, known, "elicitation/create").pop().unwrap();
            assert_eq!(record.verdict, Some(Verdict::Mask), "{record:?}");
            assert!(!text(&record.response).contains(mail) && !record.note.contains(mail), "nor in the record");
            house.close().await;
        }
    }
}
