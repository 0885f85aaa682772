//! `audit export`: records in a file, plain or so that only its readers can open it.

use crate::audits::audit;
use crate::ledgers::usual;
use crate::run::folder;
use std::fs;
use std::path::{Path, PathBuf};

fn place(name: &str) -> (PathBuf, PathBuf, String) {
    let data = usual(&folder(name)).close();
    let file = folder(&format!("{name}-to")).join("records.age");
    let text = file.to_str().unwrap().to_owned();
    (data, file, text)
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

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let (data, _, _) = place("export-nowhere");
    for (to, said) in
        [("/nowhere/at/all.age", "/nowhere/at/all.age: cannot be written"), ("/", "/: is not a file name")]
    {
        let run = audit(&data, &["export", "--to", to, "--plaintext"]);
        assert!(run.code == 2 && run.stderr.contains(said), "{}", run.stderr);
    }
}

#[cfg(not(feature = "encryption"))]
#[test]
fn a_build_without_encryption_says_so_and_writes_nothing() {
    let (data, file, to) = place("export-absent");
    for who in [&["--recipient", "age1nonsense"][..], &["--passphrase"]] {
        let run = audit(&data, &[&["export", "--to", &to], who].concat());
        assert!(run.code == 2 && run.stderr.contains("--features encryption"), "{}", run.stderr);
        assert!(fs::read_dir(file.parent().unwrap()).unwrap().next().is_none(), "something was written");
    }
}

#[cfg(feature = "encryption")]
mod encrypted {
    use super::{assert_alone, assert_private, audit, place};
    use crate::run::{command, finish, fixtures};
    use std::fs;
    use std::io::Write;
    use std::path::Path;
    use std::process::{Command, Stdio};

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
        assert!(refused.code == 2 && refused.stderr.contains("already exists; use --force"), "{}", refused.stderr);
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
            (&["--to", &to, "--recipient", "age1nonsense"], "expected a key that starts with age1"),
            (&["--to", &to, "--recipient", &secret], "is a secret key"),
            (&["--to", &to, "--recipients-file", short.to_str().unwrap()], "short:1"),
            (&["--to", &to, "--passphrase"], "set VETGATE_PASSPHRASE, or use --passphrase-file"),
            (&["--to", &to, "--passphrase-file", short.to_str().unwrap()], "at least 12 characters"),
            (&["--to", &to, "--passphrase", "--plaintext"], "cannot be used with"),
        ] {
            let run = audit(&data, &[&["export"], args].concat());
            assert_eq!(run.code, 2, "{args:?}: {}", run.stderr);
            assert!(run.stderr.contains(said), "{args:?}: {}", run.stderr);
            assert!(!run.stderr.contains(&secret), "a secret key is not shown: {}", run.stderr);
            assert!(fs::read_dir(file.parent().unwrap()).unwrap().next().is_none(), "{args:?} left something behind");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_passphrase_on_a_terminal_is_not_shown() {
        let (data, file, to) = place("export-typed");
        let words = "correct horse battery staple";
        let mut terminal = Command::new("python3");
        terminal.current_dir(fixtures()).env("NO_COLOR", "1").env_remove("VETGATE_PASSPHRASE");
        terminal.args(["typist.py", env!("CARGO_BIN_EXE_vetgate"), "audit", "export", "--passphrase", "--to", &to]);
        let mut child =
            terminal.arg("--data-dir").arg(&data).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
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
}
