//! Certificate and key for clients on other machines.

use super::{FrontError, Tls};
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::Arc;
use tokio_rustls::TlsAcceptor;

/// Larger than any chain of certificates.
const BYTES: u64 = 1 << 20;

/// What TLS connections are accepted with.
pub(crate) fn acceptor(tls: &Tls) -> Result<TlsAcceptor, FrontError> {
    let certificates = certificates(&tls.certificate)?;
    let key = key(&tls.key)?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let pair = |error: rustls::Error| FrontError::TlsPair {
        certificate: tls.certificate.clone(),
        key: tls.key.clone(),
        reason: match error {
            rustls::Error::InconsistentKeys(_) => "the key belongs to another certificate".to_owned(),
            error => error.to_string(),
        },
    };
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(pair)?
        .with_no_client_auth()
        .with_single_cert(certificates, key)
        .map_err(pair)?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, FrontError> {
    let pem = read("certificate", path)?;
    match CertificateDer::pem_slice_iter(&pem).collect::<Result<Vec<_>, _>>() {
        Ok(certificates) if !certificates.is_empty() => Ok(certificates),
        Ok(_) => Err(problem("certificate", path, "contains no `BEGIN CERTIFICATE`; it must be PEM".to_owned())),
        Err(error) => Err(problem("certificate", path, format!("is not PEM: {error}"))),
    }
}

fn key(path: &Path) -> Result<PrivateKeyDer<'static>, FrontError> {
    let pem = read("key", path)?;
    PrivateKeyDer::from_pem_slice(&pem).map_err(|error| {
        let text = format!("contains no private key ({error}); it must be PEM (`BEGIN PRIVATE KEY`) and not encrypted");
        problem("key", path, text)
    })
}

fn read(what: &'static str, path: &Path) -> Result<Vec<u8>, FrontError> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| io::copy(&mut file.take(BYTES), &mut bytes));
    match read {
        Ok(_) => Ok(bytes),
        Err(error) => Err(problem(what, path, format!("cannot be read: {error}"))),
    }
}

fn problem(what: &'static str, path: &Path, reason: String) -> FrontError {
    FrontError::TlsFile { what, path: path.to_owned(), reason }
}
