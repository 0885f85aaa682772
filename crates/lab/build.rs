//! Lists the scenarios, so that a new one is one new file.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    let folder = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("scenarios");
    let mut files = Vec::new();
    for part in ["attacks", "harmless"] {
        let part = folder.join(part);
        println!("cargo::rerun-if-changed={}", part.display());
        files.extend(std::fs::read_dir(&part).expect("a folder of scenarios").map(|file| file.expect("a file").path()));
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "yaml"));
    files.sort();
    let mut list = String::from("&[\n");
    for file in &files {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8");
        writeln!(list, "    ({name:?}, include_str!({:?})),", file.display().to_string()).expect("a string takes it");
    }
    list.push(']');
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    std::fs::write(Path::new(&out).join("scenarios.rs"), list).expect("the list can be written");
}
