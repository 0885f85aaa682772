//! Secrets that only their name gives away: `password=…`, `"api_key": "…"`, `vendor SECRET …`.

mod meaning;
mod vendors;

use meaning::is_harmless_after;
pub(crate) use meaning::{Meaning, may_mean_something, meaning};

use crate::class::{NAME, WORD, class, is_word};
use crate::placeholder::is_placeholder;
use crate::random::{Looks, looks};
use crate::{Category, Grade, Kind};
use std::ops::Range;
use vetgate_model::Severity;

pub(crate) static PASSWORD: Kind = Kind::new("password", "Password", Category::Secret, Severity::Critical);
pub(crate) static CREDENTIAL: Kind = Kind::new("credential", "Secret named as such", Category::Secret, Severity::High);

/// The longest value that is read as a secret; longer ones are documents.
const LONGEST: usize = 4096;

/// The longest value without quotes.
const LONGEST_BARE: usize = 256;

/// How a value is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Written {
    /// Between quotes, or the whole of a JSON string.
    Quoted,
    /// Up to the next space.
    Bare,
}

/// What a value with this name is, and how sure that is.
pub(crate) fn judge(meaning: Meaning, value: &[u8], written: Written) -> Option<(&'static Kind, Grade)> {
    if meaning == Meaning::Nothing || value.len() < 4 || value.len() > LONGEST {
        return None;
    }
    let looks = looks(value);
    let is_made = looks != Looks::Ordinary && value.len() >= 20 || meaning >= Meaning::Secret && is_long_word(value);
    let is_call = memchr::memchr(b'(', value).is_some() || memchr::memmem::find(value, b"::").is_some();
    if meaning == Meaning::Password && written == Written::Quoted && is_phrase(value) {
        return Some((&PASSWORD, Grade::Medium));
    }
    if value.iter().any(|byte| byte.is_ascii_whitespace()) || (!is_made || is_call) && is_code(value, written) {
        return None;
    }
    let kind = if meaning == Meaning::Password { &PASSWORD } else { &CREDENTIAL };
    // One digit over and over is nobody's id, but a few of them may well be.
    let is_filler = if looks == Looks::Uuid { is_one_digit(value) } else { is_placeholder(value) };
    if is_filler && !(looks == Looks::Random && value.len() >= 20) {
        // `abc123` may be somebody's password after all; `${PASSWORD}` is not.
        let is_word = value.iter().all(u8::is_ascii_alphanumeric) && has_digit(value);
        return (meaning == Meaning::Password && is_word).then_some((kind, Grade::Low));
    }
    let grade = match (meaning, looks) {
        (Meaning::Weak, Looks::Random | Looks::Uuid) if value.len() < 20 => Grade::Low,
        (Meaning::Weak, Looks::Random | Looks::Uuid | Looks::Sequence) => Grade::Medium,
        (Meaning::Weak, _) => return None,
        (_, Looks::Random) if value.len() >= 20 => Grade::High,
        (_, Looks::Random | Looks::Uuid | Looks::Sequence) => Grade::Medium,
        (Meaning::Password, Looks::Ordinary) if is_typed(value) => Grade::Medium,
        (Meaning::Secret, Looks::Ordinary) if written == Written::Bare && is_identifier(value) => Grade::Low,
        (Meaning::Secret, Looks::Ordinary) if is_typed(value) && value.len() >= 8 => Grade::Medium,
        // Nobody writes a word of this length, or a number.
        (Meaning::Secret, Looks::Ordinary) if is_long_word(value) => Grade::Medium,
        _ => Grade::Low,
    };
    Some((kind, grade))
}

/// Whether it could be a name in code: `Chacha20Poly1305`. Names have few digits, and not at their start.
fn is_identifier(value: &[u8]) -> bool {
    value[0].is_ascii_alphabetic()
        && value.iter().all(|byte| is_word(*byte) || *byte == b'_')
        && value.iter().filter(|byte| byte.is_ascii_digit()).count() * 2 <= value.len()
        && (value.iter().any(u8::is_ascii_uppercase) || value.contains(&b'_'))
}

/// Whether it is longer than words and numbers are, and has nothing between its letters and digits.
pub(crate) fn is_long_word(value: &[u8]) -> bool {
    let has = |is: fn(&u8) -> bool| value.iter().any(is);
    let is_camel = has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase);
    value.len() >= 24 && value.iter().all(u8::is_ascii_alphanumeric) && !is_camel
}

/// Whether it is a phrase that nobody would say: four words or more, none of which holds a sentence together.
fn is_phrase(value: &[u8]) -> bool {
    const SENTENCE: &[&str] = &[
        "the", "and", "for", "your", "you", "with", "this", "that", "are", "was", "not", "must", "have", "has", "can",
        "will", "should", "enter", "please", "here", "user", "from", "into", "than", "least", "when", "any", "its",
    ];
    let mut words = 0;
    for word in value.split(|byte| *byte == b' ') {
        words += 1;
        let is_plain = (3..=12).contains(&word.len()) && word.iter().all(u8::is_ascii_lowercase);
        let is_sentence = SENTENCE.iter().any(|known| known.as_bytes() == word);
        if !is_plain || is_sentence || self::meaning(word) != Meaning::Nothing {
            return false;
        }
    }
    (4..=10).contains(&words)
}

fn is_one_digit(value: &[u8]) -> bool {
    let mut digits = value.iter().filter(|byte| **byte != b'-');
    let first = digits.next();
    digits.all(|digit| Some(digit) == first)
}

fn has_digit(value: &[u8]) -> bool {
    value.iter().any(u8::is_ascii_digit)
}

/// Whether it looks like something typed to be hard to guess: more than letters, and no name, path or number.
fn is_typed(value: &[u8]) -> bool {
    let count = |is: fn(&u8) -> bool| value.iter().filter(|byte| is(byte)).count();
    let letters = count(u8::is_ascii_alphabetic);
    let digits = count(u8::is_ascii_digit);
    let marks = value
        .iter()
        .filter(|byte| matches!(byte, b'!' | b'#' | b'$' | b'%' | b'^' | b'&' | b'*' | b'+' | b'?' | b'@' | b'~'))
        .count();
    value.len() >= 6 && (letters > 0 && digits + marks > 0 || digits >= 4 && marks > 0)
}

/// Whether it is an expression that yields a value: `os.environ["X"]`, `config.password`, `get_secret()`.
fn is_code(value: &[u8], written: Written) -> bool {
    let has = |byte: u8| memchr::memchr(byte, value).is_some();
    if has(b'(') && value.last().is_some_and(|last| matches!(last, b')' | b';' | b',' | b'?' | b'(')) {
        return true;
    }
    if written == Written::Bare && (has(b'(') && !has(b')') || memchr::memmem::find(value, b"::").is_some()) {
        return true;
    }
    if written == Written::Quoted {
        // A quoted path, link or dotted name says where the secret is, not what it is.
        return memchr::memmem::find(value, b"://").is_some()
            || matches!(value[0], b'/' | b'.')
            || value.starts_with(b"~/");
    }
    let names = value
        .iter()
        .all(|byte| is_word(*byte) || matches!(byte, b'_' | b'.' | b'-' | b'>' | b':' | b'?' | b'!' | b'*' | b'&'));
    let ends_open = value.last().is_some_and(|last| matches!(last, b'(' | b'[' | b'{'));
    matches!(value[0], b'$' | b'%' | b'@' | b'/' | b'(' | b'{' | b'[' | b'<' | b'&' | b'~' | b'`' | b'|' | b'!')
        || ends_open
        || has(b'[') && has(b']')
        || has(b'(') && !has(b')') && names
        || names && !has_digit(value)
        || memchr::memmem::find(value, b"://").is_some()
        || memchr::memmem::find(value, b"::").is_some()
        || memchr::memmem::find(value, b"->").is_some()
}

/// The value that `=` or `:` at `at` gives to a name that promises a secret.
pub(crate) fn assigned(text: &[u8], at: usize) -> Option<(Meaning, Range<usize>, Written)> {
    // `a == b` compares.
    if text[at] == b'=' && (text.get(at + 1) == Some(&b'=') || at > 0 && matches!(text[at - 1], b'=' | b'!' | b'<')) {
        return None;
    }
    let name = name_before(text, at)?;
    let name = typed_name(text, at, name);
    let meaning = meaning(&text[name.clone()]);
    if meaning != Meaning::Nothing && is_harmless_after(word_before(text, name.start), &text[name]) {
        return None;
    }
    if meaning == Meaning::Nothing {
        return None;
    }
    let mut start = at + 1;
    // `:=`, `=>`, `==` are no different; spaces and a `\` before a quote are skipped.
    while start < text.len() && start < at + 12 && matches!(text[start], b' ' | b'\t' | b'=' | b'>' | b'\\' | b':') {
        start += 1;
    }
    let written = match text.get(start)? {
        quote @ (b'"' | b'\'' | b'`') => {
            start += 1;
            let stop = memchr::memchr3(*quote, b'\n', b'\\', text.get(start..text.len().min(start + LONGEST))?)?;
            return Some((meaning, start..start + stop, Written::Quoted));
        }
        _ => Written::Bare,
    };
    let is_end = |byte: &u8| {
        byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'' | b'`' | b',' | b';' | b'<' | b'|' | b'\\' | b'}')
    };
    let rest = &text[start..text.len().min(start + LONGEST_BARE)];
    // A sign of equality inside a value is the next assignment, unless it is padding; so is `&name=` in a query.
    let is_next = |at: usize| match rest[at] {
        b'=' => rest.get(at + 1).is_some_and(|next| is_word(*next)),
        b'&' => rest[at + 1..].iter().take(32).find(|byte| !is_name(**byte)) == Some(&b'='),
        _ => false,
    };
    let mut stop = (0..rest.len()).find(|at| is_end(&rest[*at]) || is_next(*at)).unwrap_or(rest.len());
    let whole = stop;
    while stop > 0 && matches!(rest[stop - 1], b'.' | b')' | b']' | b':') {
        stop -= 1;
    }
    // What ends in dots goes on elsewhere.
    let is_cut = memchr::memmem::find(&rest[stop..whole], b"..").is_some();
    (stop > 0 && !is_cut).then_some((meaning, start..start + stop, written))
}

/// The word that ends before `end`, behind one space.
fn word_before(text: &[u8], end: usize) -> &[u8] {
    let Some([before @ .., b' ']) = text.get(..end) else { return b"" };
    let length = before.iter().rev().take(24).take_while(|byte| is_word(**byte)).count();
    &before[before.len() - length..]
}

/// In `password: string = …` the name is the one before the type.
fn typed_name(text: &[u8], at: usize, name: Range<usize>) -> Range<usize> {
    let before = text[..name.start].trim_ascii_end();
    match before.last() {
        Some(b':') if text[at] == b'=' => name_before(text, before.len() - 1).unwrap_or(name),
        _ => name,
    }
}

/// The name that stands before the `=` or `:` at `at`, with or without quotes and a space.
fn name_before(text: &[u8], at: usize) -> Option<Range<usize>> {
    let mut end = at;
    while end > 0
        && at - end < 6
        && matches!(text[end - 1], b' ' | b'\t' | b'"' | b'\'' | b'`' | b'\\' | b':' | b'*' | b']' | b'?')
    {
        end -= 1;
    }
    let mut start = end;
    while start > 0 && end - start < 64 && is_name(text[start - 1]) {
        start -= 1;
    }
    (start < end && !is_label(text, start..end)).then_some(start..end)
}

/// Whether the name is what stands for a value that was replaced, `[API_KEY]`, and no index: `keys[API_KEY]`.
fn is_label(text: &[u8], name: Range<usize>) -> bool {
    let is_index = match text[..name.start] {
        [.., b'\\', _, b'['] => false,
        [.., before, b'['] => is_word(before),
        [b'['] => false,
        _ => return false,
    };
    let is_capital = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_';
    !is_index && text.get(name.end) == Some(&b']') && text[name].iter().all(is_capital)
}

fn is_name(byte: u8) -> bool {
    class(byte) & NAME != 0
}

/// How many bytes before a value its name may begin.
const REACH: usize = 48;

/// What the words right before `start` say of the value there: up to three names, joined by nothing but spaces, quotes
/// and signs of assignment.
pub(crate) fn before(text: &[u8], start: usize) -> Meaning {
    let from = start.saturating_sub(REACH);
    let mut at = start;
    let mut best = Meaning::Nothing;
    for nth in 0..3 {
        let end = at;
        while at > from && is_joint(text[at - 1]) {
            at -= 1;
        }
        if end - at > 6 {
            break;
        }
        let stop = at;
        while at > from && (class(text[at - 1]) & WORD != 0 || text[at - 1] == b'_') {
            at -= 1;
        }
        // In a path or a link it is part of an address.
        if at == stop || at > 0 && text[at - 1] == b'/' {
            break;
        }
        let word = &text[at..stop];
        let means = meaning(word);
        // What is only perhaps a name for a secret has to stand right before it.
        if means >= Meaning::Secret || nth == 0 {
            best = best.max(means);
        }
        if vendors::is_vendor(word) {
            best = best.max(Meaning::Weak);
        }
        if best >= Meaning::Secret {
            break;
        }
    }
    best
}

/// What may stand between a name and its value, or between the words of a name.
fn is_joint(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'=' | b':' | b'"' | b'\'' | b'`' | b'-' | b'_' | b'.' | b'>' | b'\t' | b'\\' | b'(' | b',' | b'|'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<(&str, Grade)> {
        let bytes = text.as_bytes();
        let at = (0..bytes.len()).filter(|at| matches!(bytes[*at], b'=' | b':' | b'>'));
        at.filter_map(|at| {
            let (meaning, span, written) = assigned(bytes, at)?;
            judge(meaning, &bytes[span.clone()], written).map(|(_, grade)| (&text[span], grade))
        })
        .max_by_key(|found| found.1)
    }

    #[test]
    fn values_are_found_by_their_names() {
        for (text, value) in [
            ("password=hunter2!", "hunter2!"),
            ("password=tr0ub4dor&3", "tr0ub4dor&3"),
            ("?password=tr0ub4dor&page=3", "tr0ub4dor"),
            ("DB_PASSWORD: 'tr0ub4dor&3'", "tr0ub4dor&3"),
            ("\"api_key\": \"Zk3vT9qLm2XwR8bNcY5d\"", "Zk3vT9qLm2XwR8bNcY5d"),
            ("const secret = \"s2s1gfcuatgbi61n8h5s\";", "s2s1gfcuatgbi61n8h5s"),
            ("apilayer_token=abcdef1234567890abcdef1234567890", "abcdef1234567890abcdef1234567890"),
            ("password: \"correct horse battery staple\"", "correct horse battery staple"),
            ("<password>tr0ub4dor</password>", "tr0ub4dor"),
            ("contraseña: tr0ub4dor", "tr0ub4dor"),
            ("let password: string = 'tr0ub4dor&3'", "tr0ub4dor&3"),
            ("client_secret := `9f86d081884c7d659a2feaa0`", "9f86d081884c7d659a2feaa0"),
        ] {
            let (span, grade) = found(text).unwrap_or_else(|| panic!("nothing in {text}"));
            assert_eq!(span, value);
            assert!(grade >= Grade::Medium, "{text}");
        }
    }

    #[test]
    fn code_placeholders_and_prose_are_no_values() {
        for text in [
            "password = os.environ[\"DB_PASSWORD\"]",
            "password: str",
            "password = config.password",
            "password=${DB_PASSWORD}",
            "token = get_token()",
            "api_key: <your-key>",
            "\"password\": \"The password of the user\"",
            "secret = \"changeme\"",
            "token: string | undefined",
            "if(a.token===bq12&&c)return d",
            "next_token: eyJvZmZzZXQiOjEyMDB9aB3",
            "partition key: 9f86d081884c7d659a2feaa0c55ad015",
            "key = value",
            "password_hash = 5f4dcc3b5aa765d61d8327deb882cf99",
            "nextPageToken: CAUQAA9f86d081884c7d",
            "const token = await client.login(user)",
        ] {
            assert!(found(text).is_none_or(|found| found.1 < Grade::Medium), "{text}: {:?}", found(text));
        }
    }

    #[test]
    fn names_before_a_value_are_read_through_spaces() {
        let meaning = |text: &str| before(text.as_bytes(), text.len());
        assert_eq!(meaning("bannerbear TOKEN "), Meaning::Secret);
        assert_eq!(meaning("coinlayerSECRET="), Meaning::Secret);
        assert_eq!(meaning("--password "), Meaning::Password);
        assert_eq!(meaning("glassnode KEY "), Meaning::Weak);
        assert_eq!(meaning("commit "), Meaning::Nothing);
        assert_eq!(meaning(""), Meaning::Nothing);
    }
}
