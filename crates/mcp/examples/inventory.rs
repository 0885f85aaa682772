//! What a server declares: `cargo run -p vetgate-mcp --example inventory -- COMMAND [ARGUMENT]...` or `-- URL`.

use std::time::Instant;
use vetgate_mcp::{Options, inventory};
use vetgate_model::Transport;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let first = words.next().ok_or("expected a command or a URL")?;
    let transport = if first.starts_with("http") {
        Transport::Http { url: first, headers: Default::default(), sse: false }
    } else {
        Transport::Stdio { command: first, args: words.collect(), env: Default::default(), cwd: None }
    };
    let started = Instant::now();
    let options = Options::default();
    // Leaving this block drops the future, and that ends the server.
    let found = tokio::select! {
        found = inventory("server", &transport, &options) => found?,
        _ = tokio::signal::ctrl_c() => return Err("interrupted".into()),
    };
    for definition in &found.definitions {
        println!("{:?} {}", definition.kind(), definition.name());
    }
    for cap in &found.caps {
        println!("{}: {}: {}", cap.cap, cap.place, cap.detail);
    }
    println!("protocol {} in {:?}", found.protocol.unwrap_or_default(), started.elapsed());
    Ok(())
}
