//! Calls that open a way out.
//!
//! Most of what leaves goes through an agent's hands and can be compared with what was read. A rule that forwards mail, a
//! subscription to events, a delegate, a mirror, a push of all branches: there the agent only names the place, and what goes
//! there, now or from then on, nobody sees. So it matters more who named that place. Sharing one thing with one person, or
//! writing to them, opens nothing: people ask each other for that all day. Neither does what brings something in: a feed
//! that is subscribed to, a sender whose mail is filed.
//!
//! Cost: only where somebody suggested a place.

use crate::words::route::{SETS, WHAT};
use crate::{Arguments, Leaf};
use vetgate_text::name::parts;

/// Words of names that hand over what comes in from then on, to whatever address.
const HANDS_OVER: &[&str] = &["forwarding", "autoforward", "redirect", "delegate", "delegation", "webhook", "mirror"];
/// Words of names that send to a URL what no argument holds.
const SENDS_ALL: &[&str] = &["hook", "replicate", "replication", "push", "backup", "export"];
/// The same, where an argument says of what; without one it may as well be fetched.
const BOTH_WAYS: &[&str] = &["subscribe", "subscription", "sync", "migrate"];
/// Words of names that make rules. Most rules file or refuse something.
const RULES: &[&str] = &["rule", "rules", "filter", "filters"];
/// How an argument is called that says what is done, and what it says where something is handed on.
const CHOICES: &[&str] = &["action", "actions", "type", "mode", "operation", "then"];
const DEEDS: &[&str] = &["forward", "redirect", "bcc", "copy", "mirror", "delegate"];
/// How an argument is called that says where to.
const TARGETS: &[&str] = &["to", "target", "forward", "redirect", "recipient", "recipients", "destination"];

/// Arguments that say what a place is called from then on.
const CALLED: &[&str] = &["name", "alias", "remote", "label", "id", "key"];

/// Whether a call opens a way to the address in `leaf`, by the words of the tool's name and by its arguments.
pub(crate) fn opens(words: &[String], arguments: &Arguments, leaf: &Leaf, is_url: bool) -> bool {
    let key = arguments.key(leaf);
    let says = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str())) || is_among(key, list);
    let has_key = |list: &[&str]| arguments.leaves().iter().any(|leaf| is_among(arguments.key(leaf), list));
    says(HANDS_OVER)
        || is_url && (says(SENDS_ALL) || says(BOTH_WAYS) && has_key(WHAT))
        || says(RULES) && hands_on(arguments, key)
}

/// Whether a rule hands something on: it says so, or it says nothing else and names where to.
fn hands_on(arguments: &Arguments, key: &str) -> bool {
    let choices = arguments.leaves().iter().filter(|leaf| is_among(arguments.key(leaf), CHOICES));
    let mut said = choices.filter_map(|leaf| leaf.value.text()).map(str::to_ascii_lowercase).peekable();
    match said.peek() {
        Some(_) => said.any(|said| DEEDS.iter().any(|deed| said.contains(deed))),
        None => is_among(key, TARGETS),
    }
}

/// Whether a tool changes what is on record, by the words of its name.
pub(crate) fn sets(words: &[String]) -> bool {
    words.iter().any(|word| SETS.contains(&word.as_str()))
}

/// Whether an argument of this name says what a place is called from then on.
pub(crate) fn is_called(key: &str) -> bool {
    parts(key).last().is_some_and(|word| CALLED.iter().any(|one| word.eq_ignore_ascii_case(one)))
}

fn is_among(key: &str, list: &[&str]) -> bool {
    parts(key).any(|word| list.iter().any(|one| word.eq_ignore_ascii_case(one)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use vetgate_capability::tokens;

    #[test]
    fn what_goes_on_by_itself_is_told_from_what_is_sent_once_and_from_what_comes_in() {
        for (tool, arguments, expected) in [
            ("create_rule", r#"{"if": "invoice", "action": "redirect", "target": "X"}"#, true),
            ("add_filter", r#"{"query": "invoice", "forward_to": "X"}"#, true),
            ("add_delegate", r#"{"email": "X"}"#, true),
            ("update_settings", r#"{"forwarding_address": "X"}"#, true),
            ("subscribe", r#"{"events": ["deal.*"], "url": "https://X"}"#, true),
            ("create_item", r#"{"webhook_url": "https://X"}"#, true),
            ("push", r#"{"remote_url": "https://X"}"#, true),
            ("create_rule", r#"{"from": "X", "action": "archive"}"#, false),
            ("create_rule", r#"{"sender": "X"}"#, false),
            ("add_rule", r#"{"url": "https://X", "action": "block"}"#, false),
            ("subscribe", r#"{"url": "https://X/feed.ics"}"#, false),
            ("subscribe", r#"{"email": "X", "topic": "news"}"#, false),
            ("send_email", r#"{"to": "X", "body": "copy"}"#, false),
            ("forward_message", r#"{"to": "X"}"#, false),
            ("share", r#"{"with_whom": "X"}"#, false),
            ("fetch", r#"{"url": "https://X"}"#, false),
        ] {
            let read = Arguments::read(arguments);
            let is_it = |leaf: &&Leaf| leaf.value.text().is_some_and(|text| text.contains('X'));
            let leaf = read.leaves().iter().find(is_it).expect("an address");
            let is_url = leaf.value.text().is_some_and(|text| text.contains("://"));
            assert_eq!(opens(&tokens(tool), &read, leaf, is_url), expected, "{tool} {arguments}");
        }
    }
}
