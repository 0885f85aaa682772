//! Servers that behave, and servers that do not: bounded time, a clear message, no process left behind.

use crate::run::{Run, command, fixtures, folder, vetgate};
use std::process::Stdio;
use std::time::{Duration, Instant};

fn scan(words: &[&str]) -> Run {
    let mut args = vec!["scan", "--timeout", "5", "--format", "json", "--", "python3"];
    args.extend(words);
    vetgate(&args)
}

fn failure(words: &[&str]) -> String {
    let run = scan(words);
    assert_eq!(run.code, 3, "{}", run.stdout);
    assert_eq!(run.json()["targets"][0]["status"], "failed");
    run.json()["targets"][0]["detail"].as_str().unwrap().to_owned()
}

#[test]
fn a_server_that_answers_is_scanned() {
    let run = scan(&["servers/good.py"]);
    assert_eq!(run.code, 0, "{}", run.stdout);
    let report = run.json();
    assert_eq!(
        (report["targets"][0]["server"].as_str(), report["targets"][0]["tools"].as_u64()),
        (Some("good"), Some(1))
    );
}

#[test]
fn a_server_that_ends_is_quoted() {
    assert!(failure(&["servers/exits.py"]).contains("its standard error ends with: cannot find the database"));
}

#[test]
fn a_server_that_hangs_costs_its_time_and_no_more() {
    let started = Instant::now();
    let run = vetgate(&["scan", "--timeout", "1", "--format", "json", "--", "python3", "servers/hangs.py"]);
    assert_eq!(run.code, 3);
    assert!(run.stdout.contains("no answer within 1 s"), "{}", run.stdout);
    assert!(started.elapsed() < Duration::from_secs(15));
}

#[test]
fn a_server_that_floods_or_lies_is_named() {
    assert!(failure(&["servers/floods.py"]).contains("it sends too much"));
    assert!(failure(&["servers/lies.py", "id"]).contains("id 999"));
    assert!(failure(&["servers/lies.py", "version"]).contains("JSON-RPC"));
}

#[test]
fn a_command_that_does_not_exist_is_named() {
    let run = vetgate(&["scan", "--", "no-such-program-anywhere"]);
    assert_eq!(run.code, 3);
    assert!(run.stdout.contains("could not start"), "{}", run.stdout);
}

#[test]
fn no_exec_starts_not_even_the_command_on_the_command_line() {
    let marker = folder("no-exec").join("pid");
    let run = vetgate(&["scan", "--no-exec", "--", "python3", "servers/hangs.py", marker.to_str().unwrap()]);
    assert_eq!(run.code, 3);
    assert_eq!(run.stdout, "! Nothing was scanned: every target was skipped.\nSkipped: hangs (skipped: --no-exec)\n");
    assert!(!marker.exists());
}

#[cfg(unix)]
#[test]
fn an_interrupted_scan_leaves_no_process_behind() {
    let marker = folder("interrupted").join("pid");
    let scan = command()
        .args(["scan", "--", "python3", "servers/hangs.py", marker.to_str().unwrap()])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let server = wait_for(|| std::fs::read_to_string(&marker).ok().filter(|pid| !pid.is_empty()));
    let killed = std::process::Command::new("kill").args(["-INT", &scan.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = scan.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&output.stderr).contains("interrupted"));
    wait_for(|| {
        let probe = std::process::Command::new("kill").args(["-0", &server]).stderr(Stdio::null()).status().unwrap();
        (!probe.success()).then_some(())
    });
}

#[cfg(target_os = "linux")]
#[test]
fn a_gateway_whose_terminal_is_closed_stops_its_servers() {
    use std::process::Command;
    let send = |signal: &str, process: &str| {
        Command::new("kill").args([signal, process]).stderr(Stdio::null()).status().unwrap().success()
    };
    for (command, signal) in [("run", "-HUP"), ("run", "-QUIT"), ("serve", "-HUP"), ("serve", "-QUIT")] {
        let place = folder(&format!("closed-{command}{signal}"));
        let (marker, data) = (place.join("pid"), place.join("data"));
        let server = ["python3", "servers/hangs.py", marker.to_str().unwrap()];
        let config = place.join("gateway.json");
        let configured = serde_json::json!({
            "mcpServers": {"hangs": {"command": server[0], "args": server[1..]}},
            "gateway": {"listen": "127.0.0.1:0", "data_dir": data},
        });
        std::fs::write(&config, configured.to_string()).unwrap();
        let mut arguments = vec!["--default-signal=HUP,QUIT", env!("CARGO_BIN_EXE_vetgate"), command];
        match command {
            "run" => {
                arguments.extend(["--data-dir", data.to_str().unwrap(), "--"]);
                arguments.extend(server);
            }
            _ => arguments.extend(["-c", config.to_str().unwrap()]),
        }
        let mut gateway = Command::new("env")
            .args(&arguments)
            .current_dir(fixtures())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // `run` starts its server for the first request.
        let params = r#"{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}"#;
        let request = format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{params}}}\n");
        std::io::Write::write_all(gateway.stdin.as_mut().unwrap(), request.as_bytes()).unwrap();
        let started = wait_for(|| std::fs::read_to_string(&marker).ok().filter(|pid| !pid.is_empty()));
        assert!(send(signal, &gateway.id().to_string()));
        let ended = gateway.wait().unwrap();
        assert_eq!(ended.code(), Some(0), "{command} {signal}: {ended}");
        wait_for(|| (!send("-0", &started)).then_some(()));
    }
}

#[cfg(unix)]
fn wait_for<T>(mut ready: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(value) = ready() {
            return value;
        }
        assert!(started.elapsed() < Duration::from_secs(30), "waited in vain");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_server_by_url_gets_its_header_from_the_environment() {
    let mut web = std::process::Command::new("python3")
        .arg(crate::run::fixtures().join("servers/web.py"))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut port = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(web.stdout.as_mut().unwrap()), &mut port).unwrap();
    let url = format!("http://127.0.0.1:{}/mcp", port.trim());
    let args = ["scan", &url, "--timeout", "10", "--format", "json"];
    let refused = vetgate(&args);
    let header = ["--header", "Authorization: Bearer ${WEB_TOKEN}"];
    let granted = crate::run::finish(command().env("WEB_TOKEN", "q7Jr92kdPw0s").args(args).args(header));
    web.kill().unwrap();
    web.wait().unwrap();
    assert_eq!(refused.code, 3);
    assert!(refused.stdout.contains("HTTP 401"), "{}", refused.stdout);
    assert_eq!((granted.code, granted.json()["coverage"]["tools"].as_u64()), (0, Some(1)), "{}", granted.stdout);
}
