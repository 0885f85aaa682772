//! The package, image, module or script that a command line starts.
//!
//! Only words that certainly name what is started are taken. A word that may be the value of an option, or that holds
//! what may be a secret, names nothing.

use super::command::{self, SHELLS};
use super::masked;
use super::unpinned::{Launch, UV_VALUES};
use crate::mask::MASK;
use crate::words::package::{INTERPRETERS, SCRIPTS, SWITCHES};

/// Words of such programs that are not the script.
const VERBS: &[&str] = &["run", "exec", "start", "tool", "x"];
/// Options that are followed by code.
const CODE: &[&str] = &["-c", "-e", "-p", "--eval", "--print"];
/// Options that are followed by the name of a module or an archive.
const MODULES: &[&str] = &["-m", "-jar"];
/// Starts of options without a value.
const SWITCH_STARTS: &[&str] = &["--no-", "--allow-", "--experimental-", "--unstable"];
/// Longer names are cut.
const MOST: usize = 60;

/// The name of the package, image, module, script or program that `command` starts, without scope, version and
/// folder; nothing where the command does not say.
///
/// ```
/// use vetgate_vet::config::package_name;
/// let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
/// assert_eq!(package_name(&words("env TOKEN=abcd npx -y @acme/files@1.2.0 /tmp")).unwrap(), "files");
/// assert_eq!(package_name(&words("python3 -c code")), None);
/// ```
pub fn package_name(command: &[String]) -> Option<String> {
    let words: Vec<&str> = command.iter().map(String::as_str).collect();
    let inner = command::unwrapped(&words);
    let program = command::program(inner.first()?);
    let at = match Launch::of(inner) {
        Some(launch) => *launch.specs.first()?,
        None if INTERPRETERS.contains(&program.as_str()) || is_versioned_python(&program) => script(inner)?,
        None if SHELLS.contains(&program.as_str()) => script(inner).filter(|at| is_script(inner[*at]))?,
        None => 0,
    };
    if !is_script(inner[at]) && may_be_a_value(inner, at) {
        return None;
    }
    let word = masked::word(&words, words.len() - inner.len() + at);
    // The credentials of a URL stand before its path, which names the package.
    if word.contains(MASK) && !word.contains("://") {
        return None;
    }
    name(if word.starts_with("--") { word.split_once('=')?.1 } else { &word })
}

fn is_versioned_python(program: &str) -> bool {
    program.strip_prefix("python3.").is_some_and(|minor| minor.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The place of the script or module among `words`, the first of which is the interpreter.
fn script(words: &[&str]) -> Option<usize> {
    let mut at = 1;
    while let Some(word) = words.get(at) {
        if CODE.contains(word) {
            return None;
        }
        if MODULES.contains(word) {
            return words.get(at + 1).map(|_| at + 1);
        }
        if UV_VALUES.contains(word) {
            at += 1;
        } else if !word.starts_with('-') && !VERBS.contains(word) {
            return Some(at);
        }
        at += 1;
    }
    None
}

fn is_script(word: &str) -> bool {
    !word.contains(['=', ':']) && SCRIPTS.iter().any(|extension| word.ends_with(extension))
}

/// Returns true if the word at `at` follows a long option that may have a value.
fn may_be_a_value(words: &[&str], at: usize) -> bool {
    let naming = ["--from", "--with", "--package", "--spec"];
    let Some(before) = at.checked_sub(1).map(|before| words[before]) else { return false };
    before.starts_with("--")
        && !before.contains('=')
        && !naming.contains(&before)
        && !SWITCHES.contains(&before)
        && !SWITCH_STARTS.iter().any(|start| before.starts_with(start))
}

/// `@scope/server@1.2.0`, `server[cli]==1.2`, `ghcr.io/acme/server:1.2` and `dist/server.js` are all `server`.
fn name(word: &str) -> Option<String> {
    let word = match word.split_once("://") {
        // The part before the path may hold credentials.
        Some((_, rest)) => rest.split_once('/')?.1.split(['?', '#']).next()?,
        None => word.strip_prefix("npm:").or_else(|| word.strip_prefix("jsr:")).unwrap_or(word),
    };
    let word = word.trim_end_matches(['/', '\\']);
    let word = word.strip_prefix('@').unwrap_or(word);
    let word = word.split('@').next().unwrap_or(word);
    let last = word.rsplit(['/', '\\']).next().unwrap_or(word);
    let last = last.split([':', '=', '[', '<', '>', '~', '!']).next().unwrap_or(last);
    if last.contains('*') {
        return None;
    }
    let last = last.strip_suffix(".git").unwrap_or(last);
    let stem = SCRIPTS.iter().find_map(|extension| last.strip_suffix(extension)).unwrap_or(last);
    let name: String = stem.chars().filter(|c| c.is_alphanumeric() || "-_.".contains(*c)).take(MOST).collect();
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn called(line: &str) -> Option<String> {
        package_name(&line.split(' ').map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn a_server_goes_by_the_package_or_script_that_is_started() {
        for (command, name) in [
            ("npx -y @acme/server-files@1.2.0 /tmp", "server-files"),
            ("uvx mcp-server-git==1.0", "mcp-server-git"),
            ("uvx --from mcp[cli]>=1 mcp", "mcp"),
            ("uv tool run mcp-server-git", "mcp-server-git"),
            ("uv run --directory /srv notes.py", "notes"),
            ("python3 ./servers/time.py", "time"),
            ("python3.12 ./servers/time.py", "time"),
            ("pnpm dlx thing", "thing"),
            ("/usr/local/bin/github-mcp stdio", "github-mcp"),
            ("python3 -m http_server", "http_server"),
            ("docker run -i --rm -e TOKEN=abcd ghcr.io/acme/search:1.2", "search"),
            ("env DATABASE_URL=postgresql://user:hunter@host/db uvx pg-mcp", "pg-mcp"),
            ("env -u HOME A=b node dist/server.js", "server"),
            ("deno run -A npm:@acme/notes@2", "notes"),
            ("uvx --from git+https://hunter@h/acme/tool.git@main tool", "tool"),
            ("/opt/acme/bin/acme-mcp --stdio", "acme-mcp"),
        ] {
            assert_eq!(called(command).as_deref(), Some(name), "{command}");
        }
    }

    #[test]
    fn the_value_of_an_argument_names_nothing() {
        for command in [
            "node",
            "python3 -c code",
            "node -e code",
            "env TOKEN=hunter",
            "npx --token hunter",
            "npx --unknown hunter",
            "uvx git+https://user:hunter@host",
            "TOKEN=hunter",
            "sh -c hunter",
            "",
        ] {
            assert_eq!(called(command), None, "{command}");
        }
    }
}
