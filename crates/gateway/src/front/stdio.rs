//! MCP over standard streams: one client, one message a line.
//!
//! The client chooses the kind of protocol with every message, as over HTTP, only without headers. Requests are answered
//! side by side; one task writes, so that lines stay whole.

use super::era::{self, Era};
use super::in_flight::InFlight;
use super::line::{self, Line};
use super::opening::fresh_id;
use super::refusal::Refusal;
use super::{Limits, McpService, body};
use crate::{Aside, Caller, Principal, Reply, Scope, Session, Trace};
use futures_util::future::BoxFuture;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::sync::mpsc;
use tokio::task::{AbortHandle, JoinSet};
use vetgate_mcp::rpc::{Message, Payload, Sort, code};

/// Requests at a time.
const REQUESTS: usize = 256;
/// Messages that wait to be written.
const WAITING: usize = 64;
/// How long requests may go on when the client has said its last.
const FAREWELL: Duration = Duration::from_secs(5);

/// Serves the client at the other end of `input` and `output` until `input` ends.
///
/// Requests under way then get a few seconds to finish. Fails only if `input` cannot be read.
pub fn serve(
    service: Arc<dyn McpService>,
    principal: Principal,
    scope: Scope,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
) -> BoxFuture<'static, io::Result<()>> {
    Box::pin(serve_boxed(service, principal, scope, Box::new(input), Box::new(output)))
}

type Input = Box<dyn AsyncRead + Send + Unpin>;
type Output = Box<dyn AsyncWrite + Send + Unpin>;

/// The part of [`serve`] that is compiled in this crate, and not for every type of stream in the caller's.
async fn serve_boxed(
    service: Arc<dyn McpService>,
    principal: Principal,
    scope: Scope,
    input: Input,
    output: Output,
) -> io::Result<()> {
    let (sender, receiver) = mpsc::channel(WAITING);
    let mut writer = tokio::spawn(write(receiver, output));
    let desk = Arc::new(Desk {
        service,
        principal: Arc::new(principal),
        scope,
        output: sender,
        in_flight: Arc::default(),
        visit: Mutex::default(),
        connection: fresh_id().map(Into::into),
    });
    let mut requests = JoinSet::new();
    let read = tokio::select! {
        read = desk.clone().read(input, &mut requests) => read,
        // Nobody hears the answers any more.
        _ = &mut writer => Ok(()),
    };
    let finished = async { while requests.join_next().await.is_some() {} };
    let _ = tokio::time::timeout(FAREWELL, finished).await;
    requests.shutdown().await;
    desk.leave().await;
    drop(desk);
    if !writer.is_finished() {
        // Whoever still has something to say has had its time.
        let _ = tokio::time::timeout(FAREWELL, writer).await;
    }
    read
}

/// Writes messages as lines, and holds none back while there is nothing more to write.
async fn write(mut messages: mpsc::Receiver<String>, mut output: Output) -> io::Result<()> {
    let mut text = String::new();
    while let Some(message) = messages.recv().await {
        text.clear();
        line::push(&mut text, &message);
        text.push('\n');
        output.write_all(text.as_bytes()).await?;
        if messages.is_empty() {
            output.flush().await?;
        }
    }
    output.flush().await
}

/// Where the client is served.
struct Desk {
    service: Arc<dyn McpService>,
    principal: Arc<Principal>,
    scope: Scope,
    output: mpsc::Sender<String>,
    in_flight: Arc<InFlight>,
    visit: Mutex<Option<Visit>>,
    /// What names this connection, and the session on it; nothing if the system gives no randomness.
    connection: Option<Arc<str>>,
}

/// The client's session, and the task that brings its messages.
struct Visit {
    session: Arc<Session>,
    messages: AbortHandle,
}

impl Desk {
    async fn read(self: Arc<Self>, input: Input, requests: &mut JoinSet<()>) -> io::Result<()> {
        let limits = Limits::default();
        let mut input = BufReader::with_capacity(64 << 10, input);
        loop {
            while requests.try_join_next().is_some() {}
            let read = match line::next(&mut input, limits.body_bytes).await? {
                Line::Text(text) => body::payload(text, limits.depth),
                Line::TooLong => {
                    let text =
                        format!("the line is longer than {} bytes, the limit of this gateway", limits.body_bytes);
                    Err(Refusal::bad(code::INVALID_REQUEST, text))
                }
                Line::NoText => Err(Refusal::bad(code::PARSE, "not JSON: the line is not UTF-8")),
                Line::End => return Ok(()),
            };
            let done = match read {
                Ok(Payload::One(message)) => self.clone().take(message, requests).await,
                Ok(Payload::Batch(messages)) => self.clone().take_all(messages, requests).await,
                Err(refusal) => Err(refusal),
            };
            if let Err(refusal) = done {
                self.record(&refusal).await;
                self.say(refusal.message()).await;
            }
        }
    }

    /// Records that a message was refused for what it says.
    async fn record(&self, refusal: &Refusal) {
        let Some(method) = &refusal.recorded_as else { return };
        let session = self.lock().as_ref().map(|visit| visit.session.clone());
        self.service.refused(&self.caller_in(session), method, refusal.id.as_deref(), &refusal.text).await;
    }

    /// Takes one message; requests are answered later.
    async fn take(self: Arc<Self>, message: Message, requests: &mut JoinSet<()>) -> Result<(), Refusal> {
        let id = message.id().map(str::to_owned);
        let caller = self.caller(&message).map_err(|refusal| refusal.answering(id.as_deref()))?;
        match (message.sort(), message.method()) {
            (Sort::Request, _) => {
                if requests.len() >= REQUESTS {
                    let text = format!("{REQUESTS} requests are in progress, which is the limit of this gateway");
                    return Err(Refusal::bad(code::INTERNAL, text).answering(id.as_deref()));
                }
                requests.spawn(async move {
                    if let Some(reply) = self.answer(&caller, message).await {
                        self.say(reply.text).await;
                    }
                });
            }
            (Sort::Notification, "notifications/cancelled") => {
                if let Some(id) = message.get("requestId") {
                    self.in_flight.cancel("", id);
                }
            }
            (Sort::Notification, _) => self.service.notify(&caller, message).await,
            _ => self.service.answer(&caller, message).await,
        }
        Ok(())
    }

    /// Takes a batch, if the client's revision has them. The answers come one by one, as they are ready.
    async fn take_all(self: Arc<Self>, messages: Vec<Message>, requests: &mut JoinSet<()>) -> Result<(), Refusal> {
        let session = self.lock().as_ref().map(|visit| visit.session.clone());
        let hello = session.as_ref().and_then(|session| session.hello.get()?.text_of("protocolVersion"));
        if !hello.is_some_and(|revision| era::has_batches(&revision)) {
            let text = "the protocol has no batches since revision 2025-06-18; send one message at a time";
            return Err(Refusal::bad(code::INVALID_REQUEST, text));
        }
        for message in messages {
            if let Err(refusal) = self.clone().take(message, requests).await {
                self.say(refusal.message()).await;
            }
        }
        Ok(())
    }

    /// Answers a request, unless the client cancels it.
    async fn answer(&self, caller: &Caller, message: Message) -> Option<Reply> {
        let (_entry, cancelled) = self.in_flight.enter("", message.id().unwrap_or_default());
        let hello = (message.method() == "initialize").then(|| message.clone());
        let aside = Aside::to(self.output.clone());
        let reply = tokio::select! {
            reply = super::post::ask(&*self.service, caller, message, &aside) => reply,
            _ = cancelled => return None,
        };
        if let (Some(hello), Some(session)) = (hello, &caller.session) {
            let answer = Message::read(reply.text.clone());
            match answer.is_ok_and(|answer| answer.sort() == Sort::Result) {
                // The service may have kept it already.
                true => drop(session.hello.set(hello)),
                false => self.leave().await,
            }
        }
        Some(reply)
    }

    /// Who sends a message: with the session, which its first message opens, or without.
    fn caller(&self, message: &Message) -> Result<Caller, Refusal> {
        let revision = era::claimed(message)?;
        let session = match era::of(message, revision.as_deref(), None) {
            Era::Handshake => Some(self.session()?),
            Era::Stateless => {
                if message.sort() == Sort::Request {
                    era::introduced(message, revision.as_deref())?;
                }
                None
            }
        };
        Ok(self.caller_in(session))
    }

    fn caller_in(&self, session: Option<Arc<Session>>) -> Caller {
        let (principal, scope) = (self.principal.clone(), self.scope.clone());
        let connection = self.connection.clone();
        Caller { principal, scope, session, connection, mirrored: None, trace: Trace::default() }
    }

    fn session(&self) -> Result<Arc<Session>, Refusal> {
        let mut visit = self.lock();
        if let Some(visit) = &*visit {
            return Ok(visit.session.clone());
        }
        let id = self.connection.as_deref().ok_or_else(|| {
            Refusal::bad(code::INTERNAL, "the operating system returned no random bytes for a session id")
        })?;
        let session = self.service.sessions().open(id.to_owned(), self.principal.clone(), self.scope.clone());
        let messages = session.listen();
        let output = self.output.clone();
        let task = tokio::spawn(async move {
            let Some(mut messages) = messages else { return };
            while let Some(message) = messages.recv().await {
                if output.send(message).await.is_err() {
                    return;
                }
            }
        });
        *visit = Some(Visit { session: session.clone(), messages: task.abort_handle() });
        Ok(session)
    }

    /// Ends the session, if there is one.
    async fn leave(&self) {
        let visit = self.lock().take();
        if let Some(Visit { session, messages }) = visit {
            self.service.sessions().remove(&session.id);
            self.service.close(session).await;
            messages.abort();
        }
    }

    async fn say(&self, text: String) {
        // If nobody hears it, the writer's end ends everything.
        let _ = self.output.send(text).await;
    }

    fn lock(&self) -> MutexGuard<'_, Option<Visit>> {
        self.visit.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
