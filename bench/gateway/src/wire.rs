//! HTTP/1.1 messages over a socket: as much of it as the servers and clients of this benchmark use.

use std::io;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// No message here comes near this.
const LONGEST: usize = 4 << 20;

/// A request or a response.
#[derive(Debug)]
pub struct Message {
    /// The first line: of a request its method and path, of a response its status.
    pub start: String,
    headers: Vec<(String, String)>,
    /// What was sent after the headers.
    pub body: Vec<u8>,
}

impl Message {
    /// The value of a header, by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// A socket with what was read from it and not yet used.
pub struct Connection {
    socket: TcpStream,
    read: Vec<u8>,
    used: usize,
}

impl Connection {
    /// Takes over a connected socket.
    pub fn new(socket: TcpStream) -> io::Result<Self> {
        socket.set_nodelay(true)?;
        Ok(Self { socket, read: Vec::with_capacity(8 << 10), used: 0 })
    }

    /// Connects to a place such as `127.0.0.1:8080`.
    pub async fn open(place: &str) -> io::Result<Self> {
        Self::new(TcpStream::connect(place).await?)
    }

    /// Sends the bytes as they are.
    pub async fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.socket.write_all(bytes).await
    }

    /// The next message with its whole body; none where the other end has closed.
    pub async fn message(&mut self) -> io::Result<Option<Message>> {
        let Some(mut message) = self.head().await? else { return Ok(None) };
        if let Some(length) = message.header("content-length").and_then(|length| length.parse().ok()) {
            message.body = self.take(length).await?;
        } else if message.header("transfer-encoding").is_some_and(|coding| coding.eq_ignore_ascii_case("chunked")) {
            loop {
                let size = self.line().await?;
                let size = usize::from_str_radix(size.split(';').next().unwrap_or_default().trim(), 16)
                    .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, format!("a chunk of size {size:?}")))?;
                let chunk = self.take(size).await?;
                message.body.extend_from_slice(&chunk);
                self.take(2).await?;
                if size == 0 {
                    break;
                }
            }
        }
        Ok(Some(message))
    }

    /// The next message without its body, which may never end.
    pub async fn head(&mut self) -> io::Result<Option<Message>> {
        self.read.drain(..self.used);
        self.used = 0;
        let start = loop {
            match self.line().await {
                Ok(line) if line.is_empty() => {}
                Ok(line) => break line,
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
                Err(error) => return Err(error),
            }
        };
        let mut headers = Vec::new();
        loop {
            let line = self.line().await?;
            let Some((name, value)) = line.split_once(':') else { break };
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        Ok(Some(Message { start, headers, body: Vec::new() }))
    }

    async fn line(&mut self) -> io::Result<String> {
        let mut looked = self.used;
        loop {
            if let Some(end) = self.read[looked..].iter().position(|byte| *byte == b'\n') {
                let line = String::from_utf8_lossy(&self.read[self.used..looked + end]).trim_end().to_owned();
                self.used = looked + end + 1;
                return Ok(line);
            }
            looked = self.read.len();
            self.more().await?;
        }
    }

    async fn take(&mut self, length: usize) -> io::Result<Vec<u8>> {
        while self.read.len() - self.used < length {
            self.more().await?;
        }
        let taken = self.read[self.used..self.used + length].to_vec();
        self.used += length;
        Ok(taken)
    }

    async fn more(&mut self) -> io::Result<()> {
        if self.read.len() > LONGEST {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a message longer than any here"));
        }
        match self.socket.read_buf(&mut self.read).await? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(()),
        }
    }
}
