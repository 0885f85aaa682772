//! Accepted definitions with invisible characters or terminal sequences, as agents get them.

use crate::quarantine_house::{DO, House, announced};
use crate::upstream::Upstream;
use serde_json::{Value, json};
use vetgate_gateway::config::{Config, Mode};
use vetgate_gateway::{Conduct, Scope};
use vetgate_ledger::Item;

const COLOUR: &str = "\u{1B}[38;5;231;49m";

fn tool() -> Value {
    json!({
        "name": "files",
        "title": "File\u{200B} Manager",
        "description": format!("File Manager{COLOUR} lists\u{200B} files"),
        "inputSchema": {"type": "object", "properties": {
            "path": {"type": "string", "description": format!("where{COLOUR}"), "default": "a\u{200B}b"},
        }},
    })
}

fn cleaned() -> Value {
    json!({
        "name": "files",
        "title": "File Manager",
        "description": "File Manager lists files",
        "inputSchema": {"type": "object", "properties": {
            "path": {"type": "string", "description": "where", "default": "a\u{200B}b"},
        }},
    })
}

/// The tool in a list, under its own name.
fn listed(answer: &Value) -> Value {
    let tools = answer["result"]["tools"].as_array().unwrap();
    let mut tool = tools.iter().find(|tool| tool["name"].as_str().unwrap().ends_with("files")).unwrap().clone();
    tool["name"] = json!("files");
    tool
}

fn conduct(sanitize: bool) -> Conduct {
    let text = format!(r#"{{"security": {{"tool_quarantine": {{"sanitize": {sanitize}}}}}}}"#);
    Conduct::of(&Config::parse("gateway.json".as_ref(), &text, &|_| Err(String::new())).unwrap())
}

#[tokio::test]
async fn accepted_definitions_are_served_cleaned_and_kept_as_they_were_sent() {
    for server in Upstream::each("s") {
        let mut catalog = announced(&[DO, &tool().to_string()]);
        catalog["instructions"] = json!(format!("Be\u{200B} brief{COLOUR}."));
        catalog["capabilities"]["prompts"] = json!({});
        catalog["prompts"] = json!([json!({
            "name": "greet", "description": "Greets\u{200B}.", "arguments": [{"name": "who", "description": "whom\u{200B}"}],
        })
        .to_string()]);
        server.declare(catalog);
        let house = House::before(&[server.settings()]).await;
        assert_eq!(house.standing(&server, Item::Tool, "files").unwrap().seen.hard().len(), 2, "both are found");
        for (item, name) in [(Item::Tool, "do"), (Item::Tool, "files"), (Item::Prompt, "greet")] {
            house.approve(&server, item, name).await;
        }
        if house.standing(&server, Item::Instructions, "").is_some() {
            house.approve(&server, Item::Instructions, "").await;
        }
        let client = house.client().await;
        assert_eq!(listed(&client.ask("tools/list", "{}").await), tool(), "unless it is asked for");

        house.gateway.conduct(conduct(true));
        assert_eq!(listed(&client.ask("tools/list", "{}").await), cleaned());
        let prompts = client.ask("prompts/list", "{}").await;
        let prompt = &prompts["result"]["prompts"][0];
        assert_eq!(
            (&prompt["description"], &prompt["arguments"][0]["description"]),
            (&json!("Greets."), &json!("whom"))
        );
        for scope in [Scope::All, server.scope()] {
            let one = crate::client::Client::new(&house.gateway, server.speaks, scope).await;
            let greeting = greeting(&one).await;
            assert!(greeting.contains("Be brief."), "{greeting}");
            assert!(!greeting.contains("u001b") && !greeting.contains('\u{200B}'), "{greeting}");
        }

        house.gateway.set_mode(Mode::Discover);
        for (name, arguments) in
            [("describe_tool", json!({"name": "s__files"})), ("search_tools", json!({"query": "list files"}))]
        {
            let params = json!({"name": name, "arguments": arguments}).to_string();
            let answer = client.ask("tools/call", &params).await.to_string();
            assert!(answer.contains("File Manager lists files"), "{name}: {answer}");
            assert!(!answer.contains("u001b[38"), "{name}: {answer}");
        }
        house.gateway.set_mode(Mode::Direct);

        // What is recorded, shown to people and fingerprinted is what the server sent.
        let seen = house.standing(&server, Item::Tool, "files").unwrap().seen;
        assert_eq!(serde_json::from_str::<Value>(&seen.definition).unwrap(), tool());
        let raw = tool().to_string();
        let sent = vetgate_model::Definition::parse("s", vetgate_model::DefinitionKind::Tool, &raw).unwrap();
        assert_eq!(seen.fingerprint, vetgate_model::Fingerprint::of(&sent));
        house.gateway.conduct(conduct(false));
        assert_eq!(listed(&client.ask("tools/list", "{}").await), tool());
    }
}

#[tokio::test]
async fn nothing_is_approved_by_being_cleaned() {
    let server = Upstream::each("s").swap_remove(0).declaring(announced(&[DO, &tool().to_string()]));
    let house = House::before(&[server.settings()]).await;
    house.gateway.conduct(conduct(true));
    house.approve(&server, Item::Tool, "do").await;
    let client = house.client().await;
    assert_eq!(client.tools().await, ["s__do"]);
}

/// What a client is told at the start.
async fn greeting(client: &crate::client::Client) -> String {
    let method = if client.caller.session.is_some() { "initialize" } else { "server/discover" };
    if client.caller.session.is_none() {
        return client.ask(method, "{}").await.to_string();
    }
    let mut fresh = client.clone();
    let session = client.gateway.sessions().open(
        format!("{}-again", client.session().id),
        client.caller.principal.clone(),
        client.caller.scope.clone(),
    );
    fresh.caller.session = Some(session);
    let params = json!({
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "tester", "version": "1"},
    });
    fresh.ask(method, &params.to_string()).await.to_string()
}
