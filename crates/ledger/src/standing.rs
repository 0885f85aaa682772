//! Where a tool, a prompt or a server's instructions stand: what was approved, and what was seen since.

use crate::entry::named;
use crate::record::{Digest, Hash};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use vetgate_model::{DefinitionKind, FieldHash, Finding, Fingerprint, Tier, Transport};

named! {
    /// What may be done with a definition.
    State {
        /// It is new, and nobody has decided about it.
        Quarantined = "quarantined",
        /// This exact version was approved.
        Approved = "approved",
        /// It has changed since it was approved.
        RugPull = "rug_pull",
        /// A person does not want it, whatever it becomes.
        Blocked = "blocked",
    }
}

named! {
    /// How much a server is trusted with what it declares.
    Trust {
        /// A person approves everything.
        Manual = "manual",
        /// What scans clean, with full coverage, is approved when the server is seen for the first time.
        Scan = "scan",
        /// What is new is approved, unless a scan finds it dangerous or could not look at all of it; what changes is not.
        Auto = "auto",
    }
}

named! {
    /// What is held back until it is approved.
    Item {
        /// An entry of `tools/list`.
        Tool = "tool",
        /// An entry of `prompts/list`.
        Prompt = "prompt",
        /// What the server tells every client at the start.
        Instructions = "instructions",
    }
}

impl Item {
    /// The item that a definition is; resources are none, they are data.
    pub fn of(kind: DefinitionKind) -> Option<Self> {
        match kind {
            DefinitionKind::Tool => Some(Self::Tool),
            DefinitionKind::Prompt => Some(Self::Prompt),
            DefinitionKind::Instructions => Some(Self::Instructions),
            DefinitionKind::Resource | DefinitionKind::ResourceTemplate | DefinitionKind::Response => None,
        }
    }
}

/// A server as approvals know it: the name it has here, and what it really is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ServerKey {
    /// The name from the configuration.
    pub name: String,
    /// A hash of how it is reached.
    pub identity: String,
}

impl ServerKey {
    /// The key of a server. Environment and headers are no part of it: they hold tokens, which change.
    ///
    /// ```
    /// use vetgate_ledger::ServerKey;
    /// use vetgate_model::Transport;
    /// let at = |url: &str| Transport::Http { url: url.into(), headers: Default::default(), sse: false };
    /// let key = |url| ServerKey::of("notes", &at(url));
    /// assert_ne!(key("https://notes.example/mcp"), key("https://notes.example.evil/mcp"));
    /// ```
    pub fn of(name: &str, transport: &Transport) -> Self {
        let mut digest = Digest::new(b"vetgate.server.v1");
        match transport {
            Transport::Stdio { command, args, cwd, .. } => {
                digest.part(b"stdio").part(command.as_bytes()).number(args.len() as u64);
                for arg in args {
                    digest.part(arg.as_bytes());
                }
                digest.part(cwd.as_deref().unwrap_or_default().as_bytes());
            }
            Transport::Http { url, sse, .. } => {
                digest.part(if *sse { b"sse" } else { b"http" }).part(url.as_bytes());
            }
        }
        Self { name: name.to_owned(), identity: digest.finish().to_string() }
    }
}

/// One thing that is approved or not.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Subject {
    /// Whose.
    pub server: ServerKey,
    /// What it is.
    pub item: Item,
    /// Its name; empty for instructions.
    pub name: String,
}

impl Subject {
    /// A short name for paths and command lines, the same on every machine.
    pub fn id(&self) -> String {
        let mut digest = Digest::new(b"vetgate.subject.v1");
        digest
            .part(self.server.name.as_bytes())
            .part(self.server.identity.as_bytes())
            .part(self.item.name().as_bytes())
            .part(self.name.as_bytes());
        digest.finish().to_string()[..16].to_owned()
    }
}

/// A definition as it was seen at some time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Version {
    /// Field by field, over what the server sent.
    pub fingerprint: Fingerprint,
    /// What the server sent, masked.
    pub definition: String,
    /// What the scan found.
    pub finding: Option<Finding>,
    /// True if every check covered all of it.
    pub is_covered: bool,
}

impl Version {
    /// The hard checks that fired.
    pub fn hard(&self) -> BTreeSet<String> {
        let signals = self.finding.iter().flat_map(|finding| &finding.signals);
        signals.filter(|signal| signal.tier == Tier::Hard).map(|signal| signal.check.clone()).collect()
    }

    /// All checks that fired.
    fn checks(&self) -> Vec<String> {
        let signals = self.finding.iter().flat_map(|finding| &finding.signals);
        let checks: BTreeSet<String> = signals.map(|signal| signal.check.clone()).collect();
        checks.into_iter().collect()
    }

    /// Whether it was scanned whole and nothing at all was found.
    pub fn is_clean(&self) -> bool {
        self.is_covered && self.finding.is_none()
    }

    /// All definitions that a list has under one name, as one version: which of them the server means by a call is its
    /// own secret, so they are approved together or not at all. Their order, and how often each is there, say nothing.
    pub(crate) fn together(mut versions: Vec<Self>) -> Option<Self> {
        versions.sort_by(|one, other| one.fingerprint.combined.cmp(&other.fingerprint.combined));
        let is_covered = versions.iter().all(|version| version.is_covered);
        let finding = worst(versions.iter_mut().filter_map(|version| version.finding.take()).collect());
        versions.dedup_by(|one, other| one.fingerprint.combined == other.fingerprint.combined);
        let all: Vec<&Fingerprint> = versions.iter().map(|version| &version.fingerprint).collect();
        let (fingerprint, definition) = match versions.as_slice() {
            [] => return None,
            [only] => (only.fingerprint.clone(), only.definition.clone()),
            several => {
                let texts: Vec<&str> = several.iter().map(|version| version.definition.as_str()).collect();
                (joined(&all), format!("[{}]", texts.join(",")))
            }
        };
        Some(Self { fingerprint, definition, finding, is_covered })
    }
}

/// The gravest finding, with the signals of all.
fn worst(mut findings: Vec<Finding>) -> Option<Finding> {
    let gravest = (0..findings.len()).max_by_key(|&at| (findings[at].tier, findings[at].risk))?;
    let mut worst = findings.swap_remove(gravest);
    for signal in findings.into_iter().flat_map(|finding| finding.signals) {
        if !worst.signals.contains(&signal) {
            worst.signals.push(signal);
        }
    }
    Some(worst)
}

fn joined(all: &[&Fingerprint]) -> Fingerprint {
    let join = |hashes: Vec<Option<&FieldHash>>| {
        let mut digest = Digest::new(b"vetgate.together.v1");
        for hash in hashes {
            digest.part(hash.map(|hash| hash.0.as_bytes()).unwrap_or_default());
        }
        FieldHash(digest.finish().to_string())
    };
    let names: BTreeSet<&String> = all.iter().flat_map(|one| one.fields.keys()).collect();
    let field = |name: &String| join(all.iter().map(|one| one.fields.get(name)).collect());
    Fingerprint {
        combined: join(all.iter().map(|one| Some(&one.combined)).collect()),
        fields: names.into_iter().map(|name| (name.clone(), field(name))).collect(),
    }
}

/// Where a subject stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// What it is about.
    pub subject: Subject,
    /// What may be done with it.
    pub state: State,
    /// The version that was approved last, be it in force or not.
    pub approved: Option<Version>,
    /// The version that was seen last.
    pub seen: Version,
    /// Hard findings that a person has looked at and accepted, for the approved version.
    pub accepted: BTreeSet<String>,
    /// Who decided last: a person's name, or the policy.
    pub decided_by: String,
    /// When it was decided; 0 if never.
    pub decided_ms: u64,
    /// When it was seen first.
    pub first_seen_ms: u64,
    /// When another version was seen last, or an approval was taken back: since then it waits, if it does.
    pub changed_ms: u64,
    /// True if the server no longer declares it.
    pub is_gone: bool,
    /// What the gateway has against it since it was approved: a call contradicted what its server declares about it.
    /// Empty if nothing; safe to show.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub accusation: String,
    /// The record in the chain that says all this; see [`Standing::digest`].
    #[serde(default)]
    pub record: u64,
    /// The ledger's mark on all of that: without it, nothing is approved.
    #[serde(default)]
    pub seal: String,
}

/// Who decided where a person's trust in a server did, with the trust behind it. Names of people have another form.
pub(crate) const UNDER_TRUST: &str = "trust ";
/// Risk that a change after the approval adds: the points that `vetgate scan --locked` gives the same change, a hard signal
/// of confidence 0.85 (`lock.changed`). A test of the gateway compares the two.
pub const CHANGED_RISK: u8 = 86;

/// Who decided where changes are let pass.
pub(crate) const CHANGES_PASS: &str = "changes pass";

/// Why something is held back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum Held {
    /// Nobody has approved it yet.
    New,
    /// It changed after it was approved.
    Changed {
        /// In these fields.
        fields: Vec<String>,
    },
    /// It changed after it was approved, and back.
    ChangedBack,
    /// A call contradicted what its server declares about it.
    Accused {
        /// What was seen.
        seen: String,
    },
    /// It was approved without a person, and a scan has found since what would have kept it waiting.
    Withdrawn {
        /// Which checks; none if they do not find it any more.
        checks: Vec<String>,
    },
    /// A person has blocked it.
    Blocked,
    /// Its name is too long to be one, or holds what looks like personal data or a secret.
    Unfit,
    /// What the ledger has about it was not written by the ledger.
    Forged,
    /// A scan found something that nobody has accepted.
    Dangerous {
        /// Which checks.
        checks: Vec<String>,
    },
    /// Another definition of its server has changed since it was approved, and such a change withholds the whole server.
    Sibling {
        /// Names of the changed definitions.
        changed: Vec<String>,
    },
}

impl std::fmt::Display for Held {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::New => f.write_str("it is new and not yet approved"),
            Self::Changed { fields } => {
                write!(f, "it has changed since it was approved ({})", fields.join(", "))
            }
            Self::ChangedBack => f.write_str("it changed after it was approved, and then changed back"),
            Self::Accused { seen } => write!(f, "a call contradicted what its server declares about it ({seen})"),
            Self::Withdrawn { checks } if checks.is_empty() => {
                f.write_str("it was approved automatically, and a scan now has findings")
            }
            Self::Withdrawn { checks } => {
                write!(f, "it was approved automatically, and a scan now has findings ({})", checks.join(", "))
            }
            Self::Blocked => f.write_str("it is blocked"),
            Self::Unfit => f.write_str("its name is too long, or contains possible personal data or a possible secret"),
            Self::Forged => f.write_str("its approval was changed outside of Vetgate"),
            Self::Dangerous { checks } => write!(f, "a scan found it dangerous ({})", checks.join(", ")),
            Self::Sibling { changed } => write!(
                f,
                "another definition of its server has changed since it was approved ({}), which withholds the whole server",
                changed.join(", ")
            ),
        }
    }
}

impl Standing {
    /// What the seal is made of.
    pub(crate) fn sealed(&self) -> Hash {
        let mut digest = Digest::new(b"vetgate.standing.seal.v1");
        digest.part(&self.digest().0).number(self.record);
        digest.finish()
    }

    /// A hash of everything but the record's id and the seal. The record holds it, so that a standing that was changed behind the
    /// ledger's back is found.
    pub fn digest(&self) -> Hash {
        let told = Self { record: 0, seal: String::new(), ..self.clone() };
        let mut digest = Digest::new(b"vetgate.standing.v1");
        digest.part(&serde_json::to_vec(&told).unwrap_or_default());
        digest.finish()
    }

    /// Whether it is held back and a person could let it pass now. What its server does not declare waits for nobody,
    /// unless it had changed before: that change calls the rest of the server into question until a person has decided.
    pub fn is_pending(&self) -> bool {
        let is_relevant = !self.is_gone || self.state == State::RugPull;
        is_relevant && self.held().is_some_and(|held| held != Held::Blocked)
    }

    /// Risk of the version that was seen last, 0 to 100: that of the scan's finding, plus [`CHANGED_RISK`] for a definition
    /// that has changed since it was approved.
    pub fn risk(&self) -> u8 {
        let found = self.seen.finding.as_ref().map_or(0, |finding| finding.risk);
        let change = if self.state == State::RugPull { CHANGED_RISK } else { 0 };
        found.saturating_add(change).min(100)
    }

    /// How much its server was trusted when it was approved, if no person did: changes that are let pass are trusted as
    /// much as can be.
    pub fn approved_under(&self) -> Option<Trust> {
        match self.decided_by.strip_prefix(UNDER_TRUST) {
            Some(trust) => Trust::named(trust),
            None => (self.decided_by == CHANGES_PASS).then_some(Trust::Auto),
        }
    }

    /// Why it is held back, or nothing if it may be used.
    pub fn held(&self) -> Option<Held> {
        self.held_as(&self.seen.fingerprint)
    }

    /// Why a definition that somebody remembers from a list is held back, or nothing if it may be used. A list that was
    /// read a while ago, or by another process, may hold another version than the one that was approved since.
    pub fn held_as(&self, listed: &Fingerprint) -> Option<Held> {
        let approved = self.approved.as_ref().map(|approved| &approved.fingerprint);
        let is_approved_version = approved.is_some_and(|approved| approved.combined == listed.combined);
        let unaccepted: Vec<String> = self.seen.hard().difference(&self.accepted).cloned().collect();
        match self.state {
            State::Blocked => Some(Held::Blocked),
            State::Quarantined if !self.accusation.is_empty() => Some(Held::Accused { seen: self.accusation.clone() }),
            State::Quarantined if self.approved.is_some() => Some(Held::Withdrawn { checks: self.seen.checks() }),
            State::Quarantined => Some(Held::New),
            State::RugPull if is_approved_version => Some(Held::ChangedBack),
            State::Approved if is_approved_version && unaccepted.is_empty() => None,
            State::Approved if is_approved_version => Some(Held::Dangerous { checks: unaccepted }),
            State::RugPull | State::Approved => {
                Some(Held::Changed { fields: approved.map(|approved| approved.changed(listed)).unwrap_or_default() })
            }
        }
    }
}
