//! The command line of an entry, seen through the programs that only wrap it.

use vetgate_model::{ServerEntry, Setting, Transport};

/// The settings that are words of the command line, in order.
pub(super) fn settings(entry: &ServerEntry) -> Vec<&Setting> {
    let Transport::Stdio { command, args, .. } = &entry.transport else { return vec![] };
    let is_word = |setting: &&Setting| setting.pointer.tokens().any(|name| name == "command" || name == "args");
    let words: Vec<&Setting> = entry.settings.iter().filter(is_word).collect();
    let mut free = vec![true; words.len()];
    let (mut found, mut next) = (Vec::new(), 0);
    for word in std::iter::once(command).chain(args) {
        // In the order of the file, and from its start again where `args` stand before `command`.
        let place = (next..words.len()).chain(0..next).find(|at| free[*at] && words[*at].value == *word);
        let Some(at) = place else { return vec![] };
        free[at] = false;
        next = (at + 1) % words.len();
        found.push(words[at]);
    }
    found
}

/// The name of a program without folder and extension, in lower case.
pub(super) fn program(word: &str) -> String {
    let last = word.rsplit(['/', '\\']).next().unwrap_or(word).to_ascii_lowercase();
    [".exe", ".cmd", ".bat"].iter().find_map(|e| last.strip_suffix(e)).unwrap_or(&last).to_owned()
}

pub(super) use crate::words::command::SHELLS;

/// `words` without a leading `cmd /c`, `env A=b`, `sudo` and the like.
pub(super) fn unwrapped<'w>(words: &'w [&'w str]) -> &'w [&'w str] {
    let mut words = words;
    loop {
        let Some((first, rest)) = words.split_first() else { return words };
        words = match program(first).as_str() {
            "cmd" if rest.first().is_some_and(|flag| flag.eq_ignore_ascii_case("/c")) => &rest[1..],
            "sudo" | "doas" => rest,
            "env" => after_env(rest),
            _ => return words,
        };
    }
}

/// The command that `env` starts with these `words`, without its options and the variables that it sets.
fn after_env<'w>(words: &'w [&'w str]) -> &'w [&'w str] {
    let mut at = 0;
    while let Some(word) = words.get(at).filter(|word| word.contains('=') || word.starts_with('-')) {
        // The name of a variable, or a folder.
        at += if matches!(*word, "-u" | "--unset" | "-C" | "--chdir") { 2 } else { 1 };
    }
    words.get(at..).unwrap_or_default()
}
