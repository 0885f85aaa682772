//! What happened: every filter, both orders, page by page.

use crate::managed::Managed;
use serde_json::Value;
use std::collections::BTreeSet;
use vetgate_ledger::{Body, Entry, Kind, Verdict};

/// 2026-11-16T14:00:00Z.
const NOON: u64 = 1_794_837_600_000;

fn entry(kind: Kind, name: &str) -> Entry {
    Entry { name: name.to_owned(), time_ms: NOON, ..Entry::new(kind) }
}

/// One record for each field that can be asked for, and some that nothing asks for.
fn entries() -> Vec<Entry> {
    let call = |name| Entry { verdict: Some(Verdict::Allow), ..entry(Kind::Call, name) };
    vec![
        entry(Kind::Scan, "by-kind"),
        Entry { verdict: Some(Verdict::Deny), ..entry(Kind::Call, "by-verdict") },
        Entry { session: "0123456789ab".to_owned(), ..call("by-session") },
        Entry { principal: "claude".to_owned(), ..call("by-principal") },
        Entry { server: "files".to_owned(), ..call("by-server") },
        Entry { method: "prompts/get".to_owned(), ..call("by-method") },
        Entry { request: "\"r-1\"".to_owned(), ..call("by-request") },
        Entry { trace: "4bf92f3577b34da6a3ce929d0e0e4736".to_owned(), ..call("by-trace") },
        Entry { error: Some("it failed".to_owned()), ..call("by-error") },
        Entry { risk: 70, ..call("by-risk") },
        Entry { duration_us: Some(2_000_000), ..call("by-duration") },
        Entry {
            arguments: Some(Body::whole("{\"to\":\"jo.miller@acme.io\"}")),
            response: Some(Body::whole("x".repeat(500))),
            ..call("by-bytes")
        },
        Entry { time_ms: NOON + 60_000, ..call("by-since") },
        Entry { time_ms: NOON - 60_000, ..call("by-until") },
    ]
}

async fn filled() -> Managed {
    let managed = Managed::open().await;
    for entry in entries() {
        managed.ledger.record(entry).done().await.unwrap();
    }
    managed
}

async fn names(managed: &Managed, query: &str) -> Vec<String> {
    let (status, page) = managed.get(&format!("/api/v1/activity?{query}")).await;
    assert_eq!(status, 200, "{page}");
    page["records"].as_array().unwrap().iter().map(|record| record["name"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn every_filter_finds_its_own() {
    let managed = filled().await;
    for (query, expected) in [
        ("kind=scan", &["by-kind"][..]),
        ("kind=scan&kind=ledger", &["by-kind"]),
        ("verdict=deny", &["by-verdict"]),
        ("verdict=deny&verdict=mask", &["by-verdict"]),
        ("session=0123456789ab", &["by-session"]),
        ("principal=claude", &["by-principal"]),
        ("server=files", &["by-server"]),
        ("method=prompts%2Fget", &["by-method"]),
        ("name=by-name", &[]),
        ("name=by-risk", &["by-risk"]),
        ("request=%22r-1%22", &["by-request"]),
        ("trace=4bf92f3577b34da6a3ce929d0e0e4736", &["by-trace"]),
        ("failed=true&kind=call", &["by-error"]),
        ("risk_from=70", &["by-risk"]),
        ("risk_from=71", &[]),
        ("duration_from_us=2000000", &["by-duration"]),
        ("bytes_from=500", &["by-bytes"]),
        ("kind=call&since=2026-11-16T14:01:00Z&until=2026-11-16T15:01:00%2B01:00", &[]),
        ("kind=call&since=2026-11-16T15:00:30%2B01:00&until=1794837661000", &["by-since"]),
        ("until=2026-11-16T14:00:00Z", &["by-until"]),
        ("kind=call&failed=false&risk_from=1&server=files", &[]),
    ] {
        let mut found = names(&managed, query).await;
        // Whatever else the gateway has on record was written today.
        found.retain(|name| name.starts_with("by-"));
        assert_eq!(found, expected, "{query}");
    }
    let unfailed = names(&managed, "failed=false&kind=call").await;
    assert!(!unfailed.contains(&"by-error".to_owned()) && unfailed.len() == 12, "{unfailed:?}");
}

#[tokio::test]
async fn pages_hold_everything_once_in_either_order() {
    let managed = filled().await;
    for number in 0..60 {
        managed.ledger.record(entry(Kind::Call, &format!("n-{number}"))).done().await.unwrap();
    }
    let (_, all) = managed.get("/api/v1/activity?limit=1000&order=oldest").await;
    let ids = |page: &Value| -> Vec<u64> {
        page["records"].as_array().unwrap().iter().map(|record| record["id"].as_u64().unwrap()).collect()
    };
    let all = ids(&all);
    assert!(all.len() >= 74 && all == (1..=all.len() as u64).collect::<Vec<u64>>());
    for order in ["oldest", "newest"] {
        for limit in [1, 10, 73, 1000] {
            let (mut found, mut cursor) = (Vec::new(), String::new());
            loop {
                let (_, page) = managed.get(&format!("/api/v1/activity?limit={limit}&order={order}{cursor}")).await;
                found.extend(ids(&page));
                let Some(next) = page["next"].as_u64() else { break };
                cursor = format!("&cursor={next}");
            }
            if order == "newest" {
                found.reverse();
            }
            assert_eq!(found, all, "{order} {limit}");
        }
    }
}

#[tokio::test]
async fn a_record_has_its_hashes_and_its_bodies_are_masked() {
    let managed = filled().await;
    let (_, page) = managed.get("/api/v1/activity?name=by-bytes").await;
    let record = &page["records"][0];
    let (status, one) = managed.get(&format!("/api/v1/activity/{}", record["id"])).await;
    assert_eq!((status, &one), (200, record));
    assert_eq!(one["arguments"]["text"], "{\"to\":\"[EMAIL]\"}");
    assert_eq!(one["arguments"]["bytes"], 26);
    let (_, before) = managed.get(&format!("/api/v1/activity/{}", record["id"].as_u64().unwrap() - 1)).await;
    assert_eq!(one["previous"], before["hash"]);
    let (_, everything) = managed.get("/api/v1/activity?limit=1000").await;
    assert!(!everything.to_string().contains("miller"));
    let hashes: BTreeSet<&str> =
        everything["records"].as_array().unwrap().iter().map(|record| record["hash"].as_str().unwrap()).collect();
    assert!(hashes.len() >= 14 && hashes.iter().all(|hash| hash.len() == 64));
}
