//! Groups of digits that stand together, as telephone numbers are written.

use crate::class::is_word;

/// As many groups as a number is written in.
const GROUPS: usize = 8;
/// A calling prefix and the longest number.
const DIGITS: usize = 19;

/// Digits in a row.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Group {
    /// What stands before it: one of ` `, `-`, `.`, `/`, `(` where it is in parentheses and `)` where the one before is;
    /// 0 before the first.
    pub(super) gap: u8,
    /// How many digits.
    pub(super) len: u8,
    /// How many digits up to its end.
    pub(super) upto: u8,
    /// Where its last digit ends in the text.
    pub(super) end: usize,
}

/// Groups of digits with nothing but separators between.
#[derive(Debug, Clone, Default)]
pub(super) struct Cluster {
    digits: [u8; DIGITS],
    groups: [Group; GROUPS],
    count: usize,
    /// Whether a `+` stands in front.
    pub(super) plus: bool,
    /// Whether the first group is in parentheses of its own.
    pub(super) parenthesis: bool,
    /// Where the span of the number starts.
    pub(super) start: usize,
}

impl Cluster {
    /// Reads the groups from `at` on; `None` where no number can start.
    pub(super) fn read(text: &[u8], at: usize) -> Option<Self> {
        let mut this = Self { start: at, ..Self::default() };
        let mut here = at;
        let mut open = false;
        if text.get(here) == Some(&b'(') {
            open = true;
            here += 1;
        }
        if text.get(here) == Some(&b'+') {
            this.plus = true;
            here += 1;
            if !open && text.get(here) == Some(&b'(') {
                open = true;
                here += 1;
            }
        }
        here = this.group(text, here, 0)?;
        if open {
            if text.get(here) == Some(&b')') {
                this.parenthesis = true;
            } else if this.plus {
                // `(+44 20 ...)`: the parentheses are around the whole.
                this.start = if text.get(at) == Some(&b'(') { at + 1 } else { return None };
            } else {
                this.start = at + 1;
            }
        }
        while this.count < GROUPS {
            let Some((gap, next)) = this.gap(text, here) else { break };
            let Some(end) = this.group(text, next, gap) else { break };
            if gap == b'(' && text.get(end) != Some(&b')') {
                this.count -= 1;
                break;
            }
            here = end;
        }
        Some(this)
    }

    /// Reads the digits at `at` as the next group and returns where they end.
    fn group(&mut self, text: &[u8], at: usize, gap: u8) -> Option<usize> {
        let before = self.count.checked_sub(1).map_or(0, |last| usize::from(self.groups[last].upto));
        let room = DIGITS - before;
        let len = text.get(at..)?.iter().take(room + 1).take_while(|byte| byte.is_ascii_digit()).count();
        if len == 0 || len > room {
            return None;
        }
        self.digits[before..before + len].copy_from_slice(&text[at..at + len]);
        let end = at + len;
        self.groups[self.count] = Group { gap, len: len as u8, upto: (before + len) as u8, end };
        self.count += 1;
        Some(end)
    }

    /// What separates the group that ends at `at` from the next, and where that starts.
    fn gap(&self, text: &[u8], at: usize) -> Option<(u8, usize)> {
        let is_digit = |at: usize| text.get(at).is_some_and(u8::is_ascii_digit);
        let closed = text.get(at) == Some(&b')');
        let opened_before = self.groups[self.count - 1].gap == b'(' || self.count == 1 && self.parenthesis;
        if closed && !opened_before {
            return None;
        }
        let here = at + usize::from(closed);
        let (gap, next) = separator(text, here).unwrap_or((0, here));
        if text.get(next) == Some(&b'(') {
            // The trunk prefix that is not dialled from abroad: `+44 (0) 20 ...`.
            if self.plus && text.get(next + 1..next + 3) == Some(b"0)") {
                let after = next + 3;
                let after = separator(text, after).map_or(after, |(_, after)| after);
                return is_digit(after).then_some((b' ', after));
            }
            return (!closed && is_digit(next + 1)).then_some((b'(', next + 1));
        }
        if !is_digit(next) || next == at {
            return None;
        }
        Some((if closed { b')' } else { gap }, next))
    }

    /// The groups.
    pub(super) fn groups(&self) -> &[Group] {
        &self.groups[..self.count]
    }

    /// The digits of the first `count` groups.
    pub(super) fn digits(&self, count: usize) -> &[u8] {
        let upto = count.checked_sub(1).and_then(|last| self.groups().get(last)).map_or(0, |group| group.upto);
        &self.digits[..usize::from(upto)]
    }

    /// How the first `count` groups are written.
    pub(super) fn shape(&self, count: usize) -> Shape {
        let mut shape = Shape { parenthesis: self.parenthesis, ..Shape::default() };
        for (at, group) in self.groups().iter().take(count).enumerate() {
            shape.push(at, group.len, group.gap);
        }
        shape
    }
}

/// One separator, in ASCII, and where it ends.
fn separator(text: &[u8], at: usize) -> Option<(u8, usize)> {
    match text.get(at..)? {
        [gap @ (b' ' | b'-' | b'.' | b'/'), ..] => Some((*gap, at + 1)),
        // A space that does not break the line.
        [0xC2, 0xA0, ..] => Some((b' ', at + 2)),
        // Hyphens and dashes of print; a narrow space.
        [0xE2, 0x80, 0x90..=0x93, ..] => Some((b'-', at + 3)),
        [0xE2, 0x80, 0xAF, ..] => Some((b' ', at + 3)),
        _ => None,
    }
}

/// How groups are written: their sizes, one nibble each, and what stands between.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Shape {
    /// The sizes, the first in the highest nibble that is used.
    pub(super) sizes: u32,
    /// Whether the first group is in parentheses.
    pub(super) parenthesis: bool,
    /// What stands behind the first group; `)` behind parentheses.
    pub(super) head: u8,
    /// What stands between all others; 0 if there are no others, `?` if it varies.
    pub(super) tail: u8,
}

impl Shape {
    const fn push(&mut self, at: usize, len: u8, gap: u8) {
        self.sizes = self.sizes << 4 | if len > 15 { 15 } else { len as u32 };
        if at == 1 {
            self.head = gap;
        } else if at == 2 {
            self.tail = gap;
        } else if at > 2 && self.tail != gap {
            self.tail = b'?';
        }
    }

    /// The shape of an example such as `(0d) dddd-dddd`; every digit or letter stands for a digit.
    pub(super) const fn of(example: &str) -> Self {
        let bytes = example.as_bytes();
        let mut shape = Self { sizes: 0, parenthesis: bytes[0] == b'(', head: 0, tail: 0 };
        let (mut at, mut group, mut len, mut gap) = (shape.parenthesis as usize, 0, 0, 0);
        while at < bytes.len() {
            if bytes[at].is_ascii_alphanumeric() {
                len += 1;
            } else {
                if len > 0 {
                    shape.push(group, len, gap);
                    group += 1;
                    len = 0;
                    gap = bytes[at];
                }
            }
            at += 1;
        }
        shape.push(group, len, gap);
        shape
    }
}

/// Whether a number may end at `end`: nothing follows that makes it part of something longer.
pub(super) fn ends(text: &[u8], end: usize) -> bool {
    let word = |at: usize| text.get(at).is_some_and(|byte| is_word(*byte));
    match text.get(end..).unwrap_or_default() {
        [byte, ..] if is_word(*byte) => false,
        [b'_' | b'%' | b'@' | b'\\', ..] => false,
        [b'-' | b'.' | b':' | b'/', ..] => !word(end + 1),
        [0xC2, 0xB0, ..] => false,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_has_the_shape_of_what_it_stands_for() {
        for text in ["(02) 7010 1234", "020 7946 0000", "06-12345678", "0171/123 45 67", "5551234"] {
            let cluster = Cluster::read(text.as_bytes(), 0).expect("digits");
            assert_eq!(cluster.shape(cluster.groups().len()), Shape::of(text), "{text}");
        }
    }

    #[test]
    fn groups_end_where_the_number_does() {
        let count = |text: &str| Cluster::read(text.as_bytes(), 0).map_or(0, |cluster| cluster.groups().len());
        for (text, groups) in [
            ("+41 (0)44 123 45 67", 5),
            ("+1 (212) 736-5000, 5", 4),
            ("(212)736-5000", 3),
            ("212--736", 1),
            ("12 (34 56", 1),
            ("+", 0),
            ("(", 0),
            ("+44\u{a0}20\u{2011}7946", 3),
            ("12345678901234567890", 0),
        ] {
            assert_eq!(count(text), groups, "{text}");
        }
    }
}
