//! Tokens stand in order on character boundaries, every word of them is in one sentence, and quotations lie within.

use vetgate_text::prose::{Prose, TokenKind};
use vetgate_text::{disguise, name};

pub(crate) fn run(text: &str) {
    let prose = Prose::of(text);
    let mut end = 0;
    for token in prose.tokens() {
        let span = token.span();
        assert!(span.start >= end && text.get(span.clone()).is_some_and(|text| !text.is_empty()));
        end = span.end;
    }
    let has_words = |tokens: std::ops::Range<usize>| {
        prose.tokens()[tokens].iter().any(|token| !matches!(token.kind, TokenKind::Mark(_) | TokenKind::Break(_)))
    };
    let mut next = 0;
    for sentence in prose.sentences() {
        assert!(!has_words(next..sentence.tokens.start) && has_words(sentence.tokens.clone()));
        next = sentence.tokens.end;
        prose.position(sentence.tokens.clone());
    }
    assert!(!has_words(next..prose.tokens().len()));
    for quotation in prose.quotations() {
        assert!(quotation.open < quotation.close && quotation.close < prose.tokens().len());
    }
    for found in disguise::find(text) {
        assert!(text.get(found.span).is_some());
    }
    assert!(name::parts(text).map(str::len).sum::<usize>() <= text.len());
}
