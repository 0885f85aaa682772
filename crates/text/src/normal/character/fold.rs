//! Characters that stand for an ASCII one, beyond what NFKC knows.

/// The ASCII character that `c` is a typographic or decorative form of; a character that NFKC would break into a
/// space and a mark is kept as it is.
pub(super) fn typographic(c: char) -> Option<char> {
    Some(match c {
        '\0'..='\u{7F}' => return None,
        '\u{B4}'
        | '\u{2B9}'
        | '\u{2BB}'..='\u{2BD}'
        | '\u{2018}'..='\u{201B}'
        | '\u{2032}'
        | '\u{2039}'
        | '\u{203A}' => '\'',
        '\u{AB}' | '\u{BB}' | '\u{201C}'..='\u{201F}' | '\u{2033}' | '\u{301D}'..='\u{301F}' => '"',
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FE58}' => '-',
        '\u{2044}' | '\u{2215}' => '/',
        '\u{60C}' | '\u{3001}' => ',',
        '\u{61B}' => ';',
        '\u{61F}' => '?',
        '\u{6D4}' | '\u{964}' => '.',
        '\u{2217}' => '*',
        '\u{2223}' => '|',
        '\u{A0}' | '\u{1680}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}' => ' ',
        '\u{A8}' | '\u{AF}' | '\u{B8}' | '\u{2D8}'..='\u{2DD}' | '\u{37A}' | '\u{384}' | '\u{385}' => c,
        '\u{1FBD}' | '\u{1FBF}'..='\u{1FC1}' | '\u{1FCD}'..='\u{1FCF}' | '\u{1FDD}'..='\u{1FDF}' => c,
        '\u{1FED}' | '\u{1FEE}' | '\u{1FFD}' | '\u{1FFE}' | '\u{2017}' | '\u{203E}' => c,
        '\u{249C}'..='\u{24B5}' => letter(c, 0x249C),
        '\u{1F110}'..='\u{1F129}' => letter(c, 0x1F110),
        '\u{1F150}'..='\u{1F169}' => letter(c, 0x1F150),
        '\u{1F170}'..='\u{1F189}' => letter(c, 0x1F170),
        _ => {
            let at = SMALL_CAPITALS.binary_search_by_key(&c, |(small, _)| *small).ok()?;
            SMALL_CAPITALS[at].1
        }
    })
}

fn letter(c: char, first: u32) -> char {
    char::from_u32(u32::from(c) - first + u32::from('a')).unwrap_or(c)
}

/// Lines through, over or under a letter.
pub(super) fn is_overlay(c: char) -> bool {
    matches!(c, '\u{305}' | '\u{320}' | '\u{332}'..='\u{338}' | '\u{33F}' | '\u{35F}')
}

/// Circles, squares and keycaps around a character.
pub(super) fn is_enclosing(c: char) -> bool {
    matches!(c, '\u{20DD}'..='\u{20E0}' | '\u{20E2}'..='\u{20E4}')
}

/// Sorted. Letters of the Latin script in the shape of an ASCII one.
#[rustfmt::skip]
const SMALL_CAPITALS: &[(char, char)] = &[
    ('ǫ', 'q'), ('ɑ', 'a'), ('ɡ', 'g'), ('ɢ', 'g'), ('ɪ', 'i'), ('ɴ', 'n'), ('ʀ', 'r'), ('ʏ', 'y'), ('ʙ', 'b'),
    ('ʜ', 'h'), ('ʟ', 'l'), ('ᴀ', 'a'), ('ᴄ', 'c'), ('ᴅ', 'd'), ('ᴇ', 'e'), ('ᴊ', 'j'), ('ᴋ', 'k'), ('ᴍ', 'm'),
    ('ᴏ', 'o'), ('ᴘ', 'p'), ('ᴛ', 't'), ('ᴜ', 'u'), ('ᴠ', 'v'), ('ᴡ', 'w'), ('ᴢ', 'z'), ('ꜰ', 'f'), ('ꜱ', 's'),
    ('ꞯ', 'q'),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_small_capitals_are_sorted() {
        assert!(SMALL_CAPITALS.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
