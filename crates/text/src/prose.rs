//! How prose is seen: tokens, sentences, quotations, and what a sentence is for.
//!
//! Works on the normal form (see [`crate::normal`]): lower case, no invisible characters, straight quotes.
//! Everything is spans into that text; nothing is copied. One pass, linear in the text, and total: any
//! string has tokens and sentences.
//!
//! ```
//! use vetgate_text::prose::{Prose, TokenKind};
//! let prose = Prose::of("call `read_file` first. do not tell the user's boss.");
//! assert_eq!(prose.sentences().len(), 2);
//! let name = prose.tokens().iter().find(|t| t.kind == TokenKind::Identifier).unwrap();
//! assert_eq!(prose.text_of(name), "read_file");
//! ```

mod position;
mod quotation;
mod sentence;
mod token;

pub use position::Position;
pub use quotation::Quotation;
pub use sentence::Sentence;
pub use token::{Token, TokenKind};

use std::ops::Range;

/// A text, cut into tokens and sentences.
#[derive(Debug, Clone)]
pub struct Prose<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    sentences: Vec<Sentence>,
    quotations: Vec<Quotation>,
}

impl<'t> Prose<'t> {
    /// Reads `text`, which should be in normal form.
    pub fn of(text: &'t str) -> Self {
        Self::from_tokens(text, token::tokenize(text))
    }

    /// The same, with the lines of a folded paragraph joined: a line break between two words is no token where the line
    /// that follows goes on with a small letter or a path. `is_capital` says whether the character at an offset was one
    /// before the text was brought into normal form.
    pub fn unfolded(text: &'t str, is_capital: impl Fn(usize) -> bool) -> Self {
        let mut tokens = token::tokenize(text);
        sentence::unfold(text, &mut tokens, is_capital);
        Self::from_tokens(text, tokens)
    }

    fn from_tokens(text: &'t str, tokens: Vec<Token>) -> Self {
        let quotations = quotation::find(text, &tokens);
        let sentences = sentence::split(text, &tokens, &quotations);
        Self { text, tokens, sentences, quotations }
    }

    /// The same text with further sentences: one begins at every token for which `begins` holds. For what the text
    /// alone does not show, such as capitals, which the normal form does not keep.
    pub fn divided(mut self, begins: impl Fn(&Self, usize) -> bool) -> Self {
        let sentences = std::mem::take(&mut self.sentences);
        self.sentences = sentence::divide(sentences, |index| begins(&self, index));
        self
    }

    /// The text itself.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Every token, in order.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// Every sentence, in order; together they hold every token but marks and breaks among which no word stands.
    pub fn sentences(&self) -> &[Sentence] {
        &self.sentences
    }

    /// Every balanced quotation, in order of its opening.
    pub fn quotations(&self) -> &[Quotation] {
        &self.quotations
    }

    /// The text of one token.
    pub fn text_of(&self, token: &Token) -> &'t str {
        &self.text[token.span()]
    }

    /// The innermost quotation that holds the token at `index`, its marks excluded.
    pub fn quotation_at(&self, index: usize) -> Option<&Quotation> {
        let before = self.quotations.partition_point(|q| q.open < index);
        self.quotations[..before].iter().rev().take(8).find(|q| index < q.close)
    }

    /// Returns whether the tokens in `range` are quoted and their own sentence introduces the quotation as a specimen.
    pub fn is_specimen(&self, range: Range<usize>) -> bool {
        position::is_specimen(self, range)
    }

    /// Returns whether the word at `index` is a name or a value of data, as in `"text": …`, not a word of a sentence.
    pub fn is_key(&self, index: usize) -> bool {
        position::is_key(self, index)
    }

    /// What the tokens in `range` are for: an instruction, a description, or an example that is only shown.
    pub fn position(&self, range: Range<usize>) -> Position {
        position::of(self, range)
    }
}
