//! Light stemming: the base form of English words, so that a lexicon lists each verb and noun once.
//!
//! Not a linguist's stemmer: what comes out is a word, and a word that is no inflected form stays as it is.

use crate::table::Table;
use crate::words::stem::{UNCHANGED, WITH_E, WITHOUT_E};
use std::borrow::Cow;
use std::sync::LazyLock;

/// The base forms that no rule gives, irregular or unchanged. Every word of every text is looked up here, so it is a
/// table: searching the sorted lists took a third of the time in which tools are indexed.
static KNOWN: LazyLock<Table<&str, &str>> =
    LazyLock::new(|| UNCHANGED.iter().map(|word| (*word, *word)).chain(IRREGULAR.iter().copied()).collect());

/// The base form of an English word in lower case: plural, `-ing`, `-ed` and the irregular forms of the verbs
/// that orders are made of. Borrowed when nothing changes.
///
/// ```
/// use vetgate_text::normal::stem;
/// assert_eq!(stem("sent"), "send");
/// assert_eq!(stem("ignoring"), "ignore");
/// ```
pub fn stem(word: &str) -> Cow<'_, str> {
    if word.len() < 2 || !word.is_ascii() {
        return Cow::Borrowed(word);
    }
    if let Some(base) = KNOWN.get(word) {
        return Cow::Borrowed(base);
    }
    if word.len() < 4 {
        return Cow::Borrowed(word);
    }
    if let Some(base) = word.strip_suffix("ing").or_else(|| word.strip_suffix("ed").filter(|base| !base.ends_with('e')))
    {
        return verb(word, base);
    }
    plural(word)
}

fn verb<'w>(word: &'w str, base: &'w str) -> Cow<'w, str> {
    if base.len() < 2 || !base.bytes().any(is_vowel) {
        return Cow::Borrowed(word);
    }
    if let Some(stemmed) = word.strip_suffix("ied") {
        return Cow::Owned(format!("{stemmed}y"));
    }
    match base.as_bytes() {
        // Doubled before the suffix, unless the verb itself ends so.
        [.., a, b] if a == b && !is_vowel(*a) && !matches!(a, b'l' | b's' | b'z' | b'f') => {
            Cow::Borrowed(&base[..base.len() - 1])
        }
        bytes if wants_e(base, bytes) => Cow::Owned(format!("{base}e")),
        _ => Cow::Borrowed(base),
    }
}

/// Whether a verb that lost its suffix lost an `e` with it.
fn wants_e(base: &str, bytes: &[u8]) -> bool {
    if WITHOUT_E.binary_search(&base).is_ok() {
        return false;
    }
    if WITH_E.binary_search(&base).is_ok() {
        return true;
    }
    let &[.., before, last] = bytes else { return false };
    // One vowel between consonants: those whose last syllable is stressed double the consonant instead.
    let earlier = bytes.len().checked_sub(3).map(|at| bytes[at]);
    let single = is_vowel(before) && earlier.is_none_or(|b| !is_vowel(b) || (b == b'u' && before == b'i'));
    match last {
        b'v' | b'u' | b'z' => true,
        b'c' => base != "sync",
        b's' => before != b's',
        b'g' => matches!(before, b'd' | b'r' | b'a') || base.ends_with("eng") || base.ends_with("ang"),
        b'l' => !is_vowel(before) && !matches!(before, b'l' | b'r') || (single && matches!(before, b'i' | b'u')),
        b'n' => single && matches!(before, b'i' | b'u'),
        b'r' => single && matches!(before, b'a' | b'i' | b'o' | b'u'),
        b't' => single && (before != b'e' || base.ends_with("let")),
        b'd' => single && before != b'e',
        b'b' | b'k' | b'm' | b'p' => single,
        _ => false,
    }
}

fn plural(word: &str) -> Cow<'_, str> {
    if let Some(base) = word.strip_suffix("ies").filter(|base| base.len() > 1) {
        return Cow::Owned(format!("{base}y"));
    }
    for suffix in ["sses", "shes", "ches", "xes", "zzes"] {
        if word.ends_with(suffix) {
            return Cow::Borrowed(&word[..word.len() - 2]);
        }
    }
    match word.strip_suffix('s') {
        Some(base) if !base.ends_with(['s', 'u', 'i', 'a']) => Cow::Borrowed(base),
        _ => Cow::Borrowed(word),
    }
}

fn is_vowel(byte: u8) -> bool {
    matches!(byte, b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
}

// The irregular forms with their base, sorted by form: `IRREGULAR`.
include!(concat!(env!("OUT_DIR"), "/irregular_forms.rs"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted() {
        for list in [WITHOUT_E, WITH_E, UNCHANGED] {
            assert!(list.windows(2).all(|pair| pair[0] < pair[1]), "{list:?}");
        }
        for pair in IRREGULAR.windows(2) {
            assert!(pair[0].0 < pair[1].0, "{pair:?}");
        }
    }

    #[test]
    fn inflected_forms_meet_their_base() {
        for (base, forms) in [
            ("ignore", "ignore ignores ignored ignoring"),
            ("send", "send sends sent sending"),
            ("write", "write writes wrote written writing"),
            ("run", "run runs ran running"),
            ("read", "read reads reading"),
            ("delete", "delete deletes deleted deleting"),
            ("forget", "forget forgets forgot forgotten forgetting"),
            ("include", "include includes included including"),
            ("execute", "execute executes executed executing"),
            ("override", "override overrides overrode overridden overriding"),
            ("reveal", "reveal reveals revealed revealing"),
            ("disclose", "disclose discloses disclosed disclosing"),
            ("transmit", "transmit transmits transmitted transmitting"),
            ("bypass", "bypass bypasses bypassed bypassing"),
            ("copy", "copy copies copied copying"),
            ("use", "use uses used using"),
            ("call", "call calls called calling"),
            ("invoke", "invoke invokes invoked invoking"),
            ("append", "append appends appended appending"),
            ("obey", "obey obeys obeyed obeying"),
            ("upload", "upload uploads uploaded uploading"),
            ("replace", "replace replaces replaced replacing"),
            ("store", "store stores stored storing"),
            ("follow", "follow follows followed following"),
            ("remember", "remember remembers remembered remembering"),
            ("require", "require requires required requiring"),
            ("modify", "modify modifies modified modifying"),
            ("change", "change changes changed changing"),
            ("enable", "enable enables enabled enabling"),
            ("retrieve", "retrieve retrieves retrieved retrieving"),
            ("visit", "visit visits visited visiting"),
            ("attach", "attach attaches attached attaching"),
            ("encode", "encode encodes encoded encoding"),
            ("exfiltrate", "exfiltrate exfiltrates exfiltrated exfiltrating"),
            ("prepare", "prepare prepares prepared preparing"),
            ("secure", "secure secures secured securing"),
            ("forward", "forward forwards forwarded forwarding"),
            ("steal", "steal steals stole stolen stealing"),
            ("manage", "manage manages managed managing"),
            ("handle", "handle handles handled handling"),
            ("make", "make makes made making"),
            ("skip", "skip skips skipped skipping"),
            ("need", "need needs needed needing"),
            ("response", "response responses"),
            ("instruction", "instruction instructions"),
            ("query", "query queries"),
            ("password", "password passwords"),
        ] {
            for form in forms.split(' ') {
                assert_eq!(stem(form), base, "{form}");
            }
        }
    }

    #[test]
    fn words_that_only_look_inflected_stay() {
        for word in [
            "this", "access", "status", "string", "always", "address", "bus", "need", "speed", "string", "css", "s",
            "être", "",
        ] {
            assert_eq!(stem(word), word);
        }
    }
}
