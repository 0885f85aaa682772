//! Everything that happens, as server-sent events.
//!
//! An event's `id` names the run of the gateway and the event's number in it. Nothing is kept for those who were away:
//! whoever comes back with `Last-Event-ID` is told how many events it has missed, and `/api/v1/activity` has the record.

use super::Front;
use super::asked::Asked;
use super::operation::{Answer, Operation, Parameter, Shape};
use super::problem::Problem;
use crate::front::gauge::Place;
use crate::metrics::Metrics;
use crate::{Event, Events};
use axum::body::Body;
use axum::http::Method;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use futures_util::stream::unfold;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;

/// How long a stream may be silent, so that neither end, nor what is between them, takes it for dead.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// Streams at a time.
const LISTENERS: usize = 64;

const HEADERS: &[Parameter] =
    &[Parameter::header("Last-Event-ID", Shape::Text, "The `id` of the last event that was received.")];

pub(super) fn operations() -> Vec<Operation> {
    vec![Operation {
        method: Method::GET,
        path: "/api/v1/events",
        name: "listenToEvents",
        summary: "All events from now on, as server-sent events. Missed events are counted, not repeated.",
        parameters: HEADERS,
        body: None,
        answer: Answer::Text("text/event-stream"),
        problems: &[],
        run: |front, asked| Box::pin(listen(front, asked)),
    }]
}

async fn listen(front: Arc<Front>, asked: Asked) -> Result<Response, Problem> {
    let Some(place) = front.desk.listeners.enter(LISTENERS) else {
        return Err(Problem::unavailable(format!("there are already {LISTENERS} listeners; disconnect one of them")));
    };
    let stopping = front.stopping.subscribe();
    let stream = Stream::new(front.stream()?, asked.text("Last-Event-ID"), stopping, place);
    let stream = unfold(stream, async |mut stream| {
        let text = stream.next().await?;
        Some((Ok::<_, Infallible>(Bytes::from(text)), stream))
    });
    Ok(([(CONTENT_TYPE, "text/event-stream")], Body::from_stream(stream)).into_response())
}

/// One listener's events.
struct Stream {
    run: String,
    receiver: Receiver<Event>,
    /// Events up to this one count as missed.
    since: u64,
    /// What is to be said first.
    first: Option<String>,
    metrics: Arc<Metrics>,
    stopping: watch::Receiver<bool>,
    _place: Place,
}

impl Stream {
    fn new(events: &Events, last: Option<&str>, stopping: watch::Receiver<bool>, place: Place) -> Self {
        // In this order, so that no event is neither counted nor told.
        let receiver = events.listen();
        let (run, since) = (events.run().to_string(), events.latest());
        let first = last.map_or_else(|| Some(": listening\n\n".to_owned()), |last| missed_since(last, &run, since));
        let metrics = events.metrics().clone();
        Self { run, receiver, since, first, metrics, stopping, _place: place }
    }

    /// The next thing to be said; nothing when the gateway stops.
    async fn next(&mut self) -> Option<String> {
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        loop {
            let heard = tokio::select! {
                heard = self.receiver.recv() => heard,
                () = tokio::time::sleep(HEARTBEAT) => return Some(": alive\n\n".to_owned()),
                _ = self.stopping.wait_for(|stopping| *stopping) => return None,
            };
            match heard {
                Ok(event) if event.sequence <= self.since => {}
                Ok(event) => {
                    let text = serde_json::to_string(&event).ok()?;
                    return Some(format!("id: {}-{}\ndata: {text}\n\n", self.run, event.sequence));
                }
                Err(RecvError::Lagged(count)) => {
                    self.metrics.missed(count);
                    return Some(missed(Some(count)));
                }
                Err(RecvError::Closed) => return None,
            }
        }
    }
}

/// What somebody hears who was away: how much, if that can be known.
fn missed_since(last: &str, run: &str, latest: u64) -> Option<String> {
    let of_this_run = last.strip_prefix(run).and_then(|rest| rest.strip_prefix('-'));
    let heard = of_this_run.and_then(|number| number.parse::<u64>().ok()).filter(|number| *number <= latest);
    let count = heard.map(|heard| latest - heard);
    Some(if count == Some(0) { ": nothing was missed\n\n".to_owned() } else { missed(count) })
}

fn missed(count: Option<u64>) -> String {
    let count = count.map_or_else(|| "null".to_owned(), |count| count.to_string());
    format!("event: missed\ndata: {{\"count\":{count}}}\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::events::What;
    use crate::front::gauge::Gauge;

    fn stream(events: &Events, last: Option<&str>) -> (Stream, watch::Sender<bool>) {
        let (stop, stopping) = watch::channel(false);
        let place = Arc::new(Gauge::default()).enter(1).unwrap();
        (Stream::new(events, last, stopping, place), stop)
    }

    fn tell(events: &Events, times: usize) {
        for _ in 0..times {
            events.tell(What::LedgerWorks);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_silent_stream_gives_a_sign_of_life() {
        let events = Events::default();
        let (mut stream, stop) = stream(&events, None);
        assert_eq!(stream.next().await.unwrap(), ": listening\n\n");
        for _ in 0..3 {
            let before = tokio::time::Instant::now();
            assert_eq!(stream.next().await.unwrap(), ": alive\n\n");
            assert_eq!(before.elapsed(), HEARTBEAT);
        }
        stop.send(true).unwrap();
        assert_eq!(stream.next().await, None);
    }

    #[tokio::test]
    async fn whoever_comes_back_is_told_what_was_missed() {
        let events = Events::default();
        tell(&events, 5);
        let run = events.run();
        for (last, first) in [
            (format!("{run}-2"), "event: missed\ndata: {\"count\":3}\n\n"),
            (format!("{run}-5"), ": nothing was missed\n\n"),
            (format!("{run}-6"), "event: missed\ndata: {\"count\":null}\n\n"),
            ("1-2".to_owned(), "event: missed\ndata: {\"count\":null}\n\n"),
            ("nonsense".to_owned(), "event: missed\ndata: {\"count\":null}\n\n"),
        ] {
            let (mut stream, _stop) = stream(&events, Some(&last));
            assert_eq!(stream.next().await.as_deref(), Some(first), "{last}");
        }
    }

    #[tokio::test]
    async fn whoever_is_slow_is_told_how_much_was_missed() {
        let events = Events::default();
        let (mut stream, _stop) = stream(&events, None);
        stream.next().await;
        tell(&events, 2000);
        assert_eq!(stream.next().await.unwrap(), "event: missed\ndata: {\"count\":976}\n\n");
        let next = stream.next().await.unwrap();
        assert!(next.starts_with(&format!("id: {}-977\ndata: {{\"sequence\":977,", events.run())), "{next}");
    }
}
