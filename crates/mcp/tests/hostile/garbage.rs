//! Whatever bytes a server writes, asking it ends, and without a panic.

use crate::http::Canned;
use crate::place::{impatient, options};
use proptest::prelude::*;
use std::time::Duration;
use vetgate_mcp::{Options, inventory};
use vetgate_model::Transport;

/// Bytes that are nearly messages, or nothing of the kind.
fn output() -> impl Strategy<Value = Vec<u8>> {
    let near = "(\\{\"jsonrpc\":\"2.0\",\"id\":[1-3],\"(result|error)\":(\\{\"(tools|protocolVersion|capabilities|code)\":[\\[{\"a1}\\]]{0,4}\\}|1|null)\\}\n){1,5}";
    prop_oneof![proptest::collection::vec(any::<u8>(), 0..300), near.prop_map(String::into_bytes)]
}

fn run<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(future)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn from_a_process(bytes in output()) {
        let file = std::env::temp_dir().join(format!("vetgate-garbage-{}", std::process::id()));
        std::fs::write(&file, bytes).expect("a file");
        let args = vec![file.display().to_string()];
        let transport = Transport::Stdio { command: "cat".into(), args, env: Default::default(), cwd: None };
        let options = options();
        let asked = run(async {
            tokio::time::timeout(Duration::from_secs(10), inventory("evil", &transport, &options)).await
        });
        asked.expect("it ends").expect_err("it is no server");
        let _ = std::fs::remove_file(file);
    }

    #[test]
    fn from_an_endpoint(bytes in output(), is_stream: bool, is_http: bool) {
        let kind = if is_stream { "text/event-stream" } else { "application/json" };
        let head = format!("HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\r\n", bytes.len());
        let mut response = if is_http { head.into_bytes() } else { vec![] };
        response.extend(bytes);
        run(async {
            let server = Canned::start(move |_| Some(response.clone())).await;
            let options = Options { total: Duration::from_secs(2), ..impatient() };
            let transport = server.transport("/mcp");
            let asked = inventory("evil", &transport, &options);
            let _ = tokio::time::timeout(Duration::from_secs(10), asked).await.expect("it ends");
        });
    }
}
