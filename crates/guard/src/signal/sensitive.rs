//! Personal data and secrets in the arguments, as claims.

use super::{Claim, Signal, SignalSource};
use crate::Sensed;
use crate::label::says_to_whom;
use crate::words::sensitive::RECIPIENTS;
use vetgate_text::name::parts;
use vetgate_text::render::safe;

/// How sure a match must be to count: the grade `medium`.
const SURE: f64 = 0.5;

/// Whether it is only the address that something is sent to: a message cannot be sent without.
pub(crate) fn is_recipient(sensed: &Sensed) -> bool {
    let is_one = |part: &str| RECIPIENTS.iter().any(|word| part.eq_ignore_ascii_case(word)) || says_to_whom(part);
    let is_member = |token: &str| parts(token).any(is_one);
    sensed.category == "contact" && sensed.pointer.split('/').skip(1).any(is_member)
}

/// What was found says: a secret before personal data.
pub(super) fn claims(sensitive: &[Sensed], out: &mut Vec<Signal>) {
    let of = |categories: &[&str]| {
        let is_one = |sensed: &&Sensed| {
            sensed.confidence >= SURE && categories.contains(&sensed.category.as_str()) && !is_recipient(sensed)
        };
        sensitive.iter().find(is_one)
    };
    let personal = ["contact", "identity", "health", "financial", "vehicle", "custom"];
    for (claim, sensed) in [(Claim::Secret, of(&["secret"])), (Claim::Sensitive, of(&personal))] {
        let Some(sensed) = sensed else { continue };
        let evidence = format!("sensitive:{}:{}", safe(&sensed.pointer, 80), sensed.kind);
        out.push(Signal::new(SignalSource::ArgumentAnalysis, claim, evidence));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signal::fixture::sensed;

    #[test]
    fn what_counts_is_sure_and_no_address_of_a_message() {
        let table: &[(Sensed, Option<Claim>)] = &[
            (sensed("us_ssn", "identity", "/note", 0.9), Some(Claim::Sensitive)),
            (sensed("email", "contact", "/user_email", 0.9), Some(Claim::Sensitive)),
            (sensed("github.pat", "secret", "/text", 0.9), Some(Claim::Secret)),
            (sensed("us_ssn", "identity", "/note", 0.3), None),
            (sensed("email", "contact", "/to/0", 0.9), None),
            (sensed("email", "contact", "/a", 0.9), None),
            (sensed("email", "contact", "/destinatario", 0.9), None),
            (sensed("email", "contact", "/bccRecipients/0/address", 0.9), None),
            (sensed("us_ssn", "identity", "/to", 0.9), Some(Claim::Sensitive)),
            (sensed("ipv4", "network", "/host", 0.9), None),
        ];
        for (sensed, expected) in table {
            let mut out = vec![];
            claims(std::slice::from_ref(sensed), &mut out);
            assert_eq!(out.first().map(|signal| signal.claim), *expected, "{sensed:?}");
        }
    }
}
