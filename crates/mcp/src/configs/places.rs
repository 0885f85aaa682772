//! Where clients keep their files on each system.

use std::path::{Path, PathBuf};

/// The operating systems whose folders are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum System {
    /// Linux and other free desktops.
    Linux,
    /// macOS.
    MacOs,
    /// Windows.
    Windows,
}

impl System {
    /// The system this program was built for.
    pub const CURRENT: Self = if cfg!(windows) {
        Self::Windows
    } else if cfg!(target_os = "macos") {
        Self::MacOs
    } else {
        Self::Linux
    };
}

/// The folders to look in: passed in, so that a test or a container's file system can be looked at like the
/// machine itself.
#[derive(Debug, Clone)]
pub struct Places {
    /// Whose layout.
    pub system: System,
    /// The user's home.
    pub home: PathBuf,
    /// Where applications keep settings: `~/.config`, `~/Library/Application Support` or `%APPDATA%`.
    pub config: PathBuf,
    /// The project folder, if one is to be looked at.
    pub project: Option<PathBuf>,
}

impl Places {
    /// The usual places of `system` under `home`, and the project at `project`.
    ///
    /// ```
    /// use std::path::Path;
    /// use vetgate_mcp::configs::{Places, System};
    /// let places = Places::under(System::Linux, Path::new("/home/ada"), None);
    /// assert_eq!(places.config, Path::new("/home/ada/.config"));
    /// ```
    pub fn under(system: System, home: &Path, project: Option<&Path>) -> Self {
        let config = match system {
            System::Linux => home.join(".config"),
            System::MacOs => home.join("Library").join("Application Support"),
            System::Windows => home.join("AppData").join("Roaming"),
        };
        Self { system, home: home.to_owned(), config, project: project.map(Path::to_owned) }
    }

    /// The places of the current user as the environment names them (`HOME`, `USERPROFILE`,
    /// `XDG_CONFIG_HOME`, `APPDATA`); `None` if there is no home.
    pub fn from_environment(lookup: impl Fn(&str) -> Option<String>, project: Option<&Path>) -> Option<Self> {
        let system = System::CURRENT;
        let set = |name: &str| lookup(name).filter(|value| !value.is_empty());
        let (home, config) = match system {
            System::Linux => (set("HOME")?, set("XDG_CONFIG_HOME")),
            System::MacOs => (set("HOME")?, None),
            System::Windows => (set("USERPROFILE").or_else(|| set("HOME"))?, set("APPDATA")),
        };
        let mut places = Self::under(system, Path::new(&home), project);
        if let Some(config) = config {
            places.config = config.into();
        }
        Some(places)
    }
}
