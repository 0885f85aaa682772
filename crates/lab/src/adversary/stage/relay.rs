//! Servers over standard streams whose memory is elsewhere.
//!
//! A gateway starts such a server as a program. That program is a pipe: it connects to the stage, says which server it stands
//! for, and hands bytes on in both directions. So the stage sees all servers of a scenario, over whatever they are reached, and
//! a server that is started again remembers.

use super::{Stage, StageError};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;

/// The longest name of a server.
const LONGEST: u64 = 256;

/// Where pipes come in. It is closed when it is dropped.
#[derive(Debug)]
pub struct Entrance {
    address: SocketAddr,
    closing: CancellationToken,
}

impl Drop for Entrance {
    fn drop(&mut self) {
        self.closing.cancel();
    }
}

impl Entrance {
    /// Opens an entrance to a stage, on any port of this machine that is free.
    pub async fn open(stage: &Arc<Stage>) -> Result<Self, StageError> {
        let wanted = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let refused = |reason| StageError::Address { address: wanted.to_string(), reason };
        let listener = TcpListener::bind(wanted).await.map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let closing = CancellationToken::new();
        let (stage, closed) = (stage.clone(), closing.clone());
        tokio::spawn(async move {
            loop {
                let accepted = tokio::select! {
                    () = closed.cancelled() => return,
                    accepted = listener.accept() => accepted,
                };
                let Ok((stream, _)) = accepted else { continue };
                let (stage, closed) = (stage.clone(), closed.clone());
                tokio::spawn(async move {
                    tokio::select! {
                        () = closed.cancelled() => {}
                        () = admit(stage, stream) => {}
                    }
                });
            }
        });
        Ok(Self { address, closing })
    }

    /// Where it is.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

/// Hears which server a pipe stands for, and speaks as it.
async fn admit(stage: Arc<Stage>, stream: TcpStream) {
    let mut stream = BufReader::new(stream);
    let mut name = String::new();
    let read = (&mut stream).take(LONGEST).read_line(&mut name).await;
    if read.is_ok() {
        // A name that is not known ends the connection, and with it the program at the other end.
        let _ = stage.speak(name.trim_end(), stream).await;
    }
}

/// Stands for a server of the stage behind `entrance`, on the standard streams, until either side leaves.
pub async fn attach(entrance: SocketAddr, server: &str) -> Result<(), StageError> {
    let broken = |reason| StageError::Connection { place: entrance.to_string(), reason };
    let stream = TcpStream::connect(entrance).await.map_err(broken)?;
    let (mut from_stage, mut to_stage) = stream.into_split();
    to_stage.write_all(format!("{server}\n").as_bytes()).await.map_err(broken)?;
    let (mut stdin, mut stdout) = (tokio::io::stdin(), tokio::io::stdout());
    tokio::select! {
        copied = tokio::io::copy(&mut from_stage, &mut stdout) => copied.map(drop).map_err(broken),
        copied = tokio::io::copy(&mut stdin, &mut to_stage) => copied.map(drop).map_err(broken),
    }
}
