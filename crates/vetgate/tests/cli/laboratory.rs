//! Commands that `vetgate-lab` carries out: found beside the program and nowhere else.

use crate::run::{folder, vetgate};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PROGRAM: &str = env!("CARGO_BIN_EXE_vetgate");

fn named(name: &str) -> String {
    format!("{name}{}", std::env::consts::EXE_SUFFIX)
}

/// The laboratory of the same build. `cargo test --workspace` builds it before any test runs.
fn laboratory() -> PathBuf {
    let program = Path::new(PROGRAM).with_file_name(named("vetgate-lab"));
    assert!(program.is_file(), "{} is missing: run cargo build -p vetgate-lab", program.display());
    program
}

/// The program in a folder of its own, alone.
fn alone(test: &str) -> PathBuf {
    let program = folder(&format!("laboratory-{test}")).join(named("vetgate"));
    std::fs::copy(PROGRAM, &program).unwrap();
    program
}

fn run(program: &Path, arguments: &[&str]) -> Output {
    Command::new(program).args(arguments).env("NO_COLOR", "1").output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn without_the_laboratory_the_help_is_there_and_a_run_says_how_to_install_it() {
    let program = alone("missing");
    for command in ["demo", "eval", "gauntlet", "adversary"] {
        let help = run(&program, &[command, "--help"]);
        assert!(help.status.success() && text(&help.stdout).contains("Exit codes:"), "{command}");
    }
    let refused = run(&program, &["demo", "--once"]);
    assert_eq!((refused.status.code(), text(&refused.stdout).as_str()), (Some(2), ""));
    let error = text(&refused.stderr);
    assert!(error.contains("cargo install --locked --path crates/lab"), "{error}");
    assert!(error.contains("laboratory-missing"), "the folder is not named: {error}");
}

#[test]
fn a_wrong_flag_is_refused_before_anything_is_started() {
    let refused = vetgate(&["gauntlet", "--undefendet"]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("--undefended"), "{}", refused.stderr);
}

#[cfg(unix)]
#[test]
fn a_laboratory_elsewhere_on_the_path_is_not_started() {
    use std::os::unix::fs::PermissionsExt as _;
    let program = alone("elsewhere");
    let elsewhere = folder("laboratory-on-the-path");
    let other = elsewhere.join("vetgate-lab");
    std::fs::write(&other, "#!/bin/sh\necho started\n").unwrap();
    std::fs::set_permissions(&other, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", elsewhere.display(), std::env::var("PATH").unwrap());
    let refused = Command::new(&program).args(["adversary", "--list"]).env("PATH", path).output().unwrap();
    assert_eq!((refused.status.code(), text(&refused.stdout).as_str()), (Some(2), ""));
}

#[cfg(unix)]
#[test]
fn a_link_to_the_program_finds_the_laboratory_where_both_are_installed() {
    let program = alone("installed");
    std::fs::copy(laboratory(), program.with_file_name("vetgate-lab")).unwrap();
    let link = folder("laboratory-linked").join("vetgate");
    std::os::unix::fs::symlink(&program, &link).unwrap();
    for program in [&program, &link] {
        let listed = run(program, &["adversary", "--list"]);
        assert!(listed.status.success(), "{}", text(&listed.stderr));
        assert!(text(&listed.stdout).contains("rfc-rug-pull"));
    }
}

#[test]
fn exit_codes_and_arguments_are_those_of_the_laboratory() {
    let program = alone("codes");
    std::fs::copy(laboratory(), program.with_file_name(named("vetgate-lab"))).unwrap();
    let refused = run(&program, &["gauntlet", "rfc-rug-pul"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("did you mean `rfc-rug-pull`?"), "{}", text(&refused.stderr));
    let corpus = program.with_file_name("one-sided.jsonl");
    std::fs::write(&corpus, "{\"id\": \"a\", \"label\": \"benign\", \"name\": \"add\", \"description\": \"Adds.\"}\n")
        .unwrap();
    let vacuous = run(&program, &["eval", "security", "--corpus", corpus.to_str().unwrap()]);
    assert_eq!(vacuous.status.code(), Some(4), "{}", text(&vacuous.stderr));
}
