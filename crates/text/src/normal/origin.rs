//! Where each byte of a rewritten text came from.

use std::ops::Range;

/// A text under rewriting, with the way back to its source.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Rewritten {
    pub(super) text: String,
    origin: Origin,
}

/// The way back from a rewritten text to its source: runs copied byte for byte, and atoms that stand for a
/// source range as a whole. Sources only grow along the text; what was dropped belongs to no segment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Origin(Vec<Segment>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Segment {
    start: usize,
    length: usize,
    source: Range<usize>,
    copied: bool,
}

impl Rewritten {
    pub(super) fn with_capacity(bytes: usize) -> Self {
        Self { text: String::with_capacity(bytes), origin: Origin::default() }
    }

    /// Adds `text`, each character of which came from as many bytes of the source, starting at `source`.
    pub(super) fn copy(&mut self, text: &str, source: usize) {
        let end = source + text.len();
        match self.origin.0.last_mut() {
            Some(last) if last.copied && last.source.end == source => {
                last.length += text.len();
                last.source.end = end;
            }
            _ if text.is_empty() => return,
            _ => self.segment(text.len(), source..end, true),
        }
        self.text.push_str(text);
    }

    /// The same, with ASCII letters in lower case.
    pub(super) fn copy_lower(&mut self, text: &str, source: usize) {
        let start = self.text.len();
        self.copy(text, source);
        self.text[start..].make_ascii_lowercase();
    }

    /// Adds `text` as one piece that stands for `source`.
    pub(super) fn atom(&mut self, text: &str, source: Range<usize>) {
        if !text.is_empty() {
            self.segment(text.len(), source, false);
            self.text.push_str(text);
        }
    }

    pub(super) fn into_parts(self) -> (String, Origin) {
        (self.text, self.origin)
    }

    fn segment(&mut self, length: usize, source: Range<usize>, copied: bool) {
        self.origin.0.push(Segment { start: self.text.len(), length, source, copied });
    }
}

impl Origin {
    /// The source of `span`. On character boundaries of the source if `span` is on those of the text.
    pub(super) fn of(&self, span: Range<usize>) -> Range<usize> {
        let start = self.locate(span.start).map_or(0, |(segment, within)| match within {
            _ if within >= segment.length => segment.source.end,
            _ if segment.copied => segment.source.start + within,
            _ => segment.source.start,
        });
        if span.is_empty() {
            return start..start;
        }
        let end = self.locate(span.end - 1).map_or(0, |(segment, within)| {
            if segment.copied {
                segment.source.start + (within + 1).min(segment.source.len())
            } else {
                segment.source.end
            }
        });
        start..end.max(start)
    }

    fn locate(&self, at: usize) -> Option<(&Segment, usize)> {
        let index = self.0.partition_point(|segment| segment.start <= at).checked_sub(1)?;
        let segment = &self.0[index];
        Some((segment, at - segment.start))
    }
}
