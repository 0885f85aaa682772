//! What baselines cost. Run with `cargo bench -p vetgate-guard --bench baseline`.
//!
//! Budget on one core: the shape of 1 KB of arguments, considered and taught with its answer, in under 3 µs.

use divan::{AllocProfiler, Bencher, black_box};
use vetgate_guard::{Answered, BaselineSettings, Baselines, Observed, Shape};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

/// About as many bytes of arguments: a mail with addresses, flags and rows, and a text for the rest.
fn arguments(bytes: usize) -> String {
    let row = r#"{"name":"invoice.pdf","size":48213,"inline":false}"#;
    let rows = vec![row; bytes / 250].join(",");
    let head = r#"{"to":["ann@example.com","bob@example.org"],"subject":"About the invoice","options":{"urgent":true,"retries":3,"reply":null}"#;
    let text = "All \\\"well\\\" here.\\n".repeat(bytes.saturating_sub(head.len() + rows.len() + 30) / 19);
    format!(r#"{head},"attachments":[{rows}],"body":"{text}"}}"#)
}

fn taught(arguments: &str, destinations: &[String]) -> Baselines {
    let mut baselines = Baselines::new(&BaselineSettings::default());
    let shape = Shape::of(arguments);
    for at in 0..100 {
        let now_ms = at * 60_000;
        let observed = Observed { server: "mail", tool: "send", shape: &shape, destinations, now_ms };
        let answered = Answered { server: "mail", tool: "send", bytes: 4000 + at, is_error: false };
        baselines.teach(&observed, Some(&answered));
    }
    baselines
}

#[divan::bench(args = [1 << 10, 16 << 10, 1 << 20])]
fn shape(bencher: Bencher, bytes: usize) {
    let arguments = arguments(bytes);
    bencher.bench(|| Shape::of(black_box(&arguments)));
}

#[divan::bench(args = [1 << 10])]
fn a_usual_call(bencher: Bencher, bytes: usize) {
    let arguments = arguments(bytes);
    let destinations = ["example.com".to_owned(), "example.org".to_owned()];
    let mut baselines = taught(&arguments, &destinations);
    let mut now_ms = 200 * 60_000;
    bencher.bench_local(|| {
        now_ms += 60_000;
        let shape = Shape::of(black_box(&arguments));
        let observed = Observed { server: "mail", tool: "send", shape: &shape, destinations: &destinations, now_ms };
        let answered = Answered { server: "mail", tool: "send", bytes: 4050, is_error: false };
        let drifts = baselines.consider(&observed).len() + baselines.consider_response(&answered).len();
        baselines.teach(&observed, Some(&answered));
        assert_eq!(drifts, 0);
    });
}

#[divan::bench]
fn a_state_of_a_thousand_tools(bencher: Bencher) {
    let arguments = arguments(1 << 10);
    let shape = Shape::of(&arguments);
    let mut baselines = Baselines::new(&BaselineSettings::default());
    for at in 0..100_000_u64 {
        let tool = format!("t{}", at % 1000);
        let observed = Observed { server: "mail", tool: &tool, shape: &shape, destinations: &[], now_ms: at * 1000 };
        baselines.teach(&observed, None);
    }
    bencher.bench_local(|| black_box(&baselines).to_json());
}
