//! `vetgate serve` and `vetgate run`: the gateway in this process.

mod journal;

use crate::cli::{ModeName, Run, Serve};
use crate::exit::Exit;
use crate::{client, console};
use anyhow::Context;
use journal::Journal;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use vetgate_gateway::config::{Changes, Config, Mode, Reload, Watch};
use vetgate_gateway::{Event, Gateway, Principal, Scope, ServerSettings, What, assemble, front};
use vetgate_model::Transport;

/// How long servers may take before nothing is said about what discover mode saves.
const SETTLING: Duration = Duration::from_secs(60);

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
                console::complain("`vetgate import` makes one of the servers that your MCP clients have");
            }
            return Ok(Exit::Unusable);
        }
    };
    for unenforced in config.not_enforced() {
        console::note(&format!("vetgate: {unenforced}"));
    }
    if args.check {
        return check(&config);
    }
    in_runtime(async {
        let gateway = Arc::new(Gateway::new());
        let journal = Journal::start(&gateway, args.log);
        let exit =
            if args.stdio { over_stdio(&gateway, args, config).await } else { over_http(&gateway, args, config).await };
        gateway.shut_down().await;
        journal.finish().await;
        exit
    })
}

/// Puts the gateway between one client and one server.
pub(crate) fn run(args: &Run) -> anyhow::Result<Exit> {
    let (command, rest) = args.command.split_first().context("a command is needed after `--`")?;
    let transport =
        Transport::Stdio { command: command.clone(), args: rest.to_vec(), env: Default::default(), cwd: None };
    let mut settings = ServerSettings::new(&args.name, transport);
    settings.timeout = Duration::from_secs(args.timeout);
    // What the client gave this program in its environment was meant for the server.
    settings.inherit_environment = true;
    settings.is_solo = true;
    in_runtime(async {
        let gateway = Arc::new(Gateway::new());
        let journal = Journal::start(&gateway, args.log);
        gateway.configure(vec![settings], vec![]).await;
        let exit = speak(&gateway, Scope::One(args.name.clone())).await;
        gateway.shut_down().await;
        journal.finish().await;
        exit
    })
}

fn in_runtime(work: impl Future<Output = anyhow::Result<Exit>>) -> anyhow::Result<Exit> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.context("the async runtime does not start")?;
    let exit = runtime.block_on(work);
    // A read of standard input that is under way cannot be stopped, and must not keep the program here.
    runtime.shutdown_background();
    exit
}

/// Says what a right configuration has.
fn check(config: &Config) -> anyhow::Result<Exit> {
    let (servers, misfits) = assemble::servers(config);
    for misfit in &misfits {
        console::complain(&misfit.reason);
    }
    console::print(&format!("{}: {} servers can be tried\n", config.path.display(), servers.len()))?;
    Ok(if misfits.is_empty() { Exit::Clean } else { Exit::Unusable })
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

async fn over_http(gateway: &Arc<Gateway>, args: &Serve, config: Config) -> anyhow::Result<Exit> {
    let mut settings = assemble::front(&config.gateway, data_dir()?);
    settings.listen = args.listen.unwrap_or(settings.listen);
    let (stop, mut stopped) = watch::channel(false);
    let shutdown = async move {
        let _ = stopped.wait_for(|stopped| *stopped).await;
    };
    let running = front::serve(gateway.clone(), &settings, shutdown).await?;
    configure(gateway, args, &config).await;
    let scheme = if settings.tls.is_some() { "https" } else { "http" };
    console::note(&format!("vetgate: {scheme}://{}/mcp", running.address()));
    console::note(&format!("vetgate: the admin token is in {}", settings.data_dir.join("admin-token").display()));
    if gateway.mode() == Mode::Discover {
        tokio::spawn(tell_savings(gateway.clone()));
    }
    let mut watch = Watch::new(config);
    let signal = stop_signal();
    tokio::pin!(signal);
    loop {
        tokio::select! {
            () = &mut signal => break,
            reload = watch.next() => {
                let Some(config) = reloaded(gateway, args, reload).await else { continue };
                if let Err(error) = running.apply(&assemble::front(&config.gateway, data_dir()?)) {
                    gateway.events().tell(What::ReloadFailed { reason: error.to_string() });
                }
            }
        }
    }
    let _ = stop.send(true);
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

async fn over_stdio(gateway: &Arc<Gateway>, args: &Serve, config: Config) -> anyhow::Result<Exit> {
    configure(gateway, args, &config).await;
    let mut watch = Watch::new(config);
    let speaking = speak(gateway, Scope::All);
    tokio::pin!(speaking);
    loop {
        tokio::select! {
            ended = &mut speaking => return ended,
            reload = watch.next() => {
                reloaded(gateway, args, reload).await;
            }
        }
    }
}

/// Puts a configuration that was read again into force; the new one, if it is right.
async fn reloaded(gateway: &Gateway, args: &Serve, reload: Reload) -> Option<Box<Config>> {
    match reload {
        Reload::Changed { config, changes } => {
            configure(gateway, args, &config).await;
            gateway.events().tell(What::Reloaded { changes: words(&changes) });
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

/// Ends when somebody wants the program to end.
async fn stop_signal() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut terminate) => {
                tokio::select! {
                    _ = interrupt => {}
                    _ = terminate.recv() => {}
                }
            }
            Err(_) => {
                let _ = interrupt.await;
            }
        }
    }
    #[cfg(not(unix))]
    {
        let _ = interrupt.await;
    }
}

/// Where the user's configuration is, if it is not named.
fn usual_config() -> anyhow::Result<PathBuf> {
    Ok(Config::usual_path(&client::places()?.config))
}

/// Where the gateway keeps what is its own, if the configuration does not say.
fn data_dir() -> anyhow::Result<PathBuf> {
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
        parts.push(format!("in force now: {}", changes.applied.join(", ")));
    }
    if !changes.restart.is_empty() {
        parts.push(format!("in force after a restart: {}", changes.restart.join(", ")));
    }
    parts.join("; ")
}

/// One event as a line for people, or nothing if it would only be noise.
fn line(event: &Event) -> Option<String> {
    Some(match &event.what {
        What::ServerUp { server, revision, tools } => format!("{server}: connected, {tools} tools, {revision}"),
        What::ServerDown { server, reason } => format!("{server}: unavailable: {reason}"),
        What::ServerRemoved { server } => format!("{server}: no longer configured"),
        What::CatalogChanged { server, list } => format!("{server}: {list} has changed"),
        What::Hidden { server, name, reason } => format!("{server}: `{name}` is not shown: {reason}"),
        What::Refused { principal, server, name, reason } => {
            format!("{principal}: `{name}` of {server} refused: {reason}")
        }
        What::Disagreement { server, tool, place } => {
            format!("{server}: content and structuredContent of `{tool}` say different things {place}")
        }
        What::Dropped { server, method, reason } => format!("{server}: `{method}` dropped: {reason}"),
        What::Reloaded { changes } => format!("configuration read again: {changes}"),
        What::ReloadFailed { reason } => format!("the configuration has mistakes, the old one stays: {reason}"),
        What::Call { .. } | What::SessionOpened { .. } | What::SessionClosed { .. } => return None,
    })
}
