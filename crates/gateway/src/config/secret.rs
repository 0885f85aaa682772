//! Values that must not be shown.

use std::fmt;
use subtle::ConstantTimeEq;

/// A value that neither `Debug` nor an error message can show; only [`Secret::expose`] gives it out.
///
/// ```
/// use vetgate_gateway::config::Secret;
/// let token = Secret::new("hunter2".to_owned());
/// assert_eq!(format!("{token:?}"), "Secret(***)");
/// assert!(token.matches("hunter2") && !token.matches("hunter3"));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Secret<T>(T);

impl<T> Secret<T> {
    /// Hides `value`.
    pub fn new(value: T) -> Self {
        Self(value)
    }

    /// The value, for whoever needs it and shows it to nobody.
    pub fn expose(&self) -> &T {
        &self.0
    }
}

impl Secret<String> {
    /// Whether `given` is the same text, in a time that does not tell how much of it is right.
    pub fn matches(&self, given: &str) -> bool {
        self.0.as_bytes().ct_eq(given.as_bytes()).into()
    }
}

impl<T> fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(***)")
    }
}
