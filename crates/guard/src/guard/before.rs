//! What an agent is about to send.

use super::other_params::{OtherParams, with_addresses};
use super::reading::Reading;
use super::{Guard, Rulebook};
use crate::principal::hide_numbers;
use crate::session::bites;
use crate::{
    About, Action, Assessment, Band, Before, Call, Guarantee, Masking, Masks, Mode, Notice, Observed, Risk,
    SessionFacts, Settings, Shape, Signals, Ticket, ToolFacts, TrifectaPolicy, contradictions, operation, parts,
};
use std::sync::PoisonError;
use vetgate_flow::{Certainty, Edge, Evidence, Leg, Level, Pattern};

/// From which severity on somebody hears of an alarm.
const GRAVE: u8 = 70;

/// What leaves with a call, for when it does.
#[derive(Debug, Clone, Default)]
pub(crate) struct Outgoing {
    cargo: vetgate_flow::Outgoing,
    destinations: Vec<String>,
    /// Whom it goes to, in full, if a person who lets it through vouches for them.
    vouched: Vec<String>,
    /// What of which response leaves with it.
    bites: Vec<(u64, u32)>,
    leaves: bool,
    /// Whether nothing speaks against it, so that the baseline may learn from it.
    pub(super) teaches: bool,
}

/// What is sent in the place of what the agent wrote, where something else is; JSON.
#[derive(Default)]
struct Masked {
    arguments: Option<String>,
    other_params: Option<String>,
}

impl Guard {
    /// Judges a call before it is sent.
    pub fn before(&self, call: &Call) -> Before {
        let rulebook = self.rulebook();
        let written = call.arguments;
        let Masked { arguments: replaced, other_params: replaced_others } = self.masked(&rulebook, call);
        // What is judged is what is sent.
        let other_params = replaced_others.as_deref().or(call.other_params);
        let call = &Call { arguments: replaced.as_deref().unwrap_or(written), other_params, ..*call };
        let mut reading = Reading::of(&rulebook, call);
        let others = call.other_params.map(|params| OtherParams::read(&rulebook, call, params));
        if let Some(others) = &others {
            others.add_to(&mut reading.cargo);
        }
        let shape = Shape::of(call.arguments);
        let drifts = match rulebook.settings.baselines.enabled {
            true => self.baselines().consider(&reading.observed(call, &shape)),
            false => vec![],
        };
        let (session, principal) = self.open(call, &rulebook);
        let mut session = session.lock().unwrap_or_else(PoisonError::into_inner);
        let mut principal = principal.lock().unwrap_or_else(PoisonError::into_inner);
        let number = session.count(call.tool);
        let is_followed = rulebook.settings.flow.enabled;
        let mut edges = match is_followed {
            true => reading.follow(call, number, &mut session, &mut principal),
            false => vec![],
        };
        if is_followed && rulebook.settings.flow.guarantee == Guarantee::Strict {
            edges.splice(0..0, reading.unnamed(call, number, &session));
        }
        principal.memory.wrote(written);
        if let (Some(others), Some(params)) = (&others, call.other_params) {
            if is_followed {
                edges.extend(others.follow(call, number, &mut session, &mut principal));
                edges.sort_by_key(|edge| std::cmp::Reverse((edge.level, edge.pattern, edge.novel)));
            }
            principal.memory.wrote_again(params);
        }
        let mut alarms = session.exfiltration.consider(
            &rulebook.settings.exfiltration,
            &call.tool.server,
            &reading.cargo,
            call.now_ms,
        );
        alarms.extend(reading.harmful_command(call));
        let goes_outside = reading.goes_outside();
        let closes = goes_outside && session.trifecta.has_two();
        let closes_first = closes && !session.trifecta.is_complete();
        let is_truncated = session.is_truncated(&principal);
        let tells_truncated = is_truncated && !std::mem::replace(&mut session.told_truncated, is_truncated);
        let facts = SessionFacts {
            principal: call.principal.to_owned(),
            key: call.session.by.name().to_owned(),
            call: number,
            legs: session
                .trifecta
                .legs()
                .filter(|leg| *leg != Leg::ExternalChannel || closes)
                .chain(closes_first.then_some(Leg::ExternalChannel))
                .collect(),
            is_truncated,
        };
        let named_by = reading.destination_named_by(&session);
        let is_asked = reading.is_asked(call, &session);
        reading.note_own(call, written, &mut session);
        let bytes = [session.bytes(), principal.bytes()];
        drop((session, principal));
        let bites = bites(&edges);
        hide_numbers(&mut edges);
        self.sessions.settle(call.session, call.principal, bytes, rulebook.settings.flow.memory_bytes);

        let recipients = reading.recipients();
        let Reading { signals, mut sensed, cargo, leaves, .. } = reading;
        let leaves = others.as_ref().map_or(leaves, |others| leaves.max(others.leaves));
        sensed.extend(others.map(|others| others.sensed).unwrap_or_default());
        let Signals { signals, destinations } = signals;
        let mut assessment = Assessment {
            tool: ToolFacts::of(call.tool),
            session: facts,
            operation: operation(call.tool, &signals),
            contradictions: contradictions(&signals),
            signals,
            edges,
            alarms,
            drifts,
            sensitive: sensed,
            destinations,
            named_by,
            is_asked,
            risk: Risk::default(),
        };
        assessment.risk = Risk::of(parts(&assessment));
        let decision = rulebook.policy.decide(&assessment, call.arguments);
        let mut notices = notices(&assessment, leaves == Certainty::Known);
        if closes_first && rulebook.settings.trifecta != TrifectaPolicy::Off {
            let text = "the session has read private data and untrusted content, and now contacts an external destination (trifecta)"
                .to_owned();
            notices.push(Notice { about: About::Trifecta, severity: 60, text });
        }
        if tells_truncated {
            let text = "the session has read more than fits into memory; the flow of what was read first is no longer followed"
                .to_owned();
            notices.push(Notice { about: About::Memory, severity: 30, text });
        }
        let is_usual = assessment.drifts.iter().all(|drift| drift.form == "drift");
        let teaches = decision.action == Action::Allow && assessment.risk.band == Band::Low && is_usual;
        let is_copy = |edge: &Edge| edge.pattern == Pattern::InternalToExternal && edge.level == Level::Critical;
        let is_enforced = rulebook.settings.mode == Mode::Enforce;
        // Where nothing is enforced, nobody is asked.
        let is_vouched = is_enforced && decision.action == Action::Hold && assessment.edges.iter().any(is_copy);
        let outgoing = Outgoing {
            cargo,
            destinations: assessment.destinations.clone(),
            vouched: if is_vouched { recipients } else { vec![] },
            bites,
            leaves: goes_outside,
            teaches,
        };
        Before {
            decision,
            is_enforced,
            arguments: replaced,
            other_params: replaced_others,
            assessment,
            notices,
            ticket: Ticket { call: number, outgoing },
        }
    }

    /// Arguments and other parameters with masks or tokens in the place of values, or values in the place of tokens, as the
    /// side of the server asks for.
    fn masked(&self, rulebook: &Rulebook, call: &Call) -> Masked {
        let Settings { masking, mode, .. } = rulebook.settings;
        if masking == Masking::default() || mode == Mode::LogOnly {
            return Masked::default();
        }
        let (session, _) = self.open(call, rulebook);
        let mut session = session.lock().unwrap_or_else(PoisonError::into_inner);
        let masks = session.masks.get_or_insert_with(|| Masks::new(masking));
        masks.configure(masking);
        let detector = rulebook.reader.detector();
        let mut masked = |text: &str| masks.outgoing(detector, &call.tool.server, call.tool.side.class, text);
        Masked {
            // An address with a mask in it leads nowhere.
            arguments: if call.is_address { None } else { masked(call.arguments) },
            other_params: call.other_params.and_then(|params| with_addresses(params, &masked(params)?)),
        }
    }

    /// Notes that a call goes out: at once where it was allowed, later where a person let it through.
    pub fn sent(&self, call: &Call, ticket: &Ticket) {
        let rulebook = self.rulebook();
        let Outgoing { cargo, destinations, vouched, bites, leaves, .. } = &ticket.outgoing;
        let (session, _) = self.open(call, &rulebook);
        let mut session = session.lock().unwrap_or_else(PoisonError::into_inner);
        session.exfiltration.count(&rulebook.settings.exfiltration, &call.tool.server, cargo, call.now_ms);
        if *leaves {
            session.let_through(vouched);
            session.count_left(bites);
            session.trifecta.close(Leg::ExternalChannel, || {
                evidence(call, ticket.call, destinations.first().map_or("", String::as_str))
            });
        }
    }
}

impl Outgoing {
    /// The call as baselines see it.
    pub(super) fn observed<'o>(&'o self, call: &'o Call, shape: &'o Shape<'o>) -> Observed<'o> {
        let (server, tool) = (call.tool.server.as_str(), call.tool.name.as_str());
        Observed { server, tool, shape, destinations: &self.destinations, now_ms: call.now_ms }
    }
}

/// What somebody should hear of a call.
fn notices(assessment: &Assessment, leaves: bool) -> Vec<Notice> {
    let mut notices = vec![];
    let (server, tool) = (&assessment.tool.server, &assessment.tool.name);
    if let Some(edge) = assessment.edges.iter().find(|edge| edge.level == Level::Critical) {
        let text = format!("{server}/{tool} ({}): {}", edge.pattern, edge.reason);
        notices.push(Notice { about: About::Exfiltration, severity: 95, text });
    }
    for alarm in assessment.alarms.iter().filter(|alarm| alarm.severity >= GRAVE) {
        let text = format!("{server}/{tool} ({}): {}", alarm.kind, alarm.evidence);
        notices.push(Notice { about: About::Exfiltration, severity: alarm.severity, text });
    }
    let is_grave = |severity: &str| matches!(severity, "high" | "critical");
    if let Some(sensed) = assessment.sensitive.iter().find(|sensed| leaves && is_grave(&sensed.severity)) {
        let text = format!("{server}/{tool} would receive {} in {}", sensed.kind, sensed.pointer);
        notices.push(Notice { about: About::PiiExposure, severity: 70, text });
    }
    if let Some(found) = assessment.contradictions.iter().max_by_key(|found| found.severity) {
        notices.push(Notice { about: About::Contradiction, severity: found.severity, text: found.explanation.clone() });
    }
    for drift in assessment.drifts.iter().filter(|drift| drift.form == "drift") {
        let text = format!("{server}/{tool}: {}", drift.reason);
        notices.push(Notice { about: About::Drift, severity: drift.severity, text });
    }
    notices
}

/// What closed a leg of the trifecta.
pub(super) fn evidence(call: &Call, number: u64, reason: &str) -> Evidence {
    let (server, tool) = (call.tool.server.clone(), call.tool.name.clone());
    Evidence { call: number, server, tool, reason: reason.to_owned() }
}
