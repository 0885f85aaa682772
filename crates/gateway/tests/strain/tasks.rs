//! Tasks of a server that many clients share.

use crate::client::{Client, error};
use crate::upstream::{Speaks, Upstream, before};
use serde_json::{Value, json};
use vetgate_gateway::Scope;

fn made(task: &str) -> Value {
    json!([{"do": "result", "text": json!({"task": {"taskId": task}}).to_string()}])
}

#[tokio::test]
async fn a_task_is_shown_to_the_client_that_it_was_made_for_and_to_nobody_else() {
    let tasks = json!({"tasks": [{"taskId": "a's"}, {"taskId": "b's"}]}).to_string();
    let listing = json!({"steps": [{"do": "result", "text": tasks}]}).to_string();
    let server = Upstream::stdio("s", Speaks::Handshake)
        .declaring(json!({"capabilities": {"tools": {}, "tasks": {"list": {}, "cancel": {}}}}));
    let gateway = before(&[&server]).await;
    for (scope, tool) in [(server.scope(), "do"), (Scope::All, "s__do")] {
        let a = Client::new(&gateway, Speaks::Handshake, scope.clone()).await;
        let b = Client::new(&gateway, Speaks::Handshake, scope.clone()).await;
        a.call(tool, made("a's")).answer().await;
        b.call(tool, made("b's")).answer().await;
        for (client, own, other) in [(&a, "a's", "b's"), (&b, "b's", "a's")] {
            let listed = client.ask("tasks/list", &listing).await;
            assert_eq!(listed["result"]["tasks"], json!([{"taskId": own}]), "{scope:?}");
            for method in ["tasks/get", "tasks/result", "tasks/cancel"] {
                let reached = server.received(method).len();
                let answer = client.ask(method, &json!({"taskId": other}).to_string()).await;
                assert!(error(&answer).contains("Task not found"), "{scope:?} {method} {answer}");
                assert_eq!(server.received(method).len(), reached);
                client
                    .ask(method, &json!({"taskId": own, "steps": [{"do": "result", "text": "{}"}]}).to_string())
                    .await;
                assert_eq!(server.received(method).len(), reached + 1);
            }
        }
    }
}

#[tokio::test]
async fn tasks_are_listed_to_the_last_page() {
    let page = |task: &str, more: &str| format!(r#"{{"tasks":[{{"taskId":"{task}"}}]{more}}}"#);
    let server =
        Upstream::http("s", Speaks::Handshake).declaring(json!({"capabilities": {"tools": {}, "tasks": {"list": {}}}}));
    let gateway = before(&[&server]).await;
    let client = Client::new(&gateway, Speaks::Handshake, Scope::All).await;
    // The same page over and over: the end is where the cursor does not move.
    let steps = json!({"steps": [{"do": "result", "text": page("t", r#","nextCursor":"2""#)}]}).to_string();
    let listed = client.ask("tasks/list", &steps).await;
    assert_eq!(listed["result"]["tasks"], json!([{"taskId": "t"}, {"taskId": "t"}]));
    let cursors: Vec<Value> =
        server.received("tasks/list").iter().map(|entry| entry.message()["params"]["cursor"].clone()).collect();
    assert_eq!(cursors, [Value::Null, json!("2")]);
}
