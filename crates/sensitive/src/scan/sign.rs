//! Signs that something starts at, and values that a name gives away.

use super::Scan;
use crate::class::is_word;
use crate::credential::{self, Assigned, Meaning, Written};
use crate::hit::Hit;
use crate::structures::connection;
use crate::{email, ip, phone, street};
use std::ops::Range;

impl Scan<'_, '_> {
    /// `@`, `:`, `=`, `+`, `(`, `,`, `>`, `|`, `：`, `→`.
    pub(super) fn sign(&mut self, at: usize) {
        let text = self.text;
        let next = text.get(at + 1).copied().unwrap_or(b' ');
        match text[at] {
            b'@' => self.email(at),
            b'+' if next.is_ascii_digit() => self.offer(phone::at(text, at)),
            b'(' if next.is_ascii_digit() || next == b'+' => self.offer(phone::at(text, at)),
            b'(' => self.pair(credential::argument(text, at)),
            b'|' => self.pair(credential::cell(text, at)),
            b':' if next == b':' && !(at > 0 && (is_word(text[at - 1]) || text[at - 1] == b':')) => {
                self.offer(ip::at(text, at));
            }
            b':' if text[at..].starts_with(b"://") => self.offer(connection::at(text, at)),
            b':' | b'=' => self.assignment(at),
            0xEF if text[at..].starts_with(credential::WIDE_COLON) => self.assignment(at),
            0xE2 if credential::ARROWS.iter().any(|arrow| text[at..].starts_with(arrow)) => self.assignment(at),
            // Without spaces around it, an arrow leads to the member of an object.
            b'>' if next == b' ' && at > 1 && text[at - 2..at] == *b" -" => self.assignment(at - 1),
            // `<password>…</password>`
            b'>' if next != b'<' || text[at..].starts_with(b"><![") => self.pair(credential::element(text, at)),
            // A default: `getenv('SECRET_KEY', '…')`.
            b',' if at > 0 && matches!(text[at - 1], b'\'' | b'"') => self.assignment(at),
            _ => {}
        }
    }

    fn assignment(&mut self, at: usize) {
        // A sign inside a value that is known belongs to it.
        let is_inside = |hit: &Hit<'_>| hit.span.contains(&at) && credential::is_named(hit.kind);
        if !self.hits.last().is_some_and(is_inside) {
            self.pair(credential::assigned(self.text, at));
        }
    }

    fn pair(&mut self, pair: Option<Assigned>) {
        if let Some((meaning, span, written)) = pair {
            self.credential(meaning, span, written);
        }
    }

    pub(super) fn credential(&mut self, meaning: Meaning, span: Range<usize>, written: Written) {
        if let Some((kind, grade)) = credential::judge(meaning, &self.text[span.clone()], written) {
            self.push(kind, span, grade.confidence(), 1);
        }
    }

    /// The value of a field whose name promises a secret.
    pub(super) fn field_value(&mut self) {
        if !self.whole.is_empty() && !self.field.name.is_empty() && !self.field.is_quiet {
            // Words in the text itself do not make it an address.
            if let Some(street) = street::at(self.text, self.whole.clone())
                && street::is_named(self.field)
            {
                self.offer(Some(street));
            }
            let meaning = credential::meaning(self.field.name);
            if meaning == Meaning::Password {
                // A password may end in any sign.
                let start = self.text.len() - self.text.trim_ascii_start().len();
                self.credential(meaning, start..self.text.trim_ascii_end().len(), Written::Quoted);
            } else if meaning != Meaning::Nothing {
                self.credential(meaning, self.whole.clone(), Written::Quoted);
            }
        }
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
}
