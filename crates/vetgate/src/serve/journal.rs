//! Events on standard error.

use crate::cli::LogFormat;
use crate::console;
use std::time::Duration;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use vetgate_gateway::{Event, Gateway, What};
use vetgate_report::escape;

/// How long what is new is gathered, to be told in one line.
const GATHERING: Duration = Duration::from_millis(200);
/// Names in such a line.
const NAMES: usize = 3;

/// The task that writes events down.
pub(super) struct Journal {
    task: Option<JoinHandle<()>>,
}

impl Journal {
    pub(super) fn start(gateway: &Gateway, format: LogFormat) -> Self {
        let events = gateway.events().listen();
        let task = match format {
            LogFormat::None => None,
            LogFormat::Json => Some(tokio::spawn(as_json(events))),
            LogFormat::Terminal => Some(tokio::spawn(as_lines(events))),
        };
        Self { task }
    }

    /// Gives the last events a moment to be written.
    pub(super) async fn finish(self) {
        if let Some(task) = self.task {
            let _ = timeout(Duration::from_millis(50), task).await;
        }
    }
}

async fn as_json(mut events: Receiver<Event>) {
    loop {
        match events.recv().await {
            Ok(event) => {
                if let Ok(json) = serde_json::to_string(&event) {
                    console::note(&json);
                }
            }
            Err(RecvError::Lagged(lost)) => console::note(&lost_line(lost)),
            Err(RecvError::Closed) => return,
        }
    }
}

async fn as_lines(mut events: Receiver<Event>) {
    let mut newcomers = Newcomers::default();
    loop {
        let received = match newcomers.names.is_empty() {
            true => events.recv().await,
            false => match timeout(GATHERING, events.recv()).await {
                Ok(received) => received,
                Err(_) => {
                    say(&newcomers.told());
                    continue;
                }
            },
        };
        match received {
            Ok(event) if newcomers.take(&event.what) => {}
            Ok(event) => {
                if !newcomers.names.is_empty() {
                    say(&newcomers.told());
                }
                super::line(&event).iter().for_each(|line| say(line));
            }
            Err(RecvError::Lagged(lost)) => console::note(&lost_line(lost)),
            Err(RecvError::Closed) => return,
        }
    }
}

fn say(lines: &str) {
    for line in lines.lines() {
        console::note(&format!("vetgate: {}", escape::line(line)));
    }
}

fn lost_line(lost: u64) -> String {
    format!("vetgate: {lost} events were lost")
}

/// What is new on one server and waits: a line each would bury the rest.
#[derive(Default)]
struct Newcomers {
    server: String,
    names: Vec<String>,
}

impl Newcomers {
    /// Whether the event is told with the others, or was.
    fn take(&mut self, what: &What) -> bool {
        match what {
            What::Held { server, name, item, state: "quarantined", .. }
                if self.names.is_empty() || self.server == *server =>
            {
                self.server.clone_from(server);
                self.names.push(if name.is_empty() { (*item).to_owned() } else { name.clone() });
                true
            }
            // The same again, for whoever watches the lists.
            What::Hidden { server, name, .. } => self.server == *server && self.names.contains(name),
            _ => false,
        }
    }

    fn told(&mut self) -> String {
        let names = std::mem::take(&mut self.names);
        let shown: Vec<String> = names.iter().take(NAMES).map(|name| format!("`{name}`")).collect();
        let more = names.len().saturating_sub(NAMES);
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        let wait = if names.len() == 1 { "is new and waits" } else { "are new and wait" };
        format!(
            "{}: {}{more} {wait} for approval; `vetgate tools --pending` lists what waits",
            self.server,
            shown.join(", ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(server: &str, name: &str) -> What {
        let (server, name, reason) = (server.to_owned(), name.to_owned(), String::new());
        What::Held { server, item: "tool", name, state: "quarantined", reason, risk: 0 }
    }

    #[test]
    fn what_is_new_on_a_server_is_one_line() {
        let mut newcomers = Newcomers::default();
        for name in ["a", "b", "c", "d", "e"] {
            assert!(newcomers.take(&held("notes", name)));
        }
        let hidden = |name: &str| What::Hidden { server: "notes".into(), name: name.into(), reason: String::new() };
        assert!(newcomers.take(&hidden("c")));
        assert!(!newcomers.take(&hidden("f")));
        assert!(!newcomers.take(&held("mail", "a")), "another server has a line of its own");
        let line =
            "notes: `a`, `b`, `c` and 2 more are new and wait for approval; `vetgate tools --pending` lists what waits";
        assert_eq!(newcomers.told(), line);
        assert!(newcomers.take(&held("mail", "a")));
        assert!(newcomers.told().starts_with("mail: `a` is new and waits for approval"));
    }
}
