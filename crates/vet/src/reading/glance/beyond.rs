//! Characters beyond ASCII.

use super::Look;
use super::said::mark;
use vetgate_text::hidden;

impl Look<'_> {
    /// The letter at `at`, if it is one of a Latin alphabet that has only one spelling.
    pub(super) fn letter(&self, at: usize) -> Option<char> {
        let c = self.text.get(at..)?.chars().next()?;
        let is_letter = matches!(c, 'À'..='Ö' | 'Ø'..='ö' | 'ø'..='ž')
            && !matches!(c, 'İ' | 'ı' | 'Ĳ' | 'ĳ' | 'ĸ' | 'Ŀ' | 'ŀ' | 'ŉ');
        is_letter.then_some(c)
    }

    /// A character beyond ASCII: a letter begins a word, punctuation and symbols are marks; `None` for anything else.
    pub(super) fn beyond(&mut self, at: usize) -> Option<usize> {
        if self.letter(at).is_some() {
            return Some(self.word(at));
        }
        let c = self.text.get(at..)?.chars().next()?;
        let next = at + c.len_utf8();
        self.end_run(at);
        self.run = next;
        match c {
            '\u{A0}' | '\u{2009}' | '\u{202F}' => {}
            '’' if self.byte(next).is_ascii_alphabetic() => {}
            '‘' | '’' | '“' | '”' | '„' | '«' | '»' => {
                self.here.marks |= mark::VALUE | mark::NAME | mark::QUOTE;
                self.opens = true;
                self.settle(true);
            }
            '–' | '—' | '…' | '•' | '·' => {
                self.opens = true;
                self.settle(true);
            }
            '€'
            | '£'
            | '¥'
            | '°'
            | '©'
            | '®'
            | '×'
            | '±'
            | '§'
            | '¢'
            | '÷'
            | '←'..='⇿'
            | '─'..='◿'
            | '✓'
            | '✔'
            | '✗'
            | '✅'
            | '❌' => {
                self.settle(true);
            }
            // Pictures may be joined by invisible characters, which is fine if all are pictures.
            '\u{FE0F}'
            | '\u{200D}'
            | '☀'..='➿'
            | '\u{1F300}'..='\u{1F64F}'
            | '\u{1F680}'..='\u{1F6FF}'
            | '\u{1F900}'..='\u{1FAFF}' => {
                if !self.found.is_odd && !hidden::scan(self.text).is_empty() {
                    return None;
                }
                self.found.is_odd = true;
                self.settle(true);
            }
            _ => return None,
        }
        Some(next)
    }
}
