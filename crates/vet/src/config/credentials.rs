//! Which names carry credentials, and which values may be secrets, in what is shown to people.

use super::wording::{is_about, names_a_secret, words};
use crate::mask;
use crate::words::masked::CREDENTIALS;
use std::ops::Range;
use vetgate_text::decode;

/// Returns true if something called `name` carries credentials.
pub(super) fn names_credentials(name: &str) -> bool {
    let has = words(name).iter().any(|word| CREDENTIALS.contains(&word.as_str()));
    names_a_secret(name) || (has || mask::names_a_secret(name)) && !is_about(name)
}

/// Returns true if `value` is a value and neither a reference, a placeholder nor a path.
pub(super) fn is_value(value: &str) -> bool {
    let value = value.trim().trim_matches(['"', '\'']);
    let is_variable = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let is_reference = value.starts_with("${") && value.ends_with('}')
        || value.starts_with("{{") && value.ends_with("}}")
        || value.strip_prefix('$').is_some_and(|name| !name.is_empty() && name.chars().all(is_variable))
        || value.starts_with('<') && value.ends_with('>')
        || value.len() > 2 && value.starts_with('%') && value.ends_with('%');
    let is_path = ["/", "./", "../", "~/", "~\\", "C:\\"].iter().any(|start| value.starts_with(start))
        && value.chars().all(|c| c.is_ascii_alphanumeric() || "/\\._-~:+ ".contains(c))
        && (value[1..].contains(['/', '\\', '.']));
    !value.is_empty() && !vetgate_sensitive::is_masked(value) && !is_reference && !is_path
}

/// Returns true if `value` is a switch or a small number, such as a port: no secret, unless it is called one.
pub(super) fn is_plain(value: &str) -> bool {
    value.len() <= 5 && value.bytes().all(|byte| byte.is_ascii_digit()) || matches!(value, "true" | "false")
}

/// Returns true if `value`, which has no name that tells, looks like a secret: long enough, and digits stand between its
/// letters. A path, an address, a version and a name with a number at its end do not look so.
pub(super) fn looks_secret(value: &str) -> bool {
    const SHORTEST: usize = 8;
    let is_part = |byte: u8| byte.is_ascii_graphic() && !b"/\\.:@,(){}[]<>\"'`|;".contains(&byte);
    value.len() >= SHORTEST && value.bytes().all(is_part) && switches(value) > 1
}

/// How often a digit and a letter are beside each other.
fn switches(value: &str) -> usize {
    let is_switch = |pair: &&[u8]| {
        pair[0].is_ascii_digit() && pair[1].is_ascii_alphabetic()
            || pair[0].is_ascii_alphabetic() && pair[1].is_ascii_digit()
    };
    value.as_bytes().windows(2).filter(is_switch).count()
}

/// The runs in `text` that nobody writes by hand and that do not decode to a text: long, with digits between small and
/// capital letters. A digest has no capital letters, and names have few digits.
pub(super) fn random(text: &str) -> Vec<Range<usize>> {
    const SHORTEST: usize = 16;
    const SWITCHES: usize = 4;
    let mut found = vec![];
    let mut at = 0;
    for run in text.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))) {
        // An option and its value may be one word.
        let flag = if run.starts_with('-') { run.len().min(2) } else { 0 };
        at += flag;
        let run = &run[flag..];
        let has = |is: fn(&u8) -> bool| run.as_bytes().iter().any(is);
        if run.len() >= SHORTEST
            && switches(run) >= SWITCHES
            && has(u8::is_ascii_uppercase)
            && has(u8::is_ascii_lowercase)
            && decode::layers(run).found.is_empty()
        {
            found.push(at..at + run.len());
        }
        at += run.len();
        at += text[at..].chars().next().map_or(0, char::len_utf8);
    }
    found
}

/// The defaults of references, as in `${NAME:-value}`, that may be secrets.
pub(super) fn defaults(text: &str) -> Vec<Range<usize>> {
    let mut found = vec![];
    let mut from = 0;
    while let Some(start) = text[from..].find("${").map(|at| from + at + 2) {
        let end = text[start..].find('}').map_or(text.len(), |at| start + at);
        let name =
            text[start..end].split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next().unwrap_or_default();
        let value = start + name.len();
        let value = value + text[value..end].len() - text[value..end].trim_start_matches([':', '-', '=']).len();
        let default = &text[value..end];
        if value > start + name.len() && is_value(default) && (names_credentials(name) || looks_secret(default)) {
            found.push(value..end);
        }
        from = start;
    }
    found
}

/// The values of members of JSON that carry credentials, as in `{"db": {"pw": "value"}}`.
pub(super) fn members(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let is_quote = |at: usize| bytes.get(at).is_some_and(|byte| matches!(byte, b'"' | b'\''));
    let after = |mut at: usize, skip: &[u8]| {
        while bytes.get(at).is_some_and(|byte| skip.contains(byte)) {
            at += 1;
        }
        at
    };
    let mut found = vec![];
    for colon in memchr::memchr_iter(b':', bytes) {
        let before = text[..colon].trim_end().trim_end_matches('\\');
        let Some(name) = before.strip_suffix(['"', '\'']) else { continue };
        let name = name.trim_end_matches('\\');
        let is_name = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let name = &name[name.trim_end_matches(is_name).len()..];
        let start = after(colon + 1, b" \t\\");
        if !names_credentials(name) {
            continue;
        }
        let span = match is_quote(start) {
            true => {
                let quote = bytes[start];
                let ends = |at: &usize| bytes[*at] == quote || bytes[*at] == b'\\';
                start + 1..(start + 1..bytes.len()).find(ends).unwrap_or(bytes.len())
            }
            false => {
                let ends = |at: &usize| !bytes[*at].is_ascii_alphanumeric();
                start..(start..bytes.len()).find(ends).unwrap_or(bytes.len())
            }
        };
        if text.get(span.clone()).is_some_and(|value| is_value(value) && !matches!(value, "true" | "false" | "null")) {
            found.push(span);
        }
    }
    found
}

/// Returns true if the value of the option `flag` is the password of `program`.
pub(super) fn takes_password(program: &str, flag: &str) -> bool {
    match program {
        "sshpass" | "mongo" | "mongosh" | "mongodump" | "mongorestore" | "psexec" => flag == "-p",
        "mysql" | "mysqldump" | "mysqladmin" | "mariadb" | "mariadb-dump" | "7z" | "7za" => flag == "-p",
        "redis-cli" => flag == "-a",
        "ldapsearch" | "ldapmodify" | "ldapadd" => flag == "-w",
        "sqlcmd" | "zip" | "unzip" => flag == "-P",
        "openssl" => flag == "-k",
        _ => false,
    }
}
