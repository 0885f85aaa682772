//! How the hostile servers are started.

use std::path::PathBuf;
use std::time::Duration;
use vetgate_mcp::{ConnectError, Options, inventory};
use vetgate_model::{Inventory, Transport};

/// Small limits, and time enough for an interpreter to start on a busy machine.
pub(crate) fn options() -> Options {
    Options {
        total: Duration::from_secs(20),
        request: Duration::from_secs(10),
        probe: Duration::from_secs(5),
        farewell: Duration::from_millis(300),
        message_bytes: 64 << 10,
        total_bytes: 1 << 20,
        definitions: 100,
        pages: 20,
        noise: 50,
        stray_lines: 20,
        ..Options::default()
    }
}

/// For servers that never answer.
pub(crate) fn impatient() -> Options {
    Options { request: Duration::from_millis(500), probe: Duration::from_millis(100), ..options() }
}

pub(crate) fn server(mode: &str, more: &[&str]) -> Transport {
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/hostile/server.py");
    let mut args = vec![script.display().to_string(), mode.to_owned()];
    args.extend(more.iter().map(|arg| (*arg).to_owned()));
    Transport::Stdio { command: "python3".into(), args, env: Default::default(), cwd: None }
}

pub(crate) async fn ask(mode: &str, options: &Options) -> Result<Inventory, ConnectError> {
    inventory("evil", &server(mode, &[]), options).await
}

pub(crate) fn names(inventory: &Inventory) -> Vec<&str> {
    inventory.definitions.iter().map(|definition| definition.name()).collect()
}

pub(crate) fn caps(inventory: &Inventory) -> Vec<String> {
    inventory.caps.iter().map(|cap| format!("{}: {}: {}", cap.cap, cap.place, cap.detail)).collect()
}
