//! `vetgate redact`: a document without its values, and back.
//!
//! Guarantees: what is no value goes through byte for byte; what can be told is written at once; a placeholder is
//! written only after its value is in the vault's file.

mod key;
mod restore;
mod vault_file;

use crate::cli::Redact;
use crate::console;
use crate::exit::Exit;
use crate::inspect::plural;
use crate::progress::Patient;
use crate::sink::Sink;
use crate::source::{Source, is_same};
use anyhow::bail;
use restore::Restorer;
use std::io::{self, IsTerminal};
use std::path::Path;
use vault_file::VaultFile;
use vetgate_sensitive::{Masker, Mode, Redactor, Vault};

/// Redacts or restores what `args` names.
pub(crate) fn run(args: &Redact) -> anyhow::Result<Exit> {
    check(args)?;
    let source = Source::open(args.file.as_deref().unwrap_or(Path::new("-")))?;
    if args.restore { restore(args, source) } else { redact(args, source) }
}

/// Refuses what would do harm or be silently ignored.
fn check(args: &Redact) -> anyhow::Result<()> {
    let mode = Mode::from(args.mode);
    if args.key_file.is_some() && mode != Mode::Hash {
        bail!("--key-file is for --mode hash");
    }
    if args.vault.is_some() && mode != Mode::Tokenize && !args.restore {
        bail!("--vault is for --mode tokenize, and for --restore");
    }
    let document = Some(args.file.as_deref().unwrap_or(Path::new("-")));
    let read =
        [("the document", document), ("the key", args.key_file.as_deref()), ("the vault", args.vault.as_deref())];
    for (number, (name, file)) in read.iter().enumerate() {
        let Some(file) = file else { continue };
        let others = read[number + 1..].iter().filter_map(|(other, path)| Some((*other, (*path)?)));
        for (other, path) in others.chain(args.output.as_deref().map(|path| ("the output", path))) {
            if is_same(file, path) {
                bail!("{}: is {name} and {other} at once; name another file", file.display());
            }
        }
    }
    Ok(())
}

fn redact(args: &Redact, source: Source) -> anyhow::Result<Exit> {
    let (detector, least) = args.which.detector()?;
    let mode = Mode::from(args.mode);
    let key = if mode == Mode::Hash { Some(key::get(args.key_file.as_deref())?) } else { None };
    let mut file = args.vault.as_deref().map(VaultFile::open).transpose()?;
    let mut vault = match &mut file {
        Some(file) => file.load()?,
        None => Vault::new(vault_file::LIMITS),
    };
    let masker = match (&key, mode) {
        (Some(key), _) => Masker::hash(key),
        (None, Mode::Tokenize) => Masker::tokenize(&mut vault, "", ""),
        (None, Mode::Mask) => Masker::mask(),
        (None, _) => Masker::redact(),
    };
    let mut redactor = Redactor::new(&detector, masker, least);
    let written = stream(args, source, |piece, out| {
        match piece {
            Some(piece) => redactor.push(piece, out),
            None => redactor.finish(out),
        }
        file.as_mut().map_or(Ok(()), VaultFile::write)
    });
    let replaced = redactor.replaced();
    drop(redactor);
    let is_read = written?;
    if vault.refused() > 0 {
        let count = plural(vault.refused() as usize, "value was", "values were");
        console::complain(&format!("{count} redacted permanently: too many or too long for the vault"));
    }
    if is_read && !args.quiet {
        let where_to = file.map(|file| format!("; {} in {}", plural(vault.len(), "is", "are"), file.place()));
        let count = plural(replaced as usize, "value", "values");
        console::note(&format!("{count} replaced{}", where_to.unwrap_or_default()));
    }
    Ok(Exit::Clean)
}

fn restore(args: &Redact, source: Source) -> anyhow::Result<Exit> {
    let Some(path) = &args.vault else { bail!("--restore needs --vault") };
    let vault = VaultFile::read(path)?;
    let mut restorer = Restorer::new(&vault);
    let is_read = stream(args, source, |piece, out| {
        match piece {
            Some(piece) => restorer.push(piece, out),
            None => restorer.finish(out),
        }
        Ok(())
    })?;
    if is_read && !args.quiet {
        console::note(&format!("{} restored", plural(restorer.restored(), "value", "values")));
    }
    Ok(Exit::Clean)
}

/// Sends the document through `step`, piece by piece and then once without a piece. Says whether somebody read it all.
fn stream(
    args: &Redact,
    mut source: Source,
    mut step: impl FnMut(Option<&[u8]>, &mut Vec<u8>) -> anyhow::Result<()>,
) -> anyhow::Result<bool> {
    let is_on_screen = args.output.is_none() && io::stdout().is_terminal();
    let mut progress = Patient::reading(source.length, !is_on_screen);
    let mut out = Vec::new();
    // An output that is there is left alone if the document cannot be read at all.
    let mut sink = None;
    let mut ends_line = true;
    loop {
        let piece = source.next()?;
        step(piece, &mut out)?;
        let sink = match &mut sink {
            Some(sink) => sink,
            // What is restored is as private as the vault.
            none => none.insert(match &args.output {
                Some(output) if args.restore => Sink::for_owner(output)?,
                output => Sink::open(output.as_deref())?,
            }),
        };
        sink.write(&out)?;
        ends_line = out.last().map_or(ends_line, |last| *last == b'\n');
        out.clear();
        match piece {
            Some(piece) if !sink.is_closed() => progress.advance(piece.len()),
            _ => {
                if !ends_line && is_on_screen && !args.quiet && io::stderr().is_terminal() {
                    console::note("");
                }
                return Ok(!sink.is_closed());
            }
        }
    }
}
