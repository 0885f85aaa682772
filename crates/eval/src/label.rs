//! What datasets call an attack and what they call harmless.

use crate::rows::{Fields, Row};
use crate::words::datasets::{NEGATIVE, POSITIVE};
use crate::{Flaw, Rule};

/// Reads the label of an item: whether it should be flagged.
pub(crate) fn read(row: &Row, id: &str, fields: &Fields) -> Result<bool, Flaw> {
    let Some(node) = fields.some("label") else {
        return Err(row.flaw(Some(id), Rule::Label, "has no `label`; expected \"malicious\" or \"benign\""));
    };
    let label = node.string().map_or_else(|| node.raw().to_owned(), |text| text.text.into_owned()).to_lowercase();
    match label.trim() {
        label if POSITIVE.contains(&label) => Ok(true),
        label if NEGATIVE.contains(&label) => Ok(false),
        label => {
            let message = format!("has the label \"{}\"; expected \"malicious\" or \"benign\"", cut(label));
            Err(row.flaw(Some(id), Rule::Label, message))
        }
    }
}

/// The start of a text that may be of any length.
pub(crate) fn cut(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
