//! Any files are read without a panic, the same way each time; places lie within their files.
//!
//! The first byte of each piece says what language it is; pieces are parted by a NUL.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vetgate_source::{Analysis, Tree, TreeFile, analyze};

const NAMES: [&str; 6] = ["server.py", "pack/__init__.py", "pack/tools.py", "index.ts", "lib/tools.js", "view.tsx"];

fn run(data: &str) -> Analysis {
    let files = data.split('\0').take(NAMES.len()).enumerate().map(|(at, text)| {
        let which = text.bytes().next().map_or(at, usize::from) % NAMES.len();
        TreeFile { path: NAMES[which].into(), text: Ok(text.into()) }
    });
    analyze(&Tree::of(files.collect()))
}

fuzz_target!(|data: &str| {
    let analysis = run(data);
    assert!(!analysis.cut.iter().any(|cut| cut.contains("broke off")));
    for tool in &analysis.tools {
        assert!(tool.place.line >= 1 && tool.place.end_line >= tool.place.line);
        let definition: serde_json::Value = serde_json::from_str(&tool.definition).expect("a definition is JSON");
        assert_eq!(definition["name"].as_str(), Some(&*tool.name));
    }
    assert_eq!(format!("{analysis:?}"), format!("{:?}", run(data)));
});
