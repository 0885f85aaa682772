//! What a request carries to its server besides the arguments: `_meta`, unknown members, and all parameters of methods that
//! have no arguments.
//!
//! The server gets it with the call, so data that was read before and sensitive data are looked for in it as in the
//! arguments. It says nothing of what a tool does: signals, baselines and rules see the arguments alone, and a link in it
//! (a client's home page) is no destination.
//!
//! Cost: nothing for a call that has none.

use super::Rulebook;
use super::reading::{CARRYING, LEAST, carried, forgotten, sensed, sink};
use crate::principal::{Principal, number_by_session};
use crate::session::Session;
use crate::words::other_params::ADDRESSES;
use crate::{Call, Sensed};
use vetgate_capability::{Level as Sure, ServerClass};
use vetgate_flow::{Carried, Certainty, Edge, Following, Gravity, Outgoing, Sink};
use vetgate_model::json::Document;
use vetgate_sensitive::Match;

/// Members of `_meta` that the protocol has or that name a trace: so many bytes of each are usual.
const USUAL: [&str; 4] = ["progressToken", "traceparent", "tracestate", "baggage"];
const PROTOCOL: &str = "io.modelcontextprotocol/";
const USUAL_BYTES: usize = 256;

/// Other parameters, read.
pub(super) struct OtherParams<'c> {
    params: &'c str,
    matches: Vec<Match>,
    pub(super) sensed: Vec<Sensed>,
    /// Whether what is sent leaves.
    pub(super) leaves: Certainty,
}

impl<'c> OtherParams<'c> {
    pub(super) fn read(rulebook: &Rulebook, call: &Call, params: &'c str) -> Self {
        let mut matches = match rulebook.settings.sensitive.enabled {
            true => rulebook.reader.detector().inspect(params.as_bytes()),
            false => vec![],
        };
        matches.retain(|found| found.grade() >= LEAST);
        let is_grave = |found: &&Match| Gravity::of_category(found.category) > Some(Gravity::Contact);
        let grave: Vec<Match> = matches.iter().filter(is_grave).cloned().collect();
        let side = &call.tool.side;
        let leaves = match side.class {
            // No reading of an outside service needs data beside its arguments.
            ServerClass::External if side.confidence.reaches(Sure::Medium) => Certainty::Known,
            _ => call.tool.labels.leaves,
        };
        Self { params, sensed: sensed(&grave), matches, leaves }
    }

    /// Adds what leaves with the call.
    pub(super) fn add_to(&self, cargo: &mut Outgoing) {
        cargo.bytes += self.params.len() as u64;
        cargo.is_external |= !self.sensed.is_empty() && self.leaves == Certainty::Known;
        for sensed in &self.sensed {
            if let Some(found) = self.matches.iter().find(|found| found.kind == sensed.kind) {
                cargo.add_sensitive(&sensed.kind, found.severity, sensed.count);
            }
        }
    }

    /// What flows into the call from what was read before.
    pub(super) fn follow(
        &self,
        call: &Call,
        number: u64,
        session: &mut Session,
        principal: &mut Principal,
    ) -> Vec<Edge> {
        let mut found = Vec::new();
        // One stream for all methods of a server, so that pieces are joined whatever they go out with.
        let stream = format!("{} params", call.tool.server);
        session.missed |= !principal.memory.find(&stream, self.params, &mut found);
        number_by_session(&mut found, session.number);
        let sink = Sink { leaves: self.leaves, changes: true, runs: false, ..sink(call, number) };
        let carried = carried(&self.matches, self.params);
        let carried: Vec<Carried> = carried
            .iter()
            .map(|(pointer, kind, gravity, value)| Carried { pointer, kind, gravity: *gravity, value })
            .collect();
        let following = Following {
            sink,
            arguments: self.params,
            carried: &carried,
            links: &[],
            addressees: &[],
            fetched: &[],
            named_by: None,
        };
        let mut edges = following.edges(&found, None, &[]);
        if self.leaves == Certainty::Known {
            session.little_by_little(&mut edges);
            let may_carry = unusual_bytes(self.params) >= CARRYING;
            edges.extend(may_carry.then(|| forgotten(&sink, session, principal)).flatten());
        }
        edges
    }
}

/// How much of other parameters is not what every request has.
fn unusual_bytes(params: &str) -> usize {
    let Ok(document) = Document::parse(params) else { return params.len() };
    let mut bytes = 0;
    for (key, value) in document.root().members() {
        if key.text != "_meta" {
            let is_usual = ADDRESSES.contains(&&*key.text) && value.raw().len() <= USUAL_BYTES;
            bytes += if is_usual { 0 } else { value.raw().len() };
            continue;
        }
        for (key, value) in value.members() {
            let is_usual = USUAL.contains(&&*key.text) || key.text.starts_with(PROTOCOL);
            bytes += if is_usual && value.raw().len() <= USUAL_BYTES { 0 } else { key.text.len() + value.raw().len() };
        }
    }
    bytes
}

/// `masked` with the parameters of `params` that say what a request is about; nothing if nothing else is masked.
pub(super) fn with_addresses(params: &str, masked: &str) -> Option<String> {
    let (own, masked) = (Document::parse(params).ok()?, Document::parse(masked).ok()?);
    let mut is_changed = false;
    let members = own.root().members().zip(masked.root().members()).map(|((key, value), (_, masked))| {
        let is_kept = ADDRESSES.contains(&&*key.text);
        is_changed |= !is_kept && value.raw() != masked.raw();
        let value = if is_kept { value } else { masked };
        format!("{}:{}", serde_json::Value::from(&*key.text), value.raw())
    });
    let members: Vec<String> = members.collect();
    is_changed.then(|| format!("{{{}}}", members.join(",")))
}
