//! Bot tokens of Telegram: the bot's number, a colon, thirty-five characters.

use crate::candidate::Candidate;
use crate::random::{Looks, looks};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

pub(crate) static KIND: Kind =
    Kind::new("telegram.bot_token", "Telegram bot token", Category::Secret, Severity::Critical);

/// The token whose number is `number` at its start and whose colon is at `colon`.
pub(crate) fn at(text: &[u8], number: usize, colon: usize) -> Option<Candidate> {
    if !(8..=10).contains(&(colon - number)) || text.get(colon) != Some(&b':') {
        return None;
    }
    let secret = text.get(colon + 1..colon + 36)?;
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    if !secret.iter().all(is_letter) || text.get(colon + 36).is_some_and(is_letter) {
        return None;
    }
    let grade = if secret.starts_with(b"AA") || looks(secret) == Looks::Random { Grade::High } else { Grade::Low };
    Some(Candidate { kind: &KIND, span: number..colon + 36, bare: Some(grade), alone: None, named: None, words: &[] })
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_number_a_colon_and_thirty_five_characters() {
        let found = |text: &str, colon| super::at(text.as_bytes(), 0, colon).map(|found| found.span);
        assert_eq!(found("110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawq", 9), Some(0..45));
        assert_eq!(found("110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw", 9), None);
        assert_eq!(found("110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawqx", 9), None);
        assert_eq!(found("1102:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawq", 4), None);
    }
}
