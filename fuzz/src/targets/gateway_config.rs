//! Any text is a configuration of the gateway or a list of mistakes, without a panic, as JSON and as TOML; and no secret
//! that it refers to is in what is said about it.

use std::path::Path;
use vetgate_gateway::config::Config;

const SECRET: &str = "kT8vQz0pWm3xR6yL";

pub(crate) fn run(text: &str) {
    for name in ["gateway.json", "gateway.toml"] {
        let said = match Config::parse(Path::new(name), text, &|_| Ok(SECRET.to_owned())) {
            Ok(config) => format!("{config:?}"),
            Err(mistakes) => mistakes.to_string(),
        };
        assert!(!said.contains(SECRET), "{said}");
    }
}
