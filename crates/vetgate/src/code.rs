//! The source of the servers that are asked, for `scan` and `classify`: named with `--source`, or found by itself where
//! a server is started from a local path.
//!
//! Guarantees: nothing of it is run; of a server whose source is not found nothing is said differently; a tool that
//! `--source` was meant for and whose code is not in it is named as not analyzed.

use crate::analyze::{read, walk};
use crate::capability::Server;
use crate::gather::Gathered;
use crate::input::Problem;
use crate::words::launchers::RUNS;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use vetgate_capability::HandlerCalls;
use vetgate_model::{Cap, Transport};
use vetgate_sensitive::{Detector, Grade, Masker};
use vetgate_source::form::Language;

/// The detector of secrets in source: its tables are made once.
static DETECTOR: LazyLock<Detector> = LazyLock::new(Detector::new);

/// What the code of tools reaches, by server.
#[derive(Default)]
pub(crate) struct Code {
    /// One source for all servers, given by a person.
    given: Option<Source>,
    /// Sources by the label of their server.
    found: BTreeMap<String, Source>,
}

/// One source that was read.
struct Source {
    path: PathBuf,
    /// The handler of each tool, by the tool's name; nothing where the code was not found.
    tools: BTreeMap<String, Option<Handler>>,
    /// That something was left out.
    caps: Vec<Cap>,
}

/// The code of one tool.
struct Handler {
    calls: HandlerCalls,
    /// The source of the function, with a mask for every secret in it.
    source: String,
}

impl Code {
    /// The source of the function that handles a tool, with its secrets masked.
    pub(crate) fn handler(&self, server: &str, tool: &str) -> Option<&str> {
        let source = self.given.as_ref().or_else(|| self.found.get(server))?;
        source.tools.get(tool)?.as_ref().map(|handler| handler.source.as_str())
    }

    /// Reads the source at `given`, or else those that the commands of servers name.
    pub(crate) fn of(given: Option<&Path>, gathered: &Gathered) -> Result<Self, Problem> {
        if let Some(path) = given {
            return Ok(Self { given: Some(Source::read(path)?), found: BTreeMap::new() });
        }
        let mut found = BTreeMap::new();
        for (label, transport) in &gathered.transports {
            if let Some(path) = local(transport)
                && let Ok(source) = Source::read(&path)
            {
                found.insert(label.clone(), source);
            }
        }
        Ok(Self { given: None, found })
    }

    /// Holds what is said of the tools against their code, and tells what was read and what was not found.
    pub(crate) fn confirm(&self, servers: &mut [Server<'_>]) -> Vec<Cap> {
        let mut caps = vec![];
        for server in servers.iter_mut() {
            let Some(source) = self.given.as_ref().or_else(|| self.found.get(server.name)) else { continue };
            let mut missing = vec![];
            for (tool, said) in &mut server.tools {
                match source.tools.get(tool.name()) {
                    Some(Some(handler)) => *said = said.clone().confirmed_by_source(&handler.calls),
                    _ => missing.push(tool.name()),
                }
            }
            let (all, path) = (server.tools.len(), source.path.display());
            if missing.len() < all {
                let detail = format!("the code of {} of {all} tools was read from {path}", all - missing.len());
                caps.push(Cap::new("source.read", server.name, detail));
            }
            if !missing.is_empty() && self.given.is_some() {
                let detail = format!("not analyzed, because no code was found in {path}: {}", missing.join(", "));
                caps.push(Cap::new("source.unmatched", server.name, detail));
            }
            if self.given.is_some() {
                caps.extend(source.caps.iter().cloned());
            }
        }
        caps
    }
}

impl Source {
    fn read(path: &Path) -> Result<Self, Problem> {
        let walked = walk::walk(path)?;
        let mut caps = walked.caps;
        let Some(analysis) = read(&walked.tree) else {
            return Err(Problem::new(path.display().to_string(), "the analysis failed"));
        };
        for file in analysis.files.iter().filter_map(|file| Some((file, file.unread.as_ref()?))) {
            caps.push(Cap::new("source.unread", &*file.0.path, format!("not analyzed: {}", file.1)));
        }
        let handler = |tool: &vetgate_source::Tool| {
            let place = tool.handler.as_ref()?;
            let text = walked.tree.text(&place.file).unwrap_or_default();
            let source = text.get(place.span.start as usize..place.span.end as usize).unwrap_or_default();
            Some(Handler { calls: tool.handler_calls()?, source: masked(source) })
        };
        let tools = analysis.tools.iter().map(|tool| (tool.name.to_string(), handler(tool))).collect();
        Ok(Self { path: path.to_owned(), tools, caps })
    }
}

/// `source` with a mask for every secret in it, since it may be shown to a model elsewhere.
fn masked(source: &str) -> String {
    let redacted = DETECTOR.redact(source.as_bytes(), Masker::redact(), Grade::Low);
    String::from_utf8_lossy(&redacted).into_owned()
}

/// Options that name the folder of a project.
const FOLDERS: &[&str] = &["--directory", "--project", "--prefix", "--from"];
/// Files that lie at the root of a project.
const MARKS: &[&str] = &["package.json", "pyproject.toml", "setup.py"];
/// How far above a file the root of its project is looked for.
const LEVELS: usize = 4;

/// The source that a command starts, where that lies on this machine.
fn local(transport: &Transport) -> Option<PathBuf> {
    let Transport::Stdio { command, args, cwd, .. } = transport else { return None };
    let base = PathBuf::from(cwd.as_deref().unwrap_or("."));
    let here = |word: &str| Some(base.join(word)).filter(|path| path.exists());
    let program = command.rsplit(['/', '\\']).next().unwrap_or_default().trim_end_matches(".exe");
    if Language::of(command).is_some() {
        return here(command).map(project);
    }
    if !RUNS.contains(&program) && !program.starts_with("python3.") {
        return None;
    }
    for pair in args.windows(2).filter(|pair| FOLDERS.contains(&pair[0].as_str())) {
        if let Some(folder) = here(&pair[1]).filter(|path| path.is_dir()) {
            return Some(folder);
        }
    }
    let is_path = |word: &&String| word.starts_with(['.', '/']) || Language::of(word).is_some();
    let path = args.iter().filter(is_path).find_map(|word| here(word))?;
    if path.is_dir() {
        return MARKS.iter().any(|mark| path.join(mark).is_file()).then_some(path);
    }
    Language::of(&path.to_string_lossy()).map(|_| project(path))
}

/// The project that a file belongs to, or the file itself: a folder that is no project may be a home.
fn project(file: PathBuf) -> PathBuf {
    let mut above = file.parent().into_iter().flat_map(Path::ancestors).take(LEVELS);
    let root = above.find(|folder| MARKS.iter().any(|mark| folder.join(mark).is_file())).map(Path::to_owned);
    root.filter(|root| !root.as_os_str().is_empty()).unwrap_or(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn started(words: &[&str]) -> Option<PathBuf> {
        let (command, args) = words.split_first().unwrap();
        let args = args.iter().map(|word| (*word).to_owned()).collect();
        local(&Transport::Stdio { command: (*command).to_owned(), args, env: BTreeMap::new(), cwd: None })
    }

    #[test]
    fn the_source_of_a_local_server_is_found_by_its_command() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        std::fs::create_dir_all(root.join("node/dist")).unwrap();
        for (file, text) in [("node/package.json", "{}"), ("node/dist/index.js", ""), ("lone.py", "")] {
            std::fs::write(root.join(file), text).unwrap();
        }
        let path = |file: &str| root.join(file).display().to_string();
        assert_eq!(started(&["node", &path("node/dist/index.js")]), Some(root.join("node")));
        assert_eq!(started(&["npx", "-y", &path("node")]), Some(root.join("node")));
        assert_eq!(started(&["python3.12", &path("lone.py"), "--port", "1"]), Some(root.join("lone.py")));
        assert_eq!(started(&["uv", "--directory", &path("node"), "run", "x"]), Some(root.join("node")));
        assert_eq!(started(&["npx", "-y", "@acme/server"]), None);
        assert_eq!(started(&["cat", &path("lone.py")]), None);
    }
}
