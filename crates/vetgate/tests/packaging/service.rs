//! `packaging/vetgate.service`.

use crate::{assert_taken, folder, read};
use std::process::Command;

const UNIT: &str = "packaging/vetgate.service";

/// The values of a key, in their order.
fn values<'t>(unit: &'t str, key: &str) -> Vec<&'t str> {
    unit.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix('=')).collect()
}

#[test]
fn the_service_starts_the_program_with_words_that_it_takes() {
    let unit = read(UNIT);
    let commands = [values(&unit, "ExecStartPre"), values(&unit, "ExecStart")].concat();
    assert_eq!(commands.len(), 2);
    for command in commands {
        let words: Vec<&str> = command.split(' ').collect();
        assert_eq!(words[0], "/usr/local/bin/vetgate");
        assert_taken(&words[1..]);
    }
}

#[test]
fn the_ledger_goes_to_the_folder_that_is_the_service_s_own() {
    let unit = read(UNIT);
    // %S is /var/lib, and the program adds its own name.
    assert!(values(&unit, "Environment").contains(&"XDG_DATA_HOME=%S"));
    assert_eq!(values(&unit, "StateDirectory"), ["vetgate"]);
    let place = folder("state");
    let configuration = place.join("gateway.json");
    std::fs::write(&configuration, r#"{"mcpServers": {}}"#).unwrap();
    let mut check = crate::vetgate();
    check.args(["serve", "--check", "--config"]).arg(&configuration).env("XDG_DATA_HOME", &place);
    let output = check.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut tools = crate::vetgate();
    let output = tools.arg("tools").env("XDG_DATA_HOME", &place).env("HOME", "/nowhere").output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains(&place.join("vetgate").display().to_string()), "{said}");
}

#[test]
fn a_mistake_in_the_configuration_is_not_tried_again() {
    let unit = read(UNIT);
    let place = folder("mistake");
    let configuration = place.join("gateway.json");
    std::fs::write(&configuration, r#"{"gateway": {"listne": 1}}"#).unwrap();
    let output = crate::vetgate().args(["serve", "--check", "--config"]).arg(&configuration).output().unwrap();
    assert_eq!(values(&unit, "RestartPreventExitStatus"), [output.status.code().unwrap().to_string()]);
}

#[test]
fn the_service_is_confined() {
    let unit = read(UNIT);
    for line in [
        "DynamicUser=yes",
        "NoNewPrivileges=yes",
        "ProtectSystem=strict",
        "ProtectHome=yes",
        "PrivateTmp=yes",
        "CapabilityBoundingSet=",
        "UMask=0077",
        "StateDirectoryMode=0700",
    ] {
        assert!(unit.lines().any(|own| own == line), "{line}");
    }
}

/// Where systemd is there, it reads the unit without complaint but for the program, which is not installed.
#[test]
fn systemd_understands_the_unit() {
    let place = folder("unit");
    let unit = place.join("vetgate.service");
    std::fs::write(&unit, read(UNIT).replace("/usr/local/bin/vetgate", env!("CARGO_BIN_EXE_vetgate"))).unwrap();
    let Ok(output) = Command::new("systemd-analyze").args(["verify", "--man=no"]).arg(&unit).output() else { return };
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let about: Vec<&str> = said.lines().filter(|line| line.contains("vetgate.service")).collect();
    assert!(about.is_empty(), "{said}");
}
