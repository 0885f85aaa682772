//! What `vetgate audit` can be asked for.

use super::filters::Filters;
use super::{ListFormat, Place};
use clap::{ArgGroup, Args, Subcommand, ValueEnum};
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate audit verify                               verify that no record was altered
  vetgate audit checkpoint --to /mnt/usb/vetgate     keep a signed state in another place
  vetgate audit verify --checkpoint /mnt/usb/vetgate and verify the record against it
  vetgate audit export --to november.age --recipient age1... --since 2026-11-01
  vetgate audit export --to calls.age --passphrase --kind call --format csv

Every record contains the hash of the previous one, and every write signs the last record. `verify`
detects any changed byte and any removed, inserted, swapped or cut record, and names the
first bad one. It needs the public key, ledger-key.pub in the data folder; an auditor uses a copy
received earlier, with --public-key. If an older copy replaced the whole folder, it is detected only
with a checkpoint that was stored elsewhere.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    the record was not altered; or the checkpoint or export was written
  1    the record was altered or is damaged
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

The file is encrypted with age; `age --decrypt` decrypts it. The passphrase is read from the
terminal, the variable VETGATE_PASSPHRASE or the file of --passphrase-file. The encrypted file
is readable only by you and is written completely or not at all.";

/// What is to be done with the record.
#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
pub(crate) struct Audit {
    #[command(subcommand)]
    pub(crate) what: What,
}

#[derive(Debug, Subcommand)]
pub(crate) enum What {
    /// Verify that the activity record was not altered, or name the first bad record
    #[command(after_help = EXIT_CODES)]
    Verify(Verify),
    /// Print the signed state of the activity record, to be stored elsewhere
    #[command(after_help = EXIT_CODES)]
    Checkpoint(Checkpoint),
    /// Write records to an encrypted file
    #[command(after_long_help = format!("{EXPORT_EXAMPLES}\n\n{EXPORT_EXIT_CODES}"), after_help = EXPORT_EXIT_CODES)]
    Export(Box<Export>),
}

/// How the record is to be proved.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// A file with checkpoints that were stored elsewhere; may be given several times
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
    /// Append the checkpoint to this file instead of printing it
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

    /// An age public key (age1...) that can decrypt the file; may be given several times
    #[arg(long = "recipient", value_name = "KEY", conflicts_with_all = ["passphrase", "passphrase_file"])]
    pub(crate) recipients: Vec<String>,

    /// A file with age public keys, one per line; may be given several times
    #[arg(long, value_name = "FILE", conflicts_with_all = ["passphrase", "passphrase_file"])]
    pub(crate) recipients_file: Vec<PathBuf>,

    /// Encrypt with a passphrase: from VETGATE_PASSPHRASE, or entered on the terminal
    #[arg(long)]
    pub(crate) passphrase: bool,

    /// Encrypt with the passphrase in the first line of this file
    #[arg(long, value_name = "FILE")]
    pub(crate) passphrase_file: Option<PathBuf>,

    /// Do not encrypt: anyone who has the file can read it
    #[arg(long, conflicts_with_all = ["recipients", "recipients_file", "passphrase", "passphrase_file"])]
    pub(crate) plaintext: bool,

    /// The format of the records
    #[arg(long, value_name = "FORMAT", default_value = "jsonl")]
    pub(crate) format: ExportFormat,

    /// Overwrite an existing file
    #[arg(long)]
    pub(crate) force: bool,

    #[command(flatten)]
    pub(crate) place: Place,

    #[command(flatten)]
    pub(crate) filters: Filters,
}

/// The format of the records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// One JSON object per line
    Jsonl,
    /// A table with a header line
    Csv,
}
