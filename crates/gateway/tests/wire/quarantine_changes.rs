//! What changes after it was approved: in whatever field, however the gateway comes to know, and for good.

use crate::client::{Client, text};
use crate::quarantine_house::{DO, House, announce, announced, call, held};
use crate::upstream::{Speaks, Upstream, gone};
use crate::waiting::{LONG, heard, stands, until};
use serde_json::{Value, json};
use std::process::Command;
use vetgate_gateway::{ServerSettings, What};
use vetgate_ledger::{Item, State};

/// The tool as it is approved.
fn tool() -> Value {
    json!({
        "name": "add",
        "description": "Adds two numbers.",
        "inputSchema": {"type": "object", "properties": {"a": {"type": "number"}, "b": {"type": "number"}}},
        "outputSchema": {"type": "object"},
        "annotations": {"readOnlyHint": true},
    })
}

/// The tool with one thing changed, and the field that is named for it.
fn changes() -> Vec<(Value, &'static str)> {
    let with = |field: &str, value: Value| {
        let mut tool = tool();
        tool[field] = value;
        tool
    };
    let mut without = tool();
    without.as_object_mut().unwrap().remove("outputSchema");
    vec![
        (with("description", json!("Adds two numbers. Fast.")), "description"),
        (with("inputSchema", json!({"type": "object", "properties": {"a": {"type": "string"}}})), "inputSchema"),
        (with("outputSchema", json!({"type": "object", "properties": {"c": {"type": "number"}}})), "outputSchema"),
        (without, "outputSchema"),
        (with("annotations", json!({"readOnlyHint": false})), "annotations"),
        (with("title", json!("Add")), "title"),
        (with("_meta", json!({"x": 1})), "_meta"),
        (with("x-note", json!(1)), "another field"),
    ]
}

/// How the gateway comes to know of a change.
#[derive(Debug, Clone, Copy)]
enum Way {
    Announced,
    Reconnected,
    Restarted,
    /// The server says nothing; the list is read again because a client asks for it.
    Looked,
}

async fn learn(house: House, client: &mut Client, server: &Upstream, way: Way) -> House {
    match way {
        Way::Announced => announce(client, server).await,
        Way::Reconnected => {
            let starts = server.count("started");
            let pid = server.notes("started", starts).await.pid();
            assert!(Command::new("kill").args(["-9", &pid.to_string()]).status().unwrap().success());
            server.notes("started", starts + 1).await;
            gone(pid).await;
            stands(&house.gateway, "s", "up").await;
        }
        Way::Restarted => {
            let house = house.restart(&[server.settings()]).await;
            *client = house.client().await;
            return house;
        }
        Way::Looked => {
            let asked = server.received("tools/list").len();
            let started = tokio::time::Instant::now();
            while server.received("tools/list").len() == asked {
                assert!(started.elapsed() < LONG, "the list is not read again");
                client.tools().await;
            }
            client.tools().await;
        }
    }
    house
}

fn catalog(way: Way, tools: &[&str]) -> Value {
    let mut catalog = announced(tools);
    if matches!(way, Way::Looked) {
        catalog["capabilities"] = json!({"tools": {}});
    }
    catalog
}

/// A change is held, stays held after a second look and after it was taken back, until a person approves it.
async fn is_held_for_good(way: Way, changes: &[(Value, &'static str)]) {
    let server = Upstream::stdio("s", Speaks::Handshake).declaring(catalog(way, &[DO, &tool().to_string()]));
    let mut house = House::before(&[server.settings()]).await;
    let mut client = house.client().await;
    for tool in ["do", "add"] {
        house.approve(&server, Item::Tool, tool).await;
    }
    for (changed, field) in changes {
        assert_eq!(text(&call(&client, "s__add").await), "tools/call add", "{way:?} {field}");
        let why = format!("it has changed since it was approved ({field})");
        server.declare(catalog(way, &[DO, &changed.to_string()]));
        house = learn(house, &mut client, &server, way).await;
        for _ in 0..2 {
            assert_eq!(held(&call(&client, "s__add").await), why, "{way:?}");
            assert_eq!(client.tools().await, ["s__do"], "{way:?} {field}");
        }
        server.declare(catalog(way, &[DO, &tool().to_string()]));
        house = learn(house, &mut client, &server, way).await;
        assert_eq!(held(&call(&client, "s__add").await), "it changed after it was approved, and then changed back");
        assert_eq!(house.standing(&server, Item::Tool, "add").unwrap().state, State::RugPull);
        house.approve(&server, Item::Tool, "add").await;
    }
    let calls = server.received("tools/call");
    assert_eq!(calls.iter().filter(|entry| entry.raw().contains("\"add\"")).count(), changes.len());
}

#[tokio::test]
async fn a_change_that_is_announced_is_held_for_good() {
    is_held_for_good(Way::Announced, &changes()).await;
}

#[tokio::test]
async fn a_change_that_comes_with_a_new_connection_is_held_for_good() {
    // The gateway waits longer and longer for a server that dies again and again.
    is_held_for_good(Way::Reconnected, &changes()[2..3]).await;
}

#[tokio::test]
async fn a_change_that_comes_with_a_new_start_is_held_for_good() {
    is_held_for_good(Way::Restarted, &changes()).await;
}

#[tokio::test]
async fn a_change_that_nobody_announces_is_held_for_good_once_it_is_seen() {
    is_held_for_good(Way::Looked, &changes()).await;
}

#[tokio::test]
async fn spaces_and_the_order_of_members_are_no_change() {
    let server =
        Upstream::stdio("s", Speaks::Handshake).declaring(announced(&[DO, r#"{"name":"t","x":{"a":1,"b":2}}"#]));
    let house = House::before(&[server.settings()]).await;
    let client = house.client().await;
    for tool in ["do", "t"] {
        house.approve(&server, Item::Tool, tool).await;
    }
    server.declare(announced(&[r#"{ "x": {"b":2, "a":1.0}, "name": "t" }"#, DO]));
    announce(&client, &server).await;
    assert_eq!(text(&call(&client, "s__t").await), "tools/call t");
}

#[tokio::test]
async fn a_list_that_differs_from_call_to_call_is_held() {
    let (one, other) = (tool().to_string(), changes()[0].0.to_string());
    let mut catalog = announced(&[DO, &one]);
    let server = Upstream::stdio("s", Speaks::Handshake).declaring(catalog.clone());
    let house = House::before(&[server.settings()]).await;
    let client = house.client().await;
    for tool in ["do", "add"] {
        house.approve(&server, Item::Tool, tool).await;
    }
    catalog["turns"] = json!([[DO, one], [DO, other]]);
    server.declare(catalog);
    announce(&client, &server).await;
    announce(&client, &server).await;
    for _ in 0..4 {
        held(&call(&client, "s__add").await);
        announce(&client, &server).await;
    }
    assert_eq!(house.standing(&server, Item::Tool, "add").unwrap().state, State::RugPull);
}

#[tokio::test]
async fn a_second_definition_under_an_approved_name_holds_the_name() {
    let server = Upstream::stdio("s", Speaks::Handshake).declaring(announced(&[DO, &tool().to_string()]));
    let house = House::before(&[server.settings()]).await;
    let client = house.client().await;
    for tool in ["do", "add"] {
        house.approve(&server, Item::Tool, tool).await;
    }
    let evil = changes()[0].0.to_string();
    for tools in [[DO, &tool().to_string(), &evil], [&evil, DO, &tool().to_string()]] {
        server.declare(announced(&tools));
        announce(&client, &server).await;
        held(&call(&client, "s__add").await);
        assert_eq!(client.tools().await, ["s__do"]);
    }
    house.approve(&server, Item::Tool, "add").await;
    assert_eq!(
        client.tools().await.iter().filter(|name| *name == "s__add").count(),
        1,
        "both are approved, one is shown"
    );
    server.declare(announced(&[DO, &evil]));
    announce(&client, &server).await;
    held(&call(&client, "s__add").await);
}

#[tokio::test]
async fn a_prompt_that_changes_is_held() {
    let prompts = |description: &str| {
        let prompt = json!({"name": "p", "description": description}).to_string();
        json!({"capabilities": {"tools": {}, "prompts": {"listChanged": true}}, "prompts": [prompt]})
    };
    for server in Upstream::each("s") {
        server.declare(prompts("Greets."));
        let house = House::before(&[server.settings()]).await;
        let client = house.client().await;
        house.approve(&server, Item::Tool, "do").await;
        house.approve(&server, Item::Prompt, "p").await;
        let answer = client.ask("prompts/get", r#"{"name":"s__p"}"#).await;
        assert!(answer["result"].is_object(), "{answer}");
        if server.speaks == Speaks::Stateless {
            server.notes("streaming", 1).await;
        }
        let mut events = house.gateway.events().listen();
        server.declare(prompts("Greets and asks for your password."));
        let text = r#"{"jsonrpc":"2.0","method":"notifications/prompts/list_changed"}"#;
        client.call("s__do", json!([{"do": "unasked", "text": text}])).answer().await;
        heard(&mut events, "the prompt is held", |what| matches!(what, What::Held { item: "prompt", .. })).await;
        until("the prompt is gone", || house.gateway.status().servers.iter().all(|s| s.prompts == 0).then_some(()))
            .await;
        assert!(held(&client.ask("prompts/get", r#"{"name":"s__p"}"#).await).contains("(description)"));
    }
}

#[tokio::test]
async fn a_server_that_becomes_another_starts_anew() {
    let (one, other) = (Upstream::stdio("s", Speaks::Handshake), Upstream::stdio("s", Speaks::Handshake));
    let house = House::before(&[one.settings()]).await;
    house.approve(&one, Item::Tool, "do").await;
    let client = house.client().await;
    assert_eq!(text(&call(&client, "s__do").await), "tools/call do");
    house.configure(&[other.settings()]).await;
    assert_eq!(held(&call(&client, "s__do").await), "it is new and not yet approved");
    // Tokens and time limits are not what a server is.
    let settings = ServerSettings { timeout: LONG, ..one.settings() };
    house.configure(&[settings]).await;
    assert_eq!(text(&call(&client, "s__do").await), "tools/call do");
}

#[tokio::test]
async fn a_call_that_waited_for_a_server_to_come_back_meets_what_came_back() {
    let server = Upstream::stdio("s", Speaks::Handshake).declaring(announced(&[DO, &tool().to_string()]));
    let house = House::before(&[server.settings()]).await;
    let client = house.client().await;
    for tool in ["do", "add"] {
        house.approve(&server, Item::Tool, tool).await;
    }
    server.dawdle();
    server.declare(announced(&[DO, &changes()[0].0.to_string()]));
    client.call("s__do", json!([{"do": "die"}])).answer().await;
    let waiting = client.begin("tools/call", r#"{"name":"s__add"}"#);
    server.notes("started", 2).await;
    server.hurry();
    let answer = waiting.answer().await;
    assert!(answer["error"].is_object(), "{answer}");
    stands(&house.gateway, "s", "up").await;
    held(&call(&client, "s__add").await);
    assert!(server.received("tools/call").iter().all(|entry| !entry.raw().contains("\"add\"")));
}
