//! What the arguments of a call are, before anything is known of its session; and what they mean in it.

use super::Rulebook;
use crate::label::{is_recipient, is_recipient_name};
use crate::principal::{Principal, number_by_session};
use crate::risk::HARMFUL_COMMAND;
use crate::session::Session;
use crate::words::audience::{AUDIENCE_KEYS, EVERYBODY};
use crate::{
    Arguments, Call, Claim, Intent, Leaf, Observed, ReadUrls, Sensed, Shape, Signal, SignalSource, Signals, Tool,
    Value, signals,
};
use vetgate_capability::{Level as Sure, OperationClass, ServerClass};
use vetgate_flow::{
    Acquaintance, Alarm, Carried, Certainty, Edge, Following, Gravity, Knowledge, Level, Link, Memory, Obeyed,
    Outgoing, Pattern, Place, Sink,
};
use vetgate_sensitive::{Grade, Match};
use vetgate_text::render::safe;
use vetgate_text::shell::{self, ShellKind};

/// The longest value that is taken for whom a call is addressed to, in bytes.
pub(super) const ADDRESSEE: usize = 512;
/// How many recipients of a call are told apart.
const RECIPIENTS: usize = 64;
/// How many arguments are held against the orders of strangers.
const VALUES: usize = 1024;
/// From how many bytes on arguments could carry what a truncated session has forgotten.
pub(super) const CARRYING: usize = 64;
/// The most characters of a pointer or a host that are shown.
const SHOWN: usize = 80;
/// How sure a value must be to count as sensitive.
pub(super) const LEAST: Grade = Grade::Medium;

/// The arguments of a call, read.
pub(super) struct Reading<'c> {
    pub(super) arguments: Arguments<'c>,
    pub(super) signals: Signals,
    pub(super) sensed: Vec<Sensed>,
    pub(super) matches: Vec<Match>,
    /// What leaves, if the call does.
    pub(super) cargo: Outgoing,
    /// Whether what is sent leaves.
    pub(super) leaves: Certainty,
    pub(super) changes: bool,
    /// Whether the arguments name a place outside, or say that everybody is to see them.
    is_addressed: bool,
}

impl<'c> Reading<'c> {
    pub(super) fn of(rulebook: &Rulebook, call: &Call<'c>) -> Self {
        let (detector, links) = (rulebook.reader.detector(), rulebook.reader.links());
        let arguments = Arguments::read(call.arguments);
        let mut matches = match rulebook.settings.sensitive.enabled {
            true => detector.inspect(call.arguments.as_bytes()),
            false => vec![],
        };
        matches.retain(|found| found.grade() >= LEAST);
        let sensed = sensed(&matches);
        let intent = call.intent.map(Intent::read);
        let mut signals = signals(call.tool, &arguments, intent.as_ref(), &sensed, links);
        let changes = call.tool.operation() != OperationClass::Read;
        let mut cargo = Outgoing::of(call.arguments, links, false);
        if rulebook.settings.flow.read_urls == ReadUrls::Any {
            note_any_url(&cargo, &mut signals.signals);
        }
        let is_addressed = cargo.addressed().next().is_some() || cargo.leaves();
        let publishes = changes && arguments.leaves().iter().any(|leaf| publishes(arguments.key(leaf), &leaf.value));
        let leaves = match call.tool.labels.leaves {
            _ if publishes => Certainty::Known,
            Certainty::Guessed if is_addressed => Certainty::Known,
            own => own,
        };
        cargo.is_external = leaves == Certainty::Known || (leaves == Certainty::Guessed && changes);
        for sensed in &sensed {
            if let Some(found) = matches.iter().find(|found| found.kind == sensed.kind) {
                cargo.add_sensitive(&sensed.kind, found.severity, sensed.count);
            }
        }
        Self { arguments, signals, sensed, matches, cargo, leaves, changes, is_addressed: is_addressed || publishes }
    }

    /// A command that sends files away, hands out a shell or runs what it fetches, where a tool runs what it is given.
    pub(super) fn harmful_command(&self, call: &Call) -> Option<Alarm> {
        if !call.tool.labels.runs {
            return None;
        }
        let texts = self.arguments.leaves().iter().filter_map(|leaf| leaf.value.text());
        let harms = texts.filter_map(shell::looks_like_command).map(|hit| hit.kind);
        let mut harms = harms.filter(|kind| {
            matches!(kind, ShellKind::DownloadAndRun | ShellKind::ReverseShell | ShellKind::Exfiltration)
        });
        let kind = harms.next()?.name();
        Some(Alarm {
            kind: HARMFUL_COMMAND.to_owned(),
            severity: 95,
            evidence: format!("a command that is run: {kind}"),
        })
    }

    /// Whether something goes outside with the call.
    pub(super) fn goes_outside(&self) -> bool {
        self.cargo.leaves()
    }

    /// The call as baselines see it.
    pub(super) fn observed<'o>(&'o self, call: &'o Call, shape: &'o Shape<'o>) -> Observed<'o> {
        let (server, tool) = (call.tool.server.as_str(), call.tool.name.as_str());
        Observed { server, tool, shape, destinations: &self.signals.destinations, now_ms: call.now_ms }
    }

    /// What flows into the call from what the session has read.
    pub(super) fn follow(
        &self,
        call: &Call,
        number: u64,
        session: &mut Session,
        principal: &mut Principal,
    ) -> Vec<Edge> {
        let mut found = Vec::new();
        let stream = format!("{}/{}", call.tool.server, call.tool.name);
        session.missed |= !principal.memory.find(&stream, call.arguments, &mut found);
        number_by_session(&mut found, session.number);
        let sink = Sink {
            leaves: self.leaves,
            // What only seems to read may change something all the same.
            changes: self.changes || !call.tool.classification.operation.confidence.reaches(Sure::Medium),
            is_addressed: self.is_addressed,
            is_familiar: session.is_familiar(&self.recipients()),
            named_by: self.destination_named_by(session),
            is_exposed: session.trifecta.has_two(),
            ..sink(call, number)
        };
        let carried = carried(&self.matches, self.arguments.raw());
        let carried =
            carried.iter().map(|(pointer, kind, gravity, value)| Carried { pointer, kind, gravity: *gravity, value });
        let carried: Vec<Carried> = carried.collect();
        let (links, addressees) = (self.links(), self.addressees());
        let fetched = session.errands.run(number, call.tool, &self.arguments, &found);
        let named_by = self.named_by(call, session, &principal.memory, &found);
        let following = Following {
            sink,
            arguments: call.arguments,
            carried: &carried,
            links: &links,
            addressees: &addressees,
            fetched: &fetched,
            named_by: named_by.as_ref(),
        };
        let obeyed = self.obeyed(call, session, &principal.memory);
        let mut edges = following.edges(&found, obeyed.as_ref(), &self.suggested(call, session));
        if self.leaves == Certainty::Known {
            session.little_by_little(&mut edges);
        }
        let may_carry = self.leaves == Certainty::Known && self.changes && self.arguments.raw().len() >= CARRYING;
        edges.extend(may_carry.then(|| forgotten(&sink, session, principal)).flatten());
        edges
    }

    /// The order of a stranger that the call carries out.
    fn obeyed(&self, call: &Call, session: &Session, memory: &Memory) -> Option<Obeyed> {
        if session.orders.is_empty() {
            return None;
        }
        let leaves = self.arguments.leaves().iter().take(VALUES);
        let values: Vec<(String, &str)> = leaves
            .filter_map(|leaf| {
                // That something is switched says nothing but what it is called.
                let value = if matches!(leaf.value, Value::Bool(_)) { "" } else { leaf.value.written()? };
                Some((self.arguments.pointer(leaf).as_str().to_owned(), value))
            })
            .collect();
        let is_own = |target: &str| {
            session.user_words.name(target) || session.addresses.acquaintance(target) == Some(Acquaintance::Agent)
        };
        let is_elsewhere = |calls: &[u64], letters: &str| {
            memory.holding(letters, |from| from.session == session.number && !calls.contains(&from.call)).is_some()
                || session.user_words.name_letters(letters)
                || session.errands.named_before(calls.first().copied().unwrap_or_default(), letters)
        };
        let knowledge = Knowledge { is_own: &is_own, is_known: &is_elsewhere };
        let values = values.iter().map(|(pointer, value)| (pointer.as_str(), *value));
        session.orders.obeyed(&call.tool.labels.words, values, &knowledge)
    }

    /// The links that stand in the arguments, by the letters of their domains.
    fn links(&self) -> Vec<Link> {
        let of = |destination: &vetgate_flow::Destination| {
            let labels: Vec<&str> = destination.host.rsplitn(3, '.').collect();
            let domain: String = labels.iter().rev().skip(usize::from(labels.len() == 3)).copied().collect();
            let host = domain.chars().filter(|c| c.is_alphanumeric()).collect();
            Link { pointer: destination.pointer.clone(), host, is_addressed: destination.is_addressed }
        };
        self.cargo.destinations.iter().filter(|destination| !destination.is_mail).map(of).collect()
    }

    /// The arguments that say whom or what the call is addressed to.
    fn addressees(&self) -> Vec<String> {
        self.addressed().map(|(leaf, _)| self.arguments.pointer(leaf).as_str().to_owned()).collect()
    }

    fn addressed(&self) -> impl Iterator<Item = (&Leaf<'c>, &str)> {
        let leaves = self.arguments.leaves().iter();
        leaves
            .filter(|leaf| is_recipient_name(self.arguments.key(leaf)))
            .filter_map(|leaf| leaf.value.written().filter(|text| text.len() <= ADDRESSEE).map(|text| (leaf, text)))
    }

    /// Whom the call goes to, in full: what was let through to one address says nothing of another at the same host.
    pub(super) fn recipients(&self) -> Vec<String> {
        let hosts = self
            .cargo
            .addressed()
            .filter(|destination| !destination.is_mail)
            .map(|destination| destination.host.clone());
        let others = self.addressed().filter(|(_, text)| !text.contains("://")).map(|(_, text)| text.to_lowercase());
        hosts.chain(others).take(RECIPIENTS).collect()
    }
}

/// Notes a URL outside as something that is sent, where nothing is noted yet: RFC-004's own reading of its fifth row.
fn note_any_url(cargo: &Outgoing, signals: &mut Vec<Signal>) {
    let Some(url) = cargo.destinations.iter().find(|destination| !destination.is_mail) else { return };
    if signals.iter().all(|signal| signal.claim != Claim::ExternalSend) {
        let evidence = format!("mention:{}:{}", safe(&url.pointer, SHOWN), safe(&url.host, SHOWN));
        signals.push(Signal { source: SignalSource::ArgumentAnalysis, claim: Claim::ExternalSend, evidence });
    }
}

/// Where a session has forgotten what it read, the labels have to do.
pub(super) fn forgotten(sink: &Sink, session: &Session, principal: &Principal) -> Option<Edge> {
    let has_read = session.trifecta.stand(vetgate_flow::Leg::PrivateData);
    let was_forgotten = session.was_forgotten(principal);
    if !session.is_truncated(principal) || (has_read.is_none() && !was_forgotten) {
        return None;
    }
    let from = has_read.map(|stand| &stand.first);
    let place = |call, server: &str, tool: &str| Place {
        call,
        server: server.into(),
        tool: tool.into(),
        pointer: String::new(),
    };
    Some(Edge {
        from: from.map_or_else(|| place(0, "", ""), |first| place(first.call, &first.server, &first.tool)),
        to: place(sink.call, sink.server, sink.tool),
        pattern: Pattern::InternalToExternal,
        // What strangers wrote may have made it forget.
        level: if session.trifecta.has_two() && !sink.is_familiar { Level::Critical } else { Level::Suspicious },
        characters: 0,
        novel: 0,
        transforms: vec![],
        reason:
            "the session has read more private data than fits into memory, so the arguments cannot be compared with all of it"
                .to_owned(),
    })
}

/// What is known of a call whatever it is given.
pub(super) fn sink<'s>(call: &'s Call, number: u64) -> Sink<'s> {
    let Tool { server, name, labels, side, .. } = &**call.tool;
    Sink {
        call: number,
        server,
        tool: name,
        leaves: labels.leaves,
        changes: false,
        runs: labels.runs,
        is_addressed: false,
        is_familiar: false,
        named_by: None,
        is_exposed: false,
        is_inside: side.class == ServerClass::Internal && side.confidence.reaches(Sure::Medium),
        is_answer: labels.is_answer,
        remembers: labels.remembers,
    }
}

/// The sensitive values of `text` that leave, by where they stand. Whom a call is addressed to does not leave with it.
pub(super) fn carried<'t>(matches: &'t [Match], text: &'t str) -> Vec<(String, &'t str, Gravity, &'t str)> {
    let of = |found: &Match| {
        let pointer = found.pointer.as_ref().map_or_else(String::new, |pointer| pointer.as_str().to_owned());
        let gravity = Gravity::of_category(found.category)?;
        (gravity == Gravity::Secret || !is_recipient(&pointer)).then_some((pointer, gravity))
    };
    matches
        .iter()
        .filter_map(|found| {
            let value = text.get(found.span.clone()).unwrap_or_default();
            of(found).map(|(pointer, gravity)| (pointer, found.kind.as_str(), gravity, value))
        })
        .collect()
}

/// Whether an argument says that everybody is to see what it comes with: `public: true`, `visibility: public`,
/// `acl: public-read`, `role: anyone`.
fn publishes(key: &str, value: &Value) -> bool {
    let says = |word: &str| key.eq_ignore_ascii_case(word);
    match value {
        Value::Bool(true) => says("public") || says("is_public") || says("ispublic") || says("publish"),
        Value::Bool(false) => says("private") || says("is_private"),
        Value::Text(text) => {
            AUDIENCE_KEYS.iter().any(|word| says(word)) && EVERYBODY.iter().any(|word| text.eq_ignore_ascii_case(word))
        }
        _ => false,
    }
}

/// What was found, kind by kind.
pub(super) fn sensed(matches: &[Match]) -> Vec<Sensed> {
    let mut sensed: Vec<Sensed> = vec![];
    for found in matches {
        if let Some(known) = sensed.iter_mut().find(|known| known.kind == found.kind) {
            known.count += 1;
            known.confidence = known.confidence.max(found.confidence.value());
            continue;
        }
        sensed.push(Sensed {
            kind: found.kind.clone(),
            category: found.category.name().to_owned(),
            pointer: found.pointer.as_ref().map_or_else(String::new, |pointer| pointer.as_str().to_owned()),
            confidence: found.confidence.value(),
            severity: found.severity.to_string(),
            count: 1,
        });
    }
    sensed
}
