//! Waiting for what must happen.

use std::time::Duration;
use tokio::sync::broadcast::Receiver;
use tokio::time::{Instant, sleep, timeout};
use vetgate_gateway::{Event, Gateway, What};

/// Longer than anything takes on a machine that is busy with other things.
pub(crate) const LONG: Duration = Duration::from_secs(60);

/// Waits until `find` finds something.
pub(crate) async fn until<T>(what: &str, mut find: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(found) = find() {
            return found;
        }
        assert!(started.elapsed() < LONG, "in vain: {what}");
        sleep(Duration::from_millis(10)).await;
    }
}

/// Waits for an event.
pub(crate) async fn heard(events: &mut Receiver<Event>, what: &str, is_it: impl Fn(&What) -> bool) -> What {
    let waited = timeout(LONG, async {
        loop {
            match events.recv().await {
                Ok(event) if is_it(&event.what) => return event.what,
                Ok(_) => {}
                Err(error) => panic!("{what}: {error}"),
            }
        }
    });
    waited.await.unwrap_or_else(|_| panic!("no event: {what}"))
}

/// Waits until a server is in `state`.
pub(crate) async fn stands(gateway: &Gateway, server: &str, state: &str) {
    until(&format!("{server} is {state}"), || {
        gateway.status().servers.iter().any(|one| one.name == server && one.state == state).then_some(())
    })
    .await;
}
