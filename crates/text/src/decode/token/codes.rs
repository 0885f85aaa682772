//! Lists of numbers that are characters: `72, 101`, `48 65 6c`, `0x48,0x65`, `01001000 01100101`.

use super::super::walk::Stretch;
use super::super::{Encoding, bytes};

/// The fewest numbers of a list that is tried.
const SHORTEST: usize = 5;
const HEX_SHORTEST: usize = 6;
const BINARY_SHORTEST: usize = 3;
/// The longest spelling of a number: eight binary digits.
const LONGEST: usize = 8;

/// Finds the lists of character codes in `text`.
pub(super) fn find(text: &str, visit: &mut dyn FnMut(Stretch)) {
    let source = text.as_bytes();
    let mut list = List::default();
    let mut at = 0;
    while let Some(start) = source[at..].iter().position(|b| is_word(*b)).map(|offset| at + offset) {
        let end = start + source[start..].iter().position(|b| !is_word(*b)).unwrap_or(source.len() - start);
        at = end;
        let number = &source[start..end];
        let spelled = number.len() <= LONGEST && number.iter().all(|b| is_digit(*b));
        let number = if spelled { text.get(start..end) } else { None };
        if list.count > 0
            && !(list.is_beside(source, start) && number.is_some_and(|number| list.add(number, start..end)))
        {
            list.close(visit);
            list = List::default();
        }
        if list.count == 0
            && let Some(number) = number
        {
            list.add(number, start..end);
        }
    }
    list.close(visit);
}

fn is_digit(byte: u8) -> bool {
    byte.is_ascii_hexdigit() || matches!(byte, b'x' | b'X')
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Numbers in a row, in every notation that all of them fit.
#[derive(Default)]
struct List {
    start: usize,
    end: usize,
    decimal: Option<Vec<u8>>,
    hex: Option<Vec<u8>>,
    binary: Option<Vec<u8>>,
    count: usize,
}

impl List {
    /// Whether the list goes on at `at`: only separators stand between.
    fn is_beside(&self, source: &[u8], at: usize) -> bool {
        let gap = &source[self.end..at];
        self.count > 0
            && (1..=4).contains(&gap.len())
            && gap.iter().all(|b| matches!(b, b' ' | b',' | b'\t' | b'\n' | b'\r' | b':' | b'-' | b';' | b'+'))
    }

    /// Adds a number; false if it fits none of the notations the others fit.
    fn add(&mut self, number: &str, span: std::ops::Range<usize>) -> bool {
        let first = self.count == 0;
        let byte = |radix, width: std::ops::RangeInclusive<usize>, digits: &str| {
            width.contains(&digits.len()).then(|| u8::from_str_radix(digits, radix).ok()).flatten()
        };
        let prefixed = number.strip_prefix("0x").or_else(|| number.strip_prefix("0X"));
        let values = [byte(10, 1..=3, number), byte(16, 2..=2, prefixed.unwrap_or(number)), byte(2, 7..=8, number)];
        let fits = |list: &Option<Vec<u8>>, value: Option<u8>| value.is_some() && (first || list.is_some());
        if !(fits(&self.decimal, values[0]) || fits(&self.hex, values[1]) || fits(&self.binary, values[2])) {
            return false;
        }
        for (list, value) in [&mut self.decimal, &mut self.hex, &mut self.binary].into_iter().zip(values) {
            match (value, list.is_some() || first) {
                (Some(value), true) => list.get_or_insert_default().push(value),
                _ => *list = None,
            }
        }
        if first {
            self.start = span.start;
        }
        self.end = span.end;
        self.count += 1;
        true
    }

    fn close(&mut self, visit: &mut dyn FnMut(Stretch)) {
        let notations = [
            (self.decimal.take(), SHORTEST, Encoding::CharCodes),
            (self.binary.take(), BINARY_SHORTEST, Encoding::Binary),
            (self.hex.take(), HEX_SHORTEST, Encoding::Hex),
        ];
        for (codes, shortest, encoding) in notations {
            let Some(codes) = codes.filter(|codes| codes.len() >= shortest) else { continue };
            // Plain numbers are everywhere; only what is all ASCII text is a message.
            if encoding == Encoding::CharCodes
                && !codes.iter().all(|b| matches!(b, b' '..=b'~' | b'\n' | b'\t' | b'\r'))
            {
                continue;
            }
            if let Some(text) = bytes::text(&codes) {
                let mut stretch = Stretch::new(vec![encoding], self.start..self.end, text.text);
                stretch.chain.extend(text.chain);
                stretch.cut |= text.cut;
                visit(stretch);
                return;
            }
        }
    }
}
