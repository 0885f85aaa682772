//! What the name of a field, a variable or a flag says about its value: a password, another secret, or nothing.
//!
//! The last word of a name says what the value is: `password` holds one, `password_hash` and `token_count` do not, and
//! `next_page_token` is not a secret either. So a word for a secret counts only where nothing behind it turns it into
//! something else and nothing before it makes it harmless.

use crate::names::starts_part;

/// What a name promises of its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Meaning {
    /// Nothing about secrets.
    Nothing,
    /// Perhaps a secret: `key`, `access`, `auth`. Only a value that looks random is one.
    Weak,
    /// A token or key that a machine made.
    Secret,
    /// What a person types to get in: it need not look random.
    Password,
}

struct Word {
    text: &'static str,
    meaning: Meaning,
    /// Whether it also counts at the end of a longer word, as in `dbpassword`.
    glued: bool,
    /// The words that, right before it, make it harmless.
    not_after: &'static [&'static str],
}

const fn word(text: &'static str, meaning: Meaning, glued: bool, not_after: &'static [&'static str]) -> Word {
    Word { text, meaning, glued, not_after }
}

/// What makes any of them a question rather than a value.
const QUESTIONS: &[&str] = &[
    "is", "has", "show", "hide", "use", "no", "require", "requires", "required", "enable", "enabled", "allow", "min",
    "max", "num", "forgot", "reset", "change", "need", "needs", "without", "invalid", "missing", "get", "set", "read",
    "fetch", "load", "parse", "validate", "verify", "check", "generate", "create", "delete", "revoke", "rotate",
    "list", "find", "count", "public", "hashed", "encrypted", "update", "refreshing", "about", "per", "the",
];

const NOT_TOKENS: &[&str] = &[
    "next", "page", "continuation", "sync", "cursor", "pad", "eos", "bos", "unk", "mask", "design", "syntax", "lexer",
    "previous", "prev", "start", "end", "stop", "special", "first", "last", "current", "pagination", "scroll", "watch",
    "resume", "change", "nft", "erc20", "total", "prompt", "completion", "input", "output", "cached", "contract",
    "csrf", "xsrf", "cancellation", "abort", "resource", "progress",
];

const NOT_KEYS: &[&str] = &[
    "primary", "foreign", "cache", "sort", "partition", "object", "i18n", "translation", "idempotency", "hot", "short",
    "row", "map", "index", "unique", "storage", "range", "routing", "group", "lookup", "config", "json", "dict",
    "composite", "natural", "surrogate", "hash", "arrow", "shift", "ctrl", "enter", "escape", "tab", "space", "react",
    "parent", "item", "element", "ordering", "order", "metadata", "label", "locale", "message", "dedupe", "etag",
    "registry", "answer", "issue", "jira", "project", "sonar", "shortcut", "session_cache", "bucket", "file", "s3",
    "filter", "facet", "event", "query", "data", "field", "property", "attribute", "type", "name", "column", "piano",
    "major", "minor", "foreignkey", "pub", "verify", "verification", "site", "integrity", "content",
];

/// The words that promise a secret. One row each; two words stand for both `api_key` and `apikey`.
const WORDS: &[Word] = &[
    word("password", Meaning::Password, true, &[]),
    word("passwd", Meaning::Password, true, &[]),
    word("passphrase", Meaning::Password, true, &[]),
    word("passwort", Meaning::Password, true, &[]),
    word("kennwort", Meaning::Password, true, &[]),
    word("contraseña", Meaning::Password, true, &[]),
    word("contrasena", Meaning::Password, true, &[]),
    word("senha", Meaning::Password, false, &[]),
    word("parola", Meaning::Password, false, &[]),
    word("пароль", Meaning::Password, false, &[]),
    word("密码", Meaning::Password, true, &[]),
    word("pwd", Meaning::Password, false, &[]),
    word(
        "pass",
        Meaning::Password,
        false,
        &[
            "boarding", "render", "first", "second", "test", "tests", "day", "low", "high", "band", "by", "will", "to",
            "and", "or", "can", "they", "must",
        ],
    ),
    word("secret", Meaning::Secret, true, &[]),
    word("secrets", Meaning::Secret, false, &[]),
    word("token", Meaning::Secret, true, NOT_TOKENS),
    word("credential", Meaning::Secret, true, &[]),
    word("credentials", Meaning::Secret, true, &[]),
    word("apikey", Meaning::Secret, true, &[]),
    word("api key", Meaning::Secret, false, &[]),
    word("secret key", Meaning::Secret, false, &[]),
    word("secretkey", Meaning::Secret, true, &[]),
    word("access key", Meaning::Secret, false, &[]),
    word("accesskey", Meaning::Secret, true, &[]),
    word("private key", Meaning::Secret, false, &[]),
    word("privatekey", Meaning::Secret, true, &[]),
    word("auth key", Meaning::Secret, false, &[]),
    word("authkey", Meaning::Secret, true, &[]),
    word("signing key", Meaning::Secret, false, &[]),
    word("encryption key", Meaning::Secret, false, &[]),
    word("master key", Meaning::Secret, false, &[]),
    word("account key", Meaning::Secret, false, &[]),
    word("shared key", Meaning::Secret, false, &[]),
    word("license key", Meaning::Secret, false, &[]),
    word("service key", Meaning::Secret, false, &[]),
    word("admin key", Meaning::Secret, false, &[]),
    word("app key", Meaning::Secret, false, &[]),
    word("application key", Meaning::Secret, false, &[]),
    word("deploy key", Meaning::Secret, false, &[]),
    word("integration key", Meaning::Secret, false, &[]),
    word("authorization", Meaning::Secret, false, &[]),
    word("bearer", Meaning::Secret, false, &[]),
    word("session key", Meaning::Secret, false, &[]),
    word("jwt", Meaning::Secret, false, &[]),
    word("access id", Meaning::Secret, false, &[]),
    word("accessid", Meaning::Secret, true, &[]),
    word("cookie", Meaning::Weak, false, &[]),
    word("session", Meaning::Weak, false, &[]),
    word("key", Meaning::Weak, false, NOT_KEYS),
    word("access", Meaning::Weak, false, &[]),
    word("private", Meaning::Weak, false, &[]),
    word("auth", Meaning::Weak, false, &[]),
    word("api", Meaning::Weak, true, &[]),
    word("pin", Meaning::Weak, false, &[]),
];

/// What may follow a word for a secret without turning it into something else.
const KEEPERS: &[&str] = &[
    "value", "string", "str", "text", "raw", "prod", "production", "dev", "development", "live", "test", "staging",
    "old", "new", "current", "plain", "plaintext", "base64", "b64", "hex", "default", "main", "primary", "secondary",
    "backup", "v1", "v2", "a", "b", "is", "was", "are", "key", "token", "secret", "eu", "us", "env", "for", "header",
    "data", "auth", "access", "private", "bytes", "temp", "tmp", "confirm", "confirmation", "again", "param", "bot",
];

/// The most words of a name that are looked at; a longer name is judged by its last ones.
const MOST: usize = 12;

/// What `name` says about its value.
pub(crate) fn meaning(name: &[u8]) -> Meaning {
    if !may_mean_something(name) {
        return Meaning::Nothing;
    }
    // Names longer than this are sentences or data.
    let name = &name[name.len().saturating_sub(96)..];
    // In `URLToken` the last capital starts a word, in `SECRETkey` it ends one.
    match judge_split(name, |at| starts_part(name, at)) {
        Meaning::Nothing => judge_split(name, |at| name[at].is_ascii_lowercase() != name[at - 1].is_ascii_lowercase()),
        meaning => meaning,
    }
}

/// Splits the name into words where it has to and where `splits` says so, and judges them.
fn judge_split(name: &[u8], splits: impl Fn(usize) -> bool) -> Meaning {
    let mut parts: [&[u8]; MOST] = [&[]; MOST];
    let mut count = 0;
    let mut start = None;
    for at in 0..=name.len() {
        let ends = at == name.len() || !is_part(name[at]) || start.is_some_and(|from| from < at && splits(at));
        if ends && let Some(from) = start.take() {
            if count == MOST {
                parts.rotate_left(1);
                count -= 1;
            }
            parts[count] = without_number(&name[from..at]);
            count += 1;
        }
        if at < name.len() && is_part(name[at]) && start.is_none() {
            start = Some(at);
        }
    }
    judge(&parts[..count])
}

/// The part without the number behind it: `password2` is a password.
fn without_number(part: &[u8]) -> &[u8] {
    let digits = part.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    if digits < part.len() { &part[..part.len() - digits] } else { part }
}

/// Letters and digits of a name; other scripts too.
fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || !byte.is_ascii()
}

/// Quick look: whether any three letters of the name start a word for a secret.
fn may_mean_something(name: &[u8]) -> bool {
    name.windows(3).any(|three| {
        let lower = [three[0] | 0x20, three[1] | 0x20, three[2] | 0x20];
        matches!(
            &lower,
            b"pas"
                | b"pwd"
                | b"sec"
                | b"tok"
                | b"key"
                | b"cre"
                | b"api"
                | b"acc"
                | b"pri"
                | b"aut"
                | b"bea"
                | b"jwt"
                | b"coo"
                | b"ses"
                | b"pin"
                | b"ken"
                | b"con"
                | b"sen"
                | b"par"
        ) || !three[0].is_ascii()
    })
}

fn judge(parts: &[&[u8]]) -> Meaning {
    if parts.first().is_some_and(|first| QUESTIONS.iter().any(|word| same(first, word))) && parts.len() > 1 {
        return Meaning::Nothing;
    }
    let mut best = Meaning::Nothing;
    for at in 0..parts.len() {
        for word in WORDS {
            let Some(next) = ends_after(word, parts, at) else { continue };
            let before = at.checked_sub(1).map_or(&b""[..], |at| parts[at]);
            let harmless = word.not_after.iter().chain(QUESTIONS).any(|other| same(before, other));
            if !harmless && parts[next..].iter().all(|part| keeps(part)) {
                best = best.max(word.meaning);
            }
        }
    }
    best
}

/// Where the part behind `word` is, if it stands at `at`.
fn ends_after(word: &Word, parts: &[&[u8]], at: usize) -> Option<usize> {
    let mut next = at;
    for piece in word.text.split(' ') {
        let part = parts.get(next)?;
        let glued = word.glued && part.len() > piece.len() && same(&part[part.len() - piece.len()..], piece);
        if !glued && !same(part, piece) {
            return None;
        }
        next += 1;
    }
    Some(next)
}

fn keeps(part: &[u8]) -> bool {
    part.iter().all(u8::is_ascii_digit) || KEEPERS.iter().any(|word| same(part, word))
}

fn same(part: &[u8], word: &str) -> bool {
    part.eq_ignore_ascii_case(word.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_of_a_name_decides() {
        let cases: &[(Meaning, &[&str])] = &[
            (
                Meaning::Password,
                &[
                    "password", "DB_PASSWORD", "dbpassword", "userPassword", "smtp.pass", "passwd", "password2", "PWD",
                    "密码",
                ],
            ),
            (
                Meaning::Secret,
                &[
                    "secret", "clientSecret", "API_KEY", "apiKey", "apikey", "x-api-key", "authToken", "accesstoken",
                    "GITHUB_TOKEN", "aws_secret_access_key", "coinlayerSECRET", "worldweatherSECRETkey",
                    "secret_value", "Authorization", "privateKey",
                ],
            ),
            (Meaning::Weak, &["key", "stripe_key", "vendor ACCESS", "PRIVATE"]),
            (
                Meaning::Nothing,
                &[
                    "password_hash", "token_count", "max_tokens", "nextPageToken", "next_token", "primary_key",
                    "key_id", "secret_name", "password_reset_url", "has_password", "tokenizer", "secretary", "monkey",
                    "compass", "passenger", "keyboard", "public_key", "getPassword", "api_version", "access_level",
                    "author", "", "id",
                ],
            ),
        ];
        for (expected, names) in cases {
            for name in *names {
                assert_eq!(meaning(name.as_bytes()), *expected, "{name}");
            }
        }
    }
}
