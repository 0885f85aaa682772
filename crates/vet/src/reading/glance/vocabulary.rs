//! What single words can contribute to an order, as bits.
//!
//! Made once from the very lexicons that texts are read with, so that a word added there is known here. Each English word
//! stands here in every inflection that the lexicon takes for it. A phrase is known by its last two words.

use super::super::indirect::party;
use super::super::lexicon::{self, LEXICON, Tags};
use super::word;
use std::sync::LazyLock;
use vetgate_text::decode;

/// A set of contributions.
pub(super) type Bits = u32;

macro_rules! bits {
    ($($(#[$doc:meta])* $name:ident = $bit:literal),+ $(,)?) => { $($(#[$doc])* pub(super) const $name: Bits = 1 << $bit;)+ };
}

bits! {
    /// Somebody is spoken to: the agent, its user, you. Nearly every appeal needs one.
    ADDRESS = 0,
    /// Sets aside, or names the prompt.
    ASIDE = 1,
    /// Asks: please.
    ASK = 2,
    /// Belongs to the speaker: my.
    MINE = 3,
    /// A verb that orders are made of, in base form.
    VERB = 4,
    /// A verb that does harm.
    GRAVE = 5,
    /// A verb that passes on.
    PASS = 6,
    /// A verb that puts an address to use.
    HANDS = 7,
    /// Something that belongs to somebody.
    ASSET = 8,
    /// The conversation.
    HISTORY = 9,
    /// Denies, or acts unseen.
    DENIES = 10,
    /// Asking and approval.
    CONSENT = 11,
    /// Telling.
    TELL = 12,
    /// Opens a label.
    LABEL = 13,
    /// The name of a program.
    PROGRAM = 14,
    /// Behind it a verb in base form may be an order.
    BEFORE_VERB = 15,
    /// Behind a verb it says that the verb is a noun.
    NOUN_BEFORE = 16,
    /// Names the means: a tool is used.
    MEANS = 17,
    /// A tool, a function.
    TOOL = 18,
    /// Means something in another language, and nothing in English.
    FOREIGN = 19,
    /// Means something in English.
    ENGLISH = 20,
    /// Holds an English sentence together.
    HOLDS = 21,
    /// In another language a verb that orders are made of.
    FOREIGN_VERB = 22,
    /// In another language sets aside, or names the prompt.
    FOREIGN_ASIDE = 23,
    /// Turned by thirteen letters or backwards it is a common word.
    TURNED = 24,
    /// "for": says that a verb is a noun, unless it obtains something.
    FOR = 25,
    /// A verb that obtains something.
    OBTAINS = 26,
    /// A style, which may hide what it is on.
    STYLE = 27,
    /// To obey.
    OBEYS = 28,
    /// What is obeyed.
    OBEYED = 29,
    /// A secret, or part of the path of a file that holds some.
    SECRET = 30,
    /// The agent's own work: an answer, a task, a call.
    WORK = 31,
}

/// Verbs that an agent is sent on an errand with.
const ERRAND: Tags =
    GRAVE_TAGS.or(Tags::read).or(Tags::obtain).or(Tags::send).or(Tags::append).or(Tags::write).or(Tags::call);
/// Verbs that may do harm; with something of somebody's, changing and arranging does.
const GRAVE_TAGS: Tags =
    Tags::deal.or(Tags::grant).or(Tags::delete).or(Tags::redirect).or(Tags::change).or(Tags::arrange);
const HANDS_TAGS: Tags =
    Tags::send.or(Tags::deal).or(Tags::change).or(Tags::redirect).or(Tags::append).or(Tags::grant).or(Tags::call);
const ASSET_TAGS: Tags = Tags::asset.or(Tags::device).or(Tags::sensitive).or(Tags::history);
const BEFORE_TAGS: Tags = Tags::ask
    .or(Tags::must)
    .or(Tags::always)
    .or(Tags::should)
    .or(Tags::first)
    .or(Tags::also)
    .or(Tags::silent)
    .or(Tags::not);

// Words that are asked for by name, not by a meaning: `BY_NAME`.
include!(concat!(env!("OUT_DIR"), "/glance_words.rs"));

/// The words with their bits, by their hashes.
#[derive(Debug)]
pub(super) struct Vocabulary {
    /// Two bits for each hash that may be there: most words are told by it, so that what they mean need not be fetched.
    filter: Box<[u64; FILTER / 64]>,
    /// The upper half of a hash and its bits.
    slots: Vec<(u32, Bits)>,
    /// The first letters of words with an open ending.
    openings: Box<[u64; 512]>,
    /// The first three letters of words, a bit each.
    beginnings: Box<[u64; BEGINNINGS / 64]>,
    /// Whether a word of the lexicons is written with the one digit that stands for no letter.
    pub(super) has_twos: bool,
}

const FILTER: usize = 1 << 18;
const BEGINNINGS: usize = 1 << 15;

/// The vocabulary, made once.
pub(super) static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::read);

/// The hash of the first letters of a word: of its bytes in lower case, one after the other.
#[inline]
const fn hashed(hash: u64, byte: u8) -> u64 {
    (hash.rotate_left(5) ^ byte as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

const SEED: u64 = 0xcbf2_9ce4_8422_2325;

/// The hash of "not".
pub(super) const NOT: u64 = word::hash(b"not");

/// The hash of two words, one behind the other.
#[inline]
pub(super) const fn pair(first: u64, second: u64) -> u64 {
    (first.rotate_left(23) ^ second).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl Vocabulary {
    fn read() -> Self {
        let mut all: Vec<(u64, Bits)> = Vec::new();
        let mut openings = Box::new([0; 512]);
        let mut beginnings = Box::new([0; BEGINNINGS / 64]);
        let mut pairs: Vec<(u64, Bits)> = Vec::new();
        let hash = |word: &str| word::hash(word.as_bytes());
        let mut add = |word: &str, bits: Bits| {
            if let Some(letters) = word.as_bytes().first_chunk() {
                let at = beginning(*letters);
                beginnings[at / 64] |= 1 << (at % 64);
            }
            if bits != 0 {
                all.push((word::hash(word.as_bytes()), bits));
            }
        };
        for (tags, entry, is_english) in lexicon::entries() {
            let words: Vec<&str> = entry.split(' ').collect();
            let Some(first) = words.first().map(|word| word.trim_end_matches('*')) else { continue };
            if let [word] = words[..] {
                if word.ends_with('*') {
                    open(&mut openings[..], first);
                } else {
                    add(first, of_word(first));
                    if is_english {
                        inflected(first, |form| add(form, of_word(form)));
                    } else if let std::borrow::Cow::Owned(bare) = vetgate_text::normal::unaccented(first) {
                        add(&bare, of_word(&bare));
                    }
                }
                continue;
            }
            // A phrase is an order by its first word; for all else, its last two words stand for it.
            let bits = of_tags(tags, is_english);
            if is_english && tags.has(ERRAND) && LEXICON.is_base(first) {
                add(first, bits & (VERB | GRAVE | PASS | HANDS | OBTAINS));
            }
            let bits = bits & !VERB | if is_english && tags.has(Tags::prompt) { ASIDE } else { 0 };
            let [.., before, last] = words[..] else { continue };
            if before.ends_with('*') || last.ends_with('*') {
                add(first, bits);
                continue;
            }
            pairs.push((pair(hash(before), hash(last)), bits));
            if is_english {
                inflected(last, |form| pairs.push((pair(hash(before), hash(form)), bits)));
            }
        }
        for (word, is_open) in party::addressed() {
            if is_open {
                open(&mut openings[..], word);
            } else {
                add(word, ADDRESS);
            }
        }
        for (bits, words) in BY_NAME {
            words.iter().for_each(|word| add(word, *bits));
        }
        for word in decode::telling_words() {
            let reversed: String = word.chars().rev().collect();
            let rotated: String = word.bytes().map(|b| char::from((b - b'a' + 13) % 26 + b'a')).collect();
            add(&reversed, TURNED);
            add(&rotated, TURNED);
        }
        let mut words = lexicon::entries()
            .map(|(_, entry, _)| entry)
            .chain(party::addressed().map(|(word, _)| word))
            .chain(BY_NAME.iter().flat_map(|(_, words)| words.iter().copied()));
        let has_twos = words.any(|word| word.contains('2'));
        all.extend(pairs.into_iter().filter(|(_, bits)| *bits != 0));
        Self::of(all, openings, beginnings, has_twos)
    }

    fn of(
        mut all: Vec<(u64, Bits)>,
        openings: Box<[u64; 512]>,
        beginnings: Box<[u64; BEGINNINGS / 64]>,
        has_twos: bool,
    ) -> Self {
        all.sort_unstable();
        all.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            if is_same {
                kept.1 |= next.1;
            }
            is_same
        });
        let size = (all.len() * 2).next_power_of_two();
        let mut slots = vec![(0, 0); size];
        let mut filter = Box::new([0; FILTER / 64]);
        for (hash, bits) in all {
            set(&mut filter[..], hash);
            let mut slot = hash as usize & (size - 1);
            while slots[slot].1 != 0 {
                slot = (slot + 1) & (size - 1);
            }
            slots[slot] = (upper(hash), bits);
        }
        Self { filter, slots, openings, beginnings, has_twos }
    }

    /// The bits of the word with this hash.
    #[inline]
    pub(super) fn get(&self, hash: u64) -> Bits {
        if !is_set(&self.filter[..], hash) {
            return 0;
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            match self.slots[slot] {
                (_, 0) => return 0,
                (found, bits) if found == upper(hash) => return bits,
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// Whether a word that is known begins with these letters, in lower case.
    #[inline]
    pub(super) fn may_begin(&self, letters: [u8; 3]) -> bool {
        let at = beginning(letters);
        self.beginnings[at / 64] >> (at % 64) & 1 == 1
    }

    /// Whether a word may be known by its beginning alone.
    #[inline]
    pub(super) fn may_open(&self, word: &[u8]) -> bool {
        // Most words are long enough for a loop without an end to look for.
        match word.first_chunk::<LETTERS_OF_OPENING>() {
            Some(letters) => self.is_opened_by(letters),
            None => self.is_opened_by(word),
        }
    }

    #[inline]
    fn is_opened_by(&self, letters: &[u8]) -> bool {
        let (mut hash, mut may_open) = (SEED, false);
        for (at, byte) in letters.iter().enumerate() {
            hash = hashed(hash, byte | 0x20);
            may_open |= at + 1 >= FEWEST_OF_OPENING && is_set(&self.openings[..], hash);
        }
        may_open
    }

    /// The bits of a word that may be known by its beginning alone.
    pub(super) fn opened(word: &[u8]) -> Bits {
        let mut lower = [0; LONGEST_OPEN];
        let Some(lower) = lower.get_mut(..word.len()) else { return 0 };
        lower.copy_from_slice(word);
        lower.make_ascii_lowercase();
        let Ok(word) = std::str::from_utf8(lower) else { return 0 };
        of_word(word) | if party::is_addressed(word) { ADDRESS } else { 0 }
    }
}

/// By so many bytes, at most, a word with an open ending is looked up.
const LETTERS_OF_OPENING: usize = 6;
/// By fewer bytes it is not.
const FEWEST_OF_OPENING: usize = 3;

/// Longer words are no words of the lexicons.
const LONGEST_OPEN: usize = 32;

/// What tells apart the hashes that belong into one slot.
#[inline]
fn upper(hash: u64) -> u32 {
    (hash >> 32) as u32
}

/// Where the bits of `hash` are: two of one word.
#[inline]
fn bits_of(filter: &[u64], hash: u64) -> (usize, u64) {
    ((hash >> 40) as usize & (filter.len() - 1), 1 << (hash >> 52 & 63) | 1 << (hash >> 58))
}

/// Whether the bits of `hash` are set.
#[inline]
fn is_set(filter: &[u64], hash: u64) -> bool {
    let (at, bits) = bits_of(filter, hash);
    filter[at] & bits == bits
}

fn set(filter: &mut [u64], hash: u64) {
    let (at, bits) = bits_of(filter, hash);
    filter[at] |= bits;
}

/// The place of three letters among all that there are.
#[inline]
fn beginning(letters: [u8; 3]) -> usize {
    letters.iter().fold(0, |at, letter| at << 5 | usize::from(letter & 31))
}

/// Notes the first bytes of a word with an open ending. Letters beyond ASCII stand in lower case in the lexicons, and are
/// hashed here as they are looked up.
fn open(openings: &mut [u64], stem: &str) {
    set(openings, stem.bytes().take(LETTERS_OF_OPENING).fold(SEED, |hash, byte| hashed(hash, byte | 0x20)));
}

fn of_word(word: &str) -> Bits {
    let meaning = LEXICON.word(word);
    let mut bits = 0;
    if meaning.english != Tags::NONE {
        bits |= of_tags(meaning.english, true);
        if !LEXICON.is_base(word) {
            bits &= !(VERB | ASIDE);
        }
    }
    if meaning.other != Tags::NONE {
        bits |= of_tags(meaning.other, false);
        if meaning.english == Tags::NONE {
            bits |= FOREIGN;
        }
    }
    bits
}

fn of_tags(tags: Tags, is_english: bool) -> Bits {
    let rows = [
        (Tags::agent.or(Tags::addressee), ADDRESS),
        (Tags::ask, ASK),
        (GRAVE_TAGS, GRAVE),
        (Tags::send, PASS),
        (HANDS_TAGS, HANDS),
        (ASSET_TAGS, ASSET),
        (Tags::history, HISTORY),
        (Tags::not.or(Tags::without).or(Tags::silent), DENIES),
        (Tags::command, PROGRAM),
        (BEFORE_TAGS, BEFORE_VERB),
        (Tags::call, MEANS),
        (Tags::obtain, OBTAINS),
        (Tags::sensitive, SECRET),
    ];
    let shared = rows.iter().filter(|(wanted, _)| tags.has(*wanted)).fold(0, |all, (_, bits)| all | bits);
    let of_language = if is_english {
        ENGLISH | if tags.has(ERRAND) { VERB } else { 0 } | if tags.has(Tags::ignore) { ASIDE } else { 0 }
    } else {
        let aside = tags.has(Tags::ignore.or(Tags::prompt));
        // "I am the user; tell ...": who claims to be the user gives orders.
        let claims = [(ERRAND, FOREIGN_VERB), (Tags::user, ADDRESS), (Tags::tell, TELL)];
        let of_claims = claims.iter().filter(|(wanted, _)| tags.has(*wanted)).fold(0, |all, (_, bits)| all | bits);
        of_claims | if aside { FOREIGN_ASIDE } else { 0 }
    };
    shared | of_language
}

/// The forms of an English word that may have its meaning.
fn inflected(word: &str, mut form: impl FnMut(&str)) {
    let mut tell = |stem: &str, ending: &str| form(&format!("{stem}{ending}"));
    for ending in ["s", "es", "ed", "d", "ing"] {
        tell(word, ending);
    }
    if let Some(stem) = word.strip_suffix('e') {
        tell(stem, "ing");
    }
    if let Some(stem) = word.strip_suffix('y') {
        tell(stem, "ies");
        tell(stem, "ied");
    }
    if let Some(last) = word.chars().last().filter(char::is_ascii_lowercase) {
        tell(word, &format!("{last}ed"));
        tell(word, &format!("{last}ing"));
    }
}
