//! Measures gateways beside the server that they stand before.
//!
//! - `load compare ROUNDS SECONDS TARGET...` alternates between the targets, each for so many seconds on one connection and
//!   then on eight, and prints a table. A target is `NAME=URL` or `NAME=URL=TOKEN`; the first is the server itself, and
//!   budgets are printed for the one called `vetgate`.
//! - `load sessions COUNT TARGET PID` prints what the process holds in memory before and after so many sessions are open,
//!   each with one call made and its stream listening.

#![allow(clippy::disallowed_methods, reason = "reads a small file of the system's")]

use std::io;
use std::time::{Duration, Instant};
use tokio::task::LocalSet;
use vetgate_bench_gateway::client::{Client, Target};
use vetgate_bench_gateway::figures::{Figures, verdict};

const CONNECTIONS: usize = 8;

#[tokio::main(flavor = "current_thread")]
async fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["compare", rounds, seconds, ref targets @ ..] => {
            let targets = targets.iter().map(|text| target(text)).collect::<Vec<_>>();
            let seconds = Duration::from_secs_f64(seconds.parse().expect("a number of seconds"));
            compare(rounds.parse().expect("a number of rounds"), seconds, &targets).await
        }
        ["sessions", count, text, pid] => sessions(count.parse().expect("a count"), &target(text), pid).await,
        _ => panic!("expected `compare ROUNDS SECONDS TARGET...` or `sessions COUNT TARGET PID`"),
    }
}

fn target(text: &str) -> Target {
    Target::parse(text).unwrap_or_else(|| panic!("expected NAME=http://HOST:PORT/PATH, not {text}"))
}

async fn compare(rounds: usize, seconds: Duration, targets: &[Target]) -> io::Result<()> {
    let mut figures: Vec<Figures> = targets.iter().map(|_| Figures::default()).collect();
    // One round that does not count warms every target up.
    for round in 0..=rounds {
        for (target, figures) in targets.iter().zip(&mut figures) {
            let latencies = one_connection(target, seconds).await?;
            let rate = many_connections(target, seconds).await?;
            if round > 0 {
                figures.latencies.extend(latencies);
                figures.rates.push(rate);
            }
        }
    }
    print(targets, &figures);
    Ok(())
}

async fn one_connection(target: &Target, seconds: Duration) -> io::Result<Vec<Duration>> {
    let mut client = Client::connect(target).await?;
    let mut latencies = Vec::new();
    let until = Instant::now() + seconds;
    let mut last = Instant::now();
    while last < until {
        client.call().await?;
        let now = Instant::now();
        latencies.push(now - last);
        last = now;
    }
    Ok(latencies)
}

async fn many_connections(target: &Target, seconds: Duration) -> io::Result<f64> {
    let mut clients = Vec::new();
    for _ in 0..CONNECTIONS {
        clients.push(Client::connect(target).await?);
    }
    let start = Instant::now();
    let set = LocalSet::new();
    let calling: Vec<_> = clients
        .into_iter()
        .map(|mut client| {
            set.spawn_local(async move {
                let mut calls = 0_u32;
                while start.elapsed() < seconds {
                    client.call().await?;
                    calls += 1;
                }
                io::Result::Ok(calls)
            })
        })
        .collect();
    set.await;
    let mut calls = 0;
    for task in calling {
        calls += task.await.map_err(io::Error::other)??;
    }
    Ok(f64::from(calls) / start.elapsed().as_secs_f64())
}

fn print(targets: &[Target], figures: &[Figures]) {
    let Some(direct) = figures.first() else { return };
    let (p50, p99) = (direct.quantile(0.5), direct.quantile(0.99));
    println!("{:<32} {:>10} {:>10} {:>10} {:>10} {:>14}", "", "p50 ms", "adds", "p99 ms", "adds", "calls/s at 8");
    for (target, figures) in targets.iter().zip(figures) {
        let (own50, own99) = (figures.quantile(0.5), figures.quantile(0.99));
        let (add50, add99) = (own50 - p50, own99 - p99);
        let rate = figures.rate();
        println!("{:<32} {own50:>10.3} {add50:>10.3} {own99:>10.3} {add99:>10.3} {rate:>14.0}", target.name);
        if target.name == "vetgate" {
            let (kept50, kept99, kept) = (verdict(add50 < 0.6), verdict(add99 < 3.0), verdict(rate >= 5000.0));
            println!("{:<32} {:>21} {:>21} {:>14}", "  budget", "< 0.6", "< 3", ">= 5000");
            println!("{:<32} {kept50:>21} {kept99:>21} {kept:>14}", "");
        }
    }
}

async fn sessions(count: usize, target: &Target, pid: &str) -> io::Result<()> {
    let idle = resident(pid)?;
    println!("{:<32} {idle:>10.1} MB   budget < 40   {}", "idle", verdict(idle < 40.0));
    let mut open = Vec::with_capacity(count);
    for _ in 0..count {
        let client = Client::connect(target).await?;
        let stream = client.listen().await?;
        open.push((client, stream));
    }
    let held = resident(pid)?;
    let name = format!("{} sessions, streams open", open.len());
    println!("{name:<32} {held:>10.1} MB   budget < 250  {}", verdict(held < 250.0));
    Ok(())
}

/// What a process holds in memory, in megabytes.
fn resident(pid: &str) -> io::Result<f64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kilobytes.map(|kilobytes| kilobytes / 1024.0).ok_or_else(|| io::Error::other("no VmRSS in the status"))
}
