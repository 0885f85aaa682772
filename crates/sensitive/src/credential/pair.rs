//! A name, a sign and a value: `password=…`, `"token": "…"`, `| secret | … |`, `password("…")`.

use super::code::is_expression;
use super::layout::{behind_layout, behind_prefix};
use super::marks::is_quote;
use super::name::{name_before, named, promised};
use super::value::{self, Pair};
use super::{Looks, Meaning, WIDE_COLON, Written, has_digit, is_leet, is_typed, looks, may_mean_something, meaning};
use crate::class::is_word;
use crate::words::credential::SCHEMES;
use std::ops::Range;

/// A pair's meaning, where its value stands and how that is written.
pub(crate) type Assigned = (Meaning, Range<usize>, Written);

/// The value that the sign at `at` (`=`, `:`, `->`, `：`, `→`) gives to a name that promises a secret.
pub(crate) fn assigned(text: &[u8], at: usize) -> Option<Assigned> {
    // `a == b` compares.
    if text[at] == b'='
        && (text.get(at + 1) == Some(&b'=') || at > 0 && matches!(text[at - 1], b'=' | b'!' | b'<' | b'>' | b'~'))
    {
        return None;
    }
    let (meaning, name) = promised(text, at)?;
    let mut start = at + if text[at].is_ascii() { 1 } else { WIDE_COLON.len() };
    // `:=`, `=>`, `==` are no different.
    while start < text.len() && start < at + 12 && matches!(text[start], b'=' | b'>' | b':' | b' ' | b'\t') {
        start += 1;
    }
    let is_tight = text[at] == b'=' && start == at + 1 && at > 0 && !text[at - 1].is_ascii_whitespace();
    start = behind_layout(text, behind_emphasis(text, start));
    start = behind_prefix(text, behind_scheme(text, at, start));
    if matches!(text[at], b':' | b'=' | 0xEF) && is_line_end(text, start) {
        return on_next_line(text, start).and_then(|(span, written)| settle(text, meaning, span, written, false));
    }
    let (span, written) = value::read(text, &Pair { name, value: start, is_tight })?;
    // What a call falls back to is a text in quotes.
    if text[at] == b',' && written == Written::Bare {
        return None;
    }
    settle(text, meaning, span, written, is_tight)
}

/// The value, unless what is written there only looks like one.
fn settle(text: &[u8], meaning: Meaning, span: Range<usize>, written: Written, is_tight: bool) -> Option<Assigned> {
    if written == Written::Quoted {
        return Some((meaning, span, written));
    }
    let value = &text[span.clone()];
    // What ends in dots goes on elsewhere.
    let is_cut = value.ends_with(b"..") || text[span.end..].starts_with(b"..");
    if is_cut || is_expression(&text[span.start..]) || is_other_pair(meaning, value, is_tight) {
        return None;
    }
    Some((meaning, span, written))
}

/// Whether the value is a pair of its own: `auth: user=bob`, but not `password=Summer=2024!`.
fn is_other_pair(meaning: Meaning, value: &[u8], is_tight: bool) -> bool {
    let length =
        value.iter().take_while(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'-' | b'.')).count();
    let Some([b'=', rest @ ..]) = value.get(length..) else { return false };
    let is_padding = rest.iter().all(|byte| *byte == b'=');
    if length == 0 || is_padding {
        return false;
    }
    let is_plain = rest.iter().all(|byte| is_word(*byte) || matches!(byte, b'-' | b'_' | b'.' | b'"' | b'\''));
    self::meaning(&value[..length]) != Meaning::Nothing
        || rest.first().is_some_and(|byte| is_quote(*byte))
        || meaning != Meaning::Password
        || !is_tight && is_plain
}

/// The place behind the emphasis that ends with the sign: `**Password:** …`.
fn behind_emphasis(text: &[u8], start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    let count = rest.iter().take(3).take_while(|byte| matches!(byte, b'*' | b'_')).count();
    if count > 0 && rest.get(count) == Some(&b' ') { start + count + 1 } else { start }
}

/// The place behind the scheme of a header: `Authorization: Token …`.
fn behind_scheme(text: &[u8], at: usize, start: usize) -> usize {
    let name = before_blanks(&text[..at]);
    if name.len() < HEADER.len() || !name[name.len() - HEADER.len()..].eq_ignore_ascii_case(HEADER) {
        return start;
    }
    let length = text[start..].iter().take(24).take_while(|byte| byte.is_ascii_alphabetic()).count();
    let word = &text[start..start + length];
    let is_scheme = SCHEMES.iter().any(|scheme| word.eq_ignore_ascii_case(scheme.as_bytes()));
    if is_scheme && text.get(start + length) == Some(&b' ') { start + length + 1 } else { start }
}

const HEADER: &[u8] = b"authorization";

/// The text without the blanks, quotes and emphasis at its end.
fn before_blanks(text: &[u8]) -> &[u8] {
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'*' | b'`' | b'"' | b'\'' | b'\\');
    let count = text.iter().rev().take(64).take_while(is_blank).count();
    &text[..text.len() - count]
}

/// Whether nothing but the sign of a block (`|`, `>-`) stands before the end of the line.
fn is_line_end(text: &[u8], start: usize) -> bool {
    let rest = text.get(start..).unwrap_or_default();
    let rest = &rest[..rest.len().min(8)];
    let sign = rest.iter().take_while(|byte| matches!(byte, b'|' | b'>' | b'-' | b'+')).count();
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r');
    let blanks = rest[sign..].iter().take_while(is_blank).count();
    sign <= 2 && rest.get(sign + blanks) == Some(&b'\n')
}

/// Whether the last line of `text`, which ends it, may end in a sign whose value stands on the next line.
pub(crate) fn may_lead(text: &[u8]) -> bool {
    let line = text.trim_ascii_end();
    matches!(line.last(), Some(b':' | b'=' | b'|' | b'>' | b'-' | b'+' | b'*' | b'_'))
}

/// How many bytes of blanks before a value on a line of its own.
const INDENT: usize = 64;

/// The longest line that holds a value alone.
const LONGEST_LINE: usize = 256;

/// The value that is all there is on the line behind the one that ends at `end`.
fn on_next_line(text: &[u8], end: usize) -> Option<(Range<usize>, Written)> {
    let line = end + memchr::memchr(b'\n', text.get(end..text.len().min(end + 8))?)? + 1;
    let rest = &text[line..text.len().min(line + LONGEST_LINE)];
    let rest = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
    let indent = rest.iter().take(INDENT).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let value = rest[indent..].trim_ascii_end();
    let start = line + indent;
    match value {
        [] => None,
        [quote, ..] if is_quote(*quote) => {
            let (span, written) = value::read(text, &Pair { name: start, value: start, is_tight: false })?;
            let rest = text.get(span.end + 1..start + value.len()).unwrap_or_default();
            (written == Written::Quoted && matches!(rest, b"" | b"," | b";" | b"\\")).then_some((span, written))
        }
        _ => {
            let is_prompt = matches!(value.last(), Some(b'$' | b'#' | b'>' | b':' | b'%' | b'{' | b'('));
            let is_alone = !value.iter().any(u8::is_ascii_whitespace);
            let is_code = matches!(value[0], b'-' | b'*' | b'<' | b'{' | b'[' | b'/' | b'@' | b'#' | b'"' | b'\'');
            let name = value
                .iter()
                .take_while(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'-' | b'.'))
                .count();
            let is_pair = name > 0 && matches!(value.get(name), Some(b'=' | b':'));
            (is_alone && !is_prompt && !is_code && !is_pair && is_mixed(value))
                .then_some((start..start + value.len(), Written::Bare))
        }
    }
}

/// Whether letters and digits, or letters and marks, are mixed as in a password.
pub(crate) fn is_mixed(value: &[u8]) -> bool {
    let is_name = value.iter().all(|byte| is_word(*byte) || *byte == b'_' || *byte == b'.');
    looks(value) != Looks::Ordinary || is_leet(value) || is_typed(value) && has_digit(value) && !is_name
}

/// Whether letters, digits and marks are mixed as nobody does in a name, a version or a term.
pub(crate) fn is_strong(value: &[u8]) -> bool {
    let mark = |byte: &u8| {
        matches!(byte, b'!' | b'#' | b'$' | b'%' | b'^' | b'&' | b'*' | b'@' | b'?' | b'~' | b'"' | b'|' | b'<')
    };
    let inside = &value[..value.len().saturating_sub(1)];
    let is_mixed = value.len() >= 8
        && has_digit(value)
        && value.iter().filter(|byte| byte.is_ascii_alphabetic()).count() >= 2
        && (inside.iter().any(mark) || value.last() == Some(&b'!'));
    is_mixed || is_leet(value)
}

/// The value at `start` of the name at `name`, with nothing but blanks between them.
pub(crate) fn value_at(text: &[u8], name: usize, start: usize) -> Option<(Range<usize>, Written)> {
    let start = behind_prefix(text, behind_layout(text, start));
    let (span, written) = value::read(text, &Pair { name, value: start, is_tight: false })?;
    settle(text, Meaning::Password, span, written, false).map(|(_, span, written)| (span, written))
}

/// The value in the cell behind the `|` at `at`, if the cell before it holds the name and nothing else.
pub(crate) fn cell(text: &[u8], at: usize) -> Option<Assigned> {
    if !matches!(text.get(at + 1), Some(b' ' | b'\t' | b'*' | b'`'))
        && !text.get(at + 1).is_some_and(|next| is_word(*next))
    {
        return None;
    }
    let name = name_before(text, at)?;
    let before = before_blanks(&text[..name.start]);
    if !matches!(before.last(), None | Some(b'\n' | b'|')) || text[name.end..at].contains(&b'|') {
        return None;
    }
    // Without blanks it is a table only if the line starts with a cell.
    let line = &before[memchr::memrchr(b'\n', before).map_or(0, |line| line + 1)..];
    if text.get(at + 1).is_some_and(|next| is_word(*next)) && line.trim_ascii() != b"|" {
        return None;
    }
    let meaning = named(text, &name)?;
    let mut start = at + 1;
    start += text[start..].iter().take(64).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let (span, written) = value::read(text, &Pair { name: name.start, value: start, is_tight: false })?;
    let rest = text[span.end..].iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'`' | b'*' | b'"' | b'\''));
    let is_whole = matches!(rest, None | Some(b'|' | b'\n' | b'\r'));
    let value = &text[span.clone()];
    (is_whole && is_mixed(value)).then(|| settle(text, meaning, span, written, false))?
}

/// The text in quotes that is given to the call at `at`: `.password("…")`, `setPassword("…")`.
pub(crate) fn argument(text: &[u8], at: usize) -> Option<Assigned> {
    let start = behind_prefix(text, at + 1);
    if !text.get(start).is_some_and(|byte| is_quote(*byte)) || !text[..at].last().is_some_and(|byte| is_word(*byte)) {
        return None;
    }
    let name = name_before(text, at)?;
    let call = &text[name.clone()];
    let call = call.iter().rposition(|byte| *byte == b'.').map_or(call, |dot| &call[dot + 1..]);
    let prefix = ["set_", "with_", "set", "with"]
        .iter()
        .find(|prefix| call.len() > prefix.len() && call[..prefix.len()].eq_ignore_ascii_case(prefix.as_bytes()));
    let call = &call[prefix.map_or(0, |prefix| prefix.len())..];
    // `assert.pass("…")` says that a test has passed.
    if call.eq_ignore_ascii_case(b"pass") {
        return None;
    }
    let meaning = meaning(call);
    let (span, written) = value::read(text, &Pair { name: name.start, value: start, is_tight: false })?;
    let value = &text[span.clone()];
    let is_value = written == Written::Quoted && (meaning == Meaning::Password || looks(value) != Looks::Ordinary);
    (meaning >= Meaning::Secret && is_value).then_some((meaning, span, written))
}

/// The text of the element whose tag ends with the `>` at `at`.
pub(crate) fn element(text: &[u8], at: usize) -> Option<Assigned> {
    if !text[..at].last().is_some_and(|byte| is_word(*byte) || is_quote(*byte) || matches!(byte, b'_' | b'-' | b'.')) {
        return None;
    }
    let from = at.saturating_sub(LONGEST_TAG);
    let open = from + memchr::memrchr2(b'<', b'\n', &text[from..at])?;
    let tag = &text[open + 1..at];
    let length = tag.iter().take_while(|byte| is_word(**byte) || matches!(byte, b'_' | b'-' | b'.' | b':')).count();
    if text[open] != b'<' || length == 0 || tag.ends_with(b"/") || tag.ends_with(b"=") || tag.ends_with(b"-") {
        return None;
    }
    if length < tag.len() && tag[length] != b' ' {
        return None;
    }
    let meaning = match meaning(&tag[..length]) {
        Meaning::Nothing => named_in_tag(&tag[length..]).or_else(|| cell_before(text, open))?,
        meaning => meaning,
    };
    let mut start = at + 1;
    let rest = &text[start..text.len().min(start + value::LONGEST_BARE)];
    // The text goes up to the end of its element, on the line or behind it.
    let close = memchr::memmem::find(rest, b"</")?;
    let mut inside = &rest[..close];
    let mut is_data = false;
    if let Some(data) = inside.strip_prefix(b"<![CDATA[") {
        inside = data.strip_suffix(b"]]>")?;
        start += b"<![CDATA[".len();
        is_data = true;
    }
    let blank = inside.len() - inside.trim_ascii_start().len();
    let inside = inside.trim_ascii();
    if inside.is_empty() || !is_data && inside.contains(&b'<') || inside.contains(&b'\n') {
        return None;
    }
    let span = start + blank..start + blank + inside.len();
    let is_sentence = inside.iter().any(u8::is_ascii_whitespace);
    let written = if is_sentence { Written::Quoted } else { Written::Bare };
    if written == Written::Bare && is_expression(inside) {
        return None;
    }
    Some((meaning, span, written))
}

const LONGEST_TAG: usize = 160;

/// What the name in the attributes of a tag promises: `<entry key="password">`.
fn named_in_tag(attributes: &[u8]) -> Option<Meaning> {
    if !may_mean_something(attributes) {
        return None;
    }
    let sign = ["name=", "key=", "id=", "Name=", "Key="].iter().find_map(|sign| {
        let found = memchr::memmem::find(attributes, sign.as_bytes())?;
        (attributes[found - 1] == b' ').then_some(found + sign.len())
    })?;
    let value = &attributes[sign..];
    let value = value.strip_prefix(b"\"").or_else(|| value.strip_prefix(b"'"))?;
    let length = value.iter().position(|byte| is_quote(*byte))?;
    Some(meaning(&value[..length])).filter(|meaning| *meaning >= Meaning::Secret)
}

/// What the cell or term before the tag at `open` promises: `<td>password</td><td>…`, `<dt>token</dt><dd>…`.
fn cell_before(text: &[u8], open: usize) -> Option<Meaning> {
    if text[..open].trim_ascii_end().last() != Some(&b'>') {
        return None;
    }
    let name = name_before(text, open)?;
    let is_cell = text[name.end..open].starts_with(b"</") || text[name.end..open].starts_with(b":</");
    (is_cell && text[..name.start].ends_with(b">"))
        .then(|| named(text, &name))?
        .filter(|meaning| *meaning >= Meaning::Secret)
}
