//! The folders of the crates that `Cargo.lock` pins.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The published crates that this workspace is built from, by name and version, in that order.
///
/// # Panics
///
/// If `cargo metadata` fails: without the crates the weights cannot be reproduced.
pub(crate) fn pinned(root: &Path) -> Vec<(String, PathBuf)> {
    let output = Command::new("cargo")
        .args(["metadata", "--format-version", "1", "--locked", "--filter-platform", "x86_64-unknown-linux-gnu"])
        .current_dir(root)
        .output()
        .expect("cargo can be run");
    assert!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON");
    let packages = metadata["packages"].as_array().cloned().unwrap_or_default();
    let mut pinned: Vec<(String, PathBuf)> = packages
        .iter()
        .filter(|package| package["source"].is_string())
        .filter_map(|package| {
            let folder = Path::new(package["manifest_path"].as_str()?).parent()?.to_owned();
            Some((format!("{}-{}", package["name"].as_str()?, package["version"].as_str()?), folder))
        })
        .collect();
    pinned.sort();
    pinned
}
