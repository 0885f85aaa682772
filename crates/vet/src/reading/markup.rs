//! Every token of a text, with what it means and what it refers to.

use super::lexicon::{LEXICON, Meaning, Tags};
use super::reference::{self, Reference};
use super::start;
use crate::words::markup::ENGLISH;
use crate::{Catalog, View};
use std::ops::Range;
use vetgate_model::FacetKind;
use vetgate_text::normal::Normal;
use vetgate_text::prose::{Prose, Sentence, Token, TokenKind};

/// What is known of one token.
#[derive(Debug, Clone, Default)]
pub(super) struct Word {
    pub(super) tags: Tags,
    pub(super) reference: Reference,
    /// The other server's tool it names, as `server/tool`.
    pub(super) owner: Option<String>,
    /// Whether it names a tool that shares no subject with this one.
    pub(super) unrelated: bool,
    /// Whether it stands inside a short quotation.
    pub(super) quoted: bool,
}

/// A text, read.
#[derive(Debug)]
pub(super) struct Markup<'t> {
    pub(super) normal: &'t Normal,
    pub(super) prose: Prose<'t>,
    /// One for each token of `prose`.
    pub(super) words: Vec<Word>,
    /// Whether the text describes a definition, so that its opening says what that does.
    pub(super) is_description: bool,
    /// Whether the text documents a parameter.
    pub(super) is_parameter: bool,
    /// Whether the text is data that a tool returned.
    pub(super) is_data: bool,
    /// Whether the text stands where a name or a value belongs, not a sentence: a title, a value, an example.
    pub(super) is_slot: bool,
    /// Whether the text describes what the tool returns.
    pub(super) is_output: bool,
    /// Whether the text is an example of a value.
    pub(super) is_example: bool,
    /// Stretches that are shown, not said: code fences and example tags, by token.
    samples: Vec<Range<usize>>,
}

/// A quotation of more tokens than this is a sentence, not a name or a value.
const SHORT_QUOTATION: usize = 8;

impl<'t> Markup<'t> {
    pub(super) fn of(normal: &'t Normal, raw: &str, kind: FacetKind, view: &View, catalog: &Catalog) -> Self {
        let is_capital = |at: usize| start::is_capital(normal, raw, at);
        let prose =
            Prose::unfolded(normal.text(), is_capital).divided(|prose, index| start::begins(prose, normal, raw, index));
        let mut words = vec![Word::default(); prose.tokens().len()];
        tag(&prose, &mut words);
        for quotation in prose.quotations().iter().filter(|q| q.len() <= SHORT_QUOTATION) {
            words[quotation.open + 1..quotation.close].iter_mut().for_each(|word| word.quoted = true);
        }
        let samples = samples(&prose);
        let mut markup = Self {
            normal,
            prose,
            words,
            is_description: kind == FacetKind::Description,
            is_parameter: kind == FacetKind::ParameterDescription,
            is_data: kind == FacetKind::Response,
            is_slot: !kind.is_prose() && kind != FacetKind::Unknown,
            is_output: kind == FacetKind::Output,
            is_example: kind == FacetKind::Example,
            samples,
        };
        reference::resolve(&mut markup, raw, view, catalog);
        markup
    }

    pub(super) fn token(&self, index: usize) -> &Token {
        &self.prose.tokens()[index]
    }

    pub(super) fn text(&self, index: usize) -> &'t str {
        self.prose.text_of(self.token(index))
    }

    /// Whether the token stands in code or in an example block.
    pub(super) fn is_sample(&self, index: usize) -> bool {
        let before = self.samples.partition_point(|sample| sample.start <= index);
        self.samples[..before].iter().rev().take(KINDS_OF_SAMPLE.len()).any(|sample| sample.contains(&index))
    }

    pub(super) fn sentences(&self) -> &[Sentence] {
        self.prose.sentences()
    }

    pub(super) fn tags(&self, index: usize) -> Tags {
        self.words[index].tags
    }

    pub(super) fn reference(&self, index: usize) -> Reference {
        self.words[index].reference
    }

    pub(super) fn is_mark(&self, index: usize) -> bool {
        matches!(self.token(index).kind, TokenKind::Mark(_) | TokenKind::Break(_))
    }

    /// Returns whether nothing but marks precedes the token `index` in the sentence that begins at `start`: markers of
    /// items, headings, comments, quotations and prompts are no part of what a sentence says.
    pub(super) fn opens(&self, index: usize, start: usize) -> bool {
        (start..index).rev().all(|before| self.is_mark(before))
    }

    /// Whether any token of `range` has one of `tags`.
    pub(super) fn any(&self, range: Range<usize>, tags: Tags) -> bool {
        self.words[range].iter().any(|word| word.tags.has(tags))
    }
}

/// Code between fences, and what stands in `<example>` tags, unless it is prose. An attack gains little by hiding there: these
/// stretches are excused from the rules on other tools, not from the figures of speech.
fn samples(prose: &Prose) -> Vec<Range<usize>> {
    let text = prose.text();
    let tokens = prose.tokens();
    let mut found = Vec::new();
    for (open, close) in KINDS_OF_SAMPLE {
        let mut from = 0;
        while let Some(start) = text[from..].find(open).map(|at| from + at) {
            let inner = start + open.len();
            let Some(end) = text[inner..].find(close).map(|at| inner + at) else { break };
            let sample =
                tokens.partition_point(|t| t.span().start < start)..tokens.partition_point(|t| t.span().start < end);
            if !is_prose(&tokens[sample.clone()]) {
                found.push(sample);
            }
            from = end + close.len();
        }
    }
    found.sort_unstable_by_key(|sample| sample.start);
    found
}

/// A block of so many words with few marks of code among them is said, whatever it stands in.
const WORDS_OF_PROSE: usize = 8;

fn is_prose(tokens: &[Token]) -> bool {
    let words = tokens.iter().filter(|token| token.kind == TokenKind::Word).count();
    let is_code = |token: &&Token| {
        matches!(
            token.kind,
            TokenKind::Mark('{' | '}' | '(' | ')' | '[' | ']' | '=' | ';' | '|' | '"' | ':' | '$' | '/')
        )
    };
    words >= WORDS_OF_PROSE && tokens.iter().filter(is_code).count() * 6 <= words
}

/// What opens and closes a sample.
const KINDS_OF_SAMPLE: &[(&str, &str)] = &[("```", "```"), ("<example", "</example"), ("<code", "</code")];

/// Gives each token the meanings of the word it is and of the phrases that start there, sentence by sentence: words of
/// other languages have theirs where the sentence is of another language.
fn tag(prose: &Prose, words: &mut [Word]) {
    let tokens = prose.tokens();
    let mut meanings: Vec<Meaning> = Vec::new();
    for sentence in prose.sentences() {
        meanings.clear();
        meanings.extend(sentence.tokens.clone().map(|index| meaning(prose, &tokens[index..])));
        let is_english = is_english(&meanings, || {
            sentence.tokens.clone().filter(|index| ENGLISH.contains(&prose.text_of(&tokens[*index]))).count()
        });
        for (word, meaning) in words[sentence.tokens.clone()].iter_mut().zip(&meanings) {
            let is_elsewhere = !is_english && meaning.other != Tags::NONE;
            let tags = if is_elsewhere { meaning.other.or(Tags::tongue) } else { meaning.english };
            word.tags = word.tags.or(tags);
        }
    }
}

/// What the first of `tokens` means, by itself and with what follows.
fn meaning(prose: &Prose, tokens: &[Token]) -> Meaning {
    let following = tokens
        .iter()
        .filter(|t| !matches!(t.kind, TokenKind::Break(false)))
        .take_while(|t| !matches!(t.kind, TokenKind::Mark(_) | TokenKind::Break(_)))
        .map(|t| prose.text_of(t));
    let text = prose.text_of(&tokens[0]);
    match tokens[0].kind {
        TokenKind::Word | TokenKind::Path | TokenKind::Number => LEXICON.word(text).or(LEXICON.phrase(following)),
        TokenKind::Unspaced => {
            let other = LEXICON.cut(text).fold(Tags::NONE, |all, (_, tags)| all.or(tags));
            Meaning { english: Tags::NONE, other }.or(LEXICON.phrase(following))
        }
        _ => Meaning::default(),
    }
}

/// A sentence is of another language if a third of the words that are known mean something there and nothing in English;
/// words that English sentences are held together by count for it.
fn is_english(meanings: &[Meaning], held_by: impl Fn() -> usize) -> bool {
    let other = meanings.iter().filter(|meaning| meaning.english == Tags::NONE && meaning.other != Tags::NONE).count();
    if other == 0 {
        return true;
    }
    let english = meanings.iter().filter(|meaning| meaning.english != Tags::NONE).count();
    other * 2 < english + held_by() * 2
}
