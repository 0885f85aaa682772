//! How long clients may keep what the gateway answers, and whether they may share it.
//!
//! Revision 2026-07-28 wants `ttlMs` and `cacheScope` on six results and `resultType` on all. What the gateway answers
//! depends on who asks: lists are filtered by principal, and an approval that is taken back must be felt soon. So
//! nothing is ever `public`, and lists are good for a few seconds at most, whatever the server behind says.

use vetgate_mcp::rpc::{Edit, LIMITS, unquote};
use vetgate_model::json::{Document, Syntax};

/// The longest that a list of the gateway is good for.
const LIST_MS: u64 = 5_000;

/// A server that says more than a year says nothing.
const YEAR_MS: u64 = 365 * 24 * 60 * 60 * 1000;

/// Who reads a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Audience {
    /// A client that began with `initialize`: its revision knows neither field.
    Handshake,
    /// A client of revision 2026-07-28 or later.
    Stateless,
}

/// What may be kept of the results of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keeping {
    /// Nothing; there are no hints on them.
    Never,
    /// Made or filtered by the gateway for one caller.
    Filtered,
    /// As the server has it.
    Passed,
}

impl Keeping {
    fn of(method: &str) -> Self {
        match method {
            "tools/list" | "prompts/list" | "resources/list" | "resources/templates/list" | "server/discover" => {
                Self::Filtered
            }
            "resources/read" => Self::Passed,
            _ => Self::Never,
        }
    }
}

/// A result of `method` as `audience` may have it. What is no object is left alone.
pub(crate) fn shape(result: &str, method: &str, audience: Audience) -> String {
    if audience == Audience::Handshake {
        return result.to_owned();
    }
    let Ok(document) = Document::parse_as(result, Syntax::Strict, LIMITS) else { return result.to_owned() };
    let member = |name: &str| document.root().get(name).map(|value| value.raw());
    let mut edit = Edit::of_json(result);
    let kind = member("resultType").and_then(unquote);
    if member("resultType").is_none() {
        edit = edit.set(&["resultType"], r#""complete""#);
    }
    let is_complete = kind.as_deref().unwrap_or("complete") == "complete";
    let most = match Keeping::of(method) {
        Keeping::Filtered if is_complete => LIST_MS,
        Keeping::Passed if is_complete => YEAR_MS,
        // A question back is not kept, and its hints could only mislead.
        Keeping::Filtered | Keeping::Passed => return edit.remove(&["ttlMs"]).remove(&["cacheScope"]).finish(),
        Keeping::Never => return edit.finish(),
    };
    let lifetime = lifetime(member("ttlMs")).min(most).to_string();
    if member("ttlMs") != Some(&lifetime) {
        edit = edit.set(&["ttlMs"], lifetime);
    }
    if member("cacheScope").and_then(unquote).as_deref() != Some("private") {
        edit = edit.set(&["cacheScope"], r#""private""#);
    }
    edit.finish()
}

/// The lifetime that a server gives, in milliseconds; zero for none and for what makes no sense.
fn lifetime(raw: Option<&str>) -> u64 {
    raw.and_then(|raw| raw.parse().ok()).filter(|milliseconds| *milliseconds <= YEAR_MS).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_private_and_short_lived_for_stateless_clients() {
        let cases = [
            (r#"{"tools":[]}"#, r#"{"tools":[],"resultType":"complete","ttlMs":0,"cacheScope":"private"}"#),
            (
                r#"{"resultType":"complete","tools":[],"ttlMs":300000,"cacheScope":"public"}"#,
                r#"{"resultType":"complete","tools":[],"ttlMs":5000,"cacheScope":"private"}"#,
            ),
            (
                r#"{"resultType":"complete", "ttlMs": 1200, "cacheScope" : "private", "x":1.0}"#,
                r#"{"resultType":"complete", "ttlMs": 1200, "cacheScope" : "private", "x":1.0}"#,
            ),
        ];
        for method in ["tools/list", "prompts/list", "resources/list", "resources/templates/list", "server/discover"] {
            for (result, expected) in cases {
                assert_eq!(shape(result, method, Audience::Stateless), expected, "{method}");
            }
        }
    }

    #[test]
    fn lifetimes_that_make_no_sense_are_none() {
        for ttl in ["-1", "1.5", "1e3", "\"60\"", "null", "99999999999999999999", "31536000001", "true"] {
            let result = format!(r#"{{"resultType":"complete","ttlMs":{ttl},"cacheScope":"private"}}"#);
            let shaped = shape(&result, "resources/read", Audience::Stateless);
            assert_eq!(shaped, r#"{"resultType":"complete","ttlMs":0,"cacheScope":"private"}"#, "{ttl}");
        }
    }

    #[test]
    fn what_is_read_keeps_the_lifetime_that_the_server_gives_and_is_never_public() {
        let result = r#"{"resultType":"complete","contents":[],"ttlMs":3600000,"cacheScope":"public"}"#;
        let shaped = shape(result, "resources/read", Audience::Stateless);
        assert_eq!(shaped, r#"{"resultType":"complete","contents":[],"ttlMs":3600000,"cacheScope":"private"}"#);
    }

    #[test]
    fn other_results_only_say_that_they_are_complete() {
        assert_eq!(
            shape(r#"{"content":[]}"#, "tools/call", Audience::Stateless),
            r#"{"content":[],"resultType":"complete"}"#
        );
        let asks = r#"{"resultType":"input_required","requestState":"x"}"#;
        assert_eq!(shape(asks, "tools/call", Audience::Stateless), asks);
        assert_eq!(shape("{}", "ping", Audience::Stateless), r#"{"resultType":"complete"}"#);
    }

    #[test]
    fn a_question_back_has_no_hints() {
        let asks = r#"{"resultType":"input_required","ttlMs":9,"cacheScope":"public","requestState":"x"}"#;
        let shaped = shape(asks, "resources/read", Audience::Stateless);
        assert_eq!(shaped, r#"{"resultType":"input_required","requestState":"x"}"#);
    }

    #[test]
    fn nothing_is_added_for_clients_that_began_with_a_handshake() {
        for result in [r#"{"tools":[]}"#, r#"{"ttlMs":1,"cacheScope":"public"}"#, "7"] {
            assert_eq!(shape(result, "tools/list", Audience::Handshake), result);
        }
    }

    proptest::proptest! {
        #[test]
        fn no_list_is_ever_public_or_long_lived(ttl in proptest::num::i64::ANY, scope in "public|private|[a-z]{0,4}") {
            let result = format!(r#"{{"ttlMs":{ttl},"cacheScope":"{scope}","tools":[]}}"#);
            let shaped: serde_json::Value =
                serde_json::from_str(&shape(&result, "tools/list", Audience::Stateless)).unwrap();
            proptest::prop_assert_eq!(&shaped["cacheScope"], "private");
            proptest::prop_assert!(shaped["ttlMs"].as_u64().unwrap() <= LIST_MS);
        }
    }
}
