//! The one place where text becomes fit to be written.

use crate::{Body, Entry, Sighting, Version};
use std::collections::BTreeMap;
use vetgate_model::Pointer;
use vetgate_sensitive::{Detector, Grade, Masker, Redactor};

/// Beyond what is kept of a body, so much is looked at: a secret that begins before the cut is still seen whole.
const BEYOND: usize = 16 << 10;
/// What is kept of a name, an id or an error: some of them are a client's or a server's to choose.
const TEXT_BYTES: usize = 4 << 10;

/// A name that is longer is none.
const LONGEST_NAME: usize = 1 << 10;

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

    /// Masks an entry. What was found in its names is taken out of all that is said of it later, too: a number that is
    /// known for what it is in one place is the same number in another.
    pub(crate) fn entry(&self, mut entry: Entry) -> (Entry, Known) {
        let Entry { name, method, request, .. } = &mut entry;
        let known = self.together(&mut [name, method, request]);
        for text in [&mut entry.session, &mut entry.principal, &mut entry.server, &mut entry.trace] {
            *text = self.brief(text);
        }
        if !known.is_empty() {
            entry.note = known.taken_out_of(&entry.note);
            entry.error = entry.error.as_deref().map(|error| known.taken_out_of(error));
            for body in [&mut entry.arguments, &mut entry.response].into_iter().flatten() {
                body.text = known.taken_out_of(&body.text);
            }
        }
        entry.note = self.text(&entry.note);
        entry.error = entry.error.as_deref().map(|error| self.brief(error));
        entry.arguments = entry.arguments.map(|body| self.again(&body));
        entry.response = entry.response.map(|body| self.again(&body));
        (entry, known)
    }

    /// Masks texts that are meant to be short. What is found in one of them is taken out of the others, too.
    pub(crate) fn together(&self, texts: &mut [&mut String]) -> Known {
        let masked: Vec<String> = texts.iter().map(|text| self.brief(text)).collect();
        let mut known = Known::default();
        if !texts.iter().zip(&masked).all(|(text, masked)| **text == *masked) {
            known = self.known(texts);
        }
        for (text, masked) in texts.iter_mut().zip(masked) {
            **text = if known.is_empty() { masked } else { self.brief(&known.taken_out_of(text)) };
        }
        known
    }

    fn known(&self, texts: &[&mut String]) -> Known {
        let mut known = Known::default();
        for text in texts {
            let looked_at = &text[..floor(text, TEXT_BYTES + BEYOND)];
            for found in self.detector.inspect(looked_at.as_bytes()) {
                if found.grade() >= self.least && found.span.len() >= Known::SHORTEST {
                    let label = found.kind.to_ascii_uppercase().replace(['.', '-'], "_");
                    known.0.push((looked_at[found.span].to_owned(), format!("[{label}]")));
                }
            }
        }
        // The longest first: one value may be part of another.
        known.0.sort_by_key(|(value, _)| std::cmp::Reverse(value.len()));
        known
    }

    /// Whether a name can be written down as it is.
    pub(crate) fn is_fit(&self, name: &str) -> bool {
        name.len() <= LONGEST_NAME && self.text(name) == name
    }

    /// What is kept of a definition.
    pub(crate) fn version(&self, seen: Sighting) -> Version {
        let Sighting { mut fingerprint, definition, mut finding, is_covered, .. } = seen;
        let mut fields = BTreeMap::new();
        for (field, hash) in std::mem::take(&mut fingerprint.fields) {
            let mut name = self.brief(&field);
            while fields.contains_key(&name) {
                name.push('\'');
            }
            fields.insert(name, hash);
        }
        fingerprint.fields = fields;
        for signal in finding.iter_mut().flat_map(|finding| &mut finding.signals) {
            signal.evidence = self.text(&signal.evidence);
            signal.detail = self.text(&signal.detail);
            signal.pointer = Pointer::from(self.text(signal.pointer.as_str()).as_str());
        }
        Version { fingerprint, definition: self.text(&definition), finding, is_covered }
    }

    pub(crate) fn text(&self, text: &str) -> String {
        if text.is_empty() {
            return String::new();
        }
        let masked = self.detector.redact(text.as_bytes(), Masker::redact(), self.least);
        String::from_utf8(masked).unwrap_or_default()
    }

    /// A text that is meant to be short. Of a long one the beginning is kept, and the cut goes through no secret.
    pub(crate) fn brief(&self, text: &str) -> String {
        if text.len() <= TEXT_BYTES {
            return self.text(text);
        }
        let (mut kept, _) = self.beginning(text, TEXT_BYTES, true);
        kept.push('…');
        kept
    }

    pub(crate) fn body(&self, text: &str) -> Body {
        let (kept, is_cut) = self.beginning(text, self.body_bytes, true);
        Body { bytes: text.len() as u64, is_cut, text: kept }
    }

    /// So much of a body is worth being handed over.
    pub(crate) fn worth(&self) -> usize {
        self.body_bytes.saturating_add(BEYOND)
    }

    /// A body that may have been cut before.
    fn again(&self, body: &Body) -> Body {
        let (text, is_cut) = self.beginning(&body.text, self.body_bytes, !body.is_cut);
        Body { bytes: body.bytes.max(body.text.len() as u64), is_cut: is_cut || body.is_cut, text }
    }

    /// The first `most` bytes, masked, and whether there was more. What stands before a cut may be the beginning of a
    /// secret, so the last of what was looked at is shown only if it `is_end`.
    fn beginning(&self, text: &str, most: usize, is_end: bool) -> (String, bool) {
        let looked_at = floor(text, most.saturating_add(BEYOND));
        let is_whole = looked_at == text.len() && is_end;
        let mut redactor = Redactor::new(&self.detector, Masker::redact(), self.least);
        let mut masked = Vec::with_capacity(looked_at);
        redactor.push(&text.as_bytes()[..looked_at], &mut masked);
        if !is_whole {
            // A string of JSON that is cut is decided as a string once it is closed.
            redactor.push(b"\"", &mut masked);
        }
        redactor.finish(&mut masked);
        let mut masked = String::from_utf8(masked).unwrap_or_default();
        let is_cut = !is_whole || masked.len() > most;
        let shown = if is_whole { masked.len() } else { masked.len().saturating_sub(BEYOND) };
        masked.truncate(floor(&masked, shown.min(most)));
        (masked, is_cut)
    }
}

/// Values that stand in one part of a record and must not stand in another.
#[derive(Debug, Clone, Default)]
pub(crate) struct Known(Vec<(String, String)>);

impl Known {
    /// What is shorter stands in too many places by chance.
    const SHORTEST: usize = 6;

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text without those values, as they are and as JSON has them.
    pub(crate) fn taken_out_of(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, (value, shown)| {
            let quoted = serde_json::to_string(value).unwrap_or_default();
            text.replace(value, shown).replace(quoted.trim_matches('"'), shown)
        })
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
        let (masked, _) = mask(1000).entry(entry);
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

    #[test]
    fn a_body_that_was_cut_before_shows_nothing_of_a_secret_at_its_end() {
        let mask = mask(1000);
        for at in (980..1010).chain(mask.worth() - 20..mask.worth()) {
            let text = format!(r#"{{"a":"{} jo.miller@acme.io {}"}}"#, "x".repeat(at), "y".repeat(20_000));
            let cut = Body { bytes: 50_000, is_cut: true, text: text[..mask.worth()].to_owned() };
            let masked = mask.entry(Entry { arguments: Some(cut), ..Entry::new(Kind::Call) }).0.arguments.unwrap();
            assert!(!masked.text.contains("jo") && masked.text.len() > 980, "{at}: {}", masked.text);
            assert_eq!((masked.bytes, masked.is_cut), (50_000, true));
        }
    }

    #[test]
    fn a_long_name_is_cut_through_no_secret() {
        for before in TEXT_BYTES - 30..TEXT_BYTES {
            let name = format!("{} jo.miller@acme.io {}", "x".repeat(before), "y".repeat(100));
            let kept = mask(1000).brief(&name);
            assert!(kept.len() <= TEXT_BYTES + '…'.len_utf8() && kept.ends_with('…'));
            assert!(!kept.contains("jo"), "{before}");
        }
    }

    #[test]
    fn what_is_known_by_its_name_is_masked_wherever_else_it_stands() {
        let mut entry = Entry::new(Kind::Call);
        entry.name = "password=tr0ub4dor&3".into();
        entry.error = Some("Unknown tool: password=tr0ub4dor&3".into());
        entry.arguments = Some(Body::whole(r#"{"uri":"tr0ub4dor&3"}"#));
        let (masked, known) = mask(1000).entry(entry);
        assert!(!serde_json::to_string(&masked).unwrap().contains("tr0ub"), "{masked:?}");
        assert_eq!(known.taken_out_of("it said tr0ub4dor&3"), "it said [PASSWORD]");
    }
}
