//! The name before a sign: of one word or two, behind a label, in a sentence, in a tag.

use super::layout::{before_layout, before_tags};
use super::meaning::is_harmless_after;
use super::{Meaning, may_mean_something, meaning};
use crate::class::{NAME, class, is_word};
use crate::words::credential::{HOLDERS, LINKS, NAMERS};
use std::ops::Range;

/// What the name before the sign at `at` promises, and where that name starts.
pub(super) fn promised(text: &[u8], at: usize) -> Option<(Meaning, usize)> {
    let Some(name) = name_before(text, at) else { return in_sentence(text, at) };
    let with = |meaning: Option<Meaning>, from: &Range<usize>| meaning.map(|meaning| (meaning, from.start));
    with(named(text, &name).max(two_words(text, &name)), &name)
        .or_else(|| typed_name(text, at, &name).and_then(|name| with(named(text, &name), &name)))
        .or_else(|| holder(text, &name))
        .or_else(|| in_sentence(text, at))
}

/// The secret that a name promises, unless the word before it makes it harmless.
pub(super) fn named(text: &[u8], name: &Range<usize>) -> Option<Meaning> {
    let meaning = meaning(&text[name.clone()]);
    let is_harmless = || is_harmless_after(word_before(text, name.start), &text[name.clone()]);
    (meaning != Meaning::Nothing && !is_harmless()).then_some(meaning)
}

/// The secret that a name of two words promises, one space between them: `API key`.
fn two_words(text: &[u8], name: &Range<usize>) -> Option<Meaning> {
    let first = word_before(text, name.start).len();
    if first == 0 {
        return None;
    }
    let start = name.start - 1 - first;
    named(text, &(start..name.end))
}

/// The word that ends before `end`, behind one space.
fn word_before(text: &[u8], end: usize) -> &[u8] {
    let Some([before @ .., b' ']) = text.get(..end) else { return b"" };
    let length = before.iter().rev().take(24).take_while(|byte| is_word(**byte)).count();
    &before[before.len() - length..]
}

/// The name before the type in `password: string = …`. Only consulted where the word before the sign names no secret:
/// in `ERROR: password=…` that word is the name, and the word before the colon is a label.
fn typed_name(text: &[u8], at: usize, name: &Range<usize>) -> Option<Range<usize>> {
    if text[at] != b'=' {
        return None;
    }
    let is_type = |byte: &&u8| {
        is_name(**byte) || matches!(byte, b' ' | b'&' | b'\'' | b'<' | b'>' | b'[' | b']' | b'|' | b'?' | b'*' | b',')
    };
    let length = text[..name.start].iter().rev().take(TYPE).take_while(is_type).count();
    let start = name.start - length;
    let rest = text[start..name.start].trim_ascii();
    // A word alone before the name belongs to a sentence: `Authorization: MAC id="…"`.
    let is_type =
        !rest.last().is_some_and(|byte| is_name(*byte)) || rest.starts_with(b"&") || matches!(rest, b"mut" | b"const");
    match text[..start].last() {
        Some(b':') if is_type => name_before(text, start - 1),
        _ => None,
    }
}

/// The longest type between a name and its value.
const TYPE: usize = 40;

/// How far before its value the name of an entry may stand: `- name: DB_PASSWORD`, `<entry key="password" value=…>`.
/// A document in pieces keeps as much of what was before.
pub(crate) const ENTRY: usize = 64;

/// What the name of the entry promises, whose `value` the name is.
fn holder(text: &[u8], name: &Range<usize>) -> Option<(Meaning, usize)> {
    let is_one = |words: &[&str], name: &[u8]| words.iter().any(|word| name.eq_ignore_ascii_case(word.as_bytes()));
    if !is_one(HOLDERS, &text[name.clone()]) {
        return None;
    }
    let from = name.start.saturating_sub(ENTRY);
    let before = &text[from..name.start];
    if let Some(means) = block_name(before) {
        return Some((means, name.start));
    }
    // The nearest sign before belongs to what names the entry.
    let sign = from + before.iter().rposition(|byte| matches!(byte, b'=' | b':'))?;
    let key = name_before(text, sign)?;
    if !is_one(NAMERS, &text[key]) {
        return None;
    }
    let value = text[sign + 1..name.start].trim_ascii();
    let value = value.trim_ascii_start();
    let length =
        value.iter().skip_while(|byte| matches!(byte, b'"' | b'\'' | b'\\')).take_while(|byte| is_name(**byte)).count();
    let skip = value.iter().take_while(|byte| matches!(byte, b'"' | b'\'' | b'\\')).count();
    let means = meaning(&value[skip..skip + length]);
    let rest = value[skip + length..].iter();
    let is_joint = |byte: &u8| matches!(byte, b'"' | b'\'' | b'\\' | b',' | b';' | b' ' | b'\n' | b'\r' | b'\t' | b'{');
    let is_near = rest.clone().all(is_joint) && rest.filter(|byte| **byte == b'\n').count() <= 1;
    (means >= Meaning::Secret && is_near).then_some((means, name.start))
}

/// What the name of the block promises that `before` opens: `variable "db_password" {`.
fn block_name(before: &[u8]) -> Option<Meaning> {
    let open = memchr::memrchr(b'{', before)?;
    let head = before[..open].trim_ascii_end();
    let [head @ .., b'"'] = head else { return None };
    let start = memchr::memrchr(b'"', head)?;
    let means = meaning(&head[start + 1..]);
    (means >= Meaning::Secret && memchr::memchr(b'}', &before[open..]).is_none()).then_some(means)
}

/// The most words between a name and the sign behind it.
const WORDS: usize = 6;

/// How far before a sign the name may stand that a sentence begins with.
const SENTENCE: usize = 64;

/// What a name promises from which words lead to the sign: `the password is: …`, `password for admin: …`.
fn in_sentence(text: &[u8], sign: usize) -> Option<(Meaning, usize)> {
    if !matches!(text[sign], b':' | b'=' | b'-' | 0xE2 | 0xEF) {
        return None;
    }
    let is_spaced = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
    let is_set_out = match text[sign] {
        b'=' => sign > 0 && is_spaced(text.get(sign - 1)),
        b':' => is_spaced(text.get(sign + 1)),
        _ => true,
    };
    let least = sign.saturating_sub(SENTENCE);
    if !is_set_out || !may_mean_something(&text[least..sign]) {
        return None;
    }
    let line = memchr::memrchr(b'\n', &text[least..sign]).map_or(least, |line| least + line + 1);
    let mut end = before_tags(text, before_layout(text, sign)).max(line);
    let mut next: &[u8] = b"";
    for nth in 0..=WORDS {
        let start = memchr::memrchr(b' ', &text[line..end]).map_or(line, |space| line + space + 1);
        // The first word of what is looked at may be the end of a longer one.
        if start == line && line == least && least > 0 {
            return None;
        }
        let word = &text[start..end];
        let name = word.strip_suffix(b",").unwrap_or(word);
        let is_end = matches!(word.last(), None | Some(b'.' | b'!' | b'?' | b';' | b':' | b'='));
        if is_end || memchr::memchr3(b'=', b'{', b'?', word).is_some() || memchr::memmem::find(word, b"://").is_some() {
            return None;
        }
        let name_start = start + name.iter().take_while(|byte| !is_name(**byte)).count();
        let name = name_start..start + name.len();
        if nth > 0
            && is_link(next)
            && !name.is_empty()
            && text[name.clone()].iter().all(|byte| is_name(*byte))
            && let Some(means) = named(text, &name).max(two_words(text, &name))
        {
            // What a machine made must look like it.
            let means = if means == Meaning::Secret { Meaning::Weak } else { means };
            return Some((means, name.start));
        }
        if start == line {
            return None;
        }
        next = word;
        end = start - 1;
    }
    None
}

/// Whether a word leads from a name to what it is the name of; `(admin)`, `#1` and `[db]` do as well.
fn is_link(word: &[u8]) -> bool {
    let plain = word.strip_suffix(b",").unwrap_or(word);
    matches!(word.first(), Some(b'(' | b'[' | b'#' | b'0'..=b'9'))
        || LINKS.iter().any(|link| plain.eq_ignore_ascii_case(link.as_bytes()))
}

/// The name that stands before the `=` or `:` at `at`, with or without quotes and a space.
pub(super) fn name_before(text: &[u8], at: usize) -> Option<Range<usize>> {
    let aligned = before_layout(text, at);
    let mut end = before_tags(text, aligned);
    let first = end;
    while end > 0
        && first - end < 6
        && matches!(text[end - 1], b' ' | b'\t' | b'"' | b'\'' | b'`' | b'\\' | b':' | b'*' | b']' | b'?' | b'+' | b'|')
    {
        end -= 1;
    }
    // `token != x`, `a || b`
    if text.get(at) != Some(&b'=') && text[end..first].iter().any(|byte| matches!(byte, b'+' | b'|')) {
        return None;
    }
    end = before_layout(text, before_remark(text, before_tags(text, end)));
    let mut start = end;
    while start > 0 && end - start < 64 && is_name(text[start - 1]) {
        start -= 1;
    }
    (start < end && !is_label(text, start..end)).then_some(start..end)
}

/// The end of a name that a remark follows: `Password (admin): …`. Without a space it is a call.
fn before_remark(text: &[u8], end: usize) -> usize {
    let Some([rest @ .., b')']) = text.get(..end) else { return end };
    let length = rest.iter().rev().take(REMARK).position(|byte| matches!(byte, b'(' | b')' | b'\n'));
    match length.map(|length| rest.split_at(rest.len() - length)) {
        Some(([name @ .., b' ', b'('], _)) => name.len(),
        _ => end,
    }
}

/// The most bytes of a remark behind a name.
const REMARK: usize = 32;

/// Whether the name is what stands for a value that was replaced, `[API_KEY]`, and no index: `keys[API_KEY]`.
fn is_label(text: &[u8], name: Range<usize>) -> bool {
    let is_index = match text[..name.start] {
        [.., b'\\', _, b'['] => false,
        [.., before, b'['] => is_word(before),
        [b'['] => false,
        _ => return false,
    };
    let is_capital = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_';
    !is_index && text.get(name.end) == Some(&b']') && text[name].iter().all(is_capital)
}

pub(super) fn is_name(byte: u8) -> bool {
    class(byte) & NAME != 0
}
