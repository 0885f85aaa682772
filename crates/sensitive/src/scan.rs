//! The one pass over a text.
//!
//! Hot: at least 100 MB/s over clean JSON with everything on; `cargo bench -p vetgate-sensitive` measures it. Every byte
//! is looked at once through the class table; work beyond that is done only where a word starts like a known token, has
//! a digit, or is long, and at the signs that `@`, `:`, `=`, `+` and `(` are. Nothing is allocated before something is
//! found.

use crate::candidate::Candidate;
use crate::class::{DIGIT, JOINER, LOWER, TRIGGER, UPPER, WORD, class, is_word};
use crate::credential::{self, Meaning, Written};
use crate::detector::{Detector, Literal};
use crate::formats::Proof;
use crate::hit::Hit;
use crate::identifiers::Identifier;
use crate::names::{self, Field};
use crate::random::{Looks, is_uuid, looks};
use crate::structures::{connection, maxmind, path, telegram};
use crate::{Category, Grade, Kind, card, email, iban, ip, mac, phone, placeholder, street, wallet};
use std::ops::Range;
use vetgate_model::{Confidence, Severity};

/// A long string that looks random, and nothing that says what it is.
pub(crate) static RANDOM: Kind = Kind::new("random_string", "Random-looking string", Category::Secret, Severity::Low);

/// How sure a token is whose own checksum holds.
const PROVEN: f64 = 0.99;

/// Tokens longer than this are data: pictures, archives, minified code.
const LONGEST_TOKEN: usize = 512;

/// One text on its way through the tables.
pub(crate) struct Scan<'s, 'd> {
    detector: &'d Detector,
    text: &'s [u8],
    field: Field<'s>,
    /// The text without what surrounds it: a match of just this stands alone.
    whole: Range<usize>,
    hits: &'s mut Vec<Hit<'d>>,
}

impl<'s, 'd> Scan<'s, 'd> {
    pub(crate) fn new(
        detector: &'d Detector,
        text: &'s [u8],
        field: Field<'s>,
        may_be_alone: bool,
        hits: &'s mut Vec<Hit<'d>>,
    ) -> Self {
        let whole = if may_be_alone { trimmed(text) } else { 0..0 };
        Self { detector, text, field, whole, hits }
    }

    /// Reads the text from `from` on; what is before is context.
    pub(crate) fn run(mut self, from: usize) {
        self.custom(from);
        self.field_value();
        let text = self.text;
        let mut at = from;
        // A token is a run of words and joiners; it is judged as a whole where it ends.
        let mut token = from;
        let mut token_classes = 0;
        while at < text.len() {
            let here = class(text[at]);
            if here & WORD == 0 {
                if here & JOINER == 0 {
                    if at - token >= MIN_TOKEN {
                        self.token(token..at, token_classes);
                    }
                    token = at + 1;
                    token_classes = 0;
                }
                if here & TRIGGER != 0 {
                    self.sign(at);
                }
                at += 1;
                continue;
            }
            let start = at;
            let mut classes = here;
            at += 1;
            while at < text.len() {
                let next = class(text[at]);
                if next & WORD == 0 {
                    break;
                }
                classes |= next;
                at += 1;
            }
            token_classes |= classes;
            self.word(start, at, classes);
        }
        if at - token >= MIN_TOKEN {
            self.token(token..at, token_classes);
        }
    }

    /// A run of letters and digits.
    #[inline]
    fn word(&mut self, start: usize, end: usize, classes: u8) {
        if self.detector.literals.may_start(&self.text[start..]) {
            self.literal(start);
        }
        if start > 0 && matches!(self.text[start - 1], b'.' | b'/' | b'\\') {
            self.path(start);
        }
        if classes & DIGIT != 0 {
            self.number(start, end, classes);
        } else if end - start <= 11 {
            self.short_word(start, end, classes);
        }
        if start > 0
            && self.text[start - 1] == b'\\'
            && matches!(self.text[start], b'n' | b't' | b'r')
            && end - start > 1
        {
            self.escaped_word(start + 1, classes);
        }
    }

    /// In escaped text a letter before the word may be the end of an escape: `\nghp_…`.
    fn escaped_word(&mut self, start: usize, classes: u8) {
        self.literal(start);
        if classes & DIGIT == 0 {
            return;
        }
        // The readers look at what stands before; here that is nothing.
        let rest = &self.text[start..];
        for read in [card::at, phone::at, iban::at, wallet::at, ip::at] {
            if let Some(mut candidate) = read(rest, 0) {
                candidate.span = candidate.span.start + start..candidate.span.end + start;
                self.weigh(candidate);
            }
        }
        self.identifiers(start);
    }

    /// An address around the `@`, which may stand behind an escape.
    fn email(&mut self, at: usize) {
        let text = self.text;
        let from = at.saturating_sub(64);
        let escape = text[from..at].windows(2).rposition(|two| matches!(two, [b'\\', b'n' | b'r' | b't']));
        let start = escape.map_or(0, |escape| from + escape + 2);
        if let Some(mut candidate) = email::at(&text[start..], at - start) {
            candidate.span = candidate.span.start + start..candidate.span.end + start;
            self.weigh(candidate);
        }
    }

    /// Letters alone: the start of a grouped number (`AB 12 34 56 C`, `April 17 1988`), or hex digits of an address.
    #[inline(always)]
    fn short_word(&mut self, start: usize, end: usize, classes: u8) {
        let [Some(next), Some(after)] = [self.text.get(end), self.text.get(end + 1)] else {
            return self.bank_code(start, end, classes);
        };
        let is_capitals = classes & WORD == UPPER;
        if is_capitals {
            self.bank_code(start, end, classes);
        } else if !after.is_ascii_hexdigit() && *after != b':' {
            return;
        }
        if matches!(next, b' ' | b'-' | b'.' | b'/') && (after.is_ascii_digit() || is_capitals && end - start <= 5) {
            self.identifiers(start);
        }
        let is_hex = || self.text[start..end].iter().all(u8::is_ascii_hexdigit);
        if end - start <= 4 && matches!(next, b'-' | b'.' | b':') && is_hex() {
            self.address(start, end);
        }
    }

    /// The code of a bank may be capitals alone.
    fn bank_code(&mut self, start: usize, end: usize, classes: u8) {
        if classes & WORD == UPPER && matches!(end - start, 8 | 11) {
            self.offer(iban::at(self.text, start));
        }
    }

    /// A word with a digit in it.
    fn number(&mut self, start: usize, end: usize, classes: u8) {
        let text = self.text;
        // The middle of a date, a UUID or a version.
        if joined_before(text, start) {
            return;
        }
        let starts_with_digit = text[start].is_ascii_digit();
        let may_be_address = match text.get(end) {
            // Four numbers have a second dot within four bytes, and so has a hardware address.
            Some(b'.') => memchr::memchr(b'.', &text[end + 1..text.len().min(end + 6)]).is_some(),
            Some(b':') => !is_time(&text[start..]),
            Some(b'-') => end - start == 2,
            _ => false,
        };
        if may_be_address && end - start <= 4 {
            self.address(start, end);
        }
        if starts_with_digit && is_date(&text[start..]) {
            // With a time behind it, it is nobody's birthday.
            if !matches!(&text[start + 10..], [b'T', ..] | [b' ', b'0'..=b'2', b'0'..=b'9', b':', ..]) {
                self.identifiers(start);
            }
        } else if starts_with_digit {
            if end - start >= 8 && text.get(end) == Some(&b':') {
                self.offer(telegram::at(text, start, end));
            }
            let digits = self.digits(start, end, classes);
            if digits >= 7 {
                self.offer(card::at(text, start));
                self.offer(phone::at(text, start));
            }
            if digits < 4 && end - start < 25 {
                return;
            }
            self.long_number(start, end);
        } else {
            if end - start >= 4 {
                self.offer(iban::at(text, start));
            }
            self.long_number(start, end);
        }
    }

    fn long_number(&mut self, start: usize, end: usize) {
        if end - start >= 25 {
            self.offer(wallet::at(self.text, start));
        }
        self.identifiers(start);
    }

    /// How many digits follow before the number is over, up to seven. Most numbers are years, sizes and counts.
    #[inline]
    fn digits(&self, start: usize, end: usize, classes: u8) -> usize {
        if end - start >= 7 && classes & WORD == DIGIT {
            return 7;
        }
        let mut digits = 0;
        for byte in self.text[start..].iter().take(24) {
            match byte {
                b'0'..=b'9' => digits += 1,
                b'A'..=b'Z' | b'a'..=b'z' | b' ' | b'-' | b'.' | b'/' | b'(' | b')' | b'+' => {}
                _ => break,
            }
            if digits == 7 {
                break;
            }
        }
        digits
    }

    fn address(&mut self, start: usize, end: usize) {
        if !joined_before(self.text, start) {
            self.offer(ip::at(self.text, start));
            if end - start == 2 || end - start == 4 {
                self.offer(mac::at(self.text, start));
            }
        }
    }

    /// What starts with a known literal here.
    fn literal(&mut self, start: usize) {
        let (detector, text) = (self.detector, self.text);
        for literal in detector.literals.at(&text[start..]) {
            match literal {
                Literal::Format(row) => self.format(row, start),
                Literal::Structure(at) => {
                    let candidate = at(text, start);
                    self.offer(candidate);
                }
            }
        }
    }

    /// The name of a file behind a dot or a slash.
    fn path(&mut self, start: usize) {
        let rest = &self.text[start..];
        if self.detector.paths.may_start(rest) && self.detector.paths.at(rest).next().is_some() {
            self.offer(path::at(self.text, start));
        }
    }

    fn format(&mut self, row: u16, start: usize) {
        let compiled = &self.detector.formats[row as usize];
        let Some(end) = compiled.end(&self.text[start..]).map(|length| start + length) else { return };
        if self.text.get(end).is_some_and(|next| is_word(*next) || *next == b'_') {
            return;
        }
        let token = &self.text[start..end];
        let filler = placeholder::says_example(token) || placeholder::is_placeholder(token);
        let confidence = match (compiled.format.proof)(token) {
            _ if filler => Grade::Low.confidence(),
            Proof::Holds => Confidence::new(PROVEN),
            Proof::None => Grade::High.confidence(),
            // Its maker never made this one; a copy with a slip of the pen, or a made-up example.
            Proof::Fails => Grade::Medium.confidence(),
            Proof::Unlikely => Grade::Low.confidence(),
        };
        self.push(&compiled.format.kind, start..end, confidence, 0);
    }

    /// Fixed layouts.
    fn identifiers(&mut self, start: usize) {
        let (detector, text) = (self.detector, self.text);
        if joined_before(text, start) {
            return;
        }
        let mut near = None;
        let mut letters = Letters::new();
        detector.layouts.walk(text, start, |layout, end| {
            if joined_after(text, end) || layout.spaced && continues(text, start, end) {
                return;
            }
            let row = detector.identifiers[layout.row as usize];
            if !letters.reach(text, start, end) || !(row.valid)(letters.get()) {
                return;
            }
            let near = near.get_or_insert_with(|| detector.vocabulary.near(self.field, text, start, end));
            self.identifier(row, start..end, near.distance(layout.row as u8), &letters);
        });
    }

    fn identifier(&mut self, row: &'static Identifier, span: Range<usize>, near: Option<u8>, letters: &Letters) {
        let grade = self.grade(&span, near.is_some(), row.bare, row.alone, Some(row.named));
        let Some(mut grade) = grade else { return };
        let is_sample = row.samples.iter().any(|sample| sample.as_bytes() == letters.get());
        if is_sample || near.is_none() && is_timestamp(letters.get()) {
            grade = Grade::Low;
        }
        // Where nothing is said, a number whose rule holds goes before one that only has the look.
        let near = near.unwrap_or(u8::MAX - 1);
        self.push(&row.kind, span, grade.confidence(), near);
    }

    /// The best of what the surroundings allow.
    fn grade(
        &self,
        span: &Range<usize>,
        is_named: bool,
        bare: Option<Grade>,
        alone: Option<Grade>,
        named: Option<Grade>,
    ) -> Option<Grade> {
        let alone = if *span == self.whole && self.field.is_silent() { alone } else { None };
        let named = if is_named { named } else { None };
        bare.max(alone).max(named)
    }

    /// What a reader of a shape found.
    #[inline]
    fn offer(&mut self, candidate: Option<Candidate>) {
        if let Some(candidate) = candidate {
            self.weigh(candidate);
        }
    }

    fn weigh(&mut self, candidate: Candidate) {
        let Candidate { kind, span, bare, alone, named, words } = candidate;
        let is_escaped = span.start > 1 && self.text[span.start - 2] == b'\\';
        let is_inside = span.start > 0 && is_word(self.text[span.start - 1]) && !is_escaped;
        if kind.category != Category::Secret && is_inside {
            return;
        }
        let near = names::named(words, self.field, self.text, span.start, span.end);
        // A path is a path whatever its field is called.
        let bare = if kind.category == Category::Path && span == self.whole { alone } else { bare };
        if let Some(grade) = self.grade(&span, near.is_some(), bare, alone, named) {
            let near = near.map_or(u8::MAX, |near| near.min(254) as u8);
            self.push(kind, span, grade.confidence(), near);
        }
    }

    /// `@`, `:`, `=`, `+`, `(`, `,`, `>`.
    fn sign(&mut self, at: usize) {
        let text = self.text;
        let next = text.get(at + 1).copied().unwrap_or(b' ');
        match text[at] {
            b'@' => self.email(at),
            b'+' if next.is_ascii_digit() => self.offer(phone::at(text, at)),
            b'(' if next.is_ascii_digit() || next == b'+' => self.offer(phone::at(text, at)),
            b':' if next == b':' && !(at > 0 && (is_word(text[at - 1]) || text[at - 1] == b':')) => {
                self.offer(ip::at(text, at));
            }
            b':' if text[at..].starts_with(b"://") => self.offer(connection::at(text, at)),
            b':' | b'=' => self.assignment(at),
            // A default: `getenv('SECRET_KEY', '…')`.
            // `<password>…</password>`
            b'>' if next != b'<' => self.element(at),
            b',' if at > 0 && matches!(text[at - 1], b'\'' | b'"') => self.assignment(at),
            _ => {}
        }
    }

    /// The text of an element, if its name is all there is in its tag.
    fn element(&mut self, at: usize) {
        let tag = self.text[..at]
            .iter()
            .rev()
            .take(48)
            .position(|byte| !is_word(*byte) && !matches!(byte, b'_' | b'-' | b'.'));
        if tag.is_some_and(|length| length > 0 && self.text[at - length - 1] == b'<') {
            self.assignment(at);
        }
    }

    fn assignment(&mut self, at: usize) {
        if let Some((meaning, span, written)) = credential::assigned(self.text, at) {
            self.credential(meaning, span, written);
        }
    }

    fn credential(&mut self, meaning: Meaning, span: Range<usize>, written: Written) {
        if let Some((kind, grade)) = credential::judge(meaning, &self.text[span.clone()], written) {
            self.push(kind, span, grade.confidence(), 1);
        }
    }

    /// The value of a field whose name promises a secret.
    fn field_value(&mut self) {
        if !self.whole.is_empty() && !self.field.name.is_empty() {
            // Words in the text itself do not make it an address.
            if let Some(street) = street::at(self.text, self.whole.clone())
                && street::is_named(self.field)
            {
                self.offer(Some(street));
            }
            let meaning = credential::meaning(self.field.name);
            if meaning != Meaning::Nothing {
                self.credential(meaning, self.whole.clone(), Written::Quoted);
            }
        }
    }

    /// A long run without spaces: a secret if the words before it say so, and if nothing is said, perhaps.
    fn token(&mut self, span: Range<usize>, classes: u8) {
        let mixed = (classes & (DIGIT | UPPER | LOWER)).count_ones() >= 2;
        if !mixed && span.len() < 20 || span.len() > LONGEST_TOKEN {
            return;
        }
        if self.hits.last().is_some_and(|hit| hit.span.end > span.start) {
            return;
        }
        // Joiners at either end are not part of it; padding is.
        let token = &self.text[span.clone()];
        let skip = token.iter().position(|byte| is_word(*byte)).unwrap_or(0);
        let mut span = span.start + skip..span.end;
        while span.end > span.start && matches!(self.text[span.end - 1], b'.' | b'-' | b'/' | b'~') {
            span.end -= 1;
        }
        while self.text.get(span.end) == Some(&b'=') {
            span.end += 1;
        }
        self.offer(maxmind::at(self.text, span.clone()));
        let span = self.value_part(span);
        let meaning = credential::before(self.text, span.start);
        if meaning > Meaning::Nothing {
            self.credential(meaning, span, Written::Bare);
        } else if self.detector.least == Grade::Low {
            self.random(span);
        }
    }

    /// A token that looks random and says nothing.
    fn random(&mut self, span: Range<usize>) {
        let token = &self.text[span.clone()];
        let is_long = token.len() >= 24 && !is_digest(token);
        if is_long && looks(token) == Looks::Random && !placeholder::is_placeholder(token) {
            self.push(&RANDOM, span, Grade::Low.confidence(), u8::MAX);
        }
    }

    /// Keeps a match if it is asked for.
    fn push(&mut self, kind: &'d Kind, span: Range<usize>, confidence: Confidence, near: u8) {
        if Grade::of(confidence) >= self.detector.least && self.detector.wants(kind) {
            self.hits.push(Hit { kind, span, confidence, near });
        }
    }

    /// The user's own patterns.
    fn custom(&mut self, from: usize) {
        for pattern in &self.detector.custom {
            let found: Vec<_> = pattern.regex.find_iter(&self.text[from..]).map(|found| found.range()).collect();
            for range in found {
                let span = from + range.start..from + range.end;
                // What is asked for by name is meant: it goes before what is built in.
                self.hits.push(Hit { kind: &pattern.kind, span, confidence: pattern.confidence.confidence(), near: 0 });
            }
        }
    }
}

impl Scan<'_, '_> {
    /// The part of a token that can be a value: without the name that a dash or dot joins to it, as in `acmeTOKEN-…`.
    fn value_part(&self, span: Range<usize>) -> Range<usize> {
        let token = &self.text[span.clone()];
        let is_joint = |at: usize| matches!(token[at], b'-' | b'.' | b'_');
        let uuid = token.len().saturating_sub(36);
        if uuid > 0 && is_joint(uuid - 1) && is_uuid(&token[uuid..]) {
            return span.start + uuid..span.end;
        }
        if !credential::may_mean_something(token) {
            return span;
        }
        let names = |joint: &usize| credential::meaning(&token[..*joint]) != Meaning::Nothing;
        let joints = (1..token.len().saturating_sub(MIN_TOKEN)).filter(|at| matches!(token[*at], b'-' | b'.'));
        match joints.take(4).find(names) {
            Some(joint) => span.start + joint + 1..span.end,
            None => span,
        }
    }
}

/// The shortest run that is judged as a token.
const MIN_TOKEN: usize = 16;

/// The letters (in upper case) and digits of a match, without separators.
struct Letters {
    bytes: [u8; LONGEST_LAYOUT],
    length: usize,
    /// How much of the match is read.
    read: usize,
}

/// Longer than any layout's letters.
const LONGEST_LAYOUT: usize = 32;

impl Letters {
    fn new() -> Self {
        Self { bytes: [0; LONGEST_LAYOUT], length: 0, read: 0 }
    }

    /// Takes in the text up to `end`, which only grows; false if that is too much.
    fn reach(&mut self, text: &[u8], start: usize, end: usize) -> bool {
        for byte in text[start + self.read..end].iter().filter(|byte| is_word(**byte)) {
            let Some(here) = self.bytes.get_mut(self.length) else { return false };
            *here = byte.to_ascii_uppercase();
            self.length += 1;
        }
        self.read = end - start;
        true
    }

    fn get(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// Whether what starts at `start` goes on from before: `v1.2`, `a-1`, `x_1`, `€1`.
fn joined_before(text: &[u8], start: usize) -> bool {
    let Some(before) = start.checked_sub(1).map(|at| text[at]) else { return false };
    let earlier = start.checked_sub(2).map(|at| text[at]);
    match before {
        b'_' => true,
        b'/' if earlier == Some(b'/') => false,
        b'-' | b'.' | b'/' | b'+' => earlier.is_some_and(|byte| is_word(byte) || byte == before),
        // `1,234` is one number; `17,4539578763621486` are two cells.
        b',' => earlier.is_some_and(|byte| byte.is_ascii_digit()) && is_thousand(&text[start..]),
        b'$' | b'#' => true,
        _ => is_word(before) && earlier != Some(b'\\'),
    }
}

/// Whether the text starts with three digits that end there.
fn is_thousand(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits == 3 && !text.get(3).is_some_and(|next| is_word(*next) || *next == b'-')
}

/// Whether what ends at `end` goes on behind.
fn joined_after(text: &[u8], end: usize) -> bool {
    let Some(next) = text.get(end) else { return false };
    match next {
        b'-' | b'.' | b'/' | b'+' => text.get(end + 1).is_some_and(|byte| is_word(*byte)),
        byte => is_word(*byte) || *byte == b'_',
    }
}

/// Whether a number written with spaces has further groups on either side.
fn continues(text: &[u8], start: usize, end: usize) -> bool {
    let digit = |at: Option<usize>| at.and_then(|at| text.get(at)).is_some_and(u8::is_ascii_digit);
    let space = |at: Option<usize>| at.and_then(|at| text.get(at)) == Some(&b' ');
    space(start.checked_sub(1)) && digit(start.checked_sub(2)) || space(Some(end)) && digit(Some(end + 1))
}

/// Whether it is as long as a digest, and hex: commits, checksums and ids of all kinds are.
fn is_digest(token: &[u8]) -> bool {
    matches!(token.len(), 24 | 32 | 40 | 56 | 64 | 96 | 128) && token.iter().all(u8::is_ascii_hexdigit)
}

/// Whether the text starts with a time of day: `12:30:45`, and no further colon.
fn is_time(text: &[u8]) -> bool {
    matches!(text, [b'0'..=b'2', b'0'..=b'9', b':', b'0'..=b'5', b'0'..=b'9', rest @ ..]
        if !matches!(rest, [b':', _, _, b':', ..] | [b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F', ..] | [b':', b':', ..]))
}

/// Whether the text starts with a date: `2026-11-16`.
fn is_date(text: &[u8]) -> bool {
    matches!(
        text,
        [
            b'1' | b'2',
            b'0' | b'9',
            b'0'..=b'9',
            b'0'..=b'9',
            b'-',
            b'0' | b'1',
            b'0'..=b'9',
            b'-',
            b'0'..=b'3',
            b'0'..=b'9',
            ..
        ]
    )
}

/// Whether it reads as seconds or milliseconds of the years 2014 to 2033.
fn is_timestamp(letters: &[u8]) -> bool {
    matches!(letters.len(), 10 | 13)
        && matches!(letters, [b'1', b'4'..=b'9', ..])
        && letters.iter().all(u8::is_ascii_digit)
}

/// The range of `text` without the spaces, quotes and stops around it.
fn trimmed(text: &[u8]) -> Range<usize> {
    let is_edge = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'' | b'.' | b',' | b';');
    let start = text.iter().position(|byte| !is_edge(byte)).unwrap_or(text.len());
    let end = text.iter().rposition(|byte| !is_edge(byte)).map_or(start, |last| last + 1);
    start..end
}
