//! What the tool's name claims, and behind it what its definition says it can do.
//!
//! The classifier has read the name when the server declared it: on tokens, so that `get_deleted_items` reads and
//! `postal_code` posts nothing, with the RFC's three lists and more verbs. Here its answer is turned into claims.

use super::{Claim, Signal, SignalSource};
use crate::Tool;
use vetgate_capability::{Level, OperationClass, Tag, act_class};

const NAME_TOKEN: &str = "name_token:";

/// What the name, or the definition behind it, says that the tool does.
pub(super) fn class(tool: &Tool) -> OperationClass {
    tool.operation()
}

/// What the name claims; where it is silent or the definition says something graver, what that claims.
pub(super) fn claims(tool: &Tool, out: &mut Vec<Signal>) {
    let operation = &tool.classification.operation;
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
    let named = operation.evidence.iter().find(|evidence| evidence.starts_with(NAME_TOKEN));
    let verb = named.and_then(|evidence| evidence.strip_prefix(NAME_TOKEN)).and_then(act_class);
    // The classifier takes back what a name says only of tools that compute: "removes duplicates from a text".
    match named.zip(verb).filter(|(_, verb)| *verb <= operation.class) {
        Some((evidence, verb)) => {
            claim(verb, evidence);
            if operation.class > verb {
                claim(operation.class, operation.evidence.last().map_or("definition", String::as_str));
            }
        }
        None => claim(operation.class, operation.evidence.last().map_or("definition", String::as_str)),
    }
    if gravest >= OperationClass::Write {
        return;
    }
    for tag in [Tag::Exec, Tag::FsWrite, Tag::DbWrite] {
        if tool.classification.has(tag, Level::High) {
            let evidence = format!("capability:{tag}");
            out.push(Signal::new(SignalSource::NameHeuristic, Claim::Write, evidence));
            return;
        }
    }
}
