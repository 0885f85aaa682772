//! The guard as the gateway uses it: a call and its response, every part on.
//!
//! Budget: 1 KB of arguments and 4 KB of response in under 100 µs at the median, at the 1,000th call of a session as at the
//! 10th, and linear to 1 MB. `cargo bench -p vetgate-guard --bench guard`.

mod texts;

use divan::Bencher;
use std::sync::Arc;
use texts::{arguments, response, tool};
use vetgate_guard::{Call, Guard, KeyedBy, SessionKey, Settings, Tool};

fn main() {
    // A gateway has served other sessions before; what the first calls of a process cost is not what is asked here.
    Scene::after(500);
    divan::main();
}

/// A session that has made so many calls.
struct Scene {
    guard: Guard,
    key: SessionKey,
    reads: Arc<Tool>,
    writes: Arc<Tool>,
}

impl Scene {
    fn after(calls: u64) -> Self {
        let scene = Self {
            guard: Guard::new(&Settings::default()).expect("sound settings"),
            key: SessionKey { by: KeyedBy::Session, name: "bench".into() },
            reads: tool("github", "get_issue"),
            writes: tool("slack", "post_message"),
        };
        (0..calls).for_each(|n| scene.call(n, &arguments(1 << 10, n), &response(4 << 10, n)));
        scene
    }

    fn call(&self, n: u64, arguments: &str, response: &str) {
        let tool = if n.is_multiple_of(2) { &self.reads } else { &self.writes };
        let now_ms = 1_700_000_000_000 + n * 20_000;
        let call = Call {
            session: &self.key,
            principal: "bench",
            tool,
            arguments,
            other_params: None,
            is_address: false,
            intent: None,
            now_ms,
        };
        let before = self.guard.before(&call);
        self.guard.sent(&call, &before.ticket);
        divan::black_box(self.guard.after(&call, &before.ticket, response));
    }
}

/// Both directions, at different ages of the session.
#[divan::bench(args = [10, 1_000])]
fn both_directions_1_kb_4_kb(bencher: Bencher, calls: u64) {
    let scene = Scene::after(calls);
    let mut n = calls;
    bencher
        .with_inputs(|| {
            n += 1;
            (n, arguments(1 << 10, n), response(4 << 10, n))
        })
        .bench_local_refs(|(n, arguments, response)| scene.call(*n, arguments, response));
}

/// Linear: sixteen times the bytes, sixteen times the time.
#[divan::bench(args = [4 << 10, 64 << 10, 1 << 20], sample_count = 20)]
fn both_directions_by_size(bencher: Bencher, bytes: usize) {
    let scene = Scene::after(10);
    let (arguments, response) = (arguments(bytes / 4, 7), response(bytes, 7));
    bencher
        .counter(divan::counter::BytesCount::new(arguments.len() + response.len()))
        .bench_local(|| scene.call(11, &arguments, &response));
}

/// The way out alone.
#[divan::bench]
fn before_1_kb(bencher: Bencher) {
    let scene = Scene::after(100);
    let arguments = arguments(1 << 10, 3);
    let call = Call {
        session: &scene.key,
        principal: "bench",
        tool: &scene.writes,
        arguments: &arguments,
        other_params: None,
        is_address: false,
        intent: None,
        now_ms: 1_700_100_000_000,
    };
    bencher.bench_local(|| scene.guard.before(&call));
}
