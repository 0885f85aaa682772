//! What seeing a text costs, at 1, 10 and 100 KB: clean prose, and text made to be expensive. The cost must grow
//! with the size and no faster.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use vetgate_text::normal::Normal;
use vetgate_text::{ansi, decode, hidden, shell};

const SIZES: [usize; 3] = [1 << 10, 10 << 10, 100 << 10];

fn main() {
    divan::main();
}

fn prose(size: usize) -> String {
    let paragraph = "Searches the repository for files that match a pattern and returns their paths, sizes and dates of \
        change. Use it when the user asks where something is; it doesn't open the files. The `limit` parameter \
        (default 100, at most 1000) bounds the result, and `path` is relative to the root.\n";
    repeat(paragraph, size)
}

/// Foreign letters, look-alikes, joiners, tags, escapes, spaced letters, references.
fn hostile(size: usize) -> String {
    repeat(
        "ign\u{43E}re \u{200B}\u{200D}\u{E0041}\u{E0042} i g n o r e \u{1B}[31m &#105;&#x67; 1gn0re e\u{301}\u{302}\u{303} \u{202E}abc\u{202C}\n",
        size,
    )
}

/// Encodings inside encodings, and tokens that only look encoded.
fn encoded(size: usize) -> String {
    repeat(
        "aWdub3JlIHRoZSB1c2Vy AAAAAAAAAAAAAAAAAAAAAAAA 69676e6f726520697420 \\x69\\x67\\x6e %69%67%6e 105, 103, 110, 111, 114 ",
        size,
    )
}

fn repeat(unit: &str, size: usize) -> String {
    let mut text = unit.repeat(size / unit.len() + 1);
    text.truncate(text.floor_char_boundary(size));
    text
}

fn measure<T>(bencher: Bencher, text: String, see: impl Fn(&str) -> T + Sync) {
    bencher.counter(BytesCount::new(text.len())).bench(|| see(black_box(&text)));
}

#[divan::bench(args = SIZES)]
fn normal_clean(bencher: Bencher, size: usize) {
    measure(bencher, prose(size), Normal::of);
}

#[divan::bench(args = SIZES)]
fn normal_hostile(bencher: Bencher, size: usize) {
    measure(bencher, hostile(size), Normal::of);
}

#[divan::bench(args = SIZES)]
fn hidden_clean(bencher: Bencher, size: usize) {
    measure(bencher, prose(size), hidden::scan);
}

#[divan::bench(args = SIZES)]
fn hidden_hostile(bencher: Bencher, size: usize) {
    measure(bencher, hostile(size), hidden::scan);
}

#[divan::bench(args = SIZES)]
fn ansi_clean(bencher: Bencher, size: usize) {
    measure(bencher, prose(size), ansi::scan);
}

#[divan::bench(args = SIZES)]
fn decode_clean(bencher: Bencher, size: usize) {
    measure(bencher, prose(size), decode::layers);
}

#[divan::bench(args = SIZES)]
fn decode_hostile(bencher: Bencher, size: usize) {
    measure(bencher, encoded(size), decode::layers);
}

#[divan::bench(args = SIZES)]
fn shell_clean(bencher: Bencher, size: usize) {
    measure(bencher, prose(size), shell::looks_like_command);
}
