//! Layer 3: what a language model is asked, and what its answer may change.
//!
//! This is the half without a network: whether to ask, the question, the check of the answer, and the label that comes
//! of it. Whoever asks brings a model and a cache of answers by [`content_hash`].
//!
//! Guarantees: a question is bounded and its untrusted part cannot leave its fence; an answer is refused unless every
//! part of it is what was asked for; whatever a model says, nothing that the other layers said at medium or above
//! changes, and what it adds is `inferred`.

mod answer;
mod question;

pub use answer::{Answer, AnswerError, InferredRole, InferredTag, answer};
pub use question::{Question, content_hash, question};

use crate::{Capability, Classification, Level, Mode, Operation, OperationClass, ParameterRole, Tag};
use std::fmt::Write as _;

/// The longest reason that is shown, in characters.
const REASON: usize = 120;

/// Tags of what changes something.
const CHANGES: [Tag; 3] = [Tag::Exec, Tag::FsWrite, Tag::DbWrite];

/// Whether a tool is one for which the other layers did not find an answer, so that a model is worth its cost.
///
/// By definition alone (mode A) that is a tool without a tag at medium or above. It may have low tags, or none: layer 1
/// does not know every word, and silence is no proof. Only when there is neither a description nor a parameter is there
/// nothing to ask about; a model would guess from the name.
///
/// Where the source was read too (mode B), it is a tool whose tags are all low, because layer 2 left or made them so.
/// If there are no tags, both layers agree that it does nothing, and the model is not asked; unless the source was not
/// followed to the end.
///
/// ```
/// use vetgate_capability::inferred::wants_model;
/// use vetgate_capability::{Classification, Level, Mode, Operation, OperationClass};
///
/// let unknown = Classification {
///     tool_name: "frobnicate".to_owned(),
///     capabilities: vec![],
///     parameter_roles: Default::default(),
///     classification_mode: Mode::A,
///     operation: Operation { class: OperationClass::Unknown, confidence: Level::Low, evidence: vec![] },
///     warnings: vec![],
/// };
/// assert!(wants_model(&unknown));
/// assert!(!wants_model(&unknown.confirmed_by(&[])), "its source was read, and does nothing");
/// ```
pub fn wants_model(tool: &Classification) -> bool {
    if tool.capabilities.iter().any(|capability| capability.confidence.reaches(Level::Medium)) {
        return false;
    }
    let is_empty = tool.parameter_roles.is_empty() && tool.warnings.iter().any(|warning| warning == "no_description");
    let is_followed = tool.classification_mode == Mode::B
        && !tool.warnings.iter().any(|warning| warning.starts_with("not_analyzed:"));
    !tool.capabilities.is_empty() || (!is_followed && !is_empty)
}

impl Classification {
    /// The classification with what a model added.
    ///
    /// A tag that was missing or `low` becomes `inferred`, however sure the model was; one at medium or above stays as
    /// it is, with its evidence. The same for the roles of parameters, where a low role gives way to the model's. A
    /// parameter that the tool does not have gets no role: how many there were is in the warning
    /// `llm_unknown_parameters:<count>`.
    ///
    /// A tool that was inferred to change something, and of whose operation nothing is known, writes. One that got a tag
    /// is no longer one of which nothing was understood.
    ///
    /// ```
    /// use vetgate_capability::inferred::answer;
    /// use vetgate_capability::{Classification, Level, Mode, Operation, OperationClass, Tag};
    ///
    /// let unknown = Classification {
    ///     tool_name: "frobnicate".to_owned(),
    ///     capabilities: vec![],
    ///     parameter_roles: Default::default(),
    ///     classification_mode: Mode::A,
    ///     operation: Operation { class: OperationClass::Unknown, confidence: Level::Low, evidence: vec![] },
    ///     warnings: vec![],
    /// };
    /// let said = r#"{"capabilities": [{"tag": "exec", "reason": "it frobs the shell"}], "parameter_roles": []}"#;
    /// let tool = unknown.inferred_from(&answer(said).unwrap());
    /// assert_eq!(tool.level(Tag::Exec), Some(Level::Inferred));
    /// assert_eq!(tool.capabilities[0].evidence, ["llm:it frobs the shell"]);
    /// ```
    #[must_use]
    pub fn inferred_from(mut self, answer: &Answer) -> Self {
        for InferredTag { tag, reason } in &answer.capabilities {
            let evidence = evidence(reason);
            match self.capabilities.iter_mut().find(|capability| capability.tag == *tag) {
                Some(known) if known.confidence.reaches(Level::Medium) => {}
                Some(low) => {
                    low.confidence = Level::Inferred;
                    low.evidence.push(evidence);
                }
                None => {
                    let added = Capability { tag: *tag, confidence: Level::Inferred, evidence: vec![evidence] };
                    self.capabilities.push(added);
                }
            }
        }
        self.capabilities.sort_by_key(|capability| capability.tag);
        if !self.capabilities.is_empty() {
            self.warnings.retain(|warning| warning != "nothing_understood");
        }
        let is_inferred = |tag: &Tag| self.level(*tag) == Some(Level::Inferred);
        if let (OperationClass::Unknown, Some(tag)) =
            (self.operation.class, CHANGES.iter().find(|tag| is_inferred(tag)))
        {
            let evidence = vec![format!("capability:{tag}")];
            self.operation = Operation { class: OperationClass::Write, confidence: Level::Low, evidence };
        }
        let mut unknown = 0;
        for InferredRole { parameter, role, reason } in &answer.parameter_roles {
            match self.parameter_roles.get_mut(parameter) {
                Some(known) if known.confidence.reaches(Level::Medium) => {}
                Some(low) => {
                    let evidence = std::mem::take(&mut low.evidence).into_iter().chain([evidence(reason)]).collect();
                    *low = ParameterRole { role: *role, confidence: Level::Inferred, evidence };
                }
                None => unknown += 1,
            }
        }
        if unknown > 0 {
            self.warnings.push(format!("llm_unknown_parameters:{unknown}"));
        }
        self
    }
}

/// The model's reason as evidence. A model repeats what strangers wrote, so it is shown as theirs is.
fn evidence(reason: &str) -> String {
    format!("llm:{}", shown(reason, REASON))
}

/// `text` with what cannot be seen spelled out, cut with `…` to at most `most` characters.
fn shown(text: &str, most: usize) -> String {
    let mut out = String::new();
    let mut width = 0;
    // Where to cut if the text does not end in time: the last place with room for the ellipsis.
    let mut cut = 0;
    for c in text.chars() {
        let before = out.len();
        match c {
            '"' | '\'' => out.push(c),
            _ => {
                let _ = write!(out, "{}", c.escape_debug());
            }
        }
        width += out[before..].chars().count();
        if width > most {
            out.truncate(cut);
            out.push('…');
            return out;
        }
        if width < most {
            cut = out.len();
        }
    }
    out
}

#[cfg(test)]
mod tests;
