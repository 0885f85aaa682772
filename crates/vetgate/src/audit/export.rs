//! `vetgate audit export`: records in an encrypted file.

use super::draft::Draft;
#[cfg(feature = "encryption")]
use super::encryption::Encryption;
#[cfg(not(feature = "encryption"))]
use super::without_encryption::Encryption;
use crate::cli::audit::{Export, ExportFormat};
use crate::console;
use crate::exit::Exit;
use crate::ledger::Holding;
use crate::progress::Patient;
use crate::today::now_ms;
use anyhow::{Context, anyhow};
use std::io::{self, BufWriter, Write};
use vetgate_ledger::{ExportError, export};
use vetgate_report::escape;

pub(super) fn run(args: &Export) -> anyhow::Result<Exit> {
    let encryption = if args.plaintext { None } else { Some(Encryption::of(args)?) };
    let holding = Holding::at(&args.place)?;
    let mut draft = Draft::begin(&args.to, args.force)?;
    let mut out = BufWriter::new(&mut draft);
    let written = match encryption {
        None => records(args, &holding, &mut out)?,
        Some(encryption) => encryption.seal(&mut out, &failed(args), |out| records(args, &holding, out))?,
    };
    out.flush().with_context(|| failed(args))?;
    drop(out);
    draft.finish()?;
    let place = args.to.display().to_string();
    let plural = if written == 1 { "" } else { "s" };
    console::note(&format!("{}: {written} record{plural} written", escape::line(&place)));
    if args.plaintext {
        console::note("The file is not encrypted: anyone who has it can read it.");
    }
    Ok(Exit::Clean)
}

fn failed(args: &Export) -> String {
    format!("{}: cannot be written", args.to.display())
}

fn records(args: &Export, holding: &Holding, out: &mut dyn Write) -> anyhow::Result<u64> {
    let format = match args.format {
        ExportFormat::Jsonl => vetgate_ledger::ExportFormat::Jsonl,
        ExportFormat::Csv => vetgate_ledger::ExportFormat::Csv,
    };
    let mut out = Counted { out, patient: Patient::writing() };
    let written = export(holding.snapshot()?.as_mut(), &args.filters.at(now_ms()), format, &mut out);
    written.map_err(|error| match error {
        ExportError::Store(error) => anyhow!("{}: {error}", holding.place()),
        ExportError::Write(error) => anyhow!("{}: {error}", failed(args)),
    })
}

/// Tells how much has been written.
struct Counted<'o> {
    out: &'o mut dyn Write,
    patient: Patient,
}

impl Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.patient.advance(written);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
