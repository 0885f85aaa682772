//! Where the installed servers are, and how to start them.

use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use vetgate_mcp::{ConnectError, Options, inventory};
use vetgate_model::{DefinitionKind, Inventory, Transport};

/// A file under `.peers`, which must be there.
pub(crate) fn peer(path: &str) -> String {
    let full = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../.peers").join(path);
    assert!(full.exists(), ".peers/{path} is missing: run scripts/peers, which installs the servers for this test");
    full.display().to_string()
}

/// The arguments that start the small server of this folder.
pub(crate) fn small_server(mode: &str, port: u16) -> Vec<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/peers/server.py");
    vec![path.display().to_string(), mode.to_owned(), port.to_string()]
}

pub(crate) fn stdio(command: &str, args: &[String]) -> Transport {
    Transport::Stdio { command: command.to_owned(), args: args.to_vec(), env: Default::default(), cwd: None }
}

/// The main file of an official server from npm.
pub(crate) fn main_file(package: &str) -> String {
    peer(&format!("npm/node_modules/@modelcontextprotocol/{package}/dist/index.js"))
}

pub(crate) async fn ask(transport: &Transport) -> Result<Inventory, ConnectError> {
    let mut options = Options::default();
    if matches!(transport, Transport::Http { .. }) {
        // On a busy machine a slow answer must not be taken for none: these tests are about what is agreed on.
        options.probe = Duration::from_secs(10);
    }
    inventory("peer", transport, &options).await
}

pub(crate) fn names(inventory: &Inventory, kind: DefinitionKind) -> Vec<&str> {
    inventory.definitions.iter().filter(|d| d.kind() == kind).map(|d| d.name()).collect()
}

/// A server that listens, stopped when dropped.
pub(crate) struct Listening {
    child: Child,
    pub(crate) port: u16,
}

impl Listening {
    /// Starts `command` with the arguments that `args` makes of a free port, and waits until it listens.
    pub(crate) fn start(command: &str, args: impl Fn(u16) -> Vec<String>) -> Self {
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let port = free.expect("a free port").port();
        let child = Command::new(command)
            .args(args(port))
            .env("PORT", port.to_string())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts");
        let server = Self { child, port };
        let until = Instant::now() + Duration::from_secs(20);
        while TcpStream::connect(("127.0.0.1", port)).is_err() && TcpStream::connect(("::1", port)).is_err() {
            assert!(Instant::now() < until, "{command} does not listen on port {port}");
            std::thread::sleep(Duration::from_millis(20));
        }
        server
    }

    pub(crate) fn at(&self, path: &str, sse: bool) -> Transport {
        Transport::Http { url: format!("http://localhost:{}{path}", self.port), headers: Default::default(), sse }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
