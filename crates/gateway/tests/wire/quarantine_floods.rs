//! Servers that change what they declare all the time: nobody else pays for that, and nothing is forgotten for it.

use crate::quarantine_house::{DO, House, announced, call};
use crate::upstream::{Speaks, Upstream};
use crate::waiting::until;
use serde_json::json;
use vetgate_ledger::{Item, Kind};

const TOOLS: usize = 110;

/// A server that has changed all its tools whenever it is looked at, and says so.
fn restless(name: &str) -> Upstream {
    let tools = |text: &str| -> Vec<String> {
        let tool = |n| json!({"name": format!("t{n}"), "description": text, "inputSchema": {}}).to_string();
        (0..TOOLS).map(tool).collect()
    };
    Upstream::stdio(name, Speaks::Handshake).declaring(json!({
        "capabilities": {"tools": {"listChanged": true}},
        "restless": true,
        "turns": [tools("Adds."), tools("Subtracts.")],
    }))
}

fn readings(servers: &[Upstream]) -> usize {
    servers.iter().map(|server| server.received("tools/list").len()).max().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_that_change_all_the_time_cost_nobody_else_time_or_records() {
    let calm = Upstream::stdio("calm", Speaks::Handshake).declaring(announced(&[DO]));
    let floods = [restless("a"), restless("b")];
    let house = House::before(&[floods[0].settings(), calm.settings(), floods[1].settings()]).await;
    house.approve(&calm, Item::Tool, "do").await;
    let client = house.client().await;
    for server in &floods {
        until("it is read again and again", || (server.received("tools/list").len() > 70).then_some(())).await;
    }
    let before = readings(&floods);
    for _ in 0..20 {
        assert_eq!(client.tools().await, ["calm__do"]);
        assert!(call(&client, "calm__do").await["result"].is_object());
    }
    let read = readings(&floods) - before;
    assert!(read < 10, "the lists were read {read} times more while a client asked for twenty");
    for name in ["a", "b"] {
        let written = house.records(Kind::Quarantine).into_iter().filter(|record| record.server == name).count();
        assert!((TOOLS..=5 * TOOLS).contains(&written), "{written} records of the quarantine of {name}");
    }
    house.gateway.shut_down().await;
}
