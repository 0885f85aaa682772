//! What `vetgate completions` can be asked for.

use clap::Args;
use clap_complete::Shell;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate completions bash > ~/.local/share/bash-completion/completions/vetgate
  vetgate completions zsh > ~/.zfunc/_vetgate
  vetgate completions fish > ~/.config/fish/completions/vetgate.fish
  vetgate completions elvish > ~/.config/elvish/lib/vetgate.elv
  vetgate completions powershell >> $PROFILE

The folder must exist. Bash needs the package bash-completion, or a line `source FILE` in \
~/.bashrc. Zsh needs `fpath+=~/.zfunc` before `compinit` in ~/.zshrc, and Elvish `use vetgate` in \
rc.elv. Completions work from the next shell on; write the script again after an update.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    the script was written
  2    wrong usage, or output that cannot be written";

/// The shell that is to complete what is typed.
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell to write the script for
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}
