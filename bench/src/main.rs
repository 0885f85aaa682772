//! What `scripts/compare-sensitive` needs of the Rust tools: the texts, what each tool finds, and how fast.
//!
//! - `texts DIR` writes the generated texts into a folder.
//! - `find TOOL` reads one JSON string a line and writes, for each, the values that the tool finds.
//! - `rate TOOL FILE` writes how many bytes of the file the tool reads in a second, by the best run of a second or of three.

#![allow(clippy::disallowed_methods, reason = "reads texts that it has written itself")]

// The texts of the detector's own benchmarks; not all are used here.
#[allow(dead_code)]
#[path = "../../crates/sensitive/benches/texts/mod.rs"]
mod texts;

use std::io::{BufRead, Write};
use std::path::Path;
use std::time::Instant;
use vetgate_bench::{Tool, tools};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["texts", folder] => write_texts(Path::new(folder)),
        ["find", name] => find(tool(name).as_ref()),
        ["rate", name, file] => rate(tool(name).as_ref(), Path::new(file)),
        _ => panic!("expected `texts DIR`, `find TOOL` or `rate TOOL FILE`"),
    }
}

fn tool(name: &str) -> Box<dyn Tool> {
    tools().into_iter().find(|tool| tool.name() == name).expect("the name of a tool")
}

fn write_texts(folder: &Path) {
    for (name, text) in [
        ("clean.json", texts::clean_json(100 << 10)),
        ("hits.json", texts::json_with_hits(100 << 10)),
        ("log.txt", texts::log(100 << 10)),
        ("source.txt", texts::source(100 << 10)),
    ] {
        std::fs::write(folder.join(name), text).expect("the folder can be written");
    }
}

fn find(tool: &dyn Tool) {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let text: String = serde_json::from_str(&line.expect("a line of UTF-8")).expect("a JSON string");
        let found: Vec<_> =
            tool.find(&text).iter().map(|found| (&text[found.span.clone()], found.family.name())).collect();
        writeln!(out, "{}", serde_json::to_string(&found).expect("strings are JSON")).expect("somebody reads");
    }
}

fn rate(tool: &dyn Tool, file: &Path) {
    let text = std::fs::read_to_string(file).expect("the file can be read");
    let run = || {
        let start = Instant::now();
        std::hint::black_box(tool.find(std::hint::black_box(&text)));
        start.elapsed().as_secs_f64()
    };
    let start = Instant::now();
    let (mut best, mut runs) = (f64::INFINITY, 0);
    while runs < 3 || start.elapsed().as_secs() < 1 {
        best = best.min(run());
        runs += 1;
    }
    println!("{:.0}", text.len() as f64 / best);
}
