//! The official inspector, by its command line, before a server that offers all there is.

use crate::place::{Folder, Gateway, Server, at_home, finish, node, peer, script};
use serde_json::{Value, json};
use std::process::Command;

/// What the inspector prints of one request.
fn inspect(url: &str, request: &[&str]) -> Value {
    let folder = Folder::new();
    let main = peer("npm/node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js");
    let mut command = Command::new(node());
    command.args([&main, url, "--transport", "http", "--method"]).args(request);
    let (out, err) = finish(at_home(&mut command, &folder));
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{request:?} gave no JSON ({error}): {out}\n{err}"))
}

#[test]
fn the_inspector_shows_the_same() {
    let server = Server::telling(&node(), &[script("servers/handshake.mjs")]);
    let gateway = Gateway::before(&json!({"conforming": {"type": "http", "url": server.url}}));
    let through = format!("{}/conforming", gateway.url);
    for request in [
        &["tools/list"][..],
        &["tools/call", "--tool-name", "test_multiple_content_types"],
        // Its answer comes after the stream was closed, to whoever comes back for it.
        &["tools/call", "--tool-name", "test_reconnection"],
        &["prompts/list"],
        &["prompts/get", "--prompt-name", "test_prompt_with_arguments", "--prompt-args", "arg1=one", "arg2=two"],
        &["resources/list"],
        &["resources/templates/list"],
        &["resources/read", "--uri", "test://template/7/data"],
        &["logging/setLevel", "--log-level", "debug"],
    ] {
        let direct = inspect(&server.url, request);
        assert_eq!(inspect(&through, request), direct, "{request:?}");
    }
}
