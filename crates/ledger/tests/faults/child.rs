//! A process of its own: this test's binary again, told by a variable to run one part of it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

const FOLDER: &str = "VETGATE_TEST_FOLDER";

/// The folder to work in, in the process that was started for it.
pub(crate) fn folder() -> Option<PathBuf> {
    std::env::var_os(FOLDER).map(PathBuf::from)
}

/// A command that runs the test with this name in this folder. With `shell`, a shell runs that line first.
pub(crate) fn command(test: &str, folder: &Path, shell: Option<&str>) -> Command {
    let itself = std::env::current_exe().unwrap();
    let arguments = ["--exact", test, "--nocapture", "--test-threads=1"];
    let mut command = match shell {
        None => Command::new(itself),
        Some(line) => {
            let mut command = Command::new("sh");
            command.arg("-c").arg(format!("{line}; exec \"$0\" \"$@\"")).arg(OsString::from(itself));
            command
        }
    };
    command.args(arguments).env(FOLDER, folder);
    command
}
