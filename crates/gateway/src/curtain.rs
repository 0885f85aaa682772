//! What of a catalog nobody is shown.

use vetgate_model::Definition;

/// Decides which definitions exist for clients. What is hidden is neither listed nor found nor callable.
pub trait Curtain: Send + Sync {
    /// Why `definition` is hidden, or nothing if it may be seen.
    fn hides(&self, definition: &Definition) -> Option<String>;
}

/// Hides nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Drawn;

impl Curtain for Drawn {
    fn hides(&self, _: &Definition) -> Option<String> {
        None
    }
}
