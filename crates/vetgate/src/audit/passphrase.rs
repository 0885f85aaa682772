//! A passphrase from a file, a variable or the terminal; never from the command line, which other users can read.

use crate::console;
use crate::input;
use age::secrecy::SecretString;
use anyhow::{Context, bail};
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

const VARIABLE: &str = "VETGATE_PASSPHRASE";
/// What is shorter can be tried out.
const LEAST: usize = 12;

/// The passphrase, from the first line of `file` if there is one.
pub(super) fn get(file: Option<&Path>) -> anyhow::Result<SecretString> {
    let (passphrase, place) = match (file, std::env::var(VARIABLE)) {
        (Some(path), _) => {
            let text = input::read_whole(path)?;
            (text.lines().next().unwrap_or_default().to_owned(), path.display().to_string())
        }
        (None, Ok(passphrase)) => (passphrase, VARIABLE.to_owned()),
        (None, Err(_)) => (asked()?, "the passphrase".to_owned()),
    };
    if passphrase.chars().count() < LEAST {
        bail!("{place}: a passphrase needs at least {LEAST} characters; several words are easy to remember");
    }
    Ok(SecretString::from(passphrase))
}

fn asked() -> anyhow::Result<String> {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        bail!("there is no terminal to ask for the passphrase on: set {VARIABLE}, or use --passphrase-file");
    }
    let first = unseen("Passphrase: ")?;
    if unseen("Once more: ")? != first {
        bail!("the two passphrases differ; nothing was written");
    }
    Ok(first)
}

/// A line that is not shown while it is typed.
#[cfg(unix)]
fn unseen(prompt: &str) -> anyhow::Result<String> {
    use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
    let shown = tcgetattr(io::stdin()).context("the question cannot be shown on the terminal")?;
    let mut hidden = shown.clone();
    hidden.local_modes.remove(LocalModes::ECHO);
    // Before it is asked for: who types fast must not be shown, nor lose what was typed.
    tcsetattr(io::stdin(), OptionalActions::Flush, &hidden).context("the terminal cannot hide typed text")?;
    let _ = write!(io::stderr(), "{prompt}");
    let mut line = String::new();
    let read = io::stdin().lock().read_line(&mut line);
    let _ = tcsetattr(io::stdin(), OptionalActions::Now, &shown);
    console::note("");
    read.context("the passphrase cannot be read")?;
    Ok(line.trim_end_matches(['\n', '\r']).to_owned())
}

#[cfg(not(unix))]
fn unseen(_: &str) -> anyhow::Result<String> {
    bail!("a passphrase cannot be asked for here: set {VARIABLE}, or use --passphrase-file");
}
