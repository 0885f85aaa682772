//! `vetgate flows`: what data went where.

mod columns;
mod listing;
mod session;

use crate::cli::{Flows, FlowsFormat};
use crate::console;
use crate::exit::Exit;
use crate::grid::{ALARM, ATTENTION, FAINT, STRONG, Screen};
use crate::ledger::Holding;
use crate::sessions;
use crate::sink::Sink;
use crate::today::now_ms;
use anstyle::Style;
use anyhow::bail;
use vetgate_flow::Level;
use vetgate_gateway::history::SessionFlow;
use vetgate_report::escape;

/// Longest name and longest reason in a table.
const NAME: usize = 80;
const REASON: usize = 400;
/// Flows that are listed one by one; JSON has all of them.
const MOST: usize = 200;

/// Shows what `args` asks for.
pub(crate) fn run(args: &Flows) -> anyhow::Result<Exit> {
    let holding = Holding::at(&args.place)?;
    let since_ms = args.since.map(|since| since.at(now_ms()));
    let screen =
        if args.output.is_some() { Screen { has_color: false, width: usize::MAX } } else { Screen::of_output() };
    let text = match &args.session {
        None => listing::text(&holding, since_ms, args.format, screen)?,
        Some(name) => {
            let session = session::read(&holding, &sessions::named(&holding, name)?, since_ms)?;
            if session.unread > 0 {
                console::note(&format!("{} of the session's records could be read only in part.", session.unread));
            }
            shown(&session, args.format, screen)
        }
    };
    match &args.output {
        Some(path) => Sink::for_owner(path)?.write(text.as_bytes())?,
        None => console::print(&text)?,
    }
    Ok(Exit::Clean)
}

/// One session in that format.
fn shown(session: &SessionFlow, format: FlowsFormat, screen: Screen) -> String {
    match format {
        FlowsFormat::Terminal => table(session, screen),
        FlowsFormat::Json => escape::json(&session.graph.to_json()),
        FlowsFormat::Dot => session.graph.to_dot(),
        FlowsFormat::Svg => session.graph.to_svg(),
    }
}

/// The flows of a session, a line each, the gravest first.
fn table(session: &SessionFlow, screen: Screen) -> String {
    let graph = &session.graph;
    let mut out = format!("{}\n", screen.paint(STRONG, &title(session)));
    for (style, line) in session::facts(session) {
        out.push_str(&format!("{}\n", screen.paint(style, &line)));
    }
    if graph.edges.is_empty() {
        out.push_str("No data flowed from one call to another.\n");
        return out;
    }
    let gravest = graph.gravest();
    out.push('\n');
    out.push_str(&columns::render(screen, graph, &gravest[..gravest.len().min(MOST)]));
    if gravest.len() > MOST {
        let more = format!("and {} more; --format json shows all of them", gravest.len() - MOST);
        out.push_str(&format!("{}\n", screen.paint(FAINT, &more)));
    }
    out
}

fn title(session: &SessionFlow) -> String {
    let graph = &session.graph;
    let who = if session.principal.is_empty() {
        String::new()
    } else {
        format!(" by {}", escape::cut(&session.principal, NAME))
    };
    format!(
        "Session {}{who}: {}, {}",
        escape::cut(&graph.session, NAME),
        counted(graph.calls.len(), "call"),
        counted(graph.edges.len(), "flow")
    )
}

fn style(level: Level) -> Style {
    match level {
        Level::Safe => FAINT,
        Level::Suspicious => ATTENTION,
        Level::Critical => ALARM,
    }
}

/// So many of a thing, in words.
fn counted(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

/// A drawing needs one session.
fn refuse_drawing(format: FlowsFormat, holding: &Holding) -> anyhow::Result<()> {
    match format {
        FlowsFormat::Terminal | FlowsFormat::Json => Ok(()),
        FlowsFormat::Dot | FlowsFormat::Svg => {
            bail!("name the session to draw; `{}` lists the sessions with flows", holding.command("flows"))
        }
    }
}
