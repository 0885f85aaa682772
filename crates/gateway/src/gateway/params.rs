//! The parameters of a message on its way to a server: which of them are arguments, and which others it gets.
//!
//! | method | arguments | other parameters |
//! | --- | --- | --- |
//! | `tools/call`, `prompts/get` | `arguments` | all but `name` |
//! | `resources/read` | `uri` | all |
//! | other methods of the protocol, and its notifications | none | all |
//! | methods and notifications that the protocol does not have | all but `_meta` | `_meta`, and the method itself |
//!
//! The guard sees both. Rules, signals and baselines are about arguments, so a method that the protocol does not have is
//! judged by all it is given, as a tool of which nothing is known. Headers that are passed on count as parameters. Left out is what the gateway writes itself
//! (`requestState` of a stateless client is sealed) and what is judged by itself (the answers in `inputResponses`).
//!
//! Cost: a call of a tool without other parameters is not copied for them.

use super::methods::is_of_protocol;
use crate::Caller;
use crate::telemetry::context::{PARENT, STATE};
use std::borrow::Cow;
use vetgate_mcp::rpc::{Edit, Malformed, Message, quote, unquote};
use vetgate_model::json::Document;

/// What headers stand under among the other parameters. The guard never masks them.
const HEADERS: &str = "HTTP headers";

/// The member of the other parameters that holds a method which the protocol does not have: its name can carry data too. The
/// guard never masks it.
const METHOD: &str = "JSON-RPC method";

/// What a message carries to its server.
pub(super) struct Params<'m> {
    /// JSON; `{}` if there are none.
    pub(super) arguments: Cow<'m, str>,
    /// A JSON object, if there are any.
    pub(super) others: Option<String>,
    /// Whether the arguments are an address.
    pub(super) is_address: bool,
}

impl<'m> Params<'m> {
    /// Reads a message of that client.
    pub(super) fn read(message: &'m Message, caller: &Caller) -> Self {
        let mut params = Self::of(message, caller.session.is_none());
        if let Some(headers) = headers(caller) {
            let others = params.others.as_deref().unwrap_or("{}");
            params.others = Some(Edit::of_json(others).set(&[HEADERS], headers).finish());
        }
        params
    }

    /// Reads a message. `is_stateless` says whether its client has no session.
    fn of(message: &'m Message, is_stateless: bool) -> Self {
        let none = || Cow::Borrowed("{}");
        let method = message.method();
        if message.body().is_some_and(|body| !body.starts_with('{')) {
            // Parameters by position are in use nowhere; a server may read them all the same.
            let body = message.body().unwrap_or("[]");
            return match is_of_protocol(method) {
                true => Self { arguments: none(), others: Some(format!(r#"{{"params":{body}}}"#)), is_address: false },
                false => Self { arguments: body.into(), others: None, is_address: false },
            };
        }
        let is_left_out = |name: &str| name == "inputResponses" || (name == "requestState" && is_stateless);
        match method {
            "tools/call" | "prompts/get" => Self {
                arguments: message.get("arguments").map_or_else(none, Cow::Borrowed),
                others: members(message, |name| name != "name" && name != "arguments" && !is_left_out(name)),
                is_address: false,
            },
            "resources/read" => Self {
                arguments: members(message, |name| name == "uri").map_or_else(none, Cow::Owned),
                // An outside server gets the address, whatever it is an address of.
                others: members(message, |name| !is_left_out(name)),
                is_address: true,
            },
            _ if is_of_protocol(method) => {
                Self { arguments: none(), others: members(message, |name| !is_left_out(name)), is_address: false }
            }
            _ => {
                let others = members(message, |name| name == "_meta");
                let others = Edit::of_json(others.as_deref().unwrap_or("{}")).set(&[METHOD], quote(method)).finish();
                Self {
                    arguments: members(message, |name| name != "_meta").map_or_else(none, Cow::Owned),
                    others: Some(others),
                    is_address: false,
                }
            }
        }
    }
}

/// Other parameters for the record: what its arguments leave out.
pub(super) fn recorded_others(message: &Message, caller: &Caller) -> Option<String> {
    let others = match message.method() {
        "tools/call" | "prompts/get" => members(message, |name| name != "name" && name != "arguments"),
        _ => members(message, |name| name == "_meta"),
    };
    // A record names the trace by itself.
    match headers(caller).filter(|headers| headers.contains(STATE)) {
        Some(headers) => {
            let others = others.as_deref().unwrap_or("{}");
            Some(Edit::of_json(others).set(&[HEADERS], headers).finish())
        }
        None => others,
    }
}

/// The headers of a client that its server gets, as an object.
fn headers(caller: &Caller) -> Option<String> {
    let trace = caller.trace.header.as_ref()?;
    let state = trace.state().map_or_else(String::new, |state| format!(r#","{STATE}":{}"#, quote(state)));
    Some(format!(r#"{{"{PARENT}":"{trace}"{state}}}"#))
}

/// A message with other arguments, and with others in the place of the other parameters; both are JSON.
pub(super) fn replaced(
    message: &Message,
    arguments: Option<String>,
    others: Option<&str>,
) -> Result<Message, Malformed> {
    let others = others.map(Document::parse).transpose().unwrap_or_default();
    let others: Vec<(String, &str)> = others
        .iter()
        .flat_map(|others| others.root().members())
        .filter(|(key, _)| key.text != "inputResponses" && key.text != HEADERS && key.text != METHOD)
        .map(|(key, value)| (key.text.into_owned(), value.raw()))
        .collect();
    let mut edit = Edit::of(message);
    match arguments {
        // A method that the protocol does not have is given its parameters as arguments.
        Some(arguments) if !is_of_protocol(message.method()) => {
            edit = match message.get("_meta") {
                Some(meta) => edit.set(&["params"], arguments).set(&["params", "_meta"], meta),
                None => edit.set(&["params"], arguments),
            };
        }
        Some(arguments) => edit = edit.set(&["params", "arguments"], arguments),
        None => {}
    }
    for (name, value) in &others {
        edit = edit.set(&["params", name], *value);
    }
    Message::read(edit.finish())
}

/// An object of those members that are wanted, as written; nothing if there are none. Of `inputResponses`, if it is left
/// out, the names of the answers are kept: they are a client's to choose.
fn members(message: &Message, is_wanted: impl Fn(&str) -> bool) -> Option<String> {
    let mut object = String::new();
    for (quoted, value) in message.members() {
        let name = unquote(quoted).unwrap_or_default();
        let names = match &*name {
            "inputResponses" if !is_wanted(&name) => names_in(value),
            _ => None,
        };
        let Some(value) = names.as_deref().or_else(|| is_wanted(&name).then_some(value)) else { continue };
        object.push(if object.is_empty() { '{' } else { ',' });
        object.push_str(quoted);
        object.push(':');
        object.push_str(value);
    }
    if object.is_empty() {
        return None;
    }
    object.push('}');
    Some(object)
}

/// The names in an object as a list; what is no object as it is.
fn names_in(value: &str) -> Option<String> {
    let document = Document::parse(value).ok()?;
    if !value.starts_with('{') {
        return Some(value.to_owned());
    }
    let names: Vec<String> = document.root().members().map(|(key, _)| quote(&key.text)).collect();
    (!names.is_empty()).then(|| format!("[{}]", names.join(",")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Principal, Scope, Trace, TraceContext};
    use std::sync::Arc;

    fn split(method: &str, params: &str) -> (String, Option<String>) {
        let message = Message::request("1", method, params);
        let params = Params::of(&message, false);
        (params.arguments.into_owned(), params.others)
    }

    #[test]
    fn every_parameter_is_an_argument_or_another_one() {
        for (method, params, arguments, others) in [
            ("tools/call", r#"{"name":"t","arguments":{"a":1}}"#, r#"{"a":1}"#, None),
            ("tools/call", r#"{"name":"t"}"#, "{}", None),
            (
                "tools/call",
                r#"{"name":"t","task":{"ttl":1},"_meta":{}}"#,
                "{}",
                Some(r#"{"task":{"ttl":1},"_meta":{}}"#),
            ),
            ("tools/call", r#"{"\u006eame":"t","x\"y":1}"#, "{}", Some(r#"{"x\"y":1}"#)),
            (
                "resources/read",
                r#"{"uri":"a:b","arguments":{}}"#,
                r#"{"uri":"a:b"}"#,
                Some(r#"{"uri":"a:b","arguments":{}}"#),
            ),
            ("logging/setLevel", r#"{"level":"info"}"#, "{}", Some(r#"{"level":"info"}"#)),
            ("x/y", r#"{"a":1,"_meta":{"b":2}}"#, r#"{"a":1}"#, Some(r#"{"_meta":{"b":2},"JSON-RPC method":"x/y"}"#)),
            ("x/y", "[1]", "[1]", None),
            ("tools/call", "[1]", "{}", Some(r#"{"params":[1]}"#)),
            (
                "tools/call",
                r#"{"name":"t","inputResponses":{"k":{"action":"accept"}},"requestState":"s"}"#,
                "{}",
                Some(r#"{"inputResponses":["k"],"requestState":"s"}"#),
            ),
        ] {
            assert_eq!(split(method, params), (arguments.to_owned(), others.map(str::to_owned)), "{method} {params}");
        }
        let sealed = Message::request("1", "tools/call", r#"{"name":"t","requestState":"sealed"}"#);
        assert_eq!(Params::of(&sealed, true).others, None);
    }

    #[test]
    fn the_record_has_what_its_arguments_leave_out() {
        let (principal, scope) = (Arc::new(Principal::unrestricted("a")), Scope::All);
        let trace = Trace::default();
        let mut caller = Caller { principal, scope, session: None, connection: None, mirrored: None, trace };
        let others = |method, params| recorded_others(&Message::request("1", method, params), &caller);
        assert_eq!(others("tools/call", r#"{"name":"t","arguments":{}}"#), None);
        assert_eq!(others("tools/call", r#"{"name":"t","x":1}"#).as_deref(), Some(r#"{"x":1}"#));
        assert_eq!(others("x/y", r#"{"x":1,"_meta":{"y":2}}"#).as_deref(), Some(r#"{"_meta":{"y":2}}"#));
        let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        for (state, expected) in [
            (None, None),
            (Some("a=b"), Some(format!(r#"{{"HTTP headers":{{"traceparent":"{parent}","tracestate":"a=b"}}}}"#))),
        ] {
            caller.trace = Trace::of_header(TraceContext::parse(parent, state));
            assert_eq!(recorded_others(&Message::request("1", "x/y", "{}"), &caller), expected);
        }
    }
}
