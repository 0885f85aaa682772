//! Alerts over real connections to a receiver that does what each test wants.

use super::*;
use crate::config::Secret;
use crate::curtain::Drawn;
use crate::guard::Open;
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::timeout;
use vetgate_ledger::store::{Reading, Store, StoreError, Writing};
use vetgate_ledger::{Claimed, Durability, Options, Sqlite};

/// Longer than anything takes on a machine that is busy with other things.
const LONG: Duration = Duration::from_secs(60);
const QUICK: Pace = Pace {
    first: Duration::from_millis(20),
    longest: Duration::from_millis(50),
    // The alerts of these tests are old.
    keep: Duration::MAX,
    timeout: Duration::from_secs(30),
};

/// A message as it arrived.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Delivery {
    head: String,
    body: String,
}

impl Delivery {
    fn id(&self) -> String {
        self.json()["id"].as_str().unwrap().to_owned()
    }

    fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap()
    }

    fn header(&self, name: &str) -> Option<&str> {
        let of = |line: &'_ str| line.split_once(": ").filter(|(key, _)| key.eq_ignore_ascii_case(name)).is_some();
        self.head.lines().find(|line| of(line)).and_then(|line| line.split_once(": ")).map(|(_, value)| value)
    }
}

/// How the receiver answers once.
#[derive(Clone, Copy)]
enum Answer {
    /// With this status and these headers.
    Status(u16, &'static str),
    /// Never.
    Silence,
    /// With a body that does not end.
    Endless,
}

struct Receiver {
    address: SocketAddr,
    deliveries: mpsc::UnboundedReceiver<Delivery>,
    answers: Arc<Mutex<VecDeque<Answer>>>,
    task: JoinHandle<()>,
}

impl Receiver {
    /// One that answers like this, and then that all is well.
    async fn answering(answers: &[Answer]) -> Self {
        Self::at("127.0.0.1:0".parse().unwrap(), answers).await
    }

    async fn at(address: SocketAddr, answers: &[Answer]) -> Self {
        let listener = TcpListener::bind(address).await.unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, deliveries) = mpsc::unbounded_channel();
        let answers = Arc::new(Mutex::new(answers.iter().copied().collect::<VecDeque<_>>()));
        let left = answers.clone();
        let task = tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                tokio::spawn(serve(stream, sender.clone(), left.clone()));
            }
        });
        Self { address, deliveries, answers, task }
    }

    fn settings(&self) -> config::Alerts {
        config::Alerts {
            exfiltration_detection: true,
            pii_exposure: true,
            webhook_url: Some(Secret::new(format!("http://{}/hook?key=the-secret-path", self.address))),
            webhook_secret: Some(Secret::new("shared secret".to_owned())),
        }
    }

    async fn next(&mut self) -> Delivery {
        timeout(LONG, self.deliveries.recv()).await.expect("no alert arrives").unwrap()
    }

    /// How many prepared answers were not needed.
    fn left(&self) -> usize {
        self.answers.lock().unwrap().len()
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(stream: TcpStream, sender: mpsc::UnboundedSender<Delivery>, answers: Arc<Mutex<VecDeque<Answer>>>) {
    let mut stream = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if stream.read_line(&mut head).await.unwrap_or(0) == 0 {
            return;
        }
    }
    let mut delivery = Delivery { head, body: String::new() };
    let mut body = vec![0; delivery.header("content-length").unwrap().parse().unwrap()];
    stream.read_exact(&mut body).await.unwrap();
    delivery.body = String::from_utf8(body).unwrap();
    let answer = answers.lock().unwrap().pop_front().unwrap_or(Answer::Status(204, ""));
    let _ = sender.send(delivery);
    let text = match answer {
        Answer::Status(status, headers) => {
            format!("HTTP/1.1 {status} x\r\n{headers}Content-Length: 0\r\nConnection: close\r\n\r\n")
        }
        Answer::Silence => return std::future::pending().await,
        Answer::Endless => "HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\n".to_owned(),
    };
    let _ = stream.write_all(text.as_bytes()).await;
    if matches!(answer, Answer::Endless) {
        let chunk = format!("10000\r\n{}\r\n", "x".repeat(0x10000));
        while stream.write_all(chunk.as_bytes()).await.is_ok() {}
    }
}

fn ledger(folder: &Path) -> Arc<Ledger> {
    let store = Sqlite::open(&folder.join("ledger.db"), Durability::Process).unwrap();
    Arc::new(Ledger::open(folder, Box::new(store), Options::default()).unwrap())
}

fn gateway(folder: &Path) -> Arc<Gateway> {
    Arc::new(Gateway::keeping(ledger(folder), Box::new(Open), Arc::new(Drawn)))
}

fn started(gateway: &Arc<Gateway>, receiver: &Receiver, pace: Pace) -> Alerts {
    let alerts = Alerts::start(gateway, pace).unwrap();
    alerts.configure(&receiver.settings()).unwrap();
    alerts
}

async fn alert(gateway: &Gateway, reason: &str) {
    let ledger = gateway.ledger().unwrap();
    let text = ledger.alert_text(broken_chain(reason), 1_700_000_000_000);
    ledger.enqueue_alert(text).done().await.unwrap();
}

/// Waits until nothing is queued.
async fn emptied(gateway: &Gateway) {
    let length = || gateway.ledger().unwrap().read(|rows| rows.queue_length()).unwrap();
    let waited = timeout(LONG, async {
        while length() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    waited.await.unwrap_or_else(|_| panic!("{} alerts are still queued", length()));
}

#[tokio::test]
async fn an_alert_arrives_signed_as_the_documentation_says() {
    let folder = tempfile::tempdir().unwrap();
    let gateway = gateway(folder.path());
    let mut receiver = Receiver::answering(&[]).await;
    let _alerts = started(&gateway, &receiver, QUICK);
    alert(&gateway, "record 7 was changed — \"quoted\"").await;
    let delivery = receiver.next().await;
    emptied(&gateway).await;
    let json = delivery.json();
    assert_eq!(json["event"], "chain_broken");
    assert_eq!(json["severity"], "critical");
    assert_eq!(json["reason"], "record 7 was changed — \"quoted\"");
    assert_eq!(json["time_ms"], 1_700_000_000_000_u64);
    assert_eq!(delivery.header("content-type"), Some("application/json"));
    assert!(delivery.head.starts_with("POST /hook?key=the-secret-path "), "{}", delivery.head);

    let documented = include_str!("../../../../docs/alerts.md");
    let snippet = documented.split("```python\n").nth(1).unwrap().split("```").next().unwrap();
    let verdict = |body: &str, now: &str, signature: &str| {
        let call = format!(
            "{snippet}\nimport sys\nprint(is_ours(sys.argv[1], sys.argv[2].encode(), \"shared secret\", {now}))"
        );
        let run = std::process::Command::new("python3").args(["-c", &call, signature, body]).output().unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        String::from_utf8(run.stdout).unwrap().trim() == "True"
    };
    let signature = delivery.header("vetgate-signature").unwrap();
    let seconds: u64 = signature.strip_prefix("t=").unwrap().split_once(',').unwrap().0.parse().unwrap();
    assert!(verdict(&delivery.body, &seconds.to_string(), signature));
    assert!(!verdict(&delivery.body.replace("critical", "low"), &seconds.to_string(), signature), "another body");
    assert!(!verdict(&delivery.body, &(seconds + 3600).to_string(), signature), "too late");
    assert!(!verdict(&delivery.body, &seconds.to_string(), &signature.replace("t=", "t=1")), "another time");
}

#[tokio::test]
async fn what_a_receiver_does_not_take_is_tried_again_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let gateway = gateway(folder.path());
    let answers = [
        Answer::Status(500, ""),
        Answer::Status(503, "Retry-After: 0\r\n"),
        Answer::Status(429, ""),
        Answer::Status(408, ""),
        Answer::Status(502, ""),
        Answer::Status(500, ""),
    ];
    let mut receiver = Receiver::answering(&answers).await;
    for reason in ["one", "two", "three"] {
        alert(&gateway, reason).await;
    }
    let _alerts = started(&gateway, &receiver, QUICK);
    let mut reasons = Vec::new();
    let mut ids = std::collections::BTreeSet::new();
    for _ in 0..answers.len() + 3 {
        let delivery = receiver.next().await;
        ids.insert(delivery.id());
        reasons.push(delivery.json()["reason"].as_str().unwrap().to_owned());
    }
    let expected = [vec!["one"; 7], vec!["two", "three"]].concat();
    assert_eq!(reasons, expected);
    assert_eq!(ids.len(), 3, "another try has the same id");
    emptied(&gateway).await;
}

#[tokio::test]
async fn what_a_receiver_does_not_want_is_given_up_and_told_without_the_address() {
    for answer in [Answer::Status(400, ""), Answer::Status(302, "Location: http://127.0.0.1:1/elsewhere\r\n")] {
        let folder = tempfile::tempdir().unwrap();
        let gateway = gateway(folder.path());
        let mut events = gateway.events().listen();
        let mut receiver = Receiver::answering(&[answer; 5]).await;
        let _alerts = started(&gateway, &receiver, QUICK);
        alert(&gateway, "bad").await;
        alert(&gateway, "good").await;
        for _ in 0..5 {
            assert_eq!(receiver.next().await.json()["reason"], "bad");
        }
        assert_eq!(receiver.next().await.json()["reason"], "good");
        let told = timeout(LONG, async {
            loop {
                if let What::AlertFailed { reason } = events.recv().await.unwrap().what {
                    return reason;
                }
            }
        });
        let told = told.await.unwrap();
        assert!(told.contains("5 times") && !told.contains("the-secret-path"), "{told}");
        emptied(&gateway).await;
    }
}

#[tokio::test]
async fn a_receiver_that_hangs_or_talks_without_end_holds_nothing_up() {
    let folder = tempfile::tempdir().unwrap();
    let gateway = gateway(folder.path());
    let mut receiver = Receiver::answering(&[Answer::Silence, Answer::Endless]).await;
    let _alerts = started(&gateway, &receiver, Pace { timeout: Duration::from_millis(300), ..QUICK });
    alert(&gateway, "one").await;
    alert(&gateway, "two").await;
    let mut tries = 0;
    while receiver.next().await.json()["reason"] == "one" {
        tries += 1;
    }
    assert!(tries >= 2, "silence is no answer");
    emptied(&gateway).await;
    assert_eq!(receiver.left(), 0);
}

#[tokio::test]
async fn alerts_wait_for_a_receiver_that_is_down_across_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let down = Receiver::answering(&[]).await;
    let (address, settings) = (down.address, down.settings());
    drop(down);
    {
        let gateway = gateway(folder.path());
        let alerts = Alerts::start(&gateway, QUICK).unwrap();
        alerts.configure(&settings).unwrap();
        alert(&gateway, "one").await;
        alert(&gateway, "two").await;
        let attempts = || gateway.ledger().unwrap().read(|rows| rows.queued(u64::MAX, 1)).unwrap()[0].attempts;
        timeout(LONG, async {
            while attempts() < 3 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        })
        .await
        .expect("it is not tried");
        alerts.stop().await;
    }
    let gateway = gateway(folder.path());
    let mut receiver = Receiver::at(address, &[]).await;
    let _alerts = started(&gateway, &receiver, QUICK);
    assert_eq!(receiver.next().await.json()["reason"], "one");
    assert_eq!(receiver.next().await.json()["reason"], "two");
    emptied(&gateway).await;
}

#[tokio::test]
async fn a_crash_after_the_delivery_makes_a_double_with_the_same_id() {
    let folder = tempfile::tempdir().unwrap();
    let gateway = gateway(folder.path());
    let mut receiver = Receiver::answering(&[]).await;
    alert(&gateway, "one").await;
    // What a process does up to the moment at which it is killed.
    let ledger = gateway.ledger().unwrap();
    let webhook = Webhook::new(&receiver.settings().webhook_url.unwrap(), None).unwrap();
    let Claimed::Message(claimed) = ledger.claim_alert(0, 1, 1, None).done().await.unwrap() else { panic!("nothing") };
    assert_eq!(webhook.deliver(&claimed.body, 0, LONG).await, schedule::Outcome::Delivered);
    let first = receiver.next().await;
    assert_eq!(first.header("vetgate-signature"), None, "there is no secret to sign with");
    let _alerts = started(&gateway, &receiver, QUICK);
    assert_eq!(receiver.next().await.id(), first.id());
    emptied(&gateway).await;
}

#[tokio::test]
async fn two_processes_deliver_each_alert_once() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (gateway(folder.path()), gateway(folder.path()));
    let mut receiver = Receiver::answering(&[]).await;
    for number in 0..40 {
        alert(if number % 2 == 0 { &one } else { &other }, &number.to_string()).await;
    }
    let _alerts = (started(&one, &receiver, QUICK), started(&other, &receiver, QUICK));
    for number in 0..40 {
        assert_eq!(receiver.next().await.json()["reason"], number.to_string());
    }
    emptied(&one).await;
    assert!(receiver.deliveries.is_empty());
}

#[tokio::test]
async fn a_ledger_that_cannot_write_is_told_of_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let gateway = gateway(folder.path());
    let mut receiver = Receiver::answering(&[]).await;
    let _alerts = started(&gateway, &receiver, QUICK);
    gateway.events().tell(What::LedgerFailed { reason: "no space is left".into() });
    let first = receiver.next().await.json();
    assert_eq!((&first["event"], &first["reason"]), (&"ledger_failed".into(), &"no space is left".into()));
    gateway.events().tell(What::LedgerWorks);
    assert_eq!(receiver.next().await.json()["event"], "ledger_works");
}

/// A store that has no room while it is told so.
struct Cramped {
    store: Sqlite,
    is_full: Arc<AtomicBool>,
}

impl Store for Cramped {
    fn transact(&mut self, work: &mut dyn FnMut(&mut dyn Writing) -> Result<(), StoreError>) -> Result<(), StoreError> {
        if self.is_full.load(Ordering::SeqCst) {
            return Err(StoreError::Full);
        }
        self.store.transact(work)
    }

    fn reader(&self) -> Result<Box<dyn Reading>, StoreError> {
        self.store.reader()
    }

    fn snapshot(&self) -> Result<Box<dyn Reading>, StoreError> {
        self.store.snapshot()
    }
}

#[tokio::test]
async fn what_cannot_be_queued_is_sent_straight_away_or_queued_once_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let is_full = Arc::new(AtomicBool::new(false));
    let store = Sqlite::open(&folder.path().join("ledger.db"), Durability::Process).unwrap();
    let store = Box::new(Cramped { store, is_full: is_full.clone() });
    let ledger = Arc::new(Ledger::open(folder.path(), store, Options::default()).unwrap());
    let gateway = Arc::new(Gateway::keeping(ledger, Box::new(Open), Arc::new(Drawn)));
    let mut receiver = Receiver::answering(&[]).await;
    let alerts = started(&gateway, &receiver, QUICK);
    is_full.store(true, Ordering::SeqCst);
    gateway.events().tell(What::LedgerFailed { reason: "no space is left".into() });
    assert_eq!(receiver.next().await.json()["event"], "ledger_failed", "it is told while nothing can be written");

    alerts.configure(&{ Receiver::answering(&[]).await }.settings()).unwrap();
    gateway.events().tell(What::LedgerFailed { reason: "still no space".into() });
    is_full.store(false, Ordering::SeqCst);
    alerts.configure(&receiver.settings()).unwrap();
    gateway.events().tell(What::LedgerWorks);
    assert_eq!(receiver.next().await.json()["reason"], "still no space");
    assert_eq!(receiver.next().await.json()["event"], "ledger_works");
    emptied(&gateway).await;
}

#[tokio::test]
async fn without_a_receiver_nothing_piles_up() {
    let folder = tempfile::tempdir().unwrap();
    let gateway = gateway(folder.path());
    let alerts = Alerts::start(&gateway, QUICK).unwrap();
    let nowhere =
        config::Alerts { webhook_url: None, webhook_secret: None, exfiltration_detection: true, pii_exposure: true };
    alerts.configure(&nowhere).unwrap();
    gateway.events().tell(What::LedgerFailed { reason: "x".into() });
    alerts.stop().await;
    assert_eq!(gateway.ledger().unwrap().read(|rows| rows.queue_length()).unwrap(), 0);
    let wrong = config::Alerts { webhook_url: Some(Secret::new("gopher://secret".to_owned())), ..nowhere };
    let alerts = Alerts::start(&gateway, QUICK).unwrap();
    assert!(alerts.configure(&wrong).unwrap_err().contains("http"));
}

#[test]
fn a_call_that_waits_is_told_with_what_is_needed_to_decide() {
    let told = alert_of(&What::HoldOpened {
        hold: "5d0c1f7e9a2b4c68".into(),
        principal: "cursor".into(),
        session: "5f0c1e2a9b3d".into(),
        server: "notes".into(),
        name: "delete_note".into(),
        reason: "it deletes".into(),
        risk: 42,
        until_ms: 1,
    })
    .unwrap();
    assert_eq!((told.event, told.risk), ("call_held", 42));
    assert_eq!((told.hold.as_str(), told.session.as_str()), ("5d0c1f7e9a2b4c68", "5f0c1e2a9b3d"));
}

#[tokio::test]
async fn whether_alerts_arrive_can_be_tried() {
    let folder = tempfile::tempdir().unwrap();
    let gateway = gateway(folder.path());
    let mut receiver = Receiver::answering(&[Answer::Status(204, ""), Answer::Status(404, "")]).await;
    let alerts = Alerts::start(&gateway, QUICK).unwrap();
    let (trial, ledger) = (gateway.trial().unwrap().clone(), gateway.ledger().unwrap().clone());
    assert_eq!(trial.send(&ledger).await, None, "there is nowhere to send it to");
    alerts.configure(&receiver.settings()).unwrap();
    assert_eq!(trial.send(&ledger).await, Some(Ok(())));
    let delivery = receiver.next().await;
    assert_eq!((&delivery.json()["event"], &delivery.json()["severity"]), (&"test".into(), &"low".into()));
    assert!(delivery.header("vetgate-signature").is_some(), "{}", delivery.head);
    let refused = trial.send(&ledger).await.unwrap().unwrap_err();
    assert!(refused.contains("404") && !refused.contains("secret"), "{refused}");
    emptied(&gateway).await;
}
