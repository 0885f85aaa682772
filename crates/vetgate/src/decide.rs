//! `vetgate approve` and `vetgate block`: a person decides.

use crate::cli::{Approve, Block};
use crate::consent::Consent;
use crate::exhibit::{self, short, title};
use crate::exit::Exit;
use crate::grid::Screen;
use crate::ledger::Holding;
use crate::person::who;
use crate::{checks, console, nearest, subjects};
use anyhow::{anyhow, bail};
use std::collections::{BTreeMap, BTreeSet};
use vetgate_ledger::quarantine::{Decision, Objection};
use vetgate_ledger::{DecideError, Ledger, Standing, State};

/// Approves what `args` names, after it was shown.
pub(crate) fn approve(args: &Approve) -> anyhow::Result<Exit> {
    let known = checks::all();
    if let Some(unknown) = args.accept.iter().find(|check| !known.iter().any(|meta| meta.id == check.as_str())) {
        bail!("{}", nearest::unknown(unknown, &known));
    }
    let holding = Holding::at(&args.place)?;
    let command = if args.all { "approve --all" } else { "approve" };
    let declared = subjects::of_server(&holding, &args.which, command, Standing::is_pending)?;
    let chosen: Vec<Standing> = match args.all {
        true => declared.iter().filter(|one| one.is_pending() && args.which.names(one)).cloned().collect(),
        false => subjects::named(&holding, &declared, &args.which)?,
    };
    match (chosen.len(), args.all, &args.version) {
        (0, true, _) => {
            console::print("Nothing to review.\n")?;
            return Ok(Exit::Clean);
        }
        (0, false, _) => {
            let list = holding.command("tools --pending");
            bail!("name the definitions to approve, or use --all; `{list}` lists everything that is pending")
        }
        (2.., _, Some(_)) => bail!("--version is the version of one definition; name only one"),
        _ => {}
    }
    let mut sitting = Sitting::of(&holding);
    let mut exit = Exit::Clean;
    let mut approved = 0;
    for (at, standing) in chosen.iter().enumerate() {
        if chosen.len() > 1 {
            let gap = if at > 0 { "\n" } else { "" };
            console::print(&format!("{gap}{} of {}\n", at + 1, chosen.len()))?;
        }
        let outcome = sitting.approve(standing, args)?;
        exit = exit.max(outcome.unwrap_or(Exit::Incomplete));
        match outcome {
            Some(Exit::Clean) => approved += 1,
            Some(_) => {}
            None => break,
        }
    }
    if chosen.len() > 1 {
        console::print(&format!("\n{approved} of {} approved\n", chosen.len()))?;
    }
    if args.all {
        tell_namesakes(&holding, &declared, args)?;
    }
    Ok(exit)
}

/// Says how to get at what waits of other servers by the same name.
fn tell_namesakes(holding: &Holding, declared: &[Standing], args: &Approve) -> anyhow::Result<()> {
    let here = declared.first().map(|one| one.subject.server.identity.as_str()).unwrap_or_default();
    let mut others: BTreeMap<String, usize> = BTreeMap::new();
    for one in holding.standings()? {
        let server = &one.subject.server;
        if server.name == args.which.server && server.identity != here && one.is_pending() && args.which.names(&one) {
            *others.entry(server.identity.clone()).or_default() += 1;
        }
    }
    for (identity, count) in others {
        let command = subjects::again(holding, &args.which, "approve --all", &identity);
        let wait = if count == 1 { "waits" } else { "wait" };
        console::note(&format!("{count} more {wait} for approval from another server with this name: {command}"));
    }
    Ok(())
}

/// Blocks what `args` names.
pub(crate) fn block(args: &Block) -> anyhow::Result<Exit> {
    let holding = Holding::at(&args.place)?;
    let could_be = |one: &Standing| one.state != State::Blocked && (!one.is_gone || one.is_pending());
    let declared = subjects::of_server(&holding, &args.which, "block", could_be)?;
    let mut chosen = subjects::named(&holding, &declared, &args.which)?;
    if chosen.is_empty() {
        bail!("name the definitions to block; `{}` lists all definitions", holding.command("tools"));
    }
    for standing in chosen.extract_if(.., |standing| standing.state == State::Blocked) {
        console::print(&format!("{} is blocked already\n", title(&standing.subject)))?;
    }
    if chosen.is_empty() {
        return Ok(Exit::Clean);
    }
    let titles: Vec<String> = chosen.iter().map(|standing| title(&standing.subject)).collect();
    if Consent::to_change(&format!("Block {}?", titles.join(", ")), args.yes) != Consent::Given {
        return Ok(Exit::Incomplete);
    }
    let mut sitting = Sitting::of(&holding);
    for standing in &chosen {
        sitting.decide(standing, Decision::Block)?.map_err(|error| anyhow!(error))?;
        console::print(&format!("blocked {}\n", title(&standing.subject)))?;
    }
    Ok(Exit::Clean)
}

/// One person deciding about one thing after the other.
struct Sitting<'h> {
    holding: &'h Holding,
    /// Opened with the first decision.
    ledger: Option<Ledger>,
    screen: Screen,
}

impl<'h> Sitting<'h> {
    fn of(holding: &'h Holding) -> Self {
        Self { holding, ledger: None, screen: Screen::of_output() }
    }

    /// Shows one thing, asks and approves; nothing if there is nobody to ask.
    fn approve(&mut self, standing: &Standing, args: &Approve) -> anyhow::Result<Option<Exit>> {
        let title = title(&standing.subject);
        let seen = &standing.seen.fingerprint.combined.0;
        if standing.held().is_none() {
            console::print(&format!("{title} is approved already, in version {}\n", short(seen)))?;
            return Ok(Some(Exit::Clean));
        }
        console::print(&format!("{}\n", exhibit::show(self.screen, standing)))?;
        if let Some(wanted) = args.version.as_ref().filter(|wanted| !seen.starts_with(wanted.as_str())) {
            console::complain(&format!("{title} is not version {wanted}: it is {}", short(seen)));
            return Ok(Some(Exit::Findings));
        }
        let accept: BTreeSet<String> = args.accept.iter().cloned().collect();
        let unaccepted: Vec<String> = standing.seen.hard().difference(&accept).cloned().collect();
        if !unaccepted.is_empty() {
            console::complain(&dangerous(&title, &unaccepted));
            return Ok(Some(Exit::Findings));
        }
        let again = match standing.state {
            State::Blocked => ", which is blocked,",
            _ => "",
        };
        match Consent::to_change(&format!("Approve {title}{again} in this version?"), args.yes) {
            Consent::Given => {}
            Consent::Refused => return Ok(Some(Exit::Incomplete)),
            Consent::Nobody => return Ok(None),
        }
        let decision = Decision::Approve { fingerprint: seen.clone(), accept };
        match self.decide(standing, decision)? {
            Ok(_) => {
                console::print(&format!("approved {title}, version {}\n", short(seen)))?;
                Ok(Some(Exit::Clean))
            }
            Err(DecideError::Objection(Objection::Moved { seen: now })) => {
                let now = short(&now);
                console::complain(&format!(
                    "{title} was not approved: its server has changed it in the meantime, to version {now}; review it again"
                ));
                Ok(Some(Exit::Findings))
            }
            Err(DecideError::Objection(Objection::Dangerous { checks })) => {
                console::complain(&dangerous(&title, &checks));
                Ok(Some(Exit::Findings))
            }
            Err(error) => Err(anyhow!(error)),
        }
    }

    fn decide(&mut self, standing: &Standing, decision: Decision) -> anyhow::Result<Result<Standing, DecideError>> {
        let ledger = match &mut self.ledger {
            Some(ledger) => ledger,
            none => none.insert(self.holding.open()?),
        };
        Ok(ledger.decide(standing.subject.clone(), decision, &who()).wait()?)
    }
}

fn dangerous(title: &str, checks: &[String]) -> String {
    let flags: Vec<String> = checks.iter().map(|check| format!("--accept {check}")).collect();
    format!(
        "{title} was not approved: it has blocking findings ({}); to approve it anyway, use {}",
        checks.join(", "),
        flags.join(" ")
    )
}
