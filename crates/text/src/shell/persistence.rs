//! Makes itself come back: start-up files, schedules, authorized keys.

use super::syntax::{Command, Script};
use super::vocabulary::is_startup;
use super::{ShellHit, ShellKind};

pub(super) fn find(script: &Script) -> Option<ShellHit> {
    for pipeline in &script.pipelines {
        for (index, command) in pipeline.commands.iter().enumerate() {
            if writes_startup(command) || tees(command) || schedules(command, index > 0) {
                return Some(ShellHit { kind: ShellKind::Persistence, span: pipeline.span() });
            }
        }
    }
    None
}

/// `echo key >> ~/.ssh/authorized_keys`. Setting a variable in a shell's start-up file is how programs are
/// installed, and is none.
fn writes_startup(command: &Command) -> bool {
    let sets = command.words.iter().any(|word| {
        ["export ", "alias ", "PATH=", "source "].iter().any(|set| word.text.contains(set)) || word.text == "export"
    });
    command.redirects.iter().any(|redirect| {
        let ordinary = sets || !redirect.append && command.words.is_empty();
        redirect.output && is_startup(redirect.target) && !ordinary
    })
}

fn tees(command: &Command) -> bool {
    command.lead().is_some_and(|lead| lead.program == "tee" && lead.operands().any(is_startup))
}

fn schedules(command: &Command, fed: bool) -> bool {
    let lead = command.lead();
    let Some(lead) = lead else { return false };
    let first = lead.arguments.first().map(|word| word.text);
    let mentions = |what: &str| lead.arguments.iter().any(|word| word.text.to_ascii_lowercase().contains(what));
    match lead.program {
        "crontab" => fed && matches!(first, Some("-") | None) || first.is_some_and(|file| file.contains('/')),
        "schtasks" => mentions("/create"),
        "reg" => mentions("add") && mentions("\\run"),
        "launchctl" => mentions("load") && mentions(".plist"),
        _ => false,
    }
}
