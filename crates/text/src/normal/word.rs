//! The second pass: word by word.
//!
//! Lower case, white space, contractions, leetspeak and letter-spacing. Stretches that only change case are
//! copied in one go, so plain prose costs one look at each byte.

mod contraction;
mod emphasis;
mod leet;
mod spacing;

use super::origin::Rewritten;

/// Rewrites `source`, whose characters beyond ASCII are in normal form already.
pub(super) fn rewrite(source: &str) -> Rewritten {
    let mut pass = Pass {
        source,
        bytes: source.as_bytes(),
        out: Rewritten::with_capacity(source.len() + 16),
        clean: 0,
        not_spaced_until: 0,
    };
    let mut at = 0;
    while let Some(&byte) = pass.bytes.get(at) {
        at = match CLASS[usize::from(byte)] {
            Class::Word => pass.word(at),
            Class::Space => pass.space(at),
            Class::Other => at + 1,
        };
    }
    pass.flush(source.len());
    pass.out
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Letters, digits, what leetspeak takes for letters, and anything beyond ASCII.
    Word,
    Space,
    Other,
}

const CLASS: [Class; 256] = {
    let mut table = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        #[allow(clippy::cast_possible_truncation, reason = "below 256 by the loop's condition")]
        let c = byte as u8;
        if c.is_ascii_alphanumeric() || c >= 0x80 || matches!(c, b'@' | b'$' | b'!' | b'|' | b'+') {
            table[byte] = Class::Word;
        } else if matches!(c, b' ' | b'\t' | b'\r' | 0x0B | 0x0C) {
            table[byte] = Class::Space;
        }
        byte += 1;
    }
    table
};

struct Pass<'s> {
    source: &'s str,
    bytes: &'s [u8],
    out: Rewritten,
    /// Everything from here to the current place only changes case.
    clean: usize,
    /// Letters up to here were looked at for letter-spacing in vain.
    not_spaced_until: usize,
}

impl Pass<'_> {
    fn flush(&mut self, to: usize) {
        if self.clean < to {
            self.out.copy_lower(&self.source[self.clean..to], self.clean);
        }
        self.clean = self.clean.max(to);
    }

    fn replace(&mut self, from: usize, to: usize, with: &str) {
        self.flush(from);
        self.out.atom(with, from..to);
        self.clean = to;
    }

    /// One space for a run of white space, none at the end of a line or at the ends of the text.
    fn space(&mut self, at: usize) -> usize {
        let end = at + self.bytes[at..].iter().take_while(|b| CLASS[usize::from(**b)] == Class::Space).count();
        let next = self.bytes.get(end);
        let edge = at == 0 || next.is_none_or(|b| *b == b'\n');
        if edge {
            self.replace(at, end, "");
        } else if end - at > 1 || self.bytes[at] != b' ' {
            self.replace(at, end, " ");
        }
        end
    }

    fn word(&mut self, at: usize) -> usize {
        let (mut letters, mut disguises, mut beyond) = (0_usize, 0_usize, false);
        let mut end = at;
        while let Some(&byte) = self.bytes.get(end).filter(|b| CLASS[usize::from(**b)] == Class::Word) {
            letters += usize::from(byte.is_ascii_alphabetic());
            disguises += usize::from(byte < 0x80 && !byte.is_ascii_alphabetic());
            beyond |= byte >= 0x80;
            end += 1;
        }
        if beyond {
            return end;
        }
        if end - at == 1
            && at >= self.not_spaced_until
            && let Some(group) = spacing::read(self.source, at)
        {
            self.not_spaced_until = group.end;
            if let Some(words) = group.spell() {
                self.flush(at);
                for (word, source) in words {
                    self.out.atom(&word, source);
                }
                self.clean = group.end;
                return group.end;
            }
        }
        if self.bytes.get(end) == Some(&b'*') && letters == end - at {
            let is_opened = at > 0 && self.bytes[at - 1] == b'*';
            if let Some((plain, length)) = emphasis::undo(&self.source[at..], is_opened) {
                self.replace(at, at + length, &plain);
                return at + length;
            }
        }
        let word = &self.source[at..end];
        if let Some((expansion, length)) = contraction::expand(word, &self.source[end..]) {
            self.replace(at, end + length, expansion);
            return end + length;
        }
        if letters > 1
            && disguises > 0
            && let Some((plain, within)) = leet::undo(word)
        {
            self.replace(at + within.start, at + within.end, &plain);
        }
        end
    }
}
