//! Expressions of code that yield a value: `os.environ["X"]`, `config.password`, `get_secret()`.

use super::{Meaning, Written, has_digit, meaning};
use crate::class::is_word;

/// How much of a line is read to see where a call ends.
const REACH: usize = 256;

/// Whether it is an expression that yields a value.
pub(super) fn is_code(value: &[u8], written: Written) -> bool {
    if written == Written::Quoted {
        // A quoted path, link or dotted name says where the secret is, not what it is.
        return memchr::memmem::find(value, b"://").is_some()
            || matches!(value[0], b'/' | b'.')
            || value.starts_with(b"~/")
            || value.ends_with(b")")
                && name_length(value).is_some_and(|name| value[name] == b'(' && !has_digit(&value[..name]));
    }
    if is_member_access(value) || is_path(value) || is_rule(value) {
        return true;
    }
    let names = value
        .iter()
        .all(|byte| is_word(*byte) || matches!(byte, b'_' | b'.' | b'-' | b'>' | b':' | b'?' | b'!' | b'*' | b'&'));
    let starts_open = match value[0] {
        b'$' | b'/' | b'(' | b'{' | b'[' | b'<' | b'`' => true,
        b'%' | b'@' | b'&' | b'~' | b'|' | b'!' => !is_marked(&value[1..]),
        _ => false,
    };
    starts_open
        || value.last().is_some_and(|last| matches!(last, b'(' | b'[' | b'{'))
        || names && !has_digit(value)
        || memchr::memmem::find(value, b"://").is_some()
        || names && memchr::memmem::find(value, b"->").is_some()
}

/// Whether letters, digits and signs are mixed as nobody does in code.
fn is_marked(value: &[u8]) -> bool {
    let mark =
        |byte: &u8| matches!(byte, b'!' | b'#' | b'$' | b'%' | b'^' | b'&' | b'*' | b'@' | b'~' | b',' | b';' | b'\'');
    has_digit(value) && value.iter().any(mark) && value.iter().any(u8::is_ascii_alphabetic)
}

/// The length of the name, with its members, that `text` starts with, if a bracket opens right behind it.
fn name_length(text: &[u8]) -> Option<usize> {
    let length = text
        .iter()
        .take(96)
        .take_while(|byte| {
            is_word(**byte)
                || matches!(byte, b'_' | b'.' | b':' | b'?' | b'!' | b'&' | b'*' | b'-' | b'>' | b'$' | b'@')
        })
        .count();
    (length > 0 && matches!(text.get(length), Some(b'(' | b'['))).then_some(length)
}

/// Whether an expression starts the text: a call or an index that is closed on the line, or goes on behind it.
pub(super) fn is_expression(text: &[u8]) -> bool {
    let line = &text[..text.len().min(REACH)];
    let line = &line[..memchr::memchr(b'\n', line).unwrap_or(line.len())];
    if is_generic(line) || line.starts_with(b"qr/") {
        return true;
    }
    let Some(name) = name_length(line) else { return false };
    let (mut depth, mut quote) = (0_usize, None);
    for (at, byte) in line.iter().enumerate().skip(name) {
        match (byte, quote) {
            (_, Some(open)) if *byte == open => quote = None,
            (_, Some(_)) => {}
            (b'"' | b'\'' | b'`', None) => quote = Some(*byte),
            (b'(' | b'[' | b'{', None) => depth += 1,
            (b')' | b']' | b'}', None) => {
                depth -= 1;
                if depth == 0 {
                    return ends_call(&line[at + 1..]);
                }
            }
            _ => {}
        }
    }
    // A call that goes on behind the line ends there with an open bracket or a comma.
    line.len() == REACH || matches!(line.trim_ascii_end().last(), Some(b'(' | b'[' | b'{' | b',' | b'|' | b'\\'))
}

/// Whether a type with parameters starts the line: `Option<&str>`.
fn is_generic(line: &[u8]) -> bool {
    let name =
        line.iter().take_while(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b':' | b'&' | b'.')).count();
    let Some([b'<', rest @ ..]) = line.get(name..) else { return false };
    name > 1
        && rest
            .first()
            .is_some_and(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'&' | b'\'' | b'(' | b'[' | b'_' | b'*'))
        && memchr::memchr(b'>', rest).is_some()
}

/// Whether what stands behind a bracket that closes a call may stand there.
fn ends_call(rest: &[u8]) -> bool {
    match rest {
        [] => true,
        [b'!', b'=', ..] => true,
        [byte, ..] => !is_word(*byte) && !matches!(byte, b'!' | b'#' | b'$' | b'%' | b'^' | b'~' | b'@'),
    }
}

/// Whether it is a rule of validation: `required|min:8`.
fn is_rule(value: &[u8]) -> bool {
    let is_part = |part: &[u8]| {
        let name = part.iter().take_while(|byte| byte.is_ascii_lowercase() || **byte == b'_').count();
        name > 1
            && matches!(part.get(name), None | Some(b':'))
            && part[name..].iter().skip(1).all(|byte| is_word(*byte) || *byte == b',')
    };
    value.contains(&b'|') && value.split(|byte| *byte == b'|').all(is_part)
}

/// Whether it is a path of types: `Token::Newline`.
fn is_path(value: &[u8]) -> bool {
    let Some(at) = memchr::memmem::find(value, b"::") else { return false };
    let is_name = |byte: &u8| is_word(*byte) || matches!(byte, b'_' | b'&' | b'<' | b'>' | b'*');
    value[..at].iter().all(is_name)
        && value.get(at + 2).is_some_and(|next| next.is_ascii_alphabetic() || matches!(next, b'<' | b'_' | b'{' | b'*'))
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
        names_secret |= meaning(name) != Meaning::Nothing;
    }
    parts > 2 || parts == 2 && (call.is_some() || names_secret)
}
