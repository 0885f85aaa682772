//! Connections: accepted, counted, encrypted, timed, and ended when the gateway stops.

use super::connections::{Connection, Entered};
use super::endpoint::{handle, tell};
use super::refusal::Refusal;
use super::{Front, FrontError, Settings, tls};
use axum::Router;
use axum::http::StatusCode;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_rustls::TlsAcceptor;

/// How long to wait when the system has no more sockets to give.
const PAUSE: Duration = Duration::from_millis(50);
/// Connections that are closed at once when the system has no more sockets to give.
const SPARED: usize = 16;
/// What a client hears for which there is no room.
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

/// What makes connections safe, if the settings are safe.
pub(crate) fn acceptor(settings: &Settings) -> Result<Option<TlsAcceptor>, FrontError> {
    let address = settings.listen;
    if !address.ip().to_canonical().is_loopback() && settings.tls.is_none() && !settings.allow_plaintext {
        return Err(FrontError::Plaintext(address));
    }
    settings.tls.as_ref().map(tls::acceptor).transpose()
}

/// A socket that listens, and what makes its connections safe.
pub(crate) struct Listener {
    socket: TcpListener,
    tls: Option<TlsAcceptor>,
}

impl Listener {
    /// Listens as the settings say, if that is safe.
    pub(crate) async fn bind(settings: &Settings) -> Result<Self, FrontError> {
        let address = settings.listen;
        let tls = acceptor(settings)?;
        let socket = TcpListener::bind(address).await.map_err(|source| match source.kind() {
            io::ErrorKind::AddrInUse => FrontError::PortInUse(address),
            _ => FrontError::Bind { address, source },
        })?;
        Ok(Self { socket, tls })
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> Result<SocketAddr, FrontError> {
        self.socket.local_addr().map_err(|source| FrontError::Bind { address: SocketAddr::from(([0; 4], 0)), source })
    }

    /// Serves connections until `stop`, then lets those that are there finish for a while.
    pub(crate) async fn serve(self, front: Arc<Front>, router: Router, stop: impl Future<Output = ()>) {
        let mut stop = pin!(stop);
        let mut connections = JoinSet::new();
        loop {
            let accepted = tokio::select! {
                () = &mut stop => break,
                Some(_) = connections.join_next() => continue,
                accepted = self.socket.accept() => accepted,
            };
            let (stream, peer) = match accepted {
                Ok(accepted) => accepted,
                // This client has left again.
                Err(error) if is_of_client(&error) => continue,
                Err(_) => {
                    let closed = (0..SPARED).map_while(|_| front.connections.make_room());
                    closed.for_each(|address| tell_closed(&front, address));
                    tokio::time::sleep(PAUSE).await;
                    continue;
                }
            };
            let limit = front.door.rules().limits.connections;
            let Entered { seat, closed } = front.connections.enter(peer.ip(), limit);
            closed.into_iter().for_each(|address| tell_closed(&front, address));
            let Some(seat) = seat else {
                // As good as it gets without a task: there is room for these bytes in a new socket's buffer.
                if self.tls.is_none() {
                    let _ = stream.try_write(FULL);
                }
                continue;
            };
            let (front, router, tls) = (front.clone(), router.clone(), self.tls.clone());
            connections.spawn(async move {
                tokio::select! {
                    () = seat.connection.closing() => {}
                    () = connection(front, router, stream, peer, tls, seat.connection.clone()) => {}
                }
            });
        }
        drop(self.socket);
        front.stopping.send_replace(true);
        let farewell = front.door.rules().limits.farewell;
        let _ = tokio::time::timeout(farewell, async { while connections.join_next().await.is_some() {} }).await;
        front.in_flight.close();
        connections.shutdown().await;
    }
}

/// Whether accepting failed because of the client, and not because the system has no more sockets.
fn is_of_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

/// Tells whoever watches that a connection was closed to make room.
fn tell_closed(front: &Front, address: IpAddr) {
    let text = "too many connections: of this address, the connection that had been idle longest was closed";
    tell(front, address, &Refusal::new(StatusCode::SERVICE_UNAVAILABLE, text));
}

async fn connection(
    front: Arc<Front>,
    router: Router,
    stream: TcpStream,
    peer: SocketAddr,
    tls: Option<TlsAcceptor>,
    place: Arc<Connection>,
) {
    // Answers are small and clients wait for them.
    let _ = stream.set_nodelay(true);
    let Some(tls) = tls else { return http(front, router, stream, peer, place).await };
    let limit = front.door.rules().limits.header_timeout;
    if let Ok(Ok(stream)) = tokio::time::timeout(limit, tls.accept(stream)).await {
        http(front, router, stream, peer, place).await;
    }
}

async fn http(
    front: Arc<Front>,
    router: Router,
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    peer: SocketAddr,
    place: Arc<Connection>,
) {
    let mut stopping = front.stopping.subscribe();
    let limits = front.door.rules().limits.clone();
    let service = service_fn(move |request| {
        let (front, router, place) = (front.clone(), router.clone(), place.clone());
        async move { Ok::<_, Infallible>(handle(&front, router, peer, place, request).await) }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(limits.header_timeout).max_header_size(limits.header_bytes);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
    tokio::select! {
        // A client that breaks off is its own affair.
        _ = connection.as_mut() => return,
        _ = stopping.wait_for(|stopping| *stopping) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
