//! Sessions, flows, figures and the catalog: what the record and the standings tell of calls and tools.

use crate::managed::{Managed, tool};
use serde_json::{Value, json};
use vetgate_ledger::{Entry, Item, Kind, Trust, Verdict};

/// A note as the guard writes it.
fn note(call: u64, server: &str, name: &str, legs: &Value, edges: &Value, risk: u8) -> String {
    let band = if risk >= 70 { "critical" } else { "low" };
    let assessment = json!({
        "tool": {"server": server, "name": name, "side": "internal"},
        "session": {"principal": "coder", "key": "session", "call": call, "legs": legs},
        "operation": "read", "edges": edges, "risk": {"score": risk, "band": band},
    });
    json!({"guard": {"assessment": assessment}}).to_string()
}

async fn called(managed: &Managed, server: &str, name: &str, verdict: Verdict, note: String) {
    let entry = Entry {
        session: "s-1".to_owned(),
        principal: "coder".to_owned(),
        server: server.to_owned(),
        method: "tools/call".to_owned(),
        name: name.to_owned(),
        request: name.to_owned(),
        verdict: Some(verdict),
        note,
        ..Entry::new(Kind::Call)
    };
    managed.ledger.record(entry).done().await.unwrap();
}

/// A session in which a secret was to be mailed.
async fn theft(managed: &Managed) {
    let none = json!([]);
    called(managed, "files", "read_file", Verdict::Allow, note(1, "files", "read_file", &none, &none, 0)).await;
    called(managed, "web", "fetch", Verdict::Allow, note(2, "web", "fetch", &json!(["private_data"]), &none, 0)).await;
    let place = |call: u64, server: &str, tool: &str, pointer: &str| json!({"call": call, "server": server, "tool": tool, "pointer": pointer});
    let edge = json!([{
        "from": place(1, "files", "read_file", "/content/0/text"), "to": place(3, "mail", "send", "/body"),
        "pattern": "secret_to_external", "level": "critical", "characters": 64, "novel": 40, "reason": "a secret leaves",
    }]);
    let legs = json!(["private_data", "untrusted_content", "external_channel"]);
    called(managed, "mail", "send", Verdict::Deny, note(3, "mail", "send", &legs, &edge, 96)).await;
}

#[tokio::test]
async fn a_session_is_told_with_its_flows_and_legs() {
    let managed = Managed::open().await;
    assert_eq!(managed.get("/api/v1/sessions").await, (200, json!({"sessions": [], "is_whole": true})));
    theft(&managed).await;
    let (_, told) = managed.get("/api/v1/sessions").await;
    let session = &told["sessions"][0];
    assert_eq!((&session["session"], &session["calls"], &session["denied"]), (&json!("s-1"), &json!(3), &json!(1)));
    assert_eq!(
        (&session["trifecta"], &session["risk"], &session["is_open"]),
        (&json!("stopped"), &json!(96), &json!(false))
    );
    assert_eq!(
        (&session["flows"]["critical"], &session["legs"].as_array().unwrap().len()),
        (&json!(1), &3),
        "{session}"
    );

    let (status, flow) = managed.get("/api/v1/sessions/s-1/flow").await;
    assert_eq!((status, flow["graph"]["calls"].as_array().unwrap().len()), (200, 3), "{flow}");
    assert_eq!(flow["graph"]["edges"][0]["from"]["pointer"], "/content/0/text");
    assert_eq!((&flow["trifecta"], &flow["calls"][2]["legs"][2]), (&json!("stopped"), &json!("external_channel")));
    assert_eq!(managed.get("/api/v1/sessions/other/flow").await.0, 404);

    let (_, cut) = managed.get("/api/v1/sessions?calls=1").await;
    assert_eq!((&cut["sessions"][0]["calls"], &cut["is_whole"]), (&json!(1), &json!(false)), "{cut}");
}

#[tokio::test]
async fn calls_are_counted_over_time_and_by_server() {
    let managed = Managed::open().await;
    theft(&managed).await;
    let (status, figures) = managed.get("/api/v1/figures?slots=10").await;
    assert_eq!((status, figures["slots"].as_array().unwrap().len()), (200, 10), "{figures}");
    assert_eq!((&figures["total"]["calls"], &figures["total"]["denied"]), (&json!(3), &json!(1)), "{figures}");
    assert_eq!(figures["slots"][9]["calls"], 3, "they were made just now: {figures}");
    assert_eq!(figures["servers"]["mail"]["denied"], 1);
    let (_, later) = managed.get("/api/v1/figures?since=2999-01-01T00:00:00Z").await;
    assert_eq!(later["total"]["calls"], 0, "{later}");
}

#[tokio::test]
async fn the_catalog_says_what_tools_can_do_and_finds_them() {
    let managed = Managed::open().await;
    let read = tool(
        r#"{"name":"read_file","description":"Reads a file from the disk.","inputSchema":{"type":"object","properties":{"path":{"type":"string"}}}}"#,
    );
    let send = tool(r#"{"name":"send_email","description":"Sends an e-mail to a recipient."}"#);
    managed.declare("s", Item::Tool, Trust::Manual, vec![read, send]).await;
    let (status, catalog) = managed.get("/api/v1/catalog").await;
    assert_eq!((status, catalog["tools"].as_array().unwrap().len()), (200, 2), "{catalog}");
    let first = &catalog["tools"][0];
    assert_eq!(
        (&first["name"], &first["state"], &first["operation"]),
        (&json!("read_file"), &json!("quarantined"), &json!("read"))
    );
    assert!(first["capabilities"].to_string().contains("fs_read"), "{first}");
    let (_, found) = managed.get("/api/v1/catalog?query=mail+somebody").await;
    assert_eq!(found["tools"][0]["name"], "send_email", "{found}");
    assert_eq!(managed.get("/api/v1/catalog?server=other").await.1, json!({"tools": []}));
}
