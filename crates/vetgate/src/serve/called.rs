//! What a server is called that is known by its command alone.

use std::path::Path;

/// Programs that start other programs; what they start gives the name.
const RUNNERS: &[&str] = &[
    "npx", "bunx", "pnpm", "yarn", "uvx", "uv", "pipx", "python", "python3", "node", "deno", "docker", "podman", "sh",
];
/// What such a program is told to do.
const VERBS: &[&str] = &["run", "exec", "dlx", "tool", "x"];

/// A name made of the command: the program, or what a runner starts, without path, scope, version and extension.
pub(super) fn name_of(command: &[String]) -> String {
    let base = |word: &str| -> String {
        let word = word.strip_suffix('/').unwrap_or(word);
        let word = word.rsplit(['/', '\\']).next().unwrap_or(word);
        let word = match word.char_indices().skip(1).find(|(_, c)| matches!(c, '@' | ':' | '=')) {
            Some((at, _)) => &word[..at],
            None => word,
        };
        let stem = Path::new(word).file_stem().and_then(|stem| stem.to_str()).unwrap_or(word);
        stem.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')).collect()
    };
    let program = command.first().map(|program| base(program)).unwrap_or_default();
    let started = command.iter().skip(1).map(String::as_str);
    let mut words = started.filter(|word| !word.starts_with('-') && !VERBS.contains(word)).map(base);
    let name = if RUNNERS.contains(&program.as_str()) { words.find(|word| !word.is_empty()) } else { None };
    let name = name.unwrap_or(program);
    if name.is_empty() { "server".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::name_of;

    #[test]
    fn a_server_is_called_after_what_is_started() {
        for (command, name) in [
            ("npx -y @modelcontextprotocol/server-filesystem@2025.8.21 /home/ada", "server-filesystem"),
            ("uvx mcp-server-time", "mcp-server-time"),
            ("uv tool run mcp-server-git", "mcp-server-git"),
            ("python3 ./servers/notes.py", "notes"),
            ("docker run -i --rm ghcr.io/acme/search:1.2", "search"),
            ("/opt/acme/bin/acme-mcp --stdio", "acme-mcp"),
            ("node", "node"),
        ] {
            let words: Vec<String> = command.split(' ').map(str::to_owned).collect();
            assert_eq!(name_of(&words), name, "{command}");
        }
        assert_eq!(name_of(&["/".to_owned()]), "server");
    }
}
