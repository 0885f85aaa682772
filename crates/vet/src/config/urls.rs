//! The secrets in URLs: user information, and values of the query and the fragment.

use super::credentials::{is_plain, is_value, looks_secret, names_credentials};
use std::ops::Range;

/// The places in which a URL occurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Url {
    /// It is the target.
    Target,
    /// In a word of a command line.
    Word,
    /// In what may be a script, where something else may follow it.
    Script,
}

/// The user information of every URL in `text`, the values of its query that are no small numbers, and the credentials in its
/// fragment; of a URL that is a target, every value of both.
pub(super) fn urls(text: &str, kind: Url) -> Vec<Range<usize>> {
    let mut found = vec![];
    let mut from = 0;
    while let Some(at) = text[from..].find("://") {
        let scheme = text[..from + at].rsplit(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        let start = from + at + 3;
        let ends = |c: char| c.is_whitespace() || "\"'`<>\\".contains(c) || kind == Url::Script && ";|&()".contains(c);
        let url_end = text[start..].find(ends).map_or(text.len(), |at| start + at);
        found.extend(user_information(text, start, url_end, scheme));
        if let Some(query) = text[start..url_end].find(['?', '#']) {
            found.extend(query_values(text, start + query + 1, url_end, kind == Url::Target));
        }
        from = start;
    }
    found
}

fn user_information(text: &str, start: usize, end: usize, scheme: &str) -> Option<Range<usize>> {
    let authority_end = text[start..end].find(['/', '?', '#']).map_or(end, |at| start + at);
    let at = match text[start..authority_end].rfind('@') {
        Some(at) => start + at,
        // A password with a slash in it ends the authority early; a port does not.
        None => {
            let (_, rest) = text[start..authority_end].split_once(':')?;
            let is_port = rest.bytes().all(|byte| byte.is_ascii_digit());
            start + text[start..end].rfind('@').filter(|_| !is_port)?
        }
    };
    let is_web = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    let password = match text[start..at].find(':') {
        Some(colon) => start + colon + 1,
        // A user without a password is a token.
        None if is_web => start,
        None => return None,
    };
    is_value(&text[password..at]).then_some(password..at)
}

fn query_values(text: &str, start: usize, end: usize, is_target: bool) -> Vec<Range<usize>> {
    let mut found = vec![];
    let mut at = start;
    let fragment = text[..end].rfind('#').unwrap_or(end);
    for pair in text[start..end].split(['&', ';', '#', '?']) {
        let (name, value) = pair.split_once('=').unwrap_or(("", pair));
        let is_told = names_credentials(name) || name.eq_ignore_ascii_case("code") || looks_secret(value);
        // The fragment of the link to a package names a part of it.
        let is_query = !name.is_empty() && !is_plain(value) && at <= fragment;
        if (is_target || is_told || is_query) && is_value(value) {
            let from = at + pair.len() - value.len();
            found.push(from..from + value.len());
        }
        at += pair.len() + 1;
    }
    found
}
