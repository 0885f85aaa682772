//! What can happen, what of it is text, and what of it goes on record.

use serde::Serialize;
use vetgate_ledger::{Entry, Kind, Verdict};

/// What can happen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum What {
    /// The gateway can be reached.
    Listening {
        /// Where all servers are.
        url: String,
        /// The file with the token that opens the management surface.
        admin_token: String,
    },
    /// The configuration switches the quarantine off: agents see everything.
    QuarantineOff,
    /// The configuration has verdicts written down and not acted on.
    LogOnly,
    /// A server is connected, and what it declares is known.
    ServerUp {
        /// Which.
        server: String,
        /// The protocol revision spoken with it.
        revision: String,
        /// How many of its tools clients see.
        tools: usize,
        /// How many of its tools wait for a person.
        waiting: usize,
    },
    /// A server cannot be used.
    ServerDown {
        /// Which.
        server: String,
        /// Why, safe to show.
        reason: String,
    },
    /// A server is no longer configured.
    ServerRemoved {
        /// Which.
        server: String,
    },
    /// What a server declares has changed.
    CatalogChanged {
        /// Which.
        server: String,
        /// Which of its lists.
        list: &'static str,
    },
    /// A definition is not shown to anybody.
    Hidden {
        /// Whose.
        server: String,
        /// Its name.
        name: String,
        /// Why.
        reason: String,
    },
    /// A client opened a session.
    SessionOpened {
        /// Its short name: the id itself is a secret.
        session: String,
        /// Who.
        principal: String,
    },
    /// A session is over.
    SessionClosed {
        /// Its short name.
        session: String,
    },
    /// A call was answered.
    Call {
        /// By whom it was made.
        principal: String,
        /// The server.
        server: String,
        /// The method.
        method: String,
        /// The tool, prompt or resource.
        name: String,
        /// Whether the server answered with a result.
        ok: bool,
        /// How long it took, in microseconds.
        micros: u64,
        /// What became of it: `allow`, `mask` or `hold`.
        verdict: &'static str,
        /// 0 to 100.
        risk: u8,
    },
    /// A call was refused by the gateway.
    Refused {
        /// By whom it was made.
        principal: String,
        /// The server, where it is known.
        server: String,
        /// The tool, prompt or resource.
        name: String,
        /// Why.
        reason: String,
        /// 0 to 100.
        risk: u8,
        /// How loudly that is logged.
        level: &'static str,
    },
    /// The guard has something against a call that goes through.
    Flagged {
        /// By whom it was made.
        principal: String,
        /// The server.
        server: String,
        /// The tool, prompt or resource.
        name: String,
        /// What the policy says: `allow`, `hold` or `deny`.
        action: &'static str,
        /// Whether that is acted on, and not only written down.
        is_enforced: bool,
        /// 0 to 100.
        risk: u8,
        /// Why.
        reason: String,
        /// How loudly that is logged.
        level: &'static str,
    },
    /// A call that cannot be taken back goes through, because the policy allows such calls.
    DestructiveAllowed {
        /// By whom it is made.
        principal: String,
        /// The server.
        server: String,
        /// The tool.
        name: String,
        /// What allowed it: `tool_policy.destructive`, or a rule.
        by: String,
        /// 0 to 100.
        risk: u8,
        /// How loudly that is logged.
        level: &'static str,
    },
    /// The guard has seen something that somebody should hear of.
    Noticed {
        /// What it is about: `exfiltration`, `pii_exposure`, `contradiction`, `trifecta`, `injection`, `drift`, `memory`,
        /// `request`.
        about: &'static str,
        /// Who made the call in which it showed.
        principal: String,
        /// The server.
        server: String,
        /// The tool, prompt or resource.
        name: String,
        /// 0 to 100.
        severity: u8,
        /// In one sentence.
        text: String,
    },
    /// Somebody was not let in: a wrong token or none, a name or an origin that is not the gateway's, a server that is
    /// not theirs, too many requests. Of many in a row from one address, only some are told.
    TurnedAway {
        /// The address they came from.
        address: String,
        /// Why.
        reason: String,
    },
    /// `content` and `structuredContent` of a result say different things.
    Disagreement {
        /// The server.
        server: String,
        /// The tool.
        tool: String,
        /// Where they differ first.
        place: String,
    },
    /// What a server sent was dropped: it belongs to nobody, or to nobody in particular, it is more than is taken, too late,
    /// or no message at all. Of many for one reason, only some are told.
    Dropped {
        /// The server.
        server: String,
        /// The message's method, or that of the request it answers; empty if it is neither.
        method: String,
        /// Why.
        reason: &'static str,
    },
    /// The quarantine holds something back: it is new, or not what was approved.
    Held {
        /// Whose.
        server: String,
        /// `tool`, `prompt` or `instructions`.
        item: &'static str,
        /// Its name.
        name: String,
        /// Where it stands: `quarantined`, `rug_pull`, `blocked`, or `approved` if only a scan speaks against it.
        state: &'static str,
        /// Why it is held back.
        reason: String,
        /// What the scan says, 0 to 100.
        risk: u8,
    },
    /// An approved definition has changed, so the other approved ones of its server are flagged for review, or withheld.
    SiblingsFlagged {
        /// Whose.
        server: String,
        /// `tool`, `prompt` or `instructions`, of the changed one.
        item: &'static str,
        /// Name of the changed one.
        name: String,
        /// How many approved definitions are flagged or withheld.
        siblings: usize,
        /// Whether the whole server is withheld until a person has decided about the change.
        is_withheld: bool,
    },
    /// A person, or the trust that a person has set, has decided about something.
    Decided {
        /// Whose.
        server: String,
        /// `tool`, `prompt` or `instructions`.
        item: &'static str,
        /// Its name.
        name: String,
        /// `approve` or `block`.
        decision: &'static str,
        /// Who.
        by: String,
        /// When, in milliseconds since 1970. One decision may be noticed twice, and is told once.
        #[serde(skip)]
        decided_ms: u64,
    },
    /// A call is held for approval.
    HoldOpened {
        /// What names it.
        hold: String,
        /// By whom the call is made.
        principal: String,
        /// The short name of the client's session, where there is one.
        session: String,
        /// The server.
        server: String,
        /// The tool, prompt or resource.
        name: String,
        /// Why it waits.
        reason: String,
        /// 0 to 100.
        risk: u8,
        /// Until when, in milliseconds since 1970.
        until_ms: u64,
    },
    /// A call does not wait any more.
    HoldClosed {
        /// What named it.
        hold: String,
        /// The server.
        server: String,
        /// The tool, prompt or resource.
        name: String,
        /// `approved`, `denied`, `timed_out`, `left`, `stopped` or `failed`. It is sent only if it was approved.
        outcome: &'static str,
        /// Who has decided; empty if nobody has.
        by: String,
    },
    /// The activity record cannot be written.
    LedgerFailed {
        /// Why.
        reason: String,
    },
    /// The activity record was altered by somebody else.
    ChainBroken {
        /// The first record that is not what was written.
        record: u64,
        /// What is wrong.
        reason: String,
    },
    /// The activity record can be written again.
    LedgerWorks,
    /// An alert could not be delivered.
    AlertFailed {
        /// Why, and what becomes of it.
        reason: String,
    },
    /// The gateway itself panicked. Whatever it worked on has failed, and everything else goes on.
    Panicked {
        /// The message of the panic.
        message: String,
        /// File, line and column.
        place: String,
        /// The backtrace, if `RUST_BACKTRACE` asks for one.
        #[serde(skip_serializing_if = "Option::is_none")]
        backtrace: Option<String>,
    },
    /// The configuration was read again.
    Reloaded {
        /// What changed, in words.
        changes: String,
    },
    /// The configuration was read again and is wrong; the old one stays.
    ReloadFailed {
        /// What is wrong.
        reason: String,
    },
}

impl What {
    /// Every text that somebody else may have chosen. Where the gateway listens and where its token is are its own, and
    /// whoever starts it needs them as they are.
    pub(super) fn texts(&mut self) -> Vec<&mut String> {
        match self {
            Self::Listening { .. } | Self::QuarantineOff | Self::LogOnly | Self::LedgerWorks => vec![],
            Self::LedgerFailed { reason }
            | Self::ChainBroken { reason, .. }
            | Self::AlertFailed { reason }
            | Self::ReloadFailed { reason } => vec![reason],
            Self::ServerUp { server, revision, .. } => vec![server, revision],
            Self::ServerDown { server, reason } => vec![server, reason],
            Self::ServerRemoved { server } | Self::CatalogChanged { server, .. } => vec![server],
            Self::Hidden { server, name, reason } | Self::Held { server, name, reason, .. } => {
                vec![server, name, reason]
            }
            Self::SessionOpened { session, principal } => vec![session, principal],
            Self::SessionClosed { session } => vec![session],
            Self::Call { principal, server, method, name, .. } => vec![principal, server, method, name],
            Self::Refused { principal, server, name, reason, .. }
            | Self::Flagged { principal, server, name, reason, .. } => vec![principal, server, name, reason],
            Self::Noticed { principal, server, name, text, .. } => vec![principal, server, name, text],
            Self::DestructiveAllowed { principal, server, name, by, .. } => vec![principal, server, name, by],
            Self::TurnedAway { address, reason } => vec![address, reason],
            Self::Disagreement { server, tool, place } => vec![server, tool, place],
            Self::Dropped { server, method, .. } => vec![server, method],
            Self::Decided { server, name, by, .. } => vec![server, name, by],
            Self::SiblingsFlagged { server, name, .. } => vec![server, name],
            Self::HoldOpened { principal, session, server, name, reason, .. } => {
                vec![principal, session, server, name, reason]
            }
            Self::HoldClosed { server, name, by, .. } => vec![server, name, by],
            Self::Reloaded { changes } => vec![changes],
            Self::Panicked { message, backtrace, .. } => std::iter::once(message).chain(backtrace).collect(),
        }
    }

    /// What goes on record of it. Calls, refusals and the quarantine have records of their own.
    pub(super) fn entry(&self) -> Option<Entry> {
        let of = |kind: Kind, method: &str| Entry { method: method.to_owned(), ..Entry::new(kind) };
        let server = |method: &str, server: &str| Entry { server: server.to_owned(), ..of(Kind::Server, method) };
        Some(match self {
            Self::ServerUp { server: name, revision, tools, .. } => {
                let note = serde_json::json!({ "revision": revision, "tools": tools }).to_string();
                Entry { note, ..server("up", name) }
            }
            Self::ServerDown { server: name, reason } => Entry { error: Some(reason.clone()), ..server("down", name) },
            Self::ServerRemoved { server: name } => server("removed", name),
            Self::CatalogChanged { server: name, list } => {
                Entry { name: (*list).to_owned(), ..server("catalog_changed", name) }
            }
            Self::Listening { url, .. } => Entry { note: url.clone(), ..of(Kind::Configuration, "listening") },
            Self::QuarantineOff => of(Kind::Configuration, "quarantine_off"),
            Self::LogOnly => of(Kind::Configuration, "log_only"),
            Self::Reloaded { changes } => Entry { note: changes.clone(), ..of(Kind::Configuration, "reloaded") },
            Self::ReloadFailed { reason } => {
                Entry { error: Some(reason.clone()), ..of(Kind::Configuration, "reload_failed") }
            }
            Self::TurnedAway { address, reason } => Entry {
                principal: address.clone(),
                verdict: Some(Verdict::Deny),
                error: Some(reason.clone()),
                ..of(Kind::Security, "turned_away")
            },
            Self::Disagreement { server, tool, place } => Entry {
                server: server.clone(),
                name: tool.clone(),
                note: place.clone(),
                ..of(Kind::Security, "disagreement")
            },
            Self::Dropped { server, method, reason } => Entry {
                server: server.clone(),
                name: method.clone(),
                note: (*reason).to_owned(),
                ..of(Kind::Security, "dropped")
            },
            Self::SiblingsFlagged { server, item, name, siblings, is_withheld } => Entry {
                server: server.clone(),
                name: name.clone(),
                note: serde_json::json!({ "changed": item, "siblings": siblings }).to_string(),
                ..of(Kind::Security, if *is_withheld { "server_withheld" } else { "siblings_flagged" })
            },
            Self::SessionOpened { session, principal } => {
                Entry { session: session.clone(), principal: principal.clone(), ..of(Kind::Security, "session_opened") }
            }
            Self::SessionClosed { session } => {
                Entry { session: session.clone(), ..of(Kind::Security, "session_closed") }
            }
            Self::Panicked { message, place, .. } => Entry {
                error: Some(format!("internal: {message}")),
                note: place.clone(),
                ..of(Kind::Security, "panicked")
            },
            Self::AlertFailed { reason } => Entry { error: Some(reason.clone()), ..of(Kind::Security, "alert_failed") },
            Self::ChainBroken { reason, .. } => {
                Entry { error: Some(reason.clone()), ..of(Kind::Security, "chain_broken") }
            }
            Self::Hidden { .. }
            | Self::Call { .. }
            | Self::Refused { .. }
            | Self::Flagged { .. }
            | Self::Noticed { .. }
            | Self::DestructiveAllowed { .. }
            | Self::Held { .. }
            | Self::Decided { .. }
            | Self::HoldOpened { .. }
            | Self::HoldClosed { .. }
            | Self::LedgerFailed { .. }
            | Self::LedgerWorks => return None,
        })
    }
}
