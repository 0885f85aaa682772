//! `action.yml`: its scripts, run as a runner would.

use crate::{folder, read, root, text, yaml};
use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use vetgate_mcp::configs::Value;

fn steps() -> Vec<Value> {
    yaml("action.yml").get("runs").unwrap().get("steps").unwrap().elements().to_vec()
}

fn step(name: &str) -> Value {
    steps().into_iter().find(|step| text(step, "name") == name).unwrap_or_else(|| panic!("no step is called {name:?}"))
}

/// Runs the script of a step with what a runner sets and what `variables` adds; its outputs come back beside it.
fn run(step: &Value, place: &Path, variables: &[(&str, &str)]) -> (Output, BTreeMap<String, String>) {
    assert_eq!(text(step, "shell"), "bash");
    let outputs = place.join("outputs");
    std::fs::write(&outputs, "").unwrap();
    let mut command = Command::new("bash");
    command.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", text(step, "run")]).current_dir(place);
    command.env("GITHUB_ACTION_PATH", root()).env("GITHUB_OUTPUT", &outputs).env("RUNNER_TEMP", place);
    let declared = step.get("env").map(Value::members).unwrap_or_default();
    for (name, _) in variables.iter().filter(|(name, _)| *name != "PATH") {
        assert!(declared.iter().any(|(declared, _)| declared == name), "the step is not given {name}");
    }
    for (name, _) in declared {
        assert!(variables.iter().any(|(given, _)| given == name), "the step expects {name}");
    }
    let output = command.envs(variables.iter().copied()).output().unwrap();
    let written = std::fs::read_to_string(&outputs).unwrap();
    let written = written.lines().map(|line| line.split_once('=').unwrap());
    (output, written.map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
}

fn program(place: &Path, name: &str, script: &str) {
    let path = place.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// Runs the scan with the real program.
fn scan(name: &str, inputs: &[(&str, &str)]) -> (Output, BTreeMap<String, String>) {
    scan_in(&folder(name), inputs)
}

fn scan_in(place: &Path, inputs: &[(&str, &str)]) -> (Output, BTreeMap<String, String>) {
    std::fs::create_dir_all(place.join("bin")).unwrap();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_vetgate"), place.join("bin/vetgate")).unwrap();
    for file in ["poisoned.json", "quotes.json", "client.json"] {
        std::fs::copy(root().join("docs/examples").join(file), place.join(file)).unwrap();
    }
    std::fs::copy(root().join("docs/examples/quotes.json"), place.join("-quotes and more.json")).unwrap();
    let root = place.display().to_string();
    let mut variables = BTreeMap::from([
        ("ROOT", root.as_str()),
        ("PATHS", ""),
        ("FAIL_ON", "high"),
        ("CONFIG", ""),
        ("LOCKFILE", ""),
        ("START_SERVERS", "false"),
        ("SARIF_FILE", "vetgate.sarif"),
        ("BASE", ""),
    ]);
    variables.extend(inputs.iter().copied());
    let variables: Vec<(&str, &str)> = variables.into_iter().collect();
    run(&step("Scan"), place, &variables)
}

fn git(place: &Path, args: &[&str]) -> String {
    let identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"];
    let output = Command::new("git").current_dir(place).args(identity).args(args).output().unwrap();
    assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// A checkout whose base has the first settings, if any, and whose head has the second; and the base's commit.
fn pull_request(name: &str, base: Option<&str>, head: &str) -> (PathBuf, String) {
    let place = folder(name);
    git(&place, &["init", "--quiet"]);
    if let Some(base) = base {
        std::fs::write(place.join("vetgate.toml"), base).unwrap();
        git(&place, &["add", "vetgate.toml"]);
    }
    git(&place, &["commit", "--quiet", "--allow-empty", "-m", "base"]);
    let commit = git(&place, &["rev-parse", "HEAD"]);
    std::fs::write(place.join("vetgate.toml"), head).unwrap();
    git(&place, &["add", "vetgate.toml"]);
    git(&place, &["commit", "--quiet", "--allow-empty", "-m", "head"]);
    (place, commit)
}

/// Settings with rules for every finding in `poisoned.json`.
fn silencing() -> String {
    let known =
        String::from_utf8(crate::vetgate().args(["checks", "--format", "json"]).output().unwrap().stdout).unwrap();
    let known: serde_json::Value = serde_json::from_str(&known).unwrap();
    let ids = known.to_string();
    let rule = |id: &str| format!("[[ignore]]\ncheck = \"{id}\"\nreason = \"r\"\nexpires = 2999-12-31\n");
    let mut found: Vec<String> = vec![];
    for part in ids.split('"') {
        let is_id = part.split_once('.').is_some_and(|(family, rest)| {
            let is_name = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || c == '_');
            is_name(family) && is_name(rest)
        });
        if is_id {
            found.push(rule(part));
        }
    }
    assert!(found.len() > 10, "{ids}");
    found.concat()
}

#[test]
fn a_pull_request_does_not_choose_the_settings_that_it_is_judged_by() {
    let paths = ("PATHS", "poisoned.json");
    let silent = silencing();
    let (place, _) = pull_request("base-push", None, &silent);
    let (output, outputs) = scan_in(&place, &[paths]);
    assert_eq!(outputs["exit-code"], "0", "{}", String::from_utf8_lossy(&output.stderr));

    for (name, base) in [("base-none", None), ("base-other", Some("[scan]\nfail_on = \"low\"\n"))] {
        let (place, commit) = pull_request(name, base, &silent);
        for config in ["", "vetgate.toml", "./vetgate.toml", place.join("vetgate.toml").to_str().unwrap()] {
            let (output, outputs) = scan_in_again(&place, &[paths, ("BASE", &commit), ("CONFIG", config)]);
            assert_eq!(outputs["exit-code"], "1", "{name} {config:?}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
    let (place, commit) = pull_request("base-silent", Some(&silent), "");
    let (_, outputs) = scan_in(&place, &[paths, ("BASE", &commit)]);
    assert_eq!(outputs["exit-code"], "0", "the settings of the base branch hold");
}

#[test]
fn without_the_base_branch_a_pull_request_is_scanned_without_settings() {
    let (place, _) = pull_request("base-unknown", None, &silencing());
    let unknown = "0123456789012345678901234567890123456789";
    let (output, outputs) = scan_in(&place, &[("PATHS", "poisoned.json"), ("BASE", unknown)]);
    assert_eq!(outputs["exit-code"], "1", "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("::warning title=Vetgate::"));
}

/// A list of tools with this description, in a folder of the checkout.
fn tools(description: &str) -> String {
    format!(r#"[{{"name": "add", "description": "{description}", "inputSchema": {{"type": "object"}}}}]"#)
}

/// Writes the lock of `lists/tools.json` into the checkout at `place`, beside the list.
fn lock(place: &Path) {
    let output =
        crate::vetgate().current_dir(place).args(["lock", "--lockfile", "lists/v.lock", "lists/tools.json"]).output();
    let output = output.unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn commit(place: &Path) -> String {
    git(place, &["add", "lists"]);
    git(place, &["commit", "--quiet", "--allow-empty", "-m", "c"]);
    git(place, &["rev-parse", "HEAD"])
}

/// A checkout in which the base has a list of tools, with its lock if `is_locked`, and the head has another list with its own
/// lock; and the base's commit.
fn relocked(name: &str, is_locked: bool) -> (PathBuf, String) {
    let place = folder(name);
    git(&place, &["init", "--quiet"]);
    std::fs::create_dir_all(place.join("lists")).unwrap();
    std::fs::write(place.join("lists/tools.json"), tools("Adds numbers.")).unwrap();
    if is_locked {
        lock(&place);
    }
    let base = commit(&place);
    std::fs::write(place.join("lists/tools.json"), tools("Adds numbers and dates.")).unwrap();
    lock(&place);
    commit(&place);
    (place, base)
}

#[test]
fn a_pull_request_does_not_choose_the_lock_that_it_is_judged_by() {
    let paths = ("PATHS", "lists/tools.json");
    let low = ("FAIL_ON", "low");
    let (place, base) = relocked("lock-base", true);
    for name in ["lists/v.lock", "./lists/v.lock", place.join("lists/v.lock").to_str().unwrap()] {
        let inputs = [paths, low, ("LOCKFILE", name), ("BASE", base.as_str())];
        let (output, outputs) = scan_in_again(&place, &inputs);
        assert_eq!(outputs["exit-code"], "1", "{name}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(sarif(&outputs).to_string().contains("lock.changed"), "{name}");
        assert!(!place.join("lists/v.lock.vetgate-base").exists());
    }
    let (_, outputs) = scan_in_again(&place, &[paths, low, ("LOCKFILE", "lists/v.lock")]);
    assert_eq!(outputs["exit-code"], "0", "a push is held against the lock that is there");
    // A lock that the pull request removes still holds.
    std::fs::remove_file(place.join("lists/v.lock")).unwrap();
    let (_, outputs) = scan_in_again(&place, &[paths, low, ("LOCKFILE", "lists/v.lock"), ("BASE", &base)]);
    assert_eq!(outputs["exit-code"], "1");
}

#[test]
fn the_first_lock_is_no_lock_yet_and_an_unknown_base_is_not_passed_over() {
    let paths = ("PATHS", "lists/tools.json");
    let (place, base) = relocked("lock-first", false);
    let (output, outputs) = scan_in(&place, &[paths, ("LOCKFILE", "lists/v.lock"), ("BASE", &base)]);
    assert_eq!(outputs["exit-code"], "0", "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("The base branch has no lists/v.lock"));
    let unknown = "0123456789012345678901234567890123456789";
    let (output, outputs) = scan_in_again(&place, &[paths, ("LOCKFILE", "lists/v.lock"), ("BASE", unknown)]);
    assert_eq!(outputs["exit-code"], "3");
    assert!(String::from_utf8_lossy(&output.stdout).contains("its lock is not known"));
}

/// The same in a place in which there was a scan before.
fn scan_in_again(place: &Path, inputs: &[(&str, &str)]) -> (Output, BTreeMap<String, String>) {
    let _ = std::fs::remove_dir_all(place.join("bin"));
    scan_in(place, inputs)
}

fn sarif(outputs: &BTreeMap<String, String>) -> serde_json::Value {
    serde_json::from_str(&std::fs::read_to_string(&outputs["sarif-file"]).unwrap()).unwrap()
}

#[test]
fn no_input_is_pasted_into_a_script() {
    let scripts: Vec<String> = steps().iter().map(|step| text(step, "run").to_owned()).collect();
    assert!(scripts.iter().filter(|script| !script.is_empty()).count() >= 4);
    for script in scripts {
        assert!(!script.contains("${{"), "{script}");
    }
}

#[test]
fn every_input_is_used_and_every_one_that_is_used_is_declared() {
    let action = yaml("action.yml");
    let declared = action.get("inputs").unwrap().members();
    let runs = read("action.yml").split("\nruns:\n").nth(1).unwrap().to_owned();
    for (name, input) in declared {
        assert!(runs.contains(&format!("inputs.{name} ")), "{name} is not used");
        assert!(!text(input, "description").is_empty(), "{name}");
    }
    for used in runs.split("inputs.").skip(1) {
        let name: String = used.chars().take_while(|c| c.is_ascii_lowercase() || *c == '-').collect();
        assert!(declared.iter().any(|(declared, _)| *declared == name), "there is no input {name}");
    }
}

#[test]
fn findings_are_reported_and_fail_the_job_by_their_severity() {
    let (output, outputs) = scan("findings", &[("PATHS", "poisoned.json\nquotes.json\n")]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(outputs["exit-code"], "1");
    assert!(!sarif(&outputs)["runs"][0]["results"].as_array().unwrap().is_empty());
    let (_, lenient) = scan("lenient", &[("PATHS", "poisoned.json"), ("FAIL_ON", "never")]);
    assert_eq!(lenient["exit-code"], "0");
}

#[test]
fn what_is_clean_passes_and_names_are_taken_as_they_are() {
    let (output, outputs) = scan("clean", &[("PATHS", "-quotes and more.json")]);
    assert_eq!(outputs["exit-code"], "0", "{}", String::from_utf8_lossy(&output.stderr));
    assert!(sarif(&outputs)["runs"].is_array());
}

#[test]
fn a_name_is_no_script() {
    let name = "$(touch pwned) `touch pwned`; touch pwned";
    let (_, outputs) = scan("hostile", &[("PATHS", name), ("FAIL_ON", "high\"; touch pwned; \"")]);
    assert_eq!(outputs["exit-code"], "2");
    assert!(!Path::new(env!("CARGO_TARGET_TMPDIR")).join("packaging/hostile/pwned").exists());
    assert_eq!(outputs["sarif-file"], "");
}

#[test]
fn nothing_of_a_configuration_is_started_unless_asked_for() {
    let (output, outputs) = scan("unasked", &[("PATHS", "client.json")]);
    assert_eq!(outputs["exit-code"], "0", "{}", String::from_utf8_lossy(&output.stderr));
    let script = text(&step("Scan"), "run").to_owned();
    assert!(script.contains("= true ]; then arguments+=(--yes); else arguments+=(--no-exec); fi"));
}

#[test]
fn a_lock_and_settings_are_used_where_they_are_named() {
    let (output, outputs) = scan("no-lock", &[("PATHS", "quotes.json"), ("LOCKFILE", "missing.lock")]);
    assert_eq!(outputs["exit-code"], "2");
    assert!(String::from_utf8_lossy(&output.stderr).contains("missing.lock"));
    let (output, outputs) = scan("no-settings", &[("PATHS", "quotes.json"), ("CONFIG", "missing.toml")]);
    assert_eq!(outputs["exit-code"], "2");
    assert!(String::from_utf8_lossy(&output.stderr).contains("missing.toml"));
}

#[test]
fn the_job_ends_as_the_scan_did() {
    let place = folder("verdict");
    for (code, words) in [("0", ""), ("1", "at or above low"), ("2", "could not be made"), ("3", "Not everything")] {
        let (output, _) = run(&step("Pass or fail"), &place, &[("CODE", code), ("FAIL_ON", "low")]);
        assert_eq!(output.status.code(), code.parse().ok());
        assert!(String::from_utf8_lossy(&output.stdout).contains(words));
    }
}

#[test]
fn the_program_is_built_from_the_action_s_own_files_with_the_rust_they_need() {
    let place = folder("build");
    let (output, outputs) = run(&step("Tell this version of Vetgate from others"), &place, &[]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(outputs["sources"].len(), 64, "{outputs:?}");
    let manifest: toml::Table = read("Cargo.toml").parse().unwrap();
    assert_eq!(manifest["workspace"]["package"]["rust-version"].as_str(), Some(outputs["rust"].as_str()));

    // Stand-ins say what they were asked for.
    for tool in ["rustup", "cargo"] {
        program(&place, &format!("tools/{tool}"), &format!("#!/bin/sh\nfor word; do echo \"{tool}: $word\"; done\n"));
    }
    let path = format!("{}:{}", place.join("tools").display(), std::env::var("PATH").unwrap());
    let variables = [("PATH", path.as_str()), ("RUST", outputs["rust"].as_str()), ("ROOT", outputs["root"].as_str())];
    let (output, _) = run(&step("Build it, if it is not there"), &place, &variables);
    let said = String::from_utf8(output.stdout).unwrap();
    let package = root().join("crates/vetgate");
    let expected = format!("cargo: --path\ncargo: {}\ncargo: --root\ncargo: {}\n", package.display(), outputs["root"]);
    assert!(said.contains(&expected) && said.contains("cargo: --locked\n"), "{said}");
    assert!(package.join("Cargo.toml").exists());
    assert!(said.contains(&format!("cargo: +{}\n", outputs["rust"])), "{said}");
}

#[test]
fn whatever_the_build_reads_makes_another_version() {
    let script = text(&step("Tell this version of Vetgate from others"), "run").to_owned();
    let read = script.lines().find_map(|line| line.trim().strip_prefix("sources=$(find ")).unwrap().to_owned();
    for part in ["Cargo.toml", "Cargo.lock", "crates", "datasets"] {
        assert!(read.contains(part), "{part}");
    }
}

#[test]
fn the_page_lists_every_input_with_its_default() {
    let page = read("docs/install.md");
    let section = page.split("## In GitHub Actions").nth(1).unwrap().split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let rows: Vec<Vec<&str>> = rows.map(|row| row.trim_matches('|').split(" |").map(str::trim).collect()).collect();
    let action = yaml("action.yml");
    let inputs = action.get("inputs").unwrap().members();
    assert_eq!(rows.len(), inputs.len());
    for ((name, input), row) in inputs.iter().zip(rows) {
        assert_eq!(row[0], format!("`{name}`"));
        let default = text(input, "default");
        assert!(row[2].contains(default), "{name}: {default:?}, and {:?} on the page", row[2]);
    }
}
