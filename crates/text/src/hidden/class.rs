//! Which characters show nothing.

use super::HiddenClass;

/// The class of a character that shows nothing, or `None` for one that shows.
pub(crate) fn class_of(c: char) -> Option<HiddenClass> {
    use HiddenClass::{Bidi, Blank, Ignorable, PrivateUse, Tag, VariationSelector, ZeroWidth};
    // One comparison for nearly all text of Latin script.
    if c < '\u{AD}' {
        return None;
    }
    Some(match c {
        '\u{AD}' | '\u{180E}' | '\u{200B}'..='\u{200D}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}' => ZeroWidth,
        '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => Bidi,
        '\u{E0000}'..='\u{E007F}' => Tag,
        '\u{180B}'..='\u{180D}' | '\u{180F}' | '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' => VariationSelector,
        '\u{115F}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{FFA0}' | '\u{1D159}' => Blank,
        '\u{34F}' | '\u{17B4}' | '\u{17B5}' | '\u{2065}' | '\u{206A}'..='\u{206F}' => Ignorable,
        '\u{FFF0}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' => Ignorable,
        '\u{FDD0}'..='\u{FDEF}' | '\u{E0080}'..='\u{E00FF}' | '\u{E01F0}'..='\u{E0FFF}' => Ignorable,
        _ if u32::from(c) & 0xFFFE == 0xFFFE => Ignorable,
        '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{10FFFF}' => PrivateUse,
        _ => return None,
    })
}

/// A space that is not the one on the keyboard. One is typography, a long run hides what follows.
pub(super) fn is_odd_space(c: char) -> bool {
    matches!(c, '\u{A0}' | '\u{1680}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_ignorable_of_the_standard_has_a_class() {
        // DerivedCoreProperties.txt, Default_Ignorable_Code_Point.
        let ranges = [
            (0xAD, 0xAD),
            (0x34F, 0x34F),
            (0x61C, 0x61C),
            (0x115F, 0x1160),
            (0x17B4, 0x17B5),
            (0x180B, 0x180F),
            (0x200B, 0x200F),
            (0x202A, 0x202E),
            (0x2060, 0x206F),
            (0x3164, 0x3164),
            (0xFE00, 0xFE0F),
            (0xFEFF, 0xFEFF),
            (0xFFA0, 0xFFA0),
            (0xFFF0, 0xFFF8),
            (0x1BCA0, 0x1BCA3),
            (0x1D173, 0x1D17A),
            (0xE0000, 0xE0FFF),
        ];
        for (first, last) in ranges {
            for c in (first..=last).filter_map(char::from_u32) {
                assert!(class_of(c).is_some(), "{:X}", u32::from(c));
            }
        }
    }

    #[test]
    fn letters_marks_and_spaces_of_real_scripts_have_none() {
        for c in "a é ß я א ع अ ি ไ 語 ー 한 😀 ⠿ \u{301} \u{A0} \u{3000} \u{1F1E9}".chars() {
            assert_eq!(class_of(c), None, "{c:?}");
        }
    }
}
