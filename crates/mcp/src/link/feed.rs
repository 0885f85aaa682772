//! A stream of events over HTTP.

use crate::transport::events::{Event, EventParser, EventTooLarge};
use reqwest::Response;
use std::time::Duration;
use tokio::time::timeout;

/// How long, and for how much, the end of a stream is waited for behind its last message.
const LEFTOVER: (Duration, usize) = (Duration::from_secs(1), 64 << 10);
/// When to come back to a stream that does not say.
const RETRY: Duration = Duration::from_millis(250);
/// How soon a stream can make its client come back, and how late.
const RETRIES: (Duration, Duration) = (Duration::from_millis(10), Duration::from_secs(60));

pub(super) struct Feed {
    response: Response,
    parser: EventParser,
}

impl Feed {
    pub(super) fn new(response: Response, limit: usize) -> Self {
        Self { response, parser: EventParser::new(limit) }
    }

    /// Goes on with a stream of which something was read already.
    pub(super) fn resumed(response: Response, parser: EventParser) -> Self {
        Self { response, parser }
    }

    /// The texts that arrive next; `None` once the stream is over or broke off. Cancel safe.
    pub(super) async fn next(&mut self) -> Result<Option<Vec<Vec<u8>>>, EventTooLarge> {
        let Ok(Some(chunk)) = self.response.chunk().await else { return Ok(None) };
        let events = self.parser.push(&chunk)?;
        // An empty event only tells where to resume.
        let is_text = |event: &Event| event.kind == "message" && !event.data.is_empty();
        Ok(Some(events.into_iter().filter(is_text).map(|event| event.data).collect()))
    }

    /// Behind which event to resume, if the stream can be.
    pub(super) fn place(&self) -> Option<&str> {
        self.parser.last_id()
    }

    /// How long to wait before resuming.
    pub(super) fn retry(&self) -> Duration {
        self.parser.retry().unwrap_or(RETRY).clamp(RETRIES.0, RETRIES.1)
    }

    /// Reads the little that follows the last message, so that the connection can be used again.
    pub(super) fn drain(mut self) {
        tokio::spawn(async move {
            let mut left = LEFTOVER.1;
            let rest = async {
                while let Ok(Some(chunk)) = self.response.chunk().await {
                    left = left.saturating_sub(chunk.len());
                    if left == 0 {
                        break;
                    }
                }
            };
            let _ = timeout(LEFTOVER.0, rest).await;
        });
    }
}
