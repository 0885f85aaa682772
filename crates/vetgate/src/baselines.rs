//! `vetgate baselines`: how tools are usually used.

use crate::cli::{Baselines as Args, BaselinesWhat as What, ListFormat};
use crate::consent::Consent;
use crate::console;
use crate::exit::Exit;
use crate::grid::{self, ATTENTION, Cell, FAINT, GOOD, Screen};
use crate::ledger::Holding;
use crate::moment;
use anyhow::bail;
use std::fmt::Write as _;
use vetgate_gateway::BaselineFile;
use vetgate_guard::baseline::{Detail, Names, Summary, Usual};
use vetgate_report::escape;

/// Longest name in a table.
const NAME: usize = 80;
/// From this share of the budget on, in percent, a drift is worth a look.
const DRIFTING: u8 = 50;

/// Lists, shows or resets them.
pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    let holding = Holding::at(&args.place())?;
    let file = BaselineFile::of(&holding.folder);
    match args.what.as_ref().unwrap_or(&What::List) {
        What::List => list(&holding, &file, args.format),
        What::Show { server, tool } => show(&holding, &file, server, tool, args.format),
        What::Reset { server, tool, yes } => reset(&file, server.as_deref(), tool.as_deref(), *yes),
    }
}

fn list(holding: &Holding, file: &BaselineFile, format: ListFormat) -> anyhow::Result<Exit> {
    let baselines = file.read()?;
    let tools: Vec<Summary> = baselines.tools().collect();
    let text = match format {
        ListFormat::Json => json(&tools)?,
        ListFormat::Terminal if tools.is_empty() => "There are no baselines yet.\n".to_owned(),
        ListFormat::Terminal => {
            let mut text = table(&tools);
            let show = holding.command("baselines show SERVER TOOL");
            let _ = writeln!(text, "\nTo show the baseline of one tool:\n  {show}");
            if baselines.forgotten() > 0 {
                let _ = writeln!(text, "{} more were discarded, because there are too many.", baselines.forgotten());
            }
            text
        }
    };
    console::print(&text)?;
    Ok(Exit::Clean)
}

fn table(tools: &[Summary]) -> String {
    let screen = Screen::of_output();
    let row = |tool: &Summary| {
        let (state, look) = match (tool.is_learning, tool.drift) {
            (true, _) => ("learning", FAINT),
            (_, DRIFTING..) => ("drifting", ATTENTION),
            _ => ("stands", GOOD),
        };
        vec![
            Cell::new(escape::cut(&tool.server, NAME)),
            Cell::new(escape::cut(&tool.tool, NAME)).whole(),
            Cell::styled(state, look),
            Cell::number(tool.calls),
            Cell::number(tool.drift.into()),
            Cell::styled(moment::on(screen, tool.last_ms), FAINT).whole(),
        ]
    };
    let rows: Vec<_> = tools.iter().map(row).collect();
    grid::render(screen, &["server", "tool", "state", "calls", "drift %", "last call"], &rows)
}

fn show(holding: &Holding, file: &BaselineFile, server: &str, tool: &str, format: ListFormat) -> anyhow::Result<Exit> {
    let Some(detail) = file.read()?.show(server, tool) else {
        let list = holding.command("baselines");
        bail!("{} has no baseline; `{list}` lists all baselines", title(Some(server), Some(tool)));
    };
    console::print(&match format {
        ListFormat::Json => json(&detail)?,
        ListFormat::Terminal => described(&detail),
    })?;
    Ok(Exit::Clean)
}

fn described(detail: &Detail) -> String {
    let summary = &detail.summary;
    let mut text = format!("{}\n", title(Some(&summary.server), Some(&summary.tool)));
    let state = match summary.is_learning {
        true => format!("being learned: {} calls so far", summary.learned),
        false => format!("complete, from {} calls; {} calls in total", summary.learned, summary.calls),
    };
    let errors = detail.error_percent.map_or("not known yet".to_owned(), |percent| format!("{percent} %"));
    // table: the lines of Vetgate's own output.
    let lines = [
        ("state", state),
        ("arguments", usual(&detail.argument_size, "bytes")),
        ("responses", usual(&detail.response_size, "bytes")),
        ("calls", usual(&detail.rate, "within a minute")),
        ("errors", errors),
    ];
    for (name, line) in lines {
        let _ = writeln!(text, "  {name:<12} {line}");
    }
    names(&mut text, "keys", &detail.keys);
    names(&mut text, "destinations", &detail.destinations);
    text
}

fn usual(usual: &Usual, unit: &str) -> String {
    let Some(range) = usual.range else {
        return format!("not known yet: {} samples", usual.samples);
    };
    let drift = match usual.drift {
        0 => String::new(),
        percent => format!("; drift at {percent} % of its limit"),
    };
    format!("{} to {} {unit}, median {}{drift}", range.low, range.high, range.median)
}

fn names(text: &mut String, name: &str, names: &Names) {
    let note = match (names.is_open, names.names.is_empty()) {
        (true, _) => "too many different values, so new ones are not reported",
        (false, true) => "none",
        (false, false) => "",
    };
    let _ = writeln!(text, "{}", format!("  {name:<12} {note}").trim_end());
    for named in &names.names {
        let types = match named.types.as_slice() {
            [] => String::new(),
            types => format!("  {}", types.join(" or ")),
        };
        let _ = writeln!(text, "    {:>6}  {}{types}", named.calls, escape::cut(&named.name, 2 * NAME));
    }
}

fn reset(file: &BaselineFile, server: Option<&str>, tool: Option<&str>, yes: bool) -> anyhow::Result<Exit> {
    let named =
        |one: &Summary| server.is_none_or(|name| name == one.server) && tool.is_none_or(|name| name == one.tool);
    let count = file.read()?.tools().filter(named).count();
    if count == 0 {
        match server {
            None => console::print("There is nothing to reset.\n")?,
            Some(_) => bail!("{} has no baseline", title(server, tool)),
        }
        return Ok(Exit::Clean);
    }
    let question = format!("Reset the baseline of {}, {}?", title(server, tool), tools(count));
    if Consent::to_change(&question, yes) != Consent::Given {
        return Ok(Exit::Incomplete);
    }
    let count = file.reset(server, tool)?;
    console::print(&format!("reset {}: learned again from the next call\n", tools(count)))?;
    Ok(Exit::Clean)
}

fn title(server: Option<&str>, tool: Option<&str>) -> String {
    let part = |name: &str| escape::cut(name, NAME);
    match (server, tool) {
        (None, _) => "everything".to_owned(),
        (Some(server), None) => part(server),
        (Some(server), Some(tool)) => format!("{}/{}", part(server), part(tool)),
    }
}

fn tools(count: usize) -> String {
    if count == 1 { "1 tool".to_owned() } else { format!("{count} tools") }
}

fn json(value: &impl serde::Serialize) -> anyhow::Result<String> {
    Ok(format!("{}\n", escape::json(&serde_json::to_string_pretty(value)?)))
}
