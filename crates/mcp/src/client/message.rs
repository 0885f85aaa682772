//! JSON-RPC 2.0, read and written.
//!
//! A message is never turned into typed structs: reading gives the byte ranges of the parts that matter, and
//! the text itself stays what arrived. Of duplicate `result` members all are given, and those that differ from
//! `result` only in case too, because parsers disagree on which one counts.

use std::ops::Range;
use vetgate_model::fold_case;
use vetgate_model::json::{Document, Kind, Node};

/// The id of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Id {
    /// One that this side could have given out.
    Number(u64),
    /// `null`, or none where there should be one: the peer could not read what it answers to.
    Null,
    /// Anything else, as written.
    Other(String),
}

/// An error object of a response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RpcError {
    pub(super) code: i64,
    pub(super) message: String,
    /// Revisions that the server says it speaks (`data.supported`).
    pub(super) supported: Vec<String>,
}

/// One message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Message {
    /// A response: byte ranges of its results, or its error.
    Response { id: Id, outcome: Result<Vec<Range<usize>>, RpcError> },
    /// A request of the server; the id is kept as written.
    Request { id: String, method: String },
    /// A notification.
    Notification,
}

/// Why a text is no message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Malformed {
    /// Not JSON.
    NotJson(String),
    /// The `jsonrpc` member as written, if there is one.
    OtherVersion(Option<String>),
    /// JSON, but neither request nor response.
    NotAMessage,
}

/// Reads a text as one message, or a batch of them.
pub(super) fn read(text: &str) -> Result<Vec<Message>, Malformed> {
    let document = Document::parse(text).map_err(|error| Malformed::NotJson(error.to_string()))?;
    let root = document.root();
    match root.kind() {
        Kind::Object => Ok(vec![read_one(root)?]),
        Kind::Array => root.elements().map(read_one).collect(),
        _ => Err(Malformed::NotAMessage),
    }
}

fn read_one(node: Node) -> Result<Message, Malformed> {
    if node.kind() != Kind::Object {
        return Err(Malformed::NotAMessage);
    }
    let version = node.get("jsonrpc");
    if version.and_then(|v| v.string()).is_none_or(|v| v.text != "2.0") {
        return Err(match version {
            Some(other) => Malformed::OtherVersion(Some(other.raw().to_owned())),
            None if ["id", "method", "result", "error"].iter().any(|key| node.get(key).is_some()) => {
                Malformed::OtherVersion(None)
            }
            None => Malformed::NotAMessage,
        });
    }
    let id = node.get("id");
    if let Some(method) = node.get("method").and_then(|m| m.string()) {
        return Ok(match id {
            Some(id) if id.kind() != Kind::Null => {
                Message::Request { id: id.raw().to_owned(), method: method.text.into_owned() }
            }
            _ => Message::Notification,
        });
    }
    let id = match id {
        Some(id) if id.kind() == Kind::Number => number(id.raw()),
        Some(id) if id.kind() != Kind::Null => Id::Other(id.raw().to_owned()),
        _ => Id::Null,
    };
    let results: Vec<_> =
        node.members().filter(|(key, _)| fold_case(&key.text) == "result").map(|(_, value)| value.span()).collect();
    match node.get("error") {
        Some(error) if results.is_empty() => Ok(Message::Response { id, outcome: Err(read_error(error)) }),
        _ if !results.is_empty() => Ok(Message::Response { id, outcome: Ok(results) }),
        _ => Err(Malformed::NotAMessage),
    }
}

/// Languages with one kind of number write `1` as `1.0`, and clients take it as the same.
fn number(raw: &str) -> Id {
    let whole = raw.strip_suffix(".0").unwrap_or(raw);
    whole.parse().map_or_else(|_| Id::Other(raw.to_owned()), Id::Number)
}

fn read_error(node: Node) -> RpcError {
    let code = node.get("code").and_then(|code| code.raw().parse().ok()).unwrap_or(0);
    let message = node.get("message").and_then(|m| m.string()).map(|m| m.text.into_owned()).unwrap_or_default();
    let supported =
        node.get("data").and_then(|data| data.get("supported")).map(|list| strings(list)).unwrap_or_default();
    RpcError { code, message, supported }
}

/// The strings of an array.
pub(super) fn strings(list: Node) -> Vec<String> {
    list.elements().filter_map(|element| Some(element.string()?.text.into_owned())).collect()
}

/// A request. `params` is JSON.
pub(super) fn request(id: u64, method: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#)
}

/// A notification without parameters.
pub(super) fn notification(method: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","method":"{method}"}}"#)
}

/// The answer to a request of the server: it has no roots, no model and no person here.
pub(super) fn reply(id: &str, method: &str) -> String {
    match method {
        "ping" => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#),
        "roots/list" => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"roots":[]}}}}"#),
        _ => format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32601,"message":"Method not found"}}}}"#),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_response_gives_the_range_of_its_result() {
        let text = r#"{"jsonrpc":"2.0","id":7,"result":{"tools": [ ]}}"#;
        let [Message::Response { id, outcome }] = &read(text).unwrap()[..] else { panic!() };
        assert_eq!(*id, Id::Number(7));
        assert_eq!(&text[outcome.clone().unwrap()[0].clone()], r#"{"tools": [ ]}"#);
    }

    #[test]
    fn both_of_two_results_survive() {
        for second in ["result", "Result", "re\u{17F}ult", r"\u0052esult"] {
            let text = format!(r#"{{"jsonrpc":"2.0","id":7,"result":1,"{second}":2}}"#);
            let [Message::Response { outcome, .. }] = &read(&text).unwrap()[..] else { panic!() };
            assert_eq!(outcome.as_ref().unwrap().len(), 2, "{second}");
        }
    }

    #[test]
    fn an_error_names_the_revisions_the_server_speaks() {
        let text =
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32022,"message":"m","data":{"supported":["a","b"]}}}"#;
        let [Message::Response { id, outcome }] = &read(text).unwrap()[..] else { panic!() };
        assert_eq!(*id, Id::Null);
        assert_eq!(outcome.as_ref().unwrap_err().supported, ["a", "b"]);
    }

    #[test]
    fn what_is_no_message_says_why() {
        let cases = [
            ("hello", "NotJson"),
            ("[1]", "NotAMessage"),
            ("{}", "NotAMessage"),
            (r#"{"jsonrpc":"1.0","id":1,"result":1}"#, r#"OtherVersion(Some("\"1.0\""))"#),
            (r#"{"id":1,"result":1}"#, "OtherVersion(None)"),
            (r#"{"jsonrpc":"2.0","id":1}"#, "NotAMessage"),
        ];
        for (text, why) in cases {
            assert!(format!("{:?}", read(text).unwrap_err()).starts_with(why), "{text}");
        }
    }

    #[test]
    fn a_string_id_is_not_the_number_it_looks_like() {
        let [Message::Response { id, .. }] = &read(r#"{"jsonrpc":"2.0","id":"1","result":1}"#).unwrap()[..] else {
            panic!()
        };
        assert_eq!(*id, Id::Other("\"1\"".into()));
    }

    #[test]
    fn a_float_id_is_the_whole_number_it_equals() {
        for (text, expected) in
            [("1.0", Id::Number(1)), ("1.5", Id::Other("1.5".into())), ("-1", Id::Other("-1".into()))]
        {
            let message = format!(r#"{{"jsonrpc":"2.0","id":{text},"result":1}}"#);
            let [Message::Response { id, .. }] = &read(&message).unwrap()[..] else { panic!() };
            assert_eq!(*id, expected);
        }
    }

    #[test]
    fn a_batch_is_read_whole() {
        let text = r#"[{"jsonrpc":"2.0","method":"n"},{"jsonrpc":"2.0","id":"x","method":"ping"}]"#;
        let id = "\"x\"".to_owned();
        assert_eq!(read(text).unwrap(), [Message::Notification, Message::Request { id, method: "ping".into() }]);
    }

    #[test]
    fn requests_for_a_model_or_a_person_are_refused() {
        assert!(reply("1", "ping").contains(r#""result":{}"#));
        assert!(reply("1", "roots/list").contains(r#""roots":[]"#));
        assert!(reply("1", "sampling/createMessage").contains("-32601"));
        assert!(reply("1", "elicitation/create").contains("-32601"));
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text in ".{0,200}") {
            let _ = read(&text);
        }
    }
}
