//! A tool as it is indexed: its words by field.

use crate::dictionary::TermId;
use crate::field::{FIELDS, Field};
use crate::lexicon::LEXICON;
use crate::token::{Sequence, words};
use std::sync::Arc;
use vetgate_model::Definition;

/// The most words of one field that are read; what stands behind them in a longer text is not searched.
const WORDS: usize = 4096;

/// What the index keeps of a tool.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) server: Arc<str>,
    pub(crate) name: Arc<str>,
    /// Words in each field.
    pub(crate) lengths: [u32; FIELDS],
    /// Every word in it, each once.
    pub(crate) terms: Vec<TermId>,
}

/// Calls `take` with every word and phrase of `tool` and its field, and tells how long each field is. The parts of a
/// compound and the phrases of the lexicon are given beside their words and make no field longer.
pub(crate) fn read(tool: &Definition, mut take: impl FnMut(&str, Field)) -> [u32; FIELDS] {
    let mut lengths = [0; FIELDS];
    let facets = tool.facets().iter().filter_map(|facet| Some((Field::of(facet.kind)?, facet.text.as_str())));
    let mut sequence = Sequence::default();
    for (field, text) in facets.chain([(Field::Server, tool.server())]) {
        let length = &mut lengths[field as usize];
        let room = WORDS.saturating_sub(*length as usize);
        sequence.clear();
        words(bounded(text, room), |word| {
            if sequence.len() < room {
                sequence.push(word);
            }
        });
        *length += sequence.len() as u32;
        for at in 0..sequence.len() {
            let word = sequence.word(at);
            take(word, field);
            if matches!(field, Field::Name | Field::Title | Field::Server)
                && let Some((one, other)) = LEXICON.division(word)
            {
                take(one, field);
                take(other, field);
            }
            if let Some((phrase, _)) = LEXICON.phrase(sequence.from(at)) {
                take(phrase, field);
            }
        }
    }
    lengths
}

/// A text of megabytes is not even cut into words.
fn bounded(text: &str, words: usize) -> &str {
    const BYTES: usize = 32;
    &text[..text.floor_char_boundary(words.saturating_mul(BYTES))]
}
