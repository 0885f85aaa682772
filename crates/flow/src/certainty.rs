//! How sure it is what a tool is to the flow of data.

use serde::{Deserialize, Serialize};

/// How sure a label is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// Nothing says so.
    #[default]
    No,
    /// Nothing says otherwise either: what a server returned that is neither known to be inside nor outside.
    Possible,
    /// The words of a name say so.
    Guessed,
    /// A person, the server's class or a capability says so.
    Known,
}
