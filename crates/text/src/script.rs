//! Words that only pretend to be Latin.
//!
//! A name or a word with one Cyrillic letter among Latin ones reads the same to a person and is another word to
//! a machine. People do mix scripts, though: Latin in Chinese or Japanese, Greek letters as symbols, a Latin
//! abbreviation with an ending of their own language. Only what deceives is reported.
//!
//! Guarantees: total, linear; ASCII words cost one byte scan.

pub(crate) mod lookalike;

use lookalike::Lookalike;
use std::ops::Range;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript};

/// A word that mixes Latin letters with look-alikes of another script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mixed {
    /// The other script's name, e.g. `Cyrillic`.
    pub script: &'static str,
    /// How many letters of the word belong to it.
    pub count: usize,
    /// What the word reads as.
    pub reads_as: String,
}

/// Whether `word` mixes Latin with look-alike letters of another script. Mixes that people write (Latin in
/// Chinese, Japanese or Korean, Greek symbols as units and in formulas) are fine.
///
/// ```
/// use vetgate_text::script::mixed;
/// assert_eq!(mixed("p\u{430}ypal").unwrap().reads_as, "paypal");
/// assert!(mixed("10µm").is_none());
/// ```
pub fn mixed(word: &str) -> Option<Mixed> {
    if word.is_ascii() {
        return None;
    }
    let mut profile = Profile::default();
    let mut reads_as = String::with_capacity(word.len());
    for c in word.chars().filter(|c| crate::hidden::class_of(*c).is_none()) {
        match profile.add(c) {
            Some(lookalike) if c.is_uppercase() => reads_as.push(lookalike.letter.to_ascii_uppercase()),
            Some(lookalike) => reads_as.push(lookalike.letter),
            None => reads_as.push(c),
        }
    }
    let script = profile.script?.full_name();
    profile.deceives().then_some(Mixed { script, count: profile.exact + profile.near, reads_as })
}

/// What the letters of a word are.
#[derive(Default)]
struct Profile {
    latin: usize,
    latin_lower: usize,
    exact: usize,
    near: usize,
    foreign: usize,
    /// How often the word changes between Latin and the other script.
    switches: usize,
    /// Whether the other script stands first, and whether it is in capitals anywhere.
    leads: bool,
    capitals: bool,
    script: Option<Script>,
    last_was_latin: Option<bool>,
}

impl Profile {
    fn add(&mut self, c: char) -> Option<Lookalike> {
        let script = c.script();
        if !c.is_alphabetic() || matches!(script, Script::Common | Script::Inherited) {
            return None;
        }
        let latin = script == Script::Latin;
        self.switches += usize::from(self.last_was_latin.is_some_and(|last| last != latin));
        self.leads |= self.last_was_latin.is_none() && !latin;
        self.last_was_latin = Some(latin);
        if latin {
            self.latin += 1;
            self.latin_lower += usize::from(c.is_lowercase());
            return None;
        }
        let lookalike = lookalike::of(c);
        match lookalike {
            Some(Lookalike { exact: true, .. }) => self.exact += 1,
            Some(_) => self.near += 1,
            None => self.foreign += 1,
        }
        if lookalike.is_some() {
            self.script.get_or_insert(script);
            self.capitals |= c.is_uppercase();
        }
        lookalike
    }

    fn deceives(&self) -> bool {
        if self.latin == 0 || self.exact == 0 {
            return false;
        }
        // An abbreviation with an ending in another language, or with a Greek symbol.
        let abbreviation = self.latin_lower == 0 && !self.capitals && self.latin > 1;
        if self.script == Some(Script::Greek) {
            let symbol = self.exact + self.near == 1 && !self.capitals;
            return self.foreign == 0 && !abbreviation && !(symbol && (self.latin < 3 || self.leads && self.latin < 4));
        }
        // Words of two languages written together change script once and are not all look-alikes.
        if self.foreign > 0 { self.switches > 1 } else { !(abbreviation && self.switches == 1) }
    }
}

/// What a name looks like: UTS 39 skeleton, lower-cased, separators (`_`, `-`, `.`, space) gone, 0 and 1
/// folded to the letters they look like. Two names with one skeleton are twins.
///
/// ```
/// use vetgate_text::script::skeleton;
/// assert_eq!(skeleton("read_file"), skeleton("Read-Fi1\u{435}"));
/// ```
pub fn skeleton(name: &str) -> String {
    let shape = |c: char| match c {
        '0' => Some('o'),
        'i' | 'l' | '1' | '|' => Some('l'),
        '_' | '-' | '.' | ' ' => None,
        _ => Some(c),
    };
    // Lower case first, so that `READ` and `read` meet; then shapes; then lower case again, because some
    // prototypes are capitals.
    let lower: String = name.nfkc().flat_map(char::to_lowercase).filter_map(shape).collect();
    unicode_security::skeleton(&lower)
        .flat_map(char::to_lowercase)
        .filter(|c| !c.is_whitespace() && crate::hidden::class_of(*c).is_none())
        .filter_map(shape)
        .collect()
}

/// The words of `text` with their places: runs of letters, digits, marks and joiners.
///
/// ```
/// use vetgate_text::script::words;
/// let found: Vec<_> = words("read, then").map(|(span, word)| (span.start, word)).collect();
/// assert_eq!(found, [(0, "read"), (6, "then")]);
/// ```
pub fn words(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let belongs = |c: char| {
        c.is_ascii_alphanumeric() || (!c.is_ascii() && (c.is_alphanumeric() || is_combining_mark(c) || is_joiner(c)))
    };
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(belongs)?;
        let end = text[start..].find(|c| !belongs(c)).map_or(text.len(), |length| start + length);
        at = end;
        Some((start..end, &text[start..end]))
    })
}

/// Invisible characters that do not end a word.
fn is_joiner(c: char) -> bool {
    crate::hidden::class_of(c).is_some_and(|class| class != crate::hidden::HiddenClass::Blank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_with_look_alikes_are_found() {
        for (word, script, reads_as) in [
            ("p\u{430}ypal", "Cyrillic", "paypal"),
            ("\u{440}assw\u{43E}rd", "Cyrillic", "password"),
            ("\u{43F}\u{43E}te", "Cyrillic", "note"),
            ("ign\u{3BF}re", "Greek", "ignore"),
            ("\u{391}dmin", "Greek", "Admin"),
            ("\u{435}x\u{435}\u{441}ut\u{435}", "Cyrillic", "execute"),
            ("\u{585}pen", "Armenian", "open"),
        ] {
            let found = mixed(word).unwrap_or_else(|| panic!("{word}"));
            assert_eq!((found.script, found.reads_as.as_str()), (script, reads_as), "{word}");
        }
    }

    #[test]
    fn mixes_that_people_write_are_fine() {
        for word in [
            "plain",
            "Müller",
            "привет",
            "καλημέρα",
            "日本語API",
            "APIキー",
            "ユーザーID",
            "한국어API",
            "10µm",
            "5kΩ",
            "πr2",
            "Δt",
            "σmax",
            "TNFα",
            "NFκB",
            "SMSка",
            "JSONфайл",
            "IDпользователя",
            "αβγ",
            "λx",
            "xα",
            "e\u{301}tude",
            "сахар",
            "σ2",
        ] {
            assert_eq!(mixed(word), None, "{word}");
        }
    }

    #[test]
    fn twins_share_a_skeleton_and_others_do_not() {
        for (a, b) in [
            ("read_file", "readFile"),
            ("read_file", "rea\u{501}_fi1e"),
            ("read_file", "READ-FILE"),
            ("send_mail", "send_mai\u{406}"),
            ("get_token", "get_t0ken"),
            ("paypal", "\u{440}\u{430}y\u{440}al"),
            ("modern", "modem"),
            ("read_file", "read\u{200B}_file"),
            ("list", "\u{FF4C}ist"),
            ("café", "cafe\u{301}"),
        ] {
            assert_eq!(skeleton(a), skeleton(b), "{a} {b}");
        }
        for (a, b) in [("read_file", "read_files"), ("get", "set"), ("a", "b"), ("", "x"), ("list", "last")] {
            assert_ne!(skeleton(a), skeleton(b), "{a} {b}");
        }
    }

    #[test]
    fn words_are_cut_at_spaces_and_punctuation() {
        let found: Vec<_> = words("don't «über-test» x_y 日本 ig\u{200B}nore").map(|(_, word)| word).collect();
        assert_eq!(found, ["don", "t", "über", "test", "x", "y", "日本", "ig\u{200B}nore"]);
    }

    proptest! {
        #[test]
        fn any_text_is_taken(text in any::<String>()) {
            for (span, word) in words(&text) {
                prop_assert_eq!(&text[span], word);
                mixed(word);
            }
            skeleton(&text);
        }
    }
}
