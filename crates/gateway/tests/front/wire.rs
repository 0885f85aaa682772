//! HTTP/1.1 by hand, so that tests can send what no decent client would.

use crate::double::patiently;
use std::net::SocketAddr;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

/// One connection.
pub(crate) struct Wire<T = TcpStream> {
    stream: BufReader<T>,
}

/// The head of an answer, and its body where it was read.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The code of a JSON-RPC error.
    pub(crate) fn code(&self) -> Option<i64> {
        vetgate_mcp::rpc::Message::read(self.body.clone()).ok()?.error_code()
    }

    /// The data of server-sent events.
    pub(crate) fn events(&self) -> Vec<&str> {
        self.body.lines().filter_map(|line| line.strip_prefix("data: ")).collect()
    }
}

impl Wire {
    pub(crate) async fn to(address: SocketAddr) -> Self {
        Self::over(TcpStream::connect(address).await.unwrap())
    }
}

impl<T: AsyncRead + AsyncWrite + Unpin> Wire<T> {
    pub(crate) fn over(stream: T) -> Self {
        Self { stream: BufReader::new(stream) }
    }

    pub(crate) async fn send(&mut self, bytes: impl AsRef<[u8]>) {
        // The other end may have had enough already.
        let _ = self.stream.get_mut().write_all(bytes.as_ref()).await;
        let _ = self.stream.get_mut().flush().await;
    }

    /// Sends a request with what every client sends, unless `headers` name it; an empty value leaves it out.
    pub(crate) async fn ask(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) {
        let length = body.len().to_string();
        let usual = [
            ("Host", "localhost"),
            ("Accept", "application/json, text/event-stream"),
            ("Content-Type", "application/json"),
            ("Content-Length", length.as_str()),
        ];
        let named = |name: &str| headers.iter().any(|(known, _)| known.eq_ignore_ascii_case(name));
        let usual = usual.into_iter().filter(|(name, _)| !named(name));
        let all: String = usual
            .chain(headers.iter().copied())
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| format!("{name}: {value}\r\n"))
            .collect();
        self.send(format!("{method} {path} HTTP/1.1\r\n{all}\r\n{body}")).await;
    }

    pub(crate) async fn post(&mut self, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        self.ask("POST", path, headers, body).await;
        self.answer().await
    }

    pub(crate) async fn get(&mut self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.ask("GET", path, headers, "").await;
        self.answer().await
    }

    /// Reads a whole answer.
    pub(crate) async fn answer(&mut self) -> Answer {
        patiently("an answer", async {
            let mut answer = self.head().await;
            if answer.header("transfer-encoding") == Some("chunked") {
                while let Some(chunk) = self.chunk().await {
                    answer.body.push_str(&chunk);
                }
            } else {
                let length = answer.header("content-length").map_or(0, |length| length.parse().unwrap());
                let mut body = vec![0; length];
                self.stream.read_exact(&mut body).await.unwrap();
                answer.body = String::from_utf8(body).unwrap();
            }
            answer
        })
        .await
    }

    /// Reads the head of an answer; status 0 if the connection was closed instead.
    pub(crate) async fn head(&mut self) -> Answer {
        patiently("the head of an answer", async {
            let mut answer = Answer::default();
            let first = self.line().await;
            answer.status = first.split(' ').nth(1).map_or(0, |status| status.parse().unwrap());
            loop {
                let line = self.line().await;
                let Some((name, value)) = line.split_once(": ") else { return answer };
                answer.headers.push((name.to_ascii_lowercase(), value.to_owned()));
            }
        })
        .await
    }

    /// Reads one chunk; nothing after the last, or if the connection was closed.
    pub(crate) async fn chunk(&mut self) -> Option<String> {
        patiently("a chunk", async {
            let size = usize::from_str_radix(&self.line().await, 16).unwrap_or(0);
            let mut bytes = vec![0; size + 2];
            self.stream.read_exact(&mut bytes).await.ok()?;
            bytes.truncate(size);
            (size > 0).then(|| String::from_utf8(bytes).unwrap())
        })
        .await
    }

    /// Sends no more, but still listens.
    pub(crate) async fn hang_up(&mut self) {
        self.stream.get_mut().shutdown().await.unwrap();
    }

    /// Waits until the other end closes the connection.
    pub(crate) async fn closed(&mut self) {
        patiently("the end of the connection", async {
            let mut rest = [0; 1024];
            while self.stream.read(&mut rest).await.is_ok_and(|read| read > 0) {}
        })
        .await;
    }

    async fn line(&mut self) -> String {
        let mut line = String::new();
        let _ = self.stream.read_line(&mut line).await;
        line.trim_end().to_owned()
    }
}
