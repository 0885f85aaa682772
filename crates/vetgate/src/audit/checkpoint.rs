//! `vetgate audit checkpoint`: the signed end of the record, to be kept elsewhere.

use super::public_key;
use crate::cli::audit::Checkpoint;
use crate::console;
use crate::exit::Exit;
use crate::ledger::Holding;
use anyhow::{Context, anyhow};
use std::fs::OpenOptions;
use std::io::Write;
use vetgate_ledger::PUBLIC_KEY;
use vetgate_report::escape;

pub(super) fn run(args: &Checkpoint) -> anyhow::Result<Exit> {
    let holding = Holding::at(&args.place)?;
    let head = holding.reader()?.head().with_context(|| holding.place())?;
    let head = head.ok_or_else(|| anyhow!("{}: there is no record yet, so nothing is signed", holding.place()))?;
    let key = public_key(&holding.folder.join(PUBLIC_KEY))?;
    if !head.is_signed_by(&key) {
        console::complain(
            "the end of the record is not signed with the ledger's key; run `vetgate audit verify` for details",
        );
        return Ok(Exit::Findings);
    }
    let line = format!("{}\n", head.to_line());
    match &args.to {
        None => console::print(&line)?,
        Some(path) => {
            let place = path.display().to_string();
            let file = OpenOptions::new().create(true).append(true).open(path);
            file.and_then(|mut file| file.write_all(line.as_bytes()).and_then(|()| file.sync_all()))
                .with_context(|| format!("{place}: cannot be written"))?;
            console::note(&format!("{}: record {} added", escape::line(&place), head.id));
        }
    }
    console::note(&format!("public key: {key}"));
    Ok(Exit::Clean)
}
