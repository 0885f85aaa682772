//! What an agent says it means to do: found in `_meta` or in an argument of the gateway's own, and taken out again
//! before the call goes on.
//!
//! What the user asked for is found in `_meta` too, where the client program puts it, and taken out in the same way. A model
//! does not write `_meta`.
//!
//! The argument is offered only where somebody has switched that on, and only by tools that have no parameter of that
//! name themselves: what a server asks for is never taken from it.

use super::call::Resolved;
use crate::failure::Failure;
use crate::server::{Item, List, member};
use std::borrow::Cow;
use vetgate_mcp::rpc::{Edit, Message, unquote};

/// Where in `_meta` an intent stands.
pub(crate) const META: &str = "dev.vetgate/intent";

/// Where in `_meta` a client reports what the user asked for.
pub(crate) const USER_WORDS: &str = "dev.vetgate/user_words";

/// The argument that tools are offered with.
const ARGUMENT: &str = "intent";

/// What the argument is, to a client.
const SCHEMA: &str = concat!(
    r#"{"type":"object","description":"What you intend to do with this call. The gateway checks it and does not pass it"#,
    r#" on to the tool.","properties":{"operation_type":{"type":"string","enum":["read","write","destructive"]},"#,
    r#""data_sensitivity":{"type":"string","enum":["public","internal","private","unknown"]},"#,
    r#""reason":{"type":"string"}}}"#
);

/// Whether a tool whose input has this schema asks for an argument of that name itself.
pub(crate) fn is_taken(schema: Option<&str>) -> bool {
    schema.and_then(|schema| member(schema, "properties")).is_some_and(|properties| {
        let Ok(document) = vetgate_model::json::Document::parse(&properties) else { return true };
        document.root().get(ARGUMENT).is_some()
    })
}

/// A tool's definition, JSON, with the argument offered.
pub(super) fn offered<'d>(item: &Item, edit: Edit<'d>) -> Edit<'d> {
    match item.takes_intent {
        true => edit,
        false => edit.set(&["inputSchema", "properties", ARGUMENT], SCHEMA),
    }
}

/// Takes what the agent says out of a call. `is_offered` says whether tools are shown with the argument.
pub(super) fn take(resolved: &mut Resolved, is_offered: bool) -> Result<(), Failure> {
    let in_meta = match resolved.request.get("_meta") {
        Some(meta) if meta.contains(META) => resolved.request.meta(META),
        _ => None,
    };
    let in_arguments = match is_offered && resolved.request.method() == "tools/call" {
        true => argument(resolved),
        false => None,
    };
    let user_words = match resolved.request.get("_meta") {
        Some(meta) if meta.contains(USER_WORDS) => resolved.request.meta(USER_WORDS),
        _ => None,
    };
    if in_meta.is_none() && in_arguments.is_none() && user_words.is_none() {
        return Ok(());
    }
    let mut edit = Edit::of(&resolved.request);
    if user_words.is_some() {
        edit = edit.remove(&["params", "_meta", USER_WORDS]);
    }
    if in_meta.is_some() {
        edit = edit.remove(&["params", "_meta", META]);
    }
    if in_arguments.is_some() {
        edit = edit.remove(&["params", "arguments", ARGUMENT]);
    }
    let request = Message::read(edit.finish()).map_err(|error| Failure::Invalid(error.to_string()))?;
    resolved.request = request;
    // Anything but text is no words.
    resolved.user_words = user_words.and_then(|words| unquote(&words).map(Cow::into_owned));
    // What stands closest to the call is what the agent itself wrote.
    resolved.intent = resolved.intent.take().or(in_arguments).or(in_meta);
    Ok(())
}

/// The argument, where it is the gateway's.
fn argument(resolved: &Resolved) -> Option<String> {
    let arguments = resolved.request.get("arguments").filter(|arguments| arguments.contains(ARGUMENT))?;
    let shelf = resolved.server.shelf();
    if shelf.find(List::Tools, &resolved.name).is_none_or(|item| item.takes_intent) {
        return None;
    }
    let document = vetgate_model::json::Document::parse(arguments).ok()?;
    Some(document.root().get(ARGUMENT)?.raw().to_owned())
}

/// An intent as a whole, where the way in which a tool was called says more than the agent did.
pub(super) fn completed(said: Option<String>, operation: &str) -> String {
    let operation = vetgate_mcp::rpc::quote(operation);
    let said = said.map_or(Cow::Borrowed("{}"), Cow::Owned);
    Edit::of_json(&said).set(&["operation_type"], operation).finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_of_the_servers_own_is_seen() {
        for (schema, expected) in [
            (None, false),
            (Some(r#"{"type":"object"}"#), false),
            (Some(r#"{"properties":{"path":{}}}"#), false),
            (Some(r#"{"properties":{"intent":{"type":"string"}}}"#), true),
            (Some(r#"{"properties":{"\u0069ntent":{}}}"#), true),
            (Some(r#"{"properties":{"a":{"properties":{"intent":{}}}}}"#), false),
        ] {
            assert_eq!(is_taken(schema), expected, "{schema:?}");
        }
    }

    #[test]
    fn the_way_a_tool_was_called_completes_what_the_agent_said() {
        assert_eq!(completed(None, "read"), r#"{"operation_type":"read"}"#);
        let said = completed(Some(r#"{"reason":"to look"}"#.into()), "read");
        assert_eq!(said, r#"{"reason":"to look","operation_type":"read"}"#);
    }

    #[test]
    fn what_is_offered_is_json() {
        assert!(serde_json::from_str::<serde_json::Value>(SCHEMA).is_ok());
    }
}
