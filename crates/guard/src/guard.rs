//! The two places where a call is judged, and what is kept between them.
//!
//! ```text
//!  before ── read the arguments ── follow the data ── signals, alarms, drifts ── risk ── policy
//!  sent   ── it goes out: count it
//!  after  ── read the response ── remember it ── treat it ── teach the baseline
//! ```
//!
//! Cost: linear in the arguments and the response, and the same at any age of the session. Budget: under 100 µs for 1 KB of
//! arguments and 4 KB of response together (benchmark `guard`).

mod after;
mod answering;
mod before;
mod handling;
mod other_params;
mod reading;
mod suggesting;

pub(crate) use after::findings;
pub(crate) use before::Outgoing;

use crate::sessions::{Opened, Sessions, Usage};
use crate::{Baselines, Call, Policy, PolicyError, Reader, SessionKey, Settings};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use vetgate_sensitive::{Detector, Links};

/// Judges calls and responses, and remembers sessions. Used from any thread.
///
/// ```
/// use std::sync::Arc;
/// use vetgate_capability::{Server, classify};
/// use vetgate_guard::{Action, Call, Guard, KeyedBy, SessionKey, Settings, Tool};
/// use vetgate_model::{Definition, DefinitionKind};
///
/// let raw = r#"{"name":"delete_table","description":"Deletes a table."}"#;
/// let definition = Definition::parse("db", DefinitionKind::Tool, raw).unwrap();
/// let side = Server { name: "db", url: None, tools: &[], configured: None }.classify();
/// let tool = Arc::new(Tool::of(&definition, classify(&definition), side));
///
/// let guard = Guard::new(&Settings::default()).unwrap();
/// let session = SessionKey { by: KeyedBy::Connection, name: "1".into() };
/// let call = Call { session: &session, principal: "dev", tool: &tool, arguments: r#"{"name":"users"}"#, other_params: None, is_address: false, intent: None, now_ms: 0 };
/// let before = guard.before(&call);
/// assert_eq!((before.decision.action, before.decision.by.as_str()), (Action::Deny, "tool_policy.destructive"));
/// ```
pub struct Guard {
    rulebook: RwLock<Arc<Rulebook>>,
    sessions: Sessions,
    baselines: Mutex<Baselines>,
}

/// The settings, ready to be followed.
pub(crate) struct Rulebook {
    pub(crate) settings: Settings,
    policy: Policy,
    pub(crate) reader: Reader,
}

impl Rulebook {
    fn of(settings: &Settings) -> Result<Self, PolicyError> {
        let policy = Policy::compile(settings)?;
        let links = Links::new(settings.flow.internal_domains.iter().map(String::as_str));
        // What is wrong with the patterns is told where they are read; a guard without eyes would be worse than one that
        // sees with the usual ones.
        let detector = Detector::with(&settings.sensitive).unwrap_or_default();
        Ok(Self { settings: settings.clone(), policy, reader: Reader::new(detector, links) })
    }
}

impl Guard {
    /// A guard with these settings; an error says which rule is wrong.
    pub fn new(settings: &Settings) -> Result<Self, PolicyError> {
        let rulebook = Rulebook::of(settings)?;
        let baselines = Mutex::new(Baselines::new(&settings.baselines));
        Ok(Self { rulebook: RwLock::new(Arc::new(rulebook)), sessions: Sessions::default(), baselines })
    }

    /// Follows other settings from now on. Sessions and baselines stay.
    pub fn configure(&self, settings: &Settings) -> Result<(), PolicyError> {
        let rulebook = Arc::new(Rulebook::of(settings)?);
        *self.rulebook.write().unwrap_or_else(PoisonError::into_inner) = rulebook;
        Ok(())
    }

    /// Notes what the user asked for in a session, as the client program reports it. It only widens trust: in destinations
    /// and in destructive actions that the words name. Nothing is noted where `flow.user_words` is off.
    ///
    /// ```
    /// use vetgate_guard::{Guard, KeyedBy, SessionKey, Settings};
    /// let guard = Guard::new(&Settings::default()).unwrap();
    /// let session = SessionKey { by: KeyedBy::Connection, name: "1".into() };
    /// guard.user_said(&session, "dev", "Mail the report to ana@mill.example.");
    /// ```
    pub fn user_said(&self, session: &SessionKey, principal: &str, words: &str) {
        let rulebook = self.rulebook();
        let flow = &rulebook.settings.flow;
        if !flow.enabled || !flow.user_words {
            return;
        }
        let (opened, _) = self.sessions.open(session, principal, flow.session_characters);
        opened.lock().unwrap_or_else(PoisonError::into_inner).user_words.add(words);
    }

    /// Lets go of a session that is over. What its principal has read stays.
    pub fn end(&self, session: &SessionKey) {
        self.sessions.end(session);
    }

    /// What all sessions take.
    pub fn usage(&self) -> Usage {
        self.sessions.usage()
    }

    /// How tools are usually used.
    pub fn baselines(&self) -> MutexGuard<'_, Baselines> {
        self.baselines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The session of a call and the memory of its principal, which are made where there are none. Whoever locks both
    /// locks the session first.
    fn open(&self, call: &Call, rulebook: &Rulebook) -> Opened {
        self.sessions.open(call.session, call.principal, rulebook.settings.flow.session_characters)
    }

    pub(crate) fn rulebook(&self) -> Arc<Rulebook> {
        self.rulebook.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
