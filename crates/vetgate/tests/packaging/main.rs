//! What Vetgate is shipped in calls the program as it is: a flag, a port or a path that is renamed fails here.
//!
//! The scripts are run as they stand in the files. What needs a service manager, a container engine or GitHub is read.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests unwrap, and read what they are about")]

mod action;
mod container;
mod hooks;
mod service;

use std::path::{Path, PathBuf};
use std::process::Command;
use vetgate_mcp::configs::{self, Value};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn yaml(name: &str) -> Value {
    configs::tree(Path::new(name), &read(name)).unwrap_or_else(|error| panic!("{error}"))
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::text).unwrap_or_default()
}

/// A fresh folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packaging").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn vetgate() -> Command {
    Command::new(env!("CARGO_BIN_EXE_vetgate"))
}

/// Fails unless the program takes these words: what stands before `--help` must be understood for it to be shown.
fn assert_taken(words: &[&str]) {
    let output = vetgate().args(words).arg("--help").output().unwrap();
    assert!(output.status.success(), "vetgate {}\n{}", words.join(" "), String::from_utf8_lossy(&output.stderr));
}

/// The port that the gateway listens on unless it is told otherwise, as the help has it.
fn port() -> String {
    let help = String::from_utf8(vetgate().args(["serve", "--help"]).output().unwrap().stdout).unwrap();
    let port = help.split("127.0.0.1:").nth(1).unwrap();
    port.chars().take_while(char::is_ascii_digit).collect()
}
