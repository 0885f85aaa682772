//! The lethal trifecta: a session that has read private data, taken in what strangers wrote, and reaches outside.
//!
//! The legs are what a session has done, not what its tools could do, and they are told in the order in which they can
//! do harm: what was sent before anything private was read, or before any stranger had a word, cannot have been stolen
//! by that stranger. So an external channel counts from where the other two stand, and a mail that is sent as the first
//! call of a session closes nothing.

use serde::{Deserialize, Serialize};
use std::fmt;

/// One of the three legs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Leg {
    /// Private data was read.
    PrivateData,
    /// What strangers wrote was taken in.
    UntrustedContent,
    /// Something was sent outside, after that.
    ExternalChannel,
}

impl Leg {
    /// All three.
    pub const ALL: [Self; 3] = [Self::PrivateData, Self::UntrustedContent, Self::ExternalChannel];

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PrivateData => "private_data",
            Self::UntrustedContent => "untrusted_content",
            Self::ExternalChannel => "external_channel",
        }
    }
}

impl fmt::Display for Leg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What closed a leg.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// The call, as the session counts them, from 1.
    pub call: u64,
    /// The server.
    pub server: String,
    /// The tool.
    pub tool: String,
    /// From what it is known: a JSON pointer, or a reason in words; safe to show.
    pub reason: String,
}

/// A leg that a session stands on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stand {
    /// What closed it first.
    pub first: Evidence,
    /// How often it was closed.
    pub count: u64,
}

/// The three legs of one session. Bounded: each keeps its first evidence and a count.
///
/// ```
/// use vetgate_flow::{Evidence, Leg, Trifecta};
/// let by = |call, tool: &str| {
///     let tool = tool.to_owned();
///     move || Evidence { call, server: "s".into(), tool, reason: "/content/0/text".into() }
/// };
/// let mut session = Trifecta::default();
/// assert!(!session.close(Leg::ExternalChannel, by(1, "send_email")));
/// assert_eq!(session.legs().count(), 0);
/// session.close(Leg::PrivateData, by(2, "read_file"));
/// session.close(Leg::UntrustedContent, by(3, "fetch"));
/// assert!(session.stops(true));
/// assert!(session.close(Leg::ExternalChannel, by(4, "send_email")));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trifecta {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    private_data: Option<Stand>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    untrusted_content: Option<Stand>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    external_channel: Option<Stand>,
}

impl Trifecta {
    /// Closes a leg, and says whether all three stand by it for the first time. `evidence` is asked for where it is the
    /// first of its leg.
    pub fn close(&mut self, leg: Leg, evidence: impl FnOnce() -> Evidence) -> bool {
        if leg == Leg::ExternalChannel && !self.has_two() {
            return false;
        }
        let stand = match leg {
            Leg::PrivateData => &mut self.private_data,
            Leg::UntrustedContent => &mut self.untrusted_content,
            Leg::ExternalChannel => &mut self.external_channel,
        };
        match stand {
            Some(stand) => {
                stand.count = stand.count.saturating_add(1);
                false
            }
            None => {
                *stand = Some(Stand { first: evidence(), count: 1 });
                leg == Leg::ExternalChannel
            }
        }
    }

    /// What a leg stands on, if it stands.
    pub fn stand(&self, leg: Leg) -> Option<&Stand> {
        match leg {
            Leg::PrivateData => self.private_data.as_ref(),
            Leg::UntrustedContent => self.untrusted_content.as_ref(),
            Leg::ExternalChannel => self.external_channel.as_ref(),
        }
    }

    /// The legs that stand.
    pub fn legs(&self) -> impl Iterator<Item = Leg> + '_ {
        Leg::ALL.into_iter().filter(|leg| self.stand(*leg).is_some())
    }

    /// Whether private data was read and strangers had a word.
    pub fn has_two(&self) -> bool {
        self.private_data.is_some() && self.untrusted_content.is_some()
    }

    /// Whether all three stand.
    pub fn is_complete(&self) -> bool {
        self.external_channel.is_some()
    }

    /// Whether a call is stopped where nothing may leave once the first two stand.
    pub fn stops(&self, is_external: bool) -> bool {
        is_external && self.has_two()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn evidence(call: u64) -> Evidence {
        Evidence { call, server: "mail".into(), tool: "send".into(), reason: "/to".into() }
    }

    /// What is closed, one by one, and at which step the third closes.
    fn run(legs: &[Leg]) -> (Trifecta, Vec<usize>) {
        let mut trifecta = Trifecta::default();
        let told = (0..legs.len()).filter(|at| trifecta.close(legs[*at], || evidence(*at as u64 + 1))).collect();
        (trifecta, told)
    }

    #[test]
    fn the_third_leg_is_told_once_and_only_where_it_can_do_harm() {
        use Leg::{ExternalChannel as E, PrivateData as P, UntrustedContent as U};
        let table: [(&[Leg], &[usize]); 9] = [
            (&[E], &[]),
            (&[E, P, U], &[]),
            (&[P, E, U], &[]),
            (&[U, E, P], &[]),
            (&[P, U], &[]),
            (&[P, U, E], &[2]),
            (&[U, P, E], &[2]),
            (&[P, U, E, E, P, U, E], &[2]),
            (&[E, E, U, P, E], &[4]),
        ];
        for (legs, expected) in table {
            let (trifecta, told) = run(legs);
            assert_eq!(told, expected, "{legs:?}");
            assert_eq!(trifecta.is_complete(), !expected.is_empty(), "{legs:?}");
        }
    }

    #[test]
    fn a_mail_as_the_first_call_closes_nothing_and_is_not_stopped() {
        let (trifecta, _) = run(&[Leg::ExternalChannel]);
        assert_eq!(trifecta, Trifecta::default());
        assert!(!trifecta.stops(true));
    }

    #[test]
    fn the_first_evidence_is_kept_and_the_others_counted() {
        let (trifecta, _) = run(&[Leg::PrivateData, Leg::UntrustedContent, Leg::PrivateData, Leg::PrivateData]);
        let stand = trifecta.stand(Leg::PrivateData).expect("it was closed");
        assert_eq!((stand.first.call, stand.count), (1, 3));
        assert_eq!(trifecta.legs().collect::<Vec<_>>(), [Leg::PrivateData, Leg::UntrustedContent]);
    }

    #[test]
    fn only_calls_outside_are_stopped_and_only_once_two_stand() {
        for (legs, stops) in [
            (&[][..], false),
            (&[Leg::PrivateData], false),
            (&[Leg::UntrustedContent, Leg::UntrustedContent], false),
            (&[Leg::UntrustedContent, Leg::PrivateData], true),
        ] {
            let (trifecta, _) = run(legs);
            assert_eq!((trifecta.stops(true), trifecta.stops(false)), (stops, false), "{legs:?}");
        }
    }

    #[test]
    fn a_session_is_written_and_read_again() {
        let (trifecta, _) = run(&[Leg::PrivateData, Leg::UntrustedContent, Leg::ExternalChannel]);
        let json = serde_json::to_string(&trifecta).expect("plain data");
        assert_eq!(serde_json::from_str::<Trifecta>(&json).expect("as it was written"), trifecta);
        assert_eq!(serde_json::from_str::<Trifecta>("{}").expect("nothing stands"), Trifecta::default());
    }

    proptest! {
        #[test]
        fn it_is_told_at_most_once_and_never_by_a_first_send(steps in prop::collection::vec(0usize..3, 0..40)) {
            let legs: Vec<Leg> = steps.iter().map(|step| Leg::ALL[*step]).collect();
            let (trifecta, told) = run(&legs);
            prop_assert!(told.len() <= 1);
            prop_assert_eq!(trifecta.is_complete(), told.len() == 1);
            if let Some(at) = told.first() {
                prop_assert!(legs[..*at].contains(&Leg::PrivateData) && legs[..*at].contains(&Leg::UntrustedContent));
            }
        }
    }
}
