//! What stands in for the encryption of exports where it is left out of the build (feature `encryption`).

use crate::cli::audit::Export;
use anyhow::bail;
use std::convert::Infallible;
use std::io::Write;

/// There is none of it.
pub(super) struct Encryption(Infallible);

impl Encryption {
    pub(super) fn of(_: &Export) -> anyhow::Result<Self> {
        bail!(
            "this build of vetgate cannot encrypt; build it with `--features encryption`, or write the file with \
             --plaintext and encrypt it with `age`"
        )
    }

    pub(super) fn seal<T>(
        self,
        _out: &mut dyn Write,
        _failed: &str,
        _write: impl FnOnce(&mut dyn Write) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        match self.0 {}
    }
}
