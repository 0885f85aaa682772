//! The tokens of a programmer's name: `read_file`, `readFile`, `read-file`, `HTTPServer2`.

use crate::lexical::lexicon::LEXICON;
use vetgate_text::name::parts;

/// The tokens of `name` in lower case, in order. Humps, separators and digits divide; a token that is two known words
/// written as one (`readfile`) is divided too.
///
/// ```
/// use vetgate_capability::tokens;
/// assert_eq!(tokens("getHTTPStatus_v2"), ["get", "http", "status", "v", "2"]);
/// assert_eq!(tokens("listdirectory"), ["list", "directory"]);
/// ```
pub fn tokens(name: &str) -> Vec<String> {
    let mut found: Vec<String> = vec![];
    for part in parts(name) {
        let token = part.to_lowercase();
        match division(&token) {
            Some(at) => found.extend([token[..at].to_owned(), token[at..].to_owned()]),
            None => found.push(token),
        }
    }
    found
}

/// The least letters that each half of a divided token has: shorter ones are in too many words.
const HALF: usize = 4;

/// The most letters of a token that is looked through for two words.
const LONGEST: usize = 40;

/// Where a token that the lexicon does not know divides into two that it knows, one of them something that is done.
fn division(token: &str) -> Option<usize> {
    if !token.is_ascii() || token.len() < 2 * HALF - 1 || token.len() > LONGEST || !LEXICON.word(token).is_empty() {
        return None;
    }
    (HALF - 1..=token.len() - HALF + 1).find(|at| {
        let (one, other) = token.split_at(*at);
        if one.len() < HALF && other.len() < HALF {
            return false;
        }
        let one = LEXICON.word(one);
        if one.acts.is_empty() && one.things.is_empty() {
            return false;
        }
        let other = LEXICON.word(other);
        (!one.acts.is_empty() && !other.things.is_empty()) || (!one.things.is_empty() && !other.acts.is_empty())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_style_of_name_is_cut_alike() {
        for name in
            ["read_text_file", "readTextFile", "read-text-file", "ReadTextFile", "READ_TEXT_FILE", "read.text/file"]
        {
            assert_eq!(tokens(name), ["read", "text", "file"], "{name}");
        }
        assert_eq!(tokens("eth_getBalance2"), ["eth", "get", "balance", "2"]);
        assert_eq!(tokens("XMLHttpRequest"), ["xml", "http", "request"]);
        assert_eq!(tokens("прочитатьФайл"), ["прочитать", "файл"]);
        assert!(tokens("___").is_empty() && tokens("").is_empty());
    }

    #[test]
    fn a_word_inside_a_word_is_no_word() {
        assert_eq!(tokens("information"), ["information"]);
        assert_eq!(tokens("address"), ["address"]);
        assert_eq!(tokens("profile"), ["profile"]);
        assert_eq!(tokens("capital"), ["capital"]);
    }
}
