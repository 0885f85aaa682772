//! What the tool's name claims, and behind it what its definition says it can do.
//!
//! The classifier has read the name when the server declared it: on tokens, so that `get_deleted_items` reads and
//! `postal_code` posts nothing, with the RFC's three lists and more verbs. Here its answer is turned into claims.

use super::{Claim, Signal, SignalSource};
use crate::Tool;
use crate::words::signal_name::{FINAL, MAY_SHOW, NOUNS};
use vetgate_capability::{Level, OperationClass, Tag, act_class};

/// How evidence begins that is a word of the name.
pub(super) const NAME_TOKEN: &str = "name_token:";

/// What the name, or the definition behind it, says that the tool does.
pub(super) fn class(tool: &Tool) -> OperationClass {
    let operation = &tool.classification.operation;
    let named = operation.evidence.iter().find_map(|evidence| evidence.strip_prefix(NAME_TOKEN));
    let is_final = |verb: &str| FINAL.iter().any(|word| verb.starts_with(word) && verb.len() <= word.len() + 2);
    match (operation.class, named) {
        (OperationClass::Destructive, Some(verb)) if !is_final(verb) => OperationClass::Write,
        (class, _) => class,
    }
}

/// What the name claims; where it is silent or the definition says something graver, what that claims.
pub(super) fn claims(tool: &Tool, out: &mut Vec<Signal>) {
    let (operation, class) = (&tool.classification.operation, class(tool));
    let may_show = |evidence: &String| {
        let word = evidence.strip_prefix(NAME_TOKEN).or_else(|| evidence.strip_prefix("description:"));
        word.is_some_and(|word| MAY_SHOW.contains(&word))
    };
    if class == OperationClass::Write && operation.evidence.iter().all(may_show) {
        return change(tool, out);
    }
    let mut gravest = OperationClass::Unknown;
    let mut claim = |class: OperationClass, evidence: &str| {
        let claim = match class {
            OperationClass::Unknown => return,
            OperationClass::Read => Claim::Read,
            OperationClass::Write => Claim::Write,
            OperationClass::Destructive => Claim::Destructive,
        };
        gravest = gravest.max(class);
        out.push(Signal::new(SignalSource::NameHeuristic, claim, evidence.to_owned()));
    };
    let is_noun = |evidence: &&String| evidence.strip_prefix(NAME_TOKEN).is_some_and(|token| NOUNS.contains(&token));
    let named =
        operation.evidence.iter().find(|evidence| evidence.starts_with(NAME_TOKEN)).filter(|named| !is_noun(named));
    let verb =
        named.and_then(|evidence| evidence.strip_prefix(NAME_TOKEN)).and_then(act_class).map(|verb| verb.min(class));
    // The classifier takes back what a name says only of tools that compute: "removes duplicates from a text".
    match named.zip(verb).filter(|(_, verb)| *verb <= class) {
        Some((evidence, verb)) => {
            claim(verb, evidence);
            if class > verb {
                claim(class, operation.evidence.last().map_or("definition", String::as_str));
            }
        }
        None => {
            let evidence = operation.evidence.last().map_or("definition", String::as_str);
            // A noun that is a verb elsewhere says nothing.
            if named.is_some() || !evidence.starts_with(NAME_TOKEN) {
                claim(class, evidence);
            }
        }
    }
    if gravest < OperationClass::Write {
        change(tool, out);
    }
}

/// What a tool surely changes, whatever it says.
fn change(tool: &Tool, out: &mut Vec<Signal>) {
    for tag in [Tag::Exec, Tag::FsWrite, Tag::DbWrite] {
        if tool.classification.has(tag, Level::High) {
            let evidence = format!("capability:{tag}");
            out.push(Signal::new(SignalSource::NameHeuristic, Claim::Write, evidence));
            return;
        }
    }
}
