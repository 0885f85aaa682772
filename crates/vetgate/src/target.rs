//! What a target on the command line is, and what the server behind it is called.

use std::path::{Path, PathBuf};

/// One target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wanted {
    Stdin,
    File(PathBuf),
    Url(String),
}

impl Wanted {
    /// What `text` means.
    pub(crate) fn of(text: &str) -> Result<Self, String> {
        let scheme = text.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
        match scheme.as_deref() {
            _ if text == "-" => Ok(Self::Stdin),
            Some("http" | "https") => Ok(Self::Url(text.to_owned())),
            Some(scheme) if !scheme.is_empty() && scheme.chars().all(|c| c.is_ascii_alphanumeric()) => Err(format!(
                "`{scheme}://` cannot be scanned; expected http:// or https://, a file, or a command after `--`"
            )),
            _ => Ok(Self::File(PathBuf::from(text))),
        }
    }
}

/// Programs that run another one, which is what the server is known by.
const LAUNCHERS: &[&str] = &[
    "npx", "bunx", "uvx", "pipx", "node", "bun", "deno", "python", "python3", "uv", "pnpm", "yarn", "npm", "ruby",
    "env",
];
/// Words of launchers that are not the server.
const VERBS: &[&str] = &["run", "dlx", "exec", "x", "tool"];

/// Options of launchers that are followed by code.
const CODE: &[&str] = &["-c", "-e", "--eval"];

/// The name of the server that `command` starts.
pub(crate) fn command_name(command: &[String]) -> String {
    let mut words = command.iter().map(String::as_str);
    let first = words.next().unwrap_or_default();
    let program = stem(first);
    let server = if LAUNCHERS.contains(&program.as_str()) {
        // After `-c` or `-e` comes code, which names nothing.
        words.by_ref().find(|word| CODE.contains(word) || !(word.starts_with('-') || VERBS.contains(word)))
    } else {
        None
    };
    let server = server.filter(|word| !CODE.contains(word)).map(package);
    server.filter(|name| !name.is_empty()).unwrap_or(program)
}

/// The name of the server behind `url`: its host, with the port where there is one.
pub(crate) fn url_name(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    authority.rsplit('@').next().unwrap_or_default().to_owned()
}

/// The name of a file without folder and extension.
pub(crate) fn file_name(path: &Path) -> String {
    path.file_stem().map_or_else(|| path.display().to_string(), |stem| stem.to_string_lossy().into_owned())
}

/// `@scope/server@1.2.0`, `server==1.2` and `dist/server.js` are all `server`.
fn package(word: &str) -> String {
    let word = word.strip_prefix('@').unwrap_or(word);
    let word = word.split("==").next().unwrap_or(word).split('@').next().unwrap_or(word);
    stem(word)
}

fn stem(word: &str) -> String {
    let last = word.rsplit(['/', '\\']).next().unwrap_or(word);
    [".js", ".mjs", ".cjs", ".ts", ".py", ".rb", ".exe", ".sh"]
        .iter()
        .find_map(|extension| last.strip_suffix(extension))
        .unwrap_or(last)
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_told_by_its_looks() {
        assert_eq!(Wanted::of("-"), Ok(Wanted::Stdin));
        assert_eq!(Wanted::of("HTTPS://x/y"), Ok(Wanted::Url("HTTPS://x/y".to_owned())));
        assert_eq!(Wanted::of("a/b.json"), Ok(Wanted::File("a/b.json".into())));
        assert!(Wanted::of("ftp://x").unwrap_err().contains("ftp://"));
    }

    #[test]
    fn a_server_goes_by_what_is_started() {
        for (command, name) in [
            ("npx -y @acme/server-files@1.2.0 /tmp", "server-files"),
            ("uvx mcp-server-git==1.0", "mcp-server-git"),
            ("python3 ./servers/time.py", "time"),
            ("pnpm dlx thing", "thing"),
            ("/usr/local/bin/github-mcp stdio", "github-mcp"),
            ("node", "node"),
            ("python3 -c code", "python3"),
            ("python3 -m http_server", "http_server"),
        ] {
            let words: Vec<String> = command.split(' ').map(str::to_owned).collect();
            assert_eq!(command_name(&words), name, "{command}");
        }
    }

    #[test]
    fn a_url_goes_by_its_host_without_credentials() {
        assert_eq!(url_name("https://ada:secret@mcp.example.com:8443/mcp?x=1"), "mcp.example.com:8443");
    }
}
