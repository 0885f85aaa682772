//! Any files are read without a panic, the same way each time; places lie within their files; every rule runs to its end.
//!
//! Pieces: the files. The first byte of each says what it is called.

use vetgate_source::{Analysis, Place, Tree, TreeFile, analyze};
use vetgate_vet::source::inspect;

const NAMES: [&str; 7] =
    ["server.py", "pack/__init__.py", "pack/tools.py", "index.ts", "lib/tools.js", "view.tsx", "package.json"];

fn tree(input: &str) -> Tree {
    let files = input.split('\0').take(NAMES.len()).enumerate().map(|(at, text)| {
        let which = text.bytes().next().map_or(at, usize::from) % NAMES.len();
        TreeFile { path: NAMES[which].into(), text: Ok(text.into()) }
    });
    Tree::of(files.collect())
}

fn is_within(tree: &Tree, place: &Place) -> bool {
    let lines = tree.text(&place.file).map_or(0, |text| text.split('\n').count());
    (1..=lines).contains(&place.line) && (place.line..=lines).contains(&place.end_line)
}

fn check(tree: &Tree, analysis: &Analysis) {
    assert!(!analysis.cut.iter().any(|cut| cut.contains("broke off")), "{:?}", analysis.cut);
    for tool in &analysis.tools {
        assert!(is_within(tree, &tool.place), "{:?}", tool.place);
        let definition: serde_json::Value = serde_json::from_str(&tool.definition).expect("a definition is JSON");
        assert_eq!(definition["name"].as_str(), Some(&*tool.name));
    }
    for flow in analysis.flows.iter().chain(analysis.tools.iter().flat_map(|tool| &tool.flows)) {
        assert!(is_within(tree, &flow.reach.place) && flow.steps.iter().all(|(place, _)| is_within(tree, place)));
    }
    let inspected = inspect("tree", tree, analysis);
    assert!(inspected.failed.is_empty(), "{:?}", inspected.failed);
}

pub(crate) fn run(input: &str) {
    let tree = tree(input);
    let analysis = analyze(&tree);
    check(&tree, &analysis);
    assert_eq!(format!("{analysis:?}"), format!("{:?}", analyze(&tree)));
}
