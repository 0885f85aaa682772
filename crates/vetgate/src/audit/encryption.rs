//! Encryption of exports with age (<https://age-encryption.org/v1>), for recipients or with a passphrase.

use super::passphrase;
use crate::cli::audit::Export;
use crate::input;
use age::{Encryptor, Recipient, x25519};
use anyhow::{Context, anyhow, bail};
use std::io::{self, BufWriter, Write};
use vetgate_report::escape;

/// Characters of a key in a message: enough to tell which, too few to tell a secret one.
const SHOWN: usize = 12;

/// The encryption of one file, for those who may open it.
pub(super) struct Encryption(Encryptor);

impl Encryption {
    /// The encryption that `args` ask for.
    pub(super) fn of(args: &Export) -> anyhow::Result<Self> {
        if args.passphrase || args.passphrase_file.is_some() {
            let passphrase = passphrase::get(args.passphrase_file.as_deref())?;
            return Ok(Self(Encryptor::with_user_passphrase(passphrase)));
        }
        let recipients = recipients(args)?;
        let encryptor = Encryptor::with_recipients(recipients.iter().map(|key| key as &dyn Recipient));
        Ok(Self(encryptor.context("the file cannot be encrypted for these recipients")?))
    }

    /// Encrypts into `out` what `write` writes. `failed` is said of an `out` that takes no more.
    pub(super) fn seal<T>(
        self,
        out: &mut dyn Write,
        failed: &str,
        write: impl FnOnce(&mut dyn Write) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        // The encryption works on pieces of 64 KiB; the buffer before it saves it from smaller ones.
        let mut sealed = BufWriter::new(self.0.wrap_output(out).with_context(|| failed.to_owned())?);
        let written = write(&mut sealed)?;
        let sealed = sealed.into_inner().map_err(io::IntoInnerError::into_error);
        sealed.and_then(|sealed| sealed.finish()).with_context(|| failed.to_owned())?;
        Ok(written)
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
        bail!("the recipients files contain no recipients");
    }
    Ok(keys)
}

fn key(text: &str) -> anyhow::Result<x25519::Recipient> {
    if text.starts_with("AGE-SECRET-KEY-") {
        bail!("is a secret key; the public key starts with age1, and `age-keygen -y` shows it");
    }
    text.parse().map_err(|_| anyhow!("is not an age public key; expected a key that starts with age1"))
}
