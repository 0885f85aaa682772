//! What is wrong with an expression that cannot be parsed, in words.
//!
//! A parser says what it stumbled over. People are better served by what they most likely meant.

/// A slip, with the place of its character.
pub(super) struct Slip {
    pub(super) offset: usize,
    pub(super) message: &'static str,
}

/// The first slip of those that people make most; nothing if it is another.
pub(super) fn slip(text: &str) -> Option<Slip> {
    let letters: Vec<char> = text.chars().collect();
    let slip = |offset: usize, message: &'static str| Some(Slip { offset, message });
    let mut open: Vec<(char, usize)> = vec![];
    let mut at = 0;
    while at < letters.len() {
        let (letter, next) = (letters[at], letters.get(at + 1).copied());
        let start = at;
        at += 1;
        match letter {
            '"' | '\'' => match end_of_text(&letters, start) {
                Some(end) => at = end,
                None => return slip(start, "this text is never closed"),
            },
            '=' | '!' | '<' | '>' if next == Some('=') => {
                at += 1;
                if matches!(letter, '=' | '!') && letters.get(at) == Some(&'=') {
                    return slip(start, "use `==` or `!=` to compare");
                }
            }
            '=' => return slip(start, "use `==` to compare"),
            '<' if next == Some('>') => return slip(start, "use `!=` to compare for inequality"),
            '&' | '|' if next == Some(letter) => at += 1,
            '&' => return slip(start, "use `&&` if both must be true"),
            '|' => return slip(start, "use `||` if either must be true"),
            '(' | '[' | '{' => open.push((letter, start)),
            ')' | ']' | '}' => match open.pop() {
                Some(('(', _)) if letter == ')' => {}
                Some(('[', _)) if letter == ']' => {}
                Some(('{', _)) if letter == '}' => {}
                _ => return slip(start, "this bracket has no opening bracket"),
            },
            _ if letter.is_alphabetic() || letter == '_' => {
                let is_part = |letter: &&char| letter.is_alphanumeric() || **letter == '_';
                at += letters[at..].iter().take_while(is_part).count();
                let is_field = letters[..start].iter().rev().find(|letter| !letter.is_whitespace()) == Some(&'.');
                let word: String = letters[start..at].iter().collect::<String>().to_lowercase();
                match word.as_str() {
                    _ if is_field => {}
                    "and" => return slip(start, "use `&&` instead of `and`"),
                    "or" => return slip(start, "use `||` instead of `or`"),
                    "not" => return slip(start, "use `!` instead of `not`"),
                    _ => {}
                }
            }
            _ => {}
        }
    }
    open.pop().and_then(|(_, start)| slip(start, "this bracket is never closed"))
}

/// Where the text that opens at `start` ends, behind its quote.
fn end_of_text(letters: &[char], start: usize) -> Option<usize> {
    let mut at = start + 1;
    while let Some(letter) = letters.get(at) {
        match letter {
            '\\' => at += 1,
            _ if *letter == letters[start] => return Some(at + 1),
            _ => {}
        }
        at += 1;
    }
    None
}
