//! Agreeing on a protocol revision.
//!
//! The newest revision has no handshake: a server that answers `server/discover` speaks it. Older ones want
//! `initialize`. Nobody can know before asking, and what old servers do with an unknown first request differs:
//! most answer with an error, some say nothing, some end. So, on standard streams:
//!
//! 1. `server/discover` goes first. An error means `initialize` on the same connection.
//! 2. If nothing comes for [`Options::probe`], `initialize` goes beside it, and the first good answer counts.
//!    A slow server of any revision loses no time, and a silent one costs the probe and no more.
//! 3. If the server ends or answers with something that is no answer, the caller starts it again and asks for
//!    `initialize` only.
//!
//! Over HTTP requests do not share a stream, so the probe has its time and then `initialize` is asked. If that is
//! refused too, a server that was merely slow gets the rest of its time.

use super::conversation::{Answer, Conversation};
use super::message::strings;
use super::{ConnectError, Options, Phase};
use crate::transport::revision::{Era, HANDSHAKE, Introduction, STATELESS, UNSUPPORTED};
use std::sync::Arc;
use vetgate_model::fold_case;
use vetgate_model::json::{Document, Kind};

const DISCOVER: &str = "server/discover";
const INITIALIZE: &str = "initialize";

/// What a server said about itself.
#[derive(Debug)]
pub(super) struct Greeting {
    /// The whole answer as it arrived.
    pub(super) text: Arc<str>,
    /// The name that it gives itself.
    pub(super) name: Option<String>,
    /// The names of its capabilities.
    pub(super) capabilities: Vec<String>,
    /// Its instructions as they are written; more than one if the member is duplicated.
    pub(super) instructions: Vec<String>,
}

/// Which revisions to try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Attempt {
    /// All of them, the newest first.
    Any,
    /// Those with a handshake.
    HandshakeOnly,
}

/// Agrees on a revision over a wire on which requests and answers share one stream.
pub(super) async fn on_stream(
    conversation: &mut Conversation<'_>,
    attempt: Attempt,
    introduction: &Introduction,
    options: &Options,
) -> Result<Greeting, ConnectError> {
    if attempt == Attempt::HandshakeOnly {
        return initialize(conversation, introduction).await;
    }
    let until = conversation.until(options.request);
    let probe_until = conversation.until(options.probe.min(options.request));
    let probe = conversation.ask(DISCOVER, &introduction.discover, until).await?;
    let Some(answer) = conversation.answer(&[probe], probe_until).await? else {
        return race(conversation, probe, introduction, options).await;
    };
    match discovered(conversation, &answer)? {
        Some(greeting) => Ok(greeting),
        None => initialize(conversation, introduction).await,
    }
}

/// Both requests are under way: the first good answer counts.
async fn race(
    conversation: &mut Conversation<'_>,
    probe: u64,
    introduction: &Introduction,
    options: &Options,
) -> Result<Greeting, ConnectError> {
    let until = conversation.until(options.request);
    let initialize = conversation.ask(INITIALIZE, &introduction.initialize, until).await?;
    let mut open = vec![initialize, probe];
    let mut refusal = None;
    while !open.is_empty() {
        let Some(answer) = conversation.answer(&open, until).await? else {
            return Err(refusal.unwrap_or_else(|| conversation.hung(until)));
        };
        open.retain(|id| *id != answer.id);
        if answer.id == probe {
            if let Some(greeting) = discovered(conversation, &answer)? {
                conversation.abandon(initialize);
                return Ok(greeting);
            }
        } else {
            match initialized(conversation, &answer).await {
                Ok(greeting) => {
                    conversation.abandon(probe);
                    return Ok(greeting);
                }
                Err(error) => refusal = Some(error),
            }
        }
    }
    Err(refusal.unwrap_or_else(|| conversation.hung(until)))
}

/// Agrees on a revision over a wire on which every request has an answer of its own.
pub(super) async fn by_request(
    conversation: &mut Conversation<'_>,
    attempt: Attempt,
    introduction: &Introduction,
    options: &Options,
) -> Result<Greeting, ConnectError> {
    if attempt == Attempt::HandshakeOnly {
        return initialize(conversation, introduction).await;
    }
    let probe_until = conversation.until(options.probe.min(options.request));
    let mut was_late = false;
    let probed = match conversation.ask(DISCOVER, &introduction.discover, probe_until).await {
        Ok(id) => conversation.answer(&[id], probe_until).await,
        Err(error) => Err(error),
    };
    match probed {
        Ok(Some(answer)) => {
            if let Some(greeting) = discovered(conversation, &answer)? {
                return Ok(greeting);
            }
        }
        Ok(None) | Err(ConnectError::Hung { .. }) => was_late = true,
        // Servers that want a session first, or know no such path, say so with a status.
        Err(ConnectError::Status { status, .. }) if !matches!(status, 300..=399 | 401 | 403 | 407 | 429) => {}
        Err(ConnectError::ContentType { .. } | ConnectError::NotAMessage { .. }) => {}
        Err(error) => return Err(error),
    }
    match initialize(conversation, introduction).await {
        Err(refusal) if was_late => {
            let answer = conversation.call(DISCOVER, &introduction.discover).await;
            match answer.and_then(|answer| discovered(conversation, &answer)) {
                Ok(Some(greeting)) => Ok(greeting),
                _ => Err(refusal),
            }
        }
        result => result,
    }
}

/// Reads the answer to `server/discover`; `None` means that an older revision is to be tried.
fn discovered(conversation: &mut Conversation<'_>, answer: &Answer) -> Result<Option<Greeting>, ConnectError> {
    let supported = match &answer.outcome {
        Ok(_) => answer.results().next().map(supported_revisions).unwrap_or_default(),
        Err(error) if error.code == UNSUPPORTED => error.supported.clone(),
        Err(_) => return Ok(None),
    };
    if answer.outcome.is_ok() && supported.iter().any(|revision| revision == STATELESS) {
        conversation.era = Some(Era::Stateless);
        return Ok(Some(greeting(answer)));
    }
    let shares_none = supported.iter().all(|revision| !HANDSHAKE.contains(&revision.as_str()));
    if shares_none && !supported.is_empty() {
        let found = conversation.wire().show(&supported.join(", "));
        return Err(ConnectError::Revision { found });
    }
    Ok(None)
}

fn supported_revisions(result: &str) -> Vec<String> {
    let Ok(document) = Document::parse(result) else { return vec![] };
    document.root().get("supportedVersions").map(strings).unwrap_or_default()
}

async fn initialize(
    conversation: &mut Conversation<'_>,
    introduction: &Introduction,
) -> Result<Greeting, ConnectError> {
    let answer = conversation.call(INITIALIZE, &introduction.initialize).await?;
    initialized(conversation, &answer).await
}

/// Reads the answer to `initialize` and confirms it.
async fn initialized(conversation: &mut Conversation<'_>, answer: &Answer) -> Result<Greeting, ConnectError> {
    if let Err(error) = &answer.outcome {
        let message = conversation.wire().show(&error.message);
        return Err(ConnectError::Refused { phase: Phase::Handshake, code: error.code, message });
    }
    let result = answer.results().next().unwrap_or_default();
    let version = Document::parse(result).ok().and_then(|document| {
        let version = document.root().get("protocolVersion")?.string()?;
        Some(version.text.into_owned())
    });
    let Some(version) = version else {
        let found = conversation.wire().show(result);
        return Err(ConnectError::Shape { phase: Phase::Handshake, expected: "a `protocolVersion`", found });
    };
    // A revision that is not known is taken as it is: lists have been the same in all of them.
    let version = conversation.wire().show(&version);
    conversation.era = Some(Era::Handshake(version));
    conversation.notify("notifications/initialized").await?;
    Ok(greeting(answer))
}

fn greeting(answer: &Answer) -> Greeting {
    let mut greeting = Greeting { text: answer.text.clone(), name: None, capabilities: vec![], instructions: vec![] };
    for result in answer.results() {
        let Ok(document) = Document::parse(result) else { continue };
        for (key, value) in document.root().members() {
            // Clients that ignore case would read these too.
            match fold_case(&key.text).as_str() {
                "capabilities" => {
                    let declared = value.members().filter(|(_, value)| value.kind() != Kind::Null);
                    greeting.capabilities.extend(declared.map(|(key, _)| key.text.into_owned()));
                }
                "serverinfo" => {
                    let name = value.get("name").and_then(|name| Some(name.string()?.text.into_owned()));
                    greeting.name = greeting.name.or(name);
                }
                "instructions" if value.kind() == Kind::String => greeting.instructions.push(value.raw().to_owned()),
                _ => {}
            }
        }
    }
    greeting
}
