//! `vetgate connect`: puts the gateway into a client's configuration, and takes it out again.
//!
//! Guarantees: nothing is changed before a person agreed to what is shown; a copy of what was there is kept; the file is
//! written whole or not at all, with the rights it had.

mod undo;

use crate::cli::Connect;
use crate::client::{self, GATEWAY, Reach, Target};
use crate::consent::Consent;
use crate::console;
use crate::exit::Exit;
use crate::import::{self, Merge, Output};
use crate::source::is_same;
use crate::splice::{self, Edit, Entry};
use crate::{input, preview, rewrite};
use anyhow::{Context, bail};
use std::path::Path;
use vetgate_gateway::config::Config;
use vetgate_mcp::configs::{self, Format};
use vetgate_model::ServerEntry;
use vetgate_report::escape;

/// Connects, or undoes it.
pub(crate) fn run(args: &Connect) -> anyhow::Result<Exit> {
    let file = File::open(client::target(&args.client)?)?;
    if args.undo {
        return undo::run(&file, args);
    }
    if args.url.is_none() && is_same(&file.target.location.path, Path::new(&config_path(args)?)) {
        // The gateway would start itself, and that one itself again.
        bail!(
            "{}: this is the client's own file; create a configuration for the gateway with `vetgate import`",
            file.shown()
        );
    }
    let entry = file.target.client.entry(&reach(args)?)?;
    if let Some(other) = file.servers.iter().find(|server| server.name == GATEWAY && !import::is_gateway(server)) {
        bail!("{}: another server already has the name `{}`; rename it first", file.shown(), other.name);
    }
    let moved = if args.replace { file.others() } else { vec![] };
    let moving = args.replace.then(|| file.moving(args)).transpose()?;
    let removals = moved.iter().map(|server| Edit::Remove(server.name.clone()));
    let edits: Vec<Edit> = [Edit::Put(entry.clone())].into_iter().chain(removals).collect();
    let Some(after) = file.edited(&edits) else { return paste(&file, &entry) };
    let is_done = file.text.as_deref() == Some(after.as_str());
    if is_done {
        console::note(&format!("{}: the gateway is already configured", file.shown()));
        return Ok(Exit::Clean);
    }
    if let Some(Moving { output, merge, text }) = &moving {
        merge.tell();
        if !merge.added.is_empty() {
            print(&output.path, output.text.as_deref().unwrap_or_default(), text)?;
        }
    }
    print(&file.target.location.path, file.text.as_deref().unwrap_or_default(), &after)?;
    if let Some(exit) = decided(args, "Make this change?") {
        return Ok(exit);
    }
    if let Some(Moving { output, merge, text }) = moving
        && !merge.added.is_empty()
    {
        output.write(&text)?;
        console::note(&format!("{}: {} added", output.shown(), merge.added.len()));
    }
    file.replace(&after)?;
    console::note(&format!("{} uses the gateway after a restart", file.target.client.title));
    file.remind(args)?;
    Ok(Exit::Clean)
}

/// What a person, or a flag, says to a change that was shown; nothing means to go on.
fn decided(args: &Connect, question: &str) -> Option<Exit> {
    if args.dry_run {
        return Some(Exit::Clean);
    }
    match Consent::to_change(question, args.yes) {
        Consent::Given => None,
        Consent::Refused | Consent::Nobody => Some(Exit::Incomplete),
    }
}

fn print(path: &Path, before: &str, after: &str) -> anyhow::Result<()> {
    console::print(&preview::diff(path, before, after)).context("the change cannot be shown")
}

/// How the client is to reach the gateway.
fn reach(args: &Connect) -> anyhow::Result<Reach> {
    if let Some(url) = &args.url {
        return Ok(Reach::Url(url.clone()));
    }
    // A client that was started from the desktop does not look where a shell looks.
    let program = std::env::current_exe().context("the path of this program is not known")?;
    let config = config_path(args)?;
    let words = [program.display().to_string(), "serve".into(), "--stdio".into(), "--config".into(), config];
    Ok(Reach::Command(words.to_vec()))
}

fn config_path(args: &Connect) -> anyhow::Result<String> {
    let path = match &args.config {
        Some(path) => std::path::absolute(path).unwrap_or_else(|_| path.clone()),
        None => Config::usual_path(&client::places()?.config),
    };
    Ok(path.display().to_string())
}

/// Says what to paste where an edit could do harm.
fn paste(file: &File, entry: &Entry) -> anyhow::Result<Exit> {
    console::complain(&format!("{}: cannot be edited safely, so nothing was changed; add this to it:", file.shown()));
    let text = match file.target.location.format {
        Format::Yaml => yaml(entry),
        _ => splice::edit(&file.target.location.path, "", file.key, &[Edit::Put(entry.clone())]).unwrap_or_default(),
    };
    console::print(&text).context("the entry cannot be printed")?;
    Ok(Exit::Incomplete)
}

/// The entry in the list of servers of a YAML file. JSON strings and lists are YAML too.
fn yaml(entry: &Entry) -> String {
    let members = entry.value.members().iter().map(|(key, value)| {
        let value = match value.text() {
            Some(text) => serde_json::Value::from(text),
            None => value.elements().iter().filter_map(|element| element.text()).collect(),
        };
        format!("    {key}: {value}\n")
    });
    format!("mcpServers:\n  - name: {}\n{}", entry.name, members.collect::<String>())
}

/// The client's file as it is.
struct File {
    target: Target,
    /// Nothing if there is no file yet.
    text: Option<String>,
    /// Where in it servers stand.
    key: &'static str,
    servers: Vec<ServerEntry>,
}

/// Servers on their way behind the gateway.
struct Moving {
    output: Output,
    merge: Merge,
    /// The gateway's configuration with them.
    text: String,
}

impl File {
    fn open(target: Target) -> anyhow::Result<Self> {
        let path = &target.location.path;
        let text = if path.exists() { Some(input::read_whole(path)?) } else { None };
        let there = text.as_deref().unwrap_or_default();
        let key = splice::key_in(path, there, target.location.keys)
            .context("the client's configuration has no section for servers")?;
        let servers = match configs::parse(path, there) {
            Some(file) => file.entries?,
            None => vec![],
        };
        if let Err(error) = configs::tree(path, there) {
            bail!("{error}");
        }
        Ok(Self { key, servers, text, target })
    }

    fn shown(&self) -> String {
        escape::line(&self.target.location.path.display().to_string()).into_owned()
    }

    fn edited(&self, edits: &[Edit]) -> Option<String> {
        splice::edit(&self.target.location.path, self.text.as_deref().unwrap_or_default(), self.key, edits)
    }

    /// The servers beside the gateway, where it is put.
    fn others(&self) -> Vec<ServerEntry> {
        let place = self.key.split('/').fold(vetgate_model::Pointer::root(), |place, key| place.key(key));
        let is_here = |server: &&ServerEntry| server.pointer == place.key(&server.name);
        self.servers.iter().filter(is_here).filter(|server| server.name != GATEWAY).cloned().collect()
    }

    /// What becomes of the other servers in the gateway's configuration.
    fn moving(&self, args: &Connect) -> anyhow::Result<Moving> {
        let output = Output::at(args.config.as_deref())?;
        let location = &self.target.location;
        let file = configs::ConfigFile {
            client: location.client,
            scope: location.scope,
            path: location.path.clone(),
            entries: Ok(self.others()),
            skipped: vec![],
        };
        let merge = output.merge(import::sources_of(file));
        let text = output.with(&merge)?;
        Ok(Moving { output, merge, text })
    }

    /// Writes `after`, with a copy of what was there beside it.
    fn replace(&self, after: &str) -> anyhow::Result<()> {
        let path = &self.target.location.path;
        let now = if path.exists() { Some(input::read_whole(path)?) } else { None };
        if now != self.text {
            bail!(
                "{}: another program changed it in the meantime, so Vetgate did not write it; try again",
                self.shown()
            );
        }
        // A gateway that is there already was put there over a copy, which still is what was there before.
        let is_first = !self.servers.iter().any(|server| server.name == GATEWAY);
        if self.text.is_some() && (is_first || rewrite::backups(path).is_empty()) {
            let backup = rewrite::back_up(path)?;
            console::note(&format!("{}: backup of the previous version", escape::line(&backup.display().to_string())));
        }
        rewrite::write(path, after, false)?;
        console::note(&format!("{}: written", self.shown()));
        Ok(())
    }

    /// Says what is still to be done.
    fn remind(&self, args: &Connect) -> anyhow::Result<()> {
        if args.url.is_none() && !Path::new(&config_path(args)?).exists() {
            console::note(&format!(
                "{} does not exist yet; `vetgate import` creates it",
                escape::line(&config_path(args)?)
            ));
        }
        let others = self.others().len();
        let elsewhere = self.servers.iter().filter(|server| server.name != GATEWAY).count() - others;
        if elsewhere > 0 {
            let stay = if elsewhere == 1 {
                "1 server was not changed: it is"
            } else {
                &format!("{elsewhere} servers were not changed: they are")
            };
            console::note(&format!("{stay} in another part of the file, such as that of a single project"));
        }
        if !args.replace && others > 0 {
            let (who, them) = match others {
                1 => ("1 other server".to_owned(), "it"),
                _ => (format!("{others} other servers"), "them"),
            };
            console::note(&format!(
                "{who} in the file can still be reached without the gateway; --replace moves {them} behind it"
            ));
        }
        Ok(())
    }
}
