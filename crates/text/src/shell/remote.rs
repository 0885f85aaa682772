//! Hands a shell to someone on the network.

use super::inline::code;
use super::syntax::{Pipeline, Script};
use super::vocabulary::{is_interpreter, is_netcat, is_shell};
use super::{ShellHit, ShellKind};

pub(super) fn find(script: &Script) -> Option<ShellHit> {
    let pipeline = script.pipelines.iter().find(|pipeline| connects(pipeline))?;
    Some(ShellHit { kind: ShellKind::ReverseShell, span: pipeline.span() })
}

fn connects(pipeline: &Pipeline) -> bool {
    let device = pipeline.commands.iter().any(|command| {
        let words = command.words.iter().map(|word| word.text);
        words.chain(command.redirects.iter().map(|redirect| redirect.target)).any(is_socket_device)
    });
    device
        || pipeline.commands.iter().any(|command| {
            let lent = command.invocations(is_netcat).any(|call| {
                let hands_over = call.has_flag('e', "exec") || call.has_flag('c', "sh-exec");
                hands_over && call.arguments.iter().any(|word| is_shell(&word.program))
            });
            let socat = command.invocations(|program| program == "socat").any(|call| {
                call.arguments.iter().any(|word| {
                    let word = word.text.to_ascii_lowercase();
                    (word.starts_with("exec:") || word.starts_with("system:")) && word.contains("sh")
                })
            });
            lent || socat || code(command).is_some_and(opens_socket)
        })
        || is_bridged(pipeline)
}

/// `/dev/tcp/host/port`, which bash opens as a connection.
fn is_socket_device(word: &str) -> bool {
    ["/dev/tcp/", "/dev/udp/"].iter().any(|device| {
        word.find(device).is_some_and(|at| {
            word[at + device.len()..].split_once('/').is_some_and(|(host, port)| !host.is_empty() && !port.is_empty())
        })
    })
}

/// A shell and a raw connection in one pipeline: `nc host port | sh`, `cat fifo | sh -i | nc host port`.
fn is_bridged(pipeline: &Pipeline) -> bool {
    let commands = &pipeline.commands;
    let connection = commands.iter().position(|command| {
        command.lead().is_some_and(|lead| {
            let host_and_port = lead.operands().count() > 1;
            (is_netcat(lead.program) || lead.program == "telnet") && host_and_port
                || lead.program == "openssl" && lead.operands().next() == Some("s_client")
        })
    });
    let shell = commands.iter().position(|command| {
        command.lead().is_some_and(|lead| {
            is_shell(lead.program) && lead.operands().next().is_none() && is_interpreter(lead.program)
        })
    });
    matches!((connection, shell), (Some(connection), Some(shell)) if connection != shell)
}

/// Code that connects and gives the connection to a shell.
fn opens_socket(code: &str) -> bool {
    let connects = code.contains("socket")
        || code.contains("fsockopen")
        || code.contains("net.connect")
        || code.contains("TCPSocket");
    let shell = code.contains("dup2")
        || code.contains("/bin/sh")
        || code.contains("/bin/bash")
        || code.contains("pty.spawn")
        || code.contains("cmd.exe");
    connects && shell
}
