//! The Python SDK of every generation, as client and as server: each pair works through the gateway as without it.

use crate::place::{Folder, Gateway, Server, at_home, configuration, python, script, trusted};
use crate::transcript::Transcript;
use serde_json::{Value, json};
use std::process::Command;

/// How the server is reached, by the client itself and by the gateway.
#[derive(Clone, Copy, PartialEq)]
enum Upstream {
    Stdio,
    Http,
    /// The transport that HTTP had before, which only the oldest servers speak.
    Events,
}

use Upstream::{Events, Http, Stdio};

const SERVER: &str = "servers/generations.py";

fn client(generation: &str) -> Command {
    let mut command = Command::new(python(generation));
    command.arg(script("clients/generations.py"));
    command
}

/// A server that listens, fresh, since it counts and grows.
fn listening(generation: &str, mode: &str) -> Server {
    Server::told(&python(generation), &[script(SERVER), mode.to_owned()])
}

fn direct(generation: &str, server: &str, upstream: Upstream) -> Transcript {
    match upstream {
        Http if generation != "oldest" => {
            let server = listening(server, "streamable-http");
            Transcript::of(client(generation).args(["http", &server.url]))
        }
        // The oldest SDK does not speak HTTP as it is now; servers are the same however they are reached.
        Http | Events | Stdio => {
            let how = if server == "oldest" { "handshake" } else { "stdio" };
            Transcript::of(client(generation).args([how, &python(server), &script(SERVER), "stdio"]))
        }
    }
}

fn entry(server: &str, upstream: Upstream) -> (Option<Server>, Value) {
    match upstream {
        Http => {
            let listening = listening(server, "streamable-http");
            let entry = json!({"generations": {"type": "http", "url": listening.url}});
            (Some(listening), entry)
        }
        Events => {
            let listening = listening(server, "sse");
            let entry = json!({"generations": {"type": "sse", "url": listening.url.replace("/mcp", "/sse")}});
            (Some(listening), entry)
        }
        Stdio => (None, json!({"generations": {"command": python(server), "args": [script(SERVER), "stdio"]}})),
    }
}

/// Over HTTP, where the client's SDK speaks it.
fn over_http(generation: &str, server: &str, upstream: Upstream) {
    let direct = direct(generation, server, upstream);
    let (_server, entry) = entry(server, upstream);
    let gateway = Gateway::before(&entry);
    let url = format!("{}/generations", gateway.url);
    Transcript::of(client(generation).args(["http", &url])).must_equal(&direct);
}

/// Over standard streams, with the gateway in the place of the server's own command.
fn in_its_place(generation: &str, server: &str) {
    let direct = direct(generation, server, Stdio);
    let folder = Folder::new();
    let mut command = client(generation);
    command.args(["stdio", env!("CARGO_BIN_EXE_vetgate"), "run", "--trust", "auto", "--log", "none", "--"]);
    command.args([&python(server), &script(SERVER), "stdio"]);
    Transcript::of(at_home(&mut command, &folder)).must_equal(&direct);
}

/// Over standard streams, with the server under its name among others.
fn among_others(generation: &str, server: &str, upstream: Upstream) {
    let direct = direct(generation, server, upstream);
    let folder = Folder::new();
    let (_server, entry) = entry(server, upstream);
    let config = configuration(&folder, &trusted(&entry));
    let mut command = client(generation);
    command.args(["stdio", env!("CARGO_BIN_EXE_vetgate"), "serve", "--log", "none", "--stdio", "--config", &config]);
    Transcript::of(at_home(command.env("PREFIX", "generations__"), &folder)).must_equal(&direct);
}

/// Names a test for every pair.
macro_rules! pairs {
    ($($name:ident: $how:ident($($given:expr),*);)*) => {
        $(#[test] fn $name() { $how($($given),*); })*
    };
}

pairs! {
    a_middle_client_with_the_oldest_server: over_http("middle", "oldest", Stdio);
    a_middle_client_with_a_middle_server: over_http("middle", "middle", Stdio);
    a_middle_client_with_the_newest_server: over_http("middle", "newest", Stdio);
    a_middle_client_with_a_middle_server_over_http: over_http("middle", "middle", Http);
    a_middle_client_with_the_newest_server_over_http: over_http("middle", "newest", Http);
    a_middle_client_with_the_oldest_server_over_events: over_http("middle", "oldest", Events);
    the_newest_client_with_the_oldest_server_over_events: over_http("newest", "oldest", Events);
    the_newest_client_with_the_oldest_server: over_http("newest", "oldest", Stdio);
    the_newest_client_with_a_middle_server: over_http("newest", "middle", Stdio);
    the_newest_client_with_the_newest_server: over_http("newest", "newest", Stdio);
    the_newest_client_with_a_middle_server_over_http: over_http("newest", "middle", Http);
    the_newest_client_with_the_newest_server_over_http: over_http("newest", "newest", Http);
    the_oldest_client_with_a_command_for_the_oldest_server: in_its_place("oldest", "oldest");
    the_oldest_client_with_a_command_for_a_middle_server: in_its_place("oldest", "middle");
    the_oldest_client_with_a_command_for_the_newest_server: in_its_place("oldest", "newest");
    a_middle_client_with_a_command_for_the_newest_server: in_its_place("middle", "newest");
    the_newest_client_with_a_command_for_a_middle_server: in_its_place("newest", "middle");
    the_newest_client_with_a_command_for_the_newest_server: in_its_place("newest", "newest");
    the_oldest_client_with_the_newest_server_over_http_among_others: among_others("oldest", "newest", Http);
    the_newest_client_with_a_middle_server_over_http_among_others: among_others("newest", "middle", Http);
}
