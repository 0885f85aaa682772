//! What comes back.

use super::before::evidence;
use super::{Guard, Rulebook};
use crate::response::{Opened, Part, says_error};
use crate::session::Session;
use crate::{
    About, After, Answered, Arguments, Call, Masking, Mode, Notice, Read, Reader, Shape, Ticket, Tool, UnknownServers,
};
use std::sync::PoisonError;
use vetgate_capability::ServerClass;
use vetgate_flow::{Certainty, Decoded, Leg, Memory, Origin, Place};
use vetgate_model::json::Document;
use vetgate_model::{Severity, Tier};
use vetgate_sensitive::{Category, Match};

/// How many values too short for a fingerprint are kept of one response.
const ATOMS: usize = 256;

impl Guard {
    /// Judges what came back; `response` is the result as JSON.
    pub fn after(&self, call: &Call, ticket: &Ticket, response: &str) -> After {
        let rulebook = self.rulebook();
        let (server, tool) = (call.tool.server.as_str(), call.tool.name.as_str());
        let restored = self.restored(&rulebook, call, response);
        let response = restored.as_deref().unwrap_or(response);
        let document = Document::parse(response).ok();
        let parts = Reader::parts(document.as_ref(), response);
        let parts: Vec<Opened> = parts.iter().map(Part::open).collect();
        let read = rulebook.reader.read_parts(server, tool, response, &parts);
        let treated = rulebook.reader.treat(response, &read, &rulebook.settings.responses);
        let is_enforced = rulebook.settings.mode == Mode::Enforce;
        let is_withheld = is_enforced && treated.blocked.is_some();
        if !is_withheld && rulebook.settings.flow.enabled {
            let (session, principal) = self.open(call, &rulebook);
            let mut session = session.lock().unwrap_or_else(PoisonError::into_inner);
            let mut principal = principal.lock().unwrap_or_else(PoisonError::into_inner);
            let private = private(call.tool, rulebook.settings.flow.unknown_servers, &read);
            let answer = Answer { response, parts: &parts, read: &read, private };
            remember(&mut session, &mut principal.memory, call, ticket.call, &answer);
            let bytes = [session.bytes(), principal.bytes()];
            drop((session, principal));
            self.sessions.settle(call.session, call.principal, bytes, rulebook.settings.flow.memory_bytes);
        }
        let mut notices = notices(call, &read);
        if rulebook.settings.baselines.enabled {
            let is_error = document.as_ref().is_some_and(says_error);
            let answered = Answered { server, tool, bytes: response.len() as u64, is_error };
            let mut baselines = self.baselines();
            let drifts = baselines.consider_response(&answered);
            notices.extend(drifts.into_iter().map(|drift| {
                let text = format!("{server}/{tool}: {}", drift.reason);
                Notice { about: About::Drift, severity: drift.severity, text }
            }));
            if ticket.outgoing.teaches {
                let shape = Shape::of(call.arguments);
                baselines.teach(&ticket.outgoing.observed(call, &shape), Some(&answered));
            }
        }
        let findings = findings(&read);
        let risk = read.findings.iter().map(|finding| finding.risk).max().unwrap_or_default();
        match is_enforced {
            true => After {
                blocked: treated.blocked,
                result: treated.result.or(restored),
                is_masked: treated.is_masked,
                findings,
                risk,
                notices,
            },
            false => After { findings, risk, notices, ..After::default() },
        }
    }
}

impl Guard {
    /// The response with the tokens that the agent may see through, where values are masked on their way.
    fn restored(&self, rulebook: &Rulebook, call: &Call, response: &str) -> Option<String> {
        if rulebook.settings.masking == Masking::default() || rulebook.settings.mode == Mode::LogOnly {
            return None;
        }
        let session = self.sessions.known(call.session)?;
        let mut session = session.lock().unwrap_or_else(PoisonError::into_inner);
        session.masks.as_mut()?.incoming(&call.tool.server, response)
    }
}

/// A response, read.
struct Answer<'r> {
    response: &'r str,
    parts: &'r [Opened<'r>],
    read: &'r Read,
    /// Whether it is private.
    private: Certainty,
}

/// What identifies somebody, is about their money or health, or opens something.
fn telling(read: &Read) -> Option<&Match> {
    let is_personal =
        |category| matches!(category, Category::Identity | Category::Health | Category::Financial | Category::Secret);
    read.sensitive.iter().find(|found| is_personal(found.category))
}

/// Whether a response of `tool` is private.
fn private(tool: &Tool, unknown: UnknownServers, read: &Read) -> Certainty {
    let is_inside = tool.side.class == ServerClass::Unknown && unknown == UnknownServers::Internal;
    if is_inside || telling(read).is_some() { Certainty::Known } else { tool.labels.private }
}

/// Keeps what the session has to know of a response later.
fn remember(session: &mut Session, memory: &mut Memory, call: &Call, number: u64, answer: &Answer) {
    let labels = &call.tool.labels;
    let Answer { response, parts, read, private } = *answer;
    let is_told = !read.instructions.is_empty();
    let origin = Origin {
        session: session.number,
        call: number,
        server: call.tool.server.as_str().into(),
        tool: call.tool.name.as_str().into(),
        private,
        outside: if is_told { Certainty::Known } else { labels.outside },
        is_secret: labels.is_secret,
    };
    let decoded: Vec<Decoded> = parts.iter().filter_map(Opened::decoded).collect();
    session.reads(memory);
    memory.remember_decoded(&origin, response, &decoded);
    for found in read.sensitive.iter().take(ATOMS) {
        if let (Some(value), Some(pointer)) = (response.get(found.span.clone()), &found.pointer) {
            memory.remember_atom(&origin, pointer.as_str(), &found.kind, value);
        }
    }
    session.addresses.read(number, response);
    // A source that gives orders does not say who the user's people are.
    let gives_orders = !read.appeals.is_empty() || read.instructions.iter().any(|instruction| !instruction.is_letter);
    if !session.user_words.is_empty() && !gives_orders {
        let arguments = Arguments::read(call.arguments);
        let values = arguments.leaves().iter().filter_map(|leaf| leaf.value.text());
        let is_source = session.user_words.name_source(values);
        session.addresses.join(response, is_source, |word| session.user_words.name_person(word));
    }
    for found in read.sensitive.iter().filter(|found| found.category == Category::Financial).take(ATOMS) {
        session.addresses.read_account(number, response, found.span.clone());
    }
    // What one person asks another for is content: where it leads is told by its addresses.
    for instruction in read.instructions.iter().filter(|instruction| !instruction.is_letter) {
        let (server, tool) = (origin.server.clone(), origin.tool.clone());
        let place = Place { call: number, server, tool, pointer: instruction.pointer.clone() };
        session.orders.take(place, &instruction.text, instruction.start, instruction.tier == Tier::Hard);
    }
    for whisper in &read.whispers {
        let (server, tool) = (origin.server.clone(), origin.tool.clone());
        let place = Place { call: number, server, tool, pointer: whisper.pointer.clone() };
        session.orders.overhear(place, &whisper.text, whisper.is_unseen);
    }
    for appeal in &read.appeals {
        let (server, tool) = (origin.server.clone(), origin.tool.clone());
        let place = Place { call: number, server, tool, pointer: appeal.pointer.clone() };
        session.orders.ask(place, &appeal.text);
    }
    if origin.private == Certainty::Known {
        let reason = telling(read).map_or("", |found| found.kind.as_str());
        session.trifecta.close(Leg::PrivateData, || evidence(call, number, reason));
    }
    if origin.outside == Certainty::Known {
        let reason = read.instructions.first().map_or("", |instruction| instruction.pointer.as_str());
        session.trifecta.close(Leg::UntrustedContent, || evidence(call, number, reason));
    }
}

/// What was found, in one sentence each.
pub(crate) fn findings(read: &Read) -> Vec<String> {
    let mut findings: Vec<String> = vec![];
    for finding in &read.findings {
        for signal in &finding.signals {
            findings.push(format!("{} ({}): {} {}", signal.check, finding.tier, signal.detail, signal.evidence));
        }
    }
    if read.hidden > 0 {
        findings.push(format!("{} invisible characters", read.hidden));
    }
    if read.links > 0 {
        findings.push(format!("{} links that carry data out", read.links));
    }
    let mut gaps: Vec<String> =
        read.gaps.iter().map(|gap| format!("not checked in full ({}): {}", gap.cap, gap.detail)).collect();
    gaps.dedup();
    findings.append(&mut gaps);
    findings
}

fn notices(call: &Call, read: &Read) -> Vec<Notice> {
    let mut notices = vec![];
    let of = |what: &str| format!("{}/{} returned {what}", call.tool.server, call.tool.name);
    if read.tier() == Some(Tier::Hard) {
        notices.push(Notice { about: About::Injection, severity: 80, text: of("instructions to the agent") });
    }
    if read.links > 0 {
        notices.push(Notice { about: About::Exfiltration, severity: 60, text: of("links that carry data out") });
    }
    let exposed =
        read.sensitive.iter().find(|found| found.category == Category::Secret && found.severity >= Severity::High);
    if let Some(found) = exposed {
        notices.push(Notice {
            about: About::PiiExposure,
            severity: 60,
            text: of(&format!("a secret ({})", found.kind)),
        });
    }
    notices
}
