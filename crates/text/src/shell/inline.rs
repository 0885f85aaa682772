//! Runs code that is encoded or handed over inline.

use super::syntax::{Command, Script};
use super::vocabulary::is_interpreter;
use super::{ShellHit, ShellKind};
use crate::words::shell::{DECODER_CALLS, PROGRAM_CALLS};
use std::ops::Range;

/// How far after an evaluation its argument is looked at.
const ARGUMENT_SEEN: usize = 160;

pub(super) fn find(script: &Script) -> Option<ShellHit> {
    let commands = script.pipelines.iter().flat_map(|pipeline| &pipeline.commands);
    let inline = commands.filter(|command| code(command).is_some_and(runs_program)).map(Command::span).next();
    let span = inline.or_else(|| evaluates(script.text)).or_else(|| executes(script.text))?;
    Some(ShellHit { kind: ShellKind::InlineCode, span })
}

/// The code that an interpreter is given on its command line.
pub(super) fn code<'c>(command: &'c Command) -> Option<&'c str> {
    command.invocations(is_interpreter).find_map(|call| {
        let at = call.arguments.iter().position(|word| {
            matches!(word.text, "-c" | "-e" | "-r" | "-rsocket" | "--eval" | "-Command" | "-command")
        })?;
        call.arguments[at + 1..].iter().find(|word| word.quoted).map(|word| word.text)
    })
}

/// Whether code starts programs, or evaluates what it fetches.
fn runs_program(code: &str) -> bool {
    let bare = ["system(", "exec ", "system "];
    PROGRAM_CALLS.iter().any(|call| code.contains(call))
        || bare.iter().any(|call| code.starts_with(call) || code.contains(&format!(";{call}")))
}

/// `eval(atob(...))`: something decoded is evaluated at once.
fn evaluates(text: &str) -> Option<Range<usize>> {
    ["eval(", "exec(", "Function(", "execSync(", "compile("].iter().find_map(|call| {
        memchr::memmem::find_iter(text.as_bytes(), call).find_map(|at| {
            let named = at > 0 && text.as_bytes()[at - 1].is_ascii_alphanumeric();
            let end = text.floor_char_boundary((at + ARGUMENT_SEEN).min(text.len()));
            let argument = &text[at + call.len()..end.max(at + call.len())];
            let decoded = DECODER_CALLS.iter().any(|decoder| argument.contains(decoder));
            (!named && decoded).then_some(at..end)
        })
    })
}

/// `os.system("...")` and its kin, given a literal command.
fn executes(text: &str) -> Option<Range<usize>> {
    [".system(", ".popen(", "shell_exec(", "passthru(", ".execSync(", "child_process').exec(", "child_process\").exec("]
        .iter()
        .find_map(|call| {
            memchr::memmem::find_iter(text.as_bytes(), call).find_map(|at| {
                let start = at + call.len();
                let mut rest = text[start..].chars();
                let quote = rest.next().filter(|c| matches!(c, '\'' | '"' | '`'))?;
                let literal = rest.next().is_some_and(|c| c != quote);
                literal.then(|| at..text.floor_char_boundary((start + ARGUMENT_SEEN).min(text.len())))
            })
        })
}
