//! What a server is called that is known by its command alone.

use crate::target;

/// A name made of the command: the package or script that it starts, or its program, of ASCII letters, digits, `-`,
/// `_` and `.`.
pub(super) fn name_of(command: &[String]) -> String {
    let (name, _) = target::command_name(command);
    let name: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')).collect();
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
            ("env DATABASE_URL=postgresql://user:hunter@host/db uvx pg-mcp", "pg-mcp"),
        ] {
            let words: Vec<String> = command.split(' ').map(str::to_owned).collect();
            assert_eq!(name_of(&words), name, "{command}");
        }
        assert_eq!(name_of(&["/".to_owned()]), "server");
    }
}
