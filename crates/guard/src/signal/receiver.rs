//! The server itself as the place that something is sent to.
//!
//! A message that is posted to a chat names no host in its arguments, and leaves all the same: what a tool of a server
//! outside sends goes to that server. That is a *send* where the tool's own name says that it hands something over
//! (`slack_post_message`, `notion_create_page`) and the arguments hold something. A tool that runs or starts something
//! (`run_query`) may well read by it, and does not count.

use super::{Claim, Signal, SignalSource, name};
use crate::words::receiver::SENDS;
use crate::{Arguments, Tool, Value};
use vetgate_capability::ServerClass;
use vetgate_text::render::safe;

/// The most characters of a server's name that are shown.
const SHOWN: usize = 40;

/// What it claims that the arguments go to the tool's own server. `out` holds what the name says.
pub(super) fn claims(tool: &Tool, arguments: &Arguments, out: &mut Vec<Signal>) {
    if tool.side.class != ServerClass::External {
        return;
    }
    let is_send = |signal: &Signal| {
        let verb = signal.evidence.strip_prefix(name::NAME_TOKEN);
        signal.source == SignalSource::NameHeuristic
            && signal.claim == Claim::Write
            && verb.is_some_and(|verb| SENDS.contains(&verb))
    };
    let holds_something = || arguments.leaves().iter().any(|leaf| leaf.value != Value::Null);
    if out.iter().any(is_send) && holds_something() {
        let evidence = format!("receiver:{}", safe(&tool.server, SHOWN));
        out.push(Signal::new(SignalSource::ArgumentAnalysis, Claim::ExternalSend, evidence));
    }
}

#[cfg(test)]
mod tests {
    use crate::signal::fixture;
    use crate::{Arguments, Intent, Tool, contradictions, signals};
    use vetgate_capability::ServerClass;
    use vetgate_sensitive::Links;

    const READ: &str = r#"{"operation_type":"read"}"#;

    /// The gravest contradiction of a call that the agent declares to read.
    fn gravest(tool: &Tool, arguments: &str) -> Option<String> {
        let intent = Intent::read(READ);
        let found = signals(tool, &Arguments::read(arguments), Some(&intent), &[], &Links::default());
        contradictions(&found.signals).into_iter().next().map(|found| found.id)
    }

    fn named(name: &str) -> Tool {
        fixture::tool(&format!(r#"{{"name":"{name}"}}"#))
    }

    #[test]
    fn what_is_declared_to_read_and_sends_to_a_server_outside_is_a_contradiction() {
        let arguments = r#"{"channel":"C1","text":"hello"}"#;
        for name in ["slack_post_message", "gmail_send_email", "notion_create_page", "GmailSendEmail", "add_comment"] {
            assert_eq!(gravest(&named(name), arguments).as_deref(), Some("read_but_sends_outside"), "{name}");
        }
        for name in ["slack_list_channels", "gmail_search", "get_messages", "reddit_get_post"] {
            assert_eq!(gravest(&named(name), arguments), None, "{name}");
        }
        let described = fixture::tool(
            r#"{"name":"slack_post_message","description":"Post a new message to a Slack channel","inputSchema":{"type":"object","properties":{"channel":{"type":"string"},"text":{"type":"string"}}}}"#,
        );
        assert_eq!(gravest(&described, arguments).as_deref(), Some("read_but_sends_outside"));
    }

    #[test]
    fn what_stays_inside_sends_nothing_or_only_runs_is_less() {
        let arguments = r#"{"text":"hello"}"#;
        for side in [ServerClass::Internal, ServerClass::Unknown] {
            let mut tool = named("post_message");
            tool.side.class = side;
            assert_eq!(gravest(&tool, arguments).as_deref(), Some("read_but_name_writes"), "{side}");
        }
        assert_eq!(gravest(&named("create_session"), "{}").as_deref(), Some("read_but_name_writes"));
        assert_ne!(gravest(&named("run_query"), r#"{"sql":"SELECT 1"}"#).as_deref(), Some("read_but_sends_outside"));
    }
}
