//! What `vetgate redact` can be asked for.

use super::inspect::Which;
use clap::Args;
use std::path::PathBuf;
use vetgate_sensitive::Mode;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate redact notes.txt > clean.txt                  [EMAIL], [CREDIT_CARD], [GITHUB_PAT]
  tail -f app.log | vetgate redact --mode mask          j***@a***.io, line by line as they come
  vetgate redact --mode hash --key-file team.key a.csv  equal values get equal names: [EMAIL:ktbvqnzmhdfg]
  vetgate redact --mode tokenize --vault v a.json       placeholders that can be turned back: ⟦EMAIL_1⟧
  vetgate redact --restore --vault v answer.json        and back again

JSON stays JSON of the same shape; a number that is replaced becomes a string. Everything else goes
through byte for byte, whatever it is. What is less sure than --min-confidence stays: look at the
document with `vetgate inspect --min-confidence low` to see what that is.

--mode hash draws a new key for each run, so the names cannot be compared or looked up later. With
--key-file they are the same in every run with that file.

The vault holds the values in clear text, for your eyes only (mode 0600). One that exists is read
and added to, so that many documents can share it.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    the document was written
  2    wrong usage, input that cannot be read, or output that cannot be written";

/// A document to write without its values.
#[derive(Debug, Args)]
pub(crate) struct Redact {
    /// The document; `-`, or none, is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// What stands in the place of a value
    #[arg(long, value_name = "MODE", default_value = "redact", value_parser = mode, conflicts_with = "restore")]
    #[arg(help = "What stands in the place of a value: mask, redact, hash or tokenize")]
    pub(crate) mode: Mode,

    /// Write the document to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) which: Which,

    /// The key of the hashes: a file with at least 32 bytes [default: a new random key]
    #[arg(long, value_name = "FILE", conflicts_with = "restore")]
    pub(crate) key_file: Option<PathBuf>,

    /// Where the values behind placeholders are kept
    #[arg(long, value_name = "FILE")]
    pub(crate) vault: Option<PathBuf>,

    /// Put the values of the vault back in the place of their placeholders
    #[arg(long, requires = "vault", conflicts_with_all = ["only", "skip", "min_confidence"])]
    pub(crate) restore: bool,

    /// Do not say how many values were replaced
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

fn mode(name: &str) -> Result<Mode, vetgate_sensitive::UnknownMode> {
    name.parse()
}
