//! Letters without their accents, for comparing what people type with what others wrote.

use std::borrow::Cow;
use unicode_normalization::UnicodeNormalization;

/// `word` with the accents off its Latin letters: `recherche` finds `Récherche`. Other scripts stay as they are: there a
/// mark makes another letter. Borrowed when nothing changes.
///
/// ```
/// use vetgate_text::normal::unaccented;
/// assert_eq!(unaccented("café"), "cafe");
/// assert_eq!(unaccented("чай"), "чай");
/// ```
pub fn unaccented(word: &str) -> Cow<'_, str> {
    let is_latin = |c: char| c.is_ascii_alphabetic() || matches!(c, '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}');
    if word.is_ascii() || !word.chars().any(|c| !c.is_ascii() && is_latin(c)) {
        return Cow::Borrowed(word);
    }
    let mut bare = String::with_capacity(word.len());
    for c in word.nfc() {
        if is_latin(c) {
            bare.extend(std::iter::once(c).nfd().filter(|part| !matches!(part, '\u{300}'..='\u{36F}')));
        } else {
            bare.push(c);
        }
    }
    Cow::Owned(bare)
}
