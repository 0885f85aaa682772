//! Words of commands that people are told to type.

use vetgate_report::escape;

/// `word` as a shell takes it back for one word, safe to show.
pub(crate) fn word(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./:@%+,=".contains(c);
    let quoted = match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    };
    escape::line(&quoted).into_owned()
}

#[cfg(test)]
mod tests {
    use super::word;

    #[test]
    fn what_a_shell_would_take_apart_is_quoted() {
        assert_eq!(word("/srv/team-1/data"), "/srv/team-1/data");
        assert_eq!(word("my notes"), "'my notes'");
        assert_eq!(word("it's"), r"'it'\''s'");
        assert_eq!(word(""), "''");
        assert_eq!(word("a\u{1b}[2J"), r"'a\u{1B}[2J'");
    }
}
