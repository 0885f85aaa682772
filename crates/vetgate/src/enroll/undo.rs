//! Takes the gateway out of a client's file again.
//!
//! A backup is put back only if the file is exactly what `vetgate connect` made of it. That is found out by doing it
//! again: the entry that stands in the file is put into the backup, and the outcome compared with the file.

use super::{File, decided, print};
use crate::cli::Connect;
use crate::client::GATEWAY;
use crate::exit::Exit;
use crate::splice::{self, Edit, Entry};
use crate::{console, import, input, rewrite};
use anyhow::Context;
use std::path::{Path, PathBuf};
use vetgate_mcp::configs;
use vetgate_report::escape;

/// What undoing comes to.
enum Way {
    /// The file is what was made of this backup.
    Restore(PathBuf, String),
    /// The file was made from nothing.
    Delete,
    /// The file was changed since; this is it without the gateway.
    Remove(String),
}

pub(super) fn run(file: &File, args: &Connect) -> anyhow::Result<Exit> {
    let path = &file.target.location.path;
    let text = file.text.as_deref().unwrap_or_default();
    let ours = file.servers.iter().any(|server| server.name == GATEWAY && import::is_gateway(server));
    let entry = splice::find(path, text, file.key, GATEWAY).filter(|_| ours);
    let Some(entry) = entry else {
        console::note(&format!("{}: the gateway is not in it, so there is nothing to undo", file.shown()));
        return Ok(Exit::Clean);
    };
    let Some(way) = way(file, text, &entry)? else {
        console::complain(&format!("{}: cannot be edited safely; remove the entry `{GATEWAY}` by hand", file.shown()));
        return Ok(Exit::Incomplete);
    };
    let (after, question) = match &way {
        Way::Restore(_, backup) => (backup.as_str(), "Restore the previous version?"),
        Way::Delete => ("", "Delete it, because it did not exist before?"),
        Way::Remove(after) => (after.as_str(), "Remove the gateway?"),
    };
    print(path, text, after)?;
    if let Way::Remove(_) = &way {
        console::note(&format!("{}: was changed since, so only the gateway is removed", file.shown()));
    }
    if let Some(exit) = decided(args, question) {
        return Ok(exit);
    }
    match way {
        Way::Restore(backup, _) => {
            rewrite::restore(&backup, path)?;
            console::note(&format!("{}: restored", file.shown()));
        }
        Way::Delete => {
            std::fs::remove_file(path).with_context(|| format!("{}: cannot be deleted", file.shown()))?;
            console::note(&format!("{}: deleted", file.shown()));
        }
        Way::Remove(after) => {
            rewrite::write(path, &after, false)?;
            console::note(&format!("{}: the gateway was removed", file.shown()));
            for backup in rewrite::backups(path) {
                console::note(&format!(
                    "{}: an older backup, not changed",
                    escape::line(&backup.display().to_string())
                ));
            }
        }
    }
    Ok(Exit::Clean)
}

fn way(file: &File, text: &str, entry: &Entry) -> anyhow::Result<Option<Way>> {
    let path = &file.target.location.path;
    for backup in rewrite::backups(path) {
        let before = input::read_whole(&backup)?;
        if made_of(path, &before, file.key, entry).iter().any(|made| made == text) {
            return Ok(Some(Way::Restore(backup, before)));
        }
    }
    if made_of(path, "", file.key, entry).iter().any(|made| made == text) {
        return Ok(Some(Way::Delete));
    }
    Ok(file.edited(&[Edit::Remove(GATEWAY.to_owned())]).map(Way::Remove))
}

/// What `vetgate connect` makes of `before`: with the other servers, and without.
fn made_of(path: &Path, before: &str, key: &str, entry: &Entry) -> Vec<String> {
    let put = || Edit::Put(entry.clone());
    let servers = configs::parse(path, before).and_then(|file| file.entries.ok()).unwrap_or_default();
    let others = servers.iter().filter(|server| server.name != GATEWAY);
    let removals = others.map(|server| Edit::Remove(server.name.clone()));
    let replaced: Vec<Edit> = [put()].into_iter().chain(removals).collect();
    [vec![put()], replaced].iter().filter_map(|edits| splice::edit(path, before, key, edits)).collect()
}
