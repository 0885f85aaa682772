//! The one place where text becomes fit to be written.

use crate::{Body, Entry};
use vetgate_sensitive::{Detector, Grade, Masker, Redactor};

/// Beyond what is kept of a body, so much is looked at: a secret that begins before the cut is still seen whole.
const BEYOND: usize = 16 << 10;

/// Takes personal data and secrets out of entries.
pub(crate) struct Mask {
    detector: Detector,
    least: Grade,
    /// What is kept of a body.
    body_bytes: usize,
}

impl Mask {
    pub(crate) fn new(detector: Detector, least: Grade, body_bytes: usize) -> Self {
        Self { detector, least, body_bytes }
    }

    pub(crate) fn entry(&self, mut entry: Entry) -> Entry {
        for text in [
            &mut entry.session, &mut entry.principal, &mut entry.server, &mut entry.method, &mut entry.name,
            &mut entry.request, &mut entry.trace, &mut entry.note,
        ] {
            *text = self.text(text);
        }
        entry.error = entry.error.as_deref().map(|error| self.text(error));
        entry.arguments = entry.arguments.map(|body| self.body(&body.text));
        entry.response = entry.response.map(|body| self.body(&body.text));
        entry
    }

    pub(crate) fn text(&self, text: &str) -> String {
        if text.is_empty() {
            return String::new();
        }
        let masked = self.detector.redact(text.as_bytes(), Masker::redact(), self.least);
        String::from_utf8(masked).unwrap_or_default()
    }

    pub(crate) fn body(&self, text: &str) -> Body {
        let bytes = text.len() as u64;
        let looked_at = floor(text, self.body_bytes.saturating_add(BEYOND));
        let mut redactor = Redactor::new(&self.detector, Masker::redact(), self.least);
        let mut masked = Vec::with_capacity(looked_at.min(self.body_bytes));
        redactor.push(&text.as_bytes()[..looked_at], &mut masked);
        let is_whole = looked_at == text.len();
        if is_whole {
            redactor.finish(&mut masked);
        }
        let mut masked = String::from_utf8(masked).unwrap_or_default();
        let is_cut = !is_whole || masked.len() > self.body_bytes;
        masked.truncate(floor(&masked, self.body_bytes));
        Body { bytes, is_cut, text: masked }
    }
}

/// The last boundary of a character at or before `at`.
fn floor(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at.min(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;

    fn mask(body_bytes: usize) -> Mask {
        Mask::new(Detector::new(), Grade::Medium, body_bytes)
    }

    #[test]
    fn every_text_of_an_entry_is_masked() {
        let secret = "jo.miller@acme.io";
        let mut entry = Entry::new(Kind::Call);
        for text in [&mut entry.name, &mut entry.note, &mut entry.request, &mut entry.trace, &mut entry.session] {
            *text = secret.to_owned();
        }
        entry.error = Some(format!("no mailbox {secret}"));
        entry.arguments = Some(Body::whole(format!(r#"{{"to":"{secret}"}}"#)));
        entry.response = Some(Body::whole(secret));
        let masked = mask(1000).entry(entry);
        assert!(!serde_json::to_string(&masked).unwrap().contains(secret), "{masked:?}");
        assert_eq!(masked.arguments.unwrap().text, r#"{"to":"[EMAIL]"}"#);
    }

    #[test]
    fn a_secret_across_the_cut_is_not_kept_in_part() {
        let text = format!("{} jo.miller@acme.io and more", "x".repeat(90));
        for limit in 80..text.len() {
            let body = mask(limit).body(&text);
            assert!(!body.text.contains("jo."), "{limit}: {}", body.text);
            assert_eq!(body.bytes, text.len() as u64);
        }
    }

    #[test]
    fn the_beginning_of_a_large_body_is_kept() {
        let text = format!(r#"{{"a":"{}"}}"#, "é ".repeat(100_000));
        let body = mask(1000).body(&text);
        assert!(body.is_cut && body.text.len() <= 1000 && body.text.len() > 990);
        assert_eq!(body.bytes, text.len() as u64);
    }
}
