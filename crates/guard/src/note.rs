//! What the record of a call keeps of the guard: written once, read by `activity`, `flows` and `replay`.
//!
//! A record has one field for words. Where the guard has nothing to say, it holds plain words such as `resumes`, as it
//! did before there was a guard; otherwise it holds one JSON object with the key `guard`. Both are read. The ledger masks
//! what is written here and other versions write it too, so a part that cannot be read is left out and the note says so;
//! the other parts stay.

use crate::{Action, Assessment, Band, Decision, Handled};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What the record of a call keeps of the guard.
///
/// ```
/// use vetgate_guard::Note;
/// assert_eq!(Note::read("resumes").said.as_deref(), Some("resumes"));
/// let note = Note { findings: vec!["an instruction to the agent".into()], ..Note::read("resumes") };
/// assert_eq!(note.write(), r#"{"guard":{"findings":["an instruction to the agent"]},"said":"resumes"}"#);
/// assert_eq!(Note::read(&note.write()), note);
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Note {
    /// What else there is to say, in words.
    pub said: Option<String>,
    /// What the policy said to the call; nothing where nothing spoke against it: see [`judgement`](Self::judgement).
    pub decision: Option<Decision>,
    /// Whether that was only written down and not acted on.
    pub is_logged_only: bool,
    /// What was known of the call.
    pub assessment: Option<Assessment>,
    /// What was found in the response, in one sentence each.
    pub findings: Vec<String>,
    /// What was done to arguments and response, or, where nothing is acted on, would have been.
    pub handled: Vec<Handled>,
    /// The end of its hold, where it was held for a person.
    pub hold: Option<HoldResult>,
    /// Parameters that the request had besides its arguments; the beginning of the text where they are long.
    pub params: Option<Value>,
    /// Whether a part of what was written could not be read.
    pub is_partial: bool,
}

/// End of a hold, as the record of the held call tells it.
///
/// ```
/// use vetgate_guard::{HoldEnding, HoldResult};
/// let approved = HoldResult { ended: HoldEnding::Approved, by: "ada".into(), sent: true };
/// assert_eq!(approved.to_string(), "held, approved by ada, sent");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HoldResult {
    /// The way in which it ended.
    pub ended: HoldEnding,
    /// The person who decided, if one did.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub by: String,
    /// Whether the call was sent to its server.
    #[serde(default)]
    pub sent: bool,
}

/// Way in which a hold ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HoldEnding {
    /// A person approved the call.
    Approved,
    /// A person denied it.
    Denied,
    /// No person decided in time.
    Expired,
    /// The client gave up before a person decided.
    Cancelled,
    /// The gateway stopped before a person decided.
    Stopped,
    /// No person could be asked: too many calls are held already, or the hold could not be written.
    NotAsked,
}

impl std::fmt::Display for HoldResult {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let by = if self.by.is_empty() { String::new() } else { format!(" by {}", self.by) };
        let sent = if self.sent { "sent" } else { "not sent" };
        match self.ended {
            HoldEnding::Approved => write!(f, "held, approved{by}, {sent}"),
            HoldEnding::Denied => write!(f, "held, denied{by}"),
            HoldEnding::Expired => f.write_str("held, expired"),
            HoldEnding::Cancelled => write!(f, "held, cancelled, {sent}"),
            HoldEnding::Stopped => write!(f, "held, gateway stopped, {sent}"),
            HoldEnding::NotAsked => write!(f, "held, no person could be asked, {sent}"),
        }
    }
}

/// The object as it is written.
#[derive(Serialize)]
struct Written<'n> {
    guard: Guarded<'n>,
    #[serde(skip_serializing_if = "Option::is_none")]
    params: Option<&'n Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<&'n str>,
}

#[derive(Serialize)]
struct Guarded<'n> {
    #[serde(skip_serializing_if = "Option::is_none")]
    decision: Option<&'n Decision>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    log_only: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    assessment: Option<&'n Assessment>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    findings: &'n [String],
    #[serde(skip_serializing_if = "<[Handled]>::is_empty")]
    handled: &'n [Handled],
    #[serde(skip_serializing_if = "Option::is_none")]
    hold: Option<&'n HoldResult>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    partial: bool,
}

impl Note {
    /// What stands in the record.
    pub fn write(&self) -> String {
        let said = self.said.as_deref().filter(|said| !said.is_empty());
        let guard = Guarded {
            decision: self.decision.as_ref(),
            log_only: self.is_logged_only,
            assessment: self.assessment.as_ref(),
            findings: &self.findings,
            handled: &self.handled,
            hold: self.hold.as_ref(),
            partial: self.is_partial,
        };
        let is_plain = guard.decision.is_none()
            && guard.assessment.is_none()
            && guard.findings.is_empty()
            && guard.handled.is_empty()
            && guard.hold.is_none()
            && !guard.log_only
            && !guard.partial
            && self.params.is_none();
        match said {
            // Words that look like an object are wrapped, so that they are never taken for the guard's.
            Some(said) if is_plain && !said.starts_with('{') => said.to_owned(),
            None if is_plain => String::new(),
            said => serde_json::to_string(&Written { guard, params: self.params.as_ref(), said })
                .expect("plain data is written as JSON"),
        }
    }

    /// What the guard says of the call, in one sentence for people; nothing where it has nothing to say.
    pub fn sentence(&self) -> Option<String> {
        let Some(Decision { action, by, reason, .. }) = self.judgement() else { return self.findings.first().cloned() };
        let is_quiet = self.decision.is_none()
            && self.assessment.as_ref().is_none_or(|assessment| assessment.risk.band == Band::Low);
        match (action, self.is_logged_only) {
            (Action::Deny, true) => Some(format!("would be denied: {reason}")),
            (Action::Hold, true) => Some(format!("would be held for approval: {reason}")),
            (Action::Allow, _) if is_quiet => self.findings.first().cloned(),
            (Action::Allow, _) if by.starts_with("rule.") => Some(format!("allowed by {by}: {reason}")),
            _ => Some(reason),
        }
    }

    /// What the policy said to the call. A record leaves out that nothing spoke against it, so an assessment without a
    /// decision was allowed; nothing where there was no judgement, or none that can be read.
    pub fn judgement(&self) -> Option<Decision> {
        match (&self.decision, &self.assessment) {
            (Some(decision), _) => Some(decision.clone()),
            (None, Some(assessment)) if !self.is_partial => Some(Decision::unopposed(assessment)),
            _ => None,
        }
    }

    /// What was done to arguments and response, in one phrase, or would have been.
    pub fn handling(&self) -> Option<String> {
        (!self.handled.is_empty()).then(|| Handled::phrase(&self.handled, !self.is_logged_only))
    }

    /// Reads what stands in a record, of whatever version.
    pub fn read(note: &str) -> Self {
        let mut object = match serde_json::from_str(note) {
            Ok(Value::Object(object)) if note.starts_with('{') => object,
            _ => Map::new(),
        };
        let Some(Value::Object(mut guard)) = object.remove("guard") else {
            return Self { said: Some(note.to_owned()).filter(|said| !said.is_empty()), ..Self::default() };
        };
        let mut is_partial = false;
        let decision = part(&mut guard, "decision", &mut is_partial);
        let assessment = part(&mut guard, "assessment", &mut is_partial);
        let findings = part(&mut guard, "findings", &mut is_partial).unwrap_or_default();
        let handled = part(&mut guard, "handled", &mut is_partial).unwrap_or_default();
        let hold = part(&mut guard, "hold", &mut is_partial);
        let is_logged_only = part(&mut guard, "log_only", &mut is_partial).unwrap_or(false);
        let params = object.remove("params");
        let said = part(&mut object, "said", &mut is_partial).filter(|said: &String| !said.is_empty());
        is_partial |= part(&mut guard, "partial", &mut is_partial).unwrap_or(false);
        Self { said, decision, is_logged_only, assessment, findings, handled, hold, params, is_partial }
    }
}

/// One part, if it is there and can be read. One that is broken breaks no other.
fn part<T: DeserializeOwned>(parts: &mut Map<String, Value>, name: &str, is_partial: &mut bool) -> Option<T> {
    let read = serde_json::from_value(parts.remove(name)?).ok();
    *is_partial |= read.is_none();
    read
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Action, Risk, SessionFacts, ToolFacts};
    use proptest::prelude::*;
    use vetgate_capability::{OperationClass, ServerClass};

    fn decision() -> Decision {
        Decision {
            action: Action::Hold,
            by: "risk.approve".into(),
            reason: "private data would leave".into(),
            is_flagged: true,
            quarantines: false,
            detail: None,
        }
    }

    fn assessment() -> Assessment {
        Assessment {
            tool: ToolFacts {
                server: "slack".into(),
                name: "post".into(),
                side: ServerClass::External,
                capabilities: vec![],
                is_protocol: false,
            },
            session: SessionFacts { call: 3, ..SessionFacts::default() },
            operation: OperationClass::Write,
            signals: vec![],
            contradictions: vec![],
            edges: vec![],
            alarms: vec![],
            drifts: vec![],
            sensitive: vec![],
            destinations: vec!["example.com".into()],
            named_by: None,
            is_asked: false,
            risk: Risk::default(),
        }
    }

    #[test]
    fn all_of_it_comes_back() {
        let note = Note {
            said: Some("resumes".into()),
            decision: Some(decision()),
            is_logged_only: true,
            assessment: Some(assessment()),
            findings: vec!["an instruction to the agent".into()],
            handled: vec![Handled::ResponseAnnotated],
            hold: Some(HoldResult { ended: HoldEnding::Denied, by: "ada".into(), sent: false }),
            params: Some(serde_json::json!({"_meta": {"progressToken": 1}})),
            is_partial: false,
        };
        assert_eq!(Note::read(&note.write()), note);
    }

    #[test]
    fn every_end_of_a_hold_has_its_own_words() {
        let told = |ended, by: &str, sent| HoldResult { ended, by: by.into(), sent }.to_string();
        assert_eq!(told(HoldEnding::Approved, "ada", true), "held, approved by ada, sent");
        assert_eq!(told(HoldEnding::Approved, "ada", false), "held, approved by ada, not sent");
        assert_eq!(told(HoldEnding::Denied, "ada", false), "held, denied by ada");
        assert_eq!(told(HoldEnding::Expired, "", false), "held, expired");
        assert_eq!(told(HoldEnding::Cancelled, "", false), "held, cancelled, not sent");
    }

    #[test]
    fn words_of_older_records_are_read_as_words() {
        for words in ["resumes", "asks", r#"{"deleted":3}"#, "[1]", "[{}]", "{", r#"{"guard":7}"#, "17"] {
            let note = Note::read(words);
            assert_eq!(note.said.as_deref(), Some(words));
            assert_eq!(Note::read(&note.write()), note);
        }
        assert_eq!(Note::read(""), Note::default());
        assert_eq!(Note::default().write(), "");
        assert_eq!(Note { said: Some("resumes".into()), ..Note::default() }.write(), "resumes");
    }

    #[test]
    fn what_would_have_been_is_told_as_such() {
        let note = Note { decision: Some(decision()), findings: vec!["found".into()], ..Note::default() };
        assert_eq!(note.sentence().as_deref(), Some("private data would leave"));
        let logged = Note { is_logged_only: true, ..note.clone() };
        assert_eq!(logged.sentence().as_deref(), Some("would be held for approval: private data would leave"));
        assert_eq!(Note { decision: None, ..note }.sentence().as_deref(), Some("found"));
        assert_eq!(Note::read("resumes").sentence(), None);
    }

    #[test]
    fn an_assessment_without_a_decision_was_allowed() {
        let quiet = Note { assessment: Some(assessment()), findings: vec!["found".into()], ..Note::default() };
        let judged = quiet.judgement().expect("it was judged");
        assert_eq!((judged.action, judged.by.as_str()), (Action::Allow, "tool_policy.write"));
        assert_eq!(quiet.sentence().as_deref(), Some("found"));
        assert_eq!(Note { is_partial: true, ..quiet.clone() }.judgement(), None, "nobody knows what could not be read");
        assert_eq!(Note::read("resumes").judgement(), None);
        let risky = Risk { score: 45, band: Band::Medium, parts: vec![] };
        let risky = Note { assessment: Some(Assessment { risk: risky, ..assessment() }), ..Note::default() };
        assert_eq!(risky.sentence().as_deref(), Some("Allowed; the risk is 45 (medium)."));
        let by_rule = Decision { action: Action::Allow, by: "rule.2".into(), ..decision() };
        let by_rule = Note { decision: Some(by_rule), ..quiet };
        assert_eq!(by_rule.sentence().as_deref(), Some("allowed by rule.2: private data would leave"));
    }

    #[test]
    fn what_was_done_is_told_and_what_would_have_been() {
        let note = Note { handled: vec![Handled::ResponseStripped, Handled::ResponseMasked], ..Note::default() };
        assert_eq!(note.handling().as_deref(), Some("the response was stripped and masked"));
        let logged = Note { is_logged_only: true, ..note };
        assert_eq!(logged.handling().as_deref(), Some("the response would be stripped and masked"));
        assert_eq!(Note::read(&logged.write()), logged);
        assert_eq!(Note::default().handling(), None);
    }

    #[test]
    fn words_that_look_like_the_guards_are_not_taken_for_its() {
        let said = Note { decision: Some(decision()), ..Note::default() }.write();
        let note = Note { said: Some(said), ..Note::default() };
        assert_eq!(Note::read(&note.write()), note);
    }

    #[test]
    fn a_part_that_cannot_be_read_is_left_out_and_told() {
        let written = Note { decision: Some(decision()), assessment: Some(assessment()), ..Note::default() }.write();
        let broken = written.replace(r#""action":"hold""#, r#""action":"[REDACTED]""#);
        let note = Note::read(&broken);
        assert_eq!((note.decision, note.assessment, note.is_partial), (None, Some(assessment()), true));
        let later = written.replacen(r#"{"guard":{"#, r#"{"guard":{"later":[1],"#, 1);
        let note = Note::read(&later);
        assert_eq!((note.decision, note.is_partial), (Some(decision()), false), "what is unknown is left alone");
    }

    proptest! {
        #[test]
        fn anything_can_be_read_and_written_again(text in any::<String>(), tail in r#"[{}\[\]":a-z0-9,]{0,60}"#) {
            for text in [text.clone(), format!(r#"{{"guard":{tail}"#), format!(r#"{{"guard":{{{tail}}}}}"#)] {
                let note = Note::read(&text);
                prop_assert_eq!(Note::read(&note.write()), note);
            }
        }

        #[test]
        fn every_word_comes_back(said in "[^\0]{1,40}", finding in any::<String>()) {
            for findings in [vec![], vec![finding.clone()]] {
                let note = Note { said: Some(said.clone()), findings, ..Note::default() };
                prop_assert_eq!(Note::read(&note.write()), note);
            }
        }
    }
}
