//! Clean text: source code, prose, harmless tool definitions. What is found there is a false alarm.

use super::{shared, show, shown};
use flate2::read::GzDecoder;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The sources and pages of this project, but for the files that hold examples.
fn own_files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    let mut folders = vec![root.join("crates"), root.join("docs"), root.join("scripts")];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let holds_examples = ["sensitive", "tests", "corpus", "fixtures"].contains(&name.as_str());
            if path.is_dir() && !holds_examples {
                folders.push(path);
            } else if ["rs", "md", "toml"].iter().any(|kind| path.extension().is_some_and(|own| own == *kind)) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// False alarms in 100 KB.
fn rate(what: &str, texts: impl Iterator<Item = Vec<u8>>) -> f64 {
    let (mut bytes, mut alarms) = (0, 0);
    for text in texts {
        bytes += text.len();
        for found in shown(&text) {
            alarms += 1;
            show("wrong", &format!("{} {:?}", found.kind, String::from_utf8_lossy(&text[found.span])));
        }
    }
    let rate = alarms as f64 * 102_400.0 / bytes.max(1) as f64;
    println!("{what}: {alarms} in {} KB, {rate:.2} in 100 KB", bytes / 1024);
    assert!(bytes > 0, "{what}: nothing to read");
    rate
}

#[test]
fn the_own_sources_are_clean() {
    let texts = own_files().into_iter().filter_map(|path| std::fs::read(path).ok());
    assert!(rate("own sources and pages", texts) < 1.0);
}

#[test]
fn harmless_tool_definitions_are_clean() {
    for name in ["benign_tools.jsonl", "hard_negatives.jsonl", "benign_tools_crawled.jsonl.gz"] {
        let Some(path) = shared(name) else { continue };
        let file = std::fs::File::open(&path).expect("the dataset can be opened").take(1 << 28);
        let mut text = Vec::new();
        if name.ends_with(".gz") {
            GzDecoder::new(file).take(1 << 28).read_to_end(&mut text).expect("the dataset can be read");
        } else {
            let mut file = file;
            file.read_to_end(&mut text).expect("the dataset can be read");
        }
        assert!(rate(name, [text].into_iter()) < 1.0, "{name}");
    }
}
