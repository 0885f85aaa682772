//! A connection that stays open once a revision is agreed on.

use super::connection::{Acquaintance, Connector};
use super::wire::Wire;
use super::{ConnectError, Options};
use crate::transport::endpoint::Endpoint;
use crate::transport::events::EventParser;
use crate::transport::lines::BoundedLines;
use crate::transport::process::Process;
use crate::transport::revision::{Era, Introduction};
use reqwest::header::HeaderValue;
use reqwest::{Response, Url};
use std::collections::VecDeque;
use std::sync::Arc;
use tokio::process::{ChildStdin, ChildStdout};
use tokio::time::Instant;
use vetgate_model::Transport;

/// What is there once a revision is agreed on.
pub(crate) struct Opened {
    pub(crate) era: Era,
    /// The answer to `initialize` or `server/discover`, as it arrived.
    pub(crate) greeting: Arc<str>,
    /// The last id that was given out.
    pub(crate) last_id: u64,
    pub(crate) carrier: Carrier,
}

/// What carries the messages that follow.
pub(crate) enum Carrier {
    /// The standard streams of a process. Its input is gone if the process has closed it already.
    Process { process: Process, stdin: Option<ChildStdin>, lines: BoundedLines<ChildStdout> },
    /// One stream of events, and the address to which messages are posted.
    Events { post_to: Url, stream: Response, parser: EventParser, ready: VecDeque<Vec<u8>> },
    /// A request each.
    Requests { session: Option<HeaderValue> },
}

/// Starts or contacts a server and agrees on a revision. `endpoint` is the address of an HTTP transport.
pub(crate) async fn open(
    name: &str,
    transport: &Transport,
    endpoint: Option<Arc<Endpoint>>,
    introduction: &Introduction,
    options: &Options,
    known: Acquaintance,
) -> Result<Opened, ConnectError> {
    let connector = Connector { name, options, introduction, deadline: Instant::now() + options.total };
    let (mut conversation, greeting) = connector.connect(transport, endpoint, known).await?;
    let era = conversation.era.take().expect("a greeting comes with a revision");
    let (wire, last_id) = conversation.into_wire();
    let carrier = match wire {
        Wire::Stdio(wire) => {
            let (process, stdin, lines) = wire.into_parts();
            Carrier::Process { process, stdin, lines }
        }
        Wire::Sse(wire) => {
            let (post_to, stream, parser, ready) = wire.into_parts();
            Carrier::Events { post_to, stream, parser, ready }
        }
        Wire::Streamable(wire) => Carrier::Requests { session: wire.into_session() },
    };
    Ok(Opened { era, greeting: greeting.text, last_id, carrier })
}
