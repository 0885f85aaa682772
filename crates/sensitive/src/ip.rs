//! IP addresses and what part of the network they are from.

mod scope;
mod v4;
mod v6;

use crate::candidate::Candidate;
use crate::words::ip::WORDS;
use crate::{Category, Grade, Kind, mask};
use scope::Scope;
use std::ops::Range;
use vetgate_model::Severity;

/// The network address of a machine.
pub(crate) static KIND: Kind = Kind::new("ip_address", "IP address", Category::Network, Severity::Medium);

/// A text this short is about little else than the address in it.
const SHORT: usize = 48;

/// What an address looks like beside its numbers.
struct Found {
    span: Range<usize>,
    scope: Scope,
    /// Whether it could as well be a version, a path of a programming language or a slice.
    is_weak: bool,
}

/// The address that starts at `at`, or before it where an IPv6 address starts with `::`. Also takes the place of a
/// `::` that no letter or digit follows.
pub(crate) fn at(text: &[u8], at: usize) -> Option<Candidate> {
    let first = *text.get(at)?;
    if !first.is_ascii_hexdigit() && first != b':' {
        return None;
    }
    let found = v6::read(text, at).or_else(|| v4::read(text, at))?;
    let (bare, alone, named) = grades(&found);
    let bare = if is_short(text, &found.span) { alone } else { bare };
    Some(Candidate {
        kind: &KIND,
        span: found.span,
        bare: Some(bare),
        alone: Some(alone),
        named: Some(named),
        words: WORDS,
    })
}

/// A public address leads to somebody's line. A private one leads nowhere from outside, and source code is full of
/// them: it counts only where it is what the text is about, by a name or by being all there is. Loopback, masks,
/// broadcast and the like are nobody's.
fn grades(found: &Found) -> (Grade, Grade, Grade) {
    match found.scope {
        Scope::Nobody => (Grade::Low, Grade::Low, Grade::Low),
        Scope::Local => (Grade::Low, Grade::Medium, Grade::Medium),
        Scope::Public if found.is_weak => (Grade::Low, Grade::Medium, Grade::Medium),
        Scope::Public => (Grade::Medium, Grade::High, Grade::High),
    }
}

/// Whether the text is short and the address is no part of a link.
fn is_short(text: &[u8], span: &Range<usize>) -> bool {
    let before = span.start.checked_sub(1).map(|at| text[at]);
    // Where a value was replaced, the text may have been longer.
    let is_whole = || mask::after_last(text, 0) == 0;
    text.len() <= SHORT && !matches!(before, Some(b'/' | b'=')) && !text.contains(&b'\n') && is_whole()
}

#[cfg(test)]
mod tests;
