//! What stands before the `@`.

use crate::words::email::{MACHINES, PLACEHOLDERS};

/// The longest there may be, by the standard.
const LONGEST: usize = 64;

/// Whose address it seems to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    /// `first.last`.
    FullName,
    Anybody,
    /// A word that stands for anybody: `user`, `test`.
    Placeholder,
    /// Nobody reads it: `noreply`, `git`.
    Machine,
}

/// Where the address whose `@` stands at `at` starts.
pub(super) fn start(text: &[u8], at: usize) -> Option<usize> {
    let last = *text[..at].last()?;
    if last == b'"' {
        return quoted(text, at);
    }
    let floor = at.saturating_sub(LONGEST);
    let mut start = at;
    while start > floor {
        let byte = text[start - 1];
        let belongs = match byte {
            b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'-' | b'+' | b'%' => true,
            b'.' => text.get(start) != Some(&b'.') && start < at,
            // O'Neill has one in the middle; a quotation mark stands at the edge.
            b'\'' => start >= 2 && text[start - 2].is_ascii_alphabetic() && text[start].is_ascii_alphabetic(),
            _ => false,
        };
        let width = if belongs { 1 } else { letter_before(text, start, at) };
        if width == 0 {
            break;
        }
        start -= width;
    }
    // Longer than any address: an encoded block.
    if start <= floor && start > 0 && text[start - 1].is_ascii_alphanumeric() {
        return None;
    }
    start = past_escapes(text, start, at);
    while start < at && matches!(text[start], b'.' | b'-' | b'+' | b'%' | b'\'') {
        start += 1;
    }
    text[start..at].iter().any(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii()).then_some(start)
}

/// How many bytes the letter beyond ASCII that ends at `end` has, if the address can go on with it. Letters of scripts
/// without spaces belong only where they reach up to the `@`: otherwise they are the sentence before.
fn letter_before(text: &[u8], end: usize, at: usize) -> usize {
    let width = text[..end].iter().rev().take(4).position(|byte| byte & 0xc0 != 0x80).map_or(0, |back| back + 1);
    let letter = std::str::from_utf8(&text[end - width..end]).ok().and_then(|text| text.chars().next());
    let spaced = |letter: char| letter < '\u{0e00}';
    let reaches = || text[end..at].iter().all(|byte| !byte.is_ascii());
    let belongs = |letter: &char| !letter.is_ascii() && letter.is_alphanumeric() && (spaced(*letter) || reaches());
    letter.filter(belongs).map_or(0, |_| width)
}

/// Past what is an escape of the language around: `\n`, `\u003c`, `%3A`.
fn past_escapes(text: &[u8], start: usize, at: usize) -> usize {
    let local = &text[start..at];
    if let Some(percent) = local.iter().rposition(|byte| *byte == b'%')
        && local.get(percent + 1..percent + 3).is_some_and(|code| code.iter().all(u8::is_ascii_hexdigit))
    {
        return start + percent + 3;
    }
    if start == 0 || text[start - 1] != b'\\' {
        return start;
    }
    match local {
        [b'u', code @ ..] if code.len() > 4 && code[..4].iter().all(u8::is_ascii_hexdigit) => start + 5,
        [b'n' | b'r' | b't', _, ..] => start + 1,
        _ => start,
    }
}

/// Where a quoted local part starts: `"john smith"@host.org`.
fn quoted(text: &[u8], at: usize) -> Option<usize> {
    let floor = at.saturating_sub(LONGEST);
    let inside = &text[floor..at - 1];
    let open = inside.iter().rposition(|byte| *byte == b'"')?;
    let name = &inside[open + 1..];
    let is_text =
        |byte: &u8| byte.is_ascii_alphanumeric() || b" .!#$&'*+-/=?^_`{|}~".contains(byte) || !byte.is_ascii();
    let start = floor + open;
    let stands_free = start == 0 || matches!(text[start - 1], b' ' | b'<' | b'\n' | b'\t' | b':' | b',' | b'(');
    (!name.is_empty() && name.iter().all(is_text) && stands_free).then_some(start)
}

/// Whose address the local part tells of.
pub(super) fn owner(local: &[u8]) -> Owner {
    let is = |list: &[&str]| list.iter().any(|word| word.as_bytes().eq_ignore_ascii_case(local));
    // `test1`, `user42`.
    let digits = local.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let stem = &local[..local.len() - digits];
    let is_numbered = !stem.is_empty() && PLACEHOLDERS.iter().any(|word| word.as_bytes().eq_ignore_ascii_case(stem));
    match () {
        () if is(MACHINES) => Owner::Machine,
        () if is_numbered => Owner::Placeholder,
        () if is_full_name(local) => Owner::FullName,
        () => Owner::Anybody,
    }
}

/// Two parts of letters, such as people's addresses at work have.
fn is_full_name(local: &[u8]) -> bool {
    let mut parts = local.split(|byte| matches!(byte, b'.' | b'_'));
    let mut next = || {
        parts
            .next()
            .is_some_and(|part| part.len() >= 2 && part.iter().all(|b| b.is_ascii_alphabetic() || !b.is_ascii()))
    };
    next() && next() && parts.next().is_none()
}
