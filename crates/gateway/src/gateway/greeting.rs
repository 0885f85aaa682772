//! What the gateway says about itself: `initialize` and `server/discover`.

use super::lists::heed_neighbours;
use super::{Caller, Gateway};
use crate::caching::{self, Audience};
use crate::events::What;
use crate::failure::Failure;
use crate::revision::{VETGATE, agreed, key, spoken};
use crate::server::{Abilities, LIST_PATIENCE, Preface, State, member};
use crate::{Scope, Session};
use tokio::time::Instant;
use vetgate_guard::{KeyedBy, SessionKey};
use vetgate_mcp::rpc::{Edit, Message, quote, unquote};

/// What the gateway can do for the servers behind it, whichever they are at the moment.
const ABILITIES: &str = r#"{"tools":{"listChanged":true},"prompts":{"listChanged":true},"resources":{"subscribe":true,"listChanged":true},"completions":{},"logging":{}}"#;
const TASKS: &str = r#"{"list":{},"cancel":{},"requests":{"tools":{"call":{}}}}"#;

/// Who answers, and what it can do; each JSON.
struct Face {
    capabilities: String,
    info: String,
    instructions: Option<String>,
    /// Other members of a server's own greeting.
    whole: Option<String>,
}

impl Gateway {
    /// The result of `initialize`.
    pub(super) async fn initialize(&self, caller: &Caller, request: Message) -> Result<String, Failure> {
        let wanted = request.text_of("protocolVersion").unwrap_or_default().into_owned();
        let revision = quote(agreed(&wanted));
        if let Some(session) = &caller.session {
            self.introduce(caller, session, &request).await?;
            if session.hello.set(request).is_err() {
                return Err(Failure::Invalid("this session is already initialized".to_owned()));
            }
            let principal = session.principal.name.clone();
            self.hub.events.tell_on_record(What::SessionOpened { session: session.short(), principal }).await;
            if let Scope::One(name) = &caller.scope {
                self.roster().server(caller, name)?.meet(session.hello_to_servers());
            }
        }
        let face = self.face(caller).await?;
        if let Some(whole) = face.whole {
            return Ok(Edit::of_json(&whole).set(&["protocolVersion"], revision).finish());
        }
        let Face { capabilities, info, instructions, .. } = face;
        let instructions = instructions.map_or_else(String::new, |text| format!(r#","instructions":{text}"#));
        Ok(format!(
            r#"{{"protocolVersion":{revision},"capabilities":{capabilities},"serverInfo":{info}{instructions}}}"#
        ))
    }

    /// Judges who a client says it is: servers of its own and stateless ones are told the same. What is held or denied for one
    /// server is refused, because a handshake does not wait for a person.
    async fn introduce(&self, caller: &Caller, session: &Session, request: &Message) -> Result<(), Failure> {
        // A session of its own: nothing of it is a call of the client.
        let key = SessionKey { by: KeyedBy::Session, name: format!("initialize {}", session.id) };
        let mut refused = None;
        for server in self.roster().visible(caller) {
            let reason = self.introduction_to(caller, &server, &key, request);
            if let Some(reason) = reason {
                refused = Some((server, reason));
                break;
            }
        }
        self.guard.end(&key);
        let Some((server, reason)) = refused else { return Ok(()) };
        let failure = Failure::Denied(format!("Vetgate does not open the session: {reason}"));
        self.refused(self.record_of(caller, request, server.name(), ""), failure.to_string()).await;
        Err(Failure::Recorded(Box::new(failure)))
    }

    /// The result of `server/discover`.
    pub(super) async fn discover(&self, caller: &Caller) -> Result<String, Failure> {
        let Face { capabilities, info, instructions, .. } = self.face(caller).await?;
        let instructions = instructions.map_or_else(String::new, |text| format!(r#","instructions":{text}"#));
        let versions = spoken();
        let result = format!(
            r#"{{"supportedVersions":{versions},"capabilities":{capabilities},"serverInfo":{info}{instructions},"_meta":{{"{}":{info}}}}}"#,
            key::SERVER
        );
        Ok(caching::shape(&result, "server/discover", Audience::Stateless))
    }

    async fn face(&self, caller: &Caller) -> Result<Face, Failure> {
        let roster = self.roster();
        heed_neighbours(&roster.visible(caller).collect::<Vec<_>>(), Instant::now() + LIST_PATIENCE).await;
        let Scope::One(name) = &caller.scope else {
            return Ok(self.common_face(caller));
        };
        let server = roster.server(caller, name)?;
        // A server that cannot be reached has a face all the same, so that a client can stay and wait for it.
        if server.home().await.is_err() {
            return Ok(self.common_face(caller));
        }
        // What was reviewed is said, not what the connection of this moment says; of a server of which nothing is approved,
        // nothing.
        let shelf = server.shelf();
        let Some(preface) = shelf.preface(self.conducts().sanitizes).filter(|_| !shelf.is_hushed()) else {
            return Ok(self.common_face(caller));
        };
        let Preface { info, capabilities, instructions, whole } = preface;
        let whole = whole.filter(|_| caller.session.is_some());
        Ok(Face { capabilities, info, instructions, whole })
    }

    /// The face of all servers together.
    fn common_face(&self, caller: &Caller) -> Face {
        let mut capabilities = ABILITIES.to_owned();
        let mut instructions = Vec::new();
        for server in self.roster().visible(caller) {
            let shelf = server.shelf();
            let preface = shelf.preface(self.conducts().sanitizes);
            let Some(preface) = preface.filter(|_| matches!(server.state(), State::Up(_))) else { continue };
            if shelf.is_hushed() {
                continue;
            }
            if Abilities::read(&preface.capabilities).has("tasks") {
                capabilities = Edit::of_json(&capabilities).set(&["tasks"], TASKS).finish();
            }
            if let Some(extensions) = member(&preface.capabilities, "extensions") {
                capabilities = Edit::of_json(&capabilities).set(&["extensions"], extensions).finish();
            }
            if let Some(said) = preface.instructions.as_deref().and_then(unquote) {
                instructions.push(format!("# {}\n\n{said}", server.name()));
            }
        }
        let instructions = (!instructions.is_empty()).then(|| quote(&instructions.join("\n\n")));
        Face { capabilities, info: VETGATE.to_owned(), instructions, whole: None }
    }
}
