//! Destroys files, disks or the machine's use.

use super::syntax::{Command, Invocation, Script};
use super::{ShellHit, ShellKind};
use crate::words::shell::DISKS;

pub(super) fn find(script: &Script) -> Option<ShellHit> {
    if let Some(at) = fork_bomb(script.text) {
        return Some(ShellHit { kind: ShellKind::Destructive, span: at..script.text.len().min(at + 13) })
            .filter(|hit| script.text.get(hit.span.clone()).is_some());
    }
    let commands = script.pipelines.iter().flat_map(|pipeline| &pipeline.commands);
    commands.filter_map(|command| destroys(command)).next().map(|span| ShellHit { kind: ShellKind::Destructive, span })
}

fn destroys(command: &Command) -> Option<std::ops::Range<usize>> {
    let disk = command.redirects.iter().find(|redirect| redirect.output && is_disk(redirect.target));
    if disk.is_some() {
        return Some(command.span());
    }
    command.invocations(is_destroyer).find(wipes).map(|call| call.span)
}

fn is_destroyer(program: &str) -> bool {
    matches!(
        program,
        "rm" | "dd"
            | "shred"
            | "wipefs"
            | "format"
            | "del"
            | "rd"
            | "rmdir"
            | "remove-item"
            | "ri"
            | "chmod"
            | "chown"
            | "find"
            | "kill"
            | "cipher"
            | "vssadmin"
    ) || program.starts_with("mkfs")
}

fn wipes(call: &Invocation) -> bool {
    let slash = |flag: &str| call.arguments.iter().any(|word| word.text.eq_ignore_ascii_case(flag));
    match call.program {
        "rm" => {
            let recursive = call.has_flag('r', "recursive") || call.has_flag('R', "");
            slash("--no-preserve-root") || recursive && call.operands().any(is_everything)
        }
        "dd" => call.operands().any(|word| word.strip_prefix("of=").is_some_and(is_disk)),
        "shred" | "wipefs" => call.operands().any(|word| is_disk(word) || is_everything(word)),
        "chmod" | "chown" => {
            call.has_flag('R', "recursive")
                && call.operands().skip(1).any(|word| matches!(word, "/" | "/*" | "~" | "~/" | "$HOME"))
        }
        "find" => {
            let all = call.operands().next().is_some_and(is_everything);
            all && (slash("-delete") || call.arguments.iter().any(|word| word.text == "rm"))
        }
        "kill" => slash("-9") && slash("-1"),
        "format" => call.operands().any(|word| word.len() == 2 && word.ends_with(':')),
        "del" | "rd" | "rmdir" => slash("/s") && slash("/q"),
        "remove-item" | "ri" => {
            slash("-recurse")
                && slash("-force")
                && call.operands().any(|word| {
                    is_everything(word) || word.contains(":\\") || word.to_ascii_lowercase().contains("$env:")
                })
        }
        "vssadmin" => {
            call.operands().any(|word| word.eq_ignore_ascii_case("delete"))
                && call.operands().any(|word| word.eq_ignore_ascii_case("shadows"))
        }
        "cipher" => call.arguments.iter().any(|word| word.text.to_ascii_lowercase().starts_with("/w:")),
        _ => call.operands().any(is_disk),
    }
}

/// A disk, not a pseudo-device such as `/dev/null`.
fn is_disk(path: &str) -> bool {
    path.strip_prefix("/dev/").is_some_and(|device| DISKS.iter().any(|disk| device.starts_with(disk)))
}

/// The root, a system directory, the home directory, or everything in the current one.
fn is_everything(path: &str) -> bool {
    let path = path.trim_matches(['"', '\'', '.', ',']).trim_end_matches('*');
    let whole = path.trim_end_matches('/');
    let home = ["~", "$HOME", "${HOME}", "$env:USERPROFILE", "%USERPROFILE%"];
    let below_home = home.iter().any(|home| {
        whole
            .strip_prefix(home)
            .and_then(|rest| rest.strip_prefix('/'))
            .is_some_and(|rest| !rest.contains('/') && !rest.starts_with('.'))
    });
    let system = whole.strip_prefix('/').is_some_and(|rest| {
        matches!(
            rest,
            "bin"
                | "boot"
                | "dev"
                | "etc"
                | "home"
                | "lib"
                | "opt"
                | "root"
                | "sbin"
                | "sys"
                | "usr"
                | "var"
                | "Users"
                | "System"
        )
    });
    // Only an asterisk, dots or slashes: all of it.
    let bare = whole.is_empty();
    bare || home.contains(&whole) || below_home || system
}

/// `:(){ :|:& };:` in any spacing.
fn fork_bomb(text: &str) -> Option<usize> {
    memchr::memmem::find_iter(text.as_bytes(), "(){")
        .chain(memchr::memmem::find_iter(text.as_bytes(), "() {"))
        .find_map(|at| {
            let name =
                text[..at].bytes().rev().take(16).take_while(|b| b.is_ascii_alphanumeric() || *b == b':').count();
            let start = at - name;
            let body: String = text[at..].bytes().take(48).map(char::from).filter(|c| !c.is_whitespace()).collect();
            let function = &text[start..at];
            (name > 0 && body.starts_with(&format!("(){{{function}|{function}&}};{function}"))).then_some(start)
        })
}
