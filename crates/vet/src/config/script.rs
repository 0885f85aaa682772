//! The words of a line for a shell, and the values that it gives to variables.

use super::credentials::{is_plain, is_value, looks_secret, names_credentials};
use super::wording::is_loader;
use std::ops::Range;

/// The commands of `script`, each as the places of its words without their quotes.
pub(super) fn commands(script: &str) -> Vec<Vec<Range<usize>>> {
    let bytes = script.as_bytes();
    let mut commands = vec![vec![]];
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b';' | b'|' | b'&' | b'(' | b')' | b'`' | b'\n' => {
                commands.push(vec![]);
                at += 1;
            }
            byte if ends_a_word(byte) => at += 1,
            _ => {
                let end = end_of_word(bytes, at);
                let command = commands.last_mut();
                command.into_iter().for_each(|command| command.push(unquoted(script, at..end)));
                at = end;
            }
        }
    }
    commands.retain(|command| !command.is_empty());
    commands
}

fn ends_a_word(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b";|&()<>`".contains(&byte)
}

/// The end of the word that starts at `start`: quotes hold it together, and what a shell runs inside them ends it.
fn end_of_word(bytes: &[u8], start: usize) -> usize {
    let mut quote = None;
    let mut at = start;
    while at < bytes.len() {
        let byte = bytes[at];
        match quote {
            Some(open) if byte == open => quote = None,
            Some(b'"') if byte == b'`' || bytes[at..].starts_with(b"$(") => return at,
            Some(_) => {}
            None if matches!(byte, b'"' | b'\'') && bytes[at + 1..].contains(&byte) => quote = Some(byte),
            None if ends_a_word(byte) => return at,
            None => {}
        }
        at += 1;
    }
    at
}

/// The place of a word without quotes around all of it.
fn unquoted(script: &str, span: Range<usize>) -> Range<usize> {
    let word = &script[span.clone()];
    let quote = word.chars().next().filter(|c| matches!(c, '"' | '\''));
    match quote {
        Some(quote) if word.len() > 1 && word.ends_with(quote) => span.start + 1..span.end - 1,
        Some(_) => span.start + 1..span.end,
        None => span,
    }
}

/// The values of the variables that `script` sets, where they may be secrets. What a shell runs because it is the value of
/// a variable must be seen: such a value is left out, unless it is called a secret or looks like one. Only in a line for a
/// shell is every first word an assignment; elsewhere the name is in capital letters, or `set` or the like is before it.
pub(super) fn variables(script: &str, is_shell: bool) -> Vec<Range<usize>> {
    let mut found = vec![];
    for command in commands(script) {
        let words: Vec<&str> = command.iter().map(|span| &script[span.clone()]).collect();
        let mut sets = is_shell;
        for (index, word) in words.iter().enumerate() {
            let before = index.checked_sub(1).map_or("", |before| words[before]);
            let is_told = matches!(before, "export" | "set" | "env" | "declare" | "local" | "-e" | "--env" | "-S");
            if let Some((name, value)) = set_apart(&words, index) {
                found.extend(hidden(script, name, command[value].clone()));
            } else if let Some((name, value)) = word.split_once('=') {
                let variable = without_drive(name);
                let is_capital = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
                let is_set = sets || is_told || variable.len() < name.len() || variable.chars().all(is_capital);
                let start = command[index].end - value.len();
                if is_set && is_variable(variable) {
                    found.extend(hidden(script, variable, start..command[index].end));
                }
            }
            let is_assignment = word.split_once('=').is_some_and(|(name, _)| is_variable(without_drive(name)));
            sets = is_shell && sets && is_assignment || matches!(*word, "export" | "env" | "set");
        }
    }
    found
}

/// The name and the index of the value of a variable that is set by the word at `index` without a `=` in it.
fn set_apart<'w>(words: &[&'w str], index: usize) -> Option<(&'w str, usize)> {
    let word = words[index];
    let name = without_drive(word);
    if name.len() < word.len() && words.get(index + 1) == Some(&"=") {
        return Some((name, index + 2)).filter(|(_, value)| *value < words.len());
    }
    let flags = words[index + 1..].iter().take_while(|word| word.starts_with('-')).count();
    let is_setter = matches!(word, "setx" | "setenv") || word == "set" && flags > 0;
    let name = words.get(index + 1 + flags).copied().filter(|name| is_setter && is_variable(name))?;
    Some((name, index + 2 + flags)).filter(|(_, value)| *value < words.len())
}

/// The name of a variable without the drive that PowerShell puts before it.
fn without_drive(name: &str) -> &str {
    let drive = name.get(..5).filter(|drive| drive.eq_ignore_ascii_case("$env:"));
    drive.map_or(name, |drive| &name[drive.len()..])
}

fn is_variable(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The value at `span` without its quotes, if it is to be masked.
fn hidden(script: &str, name: &str, span: Range<usize>) -> Option<Range<usize>> {
    let value = &script[span.clone()];
    let value = value.strip_prefix(['"', '\'']).unwrap_or(value);
    let start = span.end - value.len();
    let value = value.strip_suffix(['"', '\'']).unwrap_or(value);
    let is_named = names_credentials(name);
    let is_run = ["$", "${", "$env:", "%"].iter().any(|mark| script.contains(&format!("{mark}{name}")));
    let is_run = is_run && script.matches(name).count() > 1;
    let is_seen = is_loader(name) || is_plain(value) && !is_named || is_run && !is_named && !looks_secret(value);
    let is_call = script[start + value.len()..].starts_with('(');
    (is_value(value) && !is_seen && !is_call).then_some(start..start + value.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(script: &str) -> Vec<Vec<&str>> {
        commands(script).into_iter().map(|command| command.into_iter().map(|span| &script[span]).collect()).collect()
    }

    #[test]
    fn a_line_comes_apart_as_a_shell_reads_it() {
        assert_eq!(
            words("A=1 srv 'x y'; B=\"p q\" t|u&&v"),
            [vec!["A=1", "srv", "x y"], vec!["B=\"p q\"", "t"], vec!["u"], vec!["v"]]
        );
        assert_eq!(words("A=\"abcd\"`evil`"), [vec!["A=\"abcd\""], vec!["evil"]]);
        assert_eq!(words("A=\"$(evil)\" b"), [vec!["A=\"", "$"], vec!["evil"], vec!["", "b"]]);
        assert_eq!(words(" ;; "), [[""; 0]; 0]);
    }

    #[test]
    fn values_of_variables_are_found_in_every_shell() {
        for script in [
            "FOO=hunter exec srv",
            "foo=hunter bar=2 srv",
            "a=1 foo=hunter srv",
            "cd /x && FOO='hunter' srv",
            "export FOO=hunter; srv",
            "set FOO=hunter&& srv",
            "set \"FOO=hunter\" && srv",
            "$env:FOO=\"hunter\"; srv",
            "$Env:foo = 'hunter'; srv",
            "set -gx FOO hunter; srv",
            "setx FOO hunter",
            "docker run -e foo=hunter img",
            "srv FOO=hunter",
        ] {
            let found: Vec<&str> = variables(script, true).into_iter().map(|span| &script[span]).collect();
            assert_eq!(found, ["hunter"], "{script}");
        }
    }

    #[test]
    fn what_runs_is_seen() {
        for script in [
            "X=rm; $X -rf /", "X=\"$(evil)\" srv", "X=`evil` srv", "X=/opt/evil srv", "PATH=evil srv",
            "set X=evil&& %X%", "PORT=8080 srv", "srv --mode=fast x=evil",
        ] {
            assert!(variables(script, true).is_empty(), "{script}");
        }
        assert!(variables("name=fast and more", false).is_empty());
    }
}
