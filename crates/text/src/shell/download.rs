//! Fetches something and runs it, or decodes something and runs it.

use super::syntax::{Command, Invocation, Pipeline, Script};
use super::vocabulary::{is_address, is_evaluator, is_fetcher, is_interpreter};
use super::{ShellHit, ShellKind};
use crate::words::download::{OWN_PROGRAMS, PROSE};
use std::ops::Range;

/// Files that were fetched or made runnable and may yet be run; more than this are not followed.
const FILES_FOLLOWED: usize = 16;

pub(super) fn find(script: &Script) -> Option<ShellHit> {
    let mut files: Vec<(&str, usize)> = Vec::new();
    for pipeline in &script.pipelines {
        if let Some(kind) = piped(pipeline).or_else(|| substituted(script.text, pipeline)).or_else(|| single(pipeline))
        {
            return Some(ShellHit { kind, span: pipeline.span() });
        }
        for command in &pipeline.commands {
            if let Some((_, start)) = files.iter().find(|(file, _)| runs(command, file)) {
                return Some(ShellHit { kind: ShellKind::DownloadAndRun, span: *start..command.span().end });
            }
            let start = command.span().start;
            if files.len() < FILES_FOLLOWED {
                files.extend(made_runnable(command).map(|file| (file, start)));
            }
        }
    }
    None
}

/// `curl x | sh`, `base64 -d x | sh`.
fn piped(pipeline: &Pipeline) -> Option<ShellKind> {
    let sink =
        pipeline.commands.iter().skip(1).position(|command| command.lead().is_some_and(|lead| runs_input(&lead)))?;
    let sources = &pipeline.commands[..=sink];
    if sources.iter().any(fetches) {
        return Some(ShellKind::DownloadAndRun);
    }
    sources.iter().any(decodes).then_some(ShellKind::InlineCode)
}

/// An interpreter that is given no program of its own runs what it is fed. `python -m json.tool`, `node -e '...'`
/// and `jq` do not.
fn runs_input(lead: &Invocation) -> bool {
    if !is_interpreter(lead.program) {
        return false;
    }
    match lead.arguments.first().map(|word| word.text) {
        None => true,
        Some(first) if first.starts_with('-') => !OWN_PROGRAMS.contains(&first),
        Some(first) => matches!(first, "/dev/stdin" | "&&") || PROSE.contains(&first),
    }
}

fn fetches(command: &Command) -> bool {
    command.invocations(is_fetcher).any(|fetcher| fetcher.arguments.iter().any(|word| is_address(word.text)))
}

fn decodes(command: &Command) -> bool {
    command.invocations(is_decoder).any(|decoder| match decoder.program {
        "base64" | "base32" => decoder.has_flag('d', "decode") || decoder.has_flag('D', ""),
        "xxd" => decoder.has_flag('r', "revert"),
        "openssl" => decoder.has_flag('d', ""),
        _ => true,
    })
}

fn is_decoder(program: &str) -> bool {
    matches!(program, "base64" | "base32" | "xxd" | "openssl" | "gunzip" | "zcat" | "uudecode" | "rev")
}

/// `sh -c "$(curl x)"`, `bash <(curl x)`, `eval "$(... | base64 -d)"`, `IEX (iwr x)`.
fn substituted(text: &str, pipeline: &Pipeline) -> Option<ShellKind> {
    pipeline.commands.iter().find_map(|command| {
        let runner = command.invocations(|program| is_interpreter(program) || is_evaluator(program)).next()?;
        runner.arguments.iter().filter_map(|word| word.substitution.clone()).find_map(|inner| source(text, inner))
    })
}

fn source(text: &str, inner: Range<usize>) -> Option<ShellKind> {
    let script = Script::of(&text[inner]);
    let commands = || script.pipelines.iter().flat_map(|pipeline| &pipeline.commands);
    if commands().any(fetches) {
        return Some(ShellKind::DownloadAndRun);
    }
    commands().any(decodes).then_some(ShellKind::InlineCode)
}

/// Programs that fetch and run, or decode and run, by themselves.
fn single(pipeline: &Pipeline) -> Option<ShellKind> {
    pipeline.commands.iter().flat_map(|command| command.invocations(is_self_sufficient)).find_map(|call| {
        let mentions = |what: &str| call.arguments.iter().any(|word| word.text.to_ascii_lowercase().contains(what));
        let found = match call.program {
            "iex" | "invoke-expression" => {
                mentions("downloadstring(") || mentions("webclient") || mentions("iwr") || mentions("invoke-webrequest")
            }
            "powershell" | "pwsh" => {
                let encoded = |word: &str| {
                    word.len() > 15
                        && word.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'='))
                };
                let flag = |word: &str| {
                    let name = word.trim_start_matches(['-', '/']).to_ascii_lowercase();
                    name.len() < word.len() && !name.is_empty() && (name == "ec" || "encodedcommand".starts_with(&name))
                };
                let pairs = call.arguments.windows(2);
                if pairs.clone().any(|pair| flag(pair[0].text) && encoded(pair[1].text)) {
                    return Some(ShellKind::InlineCode);
                }
                mentions("downloadstring(") || mentions("downloadfile(")
            }
            "mshta" | "msiexec" => mentions("://"),
            "regsvr32" => mentions("/i:http"),
            "rundll32" => mentions("javascript:"),
            "certutil" => mentions("urlcache") && mentions("://"),
            "bitsadmin" => mentions("/transfer") && mentions("://"),
            _ => false,
        };
        found.then_some(ShellKind::DownloadAndRun)
    })
}

fn is_self_sufficient(program: &str) -> bool {
    matches!(
        program,
        "iex"
            | "invoke-expression"
            | "powershell"
            | "pwsh"
            | "mshta"
            | "msiexec"
            | "regsvr32"
            | "rundll32"
            | "certutil"
            | "bitsadmin"
    )
}

/// The file that a command fetches, or gives the right to run.
fn made_runnable<'c>(command: &'c Command) -> Option<&'c str> {
    if let Some(fetcher) =
        command.invocations(is_fetcher).find(|call| call.arguments.iter().any(|word| is_address(word.text)))
    {
        let named = ["-o", "-O", "--output", "--output-document", "-OutFile", "-outfile"];
        let redirected =
            command.redirects.iter().find(|redirect| redirect.output && !redirect.target.starts_with("/dev/"));
        let position = fetcher.arguments.iter().position(|word| named.contains(&word.text));
        let given = position
            .and_then(|at| fetcher.arguments.get(at + 1))
            .map(|word| word.text)
            .filter(|word| !is_address(word) || !word.contains("://"));
        let address = fetcher.arguments.iter().map(|word| word.text).find(|word| is_address(word));
        return given
            .or(redirected.map(|redirect| redirect.target))
            .or(address.and_then(|address| address.rsplit('/').next()));
    }
    let chmod = command.invocations(|program| program == "chmod").next()?;
    let mode = chmod.arguments.first()?.text;
    let runnable = mode.contains("+x")
        || mode.contains("+rx")
        || (mode.len() >= 3 && mode.bytes().all(|b| b.is_ascii_digit()) && mode.contains(['1', '5', '7']));
    runnable.then(|| chmod.arguments.get(1).map(|word| word.text)).flatten()
}

/// Whether a command runs `file`.
fn runs(command: &Command, file: &str) -> bool {
    let base = |path: &str| path.trim_matches(['"', '\'']).rsplit('/').next().unwrap_or_default().to_owned();
    let name = base(file);
    let same = |word: &str| !name.is_empty() && name != "-" && base(word) == name;
    let Some(first) = command.words.iter().position(|word| !super::vocabulary::is_wrapper(&word.program)) else {
        return false;
    };
    let word = command.words[first].text;
    if same(word) && word.contains('/') {
        return true;
    }
    command.lead().is_some_and(|lead| {
        (is_interpreter(lead.program) || is_evaluator(lead.program)) && lead.operands().next().is_some_and(same)
    })
}
