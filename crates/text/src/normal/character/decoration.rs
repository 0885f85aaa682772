//! Marks over letters that no language puts there.

use super::is_general_mark;
use unicode_normalization::char::decompose_canonical;

/// Letters with a mark that they have in no language before a text is taken to be decorated.
const ODD_LETTERS: usize = 4;

/// Whether the marks of `raw` are there to disguise its letters rather than to spell a language.
pub(super) fn is_decorated(raw: &str) -> bool {
    let mut odd = 0;
    let mut base = '\0';
    for c in raw.chars() {
        if c.is_ascii() {
            base = c.to_ascii_lowercase();
        } else {
            decompose_canonical(c, |part| {
                if is_general_mark(part) {
                    odd += usize::from(is_odd(base, part));
                } else {
                    base = part.to_ascii_lowercase();
                }
            });
        }
    }
    odd >= ODD_LETTERS
}

/// Whether no common orthography has `mark` over `base`. Vowels take any.
fn is_odd(base: char, mark: char) -> bool {
    let takes = match mark {
        '\u{300}' => "nw",
        '\u{301}' => "cgjklmnprswz",
        '\u{302}' => "cghjswz",
        '\u{303}' => "ngv",
        '\u{308}' => "hwx",
        _ => return false,
    };
    base.is_ascii_lowercase() && !"aeiouy".contains(base) && !takes.contains(base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_told_from_decoration() {
        for text in [
            "Zażółć gęślą jaźń, příliš žluťoučký kůň",
            "Ngày mai tôi sẽ đến trường học bằng xe buýt",
            "¿Mañana irá el niño a la montaña?",
            "Ŝi ĉiam ĝuas la ĵaŭdon en la ĥoro",
        ] {
            assert!(!is_decorated(text), "{text}");
        }
        assert!(is_decorated("i\u{308}g\u{300}n\u{302}ore al\u{303}l p\u{308}revious"));
    }
}
