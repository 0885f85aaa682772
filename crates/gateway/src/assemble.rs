//! From a configuration to what the gateway and its front are told.

use crate::config::{Config, GatewaySettings, Survive};
use crate::{Misfit, ServerSettings, front};
use std::path::{Path, PathBuf};
use vetgate_ledger::{Durability, Retention};
use vetgate_model::Transport;
use vetgate_sensitive::Detector;

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// The servers of a configuration: those that can be tried, and those that cannot.
pub fn servers(config: &Config) -> (Vec<ServerSettings>, Vec<Misfit>) {
    let mut settings = Vec::new();
    let mut misfits = Vec::new();
    for server in config.servers.values().filter(|server| !server.disabled) {
        match &server.transport {
            Ok(transport) if is_itself(config, transport.expose()) => {
                let reason = "this entry points to the gateway itself; remove it from this configuration".to_owned();
                misfits.push(Misfit { name: server.name.clone(), reason });
            }
            Ok(transport) => settings.push(ServerSettings {
                name: server.name.clone(),
                transport: transport.expose().clone(),
                resolved: server.resolved.expose().clone(),
                credentials: server.credentials.expose().clone(),
                trust: server.settings.trust,
                timeout: server.settings.timeout,
                connect_timeout: server.settings.connect_timeout,
                concurrency: server.settings.concurrency,
                queue: server.settings.queue,
                isolate: server.settings.isolate,
                max_message_bytes: server.settings.max_response_bytes,
                inherit_environment: server.settings.inherit_environment,
                class: server.settings.class,
                content: server.settings.content,
                is_solo: false,
            }),
            Err(mistakes) => misfits.push(Misfit { name: server.name.clone(), reason: mistakes.to_string() }),
        }
    }
    (settings, misfits)
}

/// Whether a server's entry leads back to the gateway of this configuration.
fn is_itself(config: &Config, transport: &Transport) -> bool {
    match transport {
        Transport::Stdio { command, args, .. } => {
            let is_vetgate = Path::new(command).file_stem().is_some_and(|name| name == "vetgate");
            let names_config = args.iter().any(|arg| {
                let named = arg.strip_prefix("--config=").unwrap_or(arg);
                Path::new(named) == config.path || is_same_file(Path::new(named), &config.path)
            });
            let names_none = !args.iter().any(|arg| arg.starts_with("--config") || arg.starts_with("-c"));
            let is_usual = config.path.ends_with("vetgate/gateway.json");
            let is_named = names_config || names_none && is_usual;
            is_vetgate && args.first().is_some_and(|verb| verb == "serve") && is_named
        }
        Transport::Http { url, .. } => {
            let here = config.gateway.listen;
            let hosts = [format!("//{here}/"), format!("//localhost:{}/", here.port())];
            here.port() != 0 && hosts.iter().any(|host| url.contains(host))
        }
    }
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// How the ledger is kept. What looks like personal data or a secret is masked in it as `security.pii_detection` says, and
/// where that is switched off, as by default: a record without masks would be the best place to steal from.
pub fn ledger(config: &Config) -> vetgate_ledger::Options {
    let settings = &config.security.pii_detection;
    let usual = vetgate_ledger::Options::default();
    let wanted = settings.enabled.then(|| Detector::with(settings).ok()).flatten();
    let (detector, least) = match wanted {
        Some(detector) => (detector, settings.min_confidence),
        None => (usual.detector, usual.least),
    };
    vetgate_ledger::Options { detector, least, body_bytes: config.gateway.ledger.body_bytes, ..usual }
}

/// What a record survives once it is written.
pub fn durability(config: &Config) -> Durability {
    match config.gateway.ledger.survive {
        Survive::Crash => Durability::Process,
        Survive::PowerLoss => Durability::Power,
    }
}

/// How long records are kept, and how long what calls said is kept in them.
pub fn retention(config: &Config) -> Retention {
    let ledger = &config.gateway.ledger;
    let days = |days: u32| u64::from(days) * DAY_MS;
    Retention {
        keep_ms: ledger.keep_days.map(days),
        keep_records: ledger.keep_records,
        keep_bytes: ledger.keep_bytes,
        redact_after_ms: config.security.pii_detection.auto_redact_after_days.map(days),
    }
}

/// What the front is told. `data_dir` is used where the configuration names none.
pub fn front(settings: &GatewaySettings, data_dir: PathBuf) -> front::Settings {
    let limits = &settings.limits;
    front::Settings {
        listen: settings.listen,
        tls: settings.tls.as_ref().map(|tls| front::Tls { certificate: tls.cert.clone(), key: tls.key.clone() }),
        allow_plaintext: settings.allow_plaintext,
        allowed_hosts: settings.allowed_hosts.clone(),
        allowed_origins: settings.allowed_origins.clone(),
        agents: settings
            .agents
            .iter()
            .map(|agent| front::Agent {
                name: agent.name.clone(),
                token: agent.token.expose().clone(),
                servers: agent.servers.clone(),
                operations: agent.operations.clone(),
            })
            .collect(),
        anonymous: settings.anonymous,
        limits: front::Limits {
            connections: limits.connections,
            requests: limits.in_flight,
            sessions: limits.sessions,
            body_bytes: limits.request_bytes,
            depth: limits.depth,
            session_idle: limits.session_idle,
            rate: limits.requests_per_second.unwrap_or(u32::MAX),
            burst: limits.burst,
            ..front::Limits::default()
        },
        data_dir: settings.data_dir.clone().unwrap_or(data_dir),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gateway_does_not_stand_behind_itself() {
        let text = r#"{"mcpServers": {
            "a": {"command": "/usr/bin/vetgate", "args": ["serve", "--stdio", "--config", "mcp.json"]},
            "b": {"url": "http://localhost:7332/mcp"},
            "c": {"url": "http://127.0.0.1:7332/mcp"},
            "d": {"command": "vetgate", "args": ["run", "--", "x"]},
            "e": {"command": "vetgate", "args": ["serve", "--stdio", "--config", "other.json"]},
            "f": {"url": "http://localhost:73321/mcp"}
        }}"#;
        let config = Config::parse(Path::new("mcp.json"), text, &|_| Err(String::new())).unwrap();
        let (servers, misfits) = servers(&config);
        let names: Vec<&str> = misfits.iter().map(|misfit| misfit.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "c"]);
        assert_eq!(servers.len(), 3);
    }

    #[test]
    fn values_of_references_are_handed_on_to_be_masked() {
        let text = r#"{"mcpServers": {"a": {"command": "/nope/${TOK}", "args": ["${file:f}", "${X:-written}"]}}}"#;
        let lookup = |reference: &vetgate_mcp::configs::Reference| match reference.to_string().as_str() {
            "${TOK}" => Ok("t0ken".to_owned()),
            "${file:f}" => Ok("in-file".to_owned()),
            _ => Err(String::new()),
        };
        let config = Config::parse(Path::new("g.json"), text, &lookup).unwrap();
        assert_eq!(servers(&config).0[0].resolved, ["in-file", "t0ken"]);
        assert_eq!(config.servers["a"].place, "/nope/${TOK}");
    }

    #[test]
    fn credentials_that_references_stand_for_are_handed_on() {
        let text = r#"{"mcpServers": {
            "a": {"url": "http://me:${env:PW}@h.example/${env:REGION}/mcp?key=${env:WORDS}", "headers": {"X": "Bearer ${TOK}"}},
            "b": {"command": "c", "args": ["${file:f}", "${DB}"], "env": {"T": "${TOK}", "R": "${REGION}", "H": "${HOME}"}}
        }}"#;
        let lookup = |reference: &vetgate_mcp::configs::Reference| {
            Ok(match reference.to_string().as_str() {
                "${TOK}" => "Q7vK2mXw9TzLp4RbN8sYd3Hf",
                "${PW}" => "pw-Zt5uGh1kLmW8",
                "${WORDS}" => "correct horse",
                "${REGION}" => "europe-west-1",
                "${HOME}" => "/home/ada/2aB7cD9",
                "${DB}" => "postgresql://ada:dbPass77@db.example/x",
                _ => "in the file",
            }
            .to_owned())
        };
        let config = Config::parse(Path::new("g.json"), text, &lookup).unwrap();
        let servers = servers(&config).0;
        assert_eq!(servers[0].credentials, ["Q7vK2mXw9TzLp4RbN8sYd3Hf", "correct horse", "pw-Zt5uGh1kLmW8"]);
        assert_eq!(servers[1].credentials, ["Q7vK2mXw9TzLp4RbN8sYd3Hf", "dbPass77", "in the file"]);
    }

    #[test]
    fn without_a_configuration_named_the_usual_one_is_meant() {
        let text = r#"{"mcpServers": {"a": {"command": "vetgate", "args": ["serve", "--stdio"]}}}"#;
        for (path, misfits) in [("/home/ada/.config/vetgate/gateway.json", 1), ("/home/ada/.cursor/mcp.json", 0)] {
            let config = Config::parse(Path::new(path), text, &|_| Err(String::new())).unwrap();
            assert_eq!(servers(&config).1.len(), misfits, "{path}");
        }
    }

    #[test]
    fn records_are_masked_also_where_detection_is_switched_off() {
        for (security, text, expected) in [
            (r#""enabled": false"#, "jo.miller@acme.io EMP-123456", "[EMAIL] EMP-123456"),
            (r#""custom_patterns": [{"name": "employee", "regex": "EMP-\\d{6}"}]"#, "for EMP-123456", "for [EMPLOYEE]"),
        ] {
            let text_of = format!(r#"{{"security": {{"pii_detection": {{{security}}}}}}}"#);
            let config = Config::parse(Path::new("g.json"), &text_of, &|_| Err(String::new())).unwrap();
            let folder = tempfile::tempdir().unwrap();
            let store = vetgate_ledger::Sqlite::open(&folder.path().join("ledger.db"), durability(&config)).unwrap();
            let ledger = vetgate_ledger::Ledger::open(folder.path(), Box::new(store), ledger(&config)).unwrap();
            assert_eq!(ledger.masked(text), expected);
        }
    }

    #[test]
    fn what_is_not_limited_is_kept() {
        let parse = |text: &str| Config::parse(Path::new("g.json"), text, &|_| Err(String::new())).unwrap();
        let usual = retention(&parse("{}"));
        assert_eq!((usual.keep_ms, usual.redact_after_ms), (Some(365 * DAY_MS), Some(30 * DAY_MS)));
        assert_eq!((usual.keep_records, usual.keep_bytes), (None, None));
        let own = retention(&parse(
            r#"{"gateway": {"ledger": {"keep_days": 0, "keep_records": 5}},
                "security": {"pii_detection": {"auto_redact_after_days": 0}}}"#,
        ));
        let expected = Retention { keep_records: Some(5), redact_after_ms: Some(0), ..Retention::default() };
        assert_eq!(own, expected);
    }
}
