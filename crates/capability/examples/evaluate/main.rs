//! Measures the classifier on labelled tools, and prints the figures as Markdown.
//!
//! ```text
//! cargo run --release -p vetgate-capability --example evaluate -- [--corpus FILE]... [--rows FILE.jsonl]...
//! ```
//!
//! Without arguments it prints `docs/classifier-eval.md`, from the project's own corpus. `--corpus` takes a file of that
//! corpus' shape, `--rows` JSON Lines with `server`, `name`, `description`, `input_schema` and those labels that there
//! are: `capabilities`, `maybe`, `operation`, `operation_maybe`, `parameter_roles`, `hints`.

mod labelled;
mod page;
mod score;

use std::error::Error;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1).peekable();
    if arguments.peek().is_none() {
        print!("{}", page::page(&labelled::corpus(&own_corpus())?));
    }
    while let Some(argument) = arguments.next() {
        let path = arguments.next().map(PathBuf::from).ok_or_else(|| format!("{argument} needs a file"))?;
        match argument.as_str() {
            "--corpus" => print!("{}", page::figures_by_split(&labelled::corpus(&path)?)),
            "--rows" => {
                let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                let tools = labelled::rows(&path)?;
                print!("{}", page::figures(&name, &tools.iter().collect::<Vec<_>>()));
            }
            _ => return Err(format!("{argument} is not understood; expected --corpus or --rows").into()),
        }
    }
    Ok(())
}

fn own_corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets/capability_corpus_v1.json")
}
