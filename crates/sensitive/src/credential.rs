//! Secrets that only their name gives away: `password=…`, `"api_key": "…"`, `vendor SECRET …`.

mod meaning;
mod vendors;

use crate::words::credential::SENTENCE;
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
    if is_member_access(value) {
        return true;
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

/// Returns whether it is a chain of members that refers to a value: `var.db_password1`, `state.auth.user?.token2`,
/// `z.string().min(8)`. Two words with a dot between them may be a password, unless one of them names a secret.
fn is_member_access(value: &[u8]) -> bool {
    let call = memchr::memchr(b'(', value);
    let chain = &value[..call.unwrap_or(value.len())];
    let (mut parts, mut names_secret) = (0, false);
    for part in chain.split(|byte| *byte == b'.') {
        let name = part.strip_suffix(b"?").or_else(|| part.strip_suffix(b"!")).unwrap_or(part);
        let is_name = name.first().is_some_and(|first| first.is_ascii_alphabetic() || *first == b'_')
            && name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
        if !is_name {
            return false;
        }
        parts += 1;
        names_secret |= self::meaning(name) != Meaning::Nothing;
    }
    parts > 2 || parts == 2 && (call.is_some() || names_secret)
}

/// The value that the sign at `at` (`=`, `:`, `->`, `：`) gives to a name that promises a secret.
pub(crate) fn assigned(text: &[u8], at: usize) -> Option<(Meaning, Range<usize>, Written)> {
    // `a == b` compares.
    if text[at] == b'=' && (text.get(at + 1) == Some(&b'=') || at > 0 && matches!(text[at - 1], b'=' | b'!' | b'<')) {
        return None;
    }
    let name = name_before(text, at)?;
    let meaning = named(text, &name)
        .or_else(|| named(text, &typed_name(text, at, &name)?))
        .or_else(|| named(text, &spoken_name(text, &name)?))
        .max(two_words(text, &name))?;
    let mut start = at + if text[at].is_ascii() { 1 } else { WIDE_COLON.len() };
    // `:=`, `=>`, `==` are no different; spaces and a `\` before a quote are skipped.
    while start < text.len() && start < at + 12 && matches!(text[start], b'=' | b'>' | b'\\' | b':' | b' ' | b'\t') {
        start += 1;
    }
    start = behind_layout(text, start);
    let written = match text.get(start)? {
        quote @ (b'"' | b'\'' | b'`') => {
            start += 1;
            let stop = memchr::memchr3(*quote, b'\n', b'\\', text.get(start..text.len().min(start + LONGEST))?)?;
            return Some((meaning, start..start + stop, Written::Quoted));
        }
        _ => Written::Bare,
    };
    let is_end = |byte: &u8| {
        byte.is_ascii_whitespace()
            || matches!(byte, &ESCAPE | b'"' | b'\'' | b'`' | b',' | b';' | b'<' | b'|' | b'\\' | b'}')
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

/// The most blanks that align the values of settings.
const ALIGNMENT: usize = 64;

/// The place behind the blanks that align a value and the sequences that set its colour.
fn behind_layout(text: &[u8], start: usize) -> usize {
    let most = text.len().min(start + ALIGNMENT);
    let mut at = start;
    loop {
        at += text[at..most.max(at)].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        match colour(&text[at..]) {
            0 => return at,
            length => at += length,
        }
    }
}

/// The place before the blanks and colour sequences that end at `end`.
fn before_layout(text: &[u8], end: usize) -> usize {
    let least = end.saturating_sub(ALIGNMENT);
    let mut at = end;
    loop {
        at -= text[least.min(at)..at].iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let escape = text[at.saturating_sub(LONGEST_COLOUR)..at].iter().rposition(|byte| *byte == ESCAPE);
        match escape.map(|escape| at.saturating_sub(LONGEST_COLOUR) + escape) {
            Some(escape) if colour(&text[escape..]) == at - escape => at = escape,
            _ => return at,
        }
    }
}

const ESCAPE: u8 = 0x1B;
/// The most bytes of a sequence that sets colours.
const LONGEST_COLOUR: usize = 20;

/// The length of the sequence that sets a colour or a weight (SGR, ECMA-48 8.3.117) at the start of `text`, or zero.
fn colour(text: &[u8]) -> usize {
    let Some([ESCAPE, b'[', rest @ ..]) = text.get(..text.len().min(LONGEST_COLOUR)) else { return 0 };
    let length = rest.iter().take_while(|byte| byte.is_ascii_digit() || matches!(byte, b';' | b':')).count();
    if rest.get(length) == Some(&b'm') { length + 3 } else { 0 }
}

/// The word that ends before `end`, behind one space.
fn word_before(text: &[u8], end: usize) -> &[u8] {
    let Some([before @ .., b' ']) = text.get(..end) else { return b"" };
    let length = before.iter().rev().take(24).take_while(|byte| is_word(**byte)).count();
    &before[before.len() - length..]
}

/// The secret that a name promises, unless the word before it makes it harmless.
fn named(text: &[u8], name: &Range<usize>) -> Option<Meaning> {
    let meaning = meaning(&text[name.clone()]);
    let is_harmless = || is_harmless_after(word_before(text, name.start), &text[name.clone()]);
    (meaning != Meaning::Nothing && !is_harmless()).then_some(meaning)
}

/// The secret that a name of two words promises, one space between them: `API key`.
fn two_words(text: &[u8], name: &Range<usize>) -> Option<Meaning> {
    let first = word_before(text, name.start).len();
    if first == 0 {
        return None;
    }
    let start = name.start - 1 - first;
    named(text, &(start..name.end))
}

/// The name before the type in `password: string = …`. Only consulted where the word before the sign names no secret:
/// in `ERROR: password=…` that word is the name, and the word before the colon is a label.
fn typed_name(text: &[u8], at: usize, name: &Range<usize>) -> Option<Range<usize>> {
    let before = text[..name.start].trim_ascii_end();
    match before.last() {
        Some(b':') if text[at] == b'=' => name_before(text, before.len() - 1),
        _ => None,
    }
}

/// The colon of East Asian texts.
pub(crate) const WIDE_COLON: &[u8] = "：".as_bytes();

/// The name in `the password is: …` and in `password for admin: …`.
fn spoken_name(text: &[u8], name: &Range<usize>) -> Option<Range<usize>> {
    let word = &text[name.clone()];
    if [&b"is"[..], b"was"].iter().any(|verb| word.eq_ignore_ascii_case(verb)) {
        return name_before(text, name.start);
    }
    let before = word_before(text, name.start);
    before.eq_ignore_ascii_case(b"for").then(|| name_before(text, name.start - b"for ".len()))?
}

/// The name that stands before the `=` or `:` at `at`, with or without quotes and a space.
fn name_before(text: &[u8], at: usize) -> Option<Range<usize>> {
    let aligned = before_layout(text, at);
    let mut end = aligned;
    while end > 0
        && aligned - end < 6
        && matches!(text[end - 1], b' ' | b'\t' | b'"' | b'\'' | b'`' | b'\\' | b':' | b'*' | b']' | b'?')
    {
        end -= 1;
    }
    end = before_layout(text, before_remark(text, end));
    let mut start = end;
    while start > 0 && end - start < 64 && is_name(text[start - 1]) {
        start -= 1;
    }
    (start < end && !is_label(text, start..end)).then_some(start..end)
}

/// The end of a name that a remark follows: `Password (admin): …`. Without a space it is a call.
fn before_remark(text: &[u8], end: usize) -> usize {
    let Some([rest @ .., b')']) = text.get(..end) else { return end };
    let length = rest.iter().rev().take(REMARK).position(|byte| matches!(byte, b'(' | b')' | b'\n'));
    match length.map(|length| rest.split_at(rest.len() - length)) {
        Some(([name @ .., b' ', b'('], _)) => name.len(),
        _ => end,
    }
}

/// The most bytes of a remark behind a name.
const REMARK: usize = 32;

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
        let is_sign = |at: &usize| {
            let rest = &bytes[*at..];
            matches!(rest[0], b'=' | b':' | b'>') || rest.starts_with(b"->") || rest.starts_with(WIDE_COLON)
        };
        let at = (0..bytes.len()).filter(is_sign);
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
            ("ERROR: password=tr0ub4dor3", "tr0ub4dor3"),
            ("ERROR:password=tr0ub4dor3", "tr0ub4dor3"),
            ("config: password=tr0ub4dor3", "tr0ub4dor3"),
            ("INFO: token=Zk3vT9qLm2XwR8bNcY5d", "Zk3vT9qLm2XwR8bNcY5d"),
            ("2026-05-17T10:11:12Z ERROR auth: password=tr0ub4dor3 user=bob", "tr0ub4dor3"),
            ("2026-05-17 10:11:12,123 [INFO] com.acme.Auth - password=tr0ub4dor3", "tr0ub4dor3"),
            ("[2026-05-17 10:11:12] prod.ERROR: password: tr0ub4dor3", "tr0ub4dor3"),
            ("Nov 18 10:11:12 host sshd[123]: password=tr0ub4dor3", "tr0ub4dor3"),
            ("DEBUG:root:api_key=Zk3vT9qLm2XwR8bNcY5d", "Zk3vT9qLm2XwR8bNcY5d"),
            ("curl: header: X-Api-Key=Zk3vT9qLm2XwR8bNcY5d", "Zk3vT9qLm2XwR8bNcY5d"),
            ("msg=\"login failed: password=tr0ub4dor3\"", "tr0ub4dor3"),
            ("db: { user: bob, password: tr0ub4dor3 }", "tr0ub4dor3"),
            ("login --password=tr0ub4dor3 --fast", "tr0ub4dor3"),
            ("login --api-key=Zk3vT9qLm2XwR8bNcY5d", "Zk3vT9qLm2XwR8bNcY5d"),
            ("note: the password is: tr0ub4dor3", "tr0ub4dor3"),
            ("Password (admin): tr0ub4dor3", "tr0ub4dor3"),
            ("password for admin: tr0ub4dor3", "tr0ub4dor3"),
            ("password -> tr0ub4dor3", "tr0ub4dor3"),
            ("password：tr0ub4dor3", "tr0ub4dor3"),
            ("\x1b[32mpassword:\x1b[0m Summer2024!x", "Summer2024!x"),
            ("\x1b[1mpassword\x1b[0m=Summer2024!x", "Summer2024!x"),
            ("\x1b[1;38;5;12mpassword\x1b[0m : \x1b[33mSummer2024!x\x1b[0m", "Summer2024!x"),
            ("\x1b[2mapi_key\x1b[0m\x1b[2m=\x1b[0m\"Zk3vT9qLm2XwR8bNcY5d\"", "Zk3vT9qLm2XwR8bNcY5d"),
            ("API key: hV9kQ2zr7LwXp4Tn", "hV9kQ2zr7LwXp4Tn"),
            ("Api Key = hV9kQ2zr7LwXp4Tn", "hV9kQ2zr7LwXp4Tn"),
            ("access key: hV9kQ2zr7LwXp4Tn", "hV9kQ2zr7LwXp4Tn"),
            ("Stripe API key: hV9kQ2zr7LwXp4Tn", "hV9kQ2zr7LwXp4Tn"),
            ("password                      = tr0ub4dor3", "tr0ub4dor3"),
            ("password =                           \"tr0ub4dor3\"", "tr0ub4dor3"),
            ("password:\t\t\t\t              tr0ub4dor3", "tr0ub4dor3"),
            ("password=p4ss.word1", "p4ss.word1"),
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
            "ERROR: password=<redacted>",
            "WARN: token=${TOKEN}",
            "note: the password is: required",
            "config.token->length9",
            "get_password(user): return1",
            "error: next_token=CAUQAA9f86d081884c7d",
            "password = var.db_password1",
            "password = random_password.db1.result",
            "token: state.auth.user?.token2,",
            "password: z.string().min(8).max(64),",
            "password: \x1b[0m",
            "public key: hV9kQ2zr7LwXp4Tn",
            "the API key: required",
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
