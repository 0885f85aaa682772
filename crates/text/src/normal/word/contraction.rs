//! `don't` is `do not`; a possessive is left alone.

/// The expansion of `word` together with what follows it, and how many bytes of what follows belong to it.
pub(super) fn expand(word: &str, after: &str) -> Option<(&'static str, usize)> {
    if word.len() > LONGEST || word.is_empty() {
        return None;
    }
    let rest = after.as_bytes();
    let suffix = if rest.first() == Some(&b'\'') {
        let length = rest[1..].iter().take(3).take_while(|b| b.is_ascii_alphabetic()).count();
        let ends = !rest.get(length + 1).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'\'');
        if length == 0 || length > 2 || !ends {
            return None;
        }
        &after[..=length]
    } else if word.len() > 3 && word.as_bytes()[word.len() - 2..].eq_ignore_ascii_case(b"nt") {
        ""
    } else {
        return None;
    };
    let mut buffer = [0; LONGEST + 3];
    let whole = buffer.get_mut(..word.len() + suffix.len())?;
    whole[..word.len()].copy_from_slice(word.as_bytes());
    whole[word.len()..].copy_from_slice(suffix.as_bytes());
    whole.make_ascii_lowercase();
    let at = EXPANSIONS.binary_search_by(|(short, _)| short.as_bytes().cmp(whole)).ok()?;
    Some((EXPANSIONS[at].1, suffix.len()))
}

/// Letters before the apostrophe of the longest entry, or in the longest without one.
const LONGEST: usize = 8;

/// Sorted by the contraction. Those that are often written without an apostrophe are listed so too, unless that
/// makes another word.
#[rustfmt::skip]
const EXPANSIONS: &[(&str, &str)] = &[
    ("ain't", "is not"), ("aren't", "are not"), ("arent", "are not"), ("can't", "cannot"),
    ("could've", "could have"), ("couldn't", "could not"), ("couldnt", "could not"), ("didn't", "did not"),
    ("didnt", "did not"), ("doesn't", "does not"), ("doesnt", "does not"), ("don't", "do not"),
    ("dont", "do not"), ("hadn't", "had not"), ("hasn't", "has not"), ("haven't", "have not"),
    ("he'd", "he would"), ("he'll", "he will"), ("he's", "he is"), ("here's", "here is"), ("how's", "how is"),
    ("i'd", "i would"), ("i'll", "i will"), ("i'm", "i am"), ("i've", "i have"), ("isn't", "is not"),
    ("isnt", "is not"), ("it'd", "it would"), ("it'll", "it will"), ("it's", "it is"), ("let's", "let us"),
    ("mightn't", "might not"), ("must've", "must have"), ("mustn't", "must not"), ("mustnt", "must not"),
    ("needn't", "need not"), ("shan't", "shall not"), ("she'd", "she would"), ("she'll", "she will"),
    ("she's", "she is"), ("should've", "should have"), ("shouldn't", "should not"), ("shouldnt", "should not"),
    ("that'll", "that will"), ("that's", "that is"), ("there'll", "there will"), ("there's", "there is"),
    ("they'd", "they would"), ("they'll", "they will"), ("they're", "they are"), ("they've", "they have"),
    ("wasn't", "was not"), ("wasnt", "was not"), ("we'd", "we would"), ("we'll", "we will"), ("we're", "we are"),
    ("we've", "we have"), ("weren't", "were not"), ("what's", "what is"), ("where's", "where is"),
    ("who's", "who is"), ("who've", "who have"), ("won't", "will not"), ("would've", "would have"),
    ("wouldn't", "would not"), ("wouldnt", "would not"), ("you'd", "you would"), ("you'll", "you will"),
    ("you're", "you are"), ("you've", "you have"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_expansions_are_sorted_and_fit() {
        assert!(EXPANSIONS.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(EXPANSIONS.iter().all(|(short, _)| short.split('\'').next().is_some_and(|word| word.len() <= LONGEST)));
    }

    #[test]
    fn contractions_expand_and_possessives_stay() {
        for (word, after, found) in [
            ("Don", "'t tell", Some(("do not", 2))),
            ("can", "'t.", Some(("cannot", 2))),
            ("you", "'re", Some(("you are", 3))),
            ("It", "'s", Some(("it is", 2))),
            ("dont", " tell", Some(("do not", 0))),
            ("user", "'s file", None),
            ("users", "' files", None),
            ("don", "'ts", None),
            ("rock", "'n'roll", None),
            ("document", " it", None),
        ] {
            assert_eq!(expand(word, after), found, "{word}{after}");
        }
    }
}
