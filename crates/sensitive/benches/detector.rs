//! What finding and masking cost on one core, with every kind on.
//!
//! Budgets: clean JSON at 100 MB/s or more, 1 KB in under 12 µs, 10 KB in under 100 µs, and the same rate from 1 KB to
//! 10 MB. Each text is checked before it is measured: clean ones hold nothing of medium confidence or above.

mod texts;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use std::sync::LazyLock;
use vetgate_sensitive::{Detector, Grade, Inspector, Masker, Settings};

static DETECTOR: LazyLock<Detector> =
    LazyLock::new(|| Detector::with(&Settings::default()).expect("the defaults are good"));

fn main() {
    divan::main();
}

fn alarms(text: &str) -> usize {
    DETECTOR.inspect(text.as_bytes()).iter().filter(|found| found.grade() >= Grade::Medium).count()
}

fn clean(text: String) -> String {
    let found = DETECTOR.inspect(text.as_bytes()).into_iter().find(|found| found.grade() >= Grade::Medium);
    assert!(
        found.is_none(),
        "the text is not clean: {:?}",
        found.map(|found| (found.kind, text[found.span].to_owned()))
    );
    text
}

/// The matches are let go within the measured time: what is returned from it would be let go for free.
fn inspect(bencher: Bencher, text: String) {
    bencher.counter(BytesCount::new(text.len())).bench(|| DETECTOR.inspect(black_box(text.as_bytes())).len());
}

#[divan::bench(args = texts::SIZES)]
fn clean_json(bencher: Bencher, size: usize) {
    inspect(bencher, clean(texts::clean_json(size)));
}

/// As a proxy sees it: in pieces of 16 KB.
#[divan::bench]
fn clean_json_in_pieces(bencher: Bencher) {
    let text = clean(texts::clean_json(1 << 20));
    bencher.counter(BytesCount::new(text.len())).bench(|| {
        let mut inspector = Inspector::new(&DETECTOR);
        let mut count = 0;
        for piece in black_box(text.as_bytes()).chunks(16 << 10) {
            inspector.push(piece, &mut |_| count += 1);
        }
        inspector.finish(&mut |_| count += 1);
        count
    });
}

#[divan::bench]
fn numbers_json(bencher: Bencher) {
    inspect(bencher, clean(texts::numbers_json(1 << 20)));
}

#[divan::bench]
fn log(bencher: Bencher) {
    inspect(bencher, clean(texts::log(1 << 20)));
}

#[divan::bench]
fn source(bencher: Bencher) {
    inspect(bencher, clean(texts::source(1 << 20)));
}

#[divan::bench]
fn json_with_hits(bencher: Bencher) {
    let text = texts::json_with_hits(1 << 20);
    assert!(alarms(&text) > 500, "values are found");
    inspect(bencher, text);
}

fn redact(bencher: Bencher, text: String) {
    bencher
        .counter(BytesCount::new(text.len()))
        .bench(|| DETECTOR.redact(black_box(text.as_bytes()), Masker::redact(), Grade::Medium));
}

#[divan::bench(args = texts::SIZES)]
fn redact_clean_json(bencher: Bencher, size: usize) {
    redact(bencher, clean(texts::clean_json(size)));
}

#[divan::bench]
fn redact_json_with_hits(bencher: Bencher) {
    redact(bencher, texts::json_with_hits(1 << 20));
}

/// The tables are made once for a process.
#[divan::bench]
fn new_detector() -> Detector {
    Detector::new()
}
