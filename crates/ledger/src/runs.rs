//! Which processes are using the ledger. A run holds a lock on a file of its own; the system lets go of it when the
//! process ends, however it ends.

use crate::private;
use data_encoding::HEXLOWER;
use ring::rand::{SecureRandom as _, SystemRandom};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

const FOLDER: &str = "runs";

/// This process's use of the ledger.
#[derive(Debug)]
pub(crate) struct Run {
    name: String,
    folder: PathBuf,
    /// Locked for as long as it is open.
    _file: File,
}

impl Run {
    pub(crate) fn start(folder: &Path) -> io::Result<Self> {
        let folder = folder.join(FOLDER);
        private::folder(&folder)?;
        let mut bytes = [0; 8];
        SystemRandom::new()
            .fill(&mut bytes)
            .map_err(|_| io::Error::other("the operating system returned no random bytes"))?;
        let name = HEXLOWER.encode(&bytes);
        let file = File::create_new(folder.join(&name))?;
        file.try_lock().map_err(|error| io::Error::other(error.to_string()))?;
        Ok(Self { name, folder, _file: file })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether another run has ended; what is left of it is removed then.
    pub(crate) fn is_over(&self, run: &str) -> bool {
        if run == self.name || !run.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return false;
        }
        let path = self.folder.join(run);
        match File::open(&path) {
            Ok(file) => {
                let is_over = file.try_lock().is_ok();
                if is_over {
                    let _ = fs::remove_file(&path);
                }
                is_over
            }
            Err(error) => error.kind() == io::ErrorKind::NotFound,
        }
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        let _ = fs::remove_file(self.folder.join(&self.name));
    }
}
