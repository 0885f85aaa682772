//! The words of a text as they are indexed and looked up.
//!
//! Names and prose are cut by the same rules (`readFile`, `read_file` and "read file" are the same words), brought to
//! lower case, NFKC and no accents, and English words to their base form. Scripts without spaces between words give
//! overlapping pairs of characters.

use crate::words::endings::ENDINGS;
use std::borrow::Cow;
use vetgate_text::name::parts;
use vetgate_text::normal::{Normal, stem, unaccented};

/// The most bytes of one word; the rest of a longer one is passed over.
const WORD: usize = 64;

/// Calls `take` with the words of `text` in their base form, in order.
pub(crate) fn words(text: &str, mut take: impl FnMut(&str)) {
    let mut lower = String::new();
    for part in parts(text) {
        if part.is_ascii() {
            lower.clear();
            lower.push_str(&part[..part.len().min(WORD)]);
            lower.make_ascii_lowercase();
            take(&stem(&lower));
        } else {
            folded(part, &mut take);
        }
    }
}

/// The words of a part that is not plain ASCII.
fn folded(part: &str, take: &mut impl FnMut(&str)) {
    let part = &part[..part.floor_char_boundary(WORD * 4)];
    let normal = Normal::of(part);
    let mut rest = normal.text();
    while let Some(first) = rest.chars().next() {
        let is_unspaced = unspaced(first);
        let end = rest.find(|c| unspaced(c) != is_unspaced).unwrap_or(rest.len());
        let (run, after) = rest.split_at(end);
        rest = after;
        if is_unspaced {
            pairs(run, take);
        } else {
            for word in run.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
                let word: Cow<str> = unaccented(word);
                let word = &word[..word.floor_char_boundary(WORD)];
                take(&stem(word));
            }
        }
    }
}

fn pairs(run: &str, take: &mut impl FnMut(&str)) {
    let mut starts = run.char_indices().map(|(at, _)| at).chain([run.len()]);
    let (Some(mut first), Some(mut second)) = (starts.next(), starts.next()) else { return };
    let mut is_single = true;
    for end in starts {
        take(&run[first..end]);
        (first, second) = (second, end);
        is_single = false;
    }
    if is_single {
        take(&run[first..second]);
    }
}

/// Whether `c` belongs to a script that is written without spaces, or in which particles cling to words.
fn unspaced(c: char) -> bool {
    matches!(c,
        '\u{E00}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' | '\u{3005}'..='\u{3007}'
        | '\u{3040}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}' | '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

/// Words in a row, in one piece of memory.
#[derive(Debug, Default)]
pub(crate) struct Sequence {
    text: String,
    ends: Vec<usize>,
}

impl Sequence {
    pub(crate) fn push(&mut self, word: &str) {
        self.text.push_str(word);
        self.ends.push(self.text.len());
    }

    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn word(&self, at: usize) -> &str {
        &self.text[at.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[at]]
    }

    /// The words from `at` on.
    pub(crate) fn from(&self, at: usize) -> impl Iterator<Item = &str> + Clone {
        (at..self.len()).map(|at| self.word(at))
    }
}

/// The part of a word that its family shares: `translat` of `translate`, `translation` and `translator`. `None` for
/// words too short to tell.
pub(crate) fn root(word: &str) -> Option<&str> {
    const ROOT: usize = 4;
    if !word.is_ascii() || word.len() <= ROOT {
        return None;
    }
    let base = ENDINGS.iter().find_map(|ending| word.strip_suffix(ending).filter(|base| base.len() >= ROOT));
    let base = base.unwrap_or(word);
    // `plan` of `planner`, `program` of `programmer`.
    let bytes = base.as_bytes();
    match bytes {
        [.., a, b] if a == b && base.len() > ROOT && !matches!(a, b'l' | b's' | b'e' | b'o') => {
            Some(&base[..base.len() - 1])
        }
        _ => Some(base),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<String> {
        let mut found = vec![];
        words(text, |word| found.push(word.to_owned()));
        found
    }

    #[test]
    fn names_and_prose_give_the_same_words() {
        for text in ["read_text_files", "readTextFile", "read-text-file", "Reading text files.", "READ TEXT FILE"] {
            assert_eq!(all(text), ["read", "text", "file"], "{text}");
        }
        assert_eq!(all("HTTPServer2"), ["http", "server", "2"]);
    }

    #[test]
    fn width_case_and_accents_do_not_matter() {
        assert_eq!(all("Ｆｉｌｅ Café cafe\u{301} ÜBERSICHT"), ["file", "cafe", "cafe", "ubersicht"]);
    }

    #[test]
    fn scripts_without_spaces_give_pairs() {
        assert_eq!(all("天気予報を取得"), ["天気", "気予", "予報", "報を", "を取", "取得"]);
        assert_eq!(all("本 파일"), ["本", "파일"]);
        assert_eq!(all("PDFを開く"), ["pdf", "を開", "開く"]);
    }

    #[test]
    fn families_share_a_root() {
        for family in ["translate translation translator", "convert converter conversion", "plan planner"] {
            let roots: Vec<_> = family.split(' ').map(|word| root(word).unwrap_or(word)).collect();
            if family.starts_with("convert") {
                assert_eq!(roots[0], roots[1]);
            } else {
                assert!(roots.windows(2).all(|pair| pair[0] == pair[1]), "{roots:?}");
            }
        }
        assert_eq!(root("file"), None);
    }

    #[test]
    fn a_very_long_word_is_cut() {
        assert_eq!(all(&"a".repeat(1000))[0].len(), WORD);
        assert!(all(&"é".repeat(1000)).iter().all(|word| word.len() <= WORD));
    }
}
