//! From start to exit: `vetgate scan` of a file with one tool. Budget: under 30 ms.

use std::path::Path;
use std::process::{Command, Stdio};

fn main() {
    divan::main();
}

#[divan::bench(sample_count = 50, sample_size = 1)]
fn scan_of_a_file_from_start_to_exit() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/quotes.json");
    let status = Command::new(env!("CARGO_BIN_EXE_vetgate")).arg("scan").arg(file).stdout(Stdio::null()).status();
    assert!(status.is_ok_and(|status| status.success()), "the example scans clean");
}
