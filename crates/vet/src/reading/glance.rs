//! A quick look that tells most harmless texts before they are read.
//!
//! Reading costs hundreds of nanoseconds a byte, and most of what tools return has nothing in it that could be read as an
//! order. An order in data needs certain words: nearly every appeal speaks to somebody ([`vocabulary`]), every errand has a
//! verb in base form where a clause begins and more that makes it an agent's. So one pass over the bytes gathers what the
//! words and marks of each sentence could contribute at most, and only a text in which that is enough is read.
//!
//! What is looked for is a superset of what the readers need, but for two rare cases: words whose inner letters are out of
//! order, and forms of a word that the lexicon has by its stem and no rule of [`vocabulary`] makes.
//!
//! Guarantees: total, one pass, no allocation. Budget: 3 ns a byte on clean prose (bench `response`).

mod beyond;
mod plain;
mod said;
mod token;
mod vocabulary;
mod word;

use super::channel::addresses_model;
use super::indirect::claim;
use said::{Said, mark, may_order_elsewhere};
use token::may_be_encoded;
use vocabulary::*;
use word::{Hasher, Word};

/// What a text may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Glance {
    /// It may give an order.
    pub(crate) may_order: bool,
    /// It may hold something encoded.
    pub(crate) may_encode: bool,
    /// It holds characters that are not seen, or not of Latin text.
    pub(crate) is_odd: bool,
}

impl Glance {
    const CLEAN: Glance = Glance { may_order: false, may_encode: false, is_odd: false };
    const EVERYTHING: Glance = Glance { may_order: true, may_encode: true, is_odd: true };

    /// Whether no check on responses has anything to say of the text.
    pub(crate) fn is_clean(self) -> bool {
        self == Self::CLEAN
    }
}

/// Looks at one string of a response.
pub(crate) fn at(text: &str) -> Glance {
    if text.len() < super::SHORTEST {
        // Too short for it to pay to stop at the first.
        let is_odd = text.bytes().fold(false, |is_odd, byte| is_odd | IS_ODD[usize::from(byte)]);
        return Glance { is_odd, ..Glance::CLEAN };
    }
    however_short(text)
}

/// The same, where a text may give an order however short it is: it was encoded.
pub(crate) fn however_short(text: &str) -> Glance {
    plain::tell(text, &VOCABULARY).unwrap_or_else(|| Look::new(text).run())
}

/// Whether the name of a member says that what it holds is meant for a machine, so that it is read whatever it says.
pub(crate) fn is_for_a_machine(name: &str) -> bool {
    // Two words at least, and the shorter of them is `ai`.
    name.len() > 4 && name.contains(['_', '-', ' ']) && claim::is_for_a_machine(&name.to_lowercase())
}

/// Bytes that are no characters of plain text.
static IS_ODD: [bool; 256] = {
    let mut table = [true; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        table[byte as usize] = !matches!(byte, b' '..=b'~' | b'\n' | b'\r' | b'\t');
        byte += 1;
    }
    table
};

/// From this weight on a request is one, see [`super::indirect`]; the place adds at most ten.
const ENOUGH: u16 = 45;
const PLACE: u16 = 10;

struct Look<'t> {
    text: &'t str,
    bytes: &'t [u8],
    vocabulary: &'static Vocabulary,
    here: Said,
    before: [Said; 2],
    /// Whether a clause may begin here.
    opens: bool,
    /// The last word.
    last: Bits,
    last_hash: u64,
    /// How long the last word is; a number has no length.
    last_length: usize,
    /// A verb that may be an order, by what follows.
    pending: Bits,
    /// All of the text together.
    whole: Said,
    /// Whether something in it is not shown, or addresses the model: a comment, a tag. What stands there is heard as one.
    has_channel: bool,
    is_unasked: bool,
    conceals: bool,
    /// Somebody may be told to obey: who speaks so may speak to the agent.
    obeys: bool,
    weight: u16,
    /// Single letters in a row.
    singles: u8,
    /// Digits of one number or address.
    digits: u8,
    /// The words of one name in code.
    named: Bits,
    has_underscore: bool,
    /// Where the run of letters, digits and the marks of encodings began.
    run: usize,
    turned: u16,
    codes: u8,
    sprinkled: [u8; 4],
    found: Glance,
}

impl<'t> Look<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            bytes: text.as_bytes(),
            vocabulary: &VOCABULARY,
            here: Said::default(),
            before: [Said::default(); 2],
            opens: true,
            last: 0,
            last_hash: 0,
            last_length: 0,
            pending: 0,
            whole: Said::default(),
            has_channel: false,
            is_unasked: false,
            conceals: false,
            obeys: false,
            weight: 0,
            singles: 0,
            digits: 0,
            named: 0,
            has_underscore: false,
            run: 0,
            turned: 0,
            codes: 0,
            sprinkled: [0; 4],
            found: Glance::CLEAN,
        }
    }

    fn run(mut self) -> Glance {
        let mut at = 0;
        while let Some(byte) = self.bytes.get(at).copied() {
            at = match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => self.word(at),
                b' ' => {
                    self.gap(at);
                    at + 1
                }
                0x80.. => match self.beyond(at) {
                    Some(next) => next,
                    None => return Glance::EVERYTHING,
                },
                _ => self.mark(at, byte),
            };
            if self.found.may_order {
                return Glance::EVERYTHING;
            }
        }
        self.end_run(self.bytes.len());
        self.close(true);
        self.found.may_encode |= self.turned > 1 || self.sprinkled.iter().any(|count| *count > 2);
        let extra = if self.is_unasked { 25 } else { 0 } + if self.conceals { 20 } else { 0 };
        let is_obeyed = self.obeys && (self.has_channel || self.whole.bits & (LABEL | PROGRAM | DENIES | ASSET) != 0);
        let is_posed = (self.is_unasked || self.conceals) && self.whole.bits & LABEL != 0
            || (self.is_unasked || self.whole.bits & WORK != 0) && self.whole.bits & PROGRAM != 0
            || self.whole.bits & LABEL != 0 && self.whole.bits & SECRET != 0;
        let whole = self.whole;
        let is_hidden = self.has_channel
            && (whole.verbs > 0 || whole.bits & FOREIGN_VERB != 0)
            && (whole.bits & (MINE | SECRET) != 0 || whole.is_passed());
        if self.weight > 0 && self.weight + extra >= ENOUGH || is_posed || is_hidden || is_obeyed {
            return Glance::EVERYTHING;
        }
        self.found
    }

    fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(b' ')
    }

    /// Reads the word at `at`, in letters of Latin alphabets and digits.
    fn word(&mut self, start: usize) -> usize {
        let (mut at, mut hash, mut digits, mut humps) = (start, Hasher::new(), 0_u8, 0_u8);
        loop {
            match self.byte(at) {
                byte @ (b'a'..=b'z' | b'A'..=b'Z') => {
                    hash.push(byte | 0x20);
                    humps += u8::from(byte < b'a' && at > start && self.bytes[at - 1] >= b'a');
                    humps = humps.min(9);
                }
                byte @ b'0'..=b'9' => {
                    hash.push(byte);
                    digits = digits.saturating_add(1);
                }
                0x80.. => {
                    let Some(letter) = self.letter(at) else { break };
                    let mut buffer = [0; 4];
                    let lower = letter.to_lowercase().next().unwrap_or(letter);
                    lower.encode_utf8(&mut buffer).bytes().for_each(|byte| hash.push(byte));
                    at += letter.len_utf8() - 1;
                }
                _ => break,
            }
            at += 1;
        }
        self.known(start..at, hash.finish(), digits);
        if humps > 0 {
            self.here.marks |= mark::NAME;
        }
        at
    }

    fn known(&mut self, span: std::ops::Range<usize>, hash: u64, digits: u8) {
        let length = span.len();
        let mut bits = self.vocabulary.get(hash);
        let word = &self.bytes[span.clone()];
        if bits == 0 && digits == 0 && length > 3 && self.vocabulary.may_open(word) {
            bits = Vocabulary::opened(word);
        }
        if digits > 0 {
            self.number(span.clone(), digits);
        } else {
            self.codes = 0;
        }
        self.singles = if length == 1 && digits == 0 { self.singles + 1 } else { 0 };
        self.found.may_order |= self.singles > 3;
        // What follows tells whether the verb before is one.
        if self.pending != 0 {
            let is_noun = bits & NOUN_BEFORE != 0 || bits & FOR != 0 && self.pending & OBTAINS == 0;
            self.settle(!is_noun);
        }
        let is_number = digits as usize == length;
        self.last_length = if is_number { 0 } else { length };
        let near = self.here.bits | self.before[0].bits | self.before[1].bits;
        let is_capital = word[0].is_ascii_uppercase();
        let is_told = self.opens || is_capital || near & ASK != 0 || self.last & BEFORE_VERB != 0;
        if bits & VERB != 0 && is_told {
            self.pending = bits;
        }
        let phrase = self.vocabulary.get(pair(self.last_hash, hash));
        // "don't" is "do not" to the readers.
        let is_not = length == 1 && span.start > 1 && self.bytes[span.start - 1..span.end].eq_ignore_ascii_case(b"'t");
        self.last_hash = if is_not { NOT } else { hash };
        self.found.may_order |= (bits | phrase) & (ADDRESS | ASIDE) != 0;
        self.here.bits |= bits | phrase;
        self.here.foreign += u16::from(bits & FOREIGN != 0);
        self.here.english += u16::from(bits & ENGLISH != 0);
        self.here.holds += u16::from(bits & HOLDS != 0);
        self.turned += u16::from(bits & TURNED != 0);
        self.named |= bits;
        self.last = bits | phrase;
        // A number at the start numbers an item.
        self.opens &= is_number;
    }

    /// A word with digits: a value, a number that is a character, or letters in disguise.
    fn number(&mut self, span: std::ops::Range<usize>, digits: u8) {
        let word = &self.bytes[span.clone()];
        self.digits = self.digits.saturating_add(digits);
        if word.len() > 2 {
            self.here.marks |= mark::VALUE;
        }
        if self.digits > 4 {
            self.here.marks |= mark::ADDRESS;
        }
        self.codes = if token::is_code(word) { self.codes + 1 } else { 0 };
        self.found.may_encode |= self.codes > 2;
        if digits as usize != word.len() {
            self.found.may_order |= is_disguised(word, self.vocabulary);
        }
    }

    /// Decides about the verb before.
    fn settle(&mut self, is_order: bool) {
        if is_order && self.pending != 0 {
            self.here.verbs += 1;
            self.here.ordered |= self.pending;
        } else {
            self.here.refused |= self.pending;
        }
        self.pending = 0;
    }

    /// A space: what was written together ends.
    fn gap(&mut self, at: usize) {
        self.end_run(at);
        self.digits = 0;
        self.named = 0;
        self.has_underscore = false;
    }

    fn end_run(&mut self, at: usize) {
        if at - self.run >= token::SHORTEST && !self.found.may_encode {
            let lead = self.run.checked_sub(1).map(|before| self.bytes[before]);
            self.found.may_encode = may_be_encoded(&self.bytes[self.run..at], lead == Some(b'='));
        }
        self.run = at + 1;
    }

    /// Any other character of ASCII; says where to go on.
    fn mark(&mut self, at: usize, byte: u8) -> usize {
        let (before, behind) = (if at > 0 { self.bytes[at - 1] } else { b' ' }, self.byte(at + 1));
        let is_inner = before.is_ascii_alphanumeric() && behind.is_ascii_alphanumeric();
        if !matches!(byte, b'+' | b'/' | b'-' | b'_') {
            self.end_run(at);
        }
        match byte {
            b'\'' if is_inner => return at + 1,
            b'.' if is_inner => {
                self.here.marks |= mark::NAME;
                self.singles = self.singles.min(2);
                self.found.may_order |= self.last == 0 && self.bytes[..at].ends_with(b"www");
                self.pending = 0;
                self.opens = true;
                return at + 1;
            }
            b'\n' => {
                // A line that goes on does not make a noun of the verb at its end.
                let rest = &self.bytes[at + 1..];
                let is_blank = rest.iter().find(|b| !matches!(b, b' ' | b'\t' | b'\r')).is_some_and(|b| *b == b'\n');
                self.settle(!is_blank);
                // A folded line goes on: both sides of the break are read as one.
                let line = &rest[rest.iter().take_while(|b| matches!(b, b' ' | b'\t')).count()..];
                // Lines of a comment or a quotation go on behind their markers.
                let is_of_marker = |b: &&u8| matches!(b, b' ' | b'\t' | b'/' | b'#' | b'%' | b'>' | b';' | b'!');
                let goes_on =
                    |b: Option<&u8>| b.is_some_and(|b| matches!(b, b'a'..=b'z' | b'~' | b'/' | b'.' | 0x80..));
                let is_folded = (before.is_ascii_alphanumeric() || !before.is_ascii())
                    && (goes_on(line.first()) || goes_on(line.iter().find(|b| !is_of_marker(b))));
                if is_folded {
                    self.opens = true;
                    return at + 1;
                }
                let is_item =
                    matches!(rest.iter().find(|b| **b != b' '), Some(b'-' | b'*' | b'#' | b'<' | b'>' | b'[' | b'|'));
                self.close(is_blank || is_item);
            }
            b'!' | b'?' | b';' | b'.'
                if byte != b'.' || behind.is_ascii_whitespace() || is_closing(behind) || at + 1 == self.bytes.len() =>
            {
                // `e.g.` and `1.` end nothing, and nothing ends in a quotation.
                let is_quoted = (self.here.marks | self.before[0].marks | self.before[1].marks) & mark::QUOTE != 0;
                self.close(!is_quoted && (byte != b'.' || self.last_length > 2));
            }
            b'*' | b'#' | b'-' | b'`' | b'_' => {
                self.here.marks |= match byte {
                    b'`' => mark::VALUE | mark::NAME | mark::QUOTE,
                    b'-' | b'_' if is_inner => mark::NAME,
                    _ => 0,
                };
                // A verb that is part of a longer name is none.
                self.settle(!(is_inner && matches!(byte, b'-' | b'_')));
                self.has_underscore |= byte == b'_';
                // Marks of emphasis inside a word hide it.
                self.found.may_order |=
                    byte == b'*' && is_inner && before.is_ascii_alphabetic() && behind.is_ascii_alphabetic();
                if byte != b'-' && byte != b'_' {
                    self.digits = 0;
                }
                return at + 1;
            }
            b'\t' | b'\r' => return at + 1,
            0..=0x1F | 0x7F => {
                self.found = Glance::EVERYTHING;
                return at + 1;
            }
            _ => {}
        }
        self.other(at, byte, before, behind, is_inner);
        at + 1
    }

    fn other(&mut self, at: usize, byte: u8, before: u8, behind: u8, is_inner: bool) {
        // A mark where a clause opens leaves it open: it may mark an item, a comment, a prompt.
        self.opens |=
            matches!(byte, b',' | b':' | b'(' | b'>' | b']' | b'.' | b'"' | b'\'' | b';' | b'!' | b'\n' | b'?' | b'|');
        let is_noun =
            matches!(byte, b':' | b'.' | b',' | b')' | b']' | b'=' | b'/' | b'|' | b';' | b'?' | b'>' | b'\n');
        if self.pending != 0 {
            self.settle(!is_noun);
        }
        self.here.marks |= match byte {
            b'"' | b'\'' => mark::VALUE | mark::NAME | mark::QUOTE,
            b'$' | b'/' | b'\\' | b'~' => mark::VALUE,
            b'(' if before.is_ascii_alphanumeric() => mark::NAME,
            b'@' if is_inner => mark::ADDRESS | mark::VALUE,
            _ => 0,
        };
        match byte {
            b'(' => self.found.may_order |= self.has_underscore && self.named & (PASS | GRAVE | HANDS) != 0,
            b':' if behind == b'/' && self.byte(at + 2) == b'/' => self.here.marks |= mark::URL | mark::VALUE,
            b'|' | b'!' if is_inner && before.is_ascii_alphabetic() => self.found.may_order = true,
            b'$' if behind.is_ascii_alphabetic() => self.found.may_order = true,
            b'@' if is_inner => {
                let rest = &self.bytes[at + 1..];
                let host = rest.iter().position(|b| !b.is_ascii_alphanumeric() && *b != b'-').unwrap_or(rest.len());
                self.found.may_order |= rest.get(host) != Some(&b'.');
            }
            b'<' | b'[' => {
                self.found.may_order |= is_marker(&self.bytes[at..]);
                self.has_channel = self.has_channel || opens_channel(&self.bytes[at..]);
            }
            b'%' => self.sprinkle(0, behind.is_ascii_hexdigit() || behind == b'u'),
            b'\\' => self.sprinkle(1, matches!(behind, b'x' | b'u' | b'U' | b'0'..=b'3')),
            b'&' => {
                self.sprinkle(2, behind == b'#' || behind.is_ascii_alphabetic());
                // References to letters, and to what is not seen, take words apart.
                self.found.may_order |= behind == b'#' || is_unseen_reference(&self.bytes[at + 1..]);
            }
            b'=' => self.sprinkle(
                3,
                behind == b'\n' || behind == b'\r' || behind.is_ascii_digit() || (b'A'..=b'F').contains(&behind),
            ),
            _ => {}
        }
        if !matches!(byte, b'/' | b'+' | b'%') {
            self.digits = 0;
        }
        if byte != b'(' {
            self.named = 0;
            self.has_underscore = false;
        }
    }

    fn sprinkle(&mut self, which: usize, counts: bool) {
        self.sprinkled[which] = self.sprinkled[which].saturating_add(u8::from(counts));
    }

    /// A sentence may end, or surely does: what it and the two pieces before may be together.
    fn close(&mut self, is_sure: bool) {
        self.settle(false);
        let here = std::mem::take(&mut self.here);
        let near = here.or(self.before[0]).or(self.before[1]);
        let is_foreign = here.is_foreign() || self.before.iter().any(|piece| piece.is_foreign());
        self.before = if is_sure { [Said::default(); 2] } else { [here, self.before[0]] };
        self.opens = true;
        self.last = 0;
        self.whole = self.whole.or(here);
        let denies = near.bits & DENIES != 0;
        self.is_unasked |= denies && near.bits & CONSENT != 0;
        self.conceals |= denies && near.bits & TELL != 0;
        self.found.may_order |= near.bits & HISTORY != 0 && near.bits & VERB != 0;
        self.obeys |= near.bits & OBEYS != 0 && near.bits & OBEYED != 0;
        if near.verbs > 0 {
            self.weigh(near, denies);
        }
        if is_foreign {
            self.found.may_order |= near.bits & FOREIGN_ASIDE != 0 || may_order_elsewhere(near);
        }
    }

    fn weigh(&mut self, near: Said, denies: bool) {
        // What is fetched may be passed on by a verb without an object.
        let relays = near.verbs > 1 && near.ordered & PASS != 0 || near.refused & PASS != 0;
        let is_grave = near.ordered & GRAVE != 0;
        if near.bits & (ASK | MINE) != 0 || near.is_passed() || relays || is_grave && denies {
            self.found.may_order = true;
            return;
        }
        let is_named = near.bits & MEANS != 0 && (near.marks & mark::NAME != 0 || near.bits & TOOL != 0);
        let rows = [
            (is_grave, 15),
            (is_named, 10),
            (near.marks & mark::VALUE != 0, 10),
            (near.bits & ASSET != 0, 10),
            (near.verbs > 1, 10),
            (near.bits & STYLE != 0, 25),
            (near.bits & SECRET != 0 && near.bits & WORK != 0, ENOUGH),
        ];
        let weight: u16 = rows.iter().filter(|(holds, _)| *holds).map(|(_, weight)| weight).sum();
        self.weight = self.weight.max(weight + PLACE);
        self.found.may_order |= self.weight >= ENOUGH;
    }
}

/// Longer words with digits stand for no word.
const LONGEST_DISGUISE: usize = 24;

/// Whether digits stand for letters of a word that orders are made of.
fn is_disguised(word: &[u8], vocabulary: &Vocabulary) -> bool {
    if !(4..=LONGEST_DISGUISE).contains(&word.len()) {
        return false;
    }
    let first = [word[0], word[1], word[2]];
    let begins = |one: u8| {
        let [a, b, c] = first;
        vocabulary.may_begin([token::letter(a, one), token::letter(b, one), token::letter(c, one)])
    };
    let may_begin = begins(b'i') || first.contains(&b'1') && begins(b'l');
    if !may_begin {
        return false;
    }
    // Hexadecimal digits mostly have a two among them.
    let may_be_letters = vocabulary.has_twos || !word.contains(&b'2');
    if !may_be_letters || word.iter().rev().skip_while(|b| b.is_ascii_digit()).all(u8::is_ascii_alphabetic) {
        return false;
    }
    let wanted = ADDRESS | ASIDE | VERB | ASK | HISTORY | DENIES | ASSET | LABEL;
    let ones: &[u8] = if word.contains(&b'1') { b"il" } else { b"i" };
    ones.iter().any(|one| {
        let mut letters = [0; LONGEST_DISGUISE];
        letters.iter_mut().zip(word).for_each(|(letter, byte)| *letter = token::letter(*byte, *one));
        let Word { end, hash, .. } = Word::at(&letters, 0);
        // With a letter beyond ASCII it is another word.
        end == word.len() && vocabulary.get(hash) & wanted != 0
    })
}

fn is_closing(byte: u8) -> bool {
    matches!(byte, b')' | b']' | b'"' | b'\'' | b'<' | b'`')
}

/// Whether a marker of a chat template begins here.
fn is_marker(rest: &[u8]) -> bool {
    let starts = |marker: &[u8]| rest.get(..marker.len()).is_some_and(|head| head.eq_ignore_ascii_case(marker));
    starts(b"<|") || starts(b"<<sys") || starts(b"[inst]") || starts(b"[/inst") || starts(b"<start_of")
}

/// Whether a comment, or a tag that addresses the model, begins here.
fn opens_channel(rest: &[u8]) -> bool {
    let mut name = [0; 32];
    let length = rest.iter().skip(1).take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-')).count();
    if length == 0 {
        return rest.starts_with(b"<!-") || rest.starts_with(b"[/") || rest.starts_with(b"[]");
    }
    let Some(name) = name.get_mut(..length) else { return false };
    name.copy_from_slice(&rest[1..=length]);
    name.make_ascii_lowercase();
    std::str::from_utf8(name).is_ok_and(|name| name == "comment" || addresses_model(name))
}

/// Whether a named reference to a character that nobody sees follows.
fn is_unseen_reference(name: &[u8]) -> bool {
    [&b"shy"[..], b"zw", b"NoB", b"Zero", b"lrm", b"rlm", b"amp;", b"NewL"].iter().any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests;
