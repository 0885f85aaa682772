//! What `vetgate audit` can be asked for.

use super::filters::Filters;
use super::{ListFormat, Place};
use clap::{ArgGroup, Args, Subcommand, ValueEnum};
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate audit verify                               is the record what was written?
  vetgate audit checkpoint --to /mnt/usb/vetgate     keep a signed state out of reach
  vetgate audit verify --checkpoint /mnt/usb/vetgate and hold the record against it
  vetgate audit export --to november.age --recipient age1... --since 2026-11-01
  vetgate audit export --to calls.age --passphrase --kind call --format csv

Every record holds the hash of the one before it, and the end is signed with every write. `verify`
finds any changed byte, and any record that was removed, put in, swapped or cut off, and names the
first bad one. It needs the public key, ledger-key.pub in the data folder; an auditor uses the copy
that was handed over before, with --public-key. An older copy of the whole folder is found only
with a checkpoint that was kept elsewhere.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    the record is what was written; or the checkpoint or export was written
  1    the record is not what was written: it was tampered with or is damaged
  2    wrong usage, or a file that cannot be read or written";

pub(super) const EXPORT_EXIT_CODES: &str = "\
Exit codes:
  0    the export was written
  2    wrong usage, or a file that cannot be read or written";

pub(super) const EXPORT_EXAMPLES: &str = "\
Examples:
  vetgate audit export --to november.age --recipient age1... --since 2026-11-01 --until 2026-12-01
  vetgate audit export --to all.age --recipients-file team.txt
  vetgate audit export --to all.age --passphrase
  vetgate audit export --to calls.csv --plaintext --format csv --kind call

The file is encrypted with age; `age --decrypt` opens it. The passphrase is asked for on the
terminal, or taken from the variable VETGATE_PASSPHRASE or the file of --passphrase-file. The file
is readable by you alone and appears whole or not at all.";

/// What is to be done with the record.
#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
pub(crate) struct Audit {
    #[command(subcommand)]
    pub(crate) what: What,
}

#[derive(Debug, Subcommand)]
pub(crate) enum What {
    /// Prove that the record is what was written, or name the first bad record
    #[command(after_help = EXIT_CODES)]
    Verify(Verify),
    /// Print the signed end of the record, to be kept out of reach
    #[command(after_help = EXIT_CODES)]
    Checkpoint(Checkpoint),
    /// Write records to an encrypted file
    #[command(after_long_help = format!("{EXPORT_EXAMPLES}\n\n{EXPORT_EXIT_CODES}"), after_help = EXPORT_EXIT_CODES)]
    Export(Box<Export>),
}

/// How the record is to be proved.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// A file with checkpoints that were kept elsewhere; may be given several times
    #[arg(long = "checkpoint", value_name = "FILE")]
    pub(crate) checkpoints: Vec<PathBuf>,

    /// The ledger's public key [default: ledger-key.pub in the data folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) public_key: Option<PathBuf>,

    /// How to show the result
    #[arg(long, value_name = "FORMAT", default_value = "terminal")]
    pub(crate) format: ListFormat,

    #[command(flatten)]
    pub(crate) place: Place,
}

/// Where the checkpoint goes.
#[derive(Debug, Args)]
pub(crate) struct Checkpoint {
    /// Add it to this file instead of printing it
    #[arg(long, value_name = "FILE")]
    pub(crate) to: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) place: Place,
}

/// Which records are written, where, and for whom.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("readers").required(true).multiple(true)
    .args(["recipients", "recipients_file", "passphrase", "passphrase_file", "plaintext"]))]
pub(crate) struct Export {
    /// The file to write, such as november.age
    #[arg(long, value_name = "FILE")]
    pub(crate) to: PathBuf,

    /// Who can read it: a public key of age, age1...; may be given several times
    #[arg(long = "recipient", value_name = "KEY", conflicts_with_all = ["passphrase", "passphrase_file"])]
    pub(crate) recipients: Vec<String>,

    /// A file with such keys, one a line; may be given several times
    #[arg(long, value_name = "FILE", conflicts_with_all = ["passphrase", "passphrase_file"])]
    pub(crate) recipients_file: Vec<PathBuf>,

    /// Whoever knows a passphrase can read it: VETGATE_PASSPHRASE, or asked for on the terminal
    #[arg(long)]
    pub(crate) passphrase: bool,

    /// Whoever knows the first line of this file can read it
    #[arg(long, value_name = "FILE")]
    pub(crate) passphrase_file: Option<PathBuf>,

    /// Do not encrypt: whoever has the file can read it
    #[arg(long, conflicts_with_all = ["recipients", "recipients_file", "passphrase", "passphrase_file"])]
    pub(crate) plaintext: bool,

    /// How records are written
    #[arg(long, value_name = "FORMAT", default_value = "jsonl")]
    pub(crate) format: ExportFormat,

    /// Write over a file that is there already
    #[arg(long)]
    pub(crate) force: bool,

    #[command(flatten)]
    pub(crate) place: Place,

    #[command(flatten)]
    pub(crate) filters: Filters,
}

/// How records are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// One JSON object a line
    Jsonl,
    /// A table with a line for the names of its columns
    Csv,
}
