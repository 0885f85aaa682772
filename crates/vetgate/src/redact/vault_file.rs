//! The file behind `--vault`: what placeholders stand for, in clear text.
//!
//! JSON Lines: a first line that says what the file is, then one entry a line, only ever added to. An entry is on the
//! disk before its placeholder is written anywhere, so a run that is interrupted leaves nothing that cannot be restored.

use crate::input::Problem;
use anyhow::Context;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use vetgate_report::escape;
use vetgate_sensitive::{Limits, Vault};

/// How much a vault takes; all of it is held in memory.
pub(super) const LIMITS: Limits = Limits { entries: 1_000_000, bytes: 256 << 20 };

/// The longest line: a value of 16 KiB, all of it escapes, and some room.
const LONGEST_LINE: u64 = 128 << 10;

/// The first line, which tells the file from any other.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    vetgate_vault: u32,
}

const VERSION: u32 = 1;

/// A line after the first.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    placeholder: String,
    value: String,
}

/// A vault's file, open to be added to. Nobody else adds to it meanwhile.
pub(super) struct VaultFile {
    file: File,
    place: String,
    new: Option<Receiver<(String, String)>>,
}

impl VaultFile {
    /// Opens the file at `path`, or makes one that only its owner may read.
    pub(super) fn open(path: &Path) -> anyhow::Result<Self> {
        let place = path.display().to_string();
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(path).with_context(|| format!("{place}: the vault cannot be opened"))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(Problem::new(&place, "another run is using this vault").into()),
            Err(TryLockError::Error(error)) => return Err(error).with_context(|| format!("{place}: cannot be locked")),
        }
        Ok(Self { file, place, new: None })
    }

    /// The vault as it is so far. Everything that is hidden in it is kept for [`Self::write`].
    pub(super) fn load(&mut self) -> anyhow::Result<Vault> {
        let (mut vault, whole) = parse(&mut self.file, &self.place)?;
        self.check_owner_only()?;
        let failed = || format!("{}: the vault cannot be written", self.place);
        if whole == 0 {
            self.file.set_len(0).with_context(failed)?;
            let header = serde_json::to_string(&Header { vetgate_vault: VERSION })?;
            self.file.write_all(format!("{header}\n").as_bytes()).with_context(failed)?;
        } else {
            // Half a line at the end is what an interrupted run leaves; its placeholder was never written.
            self.file.set_len(whole).with_context(failed)?;
        }
        let (sender, new) = mpsc::channel();
        vault.set_journal(move |placeholder, value| {
            // There is nobody to tell when the run is over.
            let _ = sender.send((placeholder.to_owned(), value.to_owned()));
        });
        self.new = Some(new);
        Ok(vault)
    }

    /// Refuses a file that others may read: more values are about to go into it.
    #[cfg(unix)]
    fn check_owner_only(&self) -> anyhow::Result<()> {
        use std::os::unix::fs::PermissionsExt;
        let metadata = self.file.metadata().with_context(|| format!("{}: cannot be read", self.place))?;
        let mode = metadata.permissions().mode() & 0o777;
        if mode & 0o077 != 0 {
            let message = format!(
                "contains secrets, but other users can read or write it (mode {mode:03o}); run `chmod 600` on it"
            );
            return Err(Problem::new(&self.place, message).into());
        }
        Ok(())
    }

    #[cfg(not(unix))]
    fn check_owner_only(&self) -> anyhow::Result<()> {
        Ok(())
    }

    /// Writes what was hidden since the last time.
    pub(super) fn write(&mut self) -> anyhow::Result<()> {
        let mut lines = Vec::new();
        for (placeholder, value) in self.new.iter().flat_map(Receiver::try_iter) {
            serde_json::to_writer(&mut lines, &Line { placeholder, value })?;
            lines.push(b'\n');
        }
        self.file.write_all(&lines).with_context(|| format!("{}: the vault cannot be written", self.place))
    }

    /// What the file is called, as it may be shown.
    pub(super) fn place(&self) -> String {
        escape::line(&self.place).into_owned()
    }

    /// The vault in the file at `path`, to be read only.
    pub(super) fn read(path: &Path) -> anyhow::Result<Vault> {
        let place = path.display().to_string();
        let mut file = File::open(path).with_context(|| format!("{place}: the vault cannot be opened"))?;
        let (vault, whole) = parse(&mut file, &place)?;
        if whole == 0 {
            return Err(Problem::new(&place, "is empty; expected a vault that `vetgate redact` wrote").into());
        }
        Ok(vault)
    }
}

/// The vault in `file`, and how many bytes of it are whole lines. No message quotes the file: it holds secrets.
fn parse(file: &mut File, place: &str) -> anyhow::Result<(Vault, u64)> {
    file.seek(SeekFrom::Start(0)).with_context(|| format!("{place}: the vault cannot be read"))?;
    let mut reader = BufReader::new(file);
    let mut vault = Vault::new(LIMITS);
    let (mut line, mut whole) = (Vec::new(), 0);
    for number in 1.. {
        line.clear();
        let count = reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        let count = count.with_context(|| format!("{place}: the vault cannot be read"))? as u64;
        let is_cut = line.last() != Some(&b'\n');
        if is_cut && (number > 1 || count == 0) && count < LONGEST_LINE {
            break;
        }
        let is_taken = if number == 1 {
            serde_json::from_slice::<Header>(&line).is_ok_and(|header| header.vetgate_vault == VERSION)
        } else {
            serde_json::from_slice::<Line>(&line).is_ok_and(|line| vault.take_back(&line.placeholder, &line.value))
        };
        if !is_taken {
            let message =
                if number == 1 { "is not a vault of this version of Vetgate" } else { "is not an entry of a vault" };
            let message = format!("{message}; nothing was read from it or written to it");
            return Err(Problem::new(format!("{place}:{number}"), message).into());
        }
        whole += count;
    }
    Ok((vault, whole))
}
