//! Why the front cannot be opened.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Why the front cannot be opened, or cannot take new settings.
#[derive(Debug, thiserror::Error)]
pub enum FrontError {
    /// Others could read along.
    #[error(
        "{0} can be reached from other machines, and all traffic, including tokens, would be unencrypted: set \
         `gateway.tls`, or listen on 127.0.0.1, or set `gateway.allow_plaintext` if a proxy in front provides TLS"
    )]
    Plaintext(SocketAddr),
    /// Somebody listens there already.
    #[error(
        "port {} of {} is in use: another program, perhaps another gateway, listens there. Stop it or choose another port",
        .0.port(), .0.ip()
    )]
    PortInUse(SocketAddr),
    /// It cannot be listened there for another reason.
    #[error("cannot listen on {address}: {source}")]
    Bind {
        /// Where.
        address: SocketAddr,
        /// Why not.
        source: io::Error,
    },
    /// A file that TLS needs cannot be read.
    #[error("the TLS {what} {}: {reason}", .path.display())]
    TlsFile {
        /// `certificate` or `key`.
        what: &'static str,
        /// Which file.
        path: PathBuf,
        /// What is wrong with it, and what it should be.
        reason: String,
    },
    /// Certificate and key are each fine, but not for each other, or rustls refuses them.
    #[error("the TLS certificate {} and the key {} do not match: {reason}", .certificate.display(), .key.display())]
    TlsPair {
        /// The certificate's file.
        certificate: PathBuf,
        /// The key's file.
        key: PathBuf,
        /// What rustls says.
        reason: String,
    },
    /// The admin token cannot be kept safely.
    #[error("the admin token {}: {reason}", .path.display())]
    AdminToken {
        /// Its file, or the folder of it.
        path: PathBuf,
        /// What is wrong, and what to do.
        reason: String,
    },
    /// Settings that contradict themselves.
    #[error("{0}")]
    Settings(String),
}
