//! What a server listens on.

use crate::words::bind::TRANSPORTS;
use vetgate_source::{Given, LibraryCall};

/// What a server listens on, from the best to the worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Bind {
    /// This machine alone.
    Home,
    /// Not known.
    Unknown,
    /// One address that is not this machine's own.
    Named,
    /// Every address.
    Everywhere,
}

/// A call that listens.
pub(super) struct Listener<'c> {
    pub(super) call: &'c LibraryCall,
    pub(super) bind: Bind,
    /// Whether the library looks at `Host` by itself where only this machine is listened to.
    pub(super) is_guarded_at_home: bool,
}

/// How a library is told what to listen on.
struct Row {
    /// How the call's full name ends.
    path: &'static str,
    /// The arguments that name the address, the first that is there counts.
    host: &'static [&'static str],
    /// What is listened on without one.
    default: Bind,
}

// Libraries that listen for whatever application they are given: `ROWS`.
include!(concat!(env!("OUT_DIR"), "/listeners.rs"));

/// The path without the mark of a call at its end.
pub(super) fn path(call: &LibraryCall) -> &str {
    call.path.strip_suffix("()").unwrap_or(&call.path)
}

/// The last name of a path.
pub(super) fn last(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}

/// What an argument is given.
pub(super) fn argument<'c>(call: &'c LibraryCall, name: &str) -> Option<&'c Given> {
    call.arguments.iter().find(|(known, _)| known == name).map(|(_, given)| given)
}

/// Every call by which MCP is offered over HTTP.
pub(super) fn listeners(calls: &[LibraryCall]) -> Vec<Listener<'_>> {
    let mut listeners: Vec<Listener<'_>> = calls.iter().filter_map(|call| own_server(call, calls)).collect();
    if calls.iter().any(|call| TRANSPORTS.contains(&last(path(call)))) {
        listeners.extend(calls.iter().filter_map(|call| {
            let row = ROWS.iter().find(|row| is_path(path(call), row.path))?;
            let host = row.host.iter().find_map(|name| argument(call, name));
            let bind = host.map_or(row.default, |given| bind(given, row.default));
            Some(Listener { call, bind, is_guarded_at_home: row.path.starts_with("createMcpExpressApp") })
        }));
    }
    listeners
}

/// Whether `path` is, or ends in, `wanted` at a joint.
fn is_path(path: &str, wanted: &str) -> bool {
    path.strip_suffix(wanted).is_some_and(|rest| rest.is_empty() || rest.ends_with(['.', '/']))
}

/// A server of the SDK that listens by itself: `FastMCP(host=...)`, `run(transport="sse")`.
fn own_server<'c>(call: &'c LibraryCall, calls: &'c [LibraryCall]) -> Option<Listener<'c>> {
    let path = path(call);
    let (server, method) = path.rsplit_once("().")?;
    if !matches!(last(server), "FastMCP" | "MCPServer") {
        return None;
    }
    let speaks_http = match method {
        "run" | "run_async" => {
            let transport = argument(call, "transport").or_else(|| argument(call, "0"))?;
            texts(transport).iter().any(|text| matches!(*text, "sse" | "streamable-http" | "http"))
        }
        "run_sse_async" | "run_streamable_http_async" | "run_http_async" => true,
        _ => false,
    };
    if !speaks_http {
        return None;
    }
    let made = calls.iter().find(|other| self::path(other) == server);
    let host = argument(call, "host").or_else(|| made.and_then(|made| argument(made, "host")));
    let bind = host.map_or(Bind::Home, |given| bind(given, Bind::Home));
    Some(Listener { call, bind, is_guarded_at_home: true })
}

/// The texts that a value may be.
fn texts(given: &Given) -> Vec<&str> {
    match given {
        Given::Text(text) => vec![text],
        Given::OneOf(many) => many.iter().flat_map(texts).collect(),
        Given::Environment(_, Some(default)) => texts(default),
        _ => vec![],
    }
}

/// What is listened on where the address is `given`; `default` where it is none.
fn bind(given: &Given, default: Bind) -> Bind {
    match given {
        Given::Text(text) => match text.trim() {
            "" | "0.0.0.0" | "::" | "[::]" | "*" => Bind::Everywhere,
            "localhost" | "::1" | "[::1]" => Bind::Home,
            text if text.starts_with("127.") => Bind::Home,
            text if text.contains('…') => Bind::Unknown,
            _ => Bind::Named,
        },
        // `process.env.HOST || "localhost"`: what counts is what is listened on where nobody set the variable.
        Given::OneOf(many) => {
            let is_set = |one: &&Given| !matches!(one, Given::Environment(_, None));
            many.iter().filter(is_set).map(|one| bind(one, default)).max().unwrap_or(default)
        }
        Given::Environment(_, Some(given)) => bind(given, default),
        Given::Environment(_, None) | Given::Nothing | Given::Function(_) => default,
        _ => Bind::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_followed_through_defaults() {
        let text = |text: &str| Given::Text(text.to_owned());
        assert_eq!(bind(&text("0.0.0.0"), Bind::Home), Bind::Everywhere);
        assert_eq!(bind(&text("localhost"), Bind::Everywhere), Bind::Home);
        let environment = Given::Environment("HOST".to_owned(), Some(Box::new(text("0.0.0.0"))));
        assert_eq!(bind(&environment, Bind::Home), Bind::Everywhere);
        assert_eq!(bind(&Given::OneOf(vec![text("127.0.0.1"), text("::")]), Bind::Home), Bind::Everywhere);
        let unset = Given::OneOf(vec![Given::Environment("HOST".to_owned(), None), text("localhost")]);
        assert_eq!(bind(&unset, Bind::Everywhere), Bind::Home);
        assert_eq!(bind(&Given::Function(vec![]), Bind::Everywhere), Bind::Everywhere);
        assert_eq!(bind(&text("10.0.0.1"), Bind::Home), Bind::Named);
    }

    #[test]
    fn a_path_ends_at_a_joint() {
        assert!(is_path("express().listen", "express().listen"));
        assert!(is_path(
            "@modelcontextprotocol/sdk/server/express.js.createMcpExpressApp().listen",
            "createMcpExpressApp().listen"
        ));
        assert!(!is_path("myexpress().listen", "express().listen"));
    }
}
