//! Two definitions of any kind are told apart without a panic, in texts that cannot control a terminal; and any line is
//! read as a checkpoint or refused, and written back as it was meant.

use super::pieces;
use vetgate_ledger::{Checkpoint, Version, diff};
use vetgate_model::{Definition, DefinitionKind, Fingerprint};

fn version(raw: &str) -> Option<Version> {
    let definition = Definition::parse("server", DefinitionKind::Tool, raw).ok()?;
    let fingerprint = Fingerprint::of(&definition);
    Some(Version { fingerprint, definition: raw.to_owned(), finding: None, is_covered: true })
}

pub(crate) fn run(input: &str) {
    let [before, after, line] = pieces(input);
    if let Some(after) = version(after) {
        let before = version(before);
        let diff = diff(before.as_ref(), &after);
        for text in diff.fields.iter().flat_map(|field| [&field.before, &field.after]).flatten() {
            assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
        }
    }
    if let Some(checkpoint) = Checkpoint::from_line(line) {
        assert_eq!(Checkpoint::from_line(&checkpoint.to_line()), Some(checkpoint));
    }
}
