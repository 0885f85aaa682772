//! Runs the binary in the folder of fixtures, with an environment of its own.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// What a run left behind.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// The report, where it is JSON.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {}\n{}", self.stdout, self.stderr))
    }

    /// The checks of all signals, in the order of the report.
    pub(crate) fn checks(&self) -> Vec<String> {
        let report = self.json();
        let findings = report["findings"].as_array().unwrap();
        let signals = findings.iter().flat_map(|finding| finding["signals"].as_array().unwrap().clone());
        signals.map(|signal| signal["check"].as_str().unwrap().to_owned()).collect()
    }

    /// The ids of the limits in the coverage record.
    pub(crate) fn caps(&self) -> Vec<String> {
        let report = self.json();
        let caps = report["coverage"]["caps"].as_array().unwrap();
        caps.iter().map(|cap| cap["cap"].as_str().unwrap().to_owned()).collect()
    }
}

/// The folder of fixtures, which is the current folder of every run.
pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// A fresh folder for what a test writes.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The binary, ready to be given arguments.
pub(crate) fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vetgate"));
    command.current_dir(fixtures()).stdin(Stdio::null());
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "RUST_BACKTRACE"] {
        command.env_remove(name);
    }
    command
}

/// Runs the binary with `args`.
pub(crate) fn vetgate<S: AsRef<OsStr>>(args: &[S]) -> Run {
    finish(command().args(args))
}

/// Runs a prepared command to its end.
pub(crate) fn finish(command: &mut Command) -> Run {
    let output = command.output().unwrap();
    Run {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Scans `input` from standard input as JSON.
pub(crate) fn scan_stdin(input: &[u8]) -> Run {
    feed(&["scan", "-", "--format", "json"], input)
}

/// Runs the binary with `args` and `input` on standard input.
pub(crate) fn feed(args: &[&str], input: &[u8]) -> Run {
    let output = fed(args, input);
    Run {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The same where the output may be anything.
pub(crate) fn feed_bytes(args: &[&str], input: &[u8]) -> (i32, Vec<u8>) {
    let output = fed(args, input);
    (output.status.code().unwrap_or(-1), output.stdout)
}

fn fed(args: &[&str], input: &[u8]) -> Output {
    let mut child =
        command().args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        // A program that streams writes before it has read all, and one that has read enough may close the pipe.
        scope.spawn(move || pipe.write_all(input));
        child.wait_with_output().unwrap()
    })
}

/// Writes `content` into a fresh folder and returns the file's path.
pub(crate) fn file(name: &str, content: &[u8]) -> PathBuf {
    let path = folder(&format!("file-{name}")).join(name);
    std::fs::write(&path, content).unwrap();
    path
}
