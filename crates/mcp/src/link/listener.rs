//! The stream on which a handshake server over HTTP says what nobody asked for.

use super::LinkError;
use super::LinkOptions;
use super::feed::Feed;
use super::requests::Requests;
use super::switchboard::Taken;
use super::tally::Pace;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::{sleep, sleep_until};

/// How long to wait before trying again, at first and at most.
const PAUSE: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(30));

/// Keeps the stream open until the server refuses it, or whoever holds the task ends it.
pub(super) fn listen(requests: Arc<Requests>, feed: Option<Feed>, options: &LinkOptions) -> JoinHandle<()> {
    let pace = Pace::new(options.noise);
    tokio::spawn(run(requests, feed, pace))
}

async fn run(requests: Arc<Requests>, mut feed: Option<Feed>, mut pace: Pace) {
    let mut place: Option<String> = None;
    let mut pause = PAUSE.0;
    loop {
        if let Some(mut open) = feed.take() {
            hear(&requests, &mut open, &mut pace).await;
            place = open.place().map(str::to_owned).or(place);
            sleep(open.retry()).await;
        }
        match requests.feed(place.as_deref()).await {
            Ok(open) => {
                feed = Some(open);
                pause = PAUSE.0;
            }
            Err(LinkError::Unreachable { .. }) => {
                sleep(pause).await;
                pause = (pause * 2).min(PAUSE.1);
            }
            Err(_) => return,
        }
    }
}

/// Hands on what arrives until the stream is over.
async fn hear(requests: &Requests, feed: &mut Feed, pace: &mut Pace) {
    while let Ok(Some(texts)) = feed.next().await {
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
}
