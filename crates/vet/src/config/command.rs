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

/// Shells.
pub(super) const SHELLS: &[&str] = &["sh", "bash", "zsh", "dash", "ksh", "fish", "cmd", "powershell", "pwsh"];

/// `words` without a leading `cmd /c`, `env A=b`, `sudo` and the like.
pub(super) fn unwrapped<'w>(words: &'w [&'w str]) -> &'w [&'w str] {
    let mut words = words;
    loop {
        let Some((first, rest)) = words.split_first() else { return words };
        words = match program(first).as_str() {
            "cmd" if rest.first().is_some_and(|flag| flag.eq_ignore_ascii_case("/c")) => &rest[1..],
            "sudo" | "doas" => rest,
            "env" => &rest[rest.iter().take_while(|word| word.contains('=') || word.starts_with('-')).count()..],
            _ => return words,
        };
    }
}
