//! The one pass over a text.
//!
//! Hot: at least 100 MB/s over clean JSON with everything on; `cargo bench -p vetgate-sensitive` measures it. Every byte
//! is looked at once through the class table; work beyond that is done only where a word starts like a known token, has
//! a digit, or is long, and at the signs that `@`, `:`, `=`, `+` and `(` are. Nothing is allocated before something is
//! found.

use crate::candidate::Candidate;
use crate::class::{DIGIT, EDGE, JOINER, LEAD, TRIGGER, UPPER, WORD, class, is_word, word_at};
use crate::detector::{Detector, Literal};
use crate::formats::Proof;
use crate::hit::Hit;
use crate::layout::Word;
use crate::names::{self, Field};
use crate::structures::path;
use crate::{Category, Grade, Kind, card, iban, ip, phone, placeholder, wallet};
use std::ops::Range;
use token::MIN_TOKEN;
use vetgate_model::Confidence;

mod edges;
pub(crate) mod number;
mod sign;
pub(crate) mod token;

/// How sure a token is whose own checksum holds.
const PROVEN: f64 = 0.99;

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
        // What stands before the next word.
        let mut before = from.checked_sub(1).map_or(0, |at| class(text[at]));
        while at < text.len() {
            let here = class(text[at]);
            if here & WORD == 0 {
                before = here;
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
            let classes;
            (at, classes) = word_at(text, start);
            token_classes |= classes;
            self.word(start, at, classes, before & LEAD != 0);
        }
        if at - token >= MIN_TOKEN {
            self.token(token..at, token_classes);
        }
    }

    /// A run of letters and digits; `is_led` if it stands behind a dot, a slash or a backslash.
    #[inline]
    fn word(&mut self, start: usize, end: usize, classes: u8, is_led: bool) {
        if self.detector.literals.may_start(&self.text[start..]) {
            self.literal(start);
        }
        if is_led {
            self.path(start);
        }
        if classes & DIGIT != 0 {
            self.number(start, end, classes);
        } else if end - start <= 11 {
            self.short_word(start, end, classes);
        }
        if is_led && self.text[start - 1] == b'\\' && matches!(self.text[start], b'n' | b't' | b'r') && end - start > 1
        {
            self.escaped_word(start + 1, end, classes);
        }
    }

    /// In escaped text a letter before the word may be the end of an escape: `\nghp_…`.
    fn escaped_word(&mut self, start: usize, end: usize, classes: u8) {
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
        // The letter of the escape is not one of its classes.
        let classes = self.text[start..end].iter().fold(0, |classes, byte| classes | class(*byte));
        self.identifiers(&Word { span: start..end, classes });
    }

    /// Letters alone: the start of a grouped number (`AB 12 34 56 C`, `April 17 1988`), or hex digits of an address.
    #[inline(always)]
    fn short_word(&mut self, start: usize, end: usize, classes: u8) {
        let Some([next, after, ..]) = self.text.get(end..) else {
            return self.bank_code(start, end, classes);
        };
        let (is_capitals, length) = (classes & WORD == UPPER, end - start);
        if is_capitals {
            self.bank_code(start, end, classes);
        }
        if (class(*after) & DIGIT != 0 || is_capitals && length <= 5) && matches!(next, b' ' | b'-' | b'.' | b'/') {
            self.identifiers(&Word { span: start..end, classes });
        }
        let is_hex = || self.text[start..end].iter().all(u8::is_ascii_hexdigit);
        let goes_on = || is_capitals || after.is_ascii_hexdigit() || *after == b':';
        if length <= 4 && matches!(next, b'-' | b'.' | b':') && goes_on() && is_hex() {
            self.address(start, end);
        }
    }

    /// The code of a bank may be capitals alone.
    fn bank_code(&mut self, start: usize, end: usize, classes: u8) {
        if classes & WORD == UPPER && matches!(end - start, 8 | 11) {
            self.offer(iban::at(self.text, start));
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
        if self.detector.paths.starts(&self.text[start..]) {
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

    /// The best of what the surroundings allow.
    fn grade(
        &self,
        span: &Range<usize>,
        is_named: bool,
        bare: Option<Grade>,
        alone: Option<Grade>,
        named: Option<Grade>,
    ) -> Option<Grade> {
        let alone = if alone.is_some() && *span == self.whole && self.field.is_silent() { alone } else { None };
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

/// The range of `text` without the spaces, quotes and stops around it.
fn trimmed(text: &[u8]) -> Range<usize> {
    let is_edge = |byte: &u8| class(*byte) & EDGE != 0;
    let start = text.iter().position(|byte| !is_edge(byte)).unwrap_or(text.len());
    let end = text.iter().rposition(|byte| !is_edge(byte)).map_or(start, |last| last + 1);
    start..end
}
