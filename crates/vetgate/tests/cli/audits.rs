//! `audit`: proving the record, and keeping signed states elsewhere.

use crate::ledgers::{Book, usual};
use crate::run::{Run, command, finish, folder};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

pub(crate) fn audit(data: &Path, args: &[&str]) -> Run {
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
    assert!(run.stdout.starts_with("✓ The activity record was not altered.\n  records      "), "{}", run.stdout);
    for part in
        ["until        2026-11-16 14:30:05 UTC", "head         ", "checkpoints  ", "approvals    3 states of tools"]
    {
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
    assert!(run.stdout.contains("✗ The activity record was altered or is damaged.\n  record "), "{}", run.stdout);
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
        assert!(run.stdout.starts_with("✗ The activity record was altered or is damaged."), "{}", run.stdout);
        assert!(run.stdout.contains(&format!("table \"{table}\" is missing")), "{}", run.stdout);
    }
}

#[cfg(unix)]
#[test]
fn a_trigger_that_was_added_is_named_and_nothing_is_decided_behind_it() {
    let data = usual(&folder("verify-trigger")).close();
    let sql = "CREATE TRIGGER hides AFTER INSERT ON activity BEGIN DELETE FROM activity WHERE id = new.id; END";
    let script = format!("import sqlite3; sqlite3.connect('ledger.db').execute({sql:?})");
    let added = Command::new("python3").current_dir(&data).args(["-c", &script]).output().unwrap();
    assert!(added.status.success(), "{}", String::from_utf8_lossy(&added.stderr));
    let run = audit(&data, &["verify"]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains(r#"trigger "hides" was added"#), "{}", run.stdout);
    let run = finish(command().args(["approve", "notes", "search", "--yes", "--data-dir"]).arg(&data));
    assert!(run.code > 1 && run.stderr.contains(r#"trigger "hides" was added"#), "{}{}", run.stdout, run.stderr);
}

#[test]
fn a_ledger_that_is_gone_is_missed_and_no_command_begins_another() {
    let data = usual(&folder("verify-gone")).close();
    fs::remove_file(data.join("ledger.db")).unwrap();
    let config = data.join("vetgate.json");
    let settings = serde_json::json!({"gateway": {"listen": "127.0.0.1:0", "data_dir": data}, "mcpServers": {}});
    fs::write(&config, settings.to_string()).unwrap();
    let run = audit(&data, &["verify"]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("ledger-checkpoints names record"), "{}", run.stdout);
    let (config, folder) = (config.to_str().unwrap(), data.to_str().unwrap());
    for args in [
        &["serve", "--config", config][..],
        &["run", "--data-dir", folder, "--", "true"],
        &["approve", "notes", "search", "--yes", "--data-dir", folder],
        &["block", "notes", "search", "--yes", "--data-dir", folder],
    ] {
        let run = finish(command().args(args).stdin(Stdio::null()));
        assert!(run.code > 1 && run.stderr.contains("names record"), "{args:?}: {}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains("move") && !data.join("ledger.db").exists(), "{args:?}: {}", run.stderr);
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
        (&["verify", "--checkpoint", scrap][..], "scrap:1: is not a checkpoint"),
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
