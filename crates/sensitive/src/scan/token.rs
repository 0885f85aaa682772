//! Long runs without spaces.

use super::Scan;
use crate::class::{DIGIT, LOWER, UPPER, is_word};
use crate::credential::{self, Meaning, Written};
use crate::random::{Looks, is_uuid, looks};
use crate::structures::maxmind;
use crate::{Category, Grade, Kind, placeholder};
use std::ops::Range;
use vetgate_model::Severity;

/// A long string that looks random, and nothing that says what it is.
pub(crate) static RANDOM: Kind = Kind::new("random_string", "Random-looking string", Category::Secret, Severity::Low);

/// The shortest run that is judged as a token.
pub(super) const MIN_TOKEN: usize = 16;

/// Tokens longer than this are data: pictures, archives, minified code.
const LONGEST_TOKEN: usize = 512;

impl Scan<'_, '_> {
    /// A long run without spaces: a secret if the words before it say so, and if nothing is said, perhaps.
    pub(super) fn token(&mut self, span: Range<usize>, classes: u8) {
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
        // What ends in dots goes on elsewhere.
        if token.ends_with(b"..") {
            return;
        }
        // A name that is called or looked up in.
        if matches!(self.text.get(span.end), Some(b'(' | b'[')) {
            return;
        }
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
        } else if self.detector.high_entropy || self.detector.least == Grade::Low {
            self.random(span);
        }
    }

    /// A token that looks random and says nothing.
    fn random(&mut self, span: Range<usize>) {
        let token = &self.text[span.clone()];
        let is_long = token.len() >= 24 && !is_digest(token);
        if is_long && looks(token) == Looks::Random && !placeholder::is_placeholder(token) {
            let grade = if self.detector.high_entropy { Grade::Medium } else { Grade::Low };
            self.push(&RANDOM, span, grade.confidence(), u8::MAX);
        }
    }

    /// The part of a token that can be a value: without the name that a dash or dot joins to it, as in `acmeTOKEN-…`.
    fn value_part(&self, span: Range<usize>) -> Range<usize> {
        let token = &self.text[span.clone()];
        let is_joint = |at: usize| matches!(token[at], b'-' | b'.' | b'_');
        let uuid = token.len().saturating_sub(36);
        if uuid > 0 && is_joint(uuid - 1) && is_uuid(&token[uuid..]) {
            return span.start + uuid..span.end;
        }
        let joined = token.get(1..token.len().saturating_sub(MIN_TOKEN)).unwrap_or_default();
        if memchr::memchr2(b'-', b'.', joined).is_none() || !credential::may_mean_something(token) {
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

/// Whether it is as long as a digest, and hex: commits, checksums and ids of all kinds are.
fn is_digest(token: &[u8]) -> bool {
    matches!(token.len(), 24 | 32 | 40 | 56 | 64 | 96 | 128) && token.iter().all(u8::is_ascii_hexdigit)
}
