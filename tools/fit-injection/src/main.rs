//! Fits the weights of the learned reader to the repository's texts, and measures how they generalise.
//!
//! ```text
//! scripts/fit-injection             fits, and writes crates/injection/data/weights.bin
//! scripts/fit-injection --check     fits, and says whether the file is the same byte for byte
//! scripts/fit-injection --measure   leaves one author out after the other
//! scripts/fit-injection --test      measures the authors that took no part, with the compiled weights
//! ```
//!
//! `--also FILE...` adds tables of other rows (JSON Lines) to `--measure`. `--set NAME=VALUE` changes a setting of the fit.

#![allow(clippy::disallowed_methods, reason = "a tool reads the project's own files")]

mod calibration;
mod corpus;
mod crates;
mod fit;
mod measure;
mod test;
mod weights;

use calibration::Calibration;
use corpus::Corpus;
use fit::{Settings, fit};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const FILE: &str = "crates/injection/data/weights.bin";

fn main() -> ExitCode {
    let mut settings = Settings::default();
    let (mut mode, mut also) = (String::new(), Vec::new());
    let mut arguments = std::env::args().skip(1).peekable();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--set" => {
                let pair = arguments.next().unwrap_or_default();
                if settings.set(&pair).is_none() {
                    eprintln!("fit-injection: no such setting: {pair}");
                    return ExitCode::FAILURE;
                }
            }
            "--also" => {
                while let Some(file) = arguments.next_if(|file| !file.starts_with("--")) {
                    also.push(PathBuf::from(file));
                }
            }
            "--check" | "--measure" | "--test" => mode = argument,
            _ => {
                eprintln!("fit-injection: unknown argument {argument}");
                return ExitCode::FAILURE;
            }
        }
    }
    let root = Path::new(".");
    if mode == "--test" {
        test::report(root);
        return ExitCode::SUCCESS;
    }
    let crates = crates::pinned(root);
    let mut corpus = Corpus::default();
    corpus.add_written(root, false);
    corpus.add_older(root, false);
    corpus.add_crates(&crates, false);
    corpus.place_pairs();
    eprintln!("{} texts of {} authors and sources", corpus.examples.len(), corpus.authors.len());
    let mut kept = Corpus::default();
    kept.add_crates(&crates, true);
    let prose = kept.authors.iter().position(|author| author == "crate_prose");
    let padding: Vec<_> = kept.examples.iter().filter(|example| Some(example.author) == prose).cloned().collect();
    kept.add_older(root, true);
    let scored = measure::leave_one_out(&corpus, &settings, if mode == "--measure" { &padding } else { &[] });
    let everything: Vec<_> = corpus.examples.iter().collect();
    let model = fit(&everything, &settings);
    measure::worth(&corpus, &scored);
    println!("bias {:.2}, rules {:.2?}", model.bias, model.rules);
    if mode == "--measure" {
        measure::report(&corpus, &scored);
        measure::sources("kept apart", &kept, &model);
        for file in also {
            measure::sources(&file.display().to_string(), &Corpus::of_file(&file), &model);
        }
        let written: Vec<_> = corpus.examples.iter().filter(|e| e.origin == corpus::Origin::Written).collect();
        measure::sources(
            "older corpora, not fitted on",
            &corpus.of_origin(corpus::Origin::Older),
            &fit(&written, &settings),
        );
        return ExitCode::SUCCESS;
    }
    let labels: Vec<(f32, bool)> = scored.iter().map(|s| (s.joint, corpus.examples[s.example].malicious)).collect();
    let file = weights::bytes(&model, Calibration::fit(&labels));
    if mode == "--check" {
        let is_same = std::fs::read(root.join(FILE)).is_ok_and(|old| old == file);
        println!("{FILE}: {}", if is_same { "the same, byte for byte" } else { "differs" });
        return if is_same { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    match std::fs::write(root.join(FILE), &file) {
        Ok(()) => {
            println!("{FILE}: {} bytes", file.len());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("fit-injection: {FILE}: {error}");
            ExitCode::FAILURE
        }
    }
}
