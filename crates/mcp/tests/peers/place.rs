//! Where the installed servers are.

use std::path::PathBuf;
use vetgate_mcp::{ConnectError, Options, inventory};
use vetgate_model::{DefinitionKind, Inventory, Transport};

/// A file under `.peers`, which must be there.
pub fn peer(path: &str) -> String {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../.peers");
    let full = root.join(path);
    assert!(full.exists(), ".peers/{path} is missing: run scripts/peers, which installs the servers for this test");
    full.canonicalize().map(|_| full.display().to_string()).unwrap()
}

/// A script beside these tests.
pub fn script(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/peers").join(name);
    path.display().to_string()
}

pub fn stdio(command: &str, args: &[&str]) -> Transport {
    let args = args.iter().map(|arg| (*arg).to_owned()).collect();
    Transport::Stdio { command: command.to_owned(), args, env: Default::default(), cwd: None }
}

pub fn node(package: &str, args: &[&str]) -> Transport {
    let main = peer(&format!("npm/node_modules/@modelcontextprotocol/{package}/dist/index.js"));
    let mut all = vec![main.as_str()];
    all.extend(args);
    stdio("node", &all)
}

pub async fn ask(transport: &Transport) -> Result<Inventory, ConnectError> {
    inventory("peer", transport, &Options::default()).await
}

pub fn names(inventory: &Inventory, kind: DefinitionKind) -> Vec<&str> {
    inventory.definitions.iter().filter(|d| d.kind() == kind).map(|d| d.name()).collect()
}
