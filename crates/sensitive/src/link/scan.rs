//! One pass over the text: stops where a link could be, hands it to its reader, goes on behind it.

use super::host::{self, Host};
use super::read::{Raw, bracketed};
use super::{Form, Link, Tricks, collectors, place};
use std::ops::Range;

/// The bytes at which a link can be told: dots, `:`, `@`, their stand-ins in brackets, percent signs.
static STOPS: [bool; 256] = {
    let mut stops = [false; 256];
    let bytes = b".:@[({%\xe3\xef";
    let mut at = 0;
    while at < bytes.len() {
        stops[bytes[at] as usize] = true;
        at += 1;
    }
    stops
};

/// How many bytes are passed over together.
const STEP: usize = 16;

/// The first stop from `from` on. Most of a text has none.
#[inline]
fn stop(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    while let Some(step) = bytes.get(at..).and_then(<[u8]>::first_chunk::<STEP>) {
        if step.iter().fold(false, |has, byte| has | STOPS[*byte as usize]) {
            break;
        }
        at += STEP;
    }
    Some(at + bytes.get(at..)?.iter().position(|byte| STOPS[*byte as usize])?)
}

/// The next place from `from` on where a link could be.
pub(super) fn next(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        at = stop(bytes, at)?;
        if promising(bytes, at) {
            return Some(at);
        }
        at += 1;
    }
}

/// Looks at the bytes around a stop: most dots end a sentence, most colons are no scheme's.
fn promising(bytes: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| bytes.get(before)).copied().unwrap_or(b' ');
    let after = |n: usize| bytes.get(at + n).copied().unwrap_or(b' ');
    let next = after(1);
    let word = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80;
    match bytes[at] {
        b'.' => match before {
            b'[' | b'(' | b'{' => word(next) || matches!(next, b']' | b')' | b'}'),
            _ => (word(before) || before == b'-') && word(next),
        },
        b':' => matches!(next, b'/' | b'\\' | b']') || (word(next) && matches!(before | 0x20, b'p' | b's')),
        b'%' => next == b'3' && after(2) | 0x20 == b'a' || next == b'2' && after(2) == b'5' && after(3) == b'3',
        b'@' => (word(next) || next == b'[') && (word(before) || matches!(before, b'"' | b'-' | b'+')),
        b'[' | b'(' | b'{' => {
            matches!(next | 0x20, b'd' | b'a' | b'@' | b'`') && bracketed(bytes, at, &[b"dot", b"at", b"@"]).is_some()
        }
        0xe3 => (next, after(2)) == (0x80, 0x82) && word(after(3)),
        _ => matches!((next, after(2)), (0xbc, 0x8e) | (0xbd, 0xa1)) && word(after(3)),
    }
}

/// What lies behind a host that was found: its path, query and fragment.
#[derive(Debug, Clone, Default)]
pub(super) struct Tail {
    /// The whole of it.
    pub(super) span: Range<usize>,
    /// Where the query or the fragment starts.
    pub(super) query: usize,
}

/// The pass.
pub(super) struct Scan<'t, 'l, F> {
    pub(super) text: &'t str,
    pub(super) bytes: &'t [u8],
    pub(super) internal: &'l [String],
    found: &'l mut F,
    /// What lies before was read as a host; no bare host starts there again.
    pub(super) floor: usize,
    /// The tail of the last link, so that a path's words are not hosts and its end is looked for once.
    pub(super) tail: Tail,
}

impl<'t, 'l, F: FnMut(Link<'t>)> Scan<'t, 'l, F> {
    pub(super) fn new(text: &'t str, internal: &'l [String], found: &'l mut F) -> Self {
        Self { text, bytes: text.as_bytes(), internal, found, floor: 0, tail: Tail::default() }
    }

    pub(super) fn run(mut self) {
        let mut at = 0;
        while let Some(stop) = next(self.bytes, at) {
            let reached = match self.bytes[stop] {
                b':' | b'%' => self.scheme(stop),
                b'@' => self.mail(stop, stop + 1),
                b'[' | b'(' | b'{' => match bracketed(self.bytes, stop, &[b"at", b"@"]) {
                    Some(end) => self.mail(stop, end),
                    None => self.dotted(stop),
                },
                _ => self.dotted(stop),
            };
            at = reached.max(stop + 1);
        }
    }

    /// Decodes what was read.
    pub(super) fn decode(&self, raw: &Raw) -> Option<Host<'t>> {
        host::decode(self.text, raw, self.internal)
    }

    /// The byte at `at`, or a space beyond the text.
    pub(super) fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(b' ')
    }

    /// The byte before `at`, or a space at the start.
    pub(super) fn before(&self, at: usize) -> u8 {
        at.checked_sub(1).map_or(b' ', |before| self.byte(before))
    }

    /// Tells of a link whose host is `host`.
    pub(super) fn tell(&mut self, span: Range<usize>, form: Form, host: Host<'t>, tricks: Tricks, path: &str) {
        let place = place::place(&host.text, host.address, self.internal);
        let metadata = place::metadata(&host.text, host.address);
        let collector = if host.address.is_some() { None } else { collectors::family(&host.text, path) };
        let tricks = tricks.and(host.tricks);
        (self.found)(Link { span, form, host: host.text, place, collector, metadata, tricks, imitates: host.imitates });
    }

    /// The end of the port at `at`, if there is one.
    pub(super) fn port(&self, at: usize) -> usize {
        if self.byte(at) != b':' {
            return at;
        }
        let digits = self.bytes.get(at + 1..).into_iter().flatten().take(6).take_while(|b| b.is_ascii_digit()).count();
        let ends = !self.byte(at + 1 + digits).is_ascii_alphanumeric();
        if (1..=5).contains(&digits) && ends { at + 1 + digits } else { at }
    }

    /// Reads the tail at `from` and remembers it. Inside another tail the end is known.
    pub(super) fn read_tail(&mut self, from: usize) -> Range<usize> {
        if !matches!(self.byte(from), b'/' | b'?' | b'#' | b'\\') {
            if from >= self.tail.span.end {
                self.tail = Tail { span: from..from, query: from };
            }
            return from..from;
        }
        let (end, query) = if self.tail.span.contains(&from) {
            (self.tail.span.end, self.tail.query.max(from))
        } else {
            let end = self.tail_end(from);
            let inside = self.bytes.get(from..end).unwrap_or_default();
            (end, from + memchr::memchr2(b'?', b'#', inside).unwrap_or(inside.len()))
        };
        self.tail = Tail { span: from..end, query };
        from..end
    }

    fn tail_end(&self, from: usize) -> usize {
        let mut end = from;
        let rest = self.text.get(from..).unwrap_or_default();
        for (at, c) in rest.char_indices() {
            let escaped = c == '\\' && self.byte(from + at + 1) == b'/';
            let stops = match c {
                ' ' | '"' | '\'' | '<' | '>' | '`' | '|' | '^' | '{' | '}' | '[' | ']' => true,
                '\\' => !escaped && at > 0,
                '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ff0f}' | '\u{2018}'..='\u{201f}' => true,
                _ => c.is_control() || c.is_whitespace(),
            };
            if stops {
                break;
            }
            end = from + at + c.len_utf8();
        }
        let open = memchr::memchr(b'(', self.bytes.get(from..end).unwrap_or_default()).is_some();
        while end > from + 1 {
            match self.byte(end - 1) {
                b'.' | b',' | b';' | b':' | b'!' | b'?' | b'*' | b'_' | b'\\' => end -= 1,
                b')' if !open => end -= 1,
                _ => break,
            }
        }
        end
    }
}
