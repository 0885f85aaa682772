//! `audit`: proving the record, keeping signed states elsewhere, and exports that only their readers can open.

use crate::ledgers::{Book, usual};
use crate::run::{Run, command, finish, fixtures, folder};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn audit(data: &Path, args: &[&str]) -> Run {
    let mut command = command();
    command.env_remove("VETGATE_PASSPHRASE").env("HOME", data);
    finish(command.arg("audit").args(args).arg("--data-dir").arg(data))
}

/// Changes the first `from` in the database to `to`, byte by byte.
fn tamper(data: &Path, from: &str, to: &str) {
    assert_eq!(from.len(), to.len());
    let path = data.join("ledger.db");
    let mut bytes = fs::read(&path).unwrap();
    let at = bytes.windows(from.len()).position(|window| window == from.as_bytes()).expect("the text is in the file");
    bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
    fs::write(&path, bytes).unwrap();
}

// === verify

#[test]
fn an_untouched_record_is_proved() {
    let data = usual(&folder("verify")).close();
    let run = audit(&data, &["verify"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.starts_with("✓ The record is what was written.\n  records      "), "{}", run.stdout);
    for part in ["until        2026-11-16 14:30:05 UTC", "head         ", "checkpoints  ", "standings    3 of tools"] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    let json = audit(&data, &["verify", "--format", "json"]).json();
    assert_eq!((&json["verified"], &json["first"]), (&true.into(), &1.into()));
    assert_eq!(json["records"], json["last"]);
}

#[test]
fn a_changed_byte_is_found_and_its_record_named() {
    let data = usual(&folder("verify-tampered")).close();
    tamper(&data, "`search` is held back", "`search` was let past");
    let run = audit(&data, &["verify"]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("✗ The record is not what was written.\n  record "), "{}", run.stdout);
    assert!(run.stdout.contains("it was altered"), "{}", run.stdout);
    let json = audit(&data, &["verify", "--format", "json"]);
    assert_eq!((json.code, &json.json()["verified"]), (1, &false.into()));
    let id = json.json()["record"].as_u64().unwrap();
    let shown = finish(command().args(["activity", "--id", &id.to_string()]).arg("--data-dir").arg(&data));
    assert!(shown.stdout.contains("was let past"), "{}", shown.stdout);
}

#[test]
fn an_older_copy_is_found_with_a_checkpoint_from_elsewhere() {
    let data = usual(&folder("verify-older")).close();
    let older = folder("verify-older-copy");
    for entry in fs::read_dir(&data).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_file()) {
        fs::copy(entry.path(), older.join(entry.file_name())).unwrap();
    }
    let book = Book::at(&data);
    book.call("notes", "search", "{}", Ok("{}"));
    let data = book.close();
    let kept = folder("verify-older-kept").join("checkpoints");
    let written = audit(&data, &["checkpoint", "--to", kept.to_str().unwrap()]);
    assert_eq!(written.code, 0, "{}", written.stderr);
    assert_eq!(audit(&older, &["verify"]).code, 0, "a whole older copy is whole");
    let run = audit(&older, &["verify", "--checkpoint", kept.to_str().unwrap()]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("a checkpoint that was kept elsewhere"), "{}", run.stdout);
    let run = audit(&data, &["verify", "--checkpoint", kept.to_str().unwrap()]);
    assert_eq!(run.code, 0, "{}", run.stdout);
    assert!(run.stdout.contains("1 of them kept elsewhere"), "{}", run.stdout);
}

#[test]
fn checkpoints_are_understood_as_the_management_api_answers_them() {
    let data = usual(&folder("verify-answers")).close();
    let line = audit(&data, &["checkpoint"]).stdout;
    let answer = format!(r#"{{"checkpoint":{},"public_key":"00"}}"#, line.trim());
    let kept = data.join("kept");
    fs::write(&kept, format!("{answer}{answer}\n{line}")).unwrap();
    let run = audit(&data, &["verify", "--checkpoint", kept.to_str().unwrap()]);
    assert!(run.code == 0 && run.stdout.contains("3 of them kept elsewhere"), "{}{}", run.stdout, run.stderr);
}

#[cfg(unix)]
#[test]
fn a_table_that_was_taken_away_is_told_as_damage() {
    for table in ["activity", "standing"] {
        let data = usual(&folder(&format!("verify-without-{table}"))).close();
        let script = format!("import sqlite3; sqlite3.connect('ledger.db').execute('DROP TABLE {table}')");
        let dropped = Command::new("python3").current_dir(&data).args(["-c", &script]).output().unwrap();
        assert!(dropped.status.success(), "{}", String::from_utf8_lossy(&dropped.stderr));
        let run = audit(&data, &["verify"]);
        assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
        assert!(run.stdout.starts_with("✗ The record is not what was written."), "{}", run.stdout);
        assert!(run.stdout.contains("no such table"), "{}", run.stdout);
    }
}

#[test]
fn another_ledgers_key_proves_nothing() {
    let data = usual(&folder("verify-key")).close();
    let other = usual(&folder("verify-other-key")).close();
    let own = data.join("ledger-key.pub");
    assert_eq!(audit(&data, &["verify", "--public-key", own.to_str().unwrap()]).code, 0);
    let run = audit(&data, &["verify", "--public-key", other.join("ledger-key.pub").to_str().unwrap()]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("is not signed with the ledger's key"), "{}", run.stdout);
}

#[test]
fn what_cannot_be_read_is_no_proof_either_way() {
    let data = usual(&folder("verify-unusable")).close();
    let file = data.join("scrap");
    fs::write(&file, "no checkpoint\n").unwrap();
    let scrap = file.to_str().unwrap();
    for (args, said) in [
        (&["verify", "--checkpoint", scrap][..], "scrap:1: is no checkpoint"),
        (&["verify", "--checkpoint", "/nowhere"], "/nowhere: no such file"),
        (&["verify", "--public-key", scrap], "expected the public key of a ledger"),
        (&["verify", "--public-key", "/nowhere"], "/nowhere: no such file"),
    ] {
        let run = audit(&data, args);
        assert_eq!(run.code, 2, "{args:?}: {}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(said), "{args:?}: {}", run.stderr);
    }
    fs::remove_file(data.join("ledger-key.pub")).unwrap();
    let run = audit(&data, &["verify"]);
    let said = format!("vetgate: {}: there is no public key", data.join("ledger-key.pub").display());
    assert!(run.code == 2 && run.stderr.starts_with(&said), "{}", run.stderr);
}

#[test]
fn a_damaged_file_is_told_as_damage() {
    let data = usual(&folder("verify-damaged")).close();
    let path = data.join("ledger.db");
    let mut bytes = fs::read(&path).unwrap();
    let end = bytes.len();
    bytes[end / 2..].fill(0xA5);
    fs::write(&path, &bytes).unwrap();
    let run = audit(&data, &["verify"]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
}

// === checkpoint

#[test]
fn a_checkpoint_is_one_line_and_files_keep_the_earlier_ones() {
    let data = usual(&folder("checkpoint")).close();
    let run = audit(&data, &["checkpoint"]);
    assert_eq!((run.code, run.stdout.lines().count()), (0, 1), "{}", run.stderr);
    let key = fs::read_to_string(data.join("ledger-key.pub")).unwrap();
    assert_eq!(run.stderr, format!("public key: {}\n", key.trim()));
    assert_eq!(run.json()["signature"].as_str().unwrap().len(), 128);
    let kept = data.join("kept");
    let to = ["checkpoint", "--to", kept.to_str().unwrap()];
    assert_eq!((audit(&data, &to).code, audit(&data, &to).code), (0, 0));
    assert_eq!(fs::read_to_string(&kept).unwrap(), run.stdout.repeat(2));
    let empty = Book::at(&folder("checkpoint-empty")).close();
    let run = audit(&empty, &["checkpoint"]);
    assert!(run.code == 2 && run.stderr.contains("no record yet"), "{}", run.stderr);
}

// === export

/// Another implementation of age, by its author.
fn age(what: &str) -> Command {
    let library =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.peers/age/node_modules/age-encryption/dist/index.js");
    assert!(library.exists(), ".peers/age is missing: run scripts/peers, which installs the peers for this test");
    let mut command = Command::new("node");
    command.current_dir(fixtures()).arg("age.mjs").arg(library).arg(what);
    command
}

/// A secret key and its public one.
fn keys() -> (String, String) {
    let run = finish(&mut age("keys"));
    let (secret, public) = run.stdout.trim().split_once('\n').unwrap_or_else(|| panic!("{}", run.stderr));
    (secret.to_owned(), public.to_owned())
}

/// What is in the file, for whoever has `variable`.
fn opened(file: &Path, variable: (&str, &str)) -> Option<String> {
    let mut command = age("open");
    command.env(variable.0, variable.1).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(&fs::read(file).unwrap()).unwrap();
    let output = child.wait_with_output().unwrap();
    output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
}

/// The records as `activity` has them, the oldest first.
fn records(data: &Path) -> Vec<serde_json::Value> {
    let run = finish(command().args(["activity", "--oldest", "--format", "json", "--data-dir"]).arg(data));
    run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn place(name: &str) -> (PathBuf, PathBuf, String) {
    let data = usual(&folder(name)).close();
    let file = folder(&format!("{name}-to")).join("records.age");
    let text = file.to_str().unwrap().to_owned();
    (data, file, text)
}

#[test]
fn an_export_is_opened_by_each_recipient_and_by_nobody_else() {
    let (data, file, to) = place("export");
    let ([first, second, stranger], listed) = ([keys(), keys(), keys()], data.join("team.txt"));
    fs::write(&listed, format!("# the team\n\n{}\n", second.1)).unwrap();
    let args = ["export", "--to", &to, "--recipient", &first.1, "--recipients-file", listed.to_str().unwrap()];
    let run = audit(&data, &args);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let expected = records(&data);
    assert!(run.stderr.contains(&format!("{} records written", expected.len())), "{}", run.stderr);
    let raw = fs::read(&file).unwrap();
    assert!(raw.starts_with(b"age-encryption.org/v1\n") && !raw.windows(6).any(|window| window == b"search"));
    for (secret, _) in [&first, &second] {
        let text = opened(&file, ("IDENTITY", secret)).expect("a recipient can open it");
        let found: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(found, expected);
    }
    assert_eq!(opened(&file, ("IDENTITY", &stranger.0)), None);
    assert_private(&file);
    assert_alone(&file);
}

#[test]
fn a_passphrase_comes_from_a_variable_or_a_file() {
    let (data, file, to) = place("export-passphrase");
    let words = "correct horse battery staple";
    let mut from_variable = command();
    from_variable.args(["audit", "export", "--passphrase", "--kind", "call", "--format", "csv", "--to", &to]);
    let run = finish(from_variable.arg("--data-dir").arg(&data).env("VETGATE_PASSPHRASE", words));
    assert_eq!(run.code, 0, "{}", run.stderr);
    let table = opened(&file, ("PASSPHRASE", words)).expect("who knows the passphrase can open it");
    assert!(table.starts_with("id,time_ms,time,kind,") && table.lines().count() == 3, "{table}");
    assert_eq!(opened(&file, ("PASSPHRASE", "correct horse battery stapl")), None);

    let secret = data.join("secret");
    fs::write(&secret, format!("{words}\n")).unwrap();
    let args = ["export", "--passphrase-file", secret.to_str().unwrap(), "--to", &to];
    let refused = audit(&data, &args);
    assert!(refused.code == 2 && refused.stderr.contains("is there already; --force"), "{}", refused.stderr);
    assert!(opened(&file, ("PASSPHRASE", words)).is_some(), "the file that was there stays");
    assert_eq!(audit(&data, &[&args[..], &["--force"]].concat()).code, 0);
    assert_eq!(opened(&file, ("PASSPHRASE", words)).unwrap().lines().count(), records(&data).len());
}

#[test]
fn nothing_is_written_unencrypted_by_accident() {
    let (data, file, to) = place("export-refused");
    let short = data.join("short");
    fs::write(&short, "too short\n").unwrap();
    let (secret, _) = keys();
    for (args, said) in [
        (&["--to", &to][..], "--recipient <KEY>"),
        (&["--to", &to, "--recipient", "age1nonsense"], "expected one that begins with age1"),
        (&["--to", &to, "--recipient", &secret], "is a secret key"),
        (&["--to", &to, "--recipients-file", short.to_str().unwrap()], "short:1"),
        (&["--to", &to, "--passphrase"], "set VETGATE_PASSPHRASE, or use --passphrase-file"),
        (&["--to", &to, "--passphrase-file", short.to_str().unwrap()], "at least 12 characters"),
        (&["--to", &to, "--passphrase", "--plaintext"], "cannot be used with"),
        (&["--to", "/nowhere/at/all.age", "--plaintext"], "/nowhere/at/all.age: cannot be written"),
        (&["--to", "/", "--plaintext"], "/: names no file"),
    ] {
        let run = audit(&data, &[&["export"], args].concat());
        assert_eq!(run.code, 2, "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains(said), "{args:?}: {}", run.stderr);
        assert!(!run.stderr.contains(&secret), "a secret key is not shown: {}", run.stderr);
        assert!(fs::read_dir(file.parent().unwrap()).unwrap().next().is_none(), "{args:?} left something behind");
    }
}

#[test]
fn plaintext_is_written_where_it_is_asked_for() {
    let (data, file, to) = place("export-plain");
    let run = audit(&data, &["export", "--to", &to, "--plaintext", "--server", "files"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("1 record written") && run.stderr.contains("not encrypted"), "{}", run.stderr);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.lines().count() == 1 && text.contains(r#""server":"files""#), "{text}");
    assert_private(&file);
    assert_alone(&file);
}

fn assert_private(file: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
    }
}

/// Nothing of the draft is left.
fn assert_alone(file: &Path) {
    assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1);
}

#[cfg(unix)]
#[test]
fn a_passphrase_on_a_terminal_is_not_shown() {
    let (data, file, to) = place("export-typed");
    let words = "correct horse battery staple";
    let mut terminal = Command::new("python3");
    terminal.current_dir(fixtures()).env("NO_COLOR", "1").env_remove("VETGATE_PASSPHRASE");
    terminal.args(["typist.py", env!("CARGO_BIN_EXE_vetgate"), "audit", "export", "--passphrase", "--to", &to]);
    let mut child = terminal.arg("--data-dir").arg(&data).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut typed, mut shown) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut seen = Vec::new();
    for prompt in ["Passphrase: ", "Once more: "] {
        while !seen.ends_with(prompt.as_bytes()) {
            let mut byte = [0];
            std::io::Read::read_exact(&mut shown, &mut byte).unwrap();
            seen.push(byte[0]);
        }
        typed.write_all(format!("{words}\n").as_bytes()).unwrap();
    }
    std::io::copy(&mut shown, &mut seen).unwrap();
    assert!(child.wait().unwrap().success(), "{}", String::from_utf8_lossy(&seen));
    assert!(!String::from_utf8_lossy(&seen).contains("horse"), "{}", String::from_utf8_lossy(&seen));
    assert!(opened(&file, ("PASSPHRASE", words)).is_some());
}
