//! Sees that the configuration changed, and reads it again.
//!
//! The file, and every file that it refers to, is looked at once a second; there is nothing to install and nothing that
//! differs between systems. A file that is being written is left alone until it has stayed the same from one look to the
//! next. A configuration with mistakes changes nothing, and its mistakes are told once.

use super::{Changes, Config, Mistakes, lookup, surroundings};
use sha2::{Digest, Sha256};
use std::path::PathBuf;
use std::time::Duration;

/// How often the files are looked at.
const PERIOD: Duration = Duration::from_secs(1);

/// One attempt to read the configuration again.
#[derive(Debug)]
pub enum Reload {
    /// It says something else than before.
    Changed {
        /// What holds now.
        config: Box<Config>,
        /// What is different.
        changes: Changes,
    },
    /// It has mistakes, and what held before still holds.
    Rejected(Mistakes),
}

/// The state of the files at one look.
type Look = [u8; 32];

/// Watches one configuration.
#[derive(Debug)]
pub struct Watch {
    path: PathBuf,
    period: Duration,
    /// What holds.
    current: Config,
    /// The look at which the files were last read.
    read: Look,
    /// The last look.
    seen: Look,
    rejected: Option<Mistakes>,
}

impl Watch {
    /// Watches the file that `current` was read from.
    pub fn new(current: Config) -> Self {
        let path = current.path.clone();
        let look = look(&current);
        Self { path, period: PERIOD, read: look, seen: look, rejected: None, current }
    }

    /// Waits for the next attempt. May be dropped at any time; nothing is lost.
    pub async fn next(&mut self) -> Reload {
        loop {
            tokio::time::sleep(self.period).await;
            if let Some(reload) = self.poll() {
                return reload;
            }
        }
    }

    /// Looks once.
    fn poll(&mut self) -> Option<Reload> {
        let now = look(&self.current);
        let is_settled = std::mem::replace(&mut self.seen, now) == now;
        if !is_settled || now == self.read {
            return None;
        }
        self.read = now;
        match Config::load(&self.path) {
            Ok(config) => {
                self.rejected = None;
                let changes = Config::diff(&self.current, &config);
                self.current = config.clone();
                // What it refers to may be another file now.
                self.read = look(&self.current);
                self.seen = self.read;
                (!changes.is_empty()).then(|| Reload::Changed { config: Box::new(config), changes })
            }
            Err(mistakes) if self.rejected.as_ref() == Some(&mistakes) => None,
            Err(mistakes) => {
                self.rejected = Some(mistakes.clone());
                Some(Reload::Rejected(mistakes))
            }
        }
    }
}

/// A hash over the file and what it refers to. What cannot be read counts as its reason.
fn look(config: &Config) -> Look {
    let mut hash = Sha256::new();
    let mut add = |text: Result<String, String>| {
        let text = text.unwrap_or_else(|reason| reason);
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    };
    add(lookup::read(&config.path, super::FILE_BYTES));
    let lookup = surroundings(&lookup::folder_of(&config.path));
    config.refers_to.iter().for_each(|reference| add(lookup(reference)));
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("vetgate-watch-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }

        fn write(&self, name: &str, text: &str) -> PathBuf {
            let path = self.0.join(name);
            fs::write(&path, text).unwrap();
            path
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    const ONE: &str = r#"{"mcpServers": {"a": {"command": "x"}}}"#;

    #[test]
    fn a_change_is_read_once_it_has_settled_and_told_once() {
        let folder = Folder::new("change");
        let path = folder.write("g.json", ONE);
        let mut watch = Watch::new(Config::load(&path).unwrap());
        assert!(watch.poll().is_none());
        folder.write("g.json", r#"{"mcpServers": {"b": {"command": "x"}}}"#);
        assert!(watch.poll().is_none(), "it may still be written");
        let Some(Reload::Changed { config, changes }) = watch.poll() else { panic!("a change") };
        assert_eq!((changes.added, changes.removed), (vec!["b".to_owned()], vec!["a".to_owned()]));
        assert!(config.servers.contains_key("b"));
        assert!(watch.poll().is_none() && watch.poll().is_none());
        folder.write("g.json", r#"{ "mcpServers": {"b": {"command": "x"}} } // only the form changed"#);
        assert!(watch.poll().is_none() && watch.poll().is_none() && watch.poll().is_none());
    }

    #[test]
    fn mistakes_are_told_once_and_what_held_before_still_holds() {
        let folder = Folder::new("mistakes");
        let path = folder.write("g.json", ONE);
        let mut watch = Watch::new(Config::load(&path).unwrap());
        folder.write("g.json", r#"{"gateway": {"mod": 1}}"#);
        watch.poll();
        assert!(matches!(watch.poll(), Some(Reload::Rejected(_))));
        folder.write("g.json", r#"{"gateway": {"mod": 1}} "#);
        assert!(watch.poll().is_none() && watch.poll().is_none(), "the same mistake");
        assert!(watch.current.servers.contains_key("a"));
        fs::remove_file(&path).unwrap();
        watch.poll();
        let Some(Reload::Rejected(mistakes)) = watch.poll() else { panic!("a file that is gone is a mistake") };
        assert!(mistakes.to_string().contains("does not exist"));
        folder.write("g.json", ONE);
        assert!(watch.poll().is_none() && watch.poll().is_none(), "as it was");
    }

    #[test]
    fn a_file_that_the_configuration_refers_to_is_watched_too() {
        let folder = Folder::new("reference");
        folder.write("token", "one\n");
        let text =
            r#"{"mcpServers": {"a": {"url": "http://h", "headers": {"X": "${file:token}"}}, "b": {"command": "c"}}}"#;
        let mut watch = Watch::new(Config::load(&folder.write("g.json", text)).unwrap());
        folder.write("token", "two\n");
        watch.poll();
        let Some(Reload::Changed { changes, .. }) = watch.poll() else { panic!("a change") };
        assert_eq!((changes.changed, changes.added), (vec!["a".to_owned()], vec![]));
    }

    #[tokio::test]
    async fn the_next_attempt_is_waited_for() {
        let folder = Folder::new("next");
        let path = folder.write("g.json", ONE);
        let mut watch = Watch::new(Config::load(&path).unwrap());
        watch.period = Duration::from_millis(1);
        folder.write("g.json", "{");
        assert!(matches!(watch.next().await, Reload::Rejected(_)));
    }
}
