//! The spans of one call: what the gateway took, and within it what the server took.

use super::context::{RANDOM, SAMPLED, TraceContext};
use super::exporter::Exporter;
use super::otlp::{Attribute, Kind, Span};
use crate::failure::Failure;
use crate::hub::Hub;
use crate::{Caller, Trace, wall_clock};
use ring::rand::{SecureRandom as _, SystemRandom};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;
use vetgate_mcp::rpc::{Message, Sort, unquote};

/// What became of a call that nobody waited for.
const CANCELLED: &str = "cancelled";

/// The span of a call, from the client's request to the answer. It ends when it is dropped.
pub(crate) struct CallSpan {
    exporter: Arc<Exporter>,
    hub: Arc<Hub>,
    context: TraceContext,
    parent: Option<[u8; 8]>,
    clock: Clock,
    method: String,
    session: Option<String>,
    request: Option<String>,
    known: Mutex<Known>,
}

/// What is found out on the way.
struct Known {
    server: String,
    /// The tool, prompt or resource.
    name: String,
    verdict: &'static str,
    error: Option<String>,
}

/// When something began, by the time of day and by the clock that only goes forward.
#[derive(Clone, Copy)]
struct Clock(Duration, Instant);

impl Clock {
    fn start() -> Self {
        Self(wall_clock::now(), Instant::now())
    }

    fn read(self) -> (Duration, Duration) {
        (self.0, self.0 + self.1.elapsed())
    }
}

impl CallSpan {
    /// Begins a span within `parent`, or a trace of its own. Nothing if the system gives no randomness for its name.
    pub(super) fn begin(
        exporter: Arc<Exporter>,
        hub: Arc<Hub>,
        caller: &Caller,
        request: &Message,
        parent: Option<TraceContext>,
    ) -> Option<Self> {
        let span = random()?;
        let context = match &parent {
            Some(parent) => parent.with_span(span),
            None => TraceContext { trace: random()?, span, flags: SAMPLED | RANDOM, state: None },
        };
        let name = request.text_of("name").or_else(|| request.text_of("uri")).unwrap_or_default().into_owned();
        let known = Known { server: String::new(), name, verdict: "allow", error: Some(CANCELLED.to_owned()) };
        Some(Self {
            exporter,
            hub,
            context,
            parent: parent.map(|parent| parent.span),
            clock: Clock::start(),
            method: request.method().to_owned(),
            session: caller.session.as_ref().map(|session| session.short()),
            request: request.id().map(|id| unquote(id).map_or_else(|| id.to_owned(), |id| id.into_owned())),
            known: Mutex::new(known),
        })
    }

    /// The trace, and this span in it.
    pub(super) fn context(&self) -> &TraceContext {
        &self.context
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn span(&self, kind: Kind, context: &TraceContext, parent: Option<[u8; 8]>, clock: Clock) -> Span {
        let known = self.known();
        let mask = |text: &str| self.hub.events.masked(text);
        let (method, name, (start, end)) = (mask(&self.method), mask(&known.name), clock.read());
        let mut attributes = vec![Attribute::text("mcp.method.name", &method)];
        let mut add = |key, value: &str| {
            if !value.is_empty() {
                attributes.push(Attribute::text(key, value));
            }
        };
        add("server.address", &known.server);
        add("mcp.session.id", self.session.as_deref().unwrap_or_default());
        match self.method.as_str() {
            "tools/call" => {
                add("gen_ai.operation.name", "execute_tool");
                add("gen_ai.tool.name", &name);
            }
            "prompts/get" => add("gen_ai.prompt.name", &name),
            "resources/read" => add("mcp.resource.uri", &name),
            _ => {}
        }
        if kind == Kind::Server {
            add("jsonrpc.request.id", &mask(self.request.as_deref().unwrap_or_default()));
            add("vetgate.verdict", known.verdict);
        }
        add("error.type", known.error.as_deref().unwrap_or_default());
        // A resource's address may be anything, and a span's name is one of few.
        let is_named = matches!(self.method.as_str(), "tools/call" | "prompts/get") && !name.is_empty();
        let name = if is_named { format!("{method} {name}") } else { method };
        let is_error = known.error.is_some();
        Span { context: context.clone(), parent, name, kind, start, end, attributes, is_error }
    }
}

impl Drop for CallSpan {
    fn drop(&mut self) {
        self.exporter.take(self.span(Kind::Server, &self.context, self.parent, self.clock));
    }
}

impl fmt::Debug for CallSpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CallSpan").field(&self.context).finish()
    }
}

impl Trace {
    /// Notes the answer that goes to the client.
    pub(crate) fn answered(&self, answer: &str) {
        if let Some(span) = &self.span {
            span.known().error = Message::read(answer.to_owned()).ok().as_ref().and_then(error_of);
        }
    }

    /// Notes that there is no answer of a server.
    pub(crate) fn failed(&self, failure: &Failure) {
        if let Some(span) = &self.span {
            let mut known = span.known();
            known.error = Some(failure.word().to_owned());
            known.verdict = if failure.is_refusal() { "deny" } else { known.verdict };
        }
    }

    /// Notes that the guard put something else in the place of arguments or result.
    pub(crate) fn replaced(&self) {
        if let Some(span) = &self.span {
            span.known().verdict = "mask";
        }
    }

    /// Begins the span of what a server takes, if there is one of the call.
    pub(crate) fn at_server(&self, server: &str, name: &str) -> Option<ServerSpan> {
        let call = self.span.clone()?;
        {
            let mut known = call.known();
            known.server = server.to_owned();
            if !name.is_empty() {
                known.name = name.to_owned();
            }
        }
        let context = call.context.with_span(random()?);
        Some(ServerSpan { call, context, clock: Clock::start() })
    }
}

/// The span of what a server takes. It ends when it is dropped.
pub(crate) struct ServerSpan {
    call: Arc<CallSpan>,
    context: TraceContext,
    clock: Clock,
}

impl ServerSpan {
    /// What the server is told.
    pub(crate) fn context(&self) -> &TraceContext {
        &self.context
    }

    /// Notes what came back.
    pub(crate) fn end(self, answer: Result<Option<&Message>, &Failure>) {
        self.call.known().error = match answer {
            Ok(answer) => answer.and_then(error_of),
            Err(failure) => Some(failure.word().to_owned()),
        };
    }
}

impl Drop for ServerSpan {
    fn drop(&mut self) {
        let span = self.call.span(Kind::Client, &self.context, Some(self.call.context.span), self.clock);
        self.call.exporter.take(span);
    }
}

/// What is wrong with an answer: the code of an error, or a tool that says that it failed.
fn error_of(answer: &Message) -> Option<String> {
    match answer.sort() {
        Sort::Error => Some(answer.error_code().map_or_else(|| "_OTHER".to_owned(), |code| code.to_string())),
        _ => (answer.get("isError") == Some("true")).then(|| "tool_error".to_owned()),
    }
}

fn random<const N: usize>() -> Option<[u8; N]> {
    let mut bytes = [0; N];
    SystemRandom::new().fill(&mut bytes).ok()?;
    (bytes != [0; N]).then_some(bytes)
}
