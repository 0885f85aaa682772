//! Case folding.

/// A text as readers compare it that ignore case: two texts are equal to such a reader if their foldings are.
///
/// Covers every case mapping of Unicode, so that it is at least as coarse as the simple folding of Go's
/// `encoding/json` (`ſ` is `s`, the Kelvin sign is `k`) and as Python's `str.casefold`. The Turkish `İ` and `ı` are `i`,
/// as they are to a reader in a Turkish locale.
///
/// ```
/// use vetgate_model::fold_case;
/// assert_eq!(fold_case("Param\u{17F}"), "params");
/// assert_eq!(fold_case("\u{212A}ey"), "key");
/// ```
pub fn fold_case(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    // Three mappings, because some letters have more than one small or more than one capital form.
    let dotless = text.chars().map(|c| if c == 'İ' { 'i' } else { c });
    dotless.flat_map(char::to_lowercase).flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_folds_like_its_capital_and_its_small_form() {
        let has_case = |c: &char| !c.to_lowercase().chain(c.to_uppercase()).eq([*c, *c]);
        for c in ('\0'..=char::MAX).filter(has_case) {
            let folded = fold_case(&c.to_string());
            for other in [c.to_lowercase().to_string(), c.to_uppercase().to_string()] {
                // The only capital letter whose small form is another letter and a dot.
                if c != 'İ' {
                    assert_eq!(fold_case(&other), folded, "{c:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn letters_outside_of_ascii_fold_to_ascii_where_unicode_says_so() {
        for (text, folded) in
            [("ſ", "s"), ("\u{212A}", "k"), ("İ", "i"), ("ı", "i"), ("ẞ", "ss"), ("ς", "σ"), ("\u{FB06}", "st")]
        {
            assert_eq!(fold_case(text), folded);
        }
    }
}
