//! A folder of its own, gone afterwards whatever the end is.

use anyhow::Context;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

/// How often its removal is tried: a gateway that was broken off may be writing its last file there.
const ATTEMPTS: u32 = 40;

/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(25);

/// A temporary folder.
#[derive(Debug)]
pub(super) struct Scratch(tempfile::TempDir);

impl Scratch {
    /// A new one.
    pub(super) fn new() -> anyhow::Result<Self> {
        let folder = tempfile::Builder::new().prefix("vetgate-").tempdir();
        Ok(Self(folder.context("no temporary folder can be created")?))
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        for _ in 0..ATTEMPTS {
            // What is not there any more need not be removed.
            if std::fs::remove_dir_all(self.path()).is_ok() || !self.path().exists() {
                return;
            }
            sleep(PAUSE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_goes_though_somebody_still_writes_there() {
        let scratch = Scratch::new().unwrap();
        let folder = scratch.path().to_owned();
        let written = folder.clone();
        let writer = std::thread::spawn(move || {
            for number in 0..200 {
                let _ = std::fs::write(written.join(number.to_string()), "x");
                sleep(Duration::from_micros(500));
            }
        });
        drop(scratch);
        writer.join().unwrap();
        assert!(!folder.exists());
    }
}
