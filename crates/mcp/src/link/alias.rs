//! Names that a client chose and that come back in later messages.
//!
//! Many clients share a server, so what they chose may collide. On the way out the link's own id takes the place of
//! the request's id and of its progress token; in what comes back they are put back.

use crate::rpc::{Edit, Message, Sort};
use vetgate_model::json::Document;

const PROGRESS: &str = "notifications/progress";
const TOKEN: &str = "progressToken";
const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

/// What a client called its request, as written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Alias {
    /// Its progress token, if it wants to hear of progress.
    pub(super) token: Option<Box<str>>,
    /// Its id, if the request is a subscription, whose notifications name it.
    subscription: Option<Box<str>>,
    /// Whether progress goes on after the answer, because the answer only says that a task has begun.
    pub(super) outlives_answer: bool,
}

/// What a message of the server refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reference {
    /// The progress of the request with this id; nothing if the token is none of the link's.
    Progress(Option<u64>),
    /// The subscription with this id.
    Subscription(u64),
    /// No request.
    None,
}

impl Alias {
    /// The text of `request` under `id`, and what to put back.
    pub(super) fn apply(request: &Message, id: u64) -> (String, Self) {
        let mut alias = Self::default();
        let id = id.to_string();
        let mut text = request.with_id(&id);
        if request.method() == "subscriptions/listen" {
            alias.subscription = request.id().map(Into::into);
        }
        if let Some(token) = request.get("_meta").and_then(token) {
            text = Edit::of_json(&text).set(&["params", "_meta", TOKEN], id).finish();
            alias.token = Some(token.as_str().into());
            alias.outlives_answer = request.get("task").is_some();
        }
        (text, alias)
    }

    /// Whether something is to be put back.
    pub(super) fn is_empty(&self) -> bool {
        self.token.is_none() && self.subscription.is_none()
    }

    /// Puts back what the client chose.
    pub(super) fn restore(&self, message: Message) -> Message {
        let edit = Edit::of(&message);
        let changed = match reference(&message) {
            Reference::Progress(_) => self.token.as_deref().map(|token| edit.set(&["params", TOKEN], token)),
            Reference::Subscription(_) => {
                let body = if message.sort() == Sort::Result { "result" } else { "params" };
                self.subscription.as_deref().map(|id| edit.set(&[body, "_meta", SUBSCRIPTION], id))
            }
            Reference::None => None,
        };
        let Some(changed) = changed.map(Edit::finish) else { return message };
        Message::read(changed).unwrap_or(message)
    }
}

/// Which request a message of the server refers to.
pub(super) fn reference(message: &Message) -> Reference {
    if message.method() == PROGRESS {
        return Reference::Progress(message.get(TOKEN).and_then(own_id));
    }
    let is_named = message.get("_meta").is_some_and(|meta| meta.contains(SUBSCRIPTION));
    let id = is_named.then(|| message.meta(SUBSCRIPTION)).flatten();
    id.as_deref().and_then(own_id).map_or(Reference::None, Reference::Subscription)
}

/// A number that the link could have given out. Languages with one kind of number write `1` as `1.0`.
pub(super) fn own_id(raw: &str) -> Option<u64> {
    raw.strip_suffix(".0").unwrap_or(raw).parse().ok()
}

/// The progress token in `meta`, as written. There is one at most, or the message would be none.
fn token(meta: &str) -> Option<String> {
    // An escape may stand for any letter of the name.
    if !meta.contains(TOKEN) && !meta.contains('\\') {
        return None;
    }
    let document = Document::parse(meta).ok()?;
    document.root().get(TOKEN).map(|value| value.raw().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn applied(text: &str) -> (String, Alias) {
        Alias::apply(&Message::read(text.to_owned()).unwrap(), 7)
    }

    #[test]
    fn a_request_without_a_token_gets_another_id_and_nothing_else() {
        let (text, alias) = applied(r#"{"id": "a" ,"jsonrpc":"2.0","method":"m","params":{"_meta":{"x":1.0}}}"#);
        assert_eq!(text, r#"{"id": 7 ,"jsonrpc":"2.0","method":"m","params":{"_meta":{"x":1.0}}}"#);
        assert!(alias.is_empty());
    }

    #[test]
    fn a_token_goes_out_as_the_id_and_comes_back_as_it_was_written() {
        let (text, alias) =
            applied(r#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"_meta":{"progressToken": "t\u0031"}}}"#);
        assert_eq!(text, r#"{"jsonrpc":"2.0","id":7,"method":"m","params":{"_meta":{"progressToken": 7}}}"#);
        let progress = Message::notification(PROGRESS, r#"{"progressToken":7,"progress":0.50}"#);
        assert_eq!(reference(&progress), Reference::Progress(Some(7)));
        let restored = alias.restore(progress);
        assert_eq!(restored.body(), Some(r#"{"progressToken":"t\u0031","progress":0.50}"#));
    }

    #[test]
    fn a_second_token_cannot_name_another_request() {
        for second in ["progressToken", r"\u0070rogressToken", "ProgressToken", "progress_token"] {
            let meta = format!(r#"{{"progressToken":1,"{second}":9}}"#);
            let text = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"m","params":{{"_meta":{meta}}}}}"#);
            assert!(Message::read(text).is_err(), "{second}");
        }
    }

    #[test]
    fn a_subscription_is_known_by_the_id_that_its_client_gave_it() {
        let (_, alias) = applied(r#"{"jsonrpc":"2.0","id":"s","method":"subscriptions/listen","params":{}}"#);
        let meta = format!(r#"{{"_meta":{{"{SUBSCRIPTION}":7}}}}"#);
        let told = Message::notification("notifications/tools/list_changed", &meta);
        assert_eq!(reference(&told), Reference::Subscription(7));
        assert_eq!(alias.restore(told).meta(SUBSCRIPTION).as_deref(), Some("\"s\""));
    }

    #[test]
    fn ids_are_whole_numbers() {
        for (raw, id) in
            [("7", Some(7)), ("7.0", Some(7)), ("7.5", None), ("\"7\"", None), ("-7", None), ("null", None)]
        {
            assert_eq!(own_id(raw), id, "{raw}");
        }
    }
}
