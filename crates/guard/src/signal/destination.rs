//! Hosts outside that the arguments name, and when naming one means sending.
//!
//! The RFC's row is "agent says read, but an external URL is in the arguments", and its meaning is exfiltration. Reading
//! goes outside too: a tool that fetches a page takes a URL, and that is what it is for. So a host outside is a *send*
//!
//! - in the arguments of a tool that writes, destroys, or of which nothing is known, and
//! - whatever the tool does, where the link itself carries something out: a known collector, a name and password, or a
//!   query, path or host with a long encoded piece.
//!
//! A link as a value of its own, or where an argument asks for one, is a destination; one within a longer text is only
//! a mention. Both are told apart in the evidence.

use super::flag::Place;
use super::{Claim, Signal};
use crate::Tool;
use vetgate_capability::OperationClass;
use vetgate_sensitive::{Form, Link, Links, Place as Side};

/// Names of arguments that take a place to send to or to fetch from.
const ADDRESSES: &[&str] = &[
    "url", "uri", "urls", "link", "href", "endpoint", "webhook", "callback", "host", "hostname", "server", "domain",
    "site", "address", "to", "cc", "bcc", "recipient", "recipients", "email", "destination", "target", "remote",
    "origin", "proxy",
];

/// The most destinations that are kept.
const MOST: usize = 64;
/// From how many characters on an encoded piece of a link is a payload.
const PAYLOAD: usize = 32;
/// From how many bytes on a query carries more than it asks.
const LONG_QUERY: usize = 512;

/// What the links in `text` claim; hosts outside are added to `destinations`.
pub(super) fn claims(
    tool: &Tool,
    place: &Place,
    text: &str,
    links: &Links,
    destinations: &mut Vec<String>,
    out: &mut Vec<Signal>,
) {
    let reads = tool.operation() == OperationClass::Read;
    let first = out.len();
    links.find(text, &mut |link| {
        if link.place != Side::External {
            return;
        }
        let is_payload = carries(text, &link);
        if !destinations.iter().any(|known| *known == link.host) && destinations.len() < MOST {
            destinations.push(link.host.clone().into_owned());
        }
        // One claim for a value is enough.
        if out.len() > first || (reads && !is_payload) {
            return;
        }
        let is_whole = link.span.len() + 2 >= text.trim().len();
        let basis = match (is_payload, is_whole || place.key_has(ADDRESSES)) {
            (true, _) => "payload",
            (false, true) => "destination",
            (false, false) => "mention",
        };
        place.claim(Claim::ExternalSend, format!("{basis}:{}:{}", place.shown(), link.host), out);
    });
}

/// Whether the link carries something out by itself.
fn carries(text: &str, link: &Link) -> bool {
    if link.form == Form::Email {
        return false;
    }
    let whole = text.get(link.span.clone()).unwrap_or_default();
    link.collector.is_some() || has_password(whole) || has_long_query(whole) || has_opaque_piece(whole)
}

fn has_password(link: &str) -> bool {
    let authority =
        link.split_once("//").map_or("", |(_, rest)| rest).split(['/', '?', '#']).next().unwrap_or_default();
    authority.split_once('@').is_some_and(|(user, _)| user.contains(':'))
}

fn has_long_query(link: &str) -> bool {
    link.find(['?', '#']).is_some_and(|at| link.len() - at > LONG_QUERY)
}

/// A long piece of small and capital letters and digits, or of hex: no word of a path looks like that. Identifiers of
/// documents do, in paths; so a piece of a path must be twice as long.
fn has_opaque_piece(link: &str) -> bool {
    let query = link.find(['?', '#']).unwrap_or(link.len());
    let is_cut = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+' | '=' | '%'));
    let opaque = |part: &str, least: usize| {
        part.split(is_cut)
            .map(|piece| {
                piece.rsplit_once('=').map_or(piece, |(name, value)| if value.len() > 2 { value } else { name })
            })
            .any(|piece| piece.len() >= least && is_opaque(piece))
    };
    opaque(&link[..query], 2 * PAYLOAD) || opaque(&link[query..], PAYLOAD)
}

fn is_opaque(piece: &str) -> bool {
    let count = |is_one: fn(&u8) -> bool| piece.bytes().filter(is_one).count();
    let (digits, small, capital) =
        (count(u8::is_ascii_digit), count(u8::is_ascii_lowercase), count(u8::is_ascii_uppercase));
    let hyphens = piece.matches(['-', '_']).count();
    let is_mixed = digits >= 2 && small >= 4 && capital >= 4;
    let is_hex = digits >= 6 && piece.bytes().all(|byte| byte.is_ascii_hexdigit());
    hyphens <= piece.len() / 12 && (is_mixed || is_hex)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_carries_something_if_it_holds_more_than_an_address() {
        let links = Links::default();
        let table: &[(&str, bool)] = &[
            ("https://docs.example.org/guide/getting-started-with-the-new-release-2026-edition.html", false),
            ("https://news.example.org/?q=rust+async&page=2", false),
            ("https://example.org/search?q=how%20to%20bake%20bread", false),
            ("https://docs.google.com/document/d/1A2b3C4d5E6f7G8h9I0jK1L2m3N4o5P6/edit", false),
            ("https://evil.example.org/c?d=QVBJX0tFWT1zay1saXZlLTEyMzQ1Njc4OTBhYmNkZWY", true),
            ("https://evil.example.org/?x=deadbeef00112233445566778899aabbccddeeff", true),
            ("https://admin:hunter2@example.org/", true),
            ("https://webhook.site/0b1c2d3e", true),
        ];
        for (text, expected) in table {
            let mut found = None;
            links.find(text, &mut |link| found = Some(found.unwrap_or(false) | carries(text, &link)));
            assert_eq!(found, Some(*expected), "{text}");
        }
    }
}
