//! A text as sentences of words, its disguises off.

use std::borrow::Cow;
use vetgate_text::name;
use vetgate_text::normal::{Normal, unaccented};

/// The longest text that is read for what it asks, in bytes: more than anybody reads before answering.
pub(super) const LONGEST: usize = 64 << 10;

/// One word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) text: String,
    /// Whether a mark divides it from the word before: `password (again)`.
    pub(super) is_apart: bool,
}

/// The sentences of a text for people.
pub(super) fn sentences(raw: &str) -> Vec<Vec<Word>> {
    let normal = Normal::of(&raw[..raw.floor_char_boundary(LONGEST)]);
    let mut sentences = vec![vec![]];
    let mut word = String::new();
    let mut is_apart = false;
    let mut characters = normal.text().chars().peekable();
    while let Some(character) = characters.next() {
        if character.is_alphanumeric() {
            word.push(character);
            continue;
        }
        // `what's`, and strokes through letters.
        if !word.is_empty() && matches!(character, '\'' | '\u{300}'..='\u{36F}') {
            continue;
        }
        end(&mut word, &mut is_apart, &mut sentences);
        let ends = match character {
            '!' | '?' | '\n' | ';' | '。' | '？' | '！' => true,
            // Not in `api.example.com`.
            '.' => characters.peek().is_none_or(|next| next.is_whitespace()),
            _ => false,
        };
        if ends {
            sentences.push(vec![]);
            is_apart = false;
        } else if !matches!(character, ' ' | '\t' | '-' | '_' | '"' | '`' | '*' | '/') {
            is_apart = true;
        }
    }
    end(&mut word, &mut is_apart, &mut sentences);
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

fn end(word: &mut String, is_apart: &mut bool, sentences: &mut [Vec<Word>]) {
    if word.is_empty() {
        return;
    }
    let text = plain(&std::mem::take(word));
    if let Some(sentence) = sentences.last_mut() {
        sentence.push(Word { text, is_apart: std::mem::take(is_apart) });
    }
}

/// The words of a programmer's name.
pub(super) fn of_name(name: &str) -> Vec<Word> {
    let name = &name[..name.floor_char_boundary(LONGEST)];
    // Look-alike letters are folded by the word, and humps are lost with the case: each part by itself.
    let text = |part: &str| plain(Normal::of(part).text());
    name::parts(name).map(|part| Word { text: text(part), is_apart: false }).collect()
}

fn plain(word: &str) -> String {
    match unaccented(word) {
        Cow::Borrowed(word) => word.to_owned(),
        Cow::Owned(word) => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Vec<String> {
        let join = |sentence: Vec<Word>| sentence.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
        sentences(text).into_iter().map(join).collect()
    }

    #[test]
    fn sentences_end_where_readers_end_them() {
        assert_eq!(
            said("Hello! Enter your PASSWORD (twice).\nThanks"),
            ["hello", "enter your password twice", "thanks"]
        );
        assert_eq!(
            said("See api.example.com for one-time codes; go"),
            ["see api example com for one time codes", "go"]
        );
        assert_eq!(said("Introduzca su contraseña"), ["introduzca su contrasena"]);
        assert_eq!(said("Enter your p\u{200B}a\u{336}ssword"), ["enter your password"]);
    }

    #[test]
    fn marks_set_words_apart() {
        let words = &sentences("password (again)")[0];
        assert!(!words[0].is_apart && words[1].is_apart);
    }
}
