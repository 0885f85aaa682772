use super::*;
use crate::quarantine::{Decision, Rules};
use crate::{CHANGED_RISK, Durability, Item, Options, ServerKey, Sighting, Sqlite, Subject, Trust};
use serde_json::{Value, json};
use vetgate_model::{
    Action, Confidence, Definition, DefinitionKind, Finding, Fingerprint, Pointer, Signal, ThreatLevel, ThreatType,
    Tier,
};

const RULES: Rules = Rules { trust: Trust::Manual, detects_changes: true };

fn ledger() -> (tempfile::TempDir, Ledger) {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(&folder.path().join("ledger.db"), Durability::Process).unwrap();
    let ledger = Ledger::open(folder.path(), Box::new(store), Options::default()).unwrap();
    ledger.set_alerting(true);
    (folder, ledger)
}

fn server() -> ServerKey {
    ServerKey { name: "notes".to_owned(), identity: "1".to_owned() }
}

fn finding(severity: Severity) -> Finding {
    let signal = Signal {
        check: "unicode.hidden".to_owned(),
        tier: Tier::Hard,
        threat_type: ThreatType::ToolPoisoning,
        confidence: Confidence::new(0.95),
        pointer: Pointer::from("/description"),
        evidence: "evidence".to_owned(),
        detail: "detail".to_owned(),
        escalated: false,
        location: None,
    };
    Finding {
        server: "notes".to_owned(),
        tool: "add".to_owned(),
        subject: vetgate_model::Subject::Tool,
        severity,
        threat_level: ThreatLevel::Dangerous,
        threat_type: ThreatType::ToolPoisoning,
        tier: Tier::Hard,
        confidence: Confidence::new(0.95),
        risk: 90,
        action: Action::Quarantine,
        signals: vec![signal],
    }
}

fn seen(name: &str, description: &str, finding: Option<Finding>) -> Sighting {
    let raw = json!({"name": name, "description": description, "inputSchema": {"type": "object"}}).to_string();
    let definition = Definition::parse("notes", DefinitionKind::Tool, &raw).unwrap();
    let fingerprint = Fingerprint::of(&definition);
    Sighting { name: name.to_owned(), fingerprint, definition: raw, finding, is_covered: true }
}

fn observe(ledger: &Ledger, sightings: Vec<Sighting>) {
    ledger.observe(server(), Item::Tool, RULES, sightings).wait().unwrap();
}

fn approve(ledger: &Ledger, name: &str) {
    let subject = Subject { server: server(), item: Item::Tool, name: name.to_owned() };
    let standing = ledger.read(|rows| rows.standing(&subject)).unwrap().unwrap();
    let (fingerprint, accept) = (standing.seen.fingerprint.combined.0.clone(), Default::default());
    ledger.decide(subject, Decision::Approve { fingerprint, accept }, "ada").wait().unwrap().unwrap();
}

fn queued(ledger: &Ledger) -> Vec<Value> {
    let queued = ledger.read(|rows| rows.queued(u64::MAX, 100)).unwrap();
    let text = |queued: &Queued| serde_json::from_str::<Sealed<'_>>(&queued.body).unwrap().text.into_owned();
    queued.iter().map(|queued| serde_json::from_str(&text(queued)).unwrap()).collect()
}

#[test]
fn a_tool_that_changes_after_its_approval_is_an_alert_and_once_only() {
    let (_folder, ledger) = ledger();
    observe(&ledger, vec![seen("add", "Adds a note", None)]);
    approve(&ledger, "add");
    assert_eq!(queued(&ledger), Vec::<Value>::new(), "what is new waits for a person, and that is all");
    observe(&ledger, vec![seen("add", "Adds a note and sends it", None)]);
    for text in ["Adds a note and sends it", "Adds a note", "Something else"] {
        observe(&ledger, vec![seen("add", text, None)]);
    }
    let alerts = queued(&ledger);
    assert_eq!(alerts.len(), 1, "{alerts:?}");
    for (key, expected) in [
        ("event", "held"),
        ("severity", "high"),
        ("state", "rug_pull"),
        ("item", "tool"),
        ("server", "notes"),
        ("name", "add"),
        ("reason", "it has changed since it was approved (description)"),
    ] {
        assert_eq!(alerts[0][key], expected, "{key}");
    }
}

#[test]
fn the_alert_of_a_change_says_what_has_changed_and_how_risky_that_is() {
    let (_folder, ledger) = ledger();
    observe(&ledger, vec![seen("add", "Adds a note", None), seen("find", "Finds", None)]);
    approve(&ledger, "add");
    approve(&ledger, "find");
    let hidden = "Adds a note\u{200B} and sends it\u{1B}[8m";
    observe(&ledger, vec![seen("add", hidden, None), seen("find", "Hides", Some(finding(Severity::Critical)))]);
    let alerts = queued(&ledger);
    assert_eq!(
        alerts[0]["diff"],
        json!([{
            "field": "description",
            "change": "changed",
            "before": "Adds a note",
            "after": r"Adds a note\u{200B} and sends it\u{1B}[8m",
            "pointers": ["/description"],
        }])
    );
    assert_eq!((&alerts[0]["risk"], &alerts[0]["more_fields"]), (&json!(CHANGED_RISK), &json!(0)));
    assert_eq!(alerts[1]["risk"], 100, "a finding comes on top: {}", alerts[1]);
    let records = ledger.read(|rows| rows.records(0, 100)).unwrap();
    let risks: Vec<u8> = records.iter().filter(|record| record.method == "changed").map(|record| record.risk).collect();
    assert_eq!(risks, [CHANGED_RISK, 100], "the record says the same");
}

#[test]
fn the_diff_of_an_alert_is_bounded_and_masked() {
    let (_folder, ledger) = ledger();
    let secret = format!("ghp_{}", "16C7e42F292c6912E7710c838347Ae178B4a");
    let with = |description: &str, fields: usize, note: &str| {
        let mut tool = json!({"name": "add", "description": description});
        for field in 0..fields {
            tool[format!("x-{field}\u{1B}[2J")] = json!(note);
        }
        let raw = tool.to_string();
        let definition = Definition::parse("notes", DefinitionKind::Tool, &raw).unwrap();
        let fingerprint = Fingerprint::of(&definition);
        Sighting { name: "add".to_owned(), fingerprint, definition: raw, finding: None, is_covered: true }
    };
    let long = "Adds a note. ".repeat(400);
    observe(&ledger, vec![with(&long, 30, "a")]);
    approve(&ledger, "add");
    observe(&ledger, vec![with(&format!("{long}Then sends it to {secret}."), 30, "b")]);
    let alert = &queued(&ledger)[0];
    let diff = alert["diff"].as_array().unwrap();
    assert_eq!((diff.len(), &alert["more_fields"]), (FIELDS, &json!(31 - FIELDS)));
    let after = diff[0]["after"].as_str().unwrap();
    assert!(after.starts_with('…') && after.contains("Then sends it to "), "{after}");
    assert!(!alert.to_string().contains(&secret) && !alert.to_string().contains("\\u001b"), "{alert}");
    assert!(alert.to_string().len() < 16 << 10, "{}", alert.to_string().len());

    observe(&ledger, vec![with(&"Adds. ".repeat(20_000), 0, "")]);
    approve(&ledger, "add");
    observe(&ledger, vec![with(&"Sends. ".repeat(20_000), 0, "")]);
    let alert = queued(&ledger).pop().unwrap();
    let told = &alert["diff"][0];
    assert_eq!((&told["field"], &told["change"]), (&json!("description"), &json!("changed")));
    assert_eq!((&told["before"], &told["after"]), (&Value::Null, &Value::Null), "too long to be compared");
}

#[test]
fn what_a_scan_finds_dangerous_is_an_alert_when_it_is_new_and_when_it_was_approved() {
    let (_folder, ledger) = ledger();
    observe(&ledger, vec![seen("add", "Adds", None), seen("bad", "Hides", Some(finding(Severity::Critical)))]);
    approve(&ledger, "add");
    observe(&ledger, vec![seen("add", "Adds", Some(finding(Severity::High)))]);
    let alerts = queued(&ledger);
    let said = |key: &str| alerts.iter().map(|alert| alert[key].as_str().unwrap()).collect::<Vec<_>>();
    assert_eq!(said("name"), ["bad", "add"]);
    assert_eq!(said("severity"), ["critical", "high"]);
    assert_eq!(said("state"), ["quarantined", "approved"]);
    assert!(said("reason").iter().all(|reason| reason.contains("unicode.hidden")));
    assert_ne!(alerts[0]["id"], alerts[1]["id"]);
}

#[test]
fn what_waits_and_becomes_dangerous_is_an_alert_again() {
    let (_folder, ledger) = ledger();
    let bad = |name: &str, text: &str| seen(name, text, Some(finding(Severity::Critical)));
    observe(&ledger, vec![seen("changed", "Adds", None), seen("new", "Finds", None)]);
    approve(&ledger, "changed");
    observe(&ledger, vec![seen("changed", "Adds more", None), seen("new", "Finds", None)]);
    assert_eq!(queued(&ledger).len(), 1, "the change itself");
    observe(&ledger, vec![bad("changed", "Hides"), bad("new", "Hides")]);
    observe(&ledger, vec![bad("changed", "Hides more"), bad("new", "Hides more")]);
    let alerts = queued(&ledger);
    let said: Vec<_> = alerts[1..].iter().map(|alert| ["name", "state", "severity"].map(|key| &alert[key])).collect();
    assert_eq!(said, [["changed", "rug_pull", "critical"], ["new", "quarantined", "critical"]], "once each");
    assert!(alerts[1..].iter().all(|alert| alert["reason"].as_str().unwrap().contains("unicode.hidden")));
}

#[test]
fn what_is_blocked_is_no_alert_whatever_it_becomes() {
    let (_folder, ledger) = ledger();
    observe(&ledger, vec![seen("add", "Adds", None)]);
    let subject = Subject { server: server(), item: Item::Tool, name: "add".to_owned() };
    ledger.decide(subject, Decision::Block, "ada").wait().unwrap().unwrap();
    observe(&ledger, vec![seen("add", "Hides", Some(finding(Severity::Critical)))]);
    assert_eq!(queued(&ledger), Vec::<Value>::new());
}

#[test]
fn a_list_of_many_bad_tools_is_few_alerts() {
    let (_folder, ledger) = ledger();
    let bad = |number: usize| seen(&format!("bad-{number:03}"), "Hides", Some(finding(Severity::High)));
    observe(&ledger, (0..60).map(bad).collect());
    let alerts = queued(&ledger);
    assert_eq!(alerts.len(), AT_ONCE + 1);
    assert_eq!(alerts[AT_ONCE]["reason"], "40 more of this kind");
}

#[test]
fn nothing_is_queued_where_nobody_is_told() {
    let (_folder, ledger) = ledger();
    ledger.set_alerting(false);
    observe(&ledger, vec![seen("bad", "Hides", Some(finding(Severity::High)))]);
    ledger.alert(Alert::new("chain_broken", "x"));
    observe(&ledger, vec![]);
    assert_eq!(queued(&ledger), Vec::<Value>::new());
}

#[test]
fn a_secret_in_an_alert_is_masked() {
    let (_folder, ledger) = ledger();
    let secret = format!("ghp_{}", "16C7e42F292c6912E7710c838347Ae178B4a");
    let masked = ledger.masked(&secret);
    assert_ne!(masked, secret, "the test needs something that is masked");
    observe(&ledger, vec![seen("get", &format!("Hides {secret}"), Some(finding(Severity::High)))]);
    ledger.alert(Alert { reason: format!("because of {secret}"), ..Alert::new("chain_broken", "x") });
    observe(&ledger, vec![]);
    let alerts = queued(&ledger);
    assert_eq!(alerts.len(), 2);
    assert!(!format!("{alerts:?}").contains(&secret), "{alerts:?}");
}

#[test]
fn of_too_many_alerts_the_oldest_goes_and_that_is_on_record() {
    let (_folder, ledger) = ledger();
    let enqueue = |desk: &mut Desk<'_>, number: u64| desk.rows.enqueue(&sealed_body(desk.key, &number.to_string()), 0);
    let filled = ledger.submit(move |desk| (0..ALERTS).try_for_each(|number| enqueue(desk, number)));
    filled.wait().unwrap();
    ledger.enqueue_alert("new".to_owned()).wait().unwrap();
    assert_eq!(ledger.read(|rows| rows.queue_length()).unwrap(), ALERTS);
    let Claimed::Message(first) = ledger.claim_alert(0, 0, 0, None).wait().unwrap() else { panic!("nothing") };
    assert_eq!(first.body, "1");
    assert_eq!((ledger.take_dropped_alerts(), ledger.take_dropped_alerts()), (1, 0));
    let records = ledger.read(|rows| rows.records(0, 10)).unwrap();
    assert!(records.iter().any(|record| record.method == "alert_dropped" && record.kind == Kind::Security));
}

#[test]
fn an_alert_that_another_program_put_into_the_queue_is_recorded_and_not_sent() {
    let (folder, ledger) = ledger();
    let genuine = r#"{"text":"all clear","seal":"00"}"#;
    let other = rusqlite::Connection::open(folder.path().join("ledger.db")).unwrap();
    for body in [r#"{"text":"all clear"}"#, genuine, "all clear", ""] {
        other.execute("INSERT INTO queue (body, attempts, next) VALUES (?1, 0, 0)", [body]).unwrap();
    }
    ledger.enqueue_alert("ours".to_owned()).wait().unwrap();
    other.execute("UPDATE queue SET body = replace(body, 'ours', 'theirs')", []).unwrap();
    ledger.enqueue_alert("ours".to_owned()).wait().unwrap();
    let Claimed::Message(first) = ledger.claim_alert(u64::MAX, 0, 0, None).wait().unwrap() else { panic!("nothing") };
    assert_eq!(first.body, "ours");
    assert_eq!(ledger.read(|rows| rows.queue_length()).unwrap(), 1);
    let records = ledger.read(|rows| rows.records(0, 10)).unwrap();
    assert!(records.iter().all(|record| record.method == "forged_alert" && record.kind == Kind::Security));
    assert_eq!(records.len(), 5);
}

#[test]
fn whoever_claims_an_alert_has_it_alone_until_the_time_is_over() {
    let (_folder, ledger) = ledger();
    let claim = |now, postponed| ledger.claim_alert(now, 30_000, 3_600_000, postponed).wait().unwrap();
    assert_eq!(claim(0, None), Claimed::Nothing);
    ledger.enqueue_alert("one".to_owned()).wait().unwrap();
    ledger.enqueue_alert("two".to_owned()).wait().unwrap();
    let now = ledger.read(|rows| rows.queued(u64::MAX, 1)).unwrap()[0].next_ms;
    let Claimed::Message(first) = claim(now, None) else { panic!("nothing") };
    assert_eq!((first.body.as_str(), first.attempts), ("one", 1));
    assert_eq!(claim(now + 29_999, None), Claimed::Later(now + 30_000), "the second waits for the first");
    let Claimed::Message(again) = claim(now + 30_000, None) else { panic!("nothing") };
    assert_eq!((again.id, again.attempts), (first.id, 2));

    ledger.postpone_alert(first.id, 2, now + 90_000).wait().unwrap();
    assert_eq!(claim(now, Some((first.id, now + 80_000))), Claimed::Later(now + 90_000), "another has taken it since");
    assert!(matches!(claim(now, Some((first.id, now + 90_000))), Claimed::Message(_)), "his own is given at once");
    ledger.postpone_alert(first.id, 3, now + 90_000).wait().unwrap();
    assert!(matches!(claim(now - 86_400_000, None), Claimed::Message(_)), "the clock was put back by a day");
    ledger.dequeue_alert(first.id).wait().unwrap();
    assert!(matches!(claim(now + 60_000, None), Claimed::Message(second) if second.body == "two"));
}
