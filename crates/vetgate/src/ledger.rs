//! The ledger in the data folder, as commands use it: beside a gateway that runs, or without one.

use crate::cli::Place;
use crate::{serve, shell};
use anyhow::{Context, anyhow};
use std::path::{Path, PathBuf};
use vetgate_gateway::config::Config;
use vetgate_ledger::store::{Reading, Store as _};
use vetgate_ledger::{Durability, Ledger, Options, ServerKey, Sqlite, Standing};

/// The ledger that a command is about.
pub(crate) struct Holding {
    /// Where its files are.
    pub(crate) folder: PathBuf,
    /// The configuration that it belongs to, where one is at hand.
    pub(crate) config: Option<Config>,
    /// What other commands need to find it; empty if they find it without.
    flag: String,
}

impl Holding {
    /// The ledger at `place`. There must be one.
    pub(crate) fn at(place: &Place) -> anyhow::Result<Self> {
        let config = config(place)?;
        let configured = config.as_ref().and_then(|config| config.gateway.data_dir.clone());
        let folder = match place.data_dir.clone().or(configured) {
            Some(folder) => folder,
            None => serve::data_dir()?,
        };
        let is_named = place.data_dir.is_some() || place.config.is_some();
        let flag = if is_named { data_dir_flag(&folder) } else { String::new() };
        let holding = Self { folder, config, flag };
        if !holding.file().exists() {
            vetgate_ledger::check_presence(&holding.folder)?;
            return Err(anyhow!(
                "{}: there is no ledger here; `vetgate serve` and `vetgate run` create one at the start, and --data-dir \
                 names another folder",
                holding.folder.display()
            ));
        }
        Ok(holding)
    }

    /// Reads what is committed.
    pub(crate) fn reader(&self) -> anyhow::Result<Box<dyn Reading>> {
        self.store()?.reader().with_context(|| self.place())
    }

    /// Reads what is committed now, whatever is written later.
    pub(crate) fn snapshot(&self) -> anyhow::Result<Box<dyn Reading>> {
        self.store()?.snapshot().with_context(|| self.place())
    }

    /// Opens it to write.
    pub(crate) fn open(&self) -> anyhow::Result<Ledger> {
        Ledger::open(&self.folder, Box::new(self.store()?), Options::default()).with_context(|| self.place())
    }

    /// Where everything stands.
    pub(crate) fn standings(&self) -> anyhow::Result<Vec<Standing>> {
        self.reader()?.standings().with_context(|| self.place())
    }

    /// Whether the configuration has the server's name and reaches another server by it.
    pub(crate) fn is_former(&self, server: &ServerKey) -> bool {
        self.configured(&server.name).is_some_and(|identity| identity != server.identity)
    }

    /// The identity that the configuration gives the server of this name.
    pub(crate) fn configured(&self, name: &str) -> Option<String> {
        let server = self.config.as_ref()?.servers.get(name)?;
        Some(ServerKey::of(name, server.transport.as_ref().ok()?.expose()).identity)
    }

    /// A command about this ledger, to be typed: `vetgate tools --pending --data-dir /srv/vetgate`.
    pub(crate) fn command(&self, words: &str) -> String {
        format!("vetgate {words}{}", self.flag)
    }

    /// The file, for messages.
    pub(crate) fn place(&self) -> String {
        self.file().display().to_string()
    }

    fn file(&self) -> PathBuf {
        self.folder.join(vetgate_ledger::DATABASE)
    }

    fn store(&self) -> anyhow::Result<Sqlite> {
        Sqlite::open(&self.file(), Durability::Process).with_context(|| self.place())
    }
}

/// The configuration that is named; else the usual one, unless the folder is named and nothing has to be looked up.
fn config(place: &Place) -> anyhow::Result<Option<Config>> {
    let load = |path: &Path| Config::load(path).map(Some).map_err(|mistakes| anyhow!("{mistakes}"));
    match &place.config {
        Some(path) => load(path),
        None if place.data_dir.is_some() => Ok(None),
        None => match serve::usual_config() {
            Ok(path) if path.exists() => load(&path),
            _ => Ok(None),
        },
    }
}

/// ` --data-dir FOLDER`, or nothing if commands look there without it.
pub(crate) fn data_dir_flag(folder: &Path) -> String {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    match usual_folder() {
        Some(usual) if real(&usual) == real(folder) => String::new(),
        _ => format!(" --data-dir {}", shell::word(&folder.display().to_string())),
    }
}

/// Where commands look that are told nothing.
fn usual_folder() -> Option<PathBuf> {
    let configured = match serve::usual_config() {
        Ok(path) if path.exists() => Config::load(&path).ok()?.gateway.data_dir,
        _ => None,
    };
    configured.or_else(|| serve::data_dir().ok())
}
