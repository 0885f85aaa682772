//! The two ends of a message that cannot be read, in which its id may stand.

/// How much of each end is kept.
const KEPT: usize = 96;

/// The ends of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Edges {
    head: Vec<u8>,
    /// Of a text no longer than what is kept, the same as the head.
    tail: Vec<u8>,
}

impl Edges {
    pub(crate) fn of(text: &[u8]) -> Self {
        let head = text[..text.len().min(KEPT)].to_vec();
        Self { head, tail: text[text.len().saturating_sub(KEPT)..].to_vec() }
    }

    /// Goes on with more of the same text.
    pub(crate) fn extend(&mut self, more: &[u8]) {
        let missing = KEPT.saturating_sub(self.head.len()).min(more.len());
        self.head.extend_from_slice(&more[..missing]);
        self.tail.extend_from_slice(&more[more.len().saturating_sub(KEPT)..]);
        self.tail.drain(..self.tail.len().saturating_sub(KEPT));
    }

    /// The start of the text.
    pub(crate) fn head(&self) -> String {
        String::from_utf8_lossy(&self.head).into_owned()
    }

    /// The number that is the id of the outermost object, as servers write it: before what is long, or at the very
    /// end.
    pub(crate) fn id(&self) -> Option<u64> {
        let head = String::from_utf8_lossy(&self.head);
        let tail = String::from_utf8_lossy(&self.tail);
        let first = head.split_once("\"id\"").and_then(|(before, after)| {
            let is_outermost = before.matches(['{', '[']).count() == 1;
            number(after).filter(|_| is_outermost)
        });
        first.or_else(|| {
            let (_, after) = tail.rsplit_once("\"id\"")?;
            let is_outermost = after.trim_end().ends_with('}') && after.matches(['{', '}', '[', ']']).count() == 1;
            number(after).filter(|_| is_outermost)
        })
    }
}

/// The number behind a colon.
fn number(text: &str) -> Option<u64> {
    let text = text.trim_start().strip_prefix(':')?.trim_start();
    let end = text.find(|c: char| !c.is_ascii_digit())?;
    text[..end].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_found_at_either_end_of_the_outermost_object_only() {
        let long = "x".repeat(500);
        let cases = [
            (format!(r#"{{"jsonrpc":"2.0","id":12,"result":"{long}"}}"#), Some(12)),
            (format!(r#"{{"result":{{"a":"{long}"}},"jsonrpc":"2.0","id": 7}}"#), Some(7)),
            (format!(r#"{{"result":{{"a":"{long}"}},"id":7,"jsonrpc":"2.0"}}"#), Some(7)),
            (format!(r#"{{"result":{{"id":3,"a":"{long}"}}}}"#), None),
            (format!(r#"{{"result":{{"a":"{long}","id":3}}}}"#), None),
            (format!(r#"{{"jsonrpc":"2.0","id":"x","result":"{long}"}}"#), None),
            (long.clone(), None),
            (String::new(), None),
        ];
        for (text, expected) in cases {
            assert_eq!(Edges::of(text.as_bytes()).id(), expected, "{text:.60}");
            for step in [1, 50, 200] {
                let mut grown = Edges::of(b"");
                text.as_bytes().chunks(step).for_each(|chunk| grown.extend(chunk));
                assert_eq!(grown, Edges::of(text.as_bytes()), "in steps of {step}");
            }
        }
    }
}
