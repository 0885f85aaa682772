#![allow(clippy::unwrap_used, reason = "tests")]

use super::*;
use crate::{Aside, Principal, Scope, Session, Sessions, What};
use std::path::Path;
use tokio::sync::broadcast::Receiver as Listener;
use tokio::sync::mpsc::Receiver;
use tokio::time::{advance, timeout};
use vetgate_ledger::{DATABASE, Durability, Filter, Kind, Options, Query, Sqlite};
use vetgate_mcp::rpc::Message;

fn ledger(folder: &Path) -> Arc<Ledger> {
    let store = Sqlite::open(&folder.join(DATABASE), Durability::Process).unwrap();
    Arc::new(Ledger::open(folder, Box::new(store), Options::default()).unwrap())
}

/// A gateway's holds, and the ledger as another process sees it.
struct House {
    holds: Arc<Holds>,
    elsewhere: Arc<Ledger>,
    events: Listener<crate::Event>,
    _folder: tempfile::TempDir,
}

impl House {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (own, elsewhere) = (ledger(folder.path()), ledger(folder.path()));
        let events = Events::recording(Some(own.clone()));
        let listening = events.listen();
        Self { holds: Arc::new(Holds::new(Some(own), events)), elsewhere, events: listening, _folder: folder }
    }

    /// Has a call wait, in a task.
    fn hold(&self, aside: &Aside, session: Option<Arc<Session>>) -> tokio::task::JoinHandle<HoldOutcome> {
        self.hold_with(aside, session, None)
    }

    fn hold_with(
        &self,
        aside: &Aside,
        session: Option<Arc<Session>>,
        progress: Option<String>,
    ) -> tokio::task::JoinHandle<HoldOutcome> {
        let (holds, aside) = (self.holds.clone(), aside.clone());
        tokio::spawn(async move {
            let request = HoldRequest {
                principal: "coder".into(),
                server: "files".into(),
                name: "delete".into(),
                arguments: r#"{"path":"/srv"}"#.into(),
                reason: "it deletes".into(),
                ..HoldRequest::default()
            };
            holds.wait(request, HoldClient { aside: &aside, session, progress }).await
        })
    }

    /// The id of the next hold that opens.
    async fn opened(&mut self) -> String {
        loop {
            if let What::HoldOpened { hold, .. } = self.events.recv().await.unwrap().what {
                return hold;
            }
        }
    }

    /// How the next hold ends, and by whom.
    async fn closed(&mut self) -> (&'static str, String) {
        loop {
            if let What::HoldClosed { outcome, by, .. } = self.events.recv().await.unwrap().what {
                return (outcome, by);
            }
        }
    }

    fn recorded(&self) -> Vec<String> {
        let filter = Filter { kinds: vec![Kind::Decision], ..Filter::default() };
        let mut records = self.elsewhere.page(&Query { filter, ..Query::default() }).unwrap().records;
        records.sort_by_key(|record| record.id);
        records.into_iter().map(|record| record.method).collect()
    }
}

fn session(capabilities: &str) -> Arc<Session> {
    let session = Sessions::default().open("id".into(), Arc::new(Principal::unrestricted("coder")), Scope::All);
    let params = format!(r#"{{"capabilities":{capabilities}}}"#);
    session.hello.set(Message::request("1", "initialize", &params)).unwrap();
    session
}

/// The next message to the client.
async fn heard(inbox: &mut Receiver<String>) -> Message {
    Message::read(inbox.recv().await.unwrap()).unwrap()
}

fn answer(session: &Session, id: &str, result: &str) {
    let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#);
    match session.answered(id).unwrap() {
        crate::session::Answered::Gateway(waiting) => drop(waiting.send(Message::read(text).unwrap())),
        crate::session::Answered::Server { .. } => panic!("no server asks"),
    }
}

#[tokio::test(start_paused = true)]
async fn nobody_decides_and_the_time_denies() {
    let mut house = House::new();
    let (aside, _inbox) = Aside::channel();
    let started = Instant::now();
    let waiting = house.hold(&aside, None);
    let id = house.opened().await;
    assert_eq!(waiting.await.unwrap(), HoldOutcome::TimedOut);
    assert_eq!(started.elapsed().as_secs(), 300);
    assert_eq!(house.closed().await.0, "timed_out");
    let late = house.elsewhere.decide_hold(&id, Answer::Approve, "cli:ada", "").wait().unwrap();
    assert_eq!(late, Err(HoldError::Over { why: "no decision came in time".to_owned() }));
    assert_eq!((house.holds.count(), house.recorded()), (0, vec!["hold".to_owned(), "close_hold".to_owned()]));
}

#[tokio::test]
async fn a_decision_in_another_process_releases_the_call() {
    let mut house = House::new();
    let (aside, _inbox) = Aside::channel();
    let waiting = house.hold(&aside, None);
    let id = house.opened().await;
    assert_eq!(house.elsewhere.holds().unwrap()[0].id, id);
    house.elsewhere.decide_hold(&id, Answer::Approve, "cli:ada", "").wait().unwrap().unwrap();
    let outcome = timeout(Duration::from_secs(10), waiting).await.unwrap().unwrap();
    assert_eq!(outcome.released().unwrap().by(), "cli:ada");
    assert_eq!(house.closed().await, ("approved", "cli:ada".to_owned()));
    assert!(house.elsewhere.holds().unwrap().is_empty());
    assert_eq!(house.recorded(), ["hold", "approve_call"]);
}

#[tokio::test(start_paused = true)]
async fn a_denial_says_why() {
    let mut house = House::new();
    let (aside, _inbox) = Aside::channel();
    let waiting = house.hold(&aside, None);
    let id = house.opened().await;
    house.holds.decide(&id, Answer::Deny, "api:bo", "not on a Friday").await.unwrap().unwrap();
    let told = waiting.await.unwrap().released().unwrap_err();
    assert_eq!(told, "Vetgate held this call for approval, and a person denied it: not on a Friday");
}

#[tokio::test]
async fn of_two_deciders_the_first_wins() {
    let mut house = House::new();
    let (aside, _inbox) = Aside::channel();
    let waiting = house.hold(&aside, None);
    let id = house.opened().await;
    let first = house.holds.decide(&id, Answer::Deny, "api", "").await.unwrap();
    let second = house.elsewhere.decide_hold(&id, Answer::Approve, "cli:ada", "").wait().unwrap();
    assert!(first.is_ok() && second.is_err(), "{second:?}");
    assert!(waiting.await.unwrap().released().is_err());
}

#[tokio::test]
async fn a_client_that_leaves_leaves_nothing_behind() {
    let mut house = House::new();
    let (aside, _inbox) = Aside::channel();
    let waiting = house.hold(&aside, None);
    let id = house.opened().await;
    waiting.abort();
    assert_eq!(house.closed().await.0, "left");
    let late = house.holds.decide(&id, Answer::Approve, "api", "").await.unwrap();
    assert!(matches!(late, Err(HoldError::Over { .. })), "{late:?}");
    assert_eq!(house.holds.count(), 0);
}

#[tokio::test(start_paused = true)]
async fn more_than_may_wait_are_denied_at_once() {
    let mut house = House::new();
    house.holds.configure(HoldSettings { most: 2, ..HoldSettings::default() });
    let (aside, _inbox) = Aside::channel();
    let waiting = [house.hold(&aside, None), house.hold(&aside, None)];
    house.opened().await;
    house.opened().await;
    assert_eq!(house.hold(&aside, None).await.unwrap(), HoldOutcome::Full);
    assert_eq!(house.holds.count(), 2);
    for waiting in waiting {
        assert_eq!(waiting.await.unwrap(), HoldOutcome::TimedOut);
    }
    house.holds.configure(HoldSettings { timeout: Duration::from_secs(1), ..HoldSettings::default() });
    assert_eq!(house.hold(&aside, None).await.unwrap(), HoldOutcome::TimedOut, "there is room again");
}

#[tokio::test(start_paused = true)]
async fn a_gateway_that_stops_denies() {
    let mut house = House::new();
    let (aside, _inbox) = Aside::channel();
    let waiting = house.hold(&aside, None);
    house.opened().await;
    house.holds.close();
    assert_eq!(waiting.await.unwrap(), HoldOutcome::Closing);
    assert_eq!(house.hold(&aside, None).await.unwrap(), HoldOutcome::Closing);
    assert_eq!(house.closed().await.0, "stopped");
}

#[tokio::test]
async fn without_a_ledger_nothing_is_approved() {
    let holds = Holds::new(None, Events::default());
    let (aside, _inbox) = Aside::channel();
    let client = HoldClient { aside: &aside, session: None, progress: None };
    let outcome = holds.wait(HoldRequest::default(), client).await;
    assert!(outcome.released().unwrap_err().contains("no ledger"));
}

#[tokio::test]
async fn the_clients_user_may_decide() {
    for (result, is_approved) in [
        (r#"{"action":"accept","content":{"decision":"allow once"}}"#, true),
        (r#"{"action":"accept","content":{"decision":"deny"}}"#, false),
        (r#"{"action":"decline"}"#, false),
    ] {
        let mut house = House::new();
        let (aside, mut inbox) = Aside::channel();
        let session = session(r#"{"elicitation":{}}"#);
        let waiting = house.hold(&aside, Some(session.clone()));
        let question = heard(&mut inbox).await;
        assert_eq!(question.method(), "elicitation/create");
        assert!(question.text_of("message").unwrap().contains("`delete` of the server `files`"));
        answer(&session, question.id().unwrap(), result);
        assert_eq!(waiting.await.unwrap().released().is_ok(), is_approved, "{result}");
        assert_eq!(house.closed().await.1, "client:coder");
        assert!(inbox.try_recv().is_err(), "a question that was answered is not taken back");
    }
}

#[tokio::test(start_paused = true)]
async fn a_question_that_is_closed_leaves_the_decision_to_others_and_is_taken_back_if_it_is_open() {
    let mut house = House::new();
    let (aside, mut inbox) = Aside::channel();
    let session = session(r#"{"elicitation":{}}"#);
    let waiting = house.hold(&aside, Some(session.clone()));
    let question = heard(&mut inbox).await;
    answer(&session, question.id().unwrap(), r#"{"action":"cancel"}"#);
    advance(Duration::from_secs(5)).await;
    assert!(!waiting.is_finished());
    let id = house.opened().await;
    house.holds.decide(&id, Answer::Approve, "api", "").await.unwrap().unwrap();
    assert_eq!(waiting.await.unwrap().released().unwrap().by(), "api");

    let waiting = house.hold(&aside, Some(session.clone()));
    let question = heard(&mut inbox).await;
    let id = house.opened().await;
    house.holds.decide(&id, Answer::Deny, "api", "").await.unwrap().unwrap();
    assert!(waiting.await.unwrap().released().is_err());
    let taken_back = heard(&mut inbox).await;
    assert_eq!((taken_back.method(), taken_back.get("requestId")), ("notifications/cancelled", question.id()));
    assert!(session.answered(question.id().unwrap()).is_none(), "an answer that comes later is nobody's");
}

#[tokio::test(start_paused = true)]
async fn a_client_is_asked_only_if_it_can_show_the_question_and_may() {
    for (capabilities, elicitation, is_asked) in [
        (r#"{"elicitation":{}}"#, true, true),
        (r#"{"elicitation":{}}"#, false, false),
        (r#"{"elicitation":{"url":{}}}"#, true, false),
        ("{}", true, false),
    ] {
        let house = House::new();
        house.holds.configure(HoldSettings { elicitation, ..HoldSettings::default() });
        let (aside, mut inbox) = Aside::channel();
        let waiting = house.hold(&aside, Some(session(capabilities)));
        assert_eq!(waiting.await.unwrap(), HoldOutcome::TimedOut);
        assert_eq!(inbox.try_recv().is_ok(), is_asked, "{capabilities} {elicitation}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_client_that_wants_progress_hears_that_its_call_waits() {
    let house = House::new();
    let (aside, mut inbox) = Aside::channel();
    house.holds.configure(HoldSettings { timeout: Duration::from_secs(35), ..HoldSettings::default() });
    let waiting = house.hold_with(&aside, None, Some(r#""t 1""#.to_owned()));
    assert_eq!(waiting.await.unwrap(), HoldOutcome::TimedOut);
    let mut last = 0.0;
    for _ in 0..4 {
        let told = Message::read(inbox.try_recv().unwrap()).unwrap();
        assert_eq!((told.method(), told.get("progressToken")), ("notifications/progress", Some(r#""t 1""#)));
        let progress: f64 = told.get("progress").unwrap().parse().unwrap();
        assert!(progress > last && progress < 0.1, "{progress}");
        last = progress;
    }
    assert!(inbox.try_recv().is_err());
}
