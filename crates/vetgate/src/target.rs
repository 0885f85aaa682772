//! What a target on the command line is, and what the server behind it is called.

use crate::words::launchers::{COMMON_SCRIPTS, EXTENSIONS};
use std::path::{Path, PathBuf};
use vetgate_vet::config;

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

/// The name of the server that `command` starts: that of its package or script, else of its program. It is a poor one,
/// as the second value says, where the command names no package or a script that many servers have.
pub(crate) fn command_name(command: &[String]) -> (String, bool) {
    if let Some(name) = config::package_name(command) {
        let is_common = COMMON_SCRIPTS.contains(&name.as_str());
        return (name, is_common);
    }
    let program = command.first().map(|word| stem(word)).unwrap_or_default();
    let is_plain = !program.is_empty() && program.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c));
    (if is_plain { program } else { "server".to_owned() }, true)
}

/// The name of the server behind `url`: its host, with the port where there is one.
pub(crate) fn url_name(url: &str) -> String {
    let url = config::without_credentials(url);
    let rest = url.split_once("://").map_or(url.as_str(), |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    authority.rsplit('@').next().unwrap_or_default().to_owned()
}

/// The name of a file without folder and extension.
pub(crate) fn file_name(path: &Path) -> String {
    path.file_stem().map_or_else(|| path.display().to_string(), |stem| stem.to_string_lossy().into_owned())
}

fn stem(word: &str) -> String {
    let last = word.rsplit(['/', '\\']).next().unwrap_or(word);
    EXTENSIONS.iter().find_map(|extension| last.strip_suffix(extension)).unwrap_or(last).to_owned()
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
            assert_eq!(command_name(&words).0, name, "{command}");
        }
    }

    #[test]
    fn a_url_goes_by_its_host_without_credentials() {
        assert_eq!(url_name("https://ada:secret@mcp.example.com:8443/mcp?x=1"), "mcp.example.com:8443");
        assert_eq!(url_name("https://ada:sec/ret@mcp.example.com/mcp"), "mcp.example.com");
        assert_eq!(url_name("https://token@mcp.example.com/mcp"), "mcp.example.com");
    }
}
