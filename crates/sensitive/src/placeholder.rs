//! Values that stand for a value: `<your-key>`, `${TOKEN}`, `xxxxxxxx`, `changeme`.

use crate::class::is_word;
use crate::words::placeholder::{EXAMPLES, WORDS};

/// Whether `value` stands for a value rather than being one.
pub(crate) fn is_placeholder(value: &[u8]) -> bool {
    let [first, ..] = value else { return true };
    matches!(first, b'<' | b'$' | b'%' | b'{' | b'[' | b'*' | b'`')
        || ["&lt;", "&#60;", "&#x3c;"].iter().any(|open| starts(value, open.as_bytes()))
        || contains(value, b"${")
        || contains(value, b"{{")
        || contains(value, b"***")
        || contains(value, b"...")
        || contains(value, "…".as_bytes())
        || contains(value, "⟦".as_bytes())
        || has_filler(value)
        || is_made_of_words(value)
}

/// Whether one letter or digit fills most of it: `xxxxxxxx`, `sk-0000000000`.
fn has_filler(value: &[u8]) -> bool {
    let mut longest = 0;
    let mut run = 0;
    let mut last = 0;
    for byte in value {
        run = if *byte == last { run + 1 } else { 1 };
        last = *byte;
        // Runs of `A` are zeros in base64, and real tokens start with them.
        if is_word(*byte) && *byte != b'A' {
            longest = longest.max(run);
        }
    }
    longest >= 4 && longest * 2 >= value.len() || longest >= 8
}

/// Whether every word of it is one that speaks about values: `your-api-key-here`, `my_secret_password`.
fn is_made_of_words(value: &[u8]) -> bool {
    let mut words = value.split(|byte| !byte.is_ascii_alphabetic()).filter(|word| !word.is_empty()).peekable();
    words.peek().is_some()
        && value.iter().filter(|byte| byte.is_ascii_digit()).count() <= 4
        && words.all(|word| WORDS.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(word)))
}

/// Whether a word of it says plainly that it is an example, whatever the rest is: `AKIAIOSFODNN7EXAMPLE`.
pub(crate) fn says_example(value: &[u8]) -> bool {
    EXAMPLES.iter().any(|word| contains(value, word.as_bytes()))
}

fn starts(value: &[u8], start: &[u8]) -> bool {
    value.get(..start.len()).is_some_and(|own| own.eq_ignore_ascii_case(start))
}

fn contains(value: &[u8], part: &[u8]) -> bool {
    memchr::memmem::find(value, part).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_told_from_values() {
        for value in [
            "",
            "<your-key>",
            "${API_KEY}",
            "$PASSWORD",
            "%PASS%",
            "{{ secret }}",
            "********",
            "xxxxxxxxxxxx",
            "sk-xxxxxxxxxxxx",
            "changeme",
            "your-api-key-here",
            "my_secret_password",
            "password123",
            "REDACTED",
            "abc...",
            "00000000-0000-0000-0000-000000000000",
            "YOUR_TOKEN",
            "test",
        ] {
            assert!(is_placeholder(value.as_bytes()), "{value}");
        }
        for value in ["hunter2", "Zk3vT9qLm2XwR8bNcY5d", "correct-horse-battery", "S3cr3t!pass", "VMware1!"] {
            assert!(!is_placeholder(value.as_bytes()), "{value}");
        }
    }
}
