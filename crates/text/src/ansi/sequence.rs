//! Where a control sequence ends (ECMA-48, with the terminators that terminals accept).

use super::EscapeKind;
use std::ops::Range;

/// One control sequence, taken apart.
pub(super) struct Sequence<'t> {
    pub(super) kind: EscapeKind,
    pub(super) span: Range<usize>,
    /// Parameters and intermediates of a CSI, the content of a string, the intermediates of an escape.
    pub(super) body: &'t str,
    /// The last character: a CSI's or an escape's function, or the control character itself.
    pub(super) function: char,
    /// Whether the terminator was there.
    pub(super) complete: bool,
}

/// Reads the sequence that the control character at `start` begins.
pub(super) fn read(text: &str, start: usize) -> Sequence<'_> {
    let Some(introducer) = text.get(start..).and_then(|rest| rest.chars().next()) else {
        return Sequence {
            kind: EscapeKind::Other,
            span: start..text.len(),
            body: "",
            function: '\0',
            complete: false,
        };
    };
    let inner = start + introducer.len_utf8();
    let alone = |kind| Sequence { kind, span: start..inner, body: "", function: introducer, complete: true };
    match introducer {
        '\u{1B}' => escape(text, start),
        // Text that was decoded wrongly is full of lone C1 characters; only whole sequences are sequences.
        '\u{9B}' => Some(csi(text, start, inner)).filter(|csi| csi.complete).unwrap_or(alone(EscapeKind::C1)),
        '\u{90}' | '\u{98}' | '\u{9D}'..='\u{9F}' => {
            let kind = match introducer {
                '\u{90}' => EscapeKind::Dcs,
                '\u{98}' => EscapeKind::Sos,
                '\u{9D}' => EscapeKind::Osc,
                '\u{9E}' => EscapeKind::Pm,
                _ => EscapeKind::Apc,
            };
            Some(string(text, kind, start, inner)).filter(|string| string.complete).unwrap_or(alone(EscapeKind::C1))
        }
        '\u{80}'..='\u{9F}' => alone(EscapeKind::C1),
        _ => alone(EscapeKind::C0),
    }
}

fn escape(text: &str, start: usize) -> Sequence<'_> {
    let second = start + 1;
    let kind = match text.as_bytes().get(second) {
        Some(b'[') => return csi(text, start, second + 1),
        Some(b']') => EscapeKind::Osc,
        Some(b'P') => EscapeKind::Dcs,
        Some(b'_') => EscapeKind::Apc,
        Some(b'^') => EscapeKind::Pm,
        Some(b'X') => EscapeKind::Sos,
        _ => {
            let body = run(text, second, |b| matches!(b, 0x20..=0x2F));
            let function = text.as_bytes().get(body.end).copied().filter(|b| matches!(b, 0x30..=0x7E));
            let end = if function.is_some() { body.end + 1 } else { second };
            let body = if function.is_some() { &text[body] } else { "" };
            let function = function.map_or('\0', char::from);
            return Sequence { kind: EscapeKind::Other, span: start..end, body, function, complete: function != '\0' };
        }
    };
    string(text, kind, start, second + 1)
}

fn csi(text: &str, start: usize, inner: usize) -> Sequence<'_> {
    let parameters = run(text, inner, |b| matches!(b, 0x30..=0x3F));
    let intermediates = run(text, parameters.end, |b| matches!(b, 0x20..=0x2F));
    let body = &text[inner..intermediates.end];
    let function = text.as_bytes().get(intermediates.end).copied().filter(|b| matches!(b, 0x40..=0x7E));
    let end = intermediates.end + usize::from(function.is_some());
    let function = function.map_or('\0', char::from);
    Sequence { kind: EscapeKind::Csi, span: start..end, body, function, complete: function != '\0' }
}

/// A string runs to its terminator (ST, or BEL for an OSC), to the next sequence, or to the end of the text.
fn string(text: &str, kind: EscapeKind, start: usize, inner: usize) -> Sequence<'_> {
    let rest = &text[inner..];
    let stop = |c: char| {
        matches!(c, '\u{1B}' | '\u{18}' | '\u{1A}' | '\u{80}'..='\u{9F}') || (c == '\u{7}' && kind == EscapeKind::Osc)
    };
    let length = rest.find(stop).unwrap_or(rest.len());
    let body = &rest[..length];
    let after = &rest[length..];
    let terminator = ["\u{7}", "\u{9C}", "\u{1B}\\"].into_iter().find(|t| after.starts_with(t));
    let end = inner + length + terminator.map_or(0, str::len);
    let hyperlink = kind == EscapeKind::Osc && body.starts_with("8;");
    let kind = if hyperlink { EscapeKind::Hyperlink } else { kind };
    Sequence { kind, span: start..end, body, function: '\0', complete: terminator.is_some() }
}

fn run(text: &str, from: usize, class: impl Fn(u8) -> bool) -> Range<usize> {
    let length = text.as_bytes()[from.min(text.len())..].iter().take_while(|b| class(**b)).count();
    from..from + length
}
