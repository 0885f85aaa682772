//! Which standings somebody means who names a server and what it declares.

use crate::cli::Subjects;
use crate::exhibit::short;
use crate::ledger::Holding;
use crate::shell;
use anyhow::bail;
use std::collections::BTreeSet;
use vetgate_ledger::{Item, Standing};
use vetgate_report::escape;

/// Longest name in a message.
const NAME: usize = 120;

/// What one server declares: the one of the name that is meant. Where several are known by the name, those count that
/// have something of what is named and is `wanted`, and among them the configured one goes first. `command` is what was
/// typed without the server, to be typed again where nobody can tell which one is meant.
pub(crate) fn of_server(
    holding: &Holding,
    which: &Subjects,
    command: &str,
    wanted: impl Fn(&Standing) -> bool,
) -> anyhow::Result<Vec<Standing>> {
    let mut all = holding.standings()?;
    all.retain(|standing| standing.subject.server.name == which.server);
    let name = escape::cut(&which.server, NAME);
    if all.is_empty() {
        bail!("the ledger has no server `{name}`; `{}` lists all servers", holding.command("servers"));
    }
    let having = |is: &dyn Fn(&Standing) -> bool| -> BTreeSet<&str> {
        all.iter().filter(|one| is(one)).map(|one| one.subject.server.identity.as_str()).collect()
    };
    let known = having(&|_| true);
    let meant = match &which.identity {
        Some(prefix) => known.iter().copied().filter(|identity| identity.starts_with(prefix.as_str())).collect(),
        None => {
            let choices = [having(&|one| which.names(one) && wanted(one)), having(&|one| which.names(one))];
            choices.into_iter().find(|choice| !choice.is_empty()).unwrap_or_else(|| known.clone())
        }
    };
    let configured = holding.configured(&which.server).filter(|_| which.identity.is_none());
    let identity = match (configured, meant.first()) {
        (Some(configured), _) if meant.contains(configured.as_str()) => configured,
        (_, Some(only)) if meant.len() == 1 => (*only).to_owned(),
        (_, None) => {
            let listed = known.iter().map(|identity| short(identity)).collect::<Vec<_>>().join(", ");
            bail!("no server `{name}` has such an identity; known: {listed}");
        }
        _ => {
            let commands: Vec<String> =
                meant.iter().map(|identity| format!("\n{}", again(holding, which, command, identity))).collect();
            bail!("several servers have the name `{name}`; select one:{}", commands.concat());
        }
    };
    all.retain(|standing| standing.subject.server.identity == identity);
    Ok(all)
}

/// The command that means the server with this identity.
pub(crate) fn again(holding: &Holding, which: &Subjects, command: &str, identity: &str) -> String {
    let (verb, flags) = command.split_once(' ').unwrap_or((command, ""));
    let mut words = vec![verb.to_owned(), shell::word(&which.server)];
    words.extend(which.names.iter().map(|name| shell::word(name)));
    let flags = [(which.prompt, "--prompt"), (which.instructions, "--instructions"), (!flags.is_empty(), flags)];
    words.extend(flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| flag.to_owned()));
    words.extend(["--identity".to_owned(), short(identity).to_owned()]);
    holding.command(&words.join(" "))
}

/// Those that are named, in the order in which they are named; an error if one of them is unknown.
pub(crate) fn named(holding: &Holding, declared: &[Standing], which: &Subjects) -> anyhow::Result<Vec<Standing>> {
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
            let list = holding.command(&format!("tools --server {}", shell::word(&which.server)));
            bail!("`{server}` has never declared a {item} `{name}`; `{list}` lists what it declared");
        };
        if !found.iter().any(|known| known.subject == standing.subject) {
            found.push(standing);
        }
    }
    Ok(found)
}
