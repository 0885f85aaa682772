//! What `vetgate redact` can be asked for.

use super::Which;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use vetgate_sensitive::Mode;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate redact notes.txt > clean.txt                  the document with [EMAIL], [IBAN]
  tail -f app.log | vetgate redact --mode mask          line by line, as they come
  head -c 32 /dev/urandom > team.key                    a key, so that two runs
  vetgate redact --mode hash --key-file team.key a.csv    give equal values equal hashes
  vetgate redact --mode tokenize --vault v a.json > b   placeholders, and the values in v
  vetgate redact --restore --vault v answer.json        restores the values

JSON keeps its structure; a number that is replaced becomes a string. All other text is copied
byte for byte. Matches below --min-confidence are not replaced: check the
document with `vetgate inspect --min-confidence low` to see them.

--mode hash uses a new key for each run, so hashes cannot be compared or looked up later. With
--key-file they are the same in every run with that file.

The vault contains the values in clear text, readable only by you (mode 0600). It is read if it exists,
and extended, so that several documents can share it.";

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

    /// What replaces a value
    #[arg(long, value_name = "MODE", default_value = "redact", conflicts_with = "restore")]
    pub(crate) mode: InPlace,

    /// Write the document to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) which: Which,

    /// The key of the hashes: a file with at least 32 bytes [default: a new random key]
    #[arg(long, value_name = "FILE", conflicts_with = "restore")]
    pub(crate) key_file: Option<PathBuf>,

    /// The vault file that stores the values of placeholders
    #[arg(long, value_name = "FILE")]
    pub(crate) vault: Option<PathBuf>,

    /// Replace placeholders with their values from the vault
    #[arg(long, requires = "vault", conflicts_with_all = ["only", "skip", "min_confidence"])]
    pub(crate) restore: bool,

    /// Do not print how many values were replaced
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// What replaces a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum InPlace {
    /// Asterisks, except for a few characters to recognise the value by: j***@a***.io
    Mask,
    /// The name of its kind: `[EMAIL]`
    Redact,
    /// The name of its kind and a keyed hash, equal for equal values: `[EMAIL:ktbvqnzmhdfg]`
    Hash,
    /// A numbered placeholder, equal for equal values: ⟦EMAIL_1⟧; reversible with --vault
    Tokenize,
}

impl From<InPlace> for Mode {
    fn from(in_place: InPlace) -> Self {
        match in_place {
            InPlace::Mask => Self::Mask,
            InPlace::Redact => Self::Redact,
            InPlace::Hash => Self::Hash,
            InPlace::Tokenize => Self::Tokenize,
        }
    }
}
