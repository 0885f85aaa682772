//! Decodes a host to the form in which it is looked up.

use super::lookalike::{Pretence, folded, pretence, unseen};
use super::place::within;
use super::read::{Raw, defanged_dot, other_dot, percent};
use super::words::host::KNOWN;
use super::{Trick, Tricks, number, punycode};
use std::borrow::Cow;
use std::net::IpAddr;

/// A decoded host.
#[derive(Debug, Clone)]
pub(super) struct Host<'t> {
    /// In lower case punycode, or an address.
    pub(super) text: Cow<'t, str>,
    /// The address, if it is one.
    pub(super) address: Option<IpAddr>,
    /// What was seen while decoding.
    pub(super) tricks: Tricks,
    /// Whom a homograph imitates.
    pub(super) imitates: Option<String>,
}

/// DNS knows no longer names.
const LONGEST: usize = 253;

/// Decodes what was read. `None` if no resolver would take it.
pub(super) fn decode<'t>(text: &'t str, raw: &Raw, internal: &[String]) -> Option<Host<'t>> {
    let slice = text.get(raw.start..raw.end)?;
    let mut tricks = raw.tricks;
    let name = if raw.plain { Cow::Borrowed(slice) } else { Cow::Owned(unfold(slice, &mut tricks)?) };
    if name.is_empty() || name.len() > LONGEST || name.split('.').any(|label| label.is_empty() || label.len() > 63) {
        return None;
    }
    if number::ends_in_number(&name) {
        let address = number::v4(&name)?;
        let usual = address.to_string();
        if usual != name {
            tricks.add(Trick::Number);
        }
        let text = if usual == name { name } else { Cow::Owned(usual) };
        return Some(Host { text, address: Some(address.into()), tricks, imitates: None });
    }
    let foreign = !name.is_ascii() || name.split('.').any(|label| label.starts_with("xn--"));
    if !foreign {
        return Some(Host { text: name, address: None, tricks, imitates: None });
    }
    let (text, imitates) = international(&name, &mut tricks, internal)?;
    Some(Host { text: Cow::Owned(text), address: None, tricks, imitates })
}

/// A configured domain in the form of decoded hosts.
pub(super) fn domain(written: &str) -> Option<String> {
    let written = written.trim().trim_start_matches("*.").trim_matches('.');
    let raw = Raw { start: 0, end: written.len(), dots: 0, last: 0, plain: false, tricks: Tricks::NONE };
    let bare = written.trim_start_matches('[').trim_end_matches(']');
    if let Some((address, _)) = number::v6(bare) {
        return Some(address.to_string());
    }
    decode(written, &raw, &[]).map(|host| host.text.into_owned())
}

/// Undoes percent signs, stand-ins for dots, other forms of letters, and case.
fn unfold(slice: &str, tricks: &mut Tricks) -> Option<String> {
    let mut slice = Cow::Borrowed(slice);
    // Twice: a proxy that decodes once passes `%2565` on as `%65`.
    for _ in 0..2 {
        if slice.contains('%') {
            slice = Cow::Owned(unescape(&slice)?);
        }
    }
    let bytes = slice.as_bytes();
    let mut out = String::with_capacity(slice.len());
    let mut skip = 0;
    for (at, c) in slice.char_indices() {
        if at < skip {
            continue;
        }
        match c {
            'a'..='z' | '0'..='9' | '-' | '_' | '.' => out.push(c),
            'A'..='Z' => out.push(c.to_ascii_lowercase()),
            '[' | '(' | '{' | ' ' => {
                skip = defanged_dot(bytes, at)?;
                out.push('.');
            }
            '\t' | '\n' | '\r' => tricks.add(Trick::Hidden),
            _ if c.is_ascii() => return None,
            _ if unseen(c) => tricks.add(Trick::Hidden),
            _ if other_dot(c) => {
                tricks.add(Trick::Folded);
                out.push('.');
            }
            _ => match folded(c) {
                Some(letter) => {
                    tricks.add(Trick::Folded);
                    out.push(letter);
                }
                None => out.extend(c.to_lowercase()),
            },
        }
    }
    out.truncate(out.trim_end_matches('.').len());
    Some(out)
}

fn unescape(slice: &str) -> Option<String> {
    let bytes = slice.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let value = percent(bytes, at);
        out.push(value.unwrap_or(byte));
        at += if value.is_some() { 3 } else { 1 };
    }
    String::from_utf8(out).ok()
}

/// Writes labels of other scripts as punycode, and reads what they pretend to be.
fn international(name: &str, tricks: &mut Tricks, internal: &[String]) -> Option<(String, Option<String>)> {
    let mut text = String::with_capacity(name.len() + 16);
    let mut looks = Some(String::with_capacity(name.len()));
    let (mut sure, mut accents) = (false, false);
    let latin = name.rsplit('.').next().is_some_and(|last| last.is_ascii() && !last.starts_with("xn--"));
    for label in name.split('.') {
        if !text.is_empty() {
            text.push('.');
            looks.iter_mut().for_each(|looks| looks.push('.'));
        }
        let shown = match label.strip_prefix("xn--") {
            Some(_) if !label.is_ascii() => return None,
            Some(code) => {
                tricks.add(Trick::Punycode);
                text.push_str(label);
                punycode::decode(code).map_or(Cow::Borrowed(label), Cow::Owned)
            }
            None => {
                if label.is_ascii() {
                    text.push_str(label);
                } else {
                    text.push_str("xn--");
                    punycode::encode(label, &mut text)?;
                }
                Cow::Borrowed(label)
            }
        };
        let read = match pretence(&shown) {
            _ if shown.is_ascii() => Some(shown.into_owned()),
            Pretence::Mixed(ascii) => {
                sure = true;
                ascii
            }
            Pretence::Whole(ascii) => {
                sure |= latin;
                Some(ascii)
            }
            Pretence::Accents(ascii) => {
                accents = true;
                Some(ascii)
            }
            Pretence::None => None,
        };
        match (&mut looks, read) {
            (Some(looks), Some(read)) => looks.push_str(&read),
            _ => looks = None,
        }
    }
    let famous = |host: &String| {
        KNOWN.iter().any(|known| within(host, known)) || internal.iter().any(|domain| within(host, domain))
    };
    let homograph = sure || (accents && looks.as_ref().is_some_and(famous));
    if homograph {
        tricks.add(Trick::Homograph);
    }
    (text.len() <= LONGEST).then_some((text, looks.filter(|_| homograph)))
}
