//! Asking the client's own user.
//!
//! The question goes to the client program, which shows it to the person in front of it; what the model says reaches
//! nothing here. That is a trust in the program: one that answers by itself, or has its model answer, decides for its
//! user, and should have `security.holds.elicitation` switched off.

use super::HoldClient;
use crate::Session;
use crate::server::member;
use serde_json::{Value, json};
use std::sync::Arc;
use vetgate_ledger::{Answer, Hold};
use vetgate_mcp::rpc::{Message, Sort};
use vetgate_text::render::safe;

const METHOD: &str = "elicitation/create";
const ALLOW: &str = "allow once";
const DENY: &str = "deny";
/// Longest name, reason and arguments in a question.
const SHOWN: (usize, usize, usize) = (100, 400, 1500);

/// A question to the client's user that may be open.
pub(super) struct Question {
    session: Option<Arc<Session>>,
    /// What the client knows it by, as long as there is no answer.
    open: Option<u64>,
}

impl Question {
    /// A question to this client, if it can be asked and may.
    pub(super) fn to(client: &HoldClient<'_>, is_on: bool) -> Self {
        let session = client.session.as_ref().filter(|session| is_on && can_show(&session.capabilities())).cloned();
        Self { session, open: None }
    }

    /// Asks, and waits for what the user says; nothing if they do not say.
    pub(super) async fn answer(&mut self, client: &HoldClient<'_>, hold: &Hold) -> Option<Answer> {
        let session = self.session.as_ref()?;
        let (id, answer) = session.ask_for_gateway();
        self.open = Some(id);
        let question = Message::request(&id.to_string(), METHOD, &params(hold).to_string());
        if !client.aside.send(question.into_text()).await {
            return None;
        }
        let answer = answer.await.ok()?;
        self.open = None;
        said(&answer)
    }

    /// Has the client take the question away, if it is still there: somebody else has decided, or it is too late.
    pub(super) async fn take_back(self, client: &HoldClient<'_>) {
        let (Some(session), Some(id)) = (self.session, self.open) else { return };
        drop(session.answered(&id.to_string()));
        let params = json!({"requestId": id, "reason": "the call no longer waits for an answer"}).to_string();
        client.aside.send(Message::notification("notifications/cancelled", &params).into_text()).await;
    }
}

/// Whether a client with these capabilities, which are JSON, shows forms. One that names no kind does.
fn can_show(capabilities: &str) -> bool {
    let Some(elicitation) = member(capabilities, "elicitation") else { return false };
    member(&elicitation, "form").is_some() || member(&elicitation, "url").is_none()
}

fn params(hold: &Hold) -> Value {
    let (name, reason, arguments) = SHOWN;
    let message = format!(
        "An agent wants to call `{}` of the server `{}`. Vetgate holds the call: {}\n\nArguments: {}",
        safe(&hold.name, name),
        safe(&hold.server, name),
        safe(&hold.reason, reason),
        safe(&hold.arguments.text, arguments),
    );
    // The first is what a hasty key press takes.
    let decision = json!({
        "type": "string",
        "title": "Decision",
        "description": "Your decision about this one call",
        "enum": [DENY, ALLOW],
    });
    json!({
        "message": message,
        "requestedSchema": {"type": "object", "properties": {"decision": decision}, "required": ["decision"]},
    })
}

/// What an answer means. Only what was chosen counts: a question that was closed, or an answer that fits none of the
/// choices, leaves the decision to others.
fn said(answer: &Message) -> Option<Answer> {
    if answer.sort() != Sort::Result {
        return None;
    }
    match answer.text_of("action")?.as_ref() {
        "decline" => Some(Answer::Deny),
        "accept" => {
            let content: Value = serde_json::from_str(answer.get("content")?).ok()?;
            match content["decision"].as_str()? {
                ALLOW => Some(Answer::Approve),
                DENY => Some(Answer::Deny),
                _ => None,
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_chosen_counts() {
        for (result, expected) in [
            (r#"{"action":"accept","content":{"decision":"allow once"}}"#, Some(Answer::Approve)),
            (r#"{"action":"accept","content":{"decision":"deny"}}"#, Some(Answer::Deny)),
            (r#"{"action":"decline"}"#, Some(Answer::Deny)),
            (r#"{"action":"cancel"}"#, None),
            (r#"{"action":"accept"}"#, None),
            (r#"{"action":"accept","content":{}}"#, None),
            (r#"{"action":"accept","content":{"decision":true}}"#, None),
            (r#"{"action":"accept","content":{"decision":"Allow once"}}"#, None),
            (r#"{"action":"approve","content":{"decision":"allow once"}}"#, None),
            (r#"{"content":{"decision":"allow once"}}"#, None),
            ("{}", None),
        ] {
            let text = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#);
            let answer = Message::read(text).expect("it is a message");
            assert_eq!(said(&answer), expected, "{result}");
        }
        let error = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"x"}}"#.to_owned();
        assert_eq!(said(&Message::read(error).expect("it is a message")), None);
    }

    #[test]
    fn a_client_is_asked_if_it_shows_forms() {
        for (capabilities, can) in [
            ("{}", false),
            (r#"{"elicitation":{}}"#, true),
            (r#"{"elicitation":{"form":{}}}"#, true),
            (r#"{"elicitation":{"form":{},"url":{}}}"#, true),
            (r#"{"elicitation":{"url":{}}}"#, false),
            (r#"{"sampling":{}}"#, false),
        ] {
            assert_eq!(can_show(capabilities), can, "{capabilities}");
        }
    }
}
