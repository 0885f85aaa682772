//! What a session's counts cost: reading what leaves, the alarms, and the links of a response.
//!
//! Budget: 1 KB of arguments and a 4 KB response in a few microseconds each, the alarms in less than one, at any length
//! of the session.

use divan::{Bencher, counter::BytesCount};
use vetgate_flow::{Exfiltration, Outgoing, Thresholds, links_with_data};
use vetgate_sensitive::Links;

fn main() {
    divan::main();
}

/// Arguments of about that size, with or without links.
fn arguments(bytes: usize, has_links: bool) -> String {
    let line = if has_links {
        "Please see https://docs.example.com/guide?page=2 and write to jo@acme.io about the order. "
    } else {
        "Please have a look at the numbers of the last quarter and tell me what you think of them. "
    };
    serde_json::json!({ "channel": "general", "message": line.repeat(bytes / line.len()) }).to_string()
}

fn response(bytes: usize) -> String {
    let line = "- [guide](https://docs.example.com/guide) ![logo](/logo.png) and words that say what it is about\n";
    line.repeat(bytes / line.len())
}

mod exfiltration {
    use super::*;

    #[divan::bench(args = [(1 << 10, false), (1 << 10, true), (1 << 20, true)])]
    fn outgoing(bencher: Bencher, (bytes, has_links): (usize, bool)) {
        let (arguments, links) = (arguments(bytes, has_links), Links::default());
        bencher
            .counter(BytesCount::new(arguments.len()))
            .bench(|| Outgoing::of(divan::black_box(&arguments), &links, true));
    }

    #[divan::bench(args = [10, 100_000])]
    fn consider(bencher: Bencher, calls: u64) {
        let (thresholds, mut session) = (Thresholds::default(), Exfiltration::default());
        let outgoing = Outgoing::of(&arguments(1 << 10, true), &Links::default(), true);
        for call in 0..calls {
            session.count(&thresholds, &format!("server{}", call % 200), &outgoing, call * 20_000);
        }
        bencher.bench(|| session.consider(&thresholds, divan::black_box("server7"), &outgoing, calls * 20_000));
    }

    #[divan::bench]
    fn count(bencher: Bencher) {
        let (thresholds, mut session) = (Thresholds::default(), Exfiltration::default());
        let outgoing = Outgoing::of(&arguments(1 << 10, true), &Links::default(), true);
        let mut now = 0;
        bencher.bench_local(|| {
            now += 10;
            session.count(&thresholds, "server", &outgoing, now);
        });
    }

    #[divan::bench(name = "links_with_data", args = [4 << 10, 1 << 20])]
    fn links(bencher: Bencher, bytes: usize) {
        let (text, links) = (response(bytes), Links::default());
        bencher.counter(BytesCount::new(text.len())).bench(|| links_with_data(divan::black_box(&text), &links));
    }
}
