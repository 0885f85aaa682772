//! Why a configuration, or one entry of it, cannot be read.

/// Why a configuration cannot be read. The file is shown first, so that editors can jump to it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// The system refused.
    #[error("{file}: cannot be read: {reason}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system said.
        reason: String,
    },
    /// Larger than any configuration.
    #[error("{file}: is larger than {limit} bytes; a configuration is smaller, so it was not read")]
    TooLarge {
        /// The file.
        file: String,
        /// The limit.
        limit: u64,
    },
    /// Not the format it should be.
    #[error("{file}:{line}: expected {format}: {reason}")]
    Syntax {
        /// The file.
        file: String,
        /// From 1.
        line: usize,
        /// `JSON`, `TOML` or `YAML`.
        format: &'static str,
        /// What is wrong there.
        reason: String,
    },
    /// The right format, the wrong shape.
    #[error("{file}:{line}: {place}: expected {expected}, found {found}")]
    Shape {
        /// The file.
        file: String,
        /// From 1.
        line: usize,
        /// A JSON pointer.
        place: String,
        /// What was expected.
        expected: &'static str,
        /// What was there.
        found: &'static str,
    },
    /// A member that some readers take differently: it occurs twice, or differs from a known key only in case.
    #[error("{file}:{line}: {place}: {problem}")]
    Ambiguous {
        /// The file.
        file: String,
        /// From 1.
        line: usize,
        /// A JSON pointer.
        place: String,
        /// What is wrong with it, and what to do.
        problem: String,
    },
}
