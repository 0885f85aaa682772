//! Groups of hex digits with colons, told from times, fingerprints, paths of programming languages and slices.

use super::{Found, scope, v4};
use crate::class::is_word;
use std::net::Ipv6Addr;

const GROUPS: usize = 8;

/// What was read.
struct Read {
    groups: [u16; GROUPS],
    /// How many groups stand before and after the `::`.
    front: usize,
    back: usize,
    has_gap: bool,
    /// Whether every group has exactly two digits, as in fingerprints, or fewer.
    only_pairs: bool,
    has_digit: bool,
    has_v4: bool,
    end: usize,
}

/// The address that starts at `at`, at the `::` before it, or with the `::` at it.
pub(super) fn read(text: &[u8], at: usize) -> Option<Found> {
    let before = |back: usize| at.checked_sub(back).and_then(|at| text.get(at)).copied();
    let start = match (text[at], before(1)) {
        (b':', Some(b':')) => return None,
        (b':', _) => at,
        (_, Some(b':')) if before(2) == Some(b':') => at - 2,
        (_, Some(b':')) if !follows_label(text, at) => return None,
        _ => at,
    };
    let left = start.checked_sub(1).map(|at| text[at]).filter(|left| *left != b':' || text[start] == b':');
    if left.is_some_and(|byte| is_word(byte) || matches!(byte, b':' | b'_' | b'.' | b'$' | b'<' | b'>' | b'-')) {
        return None;
    }
    let read = parse(text, start)?;
    if !ends_freely(text, read.end) || read.only_pairs && !read.has_gap {
        return None;
    }
    let is_slice = left == Some(b'[') && start.checked_sub(2).is_some_and(|at| is_word(text[at]) || text[at] == b')');
    let count = read.front + read.back;
    if is_slice || !read.has_digit && count > 0 && count < 4 {
        return None;
    }
    let first = read.groups[0];
    let is_known = matches!(first, 0x2000..=0x3fff | 0xfc00..=0xffff | 0x64) && read.front > 0 || read.has_v4;
    let is_network = read.back == 0 && read.has_gap && text.get(read.end) == Some(&b'/');
    let scope = if is_network { scope::Scope::Nobody } else { scope::v6(Ipv6Addr::from(read.groups)) };
    let zone = if read.has_v4 { 0 } else { zone(text, read.end) };
    Some(Found { span: start..read.end + zone, scope, is_weak: count < 4 && !is_known })
}

/// Whether a word that is no group stands before the colon, as in `ip:2001:db8::1`.
fn follows_label(text: &[u8], at: usize) -> bool {
    let window = &text[at.saturating_sub(24)..at - 1];
    let length = window.iter().rev().take_while(|byte| is_word(**byte)).count();
    let word = &window[window.len() - length..];
    word.iter().all(u8::is_ascii_alphabetic) && word.iter().any(|byte| !byte.is_ascii_hexdigit())
}

fn parse(text: &[u8], start: usize) -> Option<Read> {
    let mut read = Read {
        groups: [0; GROUPS],
        front: 0,
        back: 0,
        has_gap: false,
        only_pairs: true,
        has_digit: false,
        has_v4: false,
        end: start,
    };
    let mut list = [0u16; GROUPS];
    let mut count = 0;
    let mut here = start;
    if text[here..].starts_with(b"::") {
        (read.has_gap, here) = (true, here + 2);
        read.end = here;
    }
    while count < GROUPS {
        let digits = text[here..].iter().take(5).take_while(|byte| byte.is_ascii_hexdigit()).count();
        if digits == 0 {
            break;
        }
        let whole_tail = count <= GROUPS - 2 && (read.has_gap || count == GROUPS - 2);
        if text.get(here + digits) == Some(&b'.')
            && whole_tail
            && let Some((octets, end)) = v4::quad(text, here)
        {
            list[count] = u16::from_be_bytes([octets[0], octets[1]]);
            list[count + 1] = u16::from_be_bytes([octets[2], octets[3]]);
            count += 2;
            (read.has_v4, read.has_digit, read.only_pairs, read.end) = (true, true, false, end);
            break;
        }
        if digits > 4 {
            return None;
        }
        let group = &text[here..here + digits];
        list[count] =
            group.iter().fold(0, |number, byte| number << 4 | char::from(*byte).to_digit(16).unwrap_or(0) as u16);
        count += 1;
        read.only_pairs &= digits <= 2;
        read.has_digit |= group.iter().any(u8::is_ascii_digit);
        here += digits;
        read.end = here;
        if text[here..].starts_with(b"::") && !read.has_gap {
            (read.has_gap, read.front, here) = (true, count, here + 2);
            read.end = here;
        } else if text.get(here) == Some(&b':') {
            here += 1;
        } else {
            break;
        }
    }
    if read.has_gap {
        read.back = count - read.front;
        if count >= GROUPS {
            return None;
        }
    } else {
        read.front = count;
        if count != GROUPS {
            return None;
        }
    }
    read.groups[..read.front].copy_from_slice(&list[..read.front]);
    read.groups[GROUPS - read.back..].copy_from_slice(&list[read.front..count]);
    Some(read)
}

fn ends_freely(text: &[u8], end: usize) -> bool {
    let next = text.get(end + 1);
    match text.get(end) {
        Some(b':') => !next.is_some_and(|next| is_word(*next) || matches!(next, b':' | b'_' | b'<' | b'*' | b'{')),
        Some(b'.' | b'-') => !next.is_some_and(|next| is_word(*next)),
        Some(b'_' | b'<' | b'*' | b'~' | b'(' | b'{' | b'$') => false,
        Some(byte) => !is_word(*byte),
        None => true,
    }
}

/// How long the zone behind the address is: `%eth0`.
fn zone(text: &[u8], end: usize) -> usize {
    let Some([b'%', rest @ ..]) = text.get(end..) else { return 0 };
    match rest.iter().take(16).take_while(|byte| is_word(**byte)).count() {
        0 => 0,
        length => length + 1,
    }
}
