//! Everything that is to be looked at, from every target, as one collection.
//!
//! Guarantees: each target is in the result with its fate; a target that fails does not stop the others; nothing that
//! a configuration names is started or contacted without [`Consent`].

use crate::cli::{self, Targets};
use crate::consent::Consent;
use crate::input::{self, Problem};
use crate::plan::{self, Server};
use crate::roster::Roster;
use crate::target::{self, Wanted};
use crate::{connect, console, declarations};
use anyhow::{anyhow, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;
use vetgate_mcp::Options;
use vetgate_mcp::configs::{self, ConfigFile, Places};
use vetgate_model::json::{Document, Kind};
use vetgate_model::{
    Cap, Definition, DefinitionKind, Inventory, ServerEntry, Target, TargetKind, TargetStatus, Transport,
};
use vetgate_vet::config;
use vetgate_vet::lock::{Identities, identity_of_file};

/// What there is to look at.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    pub(crate) targets: Vec<Target>,
    pub(crate) definitions: Vec<Definition>,
    /// Entries of client configurations by the name of their server in findings.
    pub(crate) entries: Vec<(String, ServerEntry)>,
    /// What the servers are called, and which clients have them.
    pub(crate) roster: Roster,
    /// How each server is reached that was to be asked, by its name in findings.
    pub(crate) transports: BTreeMap<String, Transport>,
    /// The identities of servers that were asked, by their names in findings.
    identities: Identities,
    /// The files that name no server, by the names of their servers in findings.
    files: BTreeMap<String, PathBuf>,
    /// The servers that were seen whole.
    pub(crate) servers: BTreeSet<String>,
    pub(crate) caps: Vec<Cap>,
    /// Something on the command line could not be read.
    pub(crate) unreadable: bool,
    /// Something was not scanned that should have been.
    pub(crate) incomplete: bool,
    /// How many servers were not asked because of a flag or for want of a yes.
    pub(crate) withheld: usize,
}

/// Reads and asks everything that `args` names.
pub(crate) fn gather(args: &Targets, timeout: Option<Duration>) -> anyhow::Result<Gathered> {
    let wanted: Vec<Wanted> =
        args.targets.iter().map(|text| Wanted::of(text)).collect::<Result<_, _>>().map_err(|error| anyhow!(error))?;
    if wanted.iter().filter(|target| **target == Wanted::Stdin).count() > 1 {
        bail!("standard input (`-`) can be read only once");
    }
    let headers = args.headers.iter().map(|text| cli::header(text)).collect::<Result<Vec<_>, _>>();
    let headers = headers.map_err(|error| anyhow!("--header: {error}"))?;
    let mut gathered = Gathered::default();
    let (mut files, mut servers) = (vec![], vec![]);
    if wanted.is_empty() && args.command.is_empty() {
        files = gathered.discover()?;
    }
    let names = file_names(&wanted);
    for (target, name) in wanted.iter().zip(names) {
        match target {
            Wanted::Stdin => files.extend(gathered.read(None, &name)),
            Wanted::File(path) => files.extend(gathered.read(Some(path), &name)),
            Wanted::Url(url) => servers.push(Server::url(url, &headers)),
        }
    }
    if !args.command.is_empty() {
        servers.push(Server::command(&args.command));
    }
    let configured = plan::configured(&files, servers);
    let mut servers = configured.servers;
    let labels: Vec<String> = servers.iter().map(|server| server.name().to_owned()).collect();
    // A server must not share the label of a file, or be taken for the server that the file describes.
    distinguish(&mut servers, &gathered.servers);
    gathered.entries = configured.entries;
    for (label, server) in labels.iter().zip(&servers).filter(|(_, server)| server.needs_consent) {
        let entry = gathered.entries.iter_mut().find(|(other, _)| other == label);
        entry.into_iter().for_each(|(label, _)| server.name().clone_into(label));
    }
    gathered.ask(&mut servers, args, timeout)?;
    for server in &servers {
        let label = server.name();
        for (name, client) in &server.called {
            gathered.roster.add(label, name, client.as_deref());
        }
        gathered.transports.insert(label.to_owned(), server.transport.clone());
        gathered.identities.insert(label.to_owned(), server.identity.clone());
    }
    gathered.targets.extend(servers.into_iter().map(|server| server.target));
    gathered.targets.extend(configured.left_alone);
    Ok(gathered)
}

impl Gathered {
    /// The identities of servers by their names in findings, for the lock at `lock`.
    pub(crate) fn identities(&self, lock: &Path) -> Identities {
        let files = self.files.iter().map(|(name, path)| (name.clone(), identity_of_file(&relative(path, lock))));
        self.identities.clone().into_iter().chain(files).collect()
    }

    /// The exit code needs to know; the reader gets a line on standard error and one in coverage.
    fn note(&mut self, problem: &Problem) {
        console::complain(&problem.to_string());
        self.caps.push(Cap::new("input.unreadable", &problem.place, &problem.message));
        self.unreadable = true;
    }

    fn discover(&mut self) -> anyhow::Result<Vec<ConfigFile>> {
        let project = std::env::current_dir().ok();
        let places = Places::from_environment(|name| std::env::var(name).ok(), project.as_deref())
            .ok_or_else(|| anyhow!("this user has no home folder to look for MCP clients in; name a target"))?;
        let files = configs::discover(&places);
        if files.is_empty() {
            console::note("No MCP client configuration was found; name a file, a URL or a command to scan.");
        }
        for file in &files {
            if let Some(problem) = self.configuration(file) {
                self.incomplete = true;
                self.targets.last_mut().into_iter().for_each(|target| target.detail = Some(problem.clone()));
            }
        }
        Ok(files)
    }

    /// Adds the target for a configuration file; the error, if it cannot be read.
    fn configuration(&mut self, file: &ConfigFile) -> Option<String> {
        let error = file.entries.as_ref().err().map(ToString::to_string);
        let path = file.path.display().to_string();
        self.targets.push(Target {
            target: if file.client == "file" { path } else { format!("{path} ({})", file.client) },
            kind: TargetKind::Config,
            server: None,
            status: if error.is_some() { TargetStatus::Failed } else { TargetStatus::Scanned },
            tools: 0,
            detail: error.clone(),
        });
        for skipped in &file.skipped {
            let text = skipped.to_string();
            let (place, detail) = text.split_once(": ").unwrap_or((&text, ""));
            self.caps.push(Cap::new("config.entry", place, format!("not understood: {detail}")));
        }
        error
    }

    /// Reads a file of definitions; a client configuration is handed back.
    fn read(&mut self, path: Option<&Path>, server: &str) -> Option<ConfigFile> {
        let shown = path.map_or_else(|| "-".to_owned(), |path| path.display().to_string());
        let text = match input::read(path) {
            Ok(text) => text,
            Err(problem) => {
                // What was meant as a URL or a variable may hold a password.
                let shown = config::without_credentials(&shown);
                let problem = Problem::new(config::without_credentials(&problem.place), problem.message);
                self.note(&problem);
                self.targets.push(file_target(&shown, TargetStatus::Failed, Some(problem.message)));
                return None;
            }
        };
        if let Some(file) = configuration(path, &text.text) {
            let error = self.configuration(&file);
            if let Some(error) = error {
                let (place, message) = error.split_once(": ").unwrap_or((&shown, &error));
                self.note(&Problem::new(place, message));
            }
            let is_beside = Document::parse(&text.text).is_ok_and(|document| declarations::is_beside(document.root()));
            if is_beside {
                self.declare(&shown, server, path, &text, Some(&shown));
            }
            return Some(file);
        }
        self.declare(&shown, server, path, &text, None);
        None
    }

    /// Adds the definitions in a file, which may be the configuration of a `client` too.
    fn declare(&mut self, shown: &str, server: &str, path: Option<&Path>, text: &input::Text, client: Option<&str>) {
        let declared = declarations::read(shown, server, &text.text);
        self.caps.extend(declared.caps);
        for problem in text.left_out.iter().chain(&declared.problems) {
            self.note(problem);
        }
        let has_problem = !text.left_out.is_empty() || !declared.problems.is_empty();
        let is_failed = has_problem && declared.definitions.is_empty();
        let detail = has_problem.then(|| "parts of it cannot be read; see the coverage record".to_owned());
        let status = if is_failed { TargetStatus::Failed } else { TargetStatus::Scanned };
        let mut target = file_target(shown, status, detail);
        target.tools = tools(&declared.definitions);
        let mut names = declared.servers.iter();
        target.server = names.next().filter(|_| names.next().is_none()).cloned();
        self.targets.push(target);
        self.definitions.extend(declared.definitions);
        for label in &declared.servers {
            // Files whose names collide go by their paths, and folders do not tell what a server is.
            let stem = target::file_name(Path::new(shown));
            self.roster.add(label, if label == shown { &stem } else { label }, client);
        }
        if let Some(path) = path.filter(|_| declared.is_named_by_file) {
            self.files.insert(server.to_owned(), path.to_owned());
        }
        self.servers.extend(declared.servers);
    }

    /// Asks the servers that may be asked.
    fn ask(&mut self, servers: &mut [Server], args: &Targets, timeout: Option<Duration>) -> anyhow::Result<()> {
        let consent = if args.no_exec { Consent::Given } else { Consent::ask(servers, args.yes) };
        let mut asked: Vec<(usize, (String, Transport))> = vec![];
        for (index, server) in servers.iter_mut().enumerate() {
            let is_refused = server.needs_consent && consent != Consent::Given;
            let reason = if args.no_exec {
                "skipped: --no-exec".to_owned()
            } else if let Some(obstacle) = server.obstacle() {
                self.incomplete = true;
                server.target.status = TargetStatus::Failed;
                obstacle
            } else if is_refused && consent == Consent::Nobody {
                self.incomplete = true;
                "skipped: there is no terminal for the question, and --yes was not given".to_owned()
            } else if is_refused {
                "skipped: you did not confirm".to_owned()
            } else {
                asked.push((index, (server.name().to_owned(), server.transport.clone())));
                continue;
            };
            self.withheld += usize::from(server.target.status == TargetStatus::Skipped);
            server.target.detail = Some(reason);
        }
        let resolved = servers.iter().flat_map(|server| server.resolved.iter().cloned()).collect();
        let options = Options { resolved, ..connect::options(timeout) };
        let (indices, transports): (Vec<usize>, Vec<(String, Transport)>) = asked.into_iter().unzip();
        let answers = connect::connect(&transports, &options, usize::from(args.jobs))?;
        for (index, answer) in indices.iter().zip(&answers) {
            if let Ok(Inventory { own_name: Some(name), .. }) = answer {
                servers[*index].add_own_name(name);
            }
        }
        distinguish(servers, &self.servers);
        for (index, answer) in indices.into_iter().zip(answers) {
            let server = &mut servers[index];
            match answer {
                Ok(inventory) => {
                    let inventory = inventory.renamed(server.name());
                    server.target.status = TargetStatus::Scanned;
                    server.target.tools = tools(&inventory.definitions);
                    self.servers.insert(server.name().to_owned());
                    self.definitions.extend(inventory.definitions);
                    self.caps.extend(inventory.caps);
                }
                Err(error) => {
                    self.incomplete = true;
                    server.target.status = TargetStatus::Failed;
                    let text = error.to_string().lines().collect::<Vec<_>>().join(" ");
                    // A default of a reference is part of what is written, and of what is started without a mark.
                    let text = config::without_secrets_of(&server.written, &text);
                    server.target.detail = Some(config::without_secrets_of(&server.transport, &text));
                }
            }
        }
        Ok(())
    }
}

/// The client configuration in `text`, if it is one and not a list of definitions.
fn configuration(path: Option<&Path>, text: &str) -> Option<ConfigFile> {
    /// No configuration is larger.
    const MOST: usize = 8 << 20;
    let path = path.unwrap_or(Path::new("-"));
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
    if matches!(extension.as_str(), "toml" | "yaml" | "yml") {
        return configs::parse(path, text);
    }
    let mentions = ["ervers", "\"mcp\""].iter().any(|word| text.contains(word));
    if !mentions || text.len() > MOST || input::has_lines_extension(path) {
        return None;
    }
    match Document::parse(text) {
        Ok(document) => {
            let root = document.root();
            let certain = ["mcpServers", "mcp_servers", "context_servers"].iter().any(|key| root.get(key).is_some());
            (root.kind() == Kind::Object && (certain || !declarations::is_declaration(root)))
                .then(|| configs::parse(path, text))
                .flatten()
        }
        // With comments it can only be a configuration; with several documents, only definitions.
        Err(_) => {
            let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
            if input::is_document(first) { None } else { configs::parse(path, text) }
        }
    }
}

/// The path of a file relative to the folder of `lock`, with `/` between its parts: the same however it was written.
fn relative(path: &Path, lock: &Path) -> String {
    let folder = |path: &Path| {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        parent.canonicalize().or_else(|_| std::path::absolute(parent)).unwrap_or_else(|_| parent.to_owned())
    };
    let (file, base) = (folder(path), folder(lock));
    let common = file.components().zip(base.components()).take_while(|(one, other)| one == other).count();
    let up = base.components().skip(common).map(|_| "..".to_owned());
    let down = file.components().skip(common).map(|part| part.as_os_str().to_string_lossy().into_owned());
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    up.chain(down).chain(name).collect::<Vec<String>>().join("/")
}

fn file_target(shown: &str, status: TargetStatus, detail: Option<String>) -> Target {
    Target { target: shown.to_owned(), kind: TargetKind::File, server: None, status, tools: 0, detail }
}

fn tools(definitions: &[Definition]) -> usize {
    definitions.iter().filter(|definition| definition.kind() == DefinitionKind::Tool).count()
}

/// What each target's server is called unless the file says: the stem, or the path where stems collide.
fn file_names(wanted: &[Wanted]) -> Vec<String> {
    let stem = |target: &Wanted| match target {
        Wanted::File(path) => target::file_name(path),
        Wanted::Stdin | Wanted::Url(_) => "stdin".to_owned(),
    };
    let mut count: BTreeMap<String, BTreeSet<&PathBuf>> = BTreeMap::new();
    for target in wanted {
        if let Wanted::File(path) = target {
            count.entry(stem(target)).or_default().insert(path);
        }
    }
    let name = |target: &Wanted| match target {
        Wanted::File(path) if count.get(&stem(target)).is_some_and(|paths| paths.len() > 1) => {
            path.display().to_string()
        }
        _ => stem(target),
    };
    wanted.iter().map(name).collect()
}

/// Numbers servers that would go by one name, or by one that is `taken`.
fn distinguish(servers: &mut [Server], taken: &BTreeSet<String>) {
    let mut taken = taken.clone();
    for server in servers {
        let name = server.name().to_owned();
        let numbered = std::iter::once(name.clone()).chain((2..).map(|number| format!("{name} ({number})")));
        if let Some(free) = numbered.into_iter().find(|name| !taken.contains(name)) {
            taken.insert(free.clone());
            server.target.server = Some(free);
        }
    }
}
