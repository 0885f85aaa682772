//! `classify --llm-classifier` against a model on this machine: who is asked, what, how often, and what is made of it.

use crate::run::{Run, command, file, finish, folder, vetgate};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const KEY: &str = "sk-q7Jr92kdPw0s";

/// A request as it arrived.
#[derive(Debug, Clone)]
struct Request {
    head: String,
    body: Value,
}

impl Request {
    fn user(&self) -> &str {
        self.body["messages"][1]["content"].as_str().unwrap()
    }
}

/// What is answered: a status, more headers, a body, after a while.
#[derive(Clone)]
struct Reply {
    status: u16,
    headers: &'static str,
    body: String,
    delay: Duration,
}

impl Reply {
    fn new(status: u16, body: impl Into<String>) -> Self {
        Self { status, headers: "", body: body.into(), delay: Duration::ZERO }
    }

    /// A completion with these words of the model.
    fn said(content: &str) -> Self {
        let choice = json!({"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"});
        Self::new(200, json!({"object": "chat.completion", "choices": [choice]}).to_string())
    }

    /// A valid label.
    fn exec() -> Self {
        Self::said(r#"{"capabilities": [{"tag": "exec", "reason": "it frobs"}], "parameter_roles": []}"#)
    }
}

/// A model that remembers what it was asked.
struct Model {
    address: SocketAddr,
    requests: Arc<Mutex<Vec<Request>>>,
    connections: Arc<AtomicUsize>,
}

impl Model {
    fn start(reply: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let model = Self { address, requests: Arc::default(), connections: Arc::default() };
        let (requests, connections) = (model.requests.clone(), model.connections.clone());
        let reply = Arc::new(reply);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                connections.fetch_add(1, Ordering::SeqCst);
                let (requests, reply) = (requests.clone(), reply.clone());
                std::thread::spawn(move || answer(stream.unwrap(), &requests, &*reply));
            }
        });
        model
    }

    fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }

    fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    /// The environment in which this model is the one to ask.
    fn variables(&self) -> [(&'static str, String); 3] {
        [
            ("VETGATE_LLM_BASE_URL", format!("http://{}/v1", self.address)),
            ("VETGATE_LLM_MODEL", "test-model".to_owned()),
            ("VETGATE_LLM_API_KEY", KEY.to_owned()),
        ]
    }

    fn classify(&self, cache: &Path, args: &[&str]) -> Run {
        let flags = ["classify", "--llm-classifier", "--llm-cache", cache.to_str().unwrap(), "--format", "json"];
        let run = finish(command().envs(self.variables()).args(flags).args(args));
        assert!(!run.stdout.contains(KEY) && !run.stderr.contains(KEY), "{}\n{}", run.stdout, run.stderr);
        run
    }
}

fn answer(mut stream: TcpStream, requests: &Mutex<Vec<Request>>, reply: &dyn Fn(&Request) -> Reply) {
    let (mut bytes, mut piece) = (vec![], [0; 4096]);
    let (head, start) = loop {
        let count = stream.read(&mut piece).unwrap();
        bytes.extend_from_slice(&piece[..count]);
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break (String::from_utf8(bytes[..end].to_vec()).unwrap().to_ascii_lowercase(), end + 4);
        }
        assert!(count > 0, "no request came");
    };
    let length: usize = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap().parse().unwrap();
    while bytes.len() < start + length {
        let count = stream.read(&mut piece).unwrap();
        bytes.extend_from_slice(&piece[..count]);
    }
    let request = Request { head, body: serde_json::from_slice(&bytes[start..start + length]).unwrap() };
    let Reply { status, headers, body, delay } = reply(&request);
    requests.lock().unwrap().push(request);
    std::thread::sleep(delay);
    let length = body.len();
    let text = format!("HTTP/1.1 {status} X\r\nContent-Length: {length}\r\nConnection: close\r\n{headers}\r\n{body}");
    // Whoever has read enough, or waited enough, hangs up.
    let _ = stream.write_all(text.as_bytes());
}

/// One tool that layer 1 knows, and `count` that nobody does.
fn tools(name: &str, count: usize) -> String {
    let known = json!({"name": "read_file", "description": "Reads the file at the given path.",
        "inputSchema": {"type": "object", "properties": {"path": {"type": "string"}}}});
    let unknown = |number| {
        json!({"name": format!("frob_{number}"), "description": "Frobs the thing.",
            "inputSchema": {"type": "object", "properties": {"thing": {"type": "string"}}}})
    };
    let tools: Vec<Value> = std::iter::once(known).chain((0..count).map(unknown)).collect();
    file(name, json!({ "tools": tools }).to_string().as_bytes()).to_str().unwrap().to_owned()
}

/// The tags that the tool at `index` has of a model.
fn inferred(run: &Run, index: usize) -> Vec<String> {
    let report = run.json();
    let tags = report["servers"][0]["tools"][index]["capabilities"].as_array().unwrap().clone();
    let inferred = tags.iter().filter(|tag| tag["confidence"] == "inferred");
    inferred.map(|tag| tag["tag"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn one_question_goes_to_the_endpoint_as_it_should() {
    let model = Model::start(|_| Reply::exec());
    let run = model.classify(&folder("llm-request"), &[&tools("request.json", 1)]);
    assert_eq!(run.code, 0, "{}\n{}", run.stdout, run.stderr);
    assert_eq!(run.stderr, format!("1 tool is sent to test-model at {}.\n", model.address));
    assert_eq!(inferred(&run, 1), ["exec"]);
    assert!(run.stdout.contains("\"llm:it frobs\""), "{}", run.stdout);
    assert_eq!(run.json()["servers"][0]["server_capability_set"], json!(["exec", "fs_read"]), "it counts as medium");
    let requests = model.requests();
    assert_eq!((requests.len(), model.connections()), (1, 1), "the tool that is known is not asked about");
    let Request { head, body } = &requests[0];
    assert!(head.starts_with("post /v1/chat/completions http/1.1\r\n"), "{head}");
    assert!(head.contains("content-type: application/json"), "{head}");
    assert!(head.contains(&format!("authorization: bearer {}", KEY.to_ascii_lowercase())), "{head}");
    assert_eq!((&body["model"], &body["temperature"]), (&json!("test-model"), &json!(0)));
    let format = &body["response_format"];
    assert_eq!((&format["type"], &format["json_schema"]["strict"]), (&json!("json_schema"), &json!(true)));
    assert_eq!(format["json_schema"]["schema"]["additionalProperties"], json!(false));
    assert_eq!(body["messages"].as_array().unwrap().len(), 2);
    assert!(requests[0].user().contains("frob_0") && !requests[0].user().contains("read_file"));
}

#[test]
fn a_confidence_of_the_model_has_no_effect() {
    let model = Model::start(|_| {
        Reply::said(
            r#"{"confidence": 1, "capabilities": [{"tag": "exec", "confidence": "high", "reason": "it frobs"}],
                "parameter_roles": [], "notes": "very sure"}"#,
        )
    });
    let run = model.classify(&folder("llm-sure"), &[&tools("sure.json", 1)]);
    assert_eq!(run.code, 0, "{}\n{}", run.stdout, run.stderr);
    assert_eq!(inferred(&run, 1), ["exec"]);
    assert!(!run.stdout.contains("very sure"), "{}", run.stdout);
}

#[test]
fn the_source_of_the_handler_goes_along_without_its_secrets() {
    let secret = "AKIAQ3EGRKZJ5NXTW7LM";
    let server = |call: &str| {
        format!(
            "import acme\nfrom mcp.server.fastmcp import FastMCP\nmcp = FastMCP('frobs')\n\n@mcp.tool()\n\
             def frob_0(thing: str) -> str:\n    \"\"\"Frobs the thing.\"\"\"\n    key = '{secret}'\n    return {call}\n"
        )
    };
    let model = Model::start(|_| Reply::exec());
    let (cache, tools) = (folder("llm-source"), tools("source.json", 1));
    let source = folder("llm-source-code").join("server.py");
    for (call, count) in [("acme.frob(key, thing)", 1), ("acme.frob(key, thing)", 1), ("acme.hide(key, thing)", 2)] {
        std::fs::write(&source, server(call)).unwrap();
        let run = model.classify(&cache, &["--source", source.to_str().unwrap(), &tools]);
        assert_eq!(model.requests().len(), count, "{call}: {}", run.stderr);
        assert_eq!(inferred(&run, 1), ["exec"], "{}", run.stderr);
        let asked = model.requests()[count - 1].user().to_owned();
        assert!(asked.contains(call) && !asked.contains(secret), "{asked}");
        let warning = format!("not_analyzed:{}()@server.py:9", call.split('(').next().unwrap());
        assert!(run.stdout.contains(&warning), "{}", run.stdout);
    }
}

#[test]
fn a_second_run_asks_no_model() {
    let model = Model::start(|_| Reply::exec());
    let (cache, tools) = (folder("llm-cache"), tools("cached.json", 2));
    let first = model.classify(&cache, &[&tools]);
    assert_eq!((first.code, model.connections()), (0, 2), "{}", first.stderr);
    let second = model.classify(&cache, &[&tools]);
    assert_eq!((second.code, model.connections()), (0, 2));
    assert_eq!(second.stdout, first.stdout);
    assert_eq!(second.stderr, "2 answers are in the cache; nobody is asked.\n");
    #[cfg(unix)]
    for entry in std::fs::read_dir(&cache).unwrap() {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(entry.unwrap().metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
    let other = [("VETGATE_LLM_MODEL", "another-model")];
    let flags = ["classify", "--llm-classifier", "--llm-cache", cache.to_str().unwrap(), &tools];
    assert_eq!(finish(command().envs(model.variables()).envs(other).args(flags)).code, 0);
    assert_eq!(model.connections(), 4, "another model has answers of its own");
}

#[test]
fn a_broken_answer_in_the_cache_is_put_aside_and_replaced() {
    let model = Model::start(|_| Reply::exec());
    let (cache, tools) = (folder("llm-broken"), tools("broken.json", 1));
    assert_eq!(model.classify(&cache, &[&tools]).code, 0);
    let kept = std::fs::read_dir(&cache).unwrap().next().unwrap().unwrap().path();
    let good = std::fs::read_to_string(&kept).unwrap();
    for bad in ["{", &good.replace("exec", "root")] {
        std::fs::write(&kept, bad).unwrap();
        let before = model.connections();
        let run = model.classify(&cache, &[&tools]);
        assert_eq!((run.code, run.caps()), (0, vec!["llm.cache".to_owned()]), "{}", run.stdout);
        assert_eq!((inferred(&run, 1).len(), model.connections()), (1, before + 1));
        assert_eq!(std::fs::read_to_string(&kept).unwrap(), good);
    }
}

#[test]
fn the_cache_stands_in_the_users_folder() {
    let model = Model::start(|_| Reply::exec());
    let (caches, tools) = (folder("llm-xdg"), tools("xdg.json", 1));
    let args = ["classify", "--llm-classifier", &tools];
    assert_eq!(finish(command().envs(model.variables()).env("XDG_CACHE_HOME", &caches).args(args)).code, 0);
    assert_eq!(std::fs::read_dir(caches.join("vetgate/llm")).unwrap().count(), 1);
}

#[test]
fn a_model_that_fails_or_lies_costs_its_tool_and_no_other() {
    let wrong_tag = r#"{"capabilities": [{"tag": "root", "reason": ""}], "parameter_roles": []}"#;
    let cases = [
        ("html", Reply::new(200, "<html>"), "the answer is not a chat completion"),
        ("prose", Reply::said("Sure! It can run code."), "not one JSON object"),
        ("tag", Reply::said(wrong_tag), "`root` is no"),
        ("500", Reply::new(500, format!("no such key {KEY}\u{1b}[2J")), "answered HTTP 500: no such key ****"),
        (
            "redirect",
            Reply { headers: "Location: http://127.0.0.1:9/\r\n", ..Reply::new(302, "") },
            "answered HTTP 302 (redirects are not followed)",
        ),
        ("slow", Reply { delay: Duration::from_secs(10), ..Reply::exec() }, "in time"),
        ("large", Reply::said(&"a".repeat(300 << 10)), "more than 256 KiB"),
    ];
    for (name, bad, expected) in cases {
        let is_bad = |request: &Request| request.user().contains("frob_0");
        let model = Model::start(move |request| if is_bad(request) { bad.clone() } else { Reply::exec() });
        let cache = folder(&format!("llm-{name}"));
        let started = Instant::now();
        let run = model.classify(&cache, &[&tools(&format!("llm-{name}.json"), 2), "--timeout", "2"]);
        assert!(started.elapsed() < Duration::from_secs(10), "{name}");
        assert_eq!((run.code, run.caps()), (3, vec!["llm.failed".to_owned()]), "{name}: {}", run.stdout);
        let detail = run.json()["coverage"]["caps"][0]["detail"].as_str().unwrap().to_owned();
        assert!(detail.starts_with("the model gave no label: ") && detail.contains(expected), "{name}: {detail}");
        assert_eq!((inferred(&run, 1).len(), inferred(&run, 2).len()), (0, 1), "{name}");
        assert_eq!(model.connections(), 2, "{name}: each tool is asked about once");
        assert_eq!(std::fs::read_dir(&cache).unwrap().count(), 1, "{name}: only what is valid is kept");
    }
}

#[test]
fn an_endpoint_that_nobody_answers_is_named() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let model = Model { address: closed, requests: Arc::default(), connections: Arc::default() };
    let run = model.classify(&folder("llm-closed"), &[&tools("closed.json", 1)]);
    assert_eq!(run.code, 3);
    let detail = run.json()["coverage"]["caps"][0]["detail"].as_str().unwrap().to_owned();
    assert!(detail.contains(&format!("{closed} cannot be reached: ")), "{detail}");
}

#[test]
fn so_many_tools_are_asked_about_at_a_time() {
    let (open, most) = (AtomicUsize::new(0), Arc::new(AtomicUsize::new(0)));
    let seen = most.clone();
    let model = Model::start(move |_| {
        seen.fetch_max(open.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(150));
        open.fetch_sub(1, Ordering::SeqCst);
        Reply::exec()
    });
    let run = model.classify(&folder("llm-jobs"), &[&tools("jobs.json", 6), "--jobs", "2"]);
    assert_eq!((run.code, model.connections()), (0, 6), "{}", run.stderr);
    assert_eq!(most.load(Ordering::SeqCst), 2);
}

#[test]
fn without_the_flag_no_model_is_asked_whatever_the_environment_says() {
    let model = Model::start(|_| Reply::exec());
    let tools = tools("quiet.json", 2);
    let lock = folder("llm-lock").join("vetgate.lock");
    for args in [
        &["classify", &tools] as &[&str],
        &["classify", &tools, "--format", "json", "-v"],
        &["scan", &tools],
        &["lock", &tools, "--lockfile", lock.to_str().unwrap()],
        &["inspect", &tools],
        &["redact", &tools],
        &["checks"],
        &["explain", "unicode.hidden"],
    ] {
        let run = finish(command().envs(model.variables()).args(args));
        assert_eq!(run.code, 0, "{args:?}: {}", run.stderr);
    }
    assert_eq!(model.connections(), 0);
    assert_eq!(model.classify(&folder("llm-quiet"), &[&tools]).code, 0);
    assert_eq!(model.connections(), 2, "the model was there all the time");
}

#[test]
fn without_a_model_nothing_is_read_or_contacted() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let mut command = command();
    for name in ["VETGATE_LLM_BASE_URL", "VETGATE_LLM_MODEL", "VETGATE_LLM_API_KEY"] {
        command.env_remove(name);
    }
    let run = finish(command.env("VETGATE_LLM_MODEL", "m").args(["classify", "--llm-classifier", &url]));
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    for name in ["VETGATE_LLM_BASE_URL", "VETGATE_LLM_MODEL", "VETGATE_LLM_API_KEY"] {
        assert!(run.stderr.contains(name), "{}", run.stderr);
    }
    assert!(listener.accept().is_err(), "somebody called");
}

#[cfg(target_os = "linux")]
#[test]
fn a_key_that_travels_in_clear_is_said_to() {
    let model = Model::start(|_| Reply::exec());
    let tools = tools("clear.json", 1);
    // Reaches this machine and does not look like it.
    let base = format!("http://0.0.0.0:{}/v1", model.address.port());
    let variables = [("VETGATE_LLM_BASE_URL", base.as_str()), ("NO_PROXY", "*"), ("no_proxy", "*")];
    let flags = ["classify", "--llm-classifier", &tools, "--llm-cache"];
    let run = finish(command().envs(model.variables()).envs(variables).args(flags).arg(folder("llm-clear")));
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("The key goes to 0.0.0.0:") && !run.stderr.contains(KEY), "{}", run.stderr);
}

#[test]
fn a_model_is_shown_apart() {
    let model = Model::start(|_| Reply::exec());
    let tools = tools("shown.json", 1);
    let flags = ["classify", "--llm-classifier", "--llm-cache"];
    let cache = folder("llm-shown");
    let run = finish(command().envs(model.variables()).args(flags).arg(&cache).arg(&tools));
    assert!(run.stdout.contains("exec inferred") && run.stdout.contains("▒ inferred"), "{}", run.stdout);
    assert!(!vetgate(&["classify", &tools]).stdout.contains("inferred"));
}
