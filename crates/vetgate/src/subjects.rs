//! Which standings somebody means who names a server and what it declares.

use crate::cli::Subjects;
use crate::exhibit::short;
use crate::ledger::Holding;
use anyhow::bail;
use std::collections::BTreeSet;
use vetgate_ledger::{Item, Standing};
use vetgate_report::escape;

/// Longest name in a message.
const NAME: usize = 120;

/// What one server declares: the one of the name that is meant.
pub(crate) fn of_server(holding: &Holding, which: &Subjects) -> anyhow::Result<Vec<Standing>> {
    let mut all = holding.standings()?;
    all.retain(|standing| standing.subject.server.name == which.server);
    let name = escape::cut(&which.server, NAME);
    let known: BTreeSet<&str> = all.iter().map(|standing| standing.subject.server.identity.as_str()).collect();
    if known.is_empty() {
        bail!("the ledger knows no server `{name}`; `vetgate servers` lists those it knows");
    }
    let listed = known.iter().map(|identity| short(identity)).collect::<Vec<_>>().join(", ");
    let configured = holding.configured(&which.server);
    let meant: Vec<&str> = match &which.identity {
        Some(prefix) => known.iter().copied().filter(|identity| identity.starts_with(prefix.as_str())).collect(),
        None if known.len() > 1 => {
            known.iter().copied().filter(|known| Some(*known) == configured.as_deref()).collect()
        }
        None => known.iter().copied().collect(),
    };
    let [identity] = *meant.as_slice() else {
        bail!("several servers were known as `{name}`, by the identities {listed}; say which with --identity");
    };
    let identity = identity.to_owned();
    all.retain(|standing| standing.subject.server.identity == identity);
    Ok(all)
}

/// Those that are named, in the order in which they are named; an error if one of them is unknown.
pub(crate) fn named(declared: &[Standing], which: &Subjects) -> anyhow::Result<Vec<Standing>> {
    let item = which.item();
    let find = |name: &str| declared.iter().find(|one| one.subject.item == item && one.subject.name == name).cloned();
    let server = escape::cut(&which.server, NAME);
    if item == Item::Instructions {
        let Some(standing) = find("") else { bail!("`{server}` has never sent instructions") };
        return Ok(vec![standing]);
    }
    let mut found: Vec<Standing> = Vec::new();
    for name in &which.names {
        let Some(standing) = find(name) else {
            let name = escape::cut(name, NAME);
            bail!(
                "`{server}` has never declared a {item} `{name}`; `vetgate tools --server {server}` lists what it has"
            );
        };
        if !found.iter().any(|known| known.subject == standing.subject) {
            found.push(standing);
        }
    }
    Ok(found)
}
