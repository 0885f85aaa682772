//! `vetgate demo`: four attacks, told as they happen.

mod story;

use crate::commands::gauntlet::{Defence, Heard, bystander};
use anyhow::Context;
use std::io::{self, IsTerminal};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use story::Story;
use tokio::sync::broadcast::Receiver;
use vetgate_command::console;
use vetgate_command::exit::Exit;
use vetgate_command::grid::{FAINT, STRONG, Screen};
use vetgate_command::input;
use vetgate_command::lab::Demo;
use vetgate_command::runtime::{in_runtime, stop_signal};
use vetgate_gateway::Event;
use vetgate_lab::adversary::{Agent, Stage, repertoire};

/// How long a held call waits for a person who is not there.
const HOLD: Duration = Duration::from_millis(800);

const TITLE: &str = "\
Vetgate demo: an agent, five servers, and an attacker.
Everything runs on this machine, contacts no other host, and leaves no files behind.
";

/// Tells the story, and leaves its gateway open for whoever wants to look around.
pub(crate) fn run(args: &Demo) -> anyhow::Result<Exit> {
    let screen = Screen::of_output();
    in_runtime(async {
        let mut stopped = pin!(stop_signal());
        print(&screen.paint(STRONG, TITLE))?;
        let stage = Stage::new(repertoire::demo());
        let (defence, events) = tokio::select! {
            started = Defence::start(&stage, HOLD) => started?,
            () = &mut stopped => return Ok(Exit::Interrupted),
        };
        let told = tokio::select! {
            told = tell(screen, &stage, &defence, events) => told,
            () = &mut stopped => Ok(Exit::Interrupted),
        };
        let looked = match &told {
            Ok(Exit::Clean | Exit::Findings) if !args.once && io::stdout().is_terminal() => {
                look_around(screen, &defence, stopped).await
            }
            _ => Ok(()),
        };
        // However it went.
        defence.end().await;
        looked?;
        told
    })
}

/// Plays with the gateway and without.
async fn tell(screen: Screen, stage: &Arc<Stage>, defence: &Defence, events: Receiver<Event>) -> anyhow::Result<Exit> {
    let mut story = Story::new(screen, Heard::new(events, stage.scenario()));
    let agent = Agent::through(stage, &defence.url(), None, str::to_owned).await?;
    agent.perform(&mut story).await;
    let robbed = bystander::play(repertoire::demo()).await?;
    print(&format!("\n{}", story::without(screen, &robbed)))?;
    Ok(if story.is_stopped() { Exit::Clean } else { Exit::Findings })
}

/// Leaves the gateway open until somebody has seen enough.
async fn look_around(screen: Screen, defence: &Defence, stopped: impl Future<Output = ()>) -> anyhow::Result<()> {
    let token = input::read_whole(&defence.folder().join("admin-token"))?;
    let console = defence.url().trim_end_matches("mcp").to_owned();
    print(&format!(
        "\n{}\n  {console}\n  admin token: {}\n{}\n",
        screen.paint(STRONG, "Explore its console:"),
        token.trim(),
        screen.paint(FAINT, "Press Ctrl-C to stop. No files are left behind.")
    ))?;
    stopped.await;
    // Nobody reads it where the terminal is gone.
    let _ = print("\n");
    Ok(())
}

fn print(text: &str) -> anyhow::Result<()> {
    console::print(text).context("the demonstration failed")
}
