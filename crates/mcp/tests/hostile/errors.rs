//! What cannot be asked says why.

use crate::place::{ask, impatient, options, server};
use vetgate_mcp::{Options, inventory};
use vetgate_model::Transport;

async fn message(mode: &str, options: &Options) -> String {
    ask(mode, options).await.expect_err("it misbehaves").to_string()
}

#[tokio::test]
async fn a_missing_program_is_named() {
    let transport =
        Transport::Stdio { command: "no-such-program".into(), args: vec![], env: Default::default(), cwd: None };
    let error = inventory("evil", &transport, &options()).await.unwrap_err().to_string();
    assert!(error.starts_with("could not start `no-such-program`: No such file"), "{error}");
}

#[tokio::test]
async fn a_missing_working_folder_is_named() {
    let cwd = Some("no/such/folder".to_owned());
    let transport = Transport::Stdio { command: "python3".into(), args: vec![], env: Default::default(), cwd };
    let error = inventory("evil", &transport, &options()).await.unwrap_err().to_string();
    assert!(error.contains("its working folder `no/such/folder` does not exist"), "{error}");
}

#[tokio::test]
async fn silence_is_reported_with_what_was_waited_for() {
    let error = message("hang", &impatient()).await;
    assert!(error.starts_with("no answer within 0.5 s while waiting for the answer to the handshake"), "{error}");
    // Interpreters start slowly on a busy machine, so that the handshake needs more time than the list may take.
    let total = std::time::Duration::from_secs(5);
    let error = message("hang-on-list", &Options { total, ..options() }).await;
    assert!(error.starts_with("no answer within 5 s while waiting for the answer to `tools/list`"), "{error}");
}

#[tokio::test]
async fn an_exit_is_reported_with_code_and_last_words() {
    for (mode, phase) in [("exit", "the handshake"), ("exit-on-list", "`tools/list`")] {
        let error = message(mode, &options()).await;
        let expected = format!(
            "the server ended (exit status: 3) while waiting for the answer to {phase}; its standard error ends with:\ncannot go on"
        );
        assert_eq!(error, expected);
    }
}

#[tokio::test]
async fn a_configured_secret_is_masked_and_escapes_are_shown_as_text() {
    let Transport::Stdio { command, args, cwd, .. } = server("exit-with-secret", &[]) else { unreachable!() };
    let env = [("TOKEN".to_owned(), "hunter2-hunter2".to_owned())].into();
    let transport = Transport::Stdio { command, args, env, cwd };
    let error = inventory("evil", &transport, &options()).await.unwrap_err().to_string();
    assert!(error.ends_with("\\u{1b}[31mbad ***"), "{error}");
}

#[tokio::test]
async fn what_is_not_json_rpc_2_says_what_it_is() {
    let cases = [
        ("other-id", "expected the response with id 3 as the answer to `tools/list`, found one with id 999"),
        ("string-id", "expected the response with id 3 as the answer to `tools/list`, found one with id \"3\""),
        ("other-version", "expected JSON-RPC \"2.0\" as the answer to `tools/list`, found `\"1.0\"`"),
        ("no-version", "expected JSON-RPC \"2.0\" as the answer to `tools/list`, found no `jsonrpc` member"),
        ("odd-result", "expected an object with the list in the answer to `tools/list`, found []"),
        ("endless-text", "expected a JSON-RPC message as the answer to the handshake, found `Welcome!`"),
        ("future-only", "the server uses protocol revision 2030-01-01; Vetgate supports 2024-11-05 to"),
    ];
    for (mode, expected) in cases {
        let error = message(mode, &options()).await;
        assert!(error.starts_with(expected), "{mode}: {error}");
    }
}

#[tokio::test]
async fn text_instead_of_messages_is_shown_when_time_is_up() {
    let patient = Options { request: std::time::Duration::from_secs(4), ..impatient() };
    let error = message("text", &patient).await;
    assert!(error.contains("found `Welcome!`; is this an MCP server?"), "{error}");
}

#[tokio::test]
async fn floods_are_stopped_at_their_limits() {
    let cases = [
        ("endless-line", "a message of more than 65536 bytes arrived while waiting for the answer to the handshake"),
        ("endless-breaks", "the server sent more than 1048576 bytes while waiting for the answer to the handshake"),
        ("flood", "the server sent 51 messages that answer no request while waiting for the answer to the handshake"),
        (
            "flood-on-list",
            "the server sent 51 messages that answer no request while waiting for the answer to `tools/list`",
        ),
    ];
    for (mode, expected) in cases {
        let error = message(mode, &options()).await;
        assert!(error.starts_with(expected), "{mode}: {error}");
    }
}
