//! The contradiction matrix: the RFC's rows first, then the pairs that it leaves out.

use crate::{Claim, SignalSource};

/// What a row asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Response {
    /// It counts towards the risk.
    Flag,
    /// A person decides.
    RequireApproval,
    /// The call does not go through.
    Block,
    /// The call does not go through, and the tool is put into quarantine.
    BlockAndQuarantine,
}

/// One claim of one source.
#[derive(Debug, Clone, Copy)]
pub struct Side {
    /// Who.
    pub source: SignalSource,
    /// What.
    pub claim: Claim,
    /// The kinds of evidence that count; all of them where none is named.
    pub bases: &'static [&'static str],
}

/// A call: the tool's definition, its arguments, what the agent declares, and the kind of sensitive data found in it.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    /// The tool.
    pub tool: &'static str,
    /// The arguments.
    pub arguments: &'static str,
    /// What the agent declares.
    pub intent: Option<&'static str>,
    /// Kind and category of what is in the arguments.
    pub sensitive: Option<(&'static str, &'static str)>,
}

/// One pair of claims that cannot both be true.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// The stable id.
    pub id: &'static str,
    /// The one, whose word is doubted.
    pub one: Side,
    /// The other, which speaks against it.
    pub other: Side,
    /// How grave, 0 to 100.
    pub severity: u8,
    /// What is done where contradictions are denied.
    pub response: Response,
    /// In words, as one sentence without its evidence.
    pub meaning: &'static str,
    /// A call that fulfils it.
    pub fires: Example,
    /// A call like it that does not.
    pub silent: Example,
}

const fn side(source: SignalSource, claim: Claim) -> Side {
    Side { source, claim, bases: &[] }
}

const fn agent(claim: Claim) -> Side {
    side(SignalSource::AgentIntent, claim)
}

const fn server(claim: Claim) -> Side {
    side(SignalSource::ServerAnnotations, claim)
}

const fn name(claim: Claim, bases: &'static [&'static str]) -> Side {
    Side { source: SignalSource::NameHeuristic, claim, bases }
}

const fn arguments(claim: Claim, bases: &'static [&'static str]) -> Side {
    Side { source: SignalSource::ArgumentAnalysis, claim, bases }
}

const fn call(tool: &'static str, arguments: &'static str) -> Example {
    Example { tool, arguments, intent: None, sensitive: None }
}

const fn declared(tool: &'static str, arguments: &'static str, intent: &'static str) -> Example {
    Example { tool, arguments, intent: Some(intent), sensitive: None }
}

const READ: &str = r#"{"operation_type":"read"}"#;
const WRITE: &str = r#"{"operation_type":"write"}"#;
const DESTRUCTIVE: &str = r#"{"operation_type":"destructive"}"#;
const PUBLIC: &str = r#"{"data_sensitivity":"public"}"#;
const PRIVATE: &str = r#"{"data_sensitivity":"private"}"#;

/// What the name itself says.
const NAMED: &[&str] = &["name_token"];
/// What the definition says beside its name.
const IMPLIED: &[&str] = &["capability", "description", "param_value", "param_kind", "definition"];
/// What is destroyed by what the arguments say, not only by how they say it.
const DONE: &[&str] = &["statement", "command", "wildcard"];

/// Every row.
///
/// How grave: the RFC's own figures where it has them. Elsewhere a server that says "read-only" of what destroys ranks with
/// an agent that does (70 to 80); a claim of less than what is done, where both change something, needs a person (50);
/// what sloppy authors do without bad intent only counts towards the risk (30 to 40).
// table: the gateway's own decisions, each with an example that fires and one that does not.
pub const MATRIX: &[Row] = &[
    Row {
        id: "read_but_name_destroys",
        one: agent(Claim::Read),
        other: name(Claim::Destructive, &[]),
        severity: 80,
        response: Response::Block,
        meaning: "The agent declares a read, but the tool's name means a destructive operation",
        fires: declared(r#"{"name":"delete_repository"}"#, r#"{"repo":"a"}"#, READ),
        silent: declared(r#"{"name":"get_deleted_items"}"#, "{}", READ),
    },
    Row {
        id: "read_but_arguments_destroy",
        one: agent(Claim::Read),
        other: arguments(Claim::Destructive, &[]),
        severity: 70,
        response: Response::Block,
        meaning: "The agent declares a read, but the arguments are destructive",
        fires: declared(r#"{"name":"optimize"}"#, r#"{"force":true}"#, READ),
        silent: declared(r#"{"name":"list_files"}"#, r#"{"path":"/srv","recursive":true}"#, READ),
    },
    Row {
        id: "read_only_but_agent_destroys",
        one: server(Claim::Read),
        other: agent(Claim::Destructive),
        severity: 90,
        response: Response::BlockAndQuarantine,
        meaning: "The server marks the tool read-only, but the agent declares a destructive operation",
        fires: declared(r#"{"name":"cleanup","annotations":{"readOnlyHint":true}}"#, "{}", DESTRUCTIVE),
        silent: declared(r#"{"name":"cleanup","annotations":{"readOnlyHint":false}}"#, "{}", DESTRUCTIVE),
    },
    Row {
        id: "public_but_personal_data",
        one: agent(Claim::Public),
        other: arguments(Claim::Sensitive, &[]),
        severity: 50,
        response: Response::RequireApproval,
        meaning: "The agent declares public data, but it contains personal data",
        fires: Example {
            sensitive: Some(("us_ssn", "identity")),
            ..declared(r#"{"name":"post_note"}"#, r#"{"text":"x"}"#, PUBLIC)
        },
        silent: Example {
            sensitive: Some(("us_ssn", "identity")),
            ..declared(r#"{"name":"post_note"}"#, r#"{"text":"x"}"#, PRIVATE)
        },
    },
    Row {
        id: "read_but_sends_outside",
        one: agent(Claim::Read),
        other: arguments(Claim::ExternalSend, &[]),
        severity: 75,
        response: Response::Block,
        meaning: "The agent declares a read, but the arguments send data to an external destination",
        fires: declared(r#"{"name":"http_post"}"#, r#"{"url":"https://collect.example.org/in","body":"x"}"#, READ),
        silent: declared(
            r#"{"name":"fetch_page","description":"Fetches a web page by its URL.","inputSchema":{"type":"object","properties":{"url":{"type":"string"}}}}"#,
            r#"{"url":"https://docs.example.org/guide"}"#,
            READ,
        ),
    },
    Row {
        id: "public_but_secret",
        one: agent(Claim::Public),
        other: arguments(Claim::Secret, &[]),
        severity: 80,
        response: Response::Block,
        meaning: "The agent declares public data, but it contains a secret",
        fires: Example {
            sensitive: Some(("github.pat", "secret")),
            ..declared(r#"{"name":"post_note"}"#, r#"{"text":"x"}"#, PUBLIC)
        },
        silent: declared(r#"{"name":"post_note"}"#, r#"{"text":"x"}"#, PUBLIC),
    },
    Row {
        id: "read_but_name_writes",
        one: agent(Claim::Read),
        other: name(Claim::Write, NAMED),
        severity: 55,
        response: Response::RequireApproval,
        meaning: "The agent declares a read, but the tool's name means a write or a send",
        fires: declared(r#"{"name":"send_message"}"#, r#"{"text":"x"}"#, READ),
        silent: declared(r#"{"name":"get_messages"}"#, "{}", READ),
    },
    Row {
        id: "read_but_tool_writes",
        one: agent(Claim::Read),
        other: name(Claim::Write, IMPLIED),
        severity: 35,
        response: Response::Flag,
        meaning: "The agent declares a read, but the tool's definition means a write or an execution",
        fires: declared(
            r#"{"name":"shell","description":"Runs a shell command.","inputSchema":{"type":"object","properties":{"command":{"type":"string"}}}}"#,
            r#"{"command":"ls"}"#,
            READ,
        ),
        silent: declared(r#"{"name":"get_time","description":"Gets the time."}"#, "{}", READ),
    },
    Row {
        id: "read_but_arguments_write",
        one: agent(Claim::Read),
        other: arguments(Claim::Write, &[]),
        severity: 65,
        response: Response::Block,
        meaning: "The agent declares a read, but the arguments change data",
        fires: declared(
            r#"{"name":"query","description":"Runs SQL on the database.","inputSchema":{"type":"object","properties":{"sql":{"type":"string"}}}}"#,
            r#"{"sql":"-- a look\nUPDATE staff SET pay = 2"}"#,
            READ,
        ),
        silent: declared(
            r#"{"name":"query","description":"Runs SQL on the database.","inputSchema":{"type":"object","properties":{"sql":{"type":"string"}}}}"#,
            r#"{"sql":"SELECT * FROM updates"}"#,
            READ,
        ),
    },
    Row {
        id: "read_but_server_says_destructive",
        one: agent(Claim::Read),
        other: server(Claim::Destructive),
        severity: 50,
        response: Response::RequireApproval,
        meaning: "The agent declares a read, but the server marks the tool destructive",
        fires: declared(r#"{"name":"cleanup","annotations":{"destructiveHint":true}}"#, "{}", READ),
        silent: declared(r#"{"name":"cleanup","annotations":{"destructiveHint":false}}"#, "{}", READ),
    },
    Row {
        id: "write_but_name_destroys",
        one: agent(Claim::Write),
        other: name(Claim::Destructive, NAMED),
        severity: 50,
        response: Response::RequireApproval,
        meaning: "The agent declares a write, but the tool's name means a destructive operation",
        fires: declared(r#"{"name":"delete_page"}"#, r#"{"id":"7"}"#, WRITE),
        silent: declared(r#"{"name":"update_page"}"#, r#"{"id":"7"}"#, WRITE),
    },
    Row {
        id: "write_but_arguments_destroy",
        one: agent(Claim::Write),
        other: arguments(Claim::Destructive, DONE),
        severity: 60,
        response: Response::RequireApproval,
        meaning: "The agent declares a write, but the arguments are destructive",
        fires: declared(r#"{"name":"execute_sql"}"#, r#"{"sql":"DROP TABLE users"}"#, WRITE),
        silent: declared(r#"{"name":"write_file"}"#, r#"{"path":"a","overwrite":true}"#, WRITE),
    },
    Row {
        id: "read_but_carries_payload",
        one: agent(Claim::Read),
        other: arguments(Claim::Opaque, &[]),
        severity: 35,
        response: Response::Flag,
        meaning: "The agent declares a read, but the arguments contain a long encoded value",
        fires: declared(
            r#"{"name":"search_docs"}"#,
            concat!(
                r#"{"q":"aGVsbG8gd29ybGQsIHRoaXMgaXMgYSBzZWNyZXQgMTIzNDU2Nzg5MAaGVsbG8gd29ybGQsIHRoaXMgaXMg"#,
                "YSBzZWNyZXQgMTIzNDU2Nzg5MAaGVsbG8gd29ybGQsIHRoaXMgaXMgYSBzZWNyZXQgMTIzNDU2Nzg5MA",
                "YSBzZWNyZXQgMTIzNDU2Nzg5MAaGVsbG8gd29ybGQsIHRoaXMgaXMgYSBzZWNyZXQgMTIzNDU2Nzg5MA",
                r#"aGVsbG8gd29ybGQsIHRoaXMgaXMgYSBzZWNyZXQgMTIzNDU2Nzg5MAaGVsbG8gd29ybGQsIHRoaXMgaXMg"}"#
            ),
            READ,
        ),
        silent: declared(r#"{"name":"search_docs"}"#, r#"{"q":"how are pages encoded"}"#, READ),
    },
    Row {
        id: "read_only_but_name_destroys",
        one: server(Claim::Read),
        other: name(Claim::Destructive, NAMED),
        severity: 75,
        response: Response::Block,
        meaning: "The server marks the tool read-only, but its name means a destructive operation",
        fires: call(r#"{"name":"delete_branch","annotations":{"readOnlyHint":true}}"#, r#"{"branch":"a"}"#),
        silent: call(r#"{"name":"delete_branch","annotations":{"destructiveHint":true}}"#, r#"{"branch":"a"}"#),
    },
    Row {
        id: "read_only_but_arguments_destroy",
        one: server(Claim::Read),
        other: arguments(Claim::Destructive, DONE),
        severity: 80,
        response: Response::Block,
        meaning: "The server marks the tool read-only, but the arguments are destructive",
        fires: call(r#"{"name":"run_query","annotations":{"readOnlyHint":true}}"#, r#"{"sql":"DROP TABLE users"}"#),
        silent: call(r#"{"name":"get_page","annotations":{"readOnlyHint":true}}"#, r#"{"id":"7","force":true}"#),
    },
    Row {
        id: "read_only_but_option_destroys",
        one: server(Claim::Read),
        other: arguments(Claim::Destructive, &["option"]),
        severity: 90,
        response: Response::BlockAndQuarantine,
        meaning: "The server says that the tool only reads, but the call uses an option of the tool that erases",
        fires: call(
            r#"{"name":"list_notes","annotations":{"readOnlyHint":true},"inputSchema":{"type":"object","properties":{"purge":{"type":"boolean"}}}}"#,
            r#"{"purge":true}"#,
        ),
        silent: call(
            r#"{"name":"list_notes","annotations":{"readOnlyHint":true},"inputSchema":{"type":"object","properties":{"folder":{"type":"string"}}}}"#,
            r#"{"purge":true}"#,
        ),
    },
    Row {
        id: "read_only_but_name_writes",
        one: server(Claim::Read),
        other: name(Claim::Write, NAMED),
        severity: 35,
        response: Response::Flag,
        meaning: "The server marks the tool read-only, but its name means a write or a send",
        fires: call(r#"{"name":"update_record","annotations":{"readOnlyHint":true}}"#, r#"{"id":"7"}"#),
        silent: call(
            r#"{"name":"web_search","description":"Searches the web.","annotations":{"readOnlyHint":true,"openWorldHint":true}}"#,
            r#"{"query":"news from https://example.org"}"#,
        ),
    },
    Row {
        id: "read_only_but_tool_writes",
        one: server(Claim::Read),
        other: name(Claim::Write, IMPLIED),
        severity: 40,
        response: Response::Flag,
        meaning: "The server marks the tool read-only, but its definition means a write or an execution",
        fires: call(
            r#"{"name":"shell","description":"Runs a shell command.","annotations":{"readOnlyHint":true},"inputSchema":{"type":"object","properties":{"command":{"type":"string"}}}}"#,
            r#"{"command":"ls"}"#,
        ),
        silent: call(r#"{"name":"get_time","description":"Gets the time.","annotations":{"readOnlyHint":true}}"#, "{}"),
    },
    Row {
        id: "read_only_but_tool_destroys",
        one: server(Claim::Read),
        other: name(Claim::Destructive, IMPLIED),
        severity: 60,
        response: Response::RequireApproval,
        meaning: "The server marks the tool read-only, but its definition means a destructive operation",
        fires: call(
            r#"{"name":"inbox_zero","description":"Deletes every mail.","annotations":{"readOnlyHint":true}}"#,
            "{}",
        ),
        silent: call(
            r#"{"name":"trash_view","description":"Shows deleted mails.","annotations":{"readOnlyHint":true}}"#,
            "{}",
        ),
    },
    Row {
        id: "read_only_but_arguments_write",
        one: server(Claim::Read),
        other: arguments(Claim::Write, &[]),
        severity: 55,
        response: Response::RequireApproval,
        meaning: "The server marks the tool read-only, but the arguments change data",
        fires: call(
            r#"{"name":"graph_lookup","annotations":{"readOnlyHint":true}}"#,
            r#"{"document":"mutation { dropUser(id: 7) { ok } }"}"#,
        ),
        silent: call(
            r#"{"name":"graph_lookup","annotations":{"readOnlyHint":true}}"#,
            r#"{"document":"query { user(id: 7) { name } }"}"#,
        ),
    },
    Row {
        id: "closed_world_but_sends_outside",
        one: server(Claim::ClosedWorld),
        other: arguments(Claim::ExternalSend, &["destination", "payload"]),
        severity: 60,
        response: Response::RequireApproval,
        meaning: "The server marks the tool closed-world, but the arguments send data to an external destination",
        fires: call(
            r#"{"name":"send_report","annotations":{"openWorldHint":false}}"#,
            r#"{"webhook":"https://collect.example.org/in","body":"x"}"#,
        ),
        silent: call(
            r#"{"name":"create_note","annotations":{"openWorldHint":false}}"#,
            r#"{"text":"the guide is at https://docs.example.org/guide, read it first"}"#,
        ),
    },
];
