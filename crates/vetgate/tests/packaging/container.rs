//! `Dockerfile`, `.dockerignore`, and what goes into the image.

use crate::{assert_taken, folder, port, read, root, vetgate};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

/// The instructions, with continued lines joined.
fn instructions() -> Vec<String> {
    let text = read("Dockerfile").replace("\\\n", " ");
    text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(str::to_owned).collect()
}

fn of(kind: &str) -> Vec<String> {
    instructions().iter().filter_map(|line| line.strip_prefix(kind)?.strip_prefix(' ')).map(str::to_owned).collect()
}

/// What the build takes from the checkout.
fn copied() -> Vec<String> {
    let own = of("COPY").into_iter().filter(|copy| !copy.contains("--from"));
    own.flat_map(|copy| {
        let words: Vec<String> =
            copy.split_whitespace().filter(|word| !word.starts_with("--")).map(str::to_owned).collect();
        words[..words.len() - 1].to_vec()
    })
    .collect()
}

#[test]
fn the_image_starts_the_program_with_words_that_it_takes() {
    assert_eq!(of("ENTRYPOINT"), [r#"["vetgate"]"#]);
    let words: Vec<String> = serde_json::from_str(&of("CMD")[0]).unwrap();
    assert_taken(&words.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(of("EXPOSE"), [port()]);
}

#[test]
fn the_image_is_built_with_the_rust_of_the_workspace_and_its_profile_for_shipping() {
    let manifest: toml::Table = read("Cargo.toml").parse().unwrap();
    let rust = manifest["workspace"]["package"]["rust-version"].as_str().unwrap().to_owned();
    assert!(of("FROM")[0].starts_with(&format!("rust:{rust}-")), "{:?}", of("FROM"));
    assert!(manifest["profile"].get("dist").is_some());
    let build = &of("RUN")[0];
    assert!(build.contains("cargo build --locked --profile dist -p vetgate ") && build.contains("target/dist/vetgate"));
    // Parsers of three languages and servers that attack are no part of a gateway; encrypted exports are.
    assert!(build.contains(" --no-default-features --features encryption "), "{build}");
    assert!(!build.contains("vetgate-lab"), "{build}");
}

#[test]
fn the_build_is_given_what_it_reads() {
    let copied = copied();
    for part in &copied {
        assert!(root().join(part).exists(), "{part} is copied and not there");
        assert!(
            read(".dockerignore").lines().any(|line| line == format!("!{part}")),
            ".dockerignore leaves {part} out"
        );
    }
    // Sources may have files of other folders built in; tests are not built.
    let mut sources = vec![];
    for entry in std::fs::read_dir(root().join("crates")).unwrap() {
        gather(&entry.unwrap().path().join("src"), &mut sources);
    }
    let mut outside = 0;
    for (path, text) in &sources {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for call in code.split("include_str!(\"").chain(code.split("include_bytes!(\"")).skip(1) {
            let Some(name) = call.split('"').next().filter(|name| name.starts_with("../../")) else { continue };
            let target = path.parent().unwrap().join(name);
            let Ok(target) = target.canonicalize() else { continue };
            let target = target.strip_prefix(root().canonicalize().unwrap()).unwrap().to_owned();
            outside += 1;
            assert!(
                copied.iter().any(|part| target.starts_with(part)),
                "{} has {} built in",
                path.display(),
                target.display()
            );
        }
    }
    assert!(outside > 0, "no file of another folder was found to be built in");
}

fn gather(folder: &Path, found: &mut Vec<(std::path::PathBuf, String)>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            gather(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("tests.rs") {
            found.push((path.clone(), std::fs::read_to_string(&path).unwrap()));
        }
    }
}

#[test]
fn the_image_runs_as_nobody_in_particular_and_keeps_its_data_in_a_volume() {
    let data = of("ENV")[0].split_whitespace().find_map(|word| word.strip_prefix("XDG_DATA_HOME=").map(str::to_owned));
    assert_eq!(of("VOLUME"), [format!("{}/vetgate", data.unwrap())]);
    let user = of("USER").pop().unwrap();
    assert!(user.split(':').all(|id| id.parse::<u32>().is_ok_and(|id| id > 0)), "{user}");
    assert!(
        of("COPY").iter().any(|copy| copy.contains(&format!("--chown={user}")) && copy.ends_with("/var/lib/vetgate"))
    );
}

#[test]
fn the_configuration_to_begin_with_has_no_mistakes() {
    let place = folder("beginning");
    let mut check = vetgate();
    check.args(["serve", "--check", "--config"]).arg(root().join("packaging/gateway.json"));
    check.env("XDG_DATA_HOME", &place).env("VETGATE_AGENT_TOKEN", "0123456789abcdef0123456789abcdef");
    let output = check.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(read("packaging/gateway.json").contains(&format!("\"listen\": \"0.0.0.0:{}\"", port())));
}

/// The health check as it is in the image, against a gateway that runs and one that does not.
#[test]
fn the_health_check_tells_a_gateway_that_runs_from_none() {
    let script = read("packaging/healthcheck");
    assert!(script.contains(&format!("127.0.0.1/{}", port())));
    let health: Vec<String> = serde_json::from_str(of("HEALTHCHECK")[0].split("CMD ").nth(1).unwrap()).unwrap();
    assert!(of("COPY").iter().any(|copy| copy.contains("packaging/healthcheck") && copy.ends_with(&health[0])));

    let place = folder("health");
    let configuration = place.join("gateway.json");
    std::fs::write(&configuration, r#"{"mcpServers": {}}"#).unwrap();
    let mut serve = vetgate();
    serve.args(["serve", "--listen", "127.0.0.1:0", "--log", "json", "--config"]).arg(&configuration);
    let mut gateway = serve.env("XDG_DATA_HOME", &place).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(gateway.stderr.take().unwrap()).lines();
    let port: String = lines
        .find_map(|line| {
            let line = line.unwrap();
            let rest = line.split("127.0.0.1:").nth(1)?;
            Some(rest.chars().take_while(char::is_ascii_digit).collect())
        })
        .expect("the gateway says where it listens");
    let ask = || {
        let mut check = Command::new("bash");
        check.arg(root().join("packaging/healthcheck")).env("HEALTHCHECK_ADDRESS", format!("127.0.0.1/{port}"));
        check.stderr(Stdio::null()).status().unwrap().success()
    };
    let is_well = ask();
    gateway.kill().unwrap();
    gateway.wait().unwrap();
    assert!(is_well, "a gateway that runs is said to be unwell");
    assert!(!ask(), "a gateway that is gone is said to be well");
}
