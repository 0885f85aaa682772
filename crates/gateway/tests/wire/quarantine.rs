//! What nobody has approved is not there: not in lists, not for calls, not for searches.

use crate::client::{Client, error, text};
use crate::quarantine_house::{DO, House, announce, announced, call, held, open, subject};
use crate::upstream::{ERAS, Speaks, Upstream};
use crate::waiting::{LONG, heard};
use serde_json::json;
use tokio::sync::broadcast::Receiver;
use tokio::time::timeout;
use vetgate_gateway::config::Mode;
use vetgate_gateway::{Event, Scope, What};
use vetgate_ledger::quarantine::Decision;
use vetgate_ledger::{Item, Kind, State};

#[tokio::test]
async fn what_is_new_waits_until_a_person_has_approved_it() {
    for server in Upstream::each("s") {
        let house = House::new();
        let mut events = house.gateway.events().listen();
        house.configure(&[server.settings()]).await;
        let told = heard(&mut events, "it is held", |what| matches!(what, What::Held { .. })).await;
        let What::Held { server: whose, item, name, state, reason, .. } = told else { unreachable!() };
        assert_eq!((whose.as_str(), item, name.as_str(), state), ("s", "tool", "do", "quarantined"));
        assert_eq!(reason, "it is new and not yet approved");
        let is_next = |what: &What| matches!(what, What::Hidden { .. } | What::ServerUp { .. });
        let told = heard(&mut events, "it is up", is_next).await;
        assert!(matches!(told, What::ServerUp { tools: 0, waiting: 1, .. }), "what is held is told once: {told:?}");
        let client = house.client().await;
        assert!(client.tools().await.is_empty());
        let answer = call(&client, "s__do").await;
        assert_eq!(held(&answer), "it is new and not yet approved");
        assert_eq!(answer["error"]["code"], -32602);
        assert!(
            error(&answer).contains("`vetgate tools --pending`") && !error(&answer).contains("approve "),
            "{answer}"
        );
        assert!(server.received("tools/call").is_empty(), "it never hears of it");
        house.approve(&server, Item::Tool, "do").await;
        assert_eq!(client.tools().await, ["s__do"]);
        assert_eq!(text(&call(&client, "s__do").await), "tools/call do");
        let scans = house.records(Kind::Scan);
        assert_eq!(scans.len(), 1, "one list, one scan: {scans:?}");
        assert_eq!((scans[0].server.as_str(), scans[0].method.as_str()), ("s", "tools"));
        assert_eq!(scans[0].note, r#"{"definitions":1,"dangerous":0,"warnings":0,"uncovered":0}"#);
    }
}

#[tokio::test]
async fn what_another_process_decides_shows_up_by_itself() {
    let server = Upstream::stdio("s", Speaks::Handshake);
    let house = House::before(&[server.settings()]).await;
    let client = house.client().await;
    let session = client.session();
    let mut inbox = session.listen().unwrap();
    while inbox.try_recv().is_ok() {}
    let elsewhere = open(house.folder.path());
    let seen = house.standing(&server, Item::Tool, "do").unwrap().seen;
    let approve = Decision::Approve { fingerprint: seen.fingerprint.combined.0, accept: Default::default() };
    let mut events = house.gateway.events().listen();
    elsewhere.decide(subject(&server, Item::Tool, "do"), approve, "ada").done().await.unwrap().unwrap();
    decided(&mut events, "approve").await;
    let told = timeout(LONG, inbox.recv()).await.expect("clients are told").unwrap();
    assert!(told.contains("notifications/tools/list_changed"), "{told}");
    assert_eq!(client.tools().await, ["s__do"]);
    assert_eq!(text(&call(&client, "s__do").await), "tools/call do");
    elsewhere.decide(subject(&server, Item::Tool, "do"), Decision::Block, "ada").done().await.unwrap().unwrap();
    decided(&mut events, "block").await;
    let told = timeout(LONG, inbox.recv()).await.expect("clients are told").unwrap();
    assert!(told.contains("notifications/tools/list_changed"), "{told}");
    assert!(client.tools().await.is_empty());
}

/// Waits until it is told that `do` was decided about.
async fn decided(events: &mut Receiver<Event>, expected: &str) {
    let told = heard(events, "somebody has decided", |what| matches!(what, What::Decided { .. })).await;
    let What::Decided { server, item, name, decision, by, .. } = told else { unreachable!() };
    assert_eq!((server.as_str(), item, name.as_str(), decision, by.as_str()), ("s", "tool", "do", expected, "ada"));
}

#[tokio::test]
async fn a_block_holds_for_the_very_next_call() {
    let server = Upstream::stdio("s", Speaks::Handshake);
    let house = House::before(&[server.settings()]).await;
    let client = house.client().await;
    let elsewhere = open(house.folder.path());
    for _ in 0..20 {
        house.approve(&server, Item::Tool, "do").await;
        assert_eq!(text(&call(&client, "s__do").await), "tools/call do");
        elsewhere.decide(subject(&server, Item::Tool, "do"), Decision::Block, "ada").done().await.unwrap().unwrap();
        let answer = call(&client, "s__do").await;
        assert_eq!(held(&answer), "a person has blocked it");
        assert!(error(&answer).ends_with("a person has blocked it"), "nothing waits: {answer}");
    }
    assert_eq!(server.received("tools/call").len(), 20);
}

#[tokio::test]
async fn an_approval_holds_for_the_very_next_call() {
    let server = Upstream::stdio("s", Speaks::Handshake);
    let house = House::before(&[server.settings()]).await;
    let client = house.client().await;
    let elsewhere = open(house.folder.path());
    for _ in 0..20 {
        house.block(&server, Item::Tool, "do").await;
        held(&call(&client, "s__do").await);
        let seen = house.standing(&server, Item::Tool, "do").unwrap().seen;
        let approve = Decision::Approve { fingerprint: seen.fingerprint.combined.0, accept: Default::default() };
        elsewhere.decide(subject(&server, Item::Tool, "do"), approve, "ada").done().await.unwrap().unwrap();
        assert_eq!(text(&call(&client, "s__do").await), "tools/call do");
    }
}

#[tokio::test]
async fn a_refused_call_is_recorded_and_told_by_server_and_name() {
    let server = Upstream::stdio("s", Speaks::Handshake);
    let house = House::before(&[server.settings()]).await;
    let client = house.client().await;
    let mut events = house.gateway.events().listen();
    held(&call(&client, "s__do").await);
    let told = heard(&mut events, "it is refused", |what| matches!(what, What::Refused { .. })).await;
    let What::Refused { server: whose, name, .. } = told else { unreachable!() };
    assert_eq!((whose.as_str(), name.as_str()), ("s", "do"));
    let records = house.records(Kind::Call);
    let record = records.last().unwrap();
    assert_eq!((record.server.as_str(), record.name.as_str()), ("s", "do"));
}

#[tokio::test]
async fn every_way_to_a_held_thing_is_closed() {
    for server in Upstream::each("s") {
        server.declare(json!({
            "capabilities": {"tools": {}, "prompts": {}, "completions": {}, "tasks": {}},
            "tools": [DO, r#"{"name":"evil","description":"Returns the weather."}"#],
            "prompts": [r#"{"name":"ask"}"#, r#"{"name":"evil"}"#],
        }));
        let house = House::before(&[server.settings()]).await;
        house.approve(&server, Item::Tool, "do").await;
        house.approve(&server, Item::Prompt, "ask").await;
        for speaks in ERAS {
            for (scope, prefix) in [(Scope::All, "s__"), (server.scope(), "")] {
                let client = Client::new(&house.gateway, speaks, scope).await;
                assert_eq!(client.tools().await, [format!("{prefix}do")]);
                assert_eq!(client.names("prompts/list", "prompts", "name").await, [format!("{prefix}ask")]);
                let evil = format!("{prefix}evil");
                for (method, params) in [
                    ("tools/call", json!({"name": evil})),
                    ("tools/call", json!({"name": evil, "task": {"ttl": 1000}})),
                    ("tools/call", json!({"name": evil, "inputResponses": {}, "requestState": "x"})),
                    ("prompts/get", json!({"name": evil})),
                    ("completion/complete", json!({"ref": {"type": "ref/prompt", "name": evil}, "argument": {}})),
                ] {
                    held(&client.ask(method, &params.to_string()).await);
                }
                let answer = client.ask("prompts/get", &json!({"name": format!("{prefix}ask")}).to_string()).await;
                assert!(answer["result"].is_object(), "{answer}");
            }
        }
        assert!(server.journal().iter().all(|entry| !entry.raw().contains("evil")), "it never hears of it");
    }
}

#[tokio::test]
async fn a_search_does_not_find_what_is_held() {
    let server = Upstream::stdio("s", Speaks::Handshake)
        .declaring(json!({"tools": [DO, r#"{"name":"get_weather","description":"Returns the weather."}"#]}));
    let house = House::before(&[server.settings()]).await;
    house.gateway.set_mode(Mode::Discover);
    let client = house.client().await;
    let search = json!({"name": "search_tools", "arguments": {"query": "weather"}}).to_string();
    let found = client.ask("tools/call", &search).await.to_string();
    assert!(!found.contains("get_weather"), "{found}");
    let arguments = json!({"name": "s__get_weather", "arguments": {}, "intent": {"operation_type": "read"}});
    for tool in ["describe_tool", "call_tool_read"] {
        let answer = client.ask("tools/call", &json!({"name": tool, "arguments": arguments}).to_string()).await;
        assert!(!answer.to_string().contains("Returns the weather"), "{answer}");
        assert!(answer["error"].is_object() || answer["result"]["isError"] == true, "{answer}");
    }
    house.approve(&server, Item::Tool, "get_weather").await;
    let found = client.ask("tools/call", &search).await.to_string();
    assert!(found.contains("s__get_weather"), "{found}");
    house.block(&server, Item::Tool, "get_weather").await;
    let found = client.ask("tools/call", &search).await.to_string();
    assert!(!found.contains("get_weather"), "{found}");
}

#[tokio::test]
async fn instructions_are_left_out_until_they_are_approved_and_again_when_they_change() {
    for server in Upstream::each("s") {
        let said = |text: &str| json!({"instructions": text});
        server.declare(said("Be brief."));
        let house = House::before(&[server.settings()]).await;
        assert!(everything_said(&house, &server).await.is_empty());
        house.approve(&server, Item::Instructions, "").await;
        let told = everything_said(&house, &server).await;
        assert_eq!(told.len(), 4, "at each endpoint, to each generation: {told:?}");
        assert!(told.iter().all(|text| text.contains("Be brief.")), "{told:?}");
        server.declare(said("Be brief, and tell me everything."));
        let house = house.restart(&[server.settings()]).await;
        assert!(everything_said(&house, &server).await.is_empty());
        assert_eq!(house.standing(&server, Item::Instructions, "").unwrap().state, State::RugPull);
    }
}

/// The instructions that clients are given.
async fn everything_said(house: &House, server: &Upstream) -> Vec<String> {
    let mut all = Vec::new();
    for scope in [Scope::All, server.scope()] {
        let stateless = Client::new(&house.gateway, Speaks::Stateless, scope.clone()).await;
        let discovered = stateless.ask("server/discover", "{}").await;
        let session = house.gateway.sessions().open(
            format!("{}-{scope:?}-greeted", house.gateway.sessions().count()),
            stateless.caller.principal.clone(),
            scope.clone(),
        );
        let caller = vetgate_gateway::Caller { session: Some(session.clone()), ..stateless.caller.clone() };
        let greeted = Client { caller, ..stateless };
        let hello = r#"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}"#;
        let initialized = greeted.ask("initialize", hello).await;
        for answer in [discovered, initialized] {
            assert!(answer["result"]["capabilities"].is_object(), "{answer}");
            all.extend(answer["result"]["instructions"].as_str().map(str::to_owned));
        }
        house.gateway.close(session).await;
    }
    all
}

#[tokio::test]
async fn a_list_that_is_what_it_was_is_neither_scanned_nor_written_again() {
    // A server that does not say when its list changes is asked again and again.
    let server = Upstream::stdio("s", Speaks::Handshake);
    let house = House::before(&[server.settings()]).await;
    house.approve(&server, Item::Tool, "do").await;
    let client = house.client().await;
    let records = || house.ledger.read(|rows| rows.size()).unwrap().records;
    let before = records();
    let asked = server.received("tools/list").len();
    let started = tokio::time::Instant::now();
    while server.received("tools/list").len() < asked + 2 {
        assert!(started.elapsed() < LONG, "the list is not read again");
        assert_eq!(client.tools().await, ["s__do"]);
    }
    assert_eq!(records(), before);
}

#[tokio::test]
async fn a_scan_is_recorded_only_where_it_says_something_new() {
    let (one, two) = (Upstream::stdio("one", Speaks::Handshake), Upstream::stdio("two", Speaks::Handshake));
    let two = two.declaring(json!({"tools": [r#"{"name":"weather","description":"Returns the weather."}"#]}));
    let servers = [one.settings(), two.settings()];
    let house = House::before(&servers).await;
    let scans = |house: &House| house.records(Kind::Scan).len();
    assert_eq!(scans(&house), 2);
    house.approve(&one, Item::Tool, "do").await;
    house.approve(&two, Item::Tool, "weather").await;
    house.heed().await;
    let client = house.client().await;
    assert_eq!(client.tools().await, ["one__do", "two__weather"]);
    assert_eq!(scans(&house), 2, "what stands beside it changes nothing");
    let house = house.restart(&servers).await;
    assert_eq!(house.client().await.tools().await, ["one__do", "two__weather"]);
    assert_eq!(scans(&house), 2, "a new start changes nothing");
    two.declare(json!({"tools": [r#"{"name":"weather","description":"Returns the weather of a city."}"#]}));
    let house = house.restart(&servers).await;
    assert_eq!(scans(&house), 3, "what has changed is scanned, and that is on record");
}

#[tokio::test]
async fn a_change_that_is_announced_is_read_before_the_next_call() {
    let server = Upstream::stdio("s", Speaks::Handshake).declaring(announced(&[DO, r#"{"name":"t"}"#]));
    let house = House::before(&[server.settings()]).await;
    for tool in ["do", "t"] {
        house.approve(&server, Item::Tool, tool).await;
    }
    let client = house.client().await;
    let mut catalog = announced(&[DO, r#"{"name":"t","description":"Another."}"#]);
    catalog["gated"] = json!(["tools/list"]);
    server.declare(catalog);
    announce(&client, &server).await;
    server.notes("at tools/list", 1).await;
    let waiting = client.begin("tools/call", r#"{"name":"s__t"}"#);
    let other = client.begin("tools/call", r#"{"name":"s__do"}"#);
    let before = server.received("tools/call").len();
    tokio::task::yield_now().await;
    assert!(waiting.is_quiet() && other.is_quiet());
    server.open("list");
    assert_eq!(held(&waiting.answer().await), "it has changed since it was approved (description)");
    assert_eq!(text(&other.answer().await), "tools/call do");
    assert_eq!(server.received("tools/call").len(), before + 1);
}

#[tokio::test]
async fn calls_fail_if_a_changed_list_cannot_be_read_and_work_again_when_it_can() {
    let server = Upstream::stdio("s", Speaks::Handshake).declaring(announced(&[DO]));
    let house = House::before(&[server.settings()]).await;
    house.approve(&server, Item::Tool, "do").await;
    let client = house.client().await;
    let mut catalog = announced(&[DO]);
    catalog["refused"] = json!(["tools/list"]);
    server.declare(catalog);
    announce(&client, &server).await;
    let answer = call(&client, "s__do").await;
    assert!(error(&answer).contains("the list `tools/list` changed and cannot be read again"), "{answer}");
    assert_eq!(server.received("tools/call").len(), 1, "the one that announced it");
    server.declare(announced(&[DO]));
    assert_eq!(text(&call(&client, "s__do").await), "tools/call do");
}

#[tokio::test]
async fn approval_states_that_another_program_removes_open_nothing() {
    let other = |house: &House, sql: &str| {
        rusqlite::Connection::open(house.folder.path().join("ledger.db")).unwrap().execute_batch(sql).unwrap();
    };
    let gone = "DELETE FROM standing; DELETE FROM listed; UPDATE revision SET revision = revision + 1";
    let upstream = Upstream::stdio("s", Speaks::Handshake);
    let mut server = upstream.settings();
    server.trust = vetgate_ledger::Trust::Auto;
    let house = House::before(std::slice::from_ref(&server)).await;
    let client = house.client().await;
    assert_eq!(client.tools().await, ["s__do"], "it is approved at sight");
    let subject = house.ledger.read(|rows| rows.standings()).unwrap().remove(0).subject;
    house.decide(subject, Decision::Block).await.unwrap();
    assert!(client.tools().await.is_empty());
    other(&house, gone);
    house.heed().await;
    assert!(client.tools().await.is_empty());
    // A server that starts again is looked at anew.
    server.timeout *= 2;
    house.configure(std::slice::from_ref(&server)).await;
    let client = house.client().await;
    assert!(client.tools().await.is_empty());
    let answer = call(&client, "s__do").await;
    assert!(held(&answer).contains("another program has removed"), "{answer}");
    house.gateway.shut_down().await;
    let House { folder, .. } = house;
    let store = vetgate_ledger::Sqlite::open(&folder.path().join("ledger.db"), vetgate_ledger::Durability::Process);
    let ledger = vetgate_ledger::Ledger::open(folder.path(), Box::new(store.unwrap()), Default::default());
    let error = ledger.map(drop).unwrap_err().to_string();
    assert!(error.contains("another program has removed"), "{error}");
    let verified = vetgate_ledger::verify_folder(folder.path(), None, &[], &mut |_| {});
    assert!(verified.unwrap_err().to_string().contains("that the record describes is missing"));
}
