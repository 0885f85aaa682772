//! Traces: which trace a call belongs to, how that goes on to its server, and, on request, spans of the gateway's own.
//!
//! ```text
//!  client's span ──▶ tools/call add (SERVER) ──▶ tools/call add (CLIENT) ──▶ the server's spans
//!                    what the gateway took        what the server took
//! ```
//!
//! Spans say which server and tool were called, how long that took and what became of it; never with which arguments or
//! results. Names in them are masked. Nothing waits for the collector: what it does not take in time is dropped and
//! counted.

pub(crate) mod context;
mod exporter;
mod otlp;
mod span;

pub use context::{Trace, TraceContext};
pub(crate) use span::ServerSpan;

use crate::Caller;
use crate::hub::Hub;
use crate::server::List;
use exporter::Exporter;
use span::CallSpan;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use vetgate_mcp::rpc::Message;

/// How long the end of the gateway may wait for the collector.
const FAREWELL: Duration = Duration::from_secs(2);

/// Where spans go, if they go anywhere.
#[derive(Default)]
pub(crate) struct Traces {
    exporter: RwLock<Option<Arc<Exporter>>>,
    sending: Mutex<Option<JoinHandle<()>>>,
}

impl Traces {
    /// Sends spans to the collector at `url` from now on, or nowhere. Needs a tokio runtime.
    pub(crate) fn send_to(&self, url: Option<&str>) -> Result<(), String> {
        let (exporter, sending) = url.map(Exporter::start).transpose()?.unzip();
        *self.exporter.write().unwrap_or_else(PoisonError::into_inner) = exporter.map(Arc::new);
        *self.sending.lock().unwrap_or_else(PoisonError::into_inner) = sending;
        Ok(())
    }

    /// Sends what is left, and no more after that.
    pub(crate) async fn finish(&self) {
        let sending = self.sending.lock().unwrap_or_else(PoisonError::into_inner).take();
        *self.exporter.write().unwrap_or_else(PoisonError::into_inner) = None;
        if let Some(sending) = sending {
            let _ = timeout(FAREWELL, sending).await;
        }
    }

    /// How many spans were lost since the collector was set.
    pub(crate) fn dropped(&self) -> u64 {
        self.exporter().map_or(0, |exporter| exporter.dropped())
    }

    fn exporter(&self) -> Option<Arc<Exporter>> {
        self.exporter.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The same caller with a span for the request, where calls are traced. The span ends when the caller is dropped.
    pub(crate) fn begin(&self, caller: &Caller, request: &Message, hub: &Arc<Hub>) -> Option<Caller> {
        let exporter = self.exporter()?;
        let parent = context::of(request, caller);
        // Whoever began the trace has decided whether it is kept.
        if !is_call(request.method()) || parent.as_ref().is_some_and(|parent| !parent.is_sampled()) {
            return None;
        }
        let span = CallSpan::begin(exporter, hub.clone(), caller, request, parent)?;
        let trace = Trace { span: Some(Arc::new(span)), ..caller.trace.clone() };
        Some(Caller { trace, ..caller.clone() })
    }
}

/// Whether a request goes to a server for its client.
fn is_call(method: &str) -> bool {
    let stays =
        matches!(method, "initialize" | "ping" | "server/discover" | "subscriptions/listen" | "logging/setLevel");
    !stays && List::asked_by(method).is_none()
}
