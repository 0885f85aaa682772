//! `vetgate audit export`: records in an encrypted file.

use super::draft::Draft;
use super::passphrase;
use crate::cli::audit::{Export, ExportFormat};
use crate::console;
use crate::exit::Exit;
use crate::input;
use crate::ledger::Holding;
use crate::progress::Patient;
use crate::today::now_ms;
use age::{Encryptor, Recipient, x25519};
use anyhow::{Context, anyhow, bail};
use std::io::{self, BufWriter, Write};
use vetgate_ledger::{ExportError, export};
use vetgate_report::escape;

/// Characters of a key in a message: enough to tell which, too few to tell a secret one.
const SHOWN: usize = 12;

pub(super) fn run(args: &Export) -> anyhow::Result<Exit> {
    let lock = Lock::of(args)?;
    let holding = Holding::at(&args.place)?;
    let mut draft = Draft::begin(&args.to, args.force)?;
    let written = match lock {
        Lock::Open => {
            let mut out = BufWriter::new(&mut draft);
            let written = records(args, &holding, &mut out)?;
            out.flush().with_context(|| failed(args))?;
            written
        }
        Lock::Age(encryptor) => {
            let out = encryptor.wrap_output(BufWriter::new(&mut draft)).with_context(|| failed(args))?;
            // The encryption works on pieces of 64 KiB; the buffer before it saves it from smaller ones.
            let mut out = BufWriter::new(out);
            let written = records(args, &holding, &mut out)?;
            let sealed = out.into_inner().map_err(io::IntoInnerError::into_error).and_then(|out| out.finish());
            sealed.and_then(|mut out| out.flush()).with_context(|| failed(args))?;
            written
        }
    };
    draft.finish()?;
    let place = args.to.display().to_string();
    let plural = if written == 1 { "" } else { "s" };
    console::note(&format!("{}: {written} record{plural} written", escape::line(&place)));
    if args.plaintext {
        console::note("The file is not encrypted: whoever has it can read it.");
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

/// Who can open the file.
enum Lock {
    /// Whoever has it.
    Open,
    /// Those for whom it is encrypted.
    Age(Encryptor),
}

impl Lock {
    fn of(args: &Export) -> anyhow::Result<Self> {
        if args.plaintext {
            return Ok(Self::Open);
        }
        if args.passphrase || args.passphrase_file.is_some() {
            let passphrase = passphrase::get(args.passphrase_file.as_deref())?;
            return Ok(Self::Age(Encryptor::with_user_passphrase(passphrase)));
        }
        let recipients = recipients(args)?;
        let encryptor = Encryptor::with_recipients(recipients.iter().map(|key| key as &dyn Recipient));
        Ok(Self::Age(encryptor.context("the file cannot be encrypted for these recipients")?))
    }
}

fn recipients(args: &Export) -> anyhow::Result<Vec<x25519::Recipient>> {
    let mut keys = Vec::new();
    for text in &args.recipients {
        keys.push(key(text).with_context(|| format!("--recipient {}", escape::cut(text, SHOWN)))?);
    }
    for path in &args.recipients_file {
        let text = input::read_whole(path)?;
        for (number, line) in text.lines().map(str::trim).enumerate() {
            if !line.is_empty() && !line.starts_with('#') {
                keys.push(key(line).with_context(|| format!("{}:{}", path.display(), number + 1))?);
            }
        }
    }
    if keys.is_empty() {
        bail!("the files of recipients name none");
    }
    Ok(keys)
}

fn key(text: &str) -> anyhow::Result<x25519::Recipient> {
    if text.starts_with("AGE-SECRET-KEY-") {
        bail!("is a secret key; the public one begins with age1, and `age-keygen -y` shows it");
    }
    text.parse().map_err(|_| anyhow!("is no public key of age; expected one that begins with age1"))
}
