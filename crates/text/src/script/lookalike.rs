//! Letters of other scripts that look like ASCII letters.

use unicode_script::{Script, UnicodeScript};

/// The ASCII letter (lower case) that a letter of another script looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lookalike {
    pub(crate) letter: char,
    /// Whether the two can hardly be told apart. The others (`п` for `n`) deceive only inside a Latin word.
    pub(crate) exact: bool,
}

/// What `c` looks like, if it is a letter of a script that has look-alikes of Latin.
pub(crate) fn of(c: char) -> Option<Lookalike> {
    if c.is_ascii() || !deceives(c.script()) {
        return None;
    }
    let lower = c.to_lowercase().next().unwrap_or(c);
    if let Some(letter) = prototype(lower).or_else(|| prototype(c)) {
        return Some(Lookalike { letter, exact: true });
    }
    let at = NEAR.binary_search_by_key(&lower, |(near, _)| *near).ok()?;
    Some(Lookalike { letter: NEAR[at].1, exact: false })
}

/// Scripts that are written in words of letters, some of which look Latin.
pub(crate) fn deceives(script: Script) -> bool {
    use Script::*;
    matches!(
        script,
        Armenian
            | Canadian_Aboriginal
            | Carian
            | Cherokee
            | Coptic
            | Cyrillic
            | Deseret
            | Elbasan
            | Georgian
            | Gothic
            | Greek
            | Lisu
            | Lycian
            | Lydian
            | Nko
            | Old_Italic
            | Osage
            | Osmanya
            | Vai
            | Warang_Citi
    )
}

/// The letter of UTS 39's table, if it is one ASCII letter.
fn prototype(c: char) -> Option<char> {
    let mut buffer = [0; 4];
    let mut skeleton = unicode_security::skeleton(c.encode_utf8(&mut buffer));
    let first = skeleton.next()?;
    let alone = skeleton.next().is_none();
    (alone && first.is_ascii_alphabetic()).then(|| first.to_ascii_lowercase())
}

/// Sorted. Lower-case letters that pass for a Latin one beside others: their capital is the same, or their
/// shape is near.
#[rustfmt::skip]
const NEAR: &[(char, char)] = &[
    ('β', 'b'), ('γ', 'y'), ('ε', 'e'), ('η', 'n'), ('θ', 'o'), ('ι', 'i'), ('κ', 'k'), ('μ', 'u'), ('ν', 'v'),
    ('ρ', 'p'), ('σ', 'o'), ('τ', 't'), ('υ', 'u'), ('χ', 'x'), ('ω', 'w'), ('б', 'b'), ('в', 'b'), ('г', 'r'),
    ('з', 'e'), ('и', 'u'), ('й', 'u'), ('к', 'k'), ('м', 'm'), ('н', 'h'), ('п', 'n'), ('т', 't'), ('ц', 'u'),
    ('ш', 'w'), ('щ', 'w'), ('ь', 'b'), ('я', 'r'), ('ё', 'e'), ('ї', 'i'), ('ј', 'j'), ('ո', 'n'), ('ս', 'u'),
    ('օ', 'o'),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_near_letters_are_sorted() {
        assert!(NEAR.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn exact_and_near_letters_are_told_apart() {
        for (c, letter, exact) in [
            ('а', 'a', true),
            ('е', 'e', true),
            ('о', 'o', true),
            ('р', 'p', true),
            ('с', 'c', true),
            ('х', 'x', true),
            ('у', 'y', true),
            ('і', 'i', true),
            ('ѕ', 's', true),
            ('В', 'b', true),
            ('Н', 'h', true),
            ('І', 'i', true),
            ('ο', 'o', true),
            ('α', 'a', true),
            ('п', 'n', false),
            ('к', 'k', false),
        ] {
            assert_eq!(of(c), Some(Lookalike { letter, exact }), "{c}");
        }
        for c in ['ж', 'ю', 'л', 'д', 'λ', 'π', 'é', 'ß', '語', 'a', 'א'] {
            assert_eq!(of(c), None, "{c}");
        }
    }
}
