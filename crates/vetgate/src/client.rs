//! The MCP clients by the names that people type, and how each writes an entry.
//!
//! To add a client, add its row to `data/clients.tsv`; its files are in `data/client_files.tsv` of `vetgate-mcp`.

use crate::nearest;
use crate::splice::{Entry, flag, list, text};
use anyhow::{anyhow, bail};
use std::path::Path;
use vetgate_mcp::configs::{self, Location, Places, Scope};

/// The name of the gateway among a client's servers.
pub(crate) const GATEWAY: &str = "vetgate";

/// One client.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Client {
    /// As it is typed.
    name: &'static str,
    /// As it is shown.
    pub(crate) title: &'static str,
    local: Local,
    /// The key of the URL in an entry with a URL. Nothing if the client's file takes commands only.
    url: &'static str,
    /// The `type` of such an entry, if it has one.
    kind: &'static str,
}

/// How a client writes a command.
#[derive(Debug, Clone, Copy)]
enum Local {
    /// `command` and `args`.
    Plain,
    /// With `type`.
    Typed,
    /// The command and its arguments as one list, with `type`.
    Listed,
}

// Every client: `CLIENTS`.
include!(concat!(env!("OUT_DIR"), "/clients.rs"));

/// How a client reaches the gateway.
#[derive(Debug, Clone)]
pub(crate) enum Reach {
    /// By a process that it starts.
    Command(Vec<String>),
    /// By its address.
    Url(String),
}

impl Client {
    /// The gateway's entry as this client writes it.
    pub(crate) fn entry(&self, reach: &Reach) -> anyhow::Result<Entry> {
        let members = match reach {
            Reach::Url(url) => {
                if self.url.is_empty() {
                    bail!(
                        "the configuration of {} supports only commands; omit --url, so that it starts the gateway",
                        self.title
                    )
                }
                let kind = (!self.kind.is_empty()).then(|| ("type", text(self.kind)));
                kind.into_iter().chain([(self.url, text(url))]).collect()
            }
            Reach::Command(words) => {
                let (command, args) = words.split_first().map_or(("", &[][..]), |(command, args)| (command, args));
                match self.local {
                    Local::Plain => vec![("command", text(command)), ("args", list(args))],
                    Local::Typed => vec![("type", text("stdio")), ("command", text(command)), ("args", list(args))],
                    Local::Listed => vec![("type", text("local")), ("command", list(words)), ("enabled", flag(true))],
                }
            }
        };
        Ok(Entry::new(GATEWAY, members))
    }
}

/// The names, for help and messages.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    CLIENTS.iter().map(|client| client.name)
}

/// A file of a client that was asked for.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    pub(crate) client: Client,
    pub(crate) location: Location,
}

/// Where clients keep their files, with the current folder as the project.
pub(crate) fn places() -> anyhow::Result<Places> {
    let project = std::env::current_dir().ok();
    Places::from_environment(|name| std::env::var(name).ok(), project.as_deref())
        .ok_or_else(|| anyhow!("there is no home folder to look in; name a file"))
}

/// Whether somebody who types `asked` means a file and not a client.
pub(crate) fn is_file(asked: &str) -> bool {
    asked.contains(['/', '\\', '.']) || Path::new(asked).is_file()
}

/// The clients that `asked` may mean: one, or all whose name starts with it.
pub(crate) fn named(asked: &str) -> anyhow::Result<Vec<Client>> {
    let given = asked.to_lowercase().replace([' ', '_'], "-");
    let starts = |client: &&Client| client.name.strip_prefix(&*given).is_some_and(|rest| rest.starts_with('-'));
    let exact: Vec<Client> = CLIENTS.iter().filter(|client| client.name == given).copied().collect();
    let found = if exact.is_empty() { CLIENTS.iter().filter(starts).copied().collect() } else { exact };
    if found.is_empty() {
        let fitting: Vec<&str> = names().filter(|name| name.starts_with(&*given)).collect();
        let hint = match nearest::closest(&given, names()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if !fitting.is_empty() => format!("names that start with it: {}", fitting.join(", ")),
            None => format!("known clients: {}", names().collect::<Vec<_>>().join(", ")),
        };
        bail!("there is no client `{}`; {hint}", vetgate_report::escape::cut(asked, 40));
    }
    Ok(found)
}

/// The one file that `asked` stands for: a file, or the user's own file of a client.
pub(crate) fn target(asked: &str) -> anyhow::Result<Target> {
    if is_file(asked) {
        return of_file(Path::new(asked));
    }
    let places = places()?;
    let targets: Vec<Target> = named(asked)?
        .into_iter()
        .filter_map(|client| Some(Target { client, location: usual(&client, &places)? }))
        .collect();
    let there: Vec<&Target> = targets.iter().filter(|target| target.location.path.exists()).collect();
    match (&targets[..], &there[..]) {
        ([one], _) => Ok(one.clone()),
        (_, [one]) => Ok((*one).clone()),
        _ => {
            let names: Vec<&str> = targets.iter().map(|target| target.client.name).collect();
            bail!("`{asked}` can mean {}; use the full name", names.join(" or "))
        }
    }
}

fn of_file(path: &Path) -> anyhow::Result<Target> {
    let location = Location::of(path).ok_or_else(|| {
        let place = path.display();
        anyhow!("{place}: no known client reads this file, so its format is unknown")
    })?;
    let client = CLIENTS.iter().find(|client| client.title == location.client);
    let client = *client.ok_or_else(|| anyhow!("the client {} is unknown", location.client))?;
    Ok(Target { client, location })
}

/// The user's own file of a client: the first that exists among those that are called alike, or else the first.
fn usual(client: &Client, places: &Places) -> Option<Location> {
    let all = configs::locations(places);
    let own: Vec<&Location> =
        all.iter().filter(|location| location.client == client.title && location.scope == Scope::User).collect();
    let first = own.first()?;
    let alike = own.iter().filter(|location| location.path.file_stem() == first.path.file_stem());
    let there = alike.into_iter().find(|location| location.path.is_file());
    Some((*there.unwrap_or(first)).clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::splice::{self, Edit};
    use std::collections::BTreeSet;
    use vetgate_mcp::configs::{Format, System};
    use vetgate_model::Transport;

    fn all_locations() -> Vec<Location> {
        let systems = [System::Linux, System::MacOs, System::Windows];
        let under = |system| configs::locations(&Places::under(system, Path::new("/h"), Some(Path::new("/p"))));
        systems.into_iter().flat_map(under).collect()
    }

    #[test]
    fn every_client_whose_files_are_known_has_a_row() {
        let known: BTreeSet<&str> = all_locations().iter().map(|location| location.client).collect();
        let rows: BTreeSet<&str> = CLIENTS.iter().map(|client| client.title).collect();
        assert_eq!(rows, known);
    }

    #[test]
    fn what_is_written_for_a_client_is_read_back_as_what_it_was() {
        let words = ["/bin/vetgate", "serve", "--stdio"].map(str::to_owned).to_vec();
        let stdio = Transport::Stdio {
            command: "/bin/vetgate".into(),
            args: vec!["serve".into(), "--stdio".into()],
            env: Default::default(),
            cwd: None,
        };
        let url = "http://127.0.0.1:7332/mcp".to_owned();
        let http = Transport::Http { url: url.clone(), headers: Default::default(), sse: false };
        let locations = all_locations();
        for client in CLIENTS {
            let location = locations.iter().find(|location| location.client == client.title).unwrap();
            if location.format == Format::Yaml {
                continue;
            }
            for (reach, expected) in [(Reach::Command(words.clone()), &stdio), (Reach::Url(url.clone()), &http)] {
                let Ok(entry) = client.entry(&reach) else { continue };
                let text = splice::edit(&location.path, "", location.keys[0], &[Edit::Put(entry)]).unwrap();
                let file = configs::parse(&location.path, &text).unwrap();
                assert_eq!(&file.entries.unwrap()[0].transport, expected, "{text}");
            }
        }
    }

    #[test]
    fn a_client_is_found_by_its_name_or_the_start_of_it() {
        let titles =
            |asked: &str| named(asked).map(|found| found.iter().map(|client| client.title).collect::<Vec<_>>());
        assert_eq!(titles("Cursor").unwrap(), ["Cursor"]);
        assert_eq!(titles("claude").unwrap(), ["Claude Desktop", "Claude Code"]);
        assert_eq!(titles("vscode").unwrap(), ["VS Code"]);
        assert_eq!(titles("lm studio").unwrap(), ["LM Studio"]);
        assert_eq!(titles("curser").unwrap_err().to_string(), "there is no client `curser`; did you mean `cursor`?");
        assert!(
            titles("entirely-else").unwrap_err().to_string().contains("known clients: claude-desktop, claude-code")
        );
        assert!(is_file("./x") && is_file("mcp.json") && !is_file("cursor"));
    }
}
