//! Which ledger a command is about.

use clap::Args;
use std::path::PathBuf;

/// Where the ledger is.
#[derive(Debug, Args)]
pub(crate) struct Place {
    /// The folder with the ledger [default: from the configuration, or your data folder]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data_dir: Option<PathBuf>,

    /// The gateway's configuration [default: gateway.json in your settings folder, if there is one]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}
