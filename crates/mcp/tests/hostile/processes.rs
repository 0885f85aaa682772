//! No process outlives its connection, whichever way that ends.

use crate::place::{impatient, options, server};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use vetgate_mcp::{ConnectError, Options, inventories, inventory};
use vetgate_model::Transport;

/// A file into which servers write their process ids.
struct PidFile(PathBuf);

impl PidFile {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("vetgate-pids-{name}-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap_or_default()
    }

    fn pids(&self) -> Vec<String> {
        #[allow(clippy::disallowed_methods)]
        let text = std::fs::read_to_string(&self.0).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// Fails unless there were `count` processes and none is left, not even as a zombie of this one.
    fn all_gone(&self, count: usize) {
        assert_eq!(self.pids().len(), count);
        for pid in self.pids() {
            let proc = Path::new("/proc").join(&pid);
            // An orphan is reaped by the system's first process, in its own time.
            let until = Instant::now() + Duration::from_secs(5);
            while proc.exists() {
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

async fn ends(name: &str, mode: &str, options: &Options, count: usize) {
    let file = PidFile::new(name);
    let _ = inventory("evil", &server(mode, &[file.path()]), options).await;
    file.all_gone(count);
}

#[tokio::test]
async fn after_success() {
    ends("success", "good", &options(), 1).await;
}

#[tokio::test]
async fn after_success_with_a_child_that_stays() {
    ends("child", "with-child", &options(), 2).await;
}

#[tokio::test]
async fn after_success_with_a_server_that_ignores_every_request_to_leave() {
    ends("stubborn", "ignores-signals", &options(), 1).await;
}

#[tokio::test]
async fn after_a_server_closed_its_output() {
    ends("closed", "close-output", &options(), 2).await;
}

#[tokio::test]
async fn after_a_timeout() {
    let patient = Options { request: Duration::from_secs(4), ..impatient() };
    ends("timeout", "child-and-hang", &patient, 2).await;
}

#[tokio::test]
async fn after_a_flood() {
    ends("flood", "flood", &options(), 1).await;
}

#[tokio::test]
async fn after_the_future_was_dropped() {
    let file = PidFile::new("dropped");
    let transport = server("child-and-hang", &[file.path()]);
    let options = options();
    let asked = inventory("evil", &transport, &options);
    tokio::select! {
        _ = asked => panic!("it hangs"),
        () = async {
            while file.pids().len() < 2 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        } => {}
    }
    file.all_gone(2);
}

#[tokio::test]
async fn many_servers_side_by_side_keep_their_order() {
    let servers: Vec<(String, Transport)> =
        ["good", "exit", "good", "no-such-mode"].iter().map(|mode| ((*mode).to_owned(), server(mode, &[]))).collect();
    let mut done = vec![];
    let results = inventories(&servers, &options(), 2, |index, _| done.push(index)).await;
    let shown: Vec<_> = results.iter().map(|result| result.as_ref().map(|found| found.server.as_str()).ok()).collect();
    assert_eq!(shown, [Some("good"), None, Some("good"), None]);
    assert!(matches!(results[1], Err(ConnectError::Exited { code: Some(3), .. })));
    done.sort_unstable();
    assert_eq!(done, [0, 1, 2, 3]);
}
