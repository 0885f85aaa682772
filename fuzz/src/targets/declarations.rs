//! Any file of definitions is read without a panic, whatever it is called, and what is wrong with it can be shown; definitions are
//! of servers that are named.

use crate::program::declarations::read;

pub(crate) fn run(text: &str) {
    for name in ["tools.json", "tools.jsonl"] {
        let found = read(name, "server", text);
        for definition in &found.definitions {
            assert!(found.servers.contains(definition.server()), "{}", definition.server());
        }
        for problem in &found.problems {
            assert!(!problem.to_string().chars().any(char::is_control), "{problem}");
        }
    }
}
