//! `vetgate gauntlet`: every attack against a gateway, and harmless work beside them.

pub(crate) mod bystander;
mod defence;
mod heard;
mod scratch;
mod target;

use crate::commands::adversary::{configuration, scenarios};
use anyhow::Context;
use std::pin::{Pin, pin};
use std::sync::Arc;
use tokio::task::JoinSet;
use vetgate_command::console;
use vetgate_command::exit::Exit;
use vetgate_command::lab::Gauntlet;
use vetgate_command::progress::Progress;
use vetgate_command::runtime::{in_runtime, stop_signal};
use vetgate_command::sink::{deliver, has_color};
use vetgate_eval::{GauntletDuty, GauntletRate, GauntletRow, Scorecard};
use vetgate_lab::adversary::scenario::RfcRow;
use vetgate_lab::adversary::{Performance, Scenario, judge};
use vetgate_lab::scorecard;
use vetgate_report::{Format, Options};

pub(crate) use defence::Defence;
pub(crate) use heard::Heard;

/// How many scenarios are played at the same time against gateways of their own.
const JOBS: u16 = 4;

/// Who stands between the agent and the servers.
enum Defender {
    /// Vetgate, a gateway for each scenario.
    Own,
    /// Somebody else.
    Target(target::Target),
    /// Nobody.
    Nobody,
}

impl Defender {
    fn name(&self) -> String {
        match self {
            Self::Own => "vetgate".to_owned(),
            Self::Target(target) => vetgate_vet::config::without_credentials(target.url()),
            Self::Nobody => "no gateway".to_owned(),
        }
    }

    async fn play(&self, scenario: Scenario) -> anyhow::Result<Performance> {
        match self {
            Self::Own => defence::play(scenario).await,
            Self::Target(target) => target.play(&scenario.id).await,
            Self::Nobody => bystander::play(scenario).await,
        }
    }
}

/// Plays what `args` names, and shows what came of it.
pub(crate) fn run(args: &Gauntlet) -> anyhow::Result<Exit> {
    let mut played = scenarios::some(&args.scenarios, &args.category)?;
    if args.print_config {
        let config = configuration(played.iter(), args.listen);
        console::print(&format!("{config:#}\n")).context("the configuration cannot be written")?;
        return Ok(Exit::Clean);
    }
    if args.target.is_some() {
        let all = played.len();
        played.retain(|scenario| !vetgate_lab::adversary::agent::needs_programs(scenario));
        if played.len() < all {
            let left = all - played.len();
            console::note(&format!("vetgate: {left} scenarios have servers over standard streams and are left out"));
        }
    }
    if played.is_empty() {
        console::complain("no scenario is left to run");
        return Ok(Exit::Vacuous);
    }
    in_runtime(async {
        let mut stopped = pin!(stop_signal());
        let defender = match &args.target {
            Some(url) => tokio::select! {
                opened = target::Target::open(url, args, &played) => Defender::Target(opened?),
                () = &mut stopped => return Ok(Exit::Interrupted),
            },
            None if args.undefended => Defender::Nobody,
            None => Defender::Own,
        };
        let usual = if args.target.is_some() { 1 } else { JOBS };
        match self::played(defender, played, usize::from(args.jobs.unwrap_or(usual)), stopped).await? {
            Some(card) => show(&card, args),
            None => Ok(Exit::Interrupted),
        }
    })
}

/// Plays scenarios, some at a time, and judges each; nothing if it is stopped before.
async fn played(
    defender: Defender,
    scenarios: Vec<Scenario>,
    jobs: usize,
    mut stopped: Pin<&mut impl Future<Output = ()>>,
) -> anyhow::Result<Option<Scorecard>> {
    let progress = Progress::new("playing", scenarios.iter().map(|scenario| scenario.id.as_str()));
    let defender = Arc::new(defender);
    let mut rows: Vec<Option<GauntletRow>> = scenarios.iter().map(|_| None).collect();
    let mut waiting = scenarios.iter().cloned().enumerate();
    let mut playing = JoinSet::new();
    loop {
        while playing.len() < jobs
            && let Some((index, scenario)) = waiting.next()
        {
            let defender = defender.clone();
            playing.spawn(async move {
                let id = scenario.id.clone();
                let performance = defender.play(scenario.clone()).await.with_context(|| format!("{id} cannot be run"));
                performance.map(|performance| (index, row(&scenario, &performance)))
            });
        }
        let played = tokio::select! {
            played = playing.join_next() => played,
            () = &mut stopped => {
                // Those that still play hold folders and programs.
                playing.shutdown().await;
                return Ok(None);
            }
        };
        let Some(played) = played else { break };
        let (index, row) = match played.context("a scenario failed").flatten() {
            Ok(played) => played,
            Err(error) => {
                playing.shutdown().await;
                return Err(error);
            }
        };
        progress.done(index);
        rows[index] = Some(row);
    }
    drop(progress);
    let rows: Vec<GauntletRow> = rows.into_iter().flatten().collect();
    let rate = |(row, name, expected): &(RfcRow, &'static str, f64)| {
        let counted = scenarios.iter().zip(&rows).filter(|(scenario, _)| scenario.rfc == Some(*row));
        let (all, caught) = counted.fold((0, 0), |(all, caught), (_, row)| (all + 1, caught + usize::from(row.caught)));
        GauntletRate::new(name, *expected, all, caught)
    };
    let rates = RfcRow::TABLE.iter().map(rate).collect();
    Ok(Some(Scorecard::new(defender.name(), rows, rates)))
}

fn row(scenario: &Scenario, performance: &Performance) -> GauntletRow {
    let judgement = judge(scenario, performance);
    let severity = serde_json::to_value(scenario.severity).ok();
    #[allow(clippy::cast_precision_loss, reason = "no scenario takes that long")]
    let detected_after_ms = performance.first_notice_us.map(|micros| micros as f64 / 1000.0);
    GauntletRow {
        id: scenario.id.clone(),
        title: scenario.title.clone(),
        category: scenario.category.name(),
        severity: severity.and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default(),
        outcome: judgement.outcome.name(),
        caught: judgement.is_caught,
        expected: scenario
            .expect
            .as_ref()
            .map(|expected| GauntletDuty { duty: expected.duty.name(), at: expected.at.clone() }),
        did: judgement.did.map(vetgate_lab::adversary::scenario::Duty::name),
        at: judgement.at,
        detected_after_ms,
        reason: judgement.reason,
    }
}

fn show(card: &Scorecard, args: &Gauntlet) -> anyhow::Result<Exit> {
    let format: Format = args.format.parse()?;
    let output = args.output.as_deref();
    let options = Options {
        color: has_color(output),
        width: if output.is_none() { console::width() } else { Options::default().width },
        version: env!("CARGO_PKG_VERSION"),
        ..Options::default()
    };
    let text = scorecard::render(card, format, &options).unwrap_or_default();
    deliver(&text, output, &scorecard::headline(card))?;
    Ok(if card.is_passed() { Exit::Clean } else { Exit::Findings })
}
