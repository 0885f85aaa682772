//! `.pre-commit-hooks.yaml`.

use crate::{assert_taken, root, text, yaml};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

#[test]
fn hooks_call_the_program_with_words_that_it_takes() {
    let hooks = yaml(".pre-commit-hooks.yaml");
    assert_eq!(hooks.elements().len(), 2);
    for hook in hooks.elements() {
        let words: Vec<&str> = text(hook, "entry").split(' ').collect();
        match text(hook, "language") {
            "script" => {
                let script = root().join(words[0]);
                let mode = std::fs::metadata(&script).unwrap_or_else(|error| panic!("{}: {error}", words[0]));
                assert_eq!(mode.permissions().mode() & 0o111, 0o111, "{} cannot be run", words[0]);
            }
            "system" => assert_eq!(words[0], "vetgate"),
            other => panic!("{other}"),
        }
        assert!(words.contains(&"--no-exec"), "a commit starts no server");
        assert_taken(&words[1..]);
    }
}

/// The files that hooks look at, by pre-commit's own rule: Python's `re.search`.
#[test]
fn hooks_look_at_configurations_and_lists_of_tools_and_at_nothing_else() {
    let cases = [
        (".mcp.json", true),
        ("mcp.json", true),
        (".cursor/mcp.json", true),
        (".vscode/mcp.json", true),
        ("app/.roo/mcp.json", true),
        (".amazonq/mcp.json", true),
        ("conf/claude_desktop_config.json", true),
        ("mcp_config.json", true),
        ("tools.json", true),
        ("server/tools.jsonl", true),
        ("mcp-tools.json", true),
        ("package.json", false),
        ("devtools.json", false),
        ("tools.json.bak", false),
        ("compcp.json", false),
        (".vscode/settings.json", false),
    ];
    let hooks = yaml(".pre-commit-hooks.yaml");
    for hook in hooks.elements() {
        let program =
            "import re, sys\npattern = sys.argv[1]\nfor name in sys.argv[2:]: print(bool(re.search(pattern, name)))";
        let mut python = Command::new("python3");
        python.args(["-c", program, text(hook, "files")]).args(cases.iter().map(|(name, _)| name));
        let output = python.output().expect("python3 is there");
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(said.lines().count(), cases.len(), "{}", String::from_utf8_lossy(&output.stderr));
        for ((name, expected), said) in cases.iter().zip(said.lines()) {
            assert_eq!(said == "True", *expected, "{name}");
        }
    }
}
