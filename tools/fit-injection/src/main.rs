//! Fits the weights of the learned reader and measures them.

mod corpus;
mod fit;

use corpus::{Corpus, Kind, Origin};
use fit::{Model, Settings, fit};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

fn env(name: &str, or: f32) -> f32 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(or)
}

fn main() {
    let s = Settings {
        window: env("W", 40.0) as usize,
        rounds: env("R", 14.0) as usize,
        rate: env("LR", 0.1),
        harmless: env("H", 1.5),
        authors: env("A", 1.0) as u32,
        decay: env("D", 0.0),
        average: env("AVG", 0.0) > 0.0,
        older: env("O", 1.0),
        crates: env("C", 1.0),
        across: env("X", 1.0) > 0.0,
        rules: env("RULES", 1.0) > 0.0,
        mean: false,
        fact_initial: env("FG", 1.0),
        facts: env("F", 0.0),
        initial: env("G", 1e-3),
        scale: env("AS", 0.0),
    };
    let _ = s.mean;
    let root = Path::new(".");
    let crates = crates();
    let mut corpus = Corpus::default();
    corpus.add_written(root, false);
    let written = corpus.authors.len();
    corpus.add_older(root, false);
    corpus.add_crates(&crates, false);
    corpus.place_pairs();
    let mut kept = Corpus::default();
    kept.add_crates(&crates, true);
    kept.add_older(root, true);
    let mut public = Corpus::default();
    for file in ["injection_texts", "malicious_tools", "benign_tools", "hard_negatives"] {
        let lines = std::fs::read_to_string(format!("/work/shared/datasets/{file}.jsonl")).unwrap_or_default();
        for line in lines.lines() {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            if row["synthetic"] == true {
                continue;
            }
            let name = match file {
                "injection_texts" => format!("{}:{}", row["source"].as_str().unwrap(), row["label"].as_str().unwrap()),
                "malicious_tools" => format!("{file}:{}", row["signal"].as_str().unwrap()),
                _ => file.to_owned(),
            };
            public.add_row(&name, Origin::Written, &row);
        }
    }
    eprintln!("{} examples, {} authors", corpus.examples.len(), corpus.authors.len());
    if std::env::var("GRID").is_ok() {
        for line in std::io::stdin().lines() {
            let line = line.unwrap();
            let mut s = s.clone();
            for pair in line.split_whitespace() {
                let (k, v) = pair.split_once('=').unwrap();
                let v: f32 = v.parse().unwrap();
                match k {
                    "W" => s.window = v as usize,
                    "R" => s.rounds = v as usize,
                    "LR" => s.rate = v,
                    "H" => s.harmless = v,
                    "A" => s.authors = v as u32,
                    "D" => s.decay = v,
                    "F" => s.facts = v,
                    "FG" => s.fact_initial = v,
                    "G" => s.initial = v,
                    "AS" => s.scale = v,
                    "AVG" => s.average = v > 0.0,
                    "O" => s.older = v,
                    "C" => s.crates = v,
                    "X" => s.across = v > 0.0,
                    "RULES" => s.rules = v > 0.0,
                    _ => panic!("{k}"),
                }
            }
            run(&corpus, &kept, &public, written, &s, &line, false);
        }
    } else {
        run(&corpus, &kept, &public, written, &s, "", true);
    }
}

fn recall_at(scored: &[(f32, bool)], rate: f32) -> (f32, f32) {
    let mut harmless: Vec<f32> = scored.iter().filter(|x| !x.1).map(|x| x.0).collect();
    harmless.sort_by(|a, b| b.total_cmp(a));
    let allowed = (harmless.len() as f32 * rate) as usize;
    let threshold = harmless.get(allowed).copied().unwrap_or(f32::NEG_INFINITY);
    let attacks: Vec<f32> = scored.iter().filter(|x| x.1).map(|x| x.0).collect();
    let found = attacks.iter().filter(|x| **x > threshold).count();
    (found as f32 / attacks.len().max(1) as f32, threshold)
}

fn share(scored: &[(f32, bool)], label: bool, threshold: f32) -> f32 {
    let all = scored.iter().filter(|x| x.1 == label).count();
    scored.iter().filter(|x| x.1 == label && x.0 >= threshold).count() as f32 / all.max(1) as f32
}

fn median(mut v: Vec<f32>) -> f32 {
    v.sort_by(f32::total_cmp);
    if v.is_empty() { 0.0 } else if v.len() % 2 == 1 { v[v.len() / 2] } else { (v[v.len() / 2] + v[v.len() / 2 - 1]) / 2.0 }
}

fn run(corpus: &Corpus, kept: &Corpus, public: &Corpus, written: usize, s: &Settings, name: &str, verbose: bool) {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, Vec<(f32, bool, usize)>)>> = Mutex::default();
    let full: Mutex<Option<Model>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| loop {
                let out = next.fetch_add(1, Ordering::Relaxed);
                if out > written {
                    break;
                }
                let examples: Vec<_> = corpus.examples.iter().filter(|e| out == written || e.author != out).collect();
                let model = fit(&examples, s);
                if out == written {
                    *full.lock().unwrap() = Some(model);
                    continue;
                }
                let mut sums = Vec::new();
                let scored = corpus
                    .examples
                    .iter()
                    .enumerate()
                    .filter(|(_, e)| e.author == out)
                    .map(|(i, e)| (model.score(e, s, &mut sums), e.malicious, i))
                    .collect();
                results.lock().unwrap().push((out, scored));
            });
        }
    });
    let mut results = results.into_inner().unwrap();
    results.sort_by_key(|r| r.0);
    let model = full.into_inner().unwrap().unwrap();
    let mut of_outputs = Vec::new();
    let mut of_definitions = Vec::new();
    let mut pooled = Vec::new();
    for (author, scored) in &results {
        let name = &corpus.authors[*author];
        let scored: Vec<(f32, bool)> = scored.iter().map(|x| (x.0, x.1)).collect();
        let is_output = name.starts_with("outputs");
        let is_definition = name.starts_with("def") || name.starts_with("decl");
        let (recall, _) = recall_at(&scored, if is_definition { 0.08 } else { 0.05 });
        if is_output {
            of_outputs.push(recall);
        } else if is_definition {
            of_definitions.push(recall);
        }
        if verbose {
            println!("{name:20} recall {recall:.3}  at 0: {:.3}/{:.3}  at 1: {:.3}/{:.3} at 2: {:.3}/{:.3}", share(&scored, true, 0.0), share(&scored, false, 0.0), share(&scored, true, 1.0), share(&scored, false, 1.0), share(&scored, true, 2.0), share(&scored, false, 2.0));
        }
        pooled.extend(scored);
    }
    let worst = |v: &[f32]| v.iter().copied().fold(1.0, f32::min);
    print!("{name:40} out med {:.3} worst {:.3} | def med {:.3} worst {:.3} |", median(of_outputs.clone()), worst(&of_outputs), median(of_definitions.clone()), worst(&of_definitions));
    for rate in [0.05, 0.02, 0.01] {
        let (r, t) = recall_at(&pooled, rate);
        print!(" pooled@{rate} {r:.3} (t {t:.2})");
    }
    // At the threshold of 1 % false alarms among our authors: what else is flagged.
    let (_, t) = recall_at(&pooled, 0.02);
    let mut sums = Vec::new();
    println!();
    for (which, c) in [("kept", kept), ("public", public)] {
        for (a, author) in c.authors.iter().enumerate() {
            let scored: Vec<(f32, bool)> = c.examples.iter().filter(|e| e.author == a).map(|e| (model.score(e, s, &mut sums), e.malicious)).collect();
            let n = scored.len();
            print!("   {which} {author} n={n}: mal {:.3} ben {:.4};", share(&scored, true, t), share(&scored, false, t));
            if verbose {
                let (r, tt) = recall_at(&scored, 0.005);
                println!("  0.5%: t {tt:.2} rec {r:.3}");
            }
        }
    }
    println!();
    if verbose {
        println!("bias {} rules {:?}", model.bias, model.rules);
        let mut top: Vec<_> = public.examples.iter().filter(|e| !e.malicious && e.kind == Kind::Output).map(|e| (model.score(e, s, &mut sums), &e.id)).collect();
        top.sort_by(|a, b| b.0.total_cmp(&a.0));
        for t in top.iter().take(12) {
            println!("{:?}", t);
        }
    }
}

fn crates() -> Vec<(String, PathBuf)> {
    let root = PathBuf::from(std::env::var("HOME").unwrap_or_default()).join(".cargo/registry/src");
    let mut all = Vec::new();
    for index in std::fs::read_dir(root).expect("registry").flatten() {
        for entry in std::fs::read_dir(index.path()).expect("crates").flatten() {
            all.push((entry.file_name().to_string_lossy().into_owned(), entry.path()));
        }
    }
    all.sort();
    all
}
