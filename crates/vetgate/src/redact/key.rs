//! The key of `--mode hash`.

use crate::input::Problem;
use anyhow::{Context, anyhow};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use vetgate_sensitive::SessionKey;

/// What is less can be guessed.
const LEAST: usize = 32;
/// What is more is no key but some other file.
const MOST: usize = 1 << 20;

/// The key that the file at `path` makes, or a new one.
pub(super) fn get(path: Option<&Path>) -> anyhow::Result<SessionKey> {
    let bytes = match path {
        Some(path) => Sha256::digest(read(path)?).into(),
        None => {
            let mut bytes = [0; 32];
            getrandom::getrandom(&mut bytes)
                .map_err(|error| anyhow!("the operating system returned no random key: {error}"))?;
            bytes
        }
    };
    Ok(SessionKey::from_bytes(bytes))
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let place = path.display().to_string();
    let file = File::open(path).with_context(|| format!("{place}: the key cannot be read"))?;
    let mut bytes = Vec::new();
    #[allow(clippy::disallowed_methods, reason = "`take` bounds it, and more than that is refused below")]
    file.take(MOST as u64 + 1).read_to_end(&mut bytes).with_context(|| format!("{place}: the key cannot be read"))?;
    match bytes.len() {
        LEAST..=MOST => Ok(bytes),
        few if few < LEAST => {
            let message = format!(
                "has {few} bytes, and a key needs at least {LEAST}; make one with `head -c 32 /dev/urandom > {place}`"
            );
            Err(Problem::new(&place, message).into())
        }
        _ => Err(Problem::new(&place, "is larger than 1 MiB, the limit for a key; is it the right file?").into()),
    }
}
