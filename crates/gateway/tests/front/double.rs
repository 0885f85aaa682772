//! A stand-in for the gateway, and a front before it.

use crate::wire::Wire;
use futures_util::future::BoxFuture;
use std::future::Future;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::{Notify, oneshot};
use vetgate_gateway::front::{self, McpService, Running, Settings};
use vetgate_gateway::{Aside, Caller, Gateway, Reply, Session, Sessions};
use vetgate_mcp::rpc::{self, Message};

/// Long enough for anything on the slowest machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// Answers by method, and remembers what it saw.
#[derive(Default)]
pub(crate) struct Double {
    pub(crate) sessions: Sessions,
    pub(crate) release: Notify,
    pub(crate) started: AtomicUsize,
    pub(crate) finished: AtomicUsize,
    pub(crate) dropped: Arc<AtomicUsize>,
    pub(crate) heard: Mutex<Vec<String>>,
    pub(crate) closed: AtomicUsize,
    /// Whether it panics when it is asked for what is managed.
    pub(crate) is_broken: AtomicBool,
}

impl Double {
    pub(crate) fn heard(&self) -> Vec<String> {
        self.heard.lock().unwrap().clone()
    }
}

struct Dropped(Arc<AtomicUsize>);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

impl McpService for Double {
    fn request<'a>(&'a self, caller: &'a Caller, request: Message, aside: &'a Aside) -> BoxFuture<'a, Reply> {
        Box::pin(self.reply(caller, request, aside))
    }

    fn notify<'a>(&'a self, _: &'a Caller, notification: Message) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            if notification.method() == "notifications/slow" {
                self.started.fetch_add(1, Ordering::SeqCst);
                self.release.notified().await;
            }
            self.heard.lock().unwrap().push(notification.method().to_owned());
        })
    }

    fn answer<'a>(&'a self, _: &'a Caller, answer: Message) -> BoxFuture<'a, ()> {
        self.heard.lock().unwrap().push(format!("answer {}", answer.id().unwrap_or("null")));
        Box::pin(std::future::ready(()))
    }

    fn close(&self, _: Arc<Session>) -> BoxFuture<'_, ()> {
        self.closed.fetch_add(1, Ordering::SeqCst);
        Box::pin(std::future::ready(()))
    }

    fn sessions(&self) -> &Sessions {
        &self.sessions
    }

    fn gateway(&self) -> Option<&Gateway> {
        assert!(!self.is_broken.load(Ordering::SeqCst), "as the test wants it");
        None
    }
}

impl Double {
    async fn reply(&self, caller: &Caller, request: Message, aside: &Aside) -> Reply {
        let id = request.id().unwrap().to_owned();
        let reply = |result: &str| Reply { text: rpc::result(&id, result), status: 200 };
        match request.method() {
            "initialize" if request.get("fail").is_some() => {
                Reply { text: rpc::error(&id, rpc::code::INVALID_PARAMS, "asked to fail"), status: 200 }
            }
            "test/echo" => reply(request.body().unwrap_or("{}")),
            "test/pretty" => reply("{\n  \"a\": 1\r\n}"),
            "test/who" => {
                let mirrored = caller.mirrored.as_ref().map(|pairs| format!("{pairs:?}"));
                let told = (caller.principal.name.as_str(), format!("{:?}", caller.scope), caller.session.is_some());
                reply(&rpc::quote(&format!("{} {} {} {}", told.0, told.1, told.2, mirrored.unwrap_or_default())))
            }
            "test/trace" => reply(&rpc::quote(&format!("{:?}", caller.trace))),
            "test/aside" => {
                for step in [1, 2] {
                    aside.send(Message::notification("notifications/progress", &format!("[{step}]")).into_text()).await;
                }
                reply("{}")
            }
            "test/heard" => {
                let sent = aside.send(Message::notification("notifications/progress", "{}").into_text()).await;
                reply(&sent.to_string())
            }
            "test/wait" | "subscriptions/listen" => {
                let dropped = Dropped(self.dropped.clone());
                if request.get("quiet").is_none() {
                    aside.send(Message::notification("notifications/progress", "{}").into_text()).await;
                }
                self.started.fetch_add(1, Ordering::SeqCst);
                self.release.notified().await;
                std::mem::forget(dropped);
                self.finished.fetch_add(1, Ordering::SeqCst);
                reply("\"waited\"")
            }
            "test/panic" => panic!("as the test wants it"),
            "test/missing" => Reply { text: rpc::error(&id, rpc::code::NO_METHOD, "Method not found"), status: 404 },
            _ => reply("{}"),
        }
    }
}

/// A folder of its own for each test, gone afterwards.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static LAST: AtomicUsize = AtomicUsize::new(0);
        let name = format!("vetgate-front-{}-{}", std::process::id(), LAST.fetch_add(1, Ordering::SeqCst));
        Self(std::env::temp_dir().join(name))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A front that is open, and what is behind it.
pub(crate) struct House {
    pub(crate) double: Arc<Double>,
    pub(crate) running: Running,
    pub(crate) settings: Settings,
    pub(crate) stop: oneshot::Sender<()>,
    pub(crate) folder: Folder,
}

impl House {
    pub(crate) async fn open() -> Self {
        Self::with(|_| {}).await
    }

    pub(crate) async fn with(change: impl FnOnce(&mut Settings)) -> Self {
        let folder = Folder::new();
        let mut settings = Settings::local(folder.0.clone());
        change(&mut settings);
        let double = Arc::new(Double::default());
        let (stop, stopped) = oneshot::channel::<()>();
        let running =
            front::serve(double.clone(), &settings, async { stopped.await.unwrap_or_default() }).await.unwrap();
        Self { double, running, settings, stop, folder }
    }

    pub(crate) async fn wire(&self) -> Wire {
        Wire::to(self.running.address()).await
    }

    pub(crate) fn admin_token(&self) -> String {
        std::fs::read_to_string(self.folder.0.join("admin-token")).unwrap().trim().to_owned()
    }

    /// Opens a session of the given revision and returns its id.
    pub(crate) async fn session(&self, revision: &str) -> String {
        let hello = rpc::quote(revision);
        let hello =
            format!(r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":{hello}}}}}"#);
        let answer = self.wire().await.post("/mcp", &[], &hello).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.header("mcp-session-id").unwrap().to_owned()
    }
}

/// Waits until `condition` holds.
pub(crate) async fn until(what: &str, mut condition: impl FnMut() -> bool) {
    let waiting = async {
        while !condition() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    patiently(what, waiting).await;
}

/// Fails rather than waits forever.
pub(crate) async fn patiently<T>(what: &str, future: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, future).await.unwrap_or_else(|_| panic!("never: {what}"))
}

/// A request of a client with a session.
pub(crate) fn request(id: u32, method: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#)
}

/// A request of a client without; `members` end with a comma.
pub(crate) fn stateless(id: u32, method: &str, members: &str) -> String {
    let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;
    request(id, method, &format!("{{{members}{meta}}}"))
}

/// The headers that go with [`stateless`].
pub(crate) fn modern(method: &str) -> [(&str, &str); 2] {
    [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", method)]
}
