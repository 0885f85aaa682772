//! JSON-RPC 2.0 messages as they arrived, and changes to them that leave everything else alone.
//!
//! A gateway must hand on what it does not understand: unknown members, unknown methods, numbers as they were
//! written. So a [`Message`] is its text with the places of its parts, and an [`Edit`] splices new text into those
//! places. Nothing is ever serialized again from a typed value.
//!
//! Parsers disagree on which of two members with one name counts, and on whether `Name` is `name`, which lets a message
//! say one thing to a gateway and another to a server. A message in which a member of an object of the protocol occurs
//! twice, or can be taken for another one, is therefore none. Members beside those of JSON-RPC are left out, and the
//! message says so: see [`Message::left_out`].
//!
//! ```
//! use vetgate_mcp::rpc::{Edit, Message};
//!
//! let call = r#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"files__read","x":1.0}}"#;
//! let call = Message::read(call.to_owned()).unwrap();
//! assert_eq!(call.text_of("name").as_deref(), Some("files__read"));
//! let renamed = Edit::of(&call).set(&["params", "name"], r#""read""#).finish();
//! assert_eq!(renamed, r#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"read","x":1.0}}"#);
//! ```

mod edit;
mod member_names;
mod quote;

pub use edit::Edit;
pub use member_names::{folded_name, shown_name};
pub use quote::quote;

use member_names::{Clash, Names, Object, Reading};
use std::borrow::Cow;
use std::ops::Range;
use vetgate_model::json::{Document, Kind, Limits, Node, Syntax};

/// The codes of errors that this program gives out or understands.
pub mod code {
    /// Not JSON.
    pub const PARSE: i64 = -32700;
    /// JSON, but no message.
    pub const INVALID_REQUEST: i64 = -32600;
    /// No such method.
    pub const NO_METHOD: i64 = -32601;
    /// Parameters that make no sense, unknown tools and resources among them.
    pub const INVALID_PARAMS: i64 = -32602;
    /// Something failed on this side.
    pub const INTERNAL: i64 = -32603;
    /// HTTP headers that say something else than the body.
    pub const HEADER_MISMATCH: i64 = -32020;
    /// The client lacks a capability that the request needs.
    pub const MISSING_CAPABILITY: i64 = -32021;
    /// A protocol revision that is not spoken here.
    pub const UNSUPPORTED_REVISION: i64 = -32022;
}

/// How deep and how large a message may be.
pub const LIMITS: Limits = Limits { depth: 512, values: 4_000_000 };

/// What a message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// Wants an answer.
    Request,
    /// Wants none.
    Notification,
    /// An answer with a result.
    Result,
    /// An answer with an error.
    Error,
}

/// Why a text is no message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// Not JSON, or deeper or larger than may be.
    #[error("not JSON: {0}")]
    NotJson(String),
    /// JSON, but neither request, notification nor answer.
    #[error("not a JSON-RPC 2.0 message: {0}")]
    NotAMessage(&'static str),
    /// Readers disagree on what the message says.
    #[error("{0}")]
    Ambiguous(Box<Ambiguity>),
}

/// A message in which a member occurs twice, or can be taken for another one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Ambiguity {
    /// The member, and why readers disagree on it.
    pub reason: String,
    /// The id as written, if there is one.
    pub id: Option<String>,
    /// The method; nothing for an answer.
    pub method: Option<String>,
}

impl Ambiguity {
    fn of(root: Node, clash: &Clash) -> Self {
        let id = root.get("id").filter(|id| is_id(*id)).map(|id| id.raw().to_owned());
        let method = root.get("method").and_then(|method| Some(method.string()?.text.into_owned()));
        Self { reason: clash.to_string(), id, method }
    }
}

impl Malformed {
    /// The JSON-RPC error code for it.
    pub fn code(&self) -> i64 {
        match self {
            Self::NotJson(_) => code::PARSE,
            Self::NotAMessage(_) | Self::Ambiguous(_) => code::INVALID_REQUEST,
        }
    }
}

/// One message, or several at once as revisions up to 2025-03-26 allow.
#[derive(Debug, Clone)]
pub enum Payload {
    /// The ordinary case.
    One(Message),
    /// A batch; never empty.
    Batch(Vec<Message>),
}

impl Payload {
    /// Reads a message or a batch.
    pub fn read(text: String) -> Result<Self, Malformed> {
        if !text.trim_start().starts_with('[') {
            return Message::read(text).map(Self::One);
        }
        let document = parse(&text)?;
        let texts: Vec<String> = document.root().elements().map(|element| element.raw().to_owned()).collect();
        if texts.is_empty() {
            return Err(Malformed::NotAMessage("an empty batch"));
        }
        texts.into_iter().map(Message::read).collect::<Result<_, _>>().map(Self::Batch)
    }
}

/// One message: its text, and where its parts stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    text: String,
    sort: Sort,
    id: Option<Range<usize>>,
    method: Option<Box<str>>,
    /// The value of `params`, `result` or `error`.
    body: Option<Range<usize>>,
    members: Box<[Member]>,
    /// Boxed, because messages are moved often and hardly any has one.
    left_out: Option<Box<LeftOut>>,
}

/// A member that a message had, and that is no longer in it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct LeftOut {
    /// Escaped, to be shown.
    name: String,
}

/// Where a member of the body stands.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Member {
    /// Without its quotes.
    name: Range<usize>,
    value: Range<usize>,
}

impl Message {
    /// Reads one message.
    pub fn read(text: String) -> Result<Self, Malformed> {
        let (sort, id, method, body, members) = {
            let document = parse(&text)?;
            let root = document.root();
            if root.kind() != Kind::Object {
                return Err(Malformed::NotAMessage("it is not an object"));
            }
            let envelope = Envelope::read(root)?;
            let Envelope { id, method, params, result, error, .. } = envelope;
            let method: Option<Box<str>> = match method.map(|method| method.string()) {
                Some(Some(name)) => Some(name.text.into()),
                Some(None) => return Err(Malformed::NotAMessage("`method` is not a string")),
                None => None,
            };
            let (sort, body) = match (&method, id, result, error) {
                (Some(_), Some(id), None, None) if is_id(id) => (Sort::Request, params),
                (Some(_), Some(_), ..) => return Err(Malformed::NotAMessage("`id` is neither a string nor a number")),
                (Some(_), None, None, None) => (Sort::Notification, params),
                (None, Some(_), Some(result), None) => (Sort::Result, Some(result)),
                (None, _, None, Some(error)) => (Sort::Error, Some(error)),
                _ => return Err(Malformed::NotAMessage("it needs `method`, or `id` with `result` or `error`")),
            };
            if params.is_some_and(|params| !matches!(params.kind(), Kind::Object | Kind::Array)) {
                return Err(Malformed::NotAMessage("`params` is not an object"));
            }
            let (place, reading) = match sort {
                Sort::Request | Sort::Notification => ("params", Reading::Loose),
                Sort::Result => ("result", Reading::ByCase),
                Sort::Error => ("error", Reading::ByCase),
            };
            if let Some(body) = body {
                let ambiguous = |clash| Malformed::Ambiguous(Box::new(Ambiguity::of(root, &clash)));
                member_names::check(body, Object::Body, reading, place).map_err(ambiguous)?;
            }
            if let Some(name) = envelope.left_out() {
                let message = Self::read(envelope.rewritten())?;
                return Ok(Self {
                    left_out: Some(Box::new(LeftOut { name: member_names::shown_name(&name) })),
                    ..message
                });
            }
            let members = body.map(members_of).unwrap_or_default();
            (sort, id.map(|id| id.span()), method, body.map(|body| body.span()), members)
        };
        Ok(Self { text, sort, id, method, body, members, left_out: None })
    }

    /// A request with the given parameters; `id` and `params` are JSON.
    pub fn request(id: &str, method: &str, params: &str) -> Self {
        let method = quote(method);
        let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":{method},"params":{params}}}"#);
        Self::read(text).expect("made of JSON and a quoted name")
    }

    /// A notification with the given parameters, which are JSON.
    pub fn notification(method: &str, params: &str) -> Self {
        let method = quote(method);
        let text = format!(r#"{{"jsonrpc":"2.0","method":{method},"params":{params}}}"#);
        Self::read(text).expect("made of JSON and a quoted name")
    }

    /// The message as it arrived, but for members that JSON-RPC does not know.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The message as it arrived, but for members that JSON-RPC does not know.
    pub fn into_text(self) -> String {
        self.text
    }

    /// A member that the message had beside those that JSON-RPC knows, and that is no longer in it; escaped, to be shown.
    pub fn left_out(&self) -> Option<&str> {
        self.left_out.as_deref().map(|left_out| left_out.name.as_str())
    }

    /// What it is.
    pub fn sort(&self) -> Sort {
        self.sort
    }

    /// The id as written, quotes included.
    pub fn id(&self) -> Option<&str> {
        self.id.clone().map(|id| &self.text[id])
    }

    /// The method, or nothing for an answer.
    pub fn method(&self) -> &str {
        self.method.as_deref().unwrap_or_default()
    }

    /// `params`, `result` or `error` as written.
    pub fn body(&self) -> Option<&str> {
        self.body.clone().map(|body| &self.text[body])
    }

    /// A member of the parameters, the result or the error, as written.
    pub fn get(&self, name: &str) -> Option<&str> {
        let member = self.members.iter().find(|member| is_named(&self.text[member.name.clone()], name))?;
        Some(&self.text[member.value.clone()])
    }

    /// The members of the parameters, the result or the error as written: each name with its quotes, and its value.
    pub fn members(&self) -> impl Iterator<Item = (&str, &str)> {
        let name = |member: &Member| &self.text[member.name.start - 1..member.name.end + 1];
        self.members.iter().map(move |member| (name(member), &self.text[member.value.clone()]))
    }

    /// A member that is a string, without its quotes and escapes.
    pub fn text_of(&self, name: &str) -> Option<Cow<'_, str>> {
        unquote(self.get(name)?)
    }

    /// A member of `_meta`, as written.
    pub fn meta(&self, name: &str) -> Option<String> {
        let meta = self.get("_meta")?;
        let document = parse(meta).ok()?;
        document.root().get(name).map(|value| value.raw().to_owned())
    }

    /// The code of an error.
    pub fn error_code(&self) -> Option<i64> {
        (self.sort == Sort::Error).then(|| self.get("code")?.parse().ok())?
    }

    /// The text with another id, which is JSON.
    pub fn with_id(&self, id: &str) -> String {
        let Some(place) = self.id.clone() else { return self.text.clone() };
        let mut text = String::with_capacity(self.text.len() + id.len());
        text.push_str(&self.text[..place.start]);
        text.push_str(id);
        text.push_str(&self.text[place.end..]);
        text
    }
}

/// An answer with a result; both are JSON.
pub fn result(id: &str, result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)
}

/// An answer with an error; `id` is JSON.
pub fn error(id: &str, code: i64, message: &str) -> String {
    let message = quote(message);
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":{message}}}}}"#)
}

/// An answer with an error and its details; `id` and `data` are JSON.
pub fn error_with(id: &str, code: i64, message: &str, data: &str) -> String {
    let message = quote(message);
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":{message},"data":{data}}}}}"#)
}

/// The text of a JSON string, or nothing if `raw` is something else.
pub fn unquote(raw: &str) -> Option<Cow<'_, str>> {
    let inner = raw.strip_prefix('"')?.strip_suffix('"')?;
    if !inner.contains('\\') {
        return Some(Cow::Borrowed(inner));
    }
    let document = parse(raw).ok()?;
    Some(Cow::Owned(document.root().string()?.text.into_owned()))
}

fn parse(text: &str) -> Result<Document<'_>, Malformed> {
    Document::parse_as(text, Syntax::Strict, LIMITS).map_err(|error| Malformed::NotJson(error.to_string()))
}

fn is_id(node: Node) -> bool {
    matches!(node.kind(), Kind::String | Kind::Number)
}

fn is_named(key: &str, name: &str) -> bool {
    key == name || (key.contains('\\') && unquote(&format!("\"{key}\"")).is_some_and(|key| key == name))
}

/// Where the members of an object are.
fn members_of(node: Node) -> Box<[Member]> {
    let is_object = node.kind() == Kind::Object;
    let children = node.children().filter(|_| is_object);
    let members = children.filter_map(|value| Some((value.key_span()?, value.span())));
    members.map(|(name, value)| Member { name: name.start + 1..name.end - 1, value }).collect()
}

/// The members that make a message one.
#[derive(Default)]
struct Envelope<'d, 't> {
    id: Option<Node<'d, 't>>,
    method: Option<Node<'d, 't>>,
    params: Option<Node<'d, 't>>,
    result: Option<Node<'d, 't>>,
    error: Option<Node<'d, 't>>,
    /// The first member that is none of them.
    other: Option<Node<'d, 't>>,
}

impl<'d, 't> Envelope<'d, 't> {
    fn read(root: Node<'d, 't>) -> Result<Self, Malformed> {
        let mut envelope = Self::default();
        let mut version = None;
        let mut names = Names::new(Object::Envelope, Reading::Loose, "the message");
        for (key, value) in root.members() {
            let ambiguous = |clash| Malformed::Ambiguous(Box::new(Ambiguity::of(root, &clash)));
            let name = names.take(&key.text).map_err(ambiguous)?;
            match name.map_or("", |(name, _)| name) {
                "jsonrpc" => version = Some(value),
                "id" => envelope.id = Some(value),
                "method" => envelope.method = Some(value),
                "params" => envelope.params = Some(value),
                "result" => envelope.result = Some(value),
                "error" => envelope.error = Some(value),
                _ => envelope.other = envelope.other.or(Some(value)),
            }
        }
        match version.and_then(|version| version.string()) {
            Some(version) if version.text == "2.0" => Ok(envelope),
            _ => Err(Malformed::NotAMessage("`jsonrpc` is not \"2.0\"")),
        }
    }

    /// The name of a member that does not belong to such a message.
    fn left_out(&self) -> Option<Cow<'t, str>> {
        let misplaced = self.params.filter(|_| self.method.is_none());
        Some(self.other.or(misplaced)?.key()?.text)
    }

    /// The message with the members that belong to it, and no others.
    fn rewritten(&self) -> String {
        let mut text = r#"{"jsonrpc":"2.0""#.to_owned();
        let params = self.params.filter(|_| self.method.is_some());
        let members = [
            ("id", self.id),
            ("method", self.method),
            ("params", params),
            ("result", self.result),
            ("error", self.error),
        ];
        for (name, node) in members.into_iter().filter_map(|(name, node)| Some((name, node?))) {
            text.push_str(&format!(r#","{name}":{}"#, node.raw()));
        }
        text.push('}');
        text
    }
}

#[cfg(test)]
mod tests;
