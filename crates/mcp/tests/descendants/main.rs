//! What a server starts in a session of its own ends with the server, and with no other.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test ends with it")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tokio::sync::{Mutex, mpsc};
use vetgate_mcp::link::{Dialer, Hello, Link, LinkOptions};
use vetgate_mcp::{Options, inventory};
use vetgate_model::Transport;

/// Who belongs to whom also depends on whether other servers run, so one test runs at a time.
static ALONE: Mutex<()> = Mutex::const_new(());

/// A file into which a server and what it starts write their process ids.
struct PidFile(PathBuf);

impl PidFile {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("vetgate-descendants-{name}-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        Self(path)
    }

    fn pids(&self) -> Vec<String> {
        #[allow(clippy::disallowed_methods)]
        let text = std::fs::read_to_string(&self.0).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    fn server(&self, mode: &str) -> Transport {
        let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/hostile/server.py");
        let args = vec![script.display().to_string(), mode.to_owned(), self.0.display().to_string()];
        Transport::Stdio { command: "python3".into(), args, env: Default::default(), cwd: None }
    }

    #[track_caller]
    fn all_gone(&self) {
        let pids = self.pids();
        assert_eq!(pids.len(), 2, "the server and what it started");
        let left: Vec<String> = pids.iter().filter(|pid| exists(pid)).map(|pid| status(pid)).collect();
        assert!(left.is_empty(), "still there, or not reaped: {}", left.join("\n"));
    }
}

impl Drop for PidFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn exists(pid: &str) -> bool {
    Path::new("/proc").join(pid).exists()
}

/// The number, name, state and parent of a process.
fn status(pid: &str) -> String {
    #[allow(clippy::disallowed_methods)]
    let text = std::fs::read_to_string(Path::new("/proc").join(pid).join("status")).unwrap_or_default();
    let lines = text.lines().filter(|line| ["Name:", "State:", "PPid:"].iter().any(|start| line.starts_with(start)));
    format!("{pid} {}", lines.collect::<Vec<_>>().join(" "))
}

async fn dial(transport: &Transport) -> Link {
    let options = LinkOptions { connect: Duration::from_secs(30), ..LinkOptions::default() };
    let hello = Hello {
        info: r#"{"name":"test","version":"1"}"#.into(),
        capabilities: "{}".into(),
        revision: None,
        params: None,
    };
    let (sender, _) = mpsc::channel(16);
    Dialer::new("evil", transport, options).unwrap().dial(&hello, sender).await.unwrap()
}

#[tokio::test]
async fn a_process_in_a_session_of_its_own_ends_with_a_scan() {
    let _alone = ALONE.lock().await;
    for mode in ["session-child", "bare-session-child", "session-orphan", "bare-session-orphan"] {
        let file = PidFile::new(mode);
        inventory("evil", &file.server(mode), &Options::default()).await.unwrap();
        file.all_gone();
    }
}

#[tokio::test]
async fn a_process_in_a_session_of_its_own_ends_with_its_link_and_no_other() {
    let _alone = ALONE.lock().await;
    for mode in ["session-child", "bare-session-child", "session-orphan"] {
        let (file, other) = (PidFile::new("own"), PidFile::new("other"));
        let staying = dial(&other.server(mode)).await;
        dial(&file.server(mode)).await.close().await;
        file.all_gone();
        assert!(other.pids().iter().all(|pid| exists(pid)), "{mode}: another server's process was ended");
        staying.close().await;
        other.all_gone();
    }
}

#[tokio::test]
async fn a_process_that_cannot_be_told_apart_ends_with_the_last_server() {
    let _alone = ALONE.lock().await;
    let (file, other) = (PidFile::new("bare"), PidFile::new("last"));
    let staying = dial(&other.server("session-child")).await;
    dial(&file.server("bare-session-orphan")).await.close().await;
    assert!(other.pids().iter().all(|pid| exists(pid)));
    staying.close().await;
    other.all_gone();
    file.all_gone();
}

#[tokio::test]
async fn a_process_that_was_started_by_others_is_left_alone() {
    let _alone = ALONE.lock().await;
    let mut own = Command::new("sleep").arg("600").stdin(Stdio::null()).spawn().unwrap();
    let file = PidFile::new("left-alone");
    inventory("evil", &file.server("session-child"), &Options::default()).await.unwrap();
    assert!(own.try_wait().unwrap().is_none(), "it was ended, or reaped");
    own.kill().unwrap();
    own.wait().unwrap();
}

#[tokio::test]
async fn an_orphan_that_ends_while_its_server_runs_is_reaped() {
    let _alone = ALONE.lock().await;
    let file = PidFile::new("reaped");
    let link = dial(&file.server("session-orphan")).await;
    let pids = file.pids();
    let killed = Command::new("kill").args(["-9", &pids[1]]).status().unwrap();
    assert!(killed.success());
    let until = Instant::now() + Duration::from_secs(60);
    while exists(&pids[1]) {
        assert!(Instant::now() < until, "it is still there");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(exists(&pids[0]), "the server still runs");
    link.close().await;
}

/// A process whose session was opened outside its PID namespace has the session number 0. This one is run again as such.
#[test]
fn a_session_from_outside_the_pid_namespace_has_a_number_too() {
    let again = "a_process_in_a_session_of_its_own_ends_with_its_link_and_no_other";
    let test = std::env::current_exe().unwrap();
    let namespaces: [&[&str]; 2] = [&[], &["--user", "--map-root-user"]];
    let is_permitted = |flags: &[&str]| {
        let status = Command::new("unshare").args(flags).args(["--pid", "--fork", "--mount-proc", "true"]).status();
        status.is_ok_and(|status| status.success())
    };
    let Some(flags) = namespaces.into_iter().find(|flags| is_permitted(flags)) else {
        println!("not run: this system does not permit a PID namespace");
        return;
    };
    // A shell is the first process there, as the first process of a namespace is given the orphans of all others.
    let status = Command::new("unshare")
        .args(flags)
        .args(["--pid", "--fork", "--mount-proc", "sh", "-c", "\"$0\" --exact \"$1\"; exit $?"])
        .arg(test)
        .arg(again)
        .status();
    assert!(status.unwrap().success());
}
