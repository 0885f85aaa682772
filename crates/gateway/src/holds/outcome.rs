//! What becomes of a call that waited.

/// A person has let a call through. There is one of these for each call that was approved, it cannot be made elsewhere
/// and cannot be copied: whoever sends the call uses it up.
#[derive(Debug, PartialEq, Eq)]
#[must_use = "the call is not sent yet"]
pub struct Released {
    by: String,
}

impl Released {
    pub(super) fn new(by: String) -> Self {
        Self { by }
    }

    /// Who let it through.
    pub fn by(&self) -> &str {
        &self.by
    }
}

/// What becomes of a call that waited.
#[derive(Debug, PartialEq, Eq)]
#[must_use = "the call waits for what is done with this"]
pub enum HoldOutcome {
    /// It may be sent, once.
    Approved(Released),
    /// A person does not want it.
    Denied {
        /// Who.
        by: String,
        /// Why, if they have said so.
        reason: String,
    },
    /// Nobody has decided in time.
    TimedOut,
    /// Too many wait already.
    Full,
    /// The gateway stops.
    Closing,
    /// Nobody could be asked: the hold could not be written.
    Failed(String),
}

impl HoldOutcome {
    /// The release, or what the client is told instead of its answer, in one sentence.
    pub fn released(self) -> Result<Released, String> {
        Err(match self {
            Self::Approved(released) => return Ok(released),
            Self::Denied { reason, .. } if reason.is_empty() => {
                "Vetgate held this call for approval, and a person denied it".to_owned()
            }
            Self::Denied { reason, .. } => {
                format!("Vetgate held this call for approval, and a person denied it: {reason}")
            }
            Self::TimedOut => "this call needs a person's approval, and no decision came in time".to_owned(),
            Self::Full => "this call needs a person's approval, and Vetgate already holds too many calls".to_owned(),
            Self::Closing => "this call needs a person's approval, and the gateway is shutting down".to_owned(),
            Self::Failed(reason) => {
                format!("this call needs a person's approval, and Vetgate cannot hold it: {reason}")
            }
        })
    }
}
