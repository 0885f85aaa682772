//! Secrets on the command line appear nowhere.

use crate::run::{Run, finish, folder, vetgate};

const SECRET: &str = "hunter2horse";

/// Command lines with a secret, before a server that answers or one that does not start.
fn commands() -> Vec<Vec<String>> {
    let lines = [
        "env DATABASE_URL=postgresql://user:SECRET@host/db python3 servers/good.py",
        "env SETTING=SECRET python3 servers/good.py",
        "env DATABASE_URL=postgresql://user:SECRET@host/db no-such-program",
        "python3 servers/good.py --token SECRET",
        "python3 servers/good.py --api-key=SECRET",
        "python3 servers/good.py --password SECRET",
        "python3 servers/good.py https://SECRET@host/x",
        "python3 servers/good.py postgres://user:SECRET@host/x",
        "python3 -c exit(1) SETTING=SECRET",
        "sh -c TOKEN=SECRET;exit",
        "npx-that-is-missing --token SECRET",
        "TOKEN=SECRET",
        "docker-that-is-missing run -eFOO=SECRET img",
        "/missing/docker run -eFOO=SECRET img",
        "/missing/docker run -itdeFOO=SECRET img",
        "python3 servers/good.py -e FOO=SECRET",
        "python3 servers/good.py --header X-Foo:SECRET",
        "python3 servers/good.py http://127.0.0.1:9/mcp?x=SECRET",
        "python3 servers/good.py ${NOPE:-SECRET}",
        "/missing/sshpass -p SECRET ssh h",
        "/missing/mysql -pSECRET",
    ];
    let words = |line: &str| line.split(' ').map(|word| word.replace("SECRET", SECRET)).collect();
    let split = |line: &str| line.split('|').map(|word| word.replace("SECRET", SECRET)).collect();
    let scripts = [
        "sh|-c|FOO=SECRET exec python3 servers/good.py",
        "sh|-c|foo=SECRET python3 servers/good.py",
        "env|-S|FOO=SECRET python3 servers/good.py",
        "/missing/cmd|/c|set FOO=SECRET&& srv",
        "/missing/powershell|-Command|$env:FOO=\"SECRET\"; srv",
        "python3|servers/good.py|--config|{\"x\":{\"pw\":\"SECRET\"}}",
    ];
    lines.iter().map(|line| words(line)).chain(scripts.iter().map(|line| split(line))).collect()
}

fn assert_clean(run: &Run, about: &dyn std::fmt::Debug) {
    for text in [&run.stdout, &run.stderr] {
        assert!(!text.contains(SECRET), "{about:?}: {text}");
    }
}

#[test]
fn no_format_shows_a_secret_of_the_command_line() {
    for command in commands() {
        for format in ["terminal", "json", "sarif", "markdown", "html"] {
            let mut args = vec!["scan", "--timeout", "5", "--format", format, "--"];
            args.extend(command.iter().map(String::as_str));
            assert_clean(&vetgate(&args), &args);
        }
    }
}

#[test]
fn no_other_command_shows_a_secret_of_the_command_line() {
    let lock = folder("secret-lock").join("vetgate.lock");
    for command in commands() {
        for start in [
            vec!["classify", "--timeout", "5", "--evidence"],
            vec!["lock", "--timeout", "5", "--lockfile", lock.to_str().unwrap()],
            vec!["scan", "--no-exec"],
        ] {
            let mut args = start;
            args.push("--");
            args.extend(command.iter().map(String::as_str));
            assert_clean(&vetgate(&args), &args);
        }
        let text = std::fs::read_to_string(&lock).unwrap_or_default();
        assert!(!text.contains(SECRET), "{text}");
    }
    assert!(lock.exists());
}

#[test]
fn a_gateway_before_one_server_does_not_log_a_secret_of_its_command() {
    let data = folder("secret-run");
    for command in commands() {
        let mut vetgate = crate::run::command();
        vetgate.env("HOME", &data).args(["run", "--data-dir"]).arg(&data).arg("--").args(&command);
        assert_clean(&finish(&mut vetgate), &command);
    }
}

#[test]
fn no_url_is_shown_with_its_credentials_or_query() {
    for url in [
        "http://user:SECRET@127.0.0.1:9/mcp",
        "http://user:a/SECRET@127.0.0.1:9/mcp",
        "http://SECRET@127.0.0.1:9/mcp",
        "http://127.0.0.1:9/mcp?x=SECRET",
        "http://127.0.0.1:9/mcp?SECRET",
        "http://127.0.0.1:9/mcp#t=SECRET",
        "DATABASE_URL=postgres://user:SECRET@host/db",
        "ftp://user:SECRET@host/db",
        "user:SECRET@127.0.0.1/x",
    ] {
        let url = url.replace("SECRET", SECRET);
        for format in ["terminal", "json", "sarif", "markdown", "html"] {
            let args = ["scan", "--timeout", "2", "--format", format, url.as_str()];
            assert_clean(&vetgate(&args), &args);
        }
    }
    for header in [format!("Authorization: Bearer {SECRET}"), format!("Authorization {SECRET}"), SECRET.to_owned()] {
        let args = ["scan", "--timeout", "2", "--header", header.as_str(), "http://127.0.0.1:9/mcp"];
        assert_clean(&vetgate(&args), &args);
    }
}

#[test]
fn a_server_goes_by_its_package_and_shows_its_own_name_where_the_command_has_none() {
    let name = |args: &[&str]| {
        let mut all = vec!["scan", "--timeout", "60", "--format", "json", "--"];
        all.extend(args);
        vetgate(&all).json()["targets"][0]["server"].as_str().unwrap().to_owned()
    };
    assert_eq!(
        name(&["env", "DATABASE_URL=postgresql://user:hunter2horse@host/db", "python3", "servers/good.py"]),
        "good"
    );
    let code = std::fs::read_to_string(crate::run::fixtures().join("servers/good.py")).unwrap();
    assert_eq!(name(&["python3", "-c", &code]), "python3 (good)");
    let spoofed = code.replace("\"good\"", "\"docs\\u001b[2J\\u202e and a very long name that goes on and on and on\"");
    let shown = name(&["python3", "-c", &spoofed]);
    assert!(shown.starts_with("python3 (docs") && shown.chars().count() < 70, "{shown}");
    assert!(!shown.contains('\u{1b}') && !shown.contains('\u{202e}'), "{shown}");
}

#[test]
fn a_server_and_a_file_of_one_name_get_different_names() {
    let place = folder("secret-names");
    let file = place.join("good.json");
    std::fs::write(&file, r#"[{"name": "x"}]"#).unwrap();
    let run = vetgate(&["scan", "--format", "json", file.to_str().unwrap(), "--", "python3", "servers/good.py"]);
    let report = run.json();
    let mut names: Vec<&str> =
        report["targets"].as_array().unwrap().iter().filter_map(|t| t["server"].as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["good", "good (2)"]);
}

#[test]
fn no_error_shows_what_a_reference_of_a_configuration_resolved_to() {
    let folder = folder("secret-references");
    let config = folder.join("mcp.json");
    let lock = folder.join("vetgate.lock");
    for entry in [
        r#"{"url": "http://127.0.0.1:1/${MYTOK}/x"}"#,
        r#"{"url": "ftp://${MYTOK}/x"}"#,
        r#"{"command": "/nope/${MYTOK}"}"#,
        r#"{"command": "sh", "cwd": "/nope/${MYTOK}"}"#,
        r#"{"command": "sh", "args": ["-c", "echo $0 >&2; exit 1", "${MYTOK}"]}"#,
    ] {
        std::fs::write(&config, format!(r#"{{"mcpServers": {{"s": {entry}}}}}"#)).unwrap();
        for start in [vec!["scan"], vec!["classify"], vec!["lock", "--lockfile", lock.to_str().unwrap()]] {
            let mut vetgate = crate::run::command();
            vetgate.env("MYTOK", SECRET).args(&start).args(["--yes", "--timeout", "5"]).arg(&config);
            let run = finish(&mut vetgate);
            assert_clean(&run, &(entry, &start));
            assert_ne!(run.code, 0, "{entry}: {}", run.stderr);
        }
    }
}
