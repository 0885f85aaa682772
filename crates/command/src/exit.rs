//! How the program ends, as scripts see it.

use std::process::ExitCode;

/// What the exit code says. Where several hold, the greatest wins: what could not be read outranks findings,
/// because a list of findings that leaves something out reads as if the rest were fine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Nothing at or above the threshold.
    Clean,
    /// Something could not be scanned: a server did not answer, a limit was hit, a check broke off.
    Incomplete,
    /// Nothing can be said: an evaluation without positives or without negatives.
    Vacuous,
    /// Findings at or above the threshold, or a gate that does not hold.
    Findings,
    /// Wrong usage or input that cannot be read.
    Unusable,
    /// The user or the system stopped it.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Clean => 0,
            Exit::Findings => 1,
            Exit::Unusable => 2,
            Exit::Incomplete => 3,
            Exit::Vacuous => 4,
            // As shells say it: 128 and the number of the signal.
            Exit::Interrupted => 130,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Exit;

    #[test]
    fn unreadable_input_outranks_findings_and_findings_outrank_silence() {
        assert!(Exit::Unusable > Exit::Findings);
        assert!(Exit::Findings > Exit::Incomplete);
        assert!(Exit::Incomplete > Exit::Clean);
    }
}
