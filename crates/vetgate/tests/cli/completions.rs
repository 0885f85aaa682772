//! `vetgate completions`, in the shells that are there.

use crate::run::{folder, vetgate};
use std::path::Path;
use std::process::Command;

const SHELLS: &[&str] = &["bash", "zsh", "fish", "elvish", "powershell"];

fn script(shell: &str) -> String {
    let run = vetgate(&["completions", shell]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{shell}");
    run.stdout
}

/// What a shell says, if it is on this machine.
fn said(shell: &str, args: &[&str], program: &str) -> Option<String> {
    let output = Command::new(shell).args(args).arg(program).env("HOME", folder(&format!("home-of-{shell}"))).output();
    let output = output.ok()?;
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{shell}: {errors}");
    Some(String::from_utf8(output.stdout).unwrap())
}

/// A script in a file of its own, as people install it.
fn installed(shell: &str, name: &str) -> String {
    let path = folder(&format!("completions-{shell}")).join(name);
    std::fs::write(&path, script(shell)).unwrap();
    path.display().to_string()
}

#[test]
fn every_shell_gets_a_script_with_every_command() {
    for shell in SHELLS {
        let script = script(shell);
        for word in ["approve-call", "completions", "--fail-on"] {
            // Fish names a long flag without its dashes.
            let word = if *shell == "fish" { word.trim_start_matches("--") } else { word };
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn a_shell_that_is_not_known_is_told_which_are() {
    let run = vetgate(&["completions", "tcsh"]);
    assert_eq!(run.code, 2);
    assert!(SHELLS.iter().all(|shell| run.stderr.contains(shell)), "{}", run.stderr);
}

/// Runs the completion that bash has been given for the words of a command line, and returns what it offers.
fn offered_by_bash(script: &str, words: &[&str]) -> Vec<String> {
    let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let (current, before) = (words.len() - 1, words.len().saturating_sub(2));
    // `complete -p` says which function was registered; readline would call it with these three.
    let program = format!(
        "source '{script}'\n\
         function=$(complete -p vetgate | sed -E 's/.*-F ([^ ]+).*/\\1/')\n\
         COMP_WORDS=({}) COMP_CWORD={current} COMP_LINE='{}' COMP_POINT={}\n\
         $function vetgate '{}' '{}'\n\
         printf '%s\\n' \"${{COMPREPLY[@]}}\"\n",
        quoted.join(" "),
        words.join(" "),
        words.join(" ").len(),
        words[current],
        words[before],
    );
    let said = said("bash", &["--norc", "-c"], &program).expect("bash is there");
    said.lines().map(str::to_owned).collect()
}

#[test]
#[cfg(unix)]
fn bash_completes_commands_flags_and_values() {
    let script = installed("bash", "vetgate");
    assert_eq!(offered_by_bash(&script, &["vetgate", "sca"]), ["scan"]);
    assert_eq!(offered_by_bash(&script, &["vetgate", "approve-"]), ["approve-call"]);
    assert_eq!(offered_by_bash(&script, &["vetgate", "scan", "--fail"]), ["--fail-on"]);
    assert_eq!(offered_by_bash(&script, &["vetgate", "scan", "--fail-on", "cr"]), ["critical"]);
    assert_eq!(offered_by_bash(&script, &["vetgate", "scan", "--format", "sa"]), ["sarif"]);
    assert_eq!(offered_by_bash(&script, &["vetgate", "audit", "ver"]), ["verify"]);
    assert_eq!(offered_by_bash(&script, &["vetgate", "completions", "el"]), ["elvish"]);
}

#[test]
#[cfg(unix)]
fn fish_completes_a_command() {
    let script = installed("fish", "vetgate.fish");
    let program = format!("source '{script}'; complete --do-complete 'vetgate sca'");
    let Some(offered) = said("fish", &["--no-config", "-c"], &program) else { return };
    assert!(offered.lines().any(|line| line.starts_with("scan\t")), "{offered}");
}

#[test]
#[cfg(unix)]
fn zsh_takes_the_script_for_the_program() {
    let script = installed("zsh", "_vetgate");
    let folder = Path::new(&script).parent().unwrap().display().to_string();
    let program = format!(
        "fpath=('{folder}' $fpath); autoload -Uz compinit; compinit -u -D; \
         print -r -- ${{_comps[vetgate]}}; autoload +X _vetgate && print loaded"
    );
    let Some(said) = said("zsh", &["-f", "-c"], &program) else { return };
    assert_eq!(said.lines().collect::<Vec<_>>(), ["_vetgate", "loaded"]);
}
