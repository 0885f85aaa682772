//! `inspect`: what is found, how it is shown, and that no value ever is.

use crate::run::{Run, command, feed, file, finish, folder, vetgate};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::LazyLock;

const NOTES: &[u8] = b"Write to jo.miller@acme.io\nor call +44 20 7031 3000.\nSee user@example.com.\n";
const ORDER: &[u8] = br#"{"buyer": {"card": 4539148803436467},
 "raw": "{\"mail\": \"kim.lee@acme.io\"}"}
"#;

/// Written once: tests run side by side.
static FILES: LazyLock<(String, String)> = LazyLock::new(|| {
    let write = |name: &str, content: &[u8]| file(name, content).to_str().unwrap().to_owned();
    (write("notes.txt", NOTES), write("order.json", ORDER))
});

fn notes() -> String {
    FILES.0.clone()
}

fn order() -> String {
    FILES.1.clone()
}

fn assert_hidden(run: &Run) {
    for value in ["jo.miller", "7031", "4539", "kim.lee"] {
        assert!(!run.stdout.contains(value) && !run.stderr.contains(value), "{value} is shown: {}", run.stdout);
    }
}

#[test]
fn each_match_is_a_line_with_its_place() {
    let (notes, order) = (notes(), order());
    let run = vetgate(&["inspect", &notes, &order]);
    assert_eq!(run.code, 1, "a card is critical");
    let expected = format!(
        "\
{notes}
  1:10        MEDIUM    j***@a***.io                 email · E-mail address · confidence high
  2:9         MEDIUM    +44 ** **** **00             phone · Telephone number · confidence high

{order}
  1:20        CRITICAL  ************6467             credit_card · Payment card number · confidence high · /buyer/card
  2:23        MEDIUM    k***@a***.io                 email · E-mail address · confidence high · /raw › /mail

4 matches in 2 files: 1 critical, 3 medium
1 more is below the minimum confidence: --min-confidence low shows it.
How a kind is recognised: vetgate explain email
"
    );
    assert_eq!(run.stdout, expected);
    assert_eq!(run.stderr, "");
    assert_hidden(&run);
}

#[test]
fn programs_get_one_document() {
    let (notes, order) = (notes(), order());
    let run = vetgate(&["inspect", "--format", "json", &notes, &order]);
    assert_hidden(&run);
    let result = run.json();
    assert_eq!(result["files"][0]["path"], notes.as_str());
    assert_eq!(result["files"][0]["bytes"], NOTES.len());
    let expected = serde_json::json!({
        "line": 2, "column": 23, "kind": "email", "name": "E-mail address", "category": "contact",
        "severity": "medium", "confidence": 0.9, "grade": "high", "pointer": "/raw", "inner": ["/mail"],
        "span": {"start": 60, "end": 75}, "sample": "k***@a***.io"
    });
    assert_eq!(result["files"][1]["matches"][1], expected);
    let expected = serde_json::json!({
        "files": 2, "files_with_matches": 2, "failed": 0, "bytes": NOTES.len() + ORDER.len(), "matches": 4,
        "less_sure": 1, "by_severity": {"critical": 1, "medium": 3}, "by_kind": {"credit_card": 1, "email": 2, "phone": 1}
    });
    assert_eq!(result["summary"], expected);
}

#[test]
fn the_threshold_is_a_severity() {
    let notes = notes();
    assert_eq!(vetgate(&["inspect", &notes]).code, 0, "medium is shown and passes");
    assert_eq!(vetgate(&["inspect", &notes, "--fail-on", "medium"]).code, 1);
    assert_eq!(vetgate(&["inspect", &order(), "--fail-on", "never"]).code, 0);
    assert_eq!(vetgate(&["inspect", &order(), "--fail-on", "some"]).code, 2);
}

#[test]
fn nothing_is_said_to_be_nothing() {
    for input in [&b""[..], b"\n", b"nothing to see", b"{}"] {
        let run = feed(&["inspect"], input);
        let noun = if input.len() == 1 { "byte" } else { "bytes" };
        assert_eq!((run.code, run.stdout), (0, format!("✓ nothing found in {} {noun}\n", input.len())));
    }
}

#[test]
fn kinds_can_be_chosen() {
    let (notes, order) = (notes(), order());
    let kinds = |flags: &[&str]| {
        let args = [&["inspect", "--format", "json", notes.as_str(), order.as_str()], flags].concat();
        vetgate(&args).json()["summary"]["by_kind"].as_object().unwrap().keys().cloned().collect::<Vec<_>>()
    };
    assert_eq!(kinds(&["--only", "email"]), ["email"]);
    assert_eq!(kinds(&["--only", "contact", "--skip", "email"]), ["phone"]);
    assert_eq!(kinds(&["--only", "email,financial"]), ["credit_card", "email"]);
    assert_eq!(kinds(&["--only", "phone", "--only", "github.*"]), ["phone"]);
    let run = vetgate(&["inspect", "--only", "contact", "--skip", "email", "--skip", "contact", &notes]);
    assert_eq!(run.code, 2, "a result that cannot but be clean is none");
    assert!(run.stderr.contains("--skip leaves no kind to look for"), "{}", run.stderr);
    let run = vetgate(&["inspect", "--skip", "emial", &notes]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("there is no kind `emial`; did you mean `email`?"), "{}", run.stderr);
}

#[test]
fn patterns_and_words_of_ones_own_are_found() {
    let settings = "[[security.pii_detection.custom_patterns]]\nname = 'employee_id'\nregex = 'EMP-\\d{6}'\n\
                    [[security.pii_detection.keywords]]\nname = 'project'\nwords = ['Bluebird']\nseverity = 'high'\n";
    let settings = file("own.toml", settings.as_bytes());
    let args = ["inspect", "--config", settings.to_str().unwrap(), "--only", "email", "-"];
    let run = feed(&args, b"EMP-482017 works on bluebird\n");
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stdout.contains("2 matches in 1 file: 1 high, 1 medium"), "{}", run.stdout);
    assert!(!run.stdout.contains("482017") && !run.stdout.contains("bluebird"), "{}", run.stdout);
    assert!(!run.stdout.contains("vetgate explain"), "only what is built in can be explained: {}", run.stdout);
}

#[test]
fn less_sure_matches_are_shown_on_demand() {
    let notes = notes();
    let run = vetgate(&["inspect", "--min-confidence", "low", &notes]);
    assert!(run.stdout.contains("  3:5         MEDIUM    u***@e***.com"), "{}", run.stdout);
    assert!(run.stdout.contains("confidence low") && !run.stdout.contains("less sure"), "{}", run.stdout);
}

#[test]
fn standard_input_is_a_file() {
    for args in [&["inspect"][..], &["inspect", "-"]] {
        let run = feed(args, NOTES);
        assert!(run.stdout.starts_with("standard input\n  1:10 "), "{}", run.stdout);
    }
    let run = feed(&["inspect", "-", "-"], NOTES);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
}

#[test]
fn what_is_found_is_shown_while_more_is_to_come() {
    let mut child =
        command().arg("inspect").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"first\nmail jo.miller@acme.io\n").unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "standard input");
    assert!(lines.next().unwrap().unwrap().starts_with("  2:6 "), "and the input is still open");
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_file_that_cannot_be_read_does_not_stop_the_others() {
    let notes = notes();
    let run = vetgate(&["inspect", "missing.txt", "servers", &notes]);
    assert_eq!(run.code, 2);
    assert_eq!(run.stderr, "vetgate: missing.txt: no such file\nvetgate: servers: is a folder; name a file in it\n");
    assert!(run.stdout.contains("2 matches in 1 of 3 files: 2 medium"), "{}", run.stdout);
    let result = vetgate(&["inspect", "--format", "json", "missing.txt", &notes]).json();
    assert_eq!(result["files"][0]["error"], "no such file");
    assert_eq!(result["summary"]["failed"], 1);
    let run = vetgate(&["inspect", "missing.txt"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
}

#[test]
fn odd_bytes_are_no_obstacle() {
    let binary: Vec<u8> = (0..=255u8).cycle().take(100_000).chain(*b" jo.miller@acme.io ").collect();
    let cut = br#"{"a": ["jo.miller@acme.io", {"b": "kim"#;
    let long = [&vec![b'x'; 3 << 20][..], b" jo.miller@acme.io"].concat();
    for input in [&binary[..], cut, &long, b"\xFFcall jo.miller@acme.io\xFE"] {
        let run = feed(&["inspect", "--only", "email", "--format", "json"], input);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        assert_eq!(run.json()["summary"]["matches"], 1);
    }
}

#[test]
fn wide_text_is_refused_rather_than_passed() {
    let wide: Vec<u8> = "\u{feff}mail jo.miller@acme.io".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let run = feed(&["inspect"], &wide);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.starts_with("vetgate: -: is encoded as UTF-16, which cannot be scanned"), "{}", run.stderr);
}

#[test]
fn a_packed_file_is_not_said_to_be_clean_in_silence() {
    let packed = file("notes.gz", b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x03\0");
    let run = vetgate(&["inspect", packed.to_str().unwrap()]);
    assert_eq!(run.code, 0);
    assert!(run.stderr.contains("is compressed (gzip), so its content is not scanned"), "{}", run.stderr);
}

#[test]
fn a_result_in_a_file_has_no_colour_and_is_announced() {
    let (notes, output) = (notes(), folder("inspected").join("result.txt"));
    let args = ["inspect", &notes, "--output", output.to_str().unwrap()];
    let run = finish(command().env("CLICOLOR_FORCE", "1").args(args));
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    assert_eq!(run.stderr, format!("{}: 2 matches in 1 file: 2 medium\n", output.display()));
    assert!(!std::fs::read_to_string(&output).unwrap().contains('\u{1b}'));
    assert!(finish(command().env("CLICOLOR_FORCE", "1").args(["inspect", &notes])).stdout.contains('\u{1b}'));
    let run = vetgate(&["inspect", &notes, "--output", &notes]);
    assert_eq!(run.code, 2);
    assert_eq!(std::fs::read(&notes).unwrap(), NOTES);
}

#[test]
fn a_closed_pipe_ends_the_output_quietly() {
    let many = file("many.txt", &b"mail jo.miller@acme.io, card 4539 1488 0343 6467\n".repeat(50_000));
    let mut child = command().arg("inspect").arg(&many).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(1), ""));
}

#[test]
fn names_of_files_and_fields_cannot_act_on_the_terminal() {
    let run = feed(&["inspect"], "{\"\\u001b[31m\u{202e}\": \"jo.miller@acme.io\"}".as_bytes());
    assert!(run.stdout.contains("/\\u{1B}[31m\\u{202E}\n"), "{}", run.stdout);
}

#[test]
fn settings_that_leave_nothing_to_look_for_are_an_error_and_not_a_clean_result() {
    let settings = folder("inspect-nothing").join("vetgate.toml");
    for text in ["patterns = []", "except = [\"email\"]\npatterns = [\"email\"]"] {
        std::fs::write(&settings, format!("[security.pii_detection]\n{text}\n")).unwrap();
        let run = vetgate(&["inspect", "--config", settings.to_str().unwrap(), "vetgate.toml"]);
        assert_ne!(run.code, 0, "{text}");
        assert!(run.stderr.contains("leaves no kind to look for"), "{text}: {}", run.stderr);
    }
}
