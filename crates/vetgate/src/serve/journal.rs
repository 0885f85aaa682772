//! Events on standard error.

use crate::cli::LogFormat;
use crate::console;
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use vetgate_gateway::{Event, Gateway, What};
use vetgate_ledger::Held;
use vetgate_report::escape;

/// How long what happens at once is gathered, to be told in one line.
const GATHERING: Duration = Duration::from_millis(200);
/// Names in such a line.
const NAMES: usize = 3;

/// The task that writes events down.
pub(super) struct Journal {
    task: Option<JoinHandle<()>>,
}

impl Journal {
    /// `list` is the command that lists what waits.
    pub(super) fn start(gateway: &Gateway, format: LogFormat, list: String) -> Self {
        let events = gateway.events().listen();
        console::log_panics_to(gateway.events().clone());
        let task = match format {
            LogFormat::None => None,
            LogFormat::Json => Some(tokio::spawn(as_json(events))),
            LogFormat::Terminal => Some(tokio::spawn(as_lines(events, list))),
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

async fn as_lines(mut events: Receiver<Event>, list: String) {
    let mut gathered = Gathered::default();
    loop {
        let received = match gathered.names.is_empty() {
            true => events.recv().await,
            false => match timeout(GATHERING, events.recv()).await {
                Ok(received) => received,
                Err(_) => {
                    say(&gathered.told(&list));
                    continue;
                }
            },
        };
        match received {
            Ok(event) if gathered.take(&event.what) => {}
            Ok(event) => {
                if !gathered.names.is_empty() {
                    say(&gathered.told(&list));
                }
                super::line(&event, &list).iter().for_each(|line| say(line));
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

/// What happens to many things of a server at once: a line each would bury the rest.
#[derive(Default)]
struct Gathered {
    /// By server, and by whom they are approved; nobody, if they are new and wait.
    names: BTreeMap<(String, Option<String>), Vec<String>>,
    /// By server: what a scan found dangerous of them.
    dangerous: BTreeMap<String, Vec<String>>,
}

impl Gathered {
    /// Whether the event is told with the others.
    fn take(&mut self, what: &What) -> bool {
        let (server, item, name, by) = match what {
            What::Held { server, item, name, state: "quarantined", reason, .. }
                if reason.starts_with(&Held::New.to_string()) =>
            {
                if *reason != Held::New.to_string() {
                    self.dangerous.entry(server.clone()).or_default().push(called(item, name));
                }
                (server, item, name, None)
            }
            What::Decided { server, item, name, decision: "approve", by, .. } if by.starts_with("trust ") => {
                (server, item, name, Some(by.clone()))
            }
            _ => return false,
        };
        self.names.entry((server.clone(), by)).or_default().push(called(item, name));
        true
    }

    /// Lines, and nothing is left to tell.
    fn told(&mut self, list: &str) -> String {
        let Self { names, mut dangerous } = std::mem::take(self);
        let line = |((server, by), names): ((String, Option<String>), Vec<String>)| {
            let are = if names.len() == 1 { "is" } else { "are" };
            let names_shown = some(&names);
            let Some(by) = by else {
                let wait = if names.len() == 1 { "waits" } else { "wait" };
                let found = dangerous.remove(&server).map(|bad| format!("; a scan found {} dangerous", some(&bad)));
                let found = found.unwrap_or_default();
                return format!(
                    "{server}: {names_shown} {are} new and {wait} for approval{found}; `{list}` lists everything that is pending"
                );
            };
            format!("{server}: {names_shown} {are} approved by {by}")
        };
        names.into_iter().map(line).collect::<Vec<_>>().join("\n")
    }
}

/// What something is called; instructions have no name.
fn called(item: &str, name: &str) -> String {
    if name.is_empty() { item.to_owned() } else { name.to_owned() }
}

/// The first of many names, and how many more there are.
fn some(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(NAMES).map(|name| format!("`{name}`")).collect();
    match names.len().saturating_sub(NAMES) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(server: &str, name: &str, reason: &str) -> What {
        let (server, name, reason) = (server.to_owned(), name.to_owned(), reason.to_owned());
        What::Held { server, item: "tool", name, state: "quarantined", reason, risk: 0 }
    }

    fn decided(name: &str, by: &str) -> What {
        let (server, name, by) = ("notes".to_owned(), name.to_owned(), by.to_owned());
        What::Decided { server, item: "tool", name, decision: "approve", by, decided_ms: 1 }
    }

    #[test]
    fn what_is_new_on_a_server_is_one_line() {
        let mut gathered = Gathered::default();
        let new = Held::New.to_string();
        for name in ["a", "b", "c", "d", "e"] {
            assert!(gathered.take(&held("notes", name, &new)));
        }
        assert!(gathered.take(&held("mail", "a", &format!("{new}; a scan found it dangerous (x.y)"))));
        let withdrawn = Held::Withdrawn { checks: vec!["x.y".to_owned()] }.to_string();
        assert!(!gathered.take(&held("mail", "b", &withdrawn)), "it is not new");
        assert!(!gathered.take(&What::Hidden { server: "notes".into(), name: "c".into(), reason: String::new() }));
        let lines = "mail: `a` is new and waits for approval; a scan found `a` dangerous; `LIST` lists everything that is pending\n\
                     notes: `a`, `b`, `c` and 2 more are new and wait for approval; `LIST` lists everything that is pending";
        assert_eq!(gathered.told("LIST"), lines);
        assert_eq!(gathered.told("LIST"), "");
    }

    #[test]
    fn what_trust_approves_is_one_line_and_what_a_person_approves_a_line_each() {
        let mut gathered = Gathered::default();
        for name in ["a", "b", "c", "d"] {
            assert!(gathered.take(&decided(name, "trust scan")));
            assert!(gathered.take(&held("notes", &format!("{name}-held"), &Held::New.to_string())));
        }
        assert!(!gathered.take(&decided("e", "cli:ada")));
        let lines = "notes: `a-held`, `b-held`, `c-held` and 1 more are new and wait for approval; `LIST` lists everything that is pending\n\
                     notes: `a`, `b`, `c` and 1 more are approved by trust scan";
        assert_eq!(gathered.told("LIST"), lines);
    }
}
