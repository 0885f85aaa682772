//! What a name looks like: a tool, an attribute, a constant, a code, a secret file.

use crate::words::naming::{ATTRIBUTES, NOUNS_THAT_ACT};

/// An account, a phone number, a large amount; not a date, a range or a version.
pub(super) fn is_long_number(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    digits >= 5 && (text.starts_with('+') || !text.contains(['-', '/', '.']))
}

/// How many digits a number in groups must have to be an account or a telephone number.
const DIGITS_OF_AN_ACCOUNT: usize = 7;

/// `DE00 5001 0000`, `+00 555 0190`: groups that are one number together. Takes the groups from the first one on.
pub(super) fn is_grouped_number<'g>(groups: impl Iterator<Item = &'g str>) -> bool {
    let is_group = |text: &&str| {
        text.len() <= 5
            && text.bytes().any(|b| b.is_ascii_digit())
            && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'+')
    };
    let (mut count, mut digits) = (0, 0);
    for group in groups.take_while(is_group) {
        count += 1;
        digits += group.bytes().filter(u8::is_ascii_digit).count();
    }
    count >= 3 && digits >= DIGITS_OF_AN_ACCOUNT
}

/// Letters and digits mixed as in an account, a code, an address: `C07QJX2M1`, `LT12`, `GFT-200-USD`.
pub(super) fn is_coded(raw: &str) -> bool {
    let digits = raw.bytes().filter(u8::is_ascii_digit).count();
    let letters = raw.bytes().filter(u8::is_ascii_alphabetic).count();
    raw.len() >= 4
        && digits >= 2
        && letters >= 1
        && (raw.len() >= 7 || digits >= 3 && letters >= 2)
        && !matches!(
            raw.to_ascii_lowercase().as_str(),
            "base64"
                | "sha256"
                | "sha512"
                | "utf16"
                | "utf32"
                | "int32"
                | "int64"
                | "float32"
                | "float64"
                | "iso8601"
                | "rfc3339"
                | "sha1"
                | "md5"
                | "x86_64"
                | "oauth2"
                | "http2"
                | "gpt4"
        )
        && raw.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ':'))
        && !is_version_or_date(raw)
}

fn is_version_or_date(raw: &str) -> bool {
    let body = raw.trim_start_matches(['v', 'V']);
    body.chars().all(|c| {
        c.is_ascii_digit()
            || matches!(
                c,
                '.' | '-' | ':' | 'T' | 'Z' | 'x' | 'X' | 'k' | 'K' | 'M' | 'm' | 's' | 'h' | 'd' | 'p' | 'B' | 'G'
            )
    }) || raw.starts_with(|c: char| c.is_ascii_digit())
        && raw.trim_start_matches(|c: char| c.is_ascii_digit()).len() <= 3
}

/// `camelCase`, but neither `GitHub` at a sentence's start nor `macOS` decide anything alone.
pub(super) fn has_hump(raw: &str) -> bool {
    raw.as_bytes().windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase())
}

/// `API_KEY` is a constant, not a tool.
pub(super) fn is_constant(raw: &str) -> bool {
    raw.len() > 2 && raw.chars().any(|c| c.is_ascii_uppercase()) && !raw.chars().any(|c| c.is_ascii_lowercase())
}

/// Whether a name is a tool's: it acts, at its front or its back. `read_file`, `file_read`, `sendEmail` do;
/// `start_time` and `query_id` begin with a word that is a verb elsewhere, but name an attribute.
pub(super) fn names_an_action(raw: &str) -> bool {
    let parts = parts_of(raw);
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return false };
    let is_attribute = ATTRIBUTES.binary_search(&last.as_str()).is_ok();
    parts.len() > 1
        && (VERBS.binary_search(&first.as_str()).is_ok()
            || NOUNS_THAT_ACT.binary_search(&first.as_str()).is_ok() && !is_attribute
            || VERBS.binary_search(&last.as_str()).is_ok()
            || NOUNS_THAT_ACT.binary_search(&last.as_str()).is_ok() && parts.len() == 2)
}

/// `send_email`, `send-email`, `sendEmail` and `SendEmail` have the parts `send` and `email`.
pub(crate) fn parts_of(raw: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut was_lower = false;
    for c in raw.chars() {
        if !c.is_alphanumeric() || c.is_uppercase() && was_lower {
            parts.push(String::new());
        }
        was_lower = c.is_lowercase();
        if c.is_alphanumeric()
            && let Some(part) = parts.last_mut()
        {
            part.extend(c.to_lowercase());
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

pub(super) use crate::words::naming::VERBS;

/// Files and folders that hold secrets, by the name of a part of the path.
pub(super) fn is_secret_path(path: &str) -> bool {
    use crate::words::naming::PARTS;
    path.split(['/', '\\']).any(|part| {
        PARTS.binary_search(&part).is_ok()
            || part.starts_with(".env.")
            || part.ends_with(".pem")
            || part.ends_with(".p12")
            || part.ends_with(".key")
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn word_lists_are_sorted() {
        assert!(super::VERBS.is_sorted() && super::NOUNS_THAT_ACT.is_sorted() && super::ATTRIBUTES.is_sorted());
    }

    #[test]
    fn an_action_is_read_off_either_end_of_a_name() {
        for name in ["read_file", "file_read", "send-email", "getWeather", "kubectl_get", "order_pizza"] {
            assert!(super::names_an_action(name), "{name}");
        }
        for name in ["next_token", "user_id", "JavaScript", "well-known", "start_time", "query_id", "completedDetails"]
        {
            assert!(!super::names_an_action(name), "{name}");
        }
    }
}
