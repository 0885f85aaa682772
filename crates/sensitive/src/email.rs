//! E-mail addresses.

mod domain;
mod local;

use crate::candidate::Candidate;
use crate::words::email::WORDS;
use crate::{Category, Grade, Kind};
use domain::Ending;
use local::Owner;
use vetgate_model::Severity;

/// An e-mail address.
pub(crate) static KIND: Kind = Kind::new("email", "E-mail address", Category::Contact, Severity::Medium);

/// The address whose `@` stands at `at`.
pub(crate) fn at(text: &[u8], at: usize) -> Option<Candidate> {
    let next = *text.get(at + 1)?;
    if at == 0 || text[at] != b'@' || next.is_ascii() && !next.is_ascii_alphanumeric() {
        return None;
    }
    let start = local::start(text, at)?;
    let domain = domain::read(text, at + 1)?;
    if is_in_authority(text, start) || matches!(text.get(domain.end), Some(b'@' | b'_')) {
        return None;
    }
    let owner = local::owner(&text[start..at]);
    if owner == Owner::Machine && is_remote(text, domain.end) {
        return None;
    }
    let (bare, alone, named) = grades(text, start, at, &domain, owner);
    Some(Candidate {
        kind: &KIND,
        span: start..domain.end,
        bare: Some(bare),
        alone: Some(alone),
        named: Some(named),
        words: WORDS,
    })
}

/// Addresses under the domains reserved for manuals are examples, and low where nothing more is said. But people try
/// a filter out with exactly these, and with a person's name in front they stand where a real one would: so they are
/// shown where a name or the whole value says that an address is meant, and `first.last` everywhere. What only ever
/// stands for somebody, such as `user@example.com`, stays low.
fn grades(text: &[u8], start: usize, at: usize, domain: &domain::Domain, owner: Owner) -> (Grade, Grade, Grade) {
    let (low, medium, high) = (Grade::Low, Grade::Medium, Grade::High);
    let is_code = text.get(domain.end) == Some(&b'(') || is_path(text, start);
    let is_message_id = at - start > 24 && start > 0 && text[start - 1] == b'<';
    match (domain.ending, owner) {
        (_, Owner::Machine) => (low, low, low),
        (Ending::Reserved, Owner::FullName) => (medium, medium, medium),
        (Ending::Reserved, Owner::Anybody) => (low, medium, medium),
        (Ending::Reserved, Owner::Placeholder) => (low, low, low),
        (Ending::Nowhere, _) => (low, low, low),
        (Ending::Internal | Ending::Unknown, _) => (low, medium, medium),
        (Ending::Known, _) if is_code || is_message_id => (low, medium, medium),
        (Ending::Known, Owner::Placeholder) => (medium, medium, medium),
        (Ending::Known, _) => (high, high, high),
    }
}

/// Whether this is the user in front of a host: `https://user:word@host`.
fn is_in_authority(text: &[u8], start: usize) -> bool {
    let window = &text[start.saturating_sub(96)..start];
    let stops =
        |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'?' | b'#' | b'"' | b'<' | b'>' | b',');
    let front = window.iter().rposition(stops).map_or(&[][..], |stop| &window[..=stop]);
    front.ends_with(b"://") || window.ends_with(b"://")
}

/// Whether a path follows as in `git@host.org:team/project`.
fn is_remote(text: &[u8], end: usize) -> bool {
    matches!(text.get(end), Some(b':' | b'/')) && text.get(end + 1).is_some_and(|next| !next.is_ascii_whitespace())
}

/// Whether it is the last part of a path, such as that of a package.
fn is_path(text: &[u8], start: usize) -> bool {
    start >= 2 && text[start - 1] == b'/' && text[start - 2].is_ascii_alphanumeric()
}

#[cfg(test)]
mod tests;
