//! Runs the program in a folder where there is nothing, and keeps what it says.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run left behind.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// The report, where it is JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {}\n{}", self.stdout, self.stderr))
    }
}

/// Runs the program with `arguments`.
pub(crate) fn lab(arguments: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vetgate-lab"));
    command.args(arguments).current_dir(folder("nothing-here")).stdin(Stdio::null()).env("NO_COLOR", "1");
    let output = command.output().unwrap();
    Run {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A folder for what a test writes.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Writes `content` into a folder of its own and returns the file's path.
pub(crate) fn file(name: &str, content: &[u8]) -> PathBuf {
    let path = folder(&format!("file-{name}")).join(name);
    std::fs::write(&path, content).unwrap();
    path
}
