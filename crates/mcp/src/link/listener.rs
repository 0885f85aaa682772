//! The stream on which a handshake server over HTTP says what nobody asked for.

use super::feed::Feed;
use super::requests::Requests;
use super::switchboard::Taken;
use super::tally::Pace;
use super::{LinkError, LinkOptions};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, sleep_until};

/// How long to wait for a server that cannot be reached or hangs up at once, at first and at most.
const PAUSE: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(30));
/// A stream that ends sooner and says nothing was no use.
const USEFUL: Duration = Duration::from_secs(5);

/// Keeps the stream open until the server refuses it, or whoever holds the task ends it.
pub(super) fn listen(requests: Arc<Requests>, feed: Option<Feed>, options: &LinkOptions) -> JoinHandle<()> {
    let pace = Pace::new(options.noise);
    tokio::spawn(run(requests, feed, pace))
}

async fn run(requests: Arc<Requests>, mut feed: Option<Feed>, mut pace: Pace) {
    let mut place: Option<String> = None;
    let mut pause = PAUSE.0;
    loop {
        let was_useful = match &mut feed {
            Some(feed) => {
                let was_useful = hear(&requests, feed, &mut pace).await;
                place = feed.place().map(str::to_owned).or(place);
                sleep(feed.retry()).await;
                was_useful
            }
            None => false,
        };
        if was_useful {
            pause = PAUSE.0;
        } else {
            sleep(pause).await;
            pause = (pause * 2).min(PAUSE.1);
        }
        feed = match requests.feed(place.as_deref()).await {
            Ok(open) => Some(open),
            Err(LinkError::Unreachable { .. }) => None,
            Err(_) => return,
        };
    }
}

/// Hands on what arrives until the stream is over; returns whether it was of use.
async fn hear(requests: &Requests, feed: &mut Feed, pace: &mut Pace) -> bool {
    let since = Instant::now();
    let mut has_spoken = false;
    while let Ok(Some(texts)) = feed.next().await {
        has_spoken |= !texts.is_empty();
        for text in texts {
            match requests.board.take(text) {
                Taken::Used => continue,
                Taken::Wasted => {}
                Taken::Refused(answer) => _ = requests.tell(answer, None).await,
            }
            if let Some(until) = pace.waste() {
                sleep_until(until).await;
            }
        }
    }
    has_spoken || since.elapsed() >= USEFUL
}
