//! Proofs, events, health and figures.

use crate::double::patiently;
use crate::managed::{AGENT, Managed, read, tool};
use std::sync::atomic::Ordering;
use vetgate_gateway::What;
use vetgate_ledger::{Checkpoint, Entry, Item, Kind, PublicKey, Trust};

#[tokio::test]
async fn the_chain_is_proved_and_a_change_is_found() {
    let managed = Managed::open().await;
    for number in 0..5 {
        let name = format!("call-{number}");
        managed.ledger.record(Entry { name, ..Entry::new(Kind::Call) }).done().await.unwrap();
    }
    let (status, proof) = managed.post("/api/v1/audit/verify", "").await;
    assert_eq!((status, &proof["holds"]), (200, &true.into()), "{proof}");
    assert!(proof["verified"]["records"].as_u64().unwrap() >= 5);
    let changed = std::process::Command::new("python3")
        .arg("-c")
        .arg("import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); print(c.execute(\"update activity set name='other' where name='call-3'\").rowcount); c.commit()")
        .arg(managed.ledger.folder().join(vetgate_ledger::DATABASE))
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&changed.stdout).trim(), "1", "{}", String::from_utf8_lossy(&changed.stderr));
    let (_, records) = managed.get("/api/v1/activity?name=call-2").await;
    let (status, proof) = managed.post("/api/v1/audit/verify", "").await;
    let expected = records["records"][0]["id"].as_u64().unwrap() + 1;
    assert_eq!((status, &proof["holds"], proof["record"].as_u64()), (200, &false.into(), Some(expected)), "{proof}");
    assert!(proof["wrong"].as_str().unwrap().contains("altered"), "{proof}");
}

#[cfg(unix)]
#[tokio::test]
async fn one_proof_runs_at_a_time() {
    let managed = Managed::open().await;
    managed.ledger.record(Entry::new(Kind::Call)).done().await.unwrap();
    // A proof reads this file first; whoever opens a pipe waits for the other end.
    let pipe = managed.ledger.folder().join(vetgate_ledger::CHECKPOINTS);
    std::fs::remove_file(&pipe).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut first = managed.wire().await;
    first.ask("POST", "/api/v1/audit/verify", &[("Authorization", &managed.admin())], "").await;
    let mut second = managed.wire().await;
    second.ask("POST", "/api/v1/audit/verify", &[("Authorization", &managed.admin())], "").await;
    // Which of the two comes first is the machine's affair: one of them waits, the other is refused.
    let refused = tokio::select! {
        answer = first.answer() => answer,
        answer = second.answer() => answer,
    };
    let (status, problem) = read(&refused);
    assert_eq!(status, 409, "{problem}");
    let path = pipe.clone();
    tokio::task::spawn_blocking(move || drop(std::fs::OpenOptions::new().write(true).open(path).unwrap()))
        .await
        .unwrap();
    std::fs::remove_file(&pipe).unwrap();
    patiently("the next proof", async {
        while managed.post("/api/v1/audit/verify", "").await.0 == 409 {
            tokio::task::yield_now().await;
        }
    })
    .await;
}

#[tokio::test]
async fn the_checkpoint_is_signed_with_the_key_beside_it() {
    let managed = Managed::open().await;
    managed.ledger.record(Entry::new(Kind::Call)).done().await.unwrap();
    let (status, told) = managed.get("/api/v1/audit/checkpoint").await;
    assert_eq!(status, 200, "{told}");
    let checkpoint = Checkpoint::from_line(&told["checkpoint"].to_string()).unwrap();
    let key = PublicKey::from_hex(told["public_key"].as_str().unwrap()).unwrap();
    assert!(checkpoint.is_signed_by(&key));
    for path in ["/api/v1/audit/checkpoint", "/api/v1/activity", "/api/v1/tools"] {
        let body = managed.ask("GET", path, &[], "").await.body;
        assert!(body.ends_with('\n') && body.lines().count() == 1, "answers can be gathered in a file: {body}");
    }
}

#[tokio::test]
async fn events_come_as_they_happen_with_their_ids() {
    let managed = Managed::open().await;
    let admin = managed.admin();
    let mut wire = managed.wire().await;
    wire.ask("GET", "/api/v1/events", &[("Authorization", &admin)], "").await;
    let head = wire.head().await;
    assert_eq!((head.status, head.header("content-type")), (200, Some("text/event-stream")));
    assert_eq!(wire.chunk().await.unwrap(), ": listening\n\n");
    managed.gateway.events().tell(What::ServerRemoved { server: "a".to_owned() });
    let event = wire.chunk().await.unwrap();
    let (id, data) = event.split_once('\n').unwrap();
    assert!(data.contains(r#""event":"server_removed","server":"a""#) && data.ends_with("\n\n"), "{event}");

    managed.gateway.events().tell(What::ServerRemoved { server: "b".to_owned() });
    let id = id.strip_prefix("id: ").unwrap();
    for (last, first) in
        [(id, "event: missed\ndata: {\"count\":1}\n\n"), ("elsewhere-9", "event: missed\ndata: {\"count\":null}\n\n")]
    {
        let mut again = managed.wire().await;
        again.ask("GET", "/api/v1/events", &[("Authorization", &admin), ("Last-Event-ID", last)], "").await;
        again.head().await;
        assert_eq!(again.chunk().await.unwrap(), first);
    }
}

#[tokio::test]
async fn a_gateway_whose_ledger_fails_is_not_ready() {
    let managed = Managed::open().await;
    let ready = async || {
        let mut wire = managed.wire().await;
        let answer = wire.get("/readyz", &[]).await;
        (answer.status, answer.body)
    };
    assert_eq!(ready().await, (200, "{\"ready\":true,\"reasons\":[]}\n".to_owned()));
    managed.fails.store(true, Ordering::SeqCst);
    let until = async |status: u16| {
        patiently("another readiness", async {
            loop {
                let (found, body) = ready().await;
                if found == status {
                    return body;
                }
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
        })
        .await
    };
    assert_eq!(until(503).await.trim_end(), r#"{"ready":false,"reasons":["the ledger cannot be written"]}"#);
    let (status, problem) = managed.post("/api/v1/tools/0123456789abcdef/block", "").await;
    assert_eq!(status, 404, "what is there can still be read: {problem}");
    managed.fails.store(false, Ordering::SeqCst);
    until(200).await;
}

#[tokio::test]
async fn a_decision_that_cannot_be_written_is_not_made() {
    let managed = Managed::open().await;
    managed.declare("files", Item::Tool, Trust::Auto, vec![tool(r#"{"name":"read"}"#)]).await;
    let (_, page) = managed.get("/api/v1/tools").await;
    let path = format!("/api/v1/tools/{}", page["tools"][0]["id"].as_str().unwrap());
    managed.fails.store(true, Ordering::SeqCst);
    let answer = managed.ask("POST", &format!("{path}/block"), &[], "").await;
    assert_eq!((read(&answer).0, answer.header("retry-after")), (503, Some("1")));
    assert_eq!(managed.get(&path).await.1["state"], "approved");
}

#[tokio::test]
async fn figures_are_told_to_whoever_has_the_token() {
    let managed = Managed::open().await;
    managed.declare("files", Item::Tool, Trust::Manual, vec![tool(r#"{"name":"read"}"#)]).await;
    let agent = format!("Bearer {AGENT}");
    assert_eq!(managed.wire().await.get("/metrics", &[("Authorization", &agent)]).await.status, 403);
    let answer = managed.ask("GET", "/metrics", &[], "").await;
    assert_eq!(answer.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    for line in [
        "vetgate_server_up{server=\"broken\"} 0",
        "vetgate_sessions 0",
        "vetgate_definitions{state=\"quarantined\"} 1",
        "vetgate_definitions_pending 1",
        "vetgate_ledger_up 1",
        "vetgate_alerts_queued 0",
        "vetgate_turned_away_total 1",
    ] {
        assert!(answer.body.lines().any(|known| known == line), "{line}\n{}", answer.body);
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_gateway_whose_ledger_was_removed_is_not_ready_and_says_so() {
    let managed = Managed::open().await;
    managed.ledger.record(vetgate_ledger::Entry::new(vetgate_ledger::Kind::Call)).done().await.unwrap();
    let mut events = managed.gateway.events().listen();
    std::fs::remove_file(managed.ledger.folder().join(vetgate_ledger::DATABASE)).unwrap();
    let answer = managed.wire().await.get("/readyz", &[]).await;
    assert!(answer.status == 503 && answer.body.contains("the ledger cannot be written"), "{}", answer.body);
    let told = crate::double::patiently("it is told", async {
        loop {
            if let vetgate_gateway::What::LedgerFailed { reason } = events.recv().await.unwrap().what {
                return reason;
            }
        }
    });
    let reason = told.await;
    assert!(reason.contains("removed or renamed"), "{reason}");
    let (status, proof) = managed.post("/api/v1/audit/verify", "").await;
    assert_eq!((status, &proof["holds"]), (200, &false.into()), "{proof}");
}
