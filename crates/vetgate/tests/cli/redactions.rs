//! `redact`: what becomes of values, and that everything else stays as it is.

use crate::run::{Run, command, feed, feed_bytes, file, finish, folder, vetgate};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;

const NOTE: &[u8] = b"Write to jo.miller@acme.io, not to user@example.com.\nAgain: jo.miller@acme.io\n";

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn redact(flags: &[&str], input: &[u8]) -> Run {
    let run = feed(&[&["redact"], flags].concat(), input);
    assert_eq!(run.code, 0, "{}", run.stderr);
    run
}

#[test]
fn each_mode_leaves_something_else() {
    let run = redact(&[], NOTE);
    assert_eq!(run.stdout, "Write to [EMAIL], not to user@example.com.\nAgain: [EMAIL]\n");
    assert_eq!(run.stderr, "2 values replaced\n");
    let run = redact(&["--mode", "mask", "--quiet"], NOTE);
    assert_eq!(run.stdout, "Write to j***@a***.io, not to user@example.com.\nAgain: j***@a***.io\n");
    assert_eq!(run.stderr, "");
    let run = redact(&["--mode", "tokenize"], NOTE);
    assert_eq!(run.stdout, "Write to ⟦EMAIL_1⟧, not to user@example.com.\nAgain: ⟦EMAIL_1⟧\n");
    let run = redact(&["--min-confidence", "low"], NOTE);
    assert_eq!(run.stdout, "Write to [EMAIL], not to [EMAIL].\nAgain: [EMAIL]\n");
    let run = feed(&["redact", "--mode", "blur"], NOTE);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
}

#[test]
fn kinds_can_be_chosen() {
    let input = b"jo.miller@acme.io, card 4539 1488 0343 6467, +44 20 7031 3000\n";
    let out = |flags: &[&str]| redact(flags, input).stdout;
    assert_eq!(out(&["--only", "email"]), "[EMAIL], card 4539 1488 0343 6467, +44 20 7031 3000\n");
    assert_eq!(out(&["--skip", "financial,phone"]), "[EMAIL], card 4539 1488 0343 6467, +44 20 7031 3000\n");
    assert_eq!(out(&["--only", "card", "--only", "phone"]), "jo.miller@acme.io, card [CREDIT_CARD], [PHONE]\n");
    assert_eq!(feed(&["redact", "--only", "emial"], input).code, 2);
}

#[test]
fn hashes_are_equal_for_equal_values_and_keys() {
    let hash = |flags: &[&str]| {
        let out = redact(&[&["--mode", "hash"], flags].concat(), NOTE).stdout;
        let hashes: Vec<String> = out.split("[EMAIL:").skip(1).map(|rest| rest[..12].to_owned()).collect();
        assert_eq!(hashes.len(), 2, "{out}");
        assert_eq!(hashes[0], hashes[1]);
        hashes[0].clone()
    };
    assert_ne!(hash(&[]), hash(&[]), "each run has a key of its own");
    let (one, other) = (file("one.key", &[7; 32]), file("other.key", &[8; 40]));
    let (one, other) = (path(&one), path(&other));
    assert_eq!(hash(&["--key-file", one]), hash(&["--key-file", one]));
    assert_ne!(hash(&["--key-file", one]), hash(&["--key-file", other]));
}

#[test]
fn a_key_that_is_none_is_refused() {
    let short = file("short.key", &[7; 31]);
    for (key, message) in [(path(&short), "has 31 bytes"), ("missing.key", "the key cannot be read"), (".", "read")] {
        let run = feed(&["redact", "--mode", "hash", "--key-file", key], NOTE);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""));
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
    assert_eq!(feed(&["redact", "--key-file", path(&short)], NOTE).code, 2, "not the mode for a key");
}

#[test]
fn json_stays_json() {
    let document = br#"{"n": 4539148803436467, "s": "{\"m\": \"jo.miller@acme.io\"}", "x": [1.50, "\u00e9"]}"#;
    let run = redact(&[], document);
    assert_eq!(run.stdout, r#"{"n": "[CREDIT_CARD]", "s": "{\"m\": \"[EMAIL]\"}", "x": [1.50, "\u00e9"]}"#);
    assert_eq!(run.json()["s"], r#"{"m": "[EMAIL]"}"#);
}

#[test]
fn everything_else_goes_through_byte_for_byte() {
    let binary: Vec<u8> = (0..=255u8).cycle().take(200_000).collect();
    let cut = br#"{"a": ["x", {"b": "kim"#;
    let mixed = b"{\"a\": 1}\r\nplain \xFF\xFE\r\n[broken\n\n\0\n\"".repeat(1000);
    let long = vec![b'x'; 3 << 20];
    for input in [&b""[..], b"\n", b"\xEF\xBB\xBF{}", &binary, cut, &mixed, &long, b"no newline at the end"] {
        for mode in ["redact", "mask", "hash", "tokenize"] {
            let (code, output) = feed_bytes(&["redact", "--mode", mode], input);
            assert_eq!(code, 0);
            assert!(output == input, "{mode}: {:?}...", String::from_utf8_lossy(&input[..input.len().min(20)]));
        }
    }
}

#[test]
fn a_line_comes_out_before_the_next_goes_in() {
    let mut child =
        command().arg("redact").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    input.write_all(b"the first line waits for a second\n").unwrap();
    for number in 0..3 {
        input.write_all(format!("{number} jo.miller@acme.io\n").as_bytes()).unwrap();
        if number == 0 {
            assert_eq!(lines.next().unwrap().unwrap(), "the first line waits for a second");
        }
        assert_eq!(lines.next().unwrap().unwrap(), format!("{number} [EMAIL]"));
    }
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn what_is_tokenized_can_be_restored() {
    let vault = folder("vault").join("values");
    let vault = path(&vault);
    let json = br#"{"mail": "jo.miller@acme.io", "raw": "{\"password\": \"qz\\\"7!Lk_9xW2\"}", "n": [1.0]}"#;
    let note = redact(&["--mode", "tokenize", "--vault", vault], NOTE);
    assert_eq!(note.stderr, format!("2 values replaced; 1 is in {vault}\n"));
    let tokens = redact(&["--mode", "tokenize", "--vault", vault], json);
    assert!(tokens.stdout.contains("⟦EMAIL_1⟧"), "one vault, one placeholder for one value: {}", tokens.stdout);
    assert!(!tokens.stdout.contains("Lk_9"), "{}", tokens.stdout);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(vault).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let back = redact(&["--restore", "--vault", vault], tokens.stdout.as_bytes());
    assert_eq!(back.stdout.as_bytes(), json);
    let back = redact(&["--restore", "--vault", vault, "--quiet"], note.stdout.as_bytes());
    assert_eq!((back.stdout.as_bytes(), back.stderr.as_str()), (NOTE, ""));
}

#[test]
fn a_vault_that_is_none_is_left_alone() {
    let other = file("other.json", b"{\"mine\": true}\n");
    let run = feed(&["redact", "--mode", "tokenize", "--vault", path(&other)], NOTE);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("other.json:1: is not a vault"), "{}", run.stderr);
    assert_eq!(std::fs::read(&other).unwrap(), b"{\"mine\": true}\n");
    for (name, lines, line) in [
        ("gap", "{\"placeholder\":\"⟦EMAIL_2⟧\",\"value\":\"x\"}\n", 2),
        ("prose", "{\"placeholder\":\"⟦EMAIL_1⟧\",\"value\":\"x\"}\nhello\n", 3),
        ("long", &format!("{}\n", "x".repeat(1 << 20)), 2),
    ] {
        let vault = file(name, format!("{{\"vetgate_vault\":1}}\n{lines}").as_bytes());
        let run = feed(&["redact", "--restore", "--vault", path(&vault)], b"");
        assert_eq!(run.code, 2);
        assert!(run.stderr.contains(&format!("{name}:{line}: is not an entry of a vault")), "{}", run.stderr);
    }
    let run = feed(&["redact", "--restore", "--vault", "missing"], b"");
    assert!(run.code == 2 && run.stderr.contains("missing: the vault cannot be opened"), "{}", run.stderr);
    assert_eq!(feed(&["redact", "--restore"], b"").code, 2);
    assert_eq!(feed(&["redact", "--vault", "missing"], b"").code, 2, "not the mode for a vault");
}

#[test]
#[cfg(unix)]
fn a_vault_that_others_can_read_gets_no_more_values() {
    use std::os::unix::fs::PermissionsExt;
    let vault = folder("open-vault").join("values");
    redact(&["--mode", "tokenize", "--vault", path(&vault)], NOTE);
    std::fs::set_permissions(&vault, PermissionsExt::from_mode(0o644)).unwrap();
    let run = feed(&["redact", "--mode", "tokenize", "--vault", path(&vault)], NOTE);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("other users can read or write it (mode 644)"), "{}", run.stderr);
}

#[cfg(unix)]
#[test]
fn what_is_restored_is_for_its_owner() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("restored");
    let (vault, safe, back) = (folder.join("v"), folder.join("safe.txt"), folder.join("back.txt"));
    let note = file("to-restore.txt", NOTE);
    let vault = ["--vault", path(&vault)];
    vetgate(&[&["redact", "--mode", "tokenize", path(&note), "--output", path(&safe)], &vault[..]].concat());
    vetgate(&[&["redact", "--restore", path(&safe), "--output", path(&back)], &vault[..]].concat());
    assert_eq!(std::fs::read(&back).unwrap(), NOTE);
    assert_eq!(back.metadata().unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn half_a_line_of_an_interrupted_run_is_dropped() {
    let vault = folder("cut-vault").join("values");
    redact(&["--mode", "tokenize", "--vault", path(&vault)], NOTE);
    let mut text = std::fs::read_to_string(&vault).unwrap();
    let whole = text.clone();
    text.push_str("{\"placeholder\":\"⟦EMA");
    std::fs::write(&vault, &text).unwrap();
    redact(&["--restore", "--vault", path(&vault)], "⟦EMAIL_1⟧".as_bytes());
    let run = redact(&["--mode", "tokenize", "--vault", path(&vault)], b"mail kim.lee@acme.io\n");
    assert_eq!(run.stdout, "mail ⟦EMAIL_2⟧\n");
    let text = std::fs::read_to_string(&vault).unwrap();
    assert!(text.starts_with(&whole) && text.lines().count() == whole.lines().count() + 1, "{text}");
}

#[test]
fn an_interrupted_run_leaves_every_value_in_the_vault() {
    let vault = folder("killed").join("values");
    let mut child = command()
        .args(["redact", "--mode", "tokenize", "--vault", path(&vault)])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"a\nmail kim.lee@acme.io\n").unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(lines.nth(1).unwrap().unwrap(), "mail ⟦EMAIL_1⟧");
    let busy = feed(&["redact", "--mode", "tokenize", "--vault", path(&vault)], NOTE);
    assert!(busy.code == 2 && busy.stderr.contains("another run is using this vault"), "{}", busy.stderr);
    child.kill().unwrap();
    child.wait().unwrap();
    let back = redact(&["--restore", "--vault", path(&vault)], "mail ⟦EMAIL_1⟧\n".as_bytes());
    assert_eq!(back.stdout, "mail kim.lee@acme.io\n");
}

#[test]
fn nothing_is_overwritten_by_mistake() {
    let note = file("note.txt", NOTE);
    let run = vetgate(&["redact", path(&note), "--output", path(&note)]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("is the document and the output at once"), "{}", run.stderr);
    assert_eq!(std::fs::read(&note).unwrap(), NOTE);
    let other_name = note.with_file_name("other-name.txt");
    std::fs::hard_link(&note, &other_name).unwrap();
    assert_eq!(vetgate(&["redact", path(&note), "--output", path(&other_name)]).code, 2);
    let from = std::fs::File::open(&note).unwrap();
    assert_eq!(finish(command().args(["redact", "--output", path(&note)]).stdin(from)).code, 2);
    assert_eq!(std::fs::read(&note).unwrap(), NOTE, "under another name and as standard input it is the same file");
    let output = folder("redacted").join("out.txt");
    std::fs::write(&output, "older").unwrap();
    assert_eq!(vetgate(&["redact", "missing.txt", "--output", path(&output)]).code, 2);
    assert_eq!(std::fs::read(&output).unwrap(), b"older", "nothing to write, nothing overwritten");
    assert_eq!(vetgate(&["redact", path(&note), "--output", path(&output)]).code, 0);
    assert!(std::fs::read_to_string(&output).unwrap().starts_with("Write to [EMAIL]"));
}

#[test]
fn wide_text_is_refused_rather_than_passed() {
    let wide: Vec<u8> = "\u{feff}mail jo.miller@acme.io".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let run = feed(&["redact"], &wide);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
}

#[test]
fn a_closed_pipe_ends_the_output_quietly() {
    let many = file("many-lines.txt", &b"mail jo.miller@acme.io\n".repeat(100_000));
    let mut child = command().arg("redact").arg(&many).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((first.as_str(), output.status.code()), ("mail [EMAIL]\n", Some(0)));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "no complaint, and no count of what nobody read");
}
