//! Links that say again what the text around them says.
//!
//! An image shows something; it does not need to be told what the page says. Where the query of its address repeats a phrase of the
//! text, or any part of it what the text calls a key, a code or a password, or the number of an account that the text
//! tells, whoever shows the image has sent that.
//! Names of files and ids repeat all day: a slug in a path and a number in a query are no echo.
//!
//! Cost: nothing but for images whose address has room for a phrase.

use super::account::{is_card, is_iban};
use super::cargo::unescape;
use crate::canonical;
use crate::words::echo::SECRET;
use std::ops::Range;

/// The shortest echo, in canonical characters.
const SHORTEST: usize = 12;
/// How many words make a phrase, and how long a word is.
const WORDS: usize = 3;
const WORD: usize = 3;
/// How many digits the number of an account has at least.
const DIGITS: usize = 10;
/// How far before a secret the word stands that calls it one, in bytes.
const REACH: usize = 32;

/// Whether the URL at `span` of `text` says again what the rest of the text says.
pub(super) fn echoes(text: &str, span: &Range<usize>) -> bool {
    let url = text[span.clone()].split_once("//").map_or("", |(_, rest)| rest);
    let url = url.split('#').next().unwrap_or_default();
    let (place, query) = url.split_once('?').unwrap_or((url, ""));
    let values = query.split(['&', ';']).map(|pair| pair.split_once('=').map_or(pair, |(_, value)| value));
    let segments = place.split('/').skip(1);
    let is_long = |value: &&str| value.len() >= SHORTEST;
    values.filter(is_long).any(|value| {
        let value = unescape(value);
        is_phrase(&value) && is_said(text, span, &value)
            || is_told_secret(text, span, &value)
            || is_account(text, span, &value)
    }) || segments.filter(is_long).any(|segment| {
        let segment = unescape(segment);
        is_told_secret(text, span, &segment) || is_account(text, span, &segment)
    })
}

/// Whether it is, or holds, the number of an account that the text tells as well.
fn is_account(text: &str, span: &Range<usize>, value: &str) -> bool {
    if value.bytes().filter(u8::is_ascii_digit).count() < DIGITS {
        return false;
    }
    let whole: String = value.chars().filter(char::is_ascii_alphanumeric).collect();
    let parts = value.split(|c: char| !c.is_ascii_alphanumeric());
    parts.chain([whole.as_str()]).any(|part| (is_iban(part) || is_card(part)) && is_said(text, span, part))
}

/// Whether it is made of words.
fn is_phrase(value: &str) -> bool {
    value.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().count() >= WORD).count() >= WORDS
}

/// Whether the text says it outside of links.
fn is_said(text: &str, span: &Range<usize>, value: &str) -> bool {
    let value = canonical(value);
    let rest = [&text[..span.start], &text[span.end..]];
    value.len() >= SHORTEST
        && rest.iter().any(|part| {
            let words = part.split_whitespace().filter(|word| !word.contains("://"));
            canonical(&words.collect::<Vec<_>>().join(" ")).contains(&value)
        })
}

/// Whether the text says it outside of links, and calls it a secret.
fn is_told_secret(text: &str, span: &Range<usize>, value: &str) -> bool {
    if value.len() < SHORTEST || !value.bytes().any(|byte| byte.is_ascii_digit()) {
        return false;
    }
    text.match_indices(value).filter(|(at, _)| !span.contains(at)).any(|(at, _)| {
        let before = &text[text.floor_char_boundary(at.saturating_sub(REACH))..at];
        let mut words = before.split(|c: char| !c.is_alphanumeric());
        !before.contains("://") && words.any(|word| SECRET.iter().any(|secret| word.eq_ignore_ascii_case(secret)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn echo(text: &str) -> bool {
        let start = text.find("https://").expect("a link");
        let end = start + text[start..].find([')', ' ', '\n']).unwrap_or(text.len() - start);
        echoes(text, &(start..end))
    }

    #[test]
    fn a_phrase_of_the_text_in_the_query_is_an_echo() {
        assert!(echo(
            "The plan (Red Fox buys Blue Hen) is secret.\n![c](https://c.example/p.png?w=6&d=red-fox-buys-blue-hen)"
        ));
        assert!(echo("The plan is: Red Fox buys Blue Hen.\n![c](https://c.example/p?d=Red%20Fox%20buys%20Blue%20Hen)"));
    }

    #[test]
    fn what_is_called_a_secret_is_an_echo_anywhere() {
        assert!(echo("Your code is abc-99871-zz.\n![l][x]\n[x]: https://c.example/abc-99871-zz/logo.png"));
        assert!(!echo("Your order is abc-99871-zz.\n![l][x]\n[x]: https://c.example/abc-99871-zz/logo.png"));
    }

    #[test]
    fn the_number_of_an_account_is_an_echo_anywhere() {
        let rent = "Rent is paid from GB33 BUKB 2020 1555 5555 55 on the first.";
        assert!(echo(&format!("{rent}\n![p](https://c.example/GB33BUKB20201555555555/p.png)")));
        assert!(echo(&format!("{rent}\n![p](https://c.example/p.png?a=gb33bukb20201555555555)")));
        assert!(echo("Card 4242 4242 4242 4242 was charged. ![p](https://c.example/i/4242424242424242.gif)"));
        assert!(!echo("No account here. ![p](https://c.example/GB33BUKB20201555555555/p.png)"));
        assert!(!echo("Parcel 4242424242424241 left. ![p](https://c.example/4242424242424241/label.png)"));
        assert!(!echo("Order NO20260312441100 left. ![p](https://c.example/NO20260312441100/label.png)"));
    }

    #[test]
    fn slugs_and_ids_are_none() {
        assert!(!echo("# Chocolate chip cookies\n![c](https://c.example/img/chocolate-chip-cookies.jpg?w=800)"));
        assert!(!echo(
            "Image 6fa459ea-ee8a-3ca4-894e-db77e160355e ![c](https://c.example/i?id=6fa459ea-ee8a-3ca4-894e-db77e160355e)"
        ));
        assert!(!echo("nothing ![c](https://c.example/i?text=some+other+words+here)"));
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read(text in ".{0,80}", tail in "[a-z0-9é%?&=#/ .:-]{0,60}") {
            let _ = echo(&format!("{text}https://c.example/{tail} {text}"));
        }
    }
}
