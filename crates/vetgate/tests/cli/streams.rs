//! Colour, pipes and what goes to which stream.

use crate::run::{command, finish, vetgate};
use std::io::{BufRead, BufReader};
use std::process::Stdio;

const ESCAPE: char = '\u{1b}';

#[test]
fn a_pipe_gets_no_colour_unless_it_is_forced() {
    let args = ["scan", "hidden.json"];
    assert!(!vetgate(&args).stdout.contains(ESCAPE));
    assert!(finish(command().env("CLICOLOR_FORCE", "1").args(args)).stdout.contains(ESCAPE));
    assert!(!finish(command().env("NO_COLOR", "1").args(args)).stdout.contains(ESCAPE));
}

#[test]
fn a_file_gets_no_colour() {
    let path = crate::run::folder("colour").join("report.txt");
    let run =
        finish(command().env("CLICOLOR_FORCE", "1").args(["scan", "hidden.json", "--output", path.to_str().unwrap()]));
    assert_eq!(run.code, 1);
    assert!(!std::fs::read_to_string(&path).unwrap().contains(ESCAPE));
}

#[test]
fn a_closed_pipe_ends_the_output_quietly() {
    let rows: String =
        (0..400).map(|n| format!("{{\"name\":\"t{n}\",\"description\":\"a\\u202e\\u2066b\"}}\n")).collect();
    let path = crate::run::file("many.jsonl", rows.as_bytes());
    let mut child =
        command().args(["scan", path.to_str().unwrap()]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(1), ""));
    assert!(!first.is_empty());
}

#[test]
fn the_report_alone_is_on_standard_output() {
    let run = vetgate(&["scan", "clients.json", "--no-exec", "--format", "json"]);
    assert!(run.stdout.starts_with('{') && run.stderr.is_empty());
}
