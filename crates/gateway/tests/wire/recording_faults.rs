//! What becomes of calls when the record cannot be written.

use crate::client::{Client, error};
use crate::recording_house::{Recorded, proves, text};
use crate::upstream::{ERAS, Speaks, Upstream};
use crate::waiting::{heard, until};
use serde_json::{Value, json};
use vetgate_gateway::What;
use vetgate_ledger::{Kind, Verdict as Ruling};

fn is_unrecorded(answer: &Value, words: &str) {
    assert!(error(answer).contains(words) && error(answer).contains("no space left"), "{answer}");
    assert_eq!(answer["error"]["code"], -32603);
    assert_eq!(answer["error"]["data"]["reason"], "unrecorded");
}

#[tokio::test]
async fn a_call_that_cannot_be_recorded_is_not_made() {
    for speaks in ERAS {
        let server = Upstream::stdio("s", Speaks::Handshake);
        let house = Recorded::before(&[&server]).await;
        let client = Client::new(&house.gateway, speaks, server.scope()).await;
        let mut events = house.gateway.events().listen();
        // What was told until now is written.
        house.ledger.probe().await.unwrap();
        house.faults.fill();
        for (method, params) in [("tools/call", r#"{"name":"do"}"#), ("x/strange", "{}")] {
            is_unrecorded(&client.ask(method, params).await, "the call was not made");
            assert!(server.received(method).is_empty());
        }
        // A refusal is one, whether or not it can be written.
        assert!(error(&client.ask("tools/call", r#"{"name":"nothing"}"#).await).contains("Unknown tool"));
        let failed = heard(&mut events, "it fails", |what| matches!(what, What::LedgerFailed { .. })).await;
        assert_eq!(failed, What::LedgerFailed { reason: "the disk has no space left for the ledger".to_owned() });
        house.faults.clear();
        assert!(client.ask("tools/call", r#"{"name":"do"}"#).await["result"].is_object());
        let told = heard(&mut events, "it works", |what| {
            assert!(!matches!(what, What::LedgerFailed { .. }), "that it fails is told once");
            matches!(what, What::LedgerWorks)
        });
        told.await;
        let gap = house.comes(Kind::Security, "the gap", |record| record.method == "unrecorded").await;
        assert!(gap.note.contains(r#""failures":3"#) && gap.error.unwrap().contains("no space"), "{}", gap.note);
        assert_eq!(house.calls().len(), 1);
        house.close().await;
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_call_is_not_made_once_the_file_of_the_ledger_was_removed() {
    for speaks in ERAS {
        let server = Upstream::stdio("s", Speaks::Handshake);
        let house = Recorded::before(&[&server]).await;
        let client = Client::new(&house.gateway, speaks, server.scope()).await;
        let mut events = house.gateway.events().listen();
        house.ledger.probe().await.unwrap();
        let (file, away) = (house.folder.path().join("ledger.db"), house.folder.path().join("away"));
        std::fs::rename(&file, &away).unwrap();
        let failed = heard(&mut events, "it fails", |what| matches!(what, What::LedgerFailed { .. }));
        let (failed, answers) = tokio::join!(failed, async {
            let mut answers = Vec::new();
            for _ in 0..2 {
                answers.push(client.ask("tools/call", r#"{"name":"do"}"#).await);
            }
            answers
        });
        assert!(
            matches!(&failed, What::LedgerFailed { reason } if reason.contains("removed or renamed")),
            "{failed:?}"
        );
        for answer in answers {
            assert!(error(&answer).contains("the call was not made"), "{answer}");
            assert!(error(&answer).contains("ledger.db was removed or renamed"), "{answer}");
            assert_eq!(answer["error"]["data"]["reason"], "unrecorded");
        }
        assert!(server.received("tools/call").is_empty());
        std::fs::rename(&away, &file).unwrap();
        assert!(client.ask("tools/call", r#"{"name":"do"}"#).await["result"].is_object());
        house.close().await;
    }
}

#[tokio::test]
async fn a_result_that_cannot_be_recorded_is_withheld_and_the_call_is_on_record_as_soon_as_it_can_be() {
    for server in Upstream::each("s") {
        let house = Recorded::before(&[&server]).await;
        let client = Client::new(&house.gateway, Speaks::Stateless, server.scope()).await;
        let secret = json!({"do": "result", "text": r#"{"content":[{"type":"text","text":"the result"}]}"#});
        let talk = client.call("do", json!([{"do": "gate", "name": "go"}, secret]));
        server.notes("at go", 1).await;
        house.faults.fill();
        server.open("go");
        let answer = talk.answer().await;
        is_unrecorded(&answer, "the call was made, and its result is withheld");
        assert!(!answer.to_string().contains("the result"));
        house.faults.clear();
        let late = house.comes(Kind::Call, "the call", |record| record.note.contains("recorded late")).await;
        assert_eq!((late.verdict, late.error.as_deref()), (Some(Ruling::Allow), None));
        assert!(text(&late.response).contains("the result"), "{late:?}");
        assert_eq!(house.calls().len(), 1);
        drop(client);
        house.close().await;
    }
}

#[tokio::test]
async fn a_call_that_is_given_up_while_nothing_can_be_written_is_on_record_as_soon_as_it_can_be() {
    let server = Upstream::stdio("s", Speaks::Handshake);
    let house = Recorded::before(&[&server]).await;
    let client = Client::new(&house.gateway, Speaks::Stateless, server.scope()).await;
    let mut events = house.gateway.events().listen();
    let talk = client.call("do", json!([{"do": "gate", "name": "go"}]));
    server.notes("at go", 1).await;
    house.faults.fill();
    talk.cancel();
    heard(&mut events, "it fails", |what| matches!(what, What::LedgerFailed { .. })).await;
    house.faults.clear();
    let late = house.comes(Kind::Call, "the call", |record| record.note.contains("recorded late")).await;
    assert!(late.error.unwrap().starts_with("cancelled"));
    heard(&mut events, "it works", |what| matches!(what, What::LedgerWorks)).await;
    house.close().await;
}

#[tokio::test]
async fn a_call_whose_end_is_never_written_is_on_record_after_a_restart() {
    for server in Upstream::each("s") {
        let house = Recorded::before(&[&server]).await;
        let client = Client::new(&house.gateway, Speaks::Stateless, server.scope()).await;
        let secret = json!({"do": "result", "text": r#"{"content":[{"type":"text","text":"the result"}]}"#});
        let talk = client.call("do", json!([{"do": "gate", "name": "go"}, secret]));
        server.notes("at go", 1).await;
        house.faults.fill();
        server.open("go");
        is_unrecorded(&talk.answer().await, "the call was made, and its result is withheld");
        drop(client);
        let ledger = std::sync::Arc::downgrade(&house.ledger);
        let folder = house.close().await;
        until("the ledger is closed", || (ledger.strong_count() == 0).then_some(())).await;
        let store = vetgate_ledger::Sqlite::open(&folder.path().join("ledger.db"), Default::default()).unwrap();
        let ledger = vetgate_ledger::Ledger::open(folder.path(), Box::new(store), Default::default()).unwrap();
        let filter = vetgate_ledger::Filter { kinds: vec![Kind::Call], ..Default::default() };
        let records = ledger.page(&vetgate_ledger::Query { filter, ..Default::default() }).unwrap().records;
        assert_eq!(records.len(), 1);
        assert!(records[0].error.as_ref().unwrap().starts_with("interrupted"), "{:?}", records[0]);
        assert!(text(&records[0].arguments).contains("the result"), "what was asked for is known");
        drop(ledger);
        proves(folder.path());
    }
}

#[tokio::test]
async fn calls_go_through_unrecorded_if_they_may() {
    let server = Upstream::stdio("s", Speaks::Handshake);
    let house = Recorded::before(&[&server]).await;
    house.gateway.let_unrecorded_pass(true);
    let client = Client::new(&house.gateway, Speaks::Stateless, server.scope()).await;
    let mut events = house.gateway.events().listen();
    let gated = client.call("do", json!([{"do": "gate", "name": "go"}]));
    server.notes("at go", 1).await;
    house.faults.fill();
    assert!(client.call("do", json!([])).answer().await["result"].is_object(), "before");
    server.open("go");
    assert!(gated.answer().await["result"].is_object(), "between");
    heard(&mut events, "it fails", |what| matches!(what, What::LedgerFailed { .. })).await;
    house.gateway.let_unrecorded_pass(false);
    is_unrecorded(&client.call("do", json!([])).answer().await, "the call was not made");
    house.faults.clear();
    assert!(client.call("do", json!([])).answer().await["result"].is_object(), "after");
    heard(&mut events, "it works", |what| matches!(what, What::LedgerWorks)).await;
    house.comes(Kind::Call, "the one between", |record| record.note.contains("recorded late")).await;
    let verdicts: Vec<_> = house.calls().iter().map(|record| record.verdict).collect();
    assert_eq!(verdicts, [Some(Ruling::Allow); 2]);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_answer_to_many_callers_is_on_record_exactly_once() {
    const CALLERS: usize = 64;
    const CALLS: usize = 5;
    let server = Upstream::stdio("s", Speaks::Handshake);
    let house = Recorded::before(&[&server]).await;
    let mut callers = Vec::new();
    for caller in 0..CALLERS {
        let client = Client::new(&house.gateway, ERAS[caller % 2], server.scope()).await;
        callers.push(tokio::spawn(async move {
            for call in 0..CALLS {
                let id = caller * 1000 + call;
                let text = format!(
                    r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"do","arguments":{{"id":{id}}}}}}}"#
                );
                let reply = client.begin_as(&text).reply().await;
                assert!(reply.text.contains("result"), "{}", reply.text);
            }
        }));
    }
    for caller in callers {
        caller.await.unwrap();
    }
    let records = house.calls();
    let mut ids: Vec<usize> = records.iter().map(|record| record.request.parse().unwrap()).collect();
    ids.sort_unstable();
    let expected: Vec<usize> =
        (0..CALLERS).flat_map(|caller| (0..CALLS).map(move |call| caller * 1000 + call)).collect();
    assert_eq!(ids, expected);
    for record in &records {
        assert_eq!(text(&record.arguments), format!(r#"{{"id":{}}}"#, record.request));
    }
    house.close().await;
}

#[tokio::test]
async fn calls_that_are_given_up_do_not_pile_up_before_a_slow_disk() {
    let server = Upstream::stdio("s", Speaks::Handshake);
    let house = Recorded::before(&[&server]).await;
    let client = Client::new(&house.gateway, Speaks::Stateless, server.scope()).await;
    let faults = house.faults.clone();
    let pause = faults.pause().await;
    for _ in 0..20 {
        let talks: Vec<_> = (0..100).map(|_| client.begin("tools/call", r#"{"name":"do"}"#)).collect();
        for _ in 0..10 {
            tokio::task::yield_now().await;
        }
        talks.into_iter().for_each(crate::client::Talk::cancel);
    }
    tokio::task::yield_now().await;
    drop(pause);
    assert!(client.ask("tools/call", r#"{"name":"do"}"#).await["result"].is_object());
    let answered = house.calls().iter().filter(|record| record.error.is_none()).count();
    let given_up = house.calls().len() - answered;
    assert_eq!(answered, 1);
    assert!((1..=512).contains(&given_up), "{given_up} of 2000 were written");
    assert_eq!(server.received("tools/call").len(), 1, "what was given up before it was written was never sent");
    house.close().await;
}
