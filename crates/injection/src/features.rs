//! Words of a text, and the features that the weights belong to.
//!
//! Hot path: read once for every text that is inspected. Budget 12 µs per KB, benchmark `score`.
//!
//! A text is read once, from left to right. Letters are folded to lower case, invisible characters are left out, and a
//! character of a script that is written without spaces is a word of its own. Names are taken apart where their parts meet
//! (`send_payment`, `sendPayment`). Every word has a handful of features, hashed into [`BUCKETS`]: the word, the word with the one
//! before it in the sentence, its first four and six characters, and its last three.

use std::ops::Range;

/// Number of weights.
pub const BUCKETS: usize = 1 << 20;

/// Most features of one word.
pub const MOST: usize = 5;

/// Bytes of a word that are read; the rest of a longer one says nothing.
const LONGEST: usize = 64;

const SEED: u64 = 0x9E37_79B9_7F4A_7C15;
const PRIME: u64 = 0x0000_0100_0000_01B3;

/// What stands before the first word of a sentence.
const SENTENCE: u64 = 0x51_7C_C1_B7_27_22_0A_95;
const NUMBER: u64 = 0x2545_F491_4F6C_DD1D;
const CODE: u64 = 0x8CB9_2BA7_2F3D_8DD7;
const AT: u64 = 0xD6E8_FEB8_6659_FD93;
const LINK: u64 = 0xA076_1D64_78BD_642F;

/// A word of a text, by its features.
#[derive(Debug, Clone)]
pub struct TextWord {
    /// The buckets of its features; only the first [`TextWord::count`] are set.
    pub features: [u32; MOST],
    /// Number of features.
    pub count: usize,
    /// Place in the text, in bytes.
    pub span: Range<usize>,
}

impl TextWord {
    /// The buckets of its features.
    pub fn features(&self) -> &[u32] {
        &self.features[..self.count]
    }
}

/// What a byte is to the reader of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ByteClass {
    Lower,
    Upper,
    Digit,
    /// `.`, `!`, `?`: ends a sentence where a space follows.
    Stop,
    /// `'`: inside a word it belongs to it.
    Quote,
    At,
    Colon,
    Escape,
    Line,
    Space,
    Other,
    /// First byte of a longer character.
    Wide,
}

static CLASSES: [ByteClass; 256] = {
    let mut classes = [ByteClass::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'a'..=b'z' => ByteClass::Lower,
            b'A'..=b'Z' => ByteClass::Upper,
            b'0'..=b'9' => ByteClass::Digit,
            b'.' | b'!' | b'?' => ByteClass::Stop,
            b'\'' => ByteClass::Quote,
            b'@' => ByteClass::At,
            b':' => ByteClass::Colon,
            b'\\' => ByteClass::Escape,
            b'\n' => ByteClass::Line,
            b' ' | b'\t' | b'\r' => ByteClass::Space,
            0x80.. => ByteClass::Wide,
            _ => ByteClass::Other,
        };
        byte += 1;
    }
    classes
};

/// A word while it is read.
#[derive(Debug, Clone, Copy)]
struct OpenWord {
    start: usize,
    hash: u64,
    /// The hash as it was after four and after six characters.
    four: u64,
    six: u64,
    /// The last three characters.
    last: u64,
    characters: u32,
    digits: u32,
    ends_lower: bool,
}

impl OpenWord {
    #[inline(always)]
    fn at(start: usize) -> Self {
        Self { start, hash: SEED, four: 0, six: 0, last: 0, characters: 0, digits: 0, ends_lower: false }
    }

    #[inline(always)]
    fn push(&mut self, folded: u32) {
        self.hash = (self.hash ^ u64::from(folded)).wrapping_mul(PRIME);
        self.characters += 1;
        if self.characters == 4 {
            self.four = self.hash;
        } else if self.characters == 6 {
            self.six = self.hash;
        }
        self.last = self.last << 21 | u64::from(folded);
    }
}

/// Calls `each` with every word of `text`, in order.
pub fn words(text: &str, mut each: impl FnMut(&TextWord)) {
    let mut reader = WordReader { before: SENTENCE, each: &mut each };
    reader.read(text);
}

struct WordReader<'e, F> {
    /// The hash of the word before.
    before: u64,
    each: &'e mut F,
}

impl<F: FnMut(&TextWord)> WordReader<'_, F> {
    fn read(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let mut open: Option<OpenWord> = None;
        let mut at = 0;
        let mut lines = 0_u32;
        while at < bytes.len() {
            let byte = bytes[at];
            match CLASSES[usize::from(byte)] {
                ByteClass::Lower => {
                    let word = open.get_or_insert_with(|| OpenWord::at(at));
                    word.push(u32::from(byte));
                    word.ends_lower = true;
                    lines = 0;
                }
                ByteClass::Upper => {
                    if open.is_some_and(|word| word.ends_lower) {
                        self.close(&mut open, at);
                    }
                    let word = open.get_or_insert_with(|| OpenWord::at(at));
                    word.push(u32::from(byte | 0x20));
                    word.ends_lower = false;
                    lines = 0;
                }
                ByteClass::Digit => {
                    let word = open.get_or_insert_with(|| OpenWord::at(at));
                    word.push(u32::from(byte));
                    word.digits += 1;
                    word.ends_lower = false;
                    lines = 0;
                }
                ByteClass::Quote => {
                    // "don't" is one word, and what stands between quotation marks is not.
                    let goes_on = bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase);
                    if !goes_on {
                        self.close(&mut open, at);
                    }
                }
                ByteClass::Stop => {
                    self.close(&mut open, at);
                    if bytes.get(at + 1).is_none_or(|next| !next.is_ascii_alphanumeric() && *next < 0x80) {
                        self.before = SENTENCE;
                    }
                }
                ByteClass::Line => {
                    self.close(&mut open, at);
                    lines += 1;
                    if lines == 2 {
                        self.before = SENTENCE;
                    }
                }
                ByteClass::At => {
                    self.close(&mut open, at);
                    self.mark(AT, at);
                }
                ByteClass::Colon => {
                    self.close(&mut open, at);
                    if bytes[at..].starts_with(b"://") {
                        self.mark(LINK, at);
                    }
                }
                ByteClass::Escape => {
                    self.close(&mut open, at);
                    // Escapes of strings inside strings: `\n` is no letter.
                    if matches!(bytes.get(at + 1), Some(b'n' | b't' | b'r')) {
                        at += 1;
                    }
                }
                ByteClass::Space => self.close(&mut open, at),
                ByteClass::Other => {
                    self.close(&mut open, at);
                    lines = 0;
                }
                ByteClass::Wide => {
                    let Some(wide) = text[at..].chars().next() else { break };
                    self.wide(wide, at, &mut open);
                    lines = 0;
                    at += wide.len_utf8();
                    continue;
                }
            }
            at += 1;
        }
        self.close(&mut open, bytes.len());
    }

    fn wide(&mut self, wide: char, at: usize, open: &mut Option<OpenWord>) {
        match wide {
            '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}' => {}
            '\u{2019}' => {}
            '。' | '！' | '？' | '।' | '؟' => {
                self.close(open, at);
                self.before = SENTENCE;
            }
            _ if is_unspaced(wide) => {
                self.close(open, at);
                let mut word = OpenWord::at(at);
                word.push(u32::from(wide));
                *open = Some(word);
                self.close(open, at + wide.len_utf8());
            }
            _ if wide.is_alphanumeric() || is_mark(wide) => {
                let folded = fold(wide);
                let word = open.get_or_insert_with(|| OpenWord::at(at));
                word.push(folded);
                word.ends_lower = wide.is_lowercase();
            }
            _ => self.close(open, at),
        }
    }

    /// Ends the open word, if there is one.
    #[inline(always)]
    fn close(&mut self, open: &mut Option<OpenWord>, end: usize) {
        let Some(word) = open.take() else { return };
        let is_number = word.digits == word.characters;
        let is_code = !is_number && (word.digits > 0 || end - word.start > LONGEST);
        let hash = if is_number {
            NUMBER
        } else if is_code {
            CODE
        } else {
            word.hash
        };
        let mut features = [0; MOST];
        features[0] = bucket(hash);
        features[1] = bucket(hash ^ self.before.rotate_left(23).wrapping_mul(SEED));
        let mut count = 2;
        if !is_number && !is_code {
            if word.characters > 4 {
                features[count] = bucket(word.four ^ 0x4444);
                count += 1;
            }
            if word.characters > 6 {
                features[count] = bucket(word.six ^ 0x6666);
                count += 1;
            }
            if word.characters > 3 {
                features[count] = bucket((word.last & 0x7FFF_FFFF_FFFF_FFFF).wrapping_mul(SEED) ^ 0x3333);
                count += 1;
            }
        }
        self.before = hash;
        (self.each)(&TextWord { features, count, span: word.start..end });
    }

    /// A sign that counts as a word.
    fn mark(&mut self, hash: u64, at: usize) {
        let mut features = [0; MOST];
        features[0] = bucket(hash);
        features[1] = bucket(hash ^ self.before.rotate_left(23).wrapping_mul(SEED));
        self.before = hash;
        (self.each)(&TextWord { features, count: 2, span: at..at + 1 });
    }
}

#[inline(always)]
fn bucket(hash: u64) -> u32 {
    let mixed = (hash ^ (hash >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (mixed >> 44) as u32
}

/// Whether a script is written without spaces, so that a character is what comes nearest to a word.
fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{0E00}'..='\u{0EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}'
        | '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

/// Whether a character goes on with the word before it: accents, vowel signs.
fn is_mark(c: char) -> bool {
    matches!(c,
        '\u{0300}'..='\u{036F}' | '\u{0591}'..='\u{05C7}' | '\u{064B}'..='\u{065F}' | '\u{0900}'..='\u{0DFF}')
}

/// The lower-case form of a character; full-width letters are plain ones.
fn fold(c: char) -> u32 {
    let c = match c {
        '\u{FF21}'..='\u{FF3A}' | '\u{FF41}'..='\u{FF5A}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        _ => c,
    };
    u32::from(c.to_lowercase().next().unwrap_or(c))
}
