//! Four numbers with dots, told from versions, sections and object identifiers.

use super::Found;
use super::scope::{self, Scope};
use crate::class::is_word;
use crate::words::ip::OTHERS;
use std::net::Ipv4Addr;

/// The address that starts at `at`.
pub(super) fn read(text: &[u8], at: usize) -> Option<Found> {
    let (octets, end) = quad(text, at)?;
    if !starts_freely(text, at) || !ends_freely(text, end) || follows_other(text, at) {
        return None;
    }
    let address = Ipv4Addr::from(octets);
    let mut scope = scope::v4(address);
    if is_network(text, end) || is_product(text, at) {
        scope = Scope::Nobody;
    }
    // Small numbers are more often a version.
    let is_weak = octets[0] < 30 && octets.iter().all(|octet| *octet < 100)
        || octets[0] < 20 && octets[1] < 20
        || octets.ends_with(&[0, 0]);
    Some(Found { span: at..end, scope, is_weak })
}

/// Four numbers up to 255, without leading zeros, and where they end.
pub(super) fn quad(text: &[u8], at: usize) -> Option<([u8; 4], usize)> {
    let mut octets = [0; 4];
    let mut here = at;
    for (place, octet) in octets.iter_mut().enumerate() {
        if place > 0 {
            text.get(here).filter(|byte| **byte == b'.')?;
            here += 1;
        }
        let digits = text.get(here..)?.iter().take(4).take_while(|byte| byte.is_ascii_digit()).count();
        let number = text[here..here + digits].iter().fold(0u16, |number, digit| number * 10 + u16::from(digit - b'0'));
        if digits == 0 || digits > 3 || digits > 1 && text[here] == b'0' {
            return None;
        }
        *octet = u8::try_from(number).ok()?;
        here += digits;
    }
    Some((octets, here))
}

fn starts_freely(text: &[u8], at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).map(|at| text[at]);
    match before(1) {
        Some(b'.' | b'_' | b'^' | b'~' | b'+') => false,
        // A range of addresses, or a name with a version.
        Some(b'-') => !before(2).is_some_and(is_word) || quad_ends_at(text, at - 1),
        Some(b'=') => !matches!(before(2), Some(b'=' | b'<' | b'>' | b'~' | b'!')),
        Some(b':') => !is_inside_v6(text, at),
        _ => true,
    }
}

/// Whether what stands before is the front of an IPv6 address.
fn is_inside_v6(text: &[u8], at: usize) -> bool {
    let window = &text[at.saturating_sub(40)..at];
    let front = window.iter().rev().take_while(|byte| byte.is_ascii_hexdigit() || **byte == b':').count();
    let front = &window[window.len() - front..];
    let starts_a_word = !at.checked_sub(front.len() + 1).is_some_and(|at| is_word(text[at]));
    starts_a_word && front.iter().filter(|byte| **byte == b':').count() >= 2
}

fn quad_ends_at(text: &[u8], end: usize) -> bool {
    let window = &text[end.saturating_sub(15)..end];
    let length = window.iter().rev().take_while(|byte| byte.is_ascii_digit() || **byte == b'.').count();
    quad(text, end - length).is_some_and(|(_, there)| there == end)
}

fn ends_freely(text: &[u8], end: usize) -> bool {
    let next = text.get(end + 1);
    match text.get(end) {
        Some(b'.') => !next.is_some_and(|next| is_word(*next) || *next == b'*'),
        Some(b'-') => !next.is_some_and(|next| is_word(*next)) || quad(text, end + 1).is_some(),
        Some(b'_' | b'+' | b'*') => false,
        Some(byte) => !is_word(*byte),
        None => true,
    }
}

/// Whether the word before says that this is a version or a section: `version 1.2.3.4`, `FileVersion="1.2.3.4"`.
fn follows_other(text: &[u8], at: usize) -> bool {
    let window = &text[at.saturating_sub(24)..at];
    let gap = window.iter().rev().take_while(|byte| b" \t:='\"`(,#.\\".contains(byte)).count();
    if gap == 0 {
        return false;
    }
    let window = &window[..window.len() - gap];
    let length = window.iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let word = &window[window.len() - length..];
    OTHERS.iter().any(|other| other.as_bytes().eq_ignore_ascii_case(word))
        || word.len() > 7 && word[word.len() - 7..].eq_ignore_ascii_case(b"version")
}

/// Whether a prefix follows that makes it a network: `/0` to `/31`.
fn is_network(text: &[u8], end: usize) -> bool {
    let Some([b'/', rest @ ..]) = text.get(end..) else { return false };
    let digits = rest.iter().take(3).take_while(|byte| byte.is_ascii_digit()).count();
    let prefix = rest[..digits].iter().fold(0u32, |number, digit| number * 10 + u32::from(digit - b'0'));
    (1..=2).contains(&digits) && prefix < 32 && !rest.get(digits).is_some_and(|byte| is_word(*byte))
}

/// Whether it is the version of a product: `Chrome/120.0.0.0`.
fn is_product(text: &[u8], at: usize) -> bool {
    at >= 2 && text[at - 1] == b'/' && text[at - 2].is_ascii_alphabetic()
}
