//! The same texts through each crate, one after another on one core.

// The texts of the detector's own benchmarks; not all are used here.
#[allow(dead_code)]
#[path = "../../crates/sensitive/benches/texts/mod.rs"]
mod texts;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use vetgate_bench::{Cloakpipe, Cloakrs, Tool, Vetgate};

const SIZES: [usize; 4] = [1 << 10, 10 << 10, 100 << 10, 1 << 20];

fn main() {
    divan::main();
}

fn measure<T: Tool + Default>(bencher: Bencher, text: String) {
    let tool = T::default();
    bencher.counter(BytesCount::new(text.len())).bench_local(|| tool.find(black_box(&text)));
}

#[divan::bench(types = [Vetgate, Cloakpipe, Cloakrs], args = SIZES, sample_count = 20)]
fn clean_json<T: Tool + Default>(bencher: Bencher, size: usize) {
    measure::<T>(bencher, texts::clean_json(size));
}

#[divan::bench(types = [Vetgate, Cloakpipe, Cloakrs], sample_count = 20)]
fn json_with_hits<T: Tool + Default>(bencher: Bencher) {
    measure::<T>(bencher, texts::json_with_hits(100 << 10));
}

#[divan::bench(types = [Vetgate, Cloakpipe, Cloakrs], sample_count = 20)]
fn log<T: Tool + Default>(bencher: Bencher) {
    measure::<T>(bencher, texts::log(100 << 10));
}

#[divan::bench(types = [Vetgate, Cloakpipe, Cloakrs], sample_count = 20)]
fn source<T: Tool + Default>(bencher: Bencher) {
    measure::<T>(bencher, texts::source(100 << 10));
}
