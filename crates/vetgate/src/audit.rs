//! `vetgate audit`: proving the record, and taking it elsewhere.

mod checkpoint;
mod draft;
#[cfg(feature = "encryption")]
mod encryption;
mod export;
#[cfg(feature = "encryption")]
mod passphrase;
mod verify;
#[cfg(not(feature = "encryption"))]
mod without_encryption;

use crate::cli::audit::{Audit, What};
use crate::exit::Exit;
use crate::input;
use anyhow::Context;
use std::path::Path;
use vetgate_ledger::PublicKey;

/// Does what `args` asks for.
pub(crate) fn run(args: &Audit) -> anyhow::Result<Exit> {
    match &args.what {
        What::Verify(args) => verify::run(args),
        What::Checkpoint(args) => checkpoint::run(args),
        What::Export(args) => export::run(args),
    }
}

/// The public key in a file.
fn public_key(path: &Path) -> anyhow::Result<PublicKey> {
    let text = input::read_whole(path)?;
    let expected = "expected the public key of a ledger: 64 hexadecimal digits, as in ledger-key.pub";
    PublicKey::from_hex(&text).with_context(|| format!("{}: {expected}", path.display()))
}
