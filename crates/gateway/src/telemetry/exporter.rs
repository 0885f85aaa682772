//! The way of spans to a collector, which no call waits for.

use super::otlp::{Span, body};
use crate::outgoing::Outgoing;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout_at};

/// Spans that wait; more are dropped.
const QUEUE: usize = 4096;
/// Spans of one request.
const BATCH: usize = 512;
/// How long the first span of a request waits for others.
const GATHER: Duration = Duration::from_secs(1);
/// How long a request may take.
const TIMEOUT: Duration = Duration::from_secs(10);
/// How often a request is made, if the collector says that it may take it later.
const TRIES: u32 = 3;

/// Takes spans. What it has taken is sent even if it is dropped meanwhile.
pub(super) struct Exporter {
    queue: mpsc::Sender<Span>,
    dropped: Arc<AtomicU64>,
}

impl Exporter {
    /// Sends spans to the collector whose OTLP over HTTP is at `url`, in a task that ends with the last who can give it
    /// any.
    pub(super) fn start(url: &str) -> Result<(Self, JoinHandle<()>), String> {
        let outgoing = Outgoing::new(url, TIMEOUT).map_err(|error| format!("the traces' collector: {error}"))?;
        let (queue, spans) = mpsc::channel(QUEUE);
        let dropped = Arc::new(AtomicU64::new(0));
        let sending = tokio::spawn(export(outgoing.below("v1/traces"), spans, dropped.clone()));
        Ok((Self { queue, dropped }, sending))
    }

    /// Takes a span if there is room for it.
    pub(super) fn take(&self, span: Span) {
        if self.queue.try_send(span).is_err() {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// How many spans no collector has got.
    pub(super) fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }
}

async fn export(collector: Outgoing, mut spans: mpsc::Receiver<Span>, dropped: Arc<AtomicU64>) {
    while let Some(first) = spans.recv().await {
        let mut batch = vec![first];
        let end = Instant::now() + GATHER;
        while batch.len() < BATCH {
            match timeout_at(end, spans.recv()).await {
                Ok(Some(span)) => batch.push(span),
                Ok(None) | Err(_) => break,
            }
        }
        if !is_taken(&collector, &body(&batch)).await {
            dropped.fetch_add(batch.len() as u64, Ordering::Relaxed);
        }
    }
}

async fn is_taken(collector: &Outgoing, body: &str) -> bool {
    for attempt in 1..=TRIES {
        match collector.post(body.to_owned()).send().await {
            Ok(response) if response.status().is_success() => return true,
            // These are what OTLP has for "later"; all else will not become better.
            Ok(response) if !matches!(response.status().as_u16(), 429 | 502..=504) => return false,
            Ok(_) | Err(_) => {}
        }
        if attempt < TRIES {
            sleep(GATHER * attempt).await;
        }
    }
    false
}
