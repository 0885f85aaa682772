//! The forms a word of the lexicon takes in a text, so that a row lists it once and looking it up is one step.

/// How a form is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    /// As the word itself.
    Plain,
    /// As an attribute (`deleted items`) more often than as what is done (`is written to disk`).
    Participle,
}

/// Calls `take` with every form of `base`: the plural or third person and, for what is done, the forms in `-ing` and
/// `-ed`.
pub(crate) fn forms(base: &str, is_act: bool, mut take: impl FnMut(String, Use)) {
    let irregular = IRREGULAR.iter().find(|(verb, _)| *verb == base);
    if let (Some((_, participle)), true) = (irregular, is_act) {
        take((*participle).to_owned(), Use::Participle);
    }
    let is_regular = irregular.is_none();
    let mut take = |form: String, of: Use| {
        if of == Use::Plain || is_regular {
            take(form, of);
        }
    };
    take(base.to_owned(), Use::Plain);
    let bytes = base.as_bytes();
    let (Some(&last), true) = (bytes.last(), base.is_ascii()) else { return };
    if !last.is_ascii_alphabetic() {
        return;
    }
    let before = bytes.len().checked_sub(2).map_or(b' ', |at| bytes[at]);
    let stem = &base[..base.len() - 1];
    match (before, last) {
        (_, b's' | b'x' | b'z') | (b'c' | b's', b'h') => take(format!("{base}es"), Use::Plain),
        (before, b'y') if !is_vowel(before) => take(format!("{stem}ies"), Use::Plain),
        _ => take(format!("{base}s"), Use::Plain),
    }
    if !is_act {
        return;
    }
    let (ing, ed) = match (before, last) {
        (b'i', b'e') => (format!("{}ying", &base[..base.len() - 2]), format!("{base}d")),
        (before, b'e') if before != b'e' => (format!("{stem}ing"), format!("{base}d")),
        (before, b'y') if !is_vowel(before) => (format!("{base}ing"), format!("{stem}ied")),
        (before, last) if doubles(bytes, before, last) => {
            let last = char::from(last);
            (format!("{base}{last}ing"), format!("{base}{last}ed"))
        }
        _ => (format!("{base}ing"), format!("{base}ed")),
    };
    take(ing, Use::Plain);
    take(ed, Use::Participle);
}

// Verbs whose participle does not end in `-ed`, and it: `IRREGULAR`.
include!(concat!(env!("OUT_DIR"), "/irregular_participles.rs"));

/// Whether the last consonant is doubled before a suffix: one vowel before it, and one syllable.
fn doubles(bytes: &[u8], before: u8, last: u8) -> bool {
    let is_short = bytes.iter().filter(|byte| is_vowel(**byte)).count() == 1;
    is_short && is_vowel(before) && !is_vowel(last) && !matches!(last, b'w' | b'x' | b'y') && bytes.len() >= 3
}

fn is_vowel(byte: u8) -> bool {
    matches!(byte, b'a' | b'e' | b'i' | b'o' | b'u')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(base: &str, is_act: bool) -> Vec<String> {
        let mut found = vec![];
        forms(base, is_act, |form, of| found.push(if of == Use::Plain { form } else { format!("({form})") }));
        found
    }

    #[test]
    fn verbs_and_nouns_are_inflected() {
        assert_eq!(all("write", true), ["(written)", "write", "writes", "writing"]);
        assert_eq!(all("drop", true), ["drop", "drops", "dropping", "(dropped)"]);
        assert_eq!(all("query", true), ["query", "queries", "querying", "(queried)"]);
        assert_eq!(all("save", true), ["save", "saves", "saving", "(saved)"]);
        assert_eq!(all("search", true), ["search", "searches", "searching", "(searched)"]);
        assert_eq!(all("directory", false), ["directory", "directories"]);
        assert_eq!(all("shell command", false), ["shell command", "shell commands"]);
        assert_eq!(all("读取", true), ["读取"]);
    }
}
