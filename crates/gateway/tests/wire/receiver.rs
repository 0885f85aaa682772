//! Something that the gateway sends to: it takes every POST and says that all is well.

use crate::waiting::LONG;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;

pub(crate) struct Receiver {
    pub(crate) url: String,
    posts: mpsc::UnboundedReceiver<(String, String)>,
    task: JoinHandle<()>,
}

impl Receiver {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (sender, posts) = mpsc::unbounded_channel();
        let task = tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                tokio::spawn(take(stream, sender.clone()));
            }
        });
        Self { url, posts, task }
    }

    /// The first line and the body of the next POST.
    pub(crate) async fn next(&mut self) -> (String, String) {
        timeout(LONG, self.posts.recv()).await.expect("nothing is sent").unwrap()
    }

    /// Whether something was sent that no test has looked at.
    pub(crate) fn has_something(&self) -> bool {
        !self.posts.is_empty()
    }

    pub(crate) async fn next_json(&mut self) -> Value {
        serde_json::from_str(&self.next().await.1).unwrap()
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn take(stream: TcpStream, sender: mpsc::UnboundedSender<(String, String)>) {
    let mut stream = BufReader::new(stream);
    let (mut first, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await.unwrap_or(0) == 0 {
            return;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap();
        }
        if line == "\r\n" {
            break;
        }
        if first.is_empty() {
            first = line.trim().to_owned();
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.unwrap();
    let _ = sender.send((first, String::from_utf8(body).unwrap()));
    let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}").await;
}
