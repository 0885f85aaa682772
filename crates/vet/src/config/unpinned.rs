//! `config.unpinned`: a server that is started from whatever version is newest today.
//!
//! # What it finds
//! `npx`, `bunx`, `pnpm dlx`, `yarn dlx`, `npm exec`, `uvx`, `uv tool run` and `pipx run` with a package that has
//! no exact version, a Git address without a commit, and `docker run` or `podman run` with an image that has no tag
//! or the tag `latest`. Paths on this machine are left alone.
//!
//! # Why it matters
//! A package that was fine yesterday can be taken over tonight, and the client runs the new version at its next
//! start without a question, with the user's rights and keys.
//!
//! # Attack
//! ```json
//! {"command": "npx", "args": ["-y", "@acme/files", "/home"]}
//! ```
//!
//! # Harmless twin
//! ```json
//! {"command": "npx", "args": ["-y", "@acme/files@2.1.0", "/home"]}
//! ```
//!
//! # Cannot see
//! What the pinned version depends on, and tags of images that are moved.

use super::{ConfigCheck, command, masked};
use crate::words::unpinned::IMAGE_VALUES;
use crate::{Meta, Signals};
use vetgate_model::{ServerEntry, ThreatType, Tier};

/// See the module documentation.
pub(super) struct Unpinned;

impl ConfigCheck for Unpinned {
    fn meta(&self) -> Meta {
        Meta {
            id: "config.unpinned",
            tier: Tier::Soft,
            threat: ThreatType::MaliciousCode,
            source: include_str!("unpinned.rs"),
        }
    }

    fn inspect(&self, entry: &ServerEntry, out: &mut Signals) {
        let settings = command::settings(entry);
        let words: Vec<&str> = settings.iter().map(|setting| setting.value.as_str()).collect();
        let inner = command::unwrapped(&words);
        let Some(launch) = Launch::of(inner) else { return };
        let advice = match launch.source {
            Source::Npm => "as `name@1.2.3`",
            Source::PyPi => "as `name==1.2.3`",
            Source::Image => "to a version or, better, to its digest",
        };
        for spec in launch.specs {
            let at = words.len() - inner.len() + spec;
            if is_pinned(launch.source, words[at]) {
                continue;
            }
            let detail = format!("The package version is not pinned, so the newest one is started; pin it {advice}.");
            out.add(&settings[at].pointer, 0.5, &masked::word(&words, at), detail);
        }
    }
}

#[derive(Clone, Copy)]
pub(super) enum Source {
    Npm,
    PyPi,
    Image,
}

/// What a launcher is told to start: which of its words name packages or images.
pub(super) struct Launch {
    source: Source,
    pub(super) specs: Vec<usize>,
}

impl Launch {
    pub(super) fn of(words: &[&str]) -> Option<Self> {
        let first = command::program(words.first()?);
        let second = words.get(1).copied().unwrap_or_default();
        // The launcher, its verb, options that name the package, and options whose value is no package.
        let (source, start, naming, valued): (Source, usize, &[&str], &[&str]) = match (first.as_str(), second) {
            ("npx" | "bunx" | "pnpx", _) => {
                (Source::Npm, 1, &["-p", "--package"], &["--registry", "--cache", "--prefix"])
            }
            ("bun", "x") | ("pnpm" | "yarn", "dlx") | ("npm", "exec" | "x") => {
                (Source::Npm, 2, &["-p", "--package"], &["--registry", "--cache", "--prefix"])
            }
            ("uvx", _) => (Source::PyPi, 1, &["--from", "--with"], UV_VALUES),
            ("uv", "tool") if words.get(2) == Some(&"run") => (Source::PyPi, 3, &["--from", "--with"], UV_VALUES),
            ("pipx", "run") => (Source::PyPi, 2, &["--spec"], &["--python", "--index-url", "--pip-args"]),
            ("docker" | "podman" | "nerdctl", "run") => (Source::Image, 2, &[], IMAGE_VALUES),
            _ => return None,
        };
        let (mut named, mut positional, mut is_named) = (vec![], None, false);
        let mut at = start;
        while at < words.len() && positional.is_none() {
            let word = words[at];
            if naming.contains(&word) {
                named.push(at + 1);
                is_named |= word != "--with";
                at += 1;
            } else if valued.contains(&word) {
                at += 1;
            } else if naming.iter().any(|name| word.strip_prefix(name).is_some_and(|rest| rest.starts_with('='))) {
                named.push(at);
                is_named |= !word.starts_with("--with");
            } else if !word.starts_with('-') {
                positional = Some(at);
            }
            at += 1;
        }
        let mut specs: Vec<usize> = named.into_iter().filter(|at| *at < words.len()).collect();
        // With a named package, the first word is one of its programs.
        specs.extend(positional.filter(|_| !is_named));
        Some(Self { source, specs })
    }
}

pub(super) use crate::words::unpinned::UV_VALUES;

fn is_pinned(source: Source, word: &str) -> bool {
    // `--from=name==1` carries its option along.
    let spec = if word.starts_with('-') { word.split_once('=').map_or(word, |(_, spec)| spec) } else { word };
    let is_local =
        ["./", "../", "/", "~", "file:", ".\\", "C:\\"].iter().any(|start| spec.starts_with(start)) || spec == ".";
    if is_local || spec.contains("${") {
        return true;
    }
    if spec.starts_with("git+") || spec.starts_with("git:") || spec.starts_with("github:") || spec.ends_with(".git") {
        let commit = spec.rsplit(['#', '@']).next().unwrap_or_default();
        return commit.len() == 40 && commit.bytes().all(|b| b.is_ascii_hexdigit());
    }
    match source {
        Source::Npm => {
            spec.get(1..).and_then(|rest| rest.rsplit_once('@')).is_some_and(|(_, version)| is_exact(version, 3))
        }
        Source::PyPi => {
            let version = spec.split_once("==").or_else(|| spec.split_once('@')).map(|(_, version)| version.trim());
            spec.starts_with("https://") || version.is_some_and(|version| is_exact(version.trim_start_matches('='), 1))
        }
        Source::Image => {
            let last = spec.rsplit('/').next().unwrap_or(spec);
            spec.contains("@sha256:") || last.split_once(':').is_some_and(|(_, tag)| !tag.is_empty() && tag != "latest")
        }
    }
}

/// Whether `version` is one version: numbers, at least `parts` of them, with a suffix perhaps.
fn is_exact(version: &str, parts: usize) -> bool {
    let core = version.split(['-', '+']).next().unwrap_or_default();
    let starts_with_digit = |part: &str| part.starts_with(|c: char| c.is_ascii_digit());
    core.split('.').count() >= parts
        && core.split('.').take(parts).all(starts_with_digit)
        && version.chars().all(|c| c.is_ascii_alphanumeric() || ".-+!_".contains(c))
        && !version.contains(".x")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unpinned(line: &str) -> Vec<String> {
        let words: Vec<&str> = line.split(' ').collect();
        let inner = command::unwrapped(&words);
        let Some(launch) = Launch::of(inner) else { return vec![] };
        launch
            .specs
            .iter()
            .map(|at| inner[*at])
            .filter(|spec| !is_pinned(launch.source, spec))
            .map(str::to_owned)
            .collect()
    }

    #[test]
    fn what_floats_is_found() {
        for (line, spec) in [
            ("npx -y pkg", "pkg"),
            ("npx pkg@latest", "pkg@latest"),
            ("npx -y @a/pkg@^1.2.3", "@a/pkg@^1.2.3"),
            ("npx -y @a/pkg@1", "@a/pkg@1"),
            ("npx --package=pkg tool", "--package=pkg"),
            ("cmd /c npx -y pkg", "pkg"),
            ("bunx pkg", "pkg"),
            ("pnpm dlx pkg", "pkg"),
            ("npx -y github:a/b", "github:a/b"),
            ("uvx pkg", "pkg"),
            ("uvx pkg@latest", "pkg@latest"),
            ("uvx --from pkg>=1.0 tool", "pkg>=1.0"),
            ("uvx --from git+https://h/r tool", "git+https://h/r"),
            ("uvx --from git+https://h/r@main tool", "git+https://h/r@main"),
            ("uvx --with extra pkg==1.0", "extra"),
            ("uv tool run pkg", "pkg"),
            ("pipx run pkg", "pkg"),
            ("docker run -i --rm -e KEY img", "img"),
            ("docker run --rm -v /a:/b host:5000/a/img:latest", "host:5000/a/img:latest"),
            ("podman run host:5000/img", "host:5000/img"),
        ] {
            assert_eq!(unpinned(line), [spec], "{line}");
        }
    }

    #[test]
    fn what_is_pinned_or_local_is_left_alone() {
        for line in [
            "npx -y pkg@1.2.3",
            "npx -y @a/pkg@1.2.3-beta.1",
            "npx ./local",
            "npx -y --package pkg@1.2.3 tool --flag",
            "uvx pkg==1.2.3",
            "uvx pkg@1.2.3",
            "uvx --from pkg==1.2 tool",
            "uvx --python 3.12 pkg[cli]==1.2.3",
            "uvx --from git+https://h/r@0123456789abcdef0123456789abcdef01234567 tool",
            "pipx run --spec pkg==1.0 tool",
            "docker run -i --rm img:1.2",
            "docker run img@sha256:0123",
            "node server.js",
            "npx",
            "npx -y",
        ] {
            assert_eq!(unpinned(line), Vec::<String>::new(), "{line}");
        }
    }
}
