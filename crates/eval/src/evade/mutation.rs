//! The table of disguises: one row each.

use super::dice::Dice;
use super::passage::{Passage, rebuilt, root};
use super::{encoding, html, layout, letter, markdown, place, word};
use crate::security::Entry;
use serde_json::Value;

/// One disguise.
pub(super) struct Mutation {
    /// Its name.
    pub(super) name: &'static str,
    /// What it does, in one sentence.
    pub(super) what: &'static str,
    /// How it does that.
    pub(super) how: How,
}

/// What a disguise changes. `None` where it cannot be taken.
pub(super) enum How {
    /// The words of the attack.
    Words(fn(&str, &mut Dice) -> Option<String>),
    /// The whole text, given what stands before the attack, the attack, and what stands after it.
    Text(fn(&Passage, &mut Dice) -> Option<String>),
    /// The definition that the attack was taken out of: says what the words are now, having put them elsewhere.
    Place(fn(&mut Value, &Passage, &mut Dice) -> Option<String>),
}

impl Mutation {
    /// `entry` in this disguise, with the disguised words for its text; `None` if it cannot take it.
    pub(super) fn apply(&self, entry: &Entry, passage: &Passage, dice: &mut Dice) -> Option<Entry> {
        let (mut disguised, words) = match self.how {
            How::Words(rewrite) => {
                let words = rewrite(&passage.words, dice).filter(|words| *words != passage.words)?;
                (passage.put(entry, &passage.with(&words))?, words)
            }
            How::Text(rewrite) => {
                let text = rewrite(passage, dice)?;
                (passage.put(entry, &text)?, text)
            }
            How::Place(moved) => {
                let mut root = root(entry)?;
                *root.pointer_mut(passage.pointer.as_str())? = Value::from(passage.with(""));
                let words = moved(&mut root, passage, dice)?;
                (rebuilt(entry, &root)?, words)
            }
        };
        disguised.text = words;
        Some(disguised)
    }
}

const fn words(name: &'static str, what: &'static str, how: fn(&str, &mut Dice) -> Option<String>) -> Mutation {
    Mutation { name, what, how: How::Words(how) }
}

const fn text(name: &'static str, what: &'static str, how: fn(&Passage, &mut Dice) -> Option<String>) -> Mutation {
    Mutation { name, what, how: How::Text(how) }
}

const fn place(
    name: &'static str,
    what: &'static str,
    how: fn(&mut Value, &Passage, &mut Dice) -> Option<String>,
) -> Mutation {
    Mutation { name, what, how: How::Place(how) }
}

/// Every disguise.
// table: the disguises that this crate implements, each with its function.
#[rustfmt::skip]
pub(super) const MUTATIONS: &[Mutation] = &[
    words("homoglyphs", "Cyrillic and Greek lookalikes for a third of the letters.", letter::homoglyphs),
    words("homoglyphs_all", "Cyrillic lookalikes for all letters that have one.", letter::homoglyphs_all),
    words("zero_width", "Zero-width characters between letters.", letter::zero_width),
    words("letter_spacing", "A space between all letters, three between words.", letter::spaced),
    words("letter_spacing_tight", "A space between all letters, also where a word ends.", letter::spaced_tight),
    words("letter_dashes", "A dash, a dot or an underscore between all letters.", letter::dashed),
    words("leetspeak", "Digits and signs for half of the similar letters.", letter::leet),
    words("leetspeak_all", "Digits for all similar letters.", letter::leet_all),
    words("upper_case", "Capitals throughout.", letter::upper),
    words("random_case", "Capitals anywhere.", letter::random_case),
    words("full_width", "Full-width letters.", letter::full_width),
    words("mathematical", "Mathematical alphanumeric letters.", letter::mathematical),
    words("small_capitals", "Small capitals for letters that have one.", letter::small_capitals),
    words("diacritics", "A combining mark on a third of the letters.", letter::diacritics),
    words("typos", "Two letters swapped inside half of the long words.", letter::typos),
    words("scrambled", "The inner letters of long words shuffled.", letter::scrambled),
    words("line_breaks", "A line break after every few words.", layout::line_breaks),
    words("punctuation", "Other punctuation in and after sentences.", layout::punctuation),
    words("underscores", "Underscores for spaces.", layout::underscores),
    words("politeness", "Polite phrases around and inside the attack.", layout::polite),
    text("long_preamble", "Pages of harmless text before the attack.", layout::long_preamble),
    text("far_below", "Many empty lines before the attack.", layout::far_below),
    words("synonyms", "Synonyms that the checks know.", word::synonyms),
    words("markdown_heading", "A Markdown heading.", markdown::heading),
    words("markdown_list", "Sentences as items of a list.", markdown::list),
    words("markdown_quote", "A Markdown quotation.", markdown::quote),
    words("markdown_fence", "A fenced block of code.", markdown::fence),
    words("markdown_link", "The text of a link.", markdown::link),
    words("markdown_bold", "Bold inside of words.", markdown::bold),
    words("markdown_comment", "A hidden Markdown comment.", markdown::comment),
    words("html_comment", "An HTML comment.", html::comment),
    words("html_hidden", "An element that is not displayed.", html::hidden),
    words("html_tags", "Tags around words.", html::tags),
    words("html_entities", "Character references for a third of the letters.", html::entities),
    words("html_entities_all", "Character references for all letters.", html::entities_all),
    place("to_title", "Moved to the title.", place::title),
    place("to_parameter", "Moved to a parameter's description.", place::parameter),
    place("to_enum", "Moved to an enum value of a parameter.", place::enumeration),
    place("to_default", "Moved to the default of a parameter.", place::default),
    place("to_example", "Moved to an example of a parameter.", place::example),
    place("to_output", "Moved to the description of the output schema.", place::output),
    place("to_annotation", "Moved to the title of the annotations.", place::annotation),
    place("to_meta", "Moved to `_meta`.", place::meta),
    place("split", "Split over the descriptions of two parameters.", place::split),
    words("base64", "Base64 in a note.", encoding::base64),
    words("base64_url", "URL-safe Base64 without padding, in a note.", encoding::base64_url),
    words("hex", "Hexadecimal digits in a note.", encoding::hex),
    words("rot13", "ROT13 in a note.", encoding::rot13),
    words("percent", "Percent-encoding in a note.", encoding::percent),
    words("reversed", "Written backwards, in a note.", encoding::reversed),
    words("base64_of_hex", "Base64 of hexadecimal digits.", encoding::base64_of_hex),
    words("hex_of_base64", "Hexadecimal digits of Base64.", encoding::hex_of_base64),
    words("base64_of_base64", "Base64 twice.", encoding::base64_of_base64),
    words("base64_of_rot13", "Base64 of ROT13.", encoding::base64_of_rot13),
    words("percent_of_base64", "Percent-encoding of Base64.", encoding::percent_of_base64),
];
