//! Words that decide whether a disguise was worth taking off.

use crate::words::lexicon::{DIRECTIVE, ELSEWHERE, FUNCTION};

/// Whether `word` (lower-case ASCII) is one that injected instructions are made of.
pub(crate) fn is_directive(word: &str) -> bool {
    may_hold(&DIRECTIVE_SHAPES, word) && DIRECTIVE.binary_search(&word).is_ok()
}

/// Whether `word` (lower-case ASCII) is a function word of English.
pub(crate) fn is_function(word: &str) -> bool {
    may_hold(&FUNCTION_SHAPES, word) && FUNCTION.binary_search(&word).is_ok()
}

/// Whether `word` (lower-case ASCII, without its accents) is a common word of another language in Latin letters.
pub(crate) fn is_common_elsewhere(word: &str) -> bool {
    may_hold(&ELSEWHERE_SHAPES, word) && ELSEWHERE.binary_search(&word).is_ok()
}

/// Every word of the lists, some of them more than once.
pub(crate) fn all() -> impl Iterator<Item = &'static str> {
    [DIRECTIVE, FUNCTION, ELSEWHERE].into_iter().flatten().copied()
}

/// For each first letter, the lengths of the words that start with it: most words are not in a list, and most of
/// those are told by this.
type Shapes = [u32; 26];

const DIRECTIVE_SHAPES: Shapes = shapes(DIRECTIVE);
const FUNCTION_SHAPES: Shapes = shapes(FUNCTION);
const ELSEWHERE_SHAPES: Shapes = shapes(ELSEWHERE);

const fn shapes(words: &[&str]) -> Shapes {
    let mut shapes = [0; 26];
    let mut at = 0;
    while at < words.len() {
        let word = words[at].as_bytes();
        shapes[(word[0] - b'a') as usize] |= 1 << word.len();
        at += 1;
    }
    shapes
}

fn may_hold(shapes: &Shapes, word: &str) -> bool {
    let first = word.as_bytes().first().map_or(usize::MAX, |b| usize::from(b.wrapping_sub(b'a')));
    word.len() < 32 && shapes.get(first).is_some_and(|lengths| lengths >> word.len() & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_and_hold_each_word_once() {
        for list in [DIRECTIVE, FUNCTION, ELSEWHERE] {
            assert!(list.windows(2).all(|pair| pair[0] < pair[1]), "{list:?}");
        }
    }

    #[test]
    fn words_are_found() {
        assert!(is_directive("ignore") && is_directive("your") && !is_directive("base"));
        assert!(is_function("the") && !is_function("teh"));
        assert!(is_common_elsewhere("para") && !is_common_elsewhere("cnen"));
    }
}
