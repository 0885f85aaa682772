//! How the servers are started and asked.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use vetgate_mcp::link::{Dialer, Exchange, Hello, Incoming, Link, LinkError, LinkOptions, Unbidden, Vain};
use vetgate_mcp::rpc::Message;
use vetgate_model::Transport;

/// More than any answer takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Small limits, and time enough for an interpreter to start on a busy machine.
pub(crate) fn options() -> LinkOptions {
    LinkOptions {
        connect: Duration::from_secs(30),
        probe: Duration::from_secs(10),
        message_bytes: 1 << 20,
        ..LinkOptions::default()
    }
}

pub(crate) fn hello() -> Hello {
    Hello {
        info: r#"{"name":"link-test","version":"1"}"#.into(),
        capabilities: "{}".into(),
        revision: None,
        params: None,
    }
}

pub(crate) fn server(mode: &str, more: &[&str]) -> Transport {
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/links/server.py");
    let mut args = vec![script.display().to_string(), mode.to_owned()];
    args.extend(more.iter().map(|arg| (*arg).to_owned()));
    let env = [("TOKEN".to_owned(), "top-secret-value".to_owned())].into();
    Transport::Stdio { command: "python3".into(), args, env, cwd: None }
}

pub(crate) async fn dial_with(transport: &Transport, options: LinkOptions) -> (Link, mpsc::Receiver<Unbidden>) {
    let (sender, receiver) = mpsc::channel(16);
    let dialer = Dialer::new("evil", transport, options).expect("it can be dialled");
    (dialer.dial(&hello(), sender).await.expect("it greets"), receiver)
}

/// A link to a process in `mode`.
pub(crate) async fn dial(mode: &str) -> (Link, mpsc::Receiver<Unbidden>) {
    dial_with(&server(mode, &[]), options()).await
}

pub(crate) fn call(tool: &str, arguments: &str) -> Message {
    Message::request("\"client\"", "tools/call", &format!(r#"{{"name":"{tool}","arguments":{arguments}}}"#))
}

pub(crate) async fn send(link: &Link, request: &Message) -> Exchange {
    within(link.request(request, &[])).await.expect("it is sent")
}

/// What comes before the answer, and the answer.
pub(crate) async fn finish(mut exchange: Exchange) -> Result<(Vec<Message>, Message), LinkError> {
    let mut asides = vec![];
    loop {
        match within(exchange.next()).await? {
            Incoming::Aside(message) => asides.push(message),
            Incoming::Answer(message) => return Ok((asides, message)),
        }
    }
}

/// Calls a tool and returns its answer.
pub(crate) async fn ask(link: &Link, tool: &str, arguments: &str) -> Result<String, LinkError> {
    let exchange = within(link.request(&call(tool, arguments), &[])).await?;
    finish(exchange).await.map(|(_, answer)| answer.body().unwrap_or_default().to_owned())
}

/// Fails rather than hang.
pub(crate) async fn within<F: Future>(future: F) -> F::Output {
    tokio::time::timeout(PATIENCE, future).await.expect("it does not hang")
}

/// The next unbidden message.
pub(crate) async fn told(unbidden: &mut mpsc::Receiver<Unbidden>) -> Message {
    match within(unbidden.recv()).await {
        Some(Unbidden::Message(message)) => message,
        other => panic!("no message: {other:?}"),
    }
}

/// What the server was told off for so far.
pub(crate) fn in_vain(unbidden: &mut mpsc::Receiver<Unbidden>) -> Vec<Vain> {
    let said = std::iter::from_fn(|| unbidden.try_recv().ok());
    said.filter_map(|said| if let Unbidden::Vain(vain) = said { Some(vain) } else { None }).collect()
}

/// How the link ended; fails if there is more than one end.
pub(crate) async fn ended(unbidden: &mut mpsc::Receiver<Unbidden>) -> LinkError {
    let error = loop {
        match within(unbidden.recv()).await {
            Some(Unbidden::Ended(error)) => break error,
            Some(Unbidden::Message(_) | Unbidden::Vain(_)) => {}
            None => panic!("the end was not told"),
        }
    };
    assert!(within(unbidden.recv()).await.is_none(), "nothing follows the end");
    error
}

/// A file into which servers write their process ids.
pub(crate) struct PidFile(PathBuf);

impl PidFile {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("vetgate-link-pids-{name}-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        Self(path)
    }

    pub(crate) fn path(&self) -> &str {
        self.0.to_str().unwrap_or_default()
    }

    /// Fails unless there were `count` processes and none is left.
    pub(crate) fn all_gone(&self, count: usize) {
        #[allow(clippy::disallowed_methods)]
        let text = std::fs::read_to_string(&self.0).unwrap_or_default();
        assert_eq!(text.lines().count(), count);
        for pid in text.lines() {
            // An orphan is reaped by the system's first process, in its own time.
            let until = Instant::now() + Duration::from_secs(10);
            while Path::new("/proc").join(pid).exists() {
                assert!(Instant::now() < until, "process {pid} is still there");
                std::thread::sleep(Duration::from_millis(10));
            }
        }
    }
}

impl Drop for PidFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
