//! Data in a link: when fetching it hands something over.
//!
//! Told by the link alone, since the name of a tool is its server's to choose. What pages are asked with every day is no
//! data: searches, numbers, dates, identifiers. Data is, in this order: a host that only collects; a name and password; a
//! query that is long; a long encoded piece in the query, the path or behind `#`; and for calls that read also text that was
//! encoded, labels of the host that nobody made up, parameters that say that they hold data (`?d=`, `?payload=`), and
//! personal data other than how to reach somebody.

use super::flag::Place;
use crate::Sensed;
use crate::words::destination::DATA;
use vetgate_flow::{Cargo, Labels};
use vetgate_sensitive::{Form, Link};

/// From how many characters on an encoded piece of a link is a payload.
const PAYLOAD: usize = 32;
/// From how many bytes on a query carries more than it asks.
const LONG_QUERY: usize = 512;
/// From how many letters and digits on the value of a parameter that holds data is data.
const VALUE: usize = 6;

/// Whether the link carries something out by itself.
pub(super) fn carries(text: &str, link: &Link) -> bool {
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

/// Whether the link holds data, beyond what [`carries`] tells of any link.
pub(super) fn holds(text: &str, link: &Link) -> bool {
    let whole = text.get(link.span.clone()).unwrap_or_default();
    link.form != Form::Email && (names_data(whole) || Cargo::of(whole).is_some() || Labels::of(&link.host).is_some())
}

/// Whether what was found at this place is data that a link has no need of: a link may well say whom to reach.
pub(super) fn is_data(sensed: &Sensed, place: &Place) -> bool {
    matches!(sensed.category.as_str(), "secret" | "identity" | "financial" | "health" | "custom")
        && sensed.pointer == place.arguments.pointer(place.leaf).as_str()
}

/// Whether a parameter that says that it holds data holds more than a number, a date or a switch.
fn names_data(link: &str) -> bool {
    let query = link.split_once('?').map_or("", |(_, query)| query).split('#').next().unwrap_or_default();
    query.split(['&', ';']).filter_map(|pair| pair.split_once('=')).any(|(name, value)| {
        let is_named = DATA.contains(&name.to_ascii_lowercase().as_str());
        let letters = || value.chars().filter(|c| c.is_alphanumeric()).count();
        is_named && letters() >= VALUE && value.contains(char::is_alphabetic)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use vetgate_sensitive::Links;

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
