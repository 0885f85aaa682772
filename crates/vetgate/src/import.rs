//! `vetgate import`: takes the servers of clients over into the gateway's configuration.
//!
//! Guarantees: what stands in the configuration already stays byte for byte; no value of a secret is printed; the file is
//! for its owner alone.

mod merge;

pub(crate) use merge::{Merge, Source, is_gateway};

use crate::cli::Import;
use crate::client;
use crate::console;
use crate::exit::Exit;
use crate::source::is_same;
use crate::splice::{self, Edit};
use crate::{input, preview, rewrite};
use anyhow::{Context, anyhow, bail};
use std::path::{Path, PathBuf};
use vetgate_gateway::config::Config;
use vetgate_mcp::configs::{self, ConfigFile, Format, Scope, Value};
use vetgate_model::{ServerEntry, Transport};
use vetgate_report::escape;

/// Where servers stand in the gateway's configuration.
const KEYS: &[&str] = &["mcpServers", "mcp_servers"];

/// Takes over what `args` names.
pub(crate) fn run(args: &Import) -> anyhow::Result<Exit> {
    let output = Output::at(args.output.as_deref())?;
    let mut left_out = false;
    let mut sources = vec![];
    for file in files(&args.clients)? {
        // What Vetgate wrote is no client's.
        if is_same(&file.path, &output.path) {
            continue;
        }
        let problems = file.entries.as_ref().err().into_iter().chain(&file.skipped);
        for problem in problems {
            console::complain(&format!("left out: {problem}"));
            left_out = true;
        }
        sources.extend(sources_of(file));
    }
    if sources.is_empty() {
        console::complain("no client has a server to import");
        return Ok(Exit::Incomplete);
    }
    let merge = output.merge(sources);
    merge.tell();
    let text = output.with(&merge)?;
    let exit = if left_out { Exit::Incomplete } else { Exit::Clean };
    if args.dry_run {
        console::print(&preview::masked(&output.path, &text)).context("the configuration cannot be printed")?;
        return Ok(exit);
    }
    if merge.added.is_empty() {
        console::note(&format!("{}: nothing new", output.shown()));
        return Ok(exit);
    }
    output.write(&text)?;
    let count = merge.added.len();
    console::note(&format!("{}: {count} server{} added", output.shown(), if count == 1 { "" } else { "s" }));
    Ok(exit)
}

/// The files that were asked for, or every client's.
fn files(asked: &[String]) -> anyhow::Result<Vec<ConfigFile>> {
    if asked.is_empty() {
        return Ok(configs::discover(&client::places()?));
    }
    let mut files = vec![];
    for asked in asked {
        if client::is_file(asked) {
            let path = PathBuf::from(asked);
            let text = input::read_whole(&path)?;
            let file = configs::parse(&path, &text).ok_or_else(|| {
                anyhow!(
                    "{}: is not a configuration of MCP servers; expected `mcpServers` or a similar key",
                    path.display()
                )
            })?;
            if let Err(error) = file.entries {
                bail!("{error}");
            }
            files.push(file);
        } else {
            let titles: Vec<&str> = client::named(asked)?.iter().map(|client| client.title).collect();
            let found = configs::discover(&client::places()?);
            files.extend(found.into_iter().filter(|file| titles.contains(&file.client)));
        }
    }
    Ok(files)
}

/// The servers of a file, each as it runs where its client starts it.
pub(crate) fn sources_of(file: ConfigFile) -> Vec<Source> {
    let is_project = file.scope == Scope::Project;
    let project = is_project.then(std::env::current_dir).and_then(Result::ok);
    let tree = input::read_whole(&file.path).ok().and_then(|text| configs::tree(&file.path, &text).ok());
    let entries = file.entries.unwrap_or_default().into_iter();
    entries
        .map(|mut entry| {
            if let (Transport::Stdio { cwd, .. }, Some(project)) = (&mut entry.transport, &project) {
                // A client starts what stands in a project in the project's folder; the gateway is elsewhere.
                let folder = cwd.take().map_or_else(|| project.clone(), |cwd| project.join(cwd));
                *cwd = Some(folder.display().to_string());
            }
            let own = tree.as_ref().and_then(|tree| own_settings(tree, &entry));
            Source { client: file.client, entry, own, is_project }
        })
        .collect()
}

/// What an entry says to the gateway, and to nobody else.
fn own_settings(tree: &Value, entry: &ServerEntry) -> Option<Value> {
    let value = entry.pointer.tokens().try_fold(tree, |value, key| value.get(&key))?;
    value.get(client::GATEWAY).filter(|own| own.is_map()).cloned()
}

/// The gateway's configuration that servers are added to.
#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) path: PathBuf,
    /// Nothing if there is no file yet.
    pub(crate) text: Option<String>,
}

impl Output {
    /// The file at `path`, or at the usual place.
    pub(crate) fn at(path: Option<&Path>) -> anyhow::Result<Self> {
        let path = match path {
            Some(path) => path.to_owned(),
            None => Config::usual_path(&client::places()?.config),
        };
        if Format::of(&path) == Format::Yaml {
            bail!("{}: expected a file name that ends with .json or .toml", path.display());
        }
        let text = if path.exists() { Some(input::read_whole(&path)?) } else { None };
        if let Some(Err(error)) = text.as_deref().map(|text| configs::tree(&path, text)) {
            bail!("{error}");
        }
        Ok(Self { path, text })
    }

    /// What becomes of `sources` beside the servers that are there.
    pub(crate) fn merge(&self, sources: Vec<Source>) -> Merge {
        let text = self.text.as_deref().unwrap_or_default();
        let there = configs::parse(&self.path, text).map(|file| file.entries.unwrap_or_default()).unwrap_or_default();
        Merge::of(there, sources)
    }

    /// The text with what is added.
    pub(crate) fn with(&self, merge: &Merge) -> anyhow::Result<String> {
        let text = self.text.as_deref().unwrap_or_default();
        let key = splice::key_in(&self.path, text, KEYS).unwrap_or(KEYS[0]);
        // A new JSON member becomes the first one; the order of the clients is to stay.
        let puts = merge.added.iter().map(|entry| Edit::Put(entry.clone()));
        let edits: Vec<Edit> = match Format::of(&self.path) {
            Format::Json => puts.rev().collect(),
            _ => puts.collect(),
        };
        splice::edit(&self.path, text, key, &edits).ok_or_else(|| {
            let place = self.path.display();
            anyhow!(
                "{place}: servers cannot be added safely to `{key}` as it is written; name another file with --output"
            )
        })
    }

    /// Writes the text, and says which servers cannot be used yet.
    pub(crate) fn write(&self, text: &str) -> anyhow::Result<()> {
        rewrite::write(&self.path, text, true)?;
        match Config::load(&self.path) {
            Ok(config) => {
                for mistakes in config.servers.values().filter_map(|server| server.transport.as_ref().err()) {
                    mistakes.iter().for_each(|mistake| console::complain(&format!("to do: {mistake}")));
                }
            }
            Err(mistakes) => mistakes.iter().for_each(|mistake| console::complain(&format!("to do: {mistake}"))),
        }
        Ok(())
    }

    /// The path, safe to show.
    pub(crate) fn shown(&self) -> String {
        escape::line(&self.path.display().to_string()).into_owned()
    }
}
