//! Servers of stages over Streamable HTTP.

use super::{Stage, StageError};
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// A place where the servers of one or more stages can be reached, each at a path of its own.
///
/// It is closed when it is dropped.
#[derive(Debug)]
pub struct Venue {
    address: SocketAddr,
    closing: CancellationToken,
}

impl Drop for Venue {
    fn drop(&mut self) {
        self.closing.cancel();
    }
}

impl Venue {
    /// Opens a place for stages on an address; port 0 is any that is free.
    pub async fn open(address: SocketAddr, stages: &[Arc<Stage>]) -> Result<Self, StageError> {
        let refused = |reason| StageError::Address { address: address.to_string(), reason };
        let listener = TcpListener::bind(address).await.map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let closing = CancellationToken::new();
        let mut router = Router::new();
        for stage in stages {
            for (index, server) in stage.scenario().servers.iter().enumerate() {
                let config = StreamableHttpServerConfig::default().with_cancellation_token(closing.child_token());
                let playing = stage.clone();
                let service = StreamableHttpService::new(
                    move || Ok(playing.actor(index)),
                    Arc::new(LocalSessionManager::default()),
                    config,
                );
                router = router.route_service(&path(&stage.scenario().id, &server.name), service);
            }
        }
        tokio::spawn(receive(listener, router, closing.clone()));
        Ok(Self { address, closing })
    }

    /// Where it is.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of a server of a scenario.
    pub fn url(&self, scenario: &str, server: &str) -> String {
        format!("http://{}{}", self.address, path(scenario, server))
    }
}

fn path(scenario: &str, server: &str) -> String {
    format!("/{scenario}/{server}/mcp")
}

/// Takes connections until the place is closed.
async fn receive(listener: TcpListener, router: Router, closing: CancellationToken) {
    loop {
        let accepted = tokio::select! {
            () = closing.cancelled() => return,
            accepted = listener.accept() => accepted,
        };
        let Ok((stream, _)) = accepted else { continue };
        let (router, closing) = (router.clone(), closing.clone());
        tokio::spawn(async move {
            let service = TowerToHyperService::new(router);
            let serving =
                http1::Builder::new().timer(TokioTimer::new()).serve_connection(TokioIo::new(stream), service);
            tokio::select! {
                () = closing.cancelled() => {}
                _ = serving => {}
            }
        });
    }
}
