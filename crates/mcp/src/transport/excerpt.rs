//! Text of a server, made safe to show.
//!
//! What a server writes on standard error, in an error message or in a body ends up on a terminal and in
//! reports. So controls and invisible characters are escaped, length is cut, and values that the
//! configuration handed to the server are masked.

use super::redactor::Redactor;
use reqwest::Url;
use std::collections::BTreeMap;

/// Shorter values are too common to mask: `1`, `true`, `debug`.
const SHORTEST_SECRET: usize = 8;

/// Values that a reference resolved to are masked down to this length: the configuration keeps them out of sight.
const SHORTEST_RESOLVED: usize = 4;

/// The values that must not be shown.
#[derive(Debug, Clone, Default)]
pub(crate) struct Mask {
    secrets: Vec<String>,
    /// The values that references resolved to, in the forms that they have in messages.
    resolved: Redactor,
}

impl Mask {
    /// Masks the values of `map`, and the last word of those that have a scheme in front, as in
    /// `Bearer <token>`.
    pub(crate) fn of(map: &BTreeMap<String, String>) -> Self {
        let values = map.values().flat_map(|value| [Some(value.as_str()), value.rsplit(' ').next()]);
        Self::default().with(values.flatten().map(str::to_owned))
    }

    /// Masks the credentials and the query of an address as well, as written and decoded: a server that refuses a request
    /// often repeats its address.
    pub(crate) fn with_url(self, url: &Url) -> Self {
        let mut secrets = vec![];
        for part in [Some(url.username()), url.password(), url.query(), url.fragment()].into_iter().flatten() {
            secrets.push(part.to_owned());
            secrets.push(decoded(part));
        }
        if let Some(password) = url.password() {
            secrets.push(format!("{}:{password}", url.username()));
        }
        for pair in url.query().unwrap_or_default().split('&') {
            secrets.push(pair.to_owned());
            secrets.push(decoded(pair));
            secrets.extend(pair.split_once('=').map(|(_, value)| value.to_owned()));
        }
        secrets.extend(url.query_pairs().map(|(_, value)| value.into_owned()));
        self.with(secrets)
    }

    /// Masks the values of `map`, those of `args` that a flag or an assignment names, as in `--token VALUE` and
    /// `NAME=VALUE`, and the secret parts of addresses. Paths may be shown.
    pub(crate) fn of_command(map: &BTreeMap<String, String>, args: &[String]) -> Self {
        let mut mask = Self::of(map);
        let mut secrets = vec![];
        let mut is_named = false;
        for word in args {
            let assigned = word.split_once('=').map(|(_, value)| value);
            let value = assigned.or((is_named && !word.starts_with('-')).then_some(word.as_str()));
            let is_seen = |value: &&str| value.starts_with(['/', '.', '~']) || value.contains("://");
            secrets.extend(value.filter(|value| !is_seen(value)).map(str::to_owned));
            for address in [Some(word.as_str()), assigned].into_iter().flatten() {
                if let Ok(url) = Url::parse(address)
                    && url.has_host()
                {
                    mask = mask.with_url(&url);
                }
            }
            is_named = word.starts_with("--") && assigned.is_none();
        }
        mask.with(secrets)
    }

    /// Masks the values that references of the configuration resolved to, as they are, in the forms that they take in an
    /// address and in quotes, and line by line.
    pub(crate) fn with_resolved(self, values: &[String]) -> Self {
        let mut mask = Self { resolved: Redactor::of(values), ..self };
        let mut forms = vec![];
        for value in values {
            let value = value.trim();
            forms.push(value.to_owned());
            forms.push(value.to_lowercase());
            forms.push(value.escape_debug().to_string());
            if let Ok(mut path) = Url::parse("http://host.invalid/") {
                path.set_path(value);
                forms.push(path.path().trim_start_matches('/').to_owned());
            }
            if let Ok(url) = Url::parse(value)
                && url.has_host()
            {
                let mut shown = url.clone();
                let _ = shown.set_username("");
                let _ = shown.set_password(None);
                shown.set_query(None);
                shown.set_fragment(None);
                forms.push(shown.as_str().trim_end_matches('/').to_owned());
                forms.push(url.path().trim_matches('/').to_owned());
                forms.extend(url.host_str().map(str::to_owned));
                mask = mask.with_url(&url);
            }
            let lines = value.lines().map(str::trim).filter(|line| line.len() >= SHORTEST_SECRET);
            forms.extend(lines.map(str::to_owned));
        }
        mask.with_all(forms.into_iter().filter(|form| form.chars().count() >= SHORTEST_RESOLVED))
    }

    fn with(self, more: impl IntoIterator<Item = String>) -> Self {
        self.with_all(more.into_iter().filter(|secret| secret.len() >= SHORTEST_SECRET))
    }

    fn with_all(mut self, more: impl IntoIterator<Item = String>) -> Self {
        let mut secrets = std::mem::take(&mut self.secrets);
        secrets.extend(more);
        // Longest first, so that a value is masked whole before its own end is.
        secrets.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        secrets.dedup();
        Self { secrets, ..self }
    }

    /// `text` with every secret replaced, controls escaped, and cut to `limit` characters.
    pub(crate) fn show(&self, text: &str, limit: usize) -> String {
        let mut masked = self.resolved.in_text(text).into_owned();
        for secret in &self.secrets {
            if masked.contains(secret.as_str()) {
                masked = masked.replace(secret.as_str(), "***");
            }
        }
        excerpt(&masked, limit)
    }
}

/// `text` with its percent-encoding removed.
fn decoded(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// The start of `text` with controls and invisible characters escaped; line breaks and tabs stay.
pub(crate) fn excerpt(text: &str, limit: usize) -> String {
    let mut shown = String::new();
    for (count, c) in text.chars().enumerate() {
        if count == limit {
            shown.push('…');
            break;
        }
        if c == '\n' || c == '\t' || !(c.is_control() || is_invisible(c)) {
            shown.push(c);
        } else {
            shown.extend(c.escape_unicode());
        }
    }
    shown
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e000}'..='\u{f8ff}'
        | '\u{e0000}'..='\u{e0fff}' | '\u{f0000}'..='\u{10ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_invisible_characters_do_not_reach_the_terminal() {
        assert_eq!(excerpt("a\u{1b}[31mb\u{200b}c\nd", 100), "a\\u{1b}[31mb\\u{200b}c\nd");
    }

    #[test]
    fn long_text_is_cut_with_a_mark() {
        assert_eq!(excerpt("abcdef", 3), "abc…");
    }

    #[test]
    fn credentials_and_query_of_an_address_are_masked_as_written_and_decoded() {
        let url = Url::parse("https://me:pa%24%24word@h.example/mcp?key=sec%72et-key&v=1&t=abcd56").unwrap();
        let mask = Mask::default().with_url(&url);
        for (said, expected) in [
            ("Cannot POST /mcp?key=sec%72et-key&v=1&t=abcd56", "Cannot POST /mcp?***"),
            ("bad key secret-key", "bad key ***"),
            ("query t=abcd56, v=1", "query ***, v=1"),
            ("login me:pa%24%24word", "login ***"),
            ("password pa$$word", "password ***"),
        ] {
            assert_eq!(mask.show(said, 100), expected, "{said}");
        }
    }

    #[test]
    fn configured_values_are_masked_even_without_their_scheme() {
        let map =
            [("Authorization".to_owned(), "Bearer s3cr3t-t0ken".to_owned()), ("DEBUG".to_owned(), "1".to_owned())];
        let mask = Mask::of(&map.into());
        assert_eq!(mask.show("bad token s3cr3t-t0ken (1)", 100), "bad token *** (1)");
    }

    #[test]
    fn values_of_references_are_masked_in_every_form_they_take() {
        let values = ["t0k1", "s p/ace", "Up-Case", "https://u:pw@Host.example/deep/path?k=v", "one\nline-of-two\nxyz"];
        let mask = Mask::default().with_resolved(&values.map(str::to_owned));
        for (said, expected) in [
            ("/nope/t0k1/x", "/nope/***/x"),
            ("http://h/s%20p/ace/", "http://h/***/"),
            ("['s p/ace']", "['***']"),
            ("http://up-case.example/", "http://***.example/"),
            ("https://host.example/deep/path", "***"),
            ("no route to host.example", "no route to ***"),
            ("bad line-of-two", "bad ***"),
            ("one xyz", "one xyz"),
        ] {
            assert_eq!(mask.show(said, 100), expected, "{said}");
        }
        assert_eq!(Mask::default().with_resolved(&["abc".to_owned()]).show("abc", 10), "abc");
    }

    #[test]
    fn values_on_the_command_line_are_masked() {
        let args = ["A=s3cr3t-one", "--token", "s3cr3t-two", "--key=s3cr3t-three", "x://u:s3cr3t-four@host.example/db"];
        let mask = Mask::of_command(&BTreeMap::new(), &args.map(str::to_owned));
        let text = "s3cr3t-one s3cr3t-two s3cr3t-three x://u:s3cr3t-four@host.example/db --token";
        assert_eq!(mask.show(text, 200), "*** *** *** x://***@host.example/db --token");
    }
}
