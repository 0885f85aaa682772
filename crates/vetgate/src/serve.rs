//! `vetgate serve` and `vetgate run`: the gateway in this process.

mod called;
mod journal;

use crate::cli::{LogFormat, ModeName, Run, Serve, TrustName};
use crate::exit::Exit;
use crate::ledger::data_dir_flag;
use crate::{client, console};
use anyhow::Context;
use journal::Journal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use vetgate_command::house::House;
use vetgate_command::runtime::{in_runtime, stop_signal};
use vetgate_gateway::config::{Changes, Config, Mode, Reload, Watch};
use vetgate_gateway::{Event, Gateway, Principal, Scope, ServerSettings, What, assemble, front};
use vetgate_guard::Mode as GuardMode;
use vetgate_ledger::Trust;
use vetgate_model::Transport;
use vetgate_report::escape;

/// How long servers may take before nothing is said about what discover mode saves.
const SETTLING: Duration = Duration::from_secs(60);

/// What is said where nothing is held back.
const QUARANTINE_OFF: &str = "the quarantine is off: agents can use unapproved definitions";

/// What is said where verdicts are not acted on.
const LOG_ONLY: &str = "log_only is on: verdicts are recorded but not enforced, so every call is allowed";

/// Starts the gateway with a configuration.
pub(crate) fn serve(args: &Serve) -> anyhow::Result<Exit> {
    let path = match &args.config {
        Some(path) => path.clone(),
        None => usual_config()?,
    };
    let config = match Config::load(&path) {
        Ok(config) => config,
        Err(mistakes) => {
            mistakes.iter().for_each(|mistake| console::complain(&mistake.to_string()));
            if args.config.is_none() && !path.exists() {
                console::complain("`vetgate import` creates one from the servers of your MCP clients");
            }
            return Ok(Exit::Unusable);
        }
    };
    if args.check {
        return check(args, &config);
    }
    in_runtime(async {
        let folder = folder_of(&config)?;
        let house = House::open(&folder, &config)?;
        let journal = Journal::start(&house.gateway, args.log, pending_in(&folder));
        tell_what_is_open(&house.gateway, &config);
        if config.servers.is_empty() && args.log == LogFormat::Terminal {
            console::note(&format!("vetgate: {}", no_servers(&config)));
        }
        let exit =
            if args.stdio { over_stdio(&house, args, config).await } else { over_http(&house, args, config).await };
        house.close().await;
        journal.finish().await;
        exit
    })
}

/// Puts the gateway between one client and one server.
pub(crate) fn run(args: &Run) -> anyhow::Result<Exit> {
    let (command, rest) = args.command.split_first().context("a command is needed after `--`")?;
    let transport =
        Transport::Stdio { command: command.clone(), args: rest.to_vec(), env: Default::default(), cwd: None };
    let name = args.name.clone().unwrap_or_else(|| called::name_of(&args.command));
    let mut settings = ServerSettings::new(&name, transport);
    settings.trust = match args.trust {
        TrustName::Manual => Trust::Manual,
        TrustName::Scan => Trust::Scan,
        TrustName::Auto => Trust::Auto,
    };
    settings.timeout = Duration::from_secs(args.timeout);
    // What the client gave this program in its environment was meant for the server.
    settings.inherit_environment = true;
    settings.is_solo = true;
    in_runtime(async {
        let folder = args.data_dir.clone().map_or_else(data_dir, Ok)?;
        let house = House::open(&folder, &Config::default())?;
        let journal = Journal::start(&house.gateway, args.log, pending_in(&folder));
        house.gateway.configure(vec![settings], vec![]).await;
        let exit = speak(&house.gateway, Scope::One(name)).await;
        house.close().await;
        journal.finish().await;
        exit
    })
}

/// The words of the command that lists what waits.
const PENDING: &str = "tools --pending";

/// The command that lists what waits in the ledger in `folder`. Whoever types it may be elsewhere.
fn pending_in(folder: &Path) -> String {
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    format!("vetgate {PENDING}{}", data_dir_flag(&folder))
}

/// Says what a right configuration has, and what is wrong with another.
fn check(args: &Serve, config: &Config) -> anyhow::Result<Exit> {
    if !config.security.tool_quarantine.enabled {
        console::note(&format!("vetgate: {QUARANTINE_OFF}"));
    }
    if config.security.guarding.mode == GuardMode::LogOnly {
        console::note(&format!("vetgate: {LOG_ONLY}"));
    }
    let (servers, misfits) = assemble::servers(config);
    for misfit in &misfits {
        console::complain(&format!("{}: cannot be used: {}", misfit.name, misfit.reason));
    }
    let mut settings = assemble::front(&config.gateway, data_dir()?);
    settings.listen = args.listen.unwrap_or(settings.listen);
    let front = if args.stdio { Ok(()) } else { front::check(&settings) };
    if let Err(error) = &front {
        console::complain(&error.to_string());
    }
    let folder = folder_of(config)?;
    let obstacle = obstacle(&folder);
    if let Some(obstacle) = &obstacle {
        console::complain(&format!("{}: the data folder cannot be used: {obstacle}", folder.display()));
    }
    if config.servers.is_empty() {
        console::print(&format!("{}\n", no_servers(config)))?;
    } else {
        let mut line = format!("{}: {}", config.path.display(), counted(servers.len(), "can be used"));
        let off = config.servers.len() - servers.len() - misfits.len();
        for (count, what) in [(misfits.len(), "with mistakes"), (off, "switched off")] {
            if count > 0 {
                line.push_str(&format!(", {count} {what}"));
            }
        }
        console::print(&format!("{line}\n"))?;
    }
    if !config.ignored.is_empty() {
        let keys: Vec<String> = config.ignored.iter().map(|key| escape::cut(key, 60)).collect();
        console::print(&format!(
            "{}: ignored, because only the client uses these keys: {}\n",
            config.path.display(),
            keys.join(", ")
        ))?;
    }
    Ok(if misfits.is_empty() && front.is_ok() && obstacle.is_none() { Exit::Clean } else { Exit::Unusable })
}

/// Why a data folder could not be made or used, as far as that shows without making it.
fn obstacle(folder: &Path) -> Option<String> {
    let there = folder.ancestors().find(|path| path.symlink_metadata().is_ok())?;
    if !there.is_dir() {
        return Some(format!("{} is not a folder", there.display()));
    }
    #[cfg(unix)]
    {
        use rustix::fs::{Access, access};
        if access(there, Access::WRITE_OK | Access::EXEC_OK).is_err() {
            return Some(format!("this user cannot write to {}", there.display()));
        }
    }
    None
}

fn counted(servers: usize, what: &str) -> String {
    format!("{servers} server{} {what}", if servers == 1 { "" } else { "s" })
}

fn no_servers(config: &Config) -> String {
    format!("{}: has no servers; add them under `mcpServers`", config.path.display())
}

/// Tells what the configuration leaves open.
fn tell_what_is_open(gateway: &Gateway, config: &Config) {
    if !config.security.tool_quarantine.enabled {
        gateway.events().tell(What::QuarantineOff);
    }
    if config.security.guarding.mode == GuardMode::LogOnly {
        gateway.events().tell(What::LogOnly);
    }
}

async fn configure(gateway: &Gateway, args: &Serve, config: &Config) {
    let (servers, misfits) = assemble::servers(config);
    gateway.set_mode(match args.mode {
        Some(ModeName::Direct) => Mode::Direct,
        Some(ModeName::Discover) => Mode::Discover,
        None => config.gateway.mode,
    });
    gateway.configure(servers, misfits).await;
}

async fn over_http(house: &House, args: &Serve, config: Config) -> anyhow::Result<Exit> {
    let gateway = &house.gateway;
    let mut settings = assemble::front(&config.gateway, data_dir()?);
    settings.listen = args.listen.unwrap_or(settings.listen);
    let (stop, mut stopped) = watch::channel(false);
    let shutdown = async move {
        let _ = stopped.wait_for(|stopped| *stopped).await;
    };
    let opened = front::open(&settings).await?;
    let scheme = if settings.tls.is_some() { "https" } else { "http" };
    let url = format!("{scheme}://{}/mcp", opened.address());
    let admin_token = settings.data_dir.join("admin-token").display().to_string();
    gateway.events().tell(What::Listening { url, admin_token });
    // Before anybody is heard: a call for a server that is known waits until that server has said what it has.
    configure(gateway, args, &config).await;
    let running = opened.serve(gateway.clone(), shutdown);
    if gateway.mode() == Mode::Discover && args.log == LogFormat::Terminal {
        tokio::spawn(tell_savings(gateway.clone()));
    }
    let mut watch = Watch::new(config);
    let signal = stop_signal();
    tokio::pin!(signal);
    loop {
        tokio::select! {
            () = &mut signal => break,
            reload = watch.next() => {
                let Some(config) = reloaded(house, args, reload).await else { continue };
                if let Err(error) = running.apply(&assemble::front(&config.gateway, data_dir()?)) {
                    gateway.events().tell(What::ReloadFailed { reason: error.to_string() });
                }
            }
        }
    }
    let _ = stop.send(true);
    // They would wait longer than anybody waits for the end.
    gateway.holds().close();
    running.closed().await;
    Ok(Exit::Clean)
}

/// Says what discover mode saves, once the servers have said what they have.
async fn tell_savings(gateway: Arc<Gateway>) {
    for _ in 0..SETTLING.as_secs() {
        tokio::time::sleep(Duration::from_secs(1)).await;
        let status = gateway.status();
        if status.servers.iter().any(|server| server.state == "starting") {
            continue;
        }
        let tools: usize = status.servers.iter().map(|server| server.tools).sum();
        let (all, shown, saved) = (status.tokens_of_all_tools, status.tokens_shown, status.tokens_saved);
        console::note(&format!(
            "vetgate: {tools} tools cost a model about {all} tokens; the five that are shown cost {shown}, {saved} less"
        ));
        return;
    }
}

async fn over_stdio(house: &House, args: &Serve, config: Config) -> anyhow::Result<Exit> {
    configure(&house.gateway, args, &config).await;
    let mut watch = Watch::new(config);
    let speaking = speak(&house.gateway, Scope::All);
    tokio::pin!(speaking);
    loop {
        tokio::select! {
            ended = &mut speaking => return ended,
            reload = watch.next() => {
                reloaded(house, args, reload).await;
            }
        }
    }
}

/// Puts a configuration that was read again into force; the new one, if it is right.
async fn reloaded(house: &House, args: &Serve, reload: Reload) -> Option<Box<Config>> {
    let gateway = &house.gateway;
    match reload {
        Reload::Changed { config, changes } => {
            gateway.events().tell(What::Reloaded { changes: words(&changes) });
            if let Err(reason) = house.apply(&config) {
                gateway.events().tell(What::ReloadFailed { reason });
            }
            if changes.applied.contains(&"/security/tool_quarantine") && !config.security.tool_quarantine.enabled {
                gateway.events().tell(What::QuarantineOff);
            }
            if changes.applied.contains(&"/security/mode") && config.security.guarding.mode == GuardMode::LogOnly {
                gateway.events().tell(What::LogOnly);
            }
            configure(gateway, args, &config).await;
            Some(config)
        }
        Reload::Rejected(mistakes) => {
            gateway.events().tell(What::ReloadFailed { reason: mistakes.to_string() });
            None
        }
    }
}

/// Speaks to the one client on the standard streams until it leaves.
async fn speak(gateway: &Arc<Gateway>, scope: Scope) -> anyhow::Result<Exit> {
    let principal = Principal::unrestricted("stdio");
    let speaking = front::stdio::serve(gateway.clone(), principal, scope, tokio::io::stdin(), tokio::io::stdout());
    tokio::select! {
        ended = speaking => ended?,
        () = stop_signal() => {}
    }
    Ok(Exit::Clean)
}

/// Where the user's configuration is, if it is not named.
pub(crate) fn usual_config() -> anyhow::Result<PathBuf> {
    Ok(Config::usual_path(&client::places()?.config))
}

/// Where the files of the gateway with this configuration are.
fn folder_of(config: &Config) -> anyhow::Result<PathBuf> {
    config.gateway.data_dir.clone().map_or_else(data_dir, Ok)
}

/// Where the gateway keeps what is its own, if the configuration does not say.
pub(crate) fn data_dir() -> anyhow::Result<PathBuf> {
    let folder = home("XDG_DATA_HOME", ".local/share").context("no home folder: set `gateway.data_dir`")?;
    Ok(folder.join("vetgate"))
}

fn home(variable: &str, usual: &str) -> Option<PathBuf> {
    let named = std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    named.or_else(|| {
        Some(PathBuf::from(std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE"))?).join(usual))
    })
}

/// What a new configuration changes, for people.
fn words(changes: &Changes) -> String {
    let mut parts = Vec::new();
    for (what, servers) in [("added", &changes.added), ("removed", &changes.removed), ("changed", &changes.changed)] {
        if !servers.is_empty() {
            parts.push(format!("{what}: {}", servers.join(", ")));
        }
    }
    if !changes.applied.is_empty() {
        parts.push(format!("applied now: {}", changes.applied.join(", ")));
    }
    if !changes.restart.is_empty() {
        parts.push(format!("applied after a restart: {}", changes.restart.join(", ")));
    }
    parts.join("; ")
}

/// One event as a line for people, or nothing if it would only be noise.
fn line(event: &Event, list: &str) -> Option<String> {
    Some(match &event.what {
        What::Listening { url, admin_token } => {
            let console = url.strip_suffix("mcp").unwrap_or(url);
            format!("listening on {url}\nthe console is at {console}, the admin token in {admin_token}")
        }
        What::QuarantineOff => QUARANTINE_OFF.to_owned(),
        What::LogOnly => LOG_ONLY.to_owned(),
        // Whoever wants it quiet finds it in the record.
        What::Refused { level: "debug", .. }
        | What::Flagged { level: "debug", .. }
        | What::DestructiveAllowed { level: "debug", .. } => return None,
        What::DestructiveAllowed { principal, server, name, by, risk, .. } => {
            format!(
                "{principal}: a destructive call of `{name}` on {server} goes through, allowed by {by} (risk {risk})"
            )
        }
        What::Flagged { principal, server, name, action, risk, reason, .. } => {
            let did = match *action {
                "allow" => "was flagged",
                "hold" => "would be held for approval",
                _ => "would be denied",
            };
            format!("{principal}: a call of `{name}` on {server} {did} (risk {risk}): {reason}")
        }
        What::HoldOpened { hold, principal, server, name, reason, .. } => {
            // In the same folder as the list.
            let command = |word: &str| list.replacen(PENDING, &format!("{word} {hold}"), 1);
            let (approve, deny) = (command("approve-call"), command("deny-call"));
            format!(
                "{principal}: a call of `{name}` on {server} is held for approval: {}; `{approve}` or `{deny}`",
                reason.trim_end_matches('.')
            )
        }
        What::HoldClosed { hold, outcome, by, .. } => {
            let became = match *outcome {
                "approved" => format!("was approved by {by}"),
                "denied" => format!("was denied by {by}"),
                "timed_out" => "was denied: no decision came in time".to_owned(),
                "left" => "ended: its client disconnected".to_owned(),
                "stopped" => "was denied: the gateway stopped".to_owned(),
                _ => "was denied: its approval could not be verified".to_owned(),
            };
            format!("the call {hold} {became}")
        }
        What::Noticed { principal, server, name, text, .. } => format!("{principal}: `{name}` on {server}: {text}"),
        What::ServerUp { server, revision, tools, waiting } => {
            let plural = if *tools == 1 { "" } else { "s" };
            let waiting = match waiting {
                0 => String::new(),
                1 => format!(" shown, 1 pending: `{list}`"),
                _ => format!(" shown, {waiting} pending: `{list}`"),
            };
            format!("{server}: connected, protocol {revision}, {tools} tool{plural}{waiting}")
        }
        What::ServerDown { server, reason } => format!("{server}: unavailable: {reason}"),
        What::ServerRemoved { server } => format!("{server}: no longer configured"),
        What::Panicked { message, place, backtrace } => {
            let backtrace = backtrace.as_deref().map(|trace| format!("\n{trace}")).unwrap_or_default();
            format!("internal error at {place}: {message}; please report it{backtrace}")
        }
        What::CatalogChanged { server, list } => format!("{server}: {list} has changed"),
        What::Hidden { server, name, reason } => format!("{server}: `{name}` is not shown: {reason}"),
        What::Refused { principal, server, name, reason, .. } if server.is_empty() => {
            format!("{principal}: `{name}` refused: {reason}")
        }
        What::Refused { principal, server, name, reason, .. } => {
            format!("{principal}: `{name}` of {server} refused: {reason}")
        }
        What::TurnedAway { address, reason } => format!("{address} was rejected: {reason}"),
        What::Disagreement { server, tool, place } => {
            format!("{server}: content and structuredContent of `{tool}` differ {place}")
        }
        What::Dropped { server, method, reason } if method.is_empty() => format!("{server}: {reason}"),
        What::Dropped { server, method, reason } => format!("{server}: `{method}` dropped: {reason}"),
        What::Held { server, item, name, reason, .. } => {
            format!("{server}: the {item} `{name}` is quarantined: {reason}; `{list}` lists everything that is pending")
        }
        What::SiblingsFlagged { server, item, name, siblings, is_withheld } => {
            let (definitions, are) = if *siblings == 1 { ("definition", "is") } else { ("definitions", "are") };
            let (became, list) = match is_withheld {
                true => ("withheld until a person decides about it", list.to_owned()),
                false => ("flagged for review and still in use", list.replacen(" --pending", "", 1)),
            };
            format!(
                "{server}: the approved {item} `{name}` has changed, so {siblings} other approved {definitions} of the \
                 server {are} {became}; `{list}` lists what is concerned"
            )
        }
        What::Decided { server, item, name, decision, by, .. } => {
            format!("{server}: {decision} of the {item} `{name}` by {by}")
        }
        What::LedgerFailed { reason } => format!("the activity record cannot be written: {reason}"),
        What::ChainBroken { reason, .. } => format!("the activity record was altered: {reason}"),
        What::LedgerWorks => "the activity record can be written again".to_owned(),
        What::AlertFailed { reason } => format!("an alert was not delivered: {reason}"),
        What::Reloaded { changes } => format!("configuration reloaded: {changes}"),
        What::ReloadFailed { reason } => {
            format!("the changed configuration is invalid, so the previous one stays active: {reason}")
        }
        What::Call { .. } | What::SessionOpened { .. } | What::SessionClosed { .. } => return None,
    })
}
