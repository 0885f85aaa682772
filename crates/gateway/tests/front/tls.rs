//! TLS: it works, and what is wrong with a file is told.

use crate::double::{Double, Folder, House};
use crate::wire::Wire;
use rcgen::{CertifiedKey, generate_simple_self_signed};
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use std::path::PathBuf;
use std::sync::Arc;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use vetgate_gateway::front::{self, FrontError, Settings, Tls};

/// Writes a new certificate and its key.
fn certificate(folder: &Folder, name: &str) -> (Tls, CertificateDer<'static>) {
    let CertifiedKey { cert, signing_key } = generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    std::fs::create_dir_all(&folder.0).unwrap();
    let file = |end: &str| folder.0.join(format!("{name}.{end}"));
    std::fs::write(file("crt"), cert.pem()).unwrap();
    std::fs::write(file("key"), signing_key.serialize_pem()).unwrap();
    (Tls { certificate: file("crt"), key: file("key") }, cert.der().clone())
}

/// A client over TLS that trusts this certificate.
async fn connect(house: &House, certificate: CertificateDer<'static>) -> Wire<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(certificate).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let connector = TlsConnector::from(Arc::new(config.with_root_certificates(roots).with_no_client_auth()));
    let stream = TcpStream::connect(("127.0.0.1", house.running.address().port())).await.unwrap();
    let stream = connector.connect(ServerName::try_from("localhost").unwrap(), stream).await.unwrap();
    Wire::over(stream)
}

#[tokio::test]
async fn handshakes_that_never_end_do_not_take_all_connections() {
    let folder = Folder::new();
    let (tls, certificate) = certificate(&folder, "a");
    let house = House::with(|settings| {
        settings.tls = Some(tls);
        settings.limits.connections = 4;
        settings.limits.header_timeout = std::time::Duration::from_secs(3600);
    })
    .await;
    let mut flood = Vec::new();
    for _ in 0..12 {
        flood.push(house.wire().await);
    }
    let answer = connect(&house, certificate).await.get("/healthz", &[]).await;
    assert_eq!(answer.status, 200);
    drop(flood);
}

#[tokio::test]
async fn clients_are_served_over_tls() {
    let folder = Folder::new();
    let (tls, certificate) = certificate(&folder, "a");
    let house = House::with(|settings| {
        settings.listen = "0.0.0.0:0".parse().unwrap();
        settings.tls = Some(tls);
    })
    .await;
    let mut wire = connect(&house, certificate).await;
    for _ in 0..2 {
        let answer = wire.get("/healthz", &[]).await;
        assert_eq!((answer.status, answer.body.as_str()), (200, "ok"));
    }
    let mut plain = Wire::to((std::net::Ipv4Addr::LOCALHOST, house.running.address().port()).into()).await;
    plain.ask("GET", "/healthz", &[], "").await;
    plain.closed().await;
}

#[tokio::test]
async fn what_is_wrong_with_a_file_is_told() {
    let folder = Folder::new();
    let (good, _) = certificate(&folder, "a");
    let (other, _) = certificate(&folder, "b");
    let nowhere: PathBuf = folder.0.join("nowhere");
    let garbage = folder.0.join("garbage");
    std::fs::write(&garbage, "hello").unwrap();
    let with = |certificate: &PathBuf, key: &PathBuf| Tls { certificate: certificate.clone(), key: key.clone() };
    for (tls, said) in [
        (with(&nowhere, &good.key), "the TLS certificate"),
        (with(&good.certificate, &nowhere), "the TLS key"),
        (with(&garbage, &good.key), "BEGIN CERTIFICATE"),
        (with(&good.certificate, &garbage), "contains no private key"),
        (with(&good.key, &good.key), "BEGIN CERTIFICATE"),
        (with(&good.certificate, &good.certificate), "contains no private key"),
        (with(&good.certificate, &other.key), "the key belongs to another certificate"),
    ] {
        let settings = Settings { tls: Some(tls.clone()), ..Settings::local(folder.0.join("data")) };
        let double = Arc::new(Double::default());
        let error = front::serve(double, &settings, std::future::pending()).await.unwrap_err();
        assert!(matches!(error, FrontError::TlsFile { .. } | FrontError::TlsPair { .. }));
        assert!(error.to_string().contains(said), "{tls:?}: {error}");
    }
}
