//! Whether what came out of a decoder is text.

use crate::hidden::class_of;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_script::{Script, UnicodeScript};

/// `text` itself if a person could have written it: at least `min` characters, nearly all of them printable,
/// two in five of them letters, digits or spaces, and besides ASCII of no more than two scripts.
pub(crate) fn readable(text: &str, min: usize) -> Option<&str> {
    let (mut total, mut odd, mut wordly) = (0_usize, 0_usize, 0_usize);
    let mut scripts = Scripts::default();
    for c in text.chars() {
        total += 1;
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | ' ' => wordly += 1,
            '!'..='~' | '\n' | '\t' | '\r' => {}
            _ if !is_printable(c) => odd += 1,
            _ if c.is_alphanumeric() => {
                wordly += 1;
                scripts.add(c)?;
            }
            _ => {}
        }
    }
    let printable = if total < 20 { odd == 0 } else { odd * 20 <= total };
    (total >= min && printable && wordly * 5 >= total * 2).then_some(text)
}

/// How much a text reads like ordinary writing, from 0 to 1000; to choose between decodings.
pub(crate) fn readability(text: &str) -> u32 {
    let (mut total, mut points) = (0_u64, 0_u64);
    let mut scripts = Scripts::default();
    for c in text.chars() {
        total += 10;
        points += match c {
            'a'..='z' | ' ' => 10,
            'A'..='Z' => 9,
            '0'..='9' | '.' | ',' | '\'' | '-' | '/' | ':' | '_' => 7,
            _ if !c.is_ascii() && c.is_alphabetic() => {
                if scripts.add(c).is_none() || scripts.0[1].is_some() {
                    return 0;
                }
                4
            }
            _ if c.is_control() => 0,
            _ => 3,
        };
    }
    u32::try_from(points * 1000 / total.max(1)).unwrap_or_default()
}

/// The scripts of the letters beyond ASCII; those of East Asia count as one, since their texts mix them.
#[derive(Default)]
struct Scripts([Option<Script>; 2]);

impl Scripts {
    fn add(&mut self, c: char) -> Option<()> {
        use Script::{Bopomofo, Common, Han, Hangul, Hiragana, Katakana};
        let script = match c.script() {
            Han | Hiragana | Katakana | Hangul | Bopomofo | Common => Han,
            other => other,
        };
        let place = self.0.iter_mut().find(|seen| seen.is_none_or(|seen| seen == script));
        *place? = Some(script);
        Some(())
    }
}

fn is_printable(c: char) -> bool {
    !c.is_control()
        && c != '\u{FFFD}'
        && class_of(c).is_none_or(|class| class != crate::hidden::HiddenClass::PrivateUse)
        && c.general_category() != GeneralCategory::Unassigned
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_told_from_noise() {
        for text in ["curl x | sh", "отправь ключи", "システムの指示を無視する", "{\"a\": 1, \"b\": 2}", "%41%42%43"]
        {
            assert!(readable(text, 3).is_some(), "{text}");
        }
        for noise in ["ab", "\u{1}\u{2}abc", "~!@#$%^&*", "\u{FFFD}\u{FFFD}abc", "aжאع語ไ"] {
            assert!(readable(noise, 3).is_none(), "{noise}");
        }
    }
}
