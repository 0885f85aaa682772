//! Layer 2's verdict on layer 1: what the source of a tool's handler confirms.
//!
//! Reading source is another room's work. It hands over the calls that it saw in the handler, and here they are held
//! against what the definition said.

use crate::{Capability, Classification, Level, Mode, Tag};
use std::fmt;

/// A call in a handler's source that needs a capability.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sink {
    /// What it needs.
    pub tag: Tag,
    /// The call as it is shown: `open()`, `process.env[]`.
    pub call: String,
    /// The source file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

impl fmt::Display for Sink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ast_sink:{}@{}:{}", self.call, self.file, self.line)
    }
}

/// The calls that were seen in a handler's source.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HandlerCalls {
    /// Those that need a capability.
    pub sinks: Vec<Sink>,
    /// The first call whose effect is not known, with its place: `notion.pages.create()@src/pages.ts:12`. `None` if every
    /// call was followed or is of known effect.
    pub unresolved: Option<String>,
}

impl Classification {
    /// The classification after the handler's source was read. Where every call of the handler was
    /// resolved, this is [`confirmed_by`](Self::confirmed_by). Otherwise a tag without a sink keeps its confidence, since
    /// the call that was not resolved may be the sink, and the warning `not_analyzed:<call>@<file>:<line>` names that call.
    /// A call that starts a program counts as not resolved: the program may do anything.
    #[must_use]
    pub fn confirmed_by_source(self, calls: &HandlerCalls) -> Self {
        let program = calls.sinks.iter().find(|sink| sink.tag == Tag::Exec);
        let program = program.map(|sink| format!("{}@{}:{}", sink.call, sink.file, sink.line));
        let Some(unresolved) = calls.unresolved.clone().or(program) else { return self.confirmed_by(&calls.sinks) };
        let stated = self.clone();
        let mut read = self.confirmed_by(&calls.sinks);
        for capability in &mut read.capabilities {
            let is_seen = calls.sinks.iter().any(|sink| sink.tag == capability.tag);
            if let Some(level) = stated.level(capability.tag).filter(|_| !is_seen) {
                capability.confidence = level;
            }
        }
        read.warnings = stated.warnings;
        read.warnings.push(format!("not_analyzed:{unresolved}"));
        read
    }

    /// The classification after the handler's source was read; `sinks` are the calls in
    /// it. Meant for the result of layer 1, once, and before layer 3.
    ///
    /// - A tag that the source confirms is `high`; if the definition has it at `low`, from weak words alone, `medium`.
    /// - A tag that it does not is `low`, with the warning `weak_signal:<tag>`. No sinks at all means that the source
    ///   was read and does nothing: every tag is demoted.
    /// - A tag that only the source has is `medium`: a call is strong evidence, but that the definition is silent on it
    ///   is odd.
    ///
    /// ```
    /// use vetgate_capability::{Capability, Classification, Level, Mode, Operation, OperationClass, Sink, Tag};
    ///
    /// let read_file = Classification {
    ///     tool_name: "read_file".to_owned(),
    ///     capabilities: vec![Capability { tag: Tag::FsRead, confidence: Level::Medium, evidence: vec![] }],
    ///     parameter_roles: Default::default(),
    ///     classification_mode: Mode::A,
    ///     operation: Operation { class: OperationClass::Read, confidence: Level::Medium, evidence: vec![] },
    ///     warnings: vec![],
    /// };
    /// let open = Sink { tag: Tag::FsRead, call: "open()".to_owned(), file: "src/tools/files.py".to_owned(), line: 23 };
    /// let confirmed = read_file.confirmed_by(&[open]);
    /// assert_eq!(confirmed.capabilities[0].confidence, Level::High);
    /// assert_eq!(confirmed.capabilities[0].evidence, ["ast_sink:open()@src/tools/files.py:23"]);
    /// ```
    #[must_use]
    pub fn confirmed_by(mut self, sinks: &[Sink]) -> Self {
        let layer_one = std::mem::take(&mut self.capabilities);
        for tag in Tag::ALL {
            let stated = layer_one.iter().find(|capability| capability.tag == tag);
            let confidence = match (stated, sinks.iter().any(|sink| sink.tag == tag)) {
                (None, false) => continue,
                (Some(stated), true) if stated.confidence.reaches(Level::Medium) => Level::High,
                (_, true) => Level::Medium,
                (Some(_), false) => {
                    self.warnings.push(format!("weak_signal:{tag}"));
                    Level::Low
                }
            };
            let mut evidence = stated.map(|capability| capability.evidence.clone()).unwrap_or_default();
            for sink in sinks.iter().filter(|sink| sink.tag == tag).map(Sink::to_string) {
                if !evidence.contains(&sink) {
                    evidence.push(sink);
                }
            }
            self.capabilities.push(Capability { tag, confidence, evidence });
        }
        self.classification_mode = Mode::B;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{tool, tool_at};
    use proptest::prelude::*;

    fn sink(tag: Tag, line: usize) -> Sink {
        Sink { tag, call: "call()".to_owned(), file: "a.py".to_owned(), line }
    }

    #[test]
    fn the_promotion_rule_holds_at_every_level_of_layer_one() {
        for level in Level::ALL {
            let stated = tool_at("t", &[(Tag::FsRead, level)]);
            let confirmed = stated.clone().confirmed_by(&[sink(Tag::FsRead, 1)]);
            let expected = if level == Level::Low { Level::Medium } else { Level::High };
            assert_eq!(confirmed.level(Tag::FsRead), Some(expected), "{level}");
            assert_eq!(confirmed.capabilities[0].evidence, ["name_token:x", "ast_sink:call()@a.py:1"]);
            assert!(confirmed.warnings.is_empty());

            let weak = stated.confirmed_by(&[sink(Tag::Exec, 1)]);
            assert_eq!(weak.level(Tag::FsRead), Some(Level::Low), "{level}");
            assert_eq!(weak.warnings, ["weak_signal:fs_read"]);
            assert_eq!(weak.level(Tag::Exec), Some(Level::Medium));
        }
    }

    #[test]
    fn source_without_a_sink_demotes_everything() {
        let read = tool("t", &[Tag::Exec, Tag::NetEgress]).confirmed_by(&[]);
        assert_eq!(read.classification_mode, Mode::B);
        assert!(read.capabilities.iter().all(|capability| capability.confidence == Level::Low));
        assert_eq!(read.warnings, ["weak_signal:exec", "weak_signal:net_egress"]);
    }

    #[test]
    fn every_sink_is_named_once() {
        let sinks = [sink(Tag::Exec, 9), sink(Tag::Exec, 2), sink(Tag::Exec, 9)];
        let read = tool("t", &[]).confirmed_by(&sinks);
        assert_eq!(read.capabilities[0].evidence, ["ast_sink:call()@a.py:9", "ast_sink:call()@a.py:2"]);
    }

    #[test]
    fn a_call_that_was_not_resolved_keeps_what_the_definition_says() {
        let calls = HandlerCalls {
            sinks: vec![sink(Tag::FsRead, 4), sink(Tag::Exec, 5)],
            unresolved: Some("repo.save()@a.py:7".to_owned()),
        };
        let read =
            tool_at("t", &[(Tag::FsRead, Level::Medium), (Tag::DbWrite, Level::High)]).confirmed_by_source(&calls);
        assert_eq!(read.level(Tag::FsRead), Some(Level::High), "seen");
        assert_eq!(read.level(Tag::Exec), Some(Level::Medium), "only seen");
        assert_eq!(read.level(Tag::DbWrite), Some(Level::High), "not seen, unchanged");
        assert_eq!(read.warnings, ["not_analyzed:repo.save()@a.py:7"]);
        assert_eq!(read.classification_mode, Mode::B);
        let starts_program = HandlerCalls { unresolved: None, ..calls };
        let read = tool_at("t", &[(Tag::DbWrite, Level::High)]).confirmed_by_source(&starts_program);
        assert_eq!(read.level(Tag::DbWrite), Some(Level::High), "a program may do anything");
        assert!(read.warnings[0].starts_with("not_analyzed:"), "{:?}", read.warnings);
        let resolved = HandlerCalls { sinks: vec![sink(Tag::FsRead, 4)], unresolved: None };
        let read = tool("t", &[Tag::DbWrite]).confirmed_by_source(&resolved);
        assert_eq!(read.level(Tag::DbWrite), Some(Level::Low));
        assert_eq!(read.warnings, ["weak_signal:db_write"]);
    }

    proptest! {
        #[test]
        fn no_tag_is_lost_and_each_stands_once_in_order(
            stated in prop::collection::btree_set(prop::sample::select(&Tag::ALL), 0..8),
            seen in prop::collection::vec((prop::sample::select(&Tag::ALL), 1usize..5), 0..12),
        ) {
            let stated: Vec<Tag> = stated.into_iter().collect();
            let sinks: Vec<Sink> = seen.into_iter().map(|(tag, line)| sink(tag, line)).collect();
            let read = tool("t", &stated).confirmed_by(&sinks);
            let tags: Vec<Tag> = read.capabilities.iter().map(|capability| capability.tag).collect();
            let expected = |tag: &Tag| stated.contains(tag) || sinks.iter().any(|sink| sink.tag == *tag);
            prop_assert_eq!(tags, Tag::ALL.into_iter().filter(expected).collect::<Vec<_>>());
        }
    }
}
