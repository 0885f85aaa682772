//! What the guard does to what passes: to arguments on their way out, and to responses on their way back.

use serde::{Deserialize, Serialize};

/// One thing that is done to arguments or to a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Handled {
    /// Values in the arguments are masked for good.
    ArgumentsMasked,
    /// What was found in the arguments is taken out.
    ArgumentsStripped,
    /// Values in the arguments are replaced by tokens.
    ArgumentsTokenized,
    /// Tokens in the arguments are replaced by their values.
    ArgumentsRestored,
    /// Tokens in the response are replaced by their values.
    ResponseRestored,
    /// The response is wrapped as untrusted content.
    ResponseAnnotated,
    /// What was found in the response is taken out.
    ResponseStripped,
    /// Values in the response are masked.
    ResponseMasked,
    /// The response is not handed over.
    ResponseBlocked,
}

impl Handled {
    /// What it is done to, and what is done.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::ArgumentsMasked => ("the arguments", "masked"),
            Self::ArgumentsStripped => ("the arguments", "stripped"),
            Self::ArgumentsTokenized => ("the arguments", "tokenized"),
            Self::ArgumentsRestored => ("the arguments", "given their values back"),
            Self::ResponseRestored => ("the response", "given its values back"),
            Self::ResponseAnnotated => ("the response", "annotated"),
            Self::ResponseStripped => ("the response", "stripped"),
            Self::ResponseMasked => ("the response", "masked"),
            Self::ResponseBlocked => ("the response", "blocked"),
        }
    }

    /// Whether it takes something away: a value is masked, or text is taken out. A warning that is added and a value that
    /// is put back leave everything there.
    pub const fn removes(self) -> bool {
        match self {
            Self::ArgumentsMasked | Self::ArgumentsStripped | Self::ArgumentsTokenized => true,
            Self::ResponseStripped | Self::ResponseMasked | Self::ResponseBlocked => true,
            Self::ArgumentsRestored | Self::ResponseRestored | Self::ResponseAnnotated => false,
        }
    }

    /// All of them in one phrase; as what would have been, where it was not done.
    ///
    /// ```
    /// use vetgate_guard::Handled;
    ///
    /// let handled = [Handled::ArgumentsMasked, Handled::ResponseAnnotated, Handled::ResponseMasked];
    /// assert_eq!(Handled::phrase(&handled, true), "the arguments were masked, the response was annotated and masked");
    /// assert_eq!(Handled::phrase(&handled[1..2], false), "the response would be annotated");
    /// ```
    pub fn phrase(handled: &[Self], is_done: bool) -> String {
        let mut phrase = String::new();
        let mut last = "";
        for (whole, word) in handled.iter().map(|one| one.words()) {
            if whole == last {
                phrase.push_str(" and ");
            } else {
                let verb = match (is_done, whole) {
                    (false, _) => "would be",
                    (true, "the arguments") => "were",
                    (true, _) => "was",
                };
                let comma = if phrase.is_empty() { "" } else { ", " };
                phrase.push_str(&format!("{comma}{whole} {verb} "));
            }
            phrase.push_str(word);
            last = whole;
        }
        phrase
    }
}
