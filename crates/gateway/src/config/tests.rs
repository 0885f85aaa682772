use super::*;
use std::time::Duration;
use vetgate_capability::{OperationClass, ServerClass};
use vetgate_flow::Thresholds;
use vetgate_guard::{self as guard, Action, Content, RuleText, Towards, Treatment, TrifectaPolicy};
use vetgate_model::Transport;

fn lookup(reference: &Reference) -> Result<String, String> {
    match reference {
        Reference::Variable(name) if name == "TOKEN" => Ok("tok-5d1f-0c93-e7b2".to_owned()),
        Reference::Variable(name) if name == "EMPTY" => Ok(String::new()),
        Reference::File(path) if path == "token.txt" => Ok("from-a-file-0123".to_owned()),
        other => Err(format!("{other} is not known to this test")),
    }
}

fn json(text: &str) -> Result<Config, Mistakes> {
    Config::parse(Path::new("/etc/vetgate/g.json"), text, &lookup)
}

fn toml(text: &str) -> Result<Config, Mistakes> {
    Config::parse(Path::new("g.toml"), text, &lookup)
}

/// The mistakes, without the name of the file.
fn mistakes(text: &str) -> Vec<String> {
    let mistakes = json(text).expect_err(text);
    mistakes.iter().map(|mistake| mistake.to_string().replace("/etc/vetgate/g.json:", "")).collect()
}

#[test]
fn an_empty_file_is_every_default() {
    let config = json("").unwrap();
    assert_eq!(config.gateway.listen.to_string(), "127.0.0.1:7332");
    assert_eq!(config.gateway.mode, Mode::Direct);
    assert!(config.gateway.anonymous && config.gateway.agents.is_empty());
    assert_eq!((config.gateway.limits.request_bytes, config.gateway.limits.depth), (4 << 20, 128));
    assert_eq!((config.gateway.limits.requests_per_second, config.gateway.limits.burst), (Some(20_000), 40_000));
    assert_eq!(config.gateway.limits.session_idle, Duration::from_secs(3600));
    assert_eq!(config.security.tool_policy.destructive, Action::Deny);
    assert_eq!(config.security.risk_assessment.require_approval_threshold, 70);
    assert_eq!(config.security.pii_detection.auto_redact_after_days, Some(30));
    assert_eq!(config.guard(), guard::Settings::default());
    assert_eq!(config.security.guarding.holds, crate::HoldSettings::default());
    assert_eq!(Config::default().gateway, config.gateway);
    assert_eq!(ServerSettings::default().max_response_bytes, 16 << 20);
}

#[test]
fn a_rate_of_none_is_no_limit() {
    let limits = |text: &str| json(&format!("{{\"gateway\": {{\"limits\": {text}}}}}")).unwrap().gateway.limits;
    let none = limits(r#"{"requests_per_second": 0}"#);
    assert_eq!((none.requests_per_second, none.burst), (None, u32::MAX));
    assert_eq!(limits(r#"{"requests_per_second": 10}"#).burst, 20);
    assert_eq!(limits(r#"{"requests_per_second": 10, "burst": 15}"#).burst, 15);
}

#[test]
fn each_default_of_the_table_is_the_one_that_holds() {
    let before = Config::default();
    for key in KEYS.iter().filter(|key| !key.default.is_empty() && !key.section.contains("[]")) {
        let member = format!("{{\"{}\": {}}}", key.name, key.default);
        if key.section == "vetgate" {
            let text = format!("{{\"mcpServers\": {{\"s\": {{\"command\": \"c\", \"vetgate\": {member}}}}}}}");
            assert_eq!(json(&text).unwrap().servers["s"].settings, ServerSettings::default(), "{key:?}");
            continue;
        }
        let text = key.section.rsplit('.').fold(member, |inner, name| format!("{{\"{name}\": {inner}}}"));
        let after = json(&text).unwrap_or_else(|mistakes| panic!("{text}: {mistakes}"));
        assert_eq!((&after.gateway, &after.security), (&before.gateway, &before.security), "{key:?}");
    }
}

#[test]
fn servers_are_read_as_a_client_has_them() {
    let config = json(
        r#"{ // mine
        "mcpServers": {
            "time": {"command": "uvx", "args": ["t"], "alwaysAllow": ["x"], "cwd": "work"},
            "docs": {"url": "https://h/${env:TOKEN}", "headers": {"Authorization": "Bearer ${file:token.txt}"},
                     "vetgate": {"timeout": "500ms", "isolate": true, "max_response_bytes": 2048, "queue": 0}},
            "off": {"command": "c", "disabled": true},
        }
    }"#,
    )
    .unwrap();
    let Transport::Stdio { cwd, .. } = config.servers["time"].transport.as_ref().unwrap().expose() else { panic!() };
    assert_eq!(cwd.as_deref(), Some("/etc/vetgate/work"));
    let docs = &config.servers["docs"];
    let Transport::Http { url, headers, .. } = docs.transport.as_ref().unwrap().expose() else { panic!() };
    assert_eq!(
        (url.as_str(), headers["Authorization"].as_str()),
        ("https://h/tok-5d1f-0c93-e7b2", "Bearer from-a-file-0123")
    );
    assert_eq!(docs.settings.timeout, Duration::from_millis(500));
    assert!(docs.settings.isolate && docs.settings.queue == 0 && docs.settings.max_response_bytes == 2048);
    assert_eq!(docs.settings.connect_timeout, Duration::from_secs(30));
    assert!(config.servers["off"].disabled);
    let codex =
        toml("[mcp_servers.git]\ncommand = \"git-mcp\"\n[mcp_servers.git.vetgate]\ntimeout = \"2m\"\n").unwrap();
    assert_eq!(codex.servers["git"].settings.timeout, Duration::from_secs(120));
    assert_eq!(json(r#"{"servers": {"s": {"type": "stdio", "command": "c"}}}"#).unwrap().servers.len(), 1);
}

#[test]
fn a_mistake_in_one_server_is_its_own() {
    let config = json(
        "{\"mcpServers\": {\n\"good\": {\"command\": \"c\"},\n\"unset\": {\"command\": \"c\", \"args\": [\n\"${env:NONE}\"]},\n\
         \"none\": {},\n\"slip\": {\"command\": \"c\", \"vetgate\": {\"timeot\": \"1s\", \"queue\": -1}},\n\
         \"odd\": {\"url\": \"ftp://user:pw1234@h\"},\n\"ask\": {\"url\": \"https://h/${input:key}\"}}}",
    )
    .unwrap();
    assert!(config.servers["good"].transport.is_ok());
    let why = |name: &str| {
        config.servers[name].transport.as_ref().unwrap_err().to_string().replace("/etc/vetgate/g.json:", "")
    };
    assert_eq!(
        why("unset"),
        "4: /mcpServers/unset/args/0: `${NONE}` cannot be resolved: ${NONE} is not known to this test"
    );
    assert_eq!(why("none"), "5: /mcpServers/none: expected a `command` or a `url`, found neither");
    let lines: Vec<String> = why("slip").lines().map(str::to_owned).collect();
    assert_eq!(lines[0], "6: /mcpServers/slip/vetgate/timeot: there is no such key; did you mean `timeout`?");
    assert_eq!(lines[1], "6: /mcpServers/slip/vetgate/queue: expected a whole number from 0 to 1000000, found -1");
    assert_eq!(why("odd"), "7: /mcpServers/odd: expected a URL that starts with http:// or https://");
    assert!(why("ask").contains("`${input:key}` cannot be resolved"));
}

#[test]
fn mistakes_are_told_with_line_place_expectation_and_suggestion() {
    for (text, expected) in [
        ("{", "1: expected JSON: the object is never closed"),
        ("[]", "1: /: expected a map of settings, found a list"),
        (r#"{"gatway": {}}"#, "1: /gatway: there is no such key; did you mean `gateway`?"),
        (r#"{"mcpservers": {}}"#, "1: /mcpservers: there is no such key; did you mean `mcpServers`?"),
        (r#"{"mcpServers": 5}"#, "1: /mcpServers: expected a map of servers, found a number"),
        (r#"{"gateway": 1}"#, "1: /gateway: expected a map, found a number"),
        (
            "{\"gateway\": {\n\"mode\": \"direct\",\n\"mode\": \"discover\"}}",
            "3: /gateway/mode: occurs twice here; keep one of them",
        ),
        (
            r#"{"gateway": {"mode": "discovery"}}"#,
            "1: /gateway/mode: expected \"direct\" or \"discover\", found \"discovery\"; did you mean \"discover\"?",
        ),
        (
            r#"{"gateway": {"listen": "localhost:80"}}"#,
            "1: /gateway/listen: expected an address and a port, found \"localhost:80\"; write it as \"127.0.0.1:80\" or \"[::1]:80\"",
        ),
        (
            r#"{"gateway": {"limits": {"depth": 4}}}"#,
            "1: /gateway/limits/depth: expected a whole number from 8 to 512, found 4",
        ),
        (
            r#"{"gateway": {"limits": {"session_idle": 30}}}"#,
            "1: /gateway/limits/session_idle: expected a time with its unit, from 1s to 30d, found 30; add the unit: \"30s\" are seconds, \"30ms\" milliseconds",
        ),
        (
            r#"{"gateway": {"limits": {"request_bytes": "4 megs"}}}"#,
            "1: /gateway/limits/request_bytes: expected a size from 1024 to 1073741824 bytes, found \"4 megs\"; write it as \"16MiB\" or as a number of bytes",
        ),
        (
            r#"{"gateway": {"allow_plaintext": "yes"}}"#,
            "1: /gateway/allow_plaintext: expected true or false, found \"yes\"",
        ),
        (
            r#"{"gateway": {"tls": {"cert": "c.pem"}}}"#,
            "1: /gateway/tls/key: is missing; `tls` needs the files of both `cert` and `key`",
        ),
        (
            r#"{"gateway": {"allowed_origins": ["*"]}}"#,
            "1: /gateway/allowed_origins/0: expected an origin without a path, for example \"https://app.example.com\", found \"*\"",
        ),
        (
            r#"{"gateway": {"allowed_hosts": ["http://h"]}}"#,
            "1: /gateway/allowed_hosts/0: expected a host name, for example \"gateway.example.com\", found \"http://h\"",
        ),
        (
            r#"{"gateway": {"allowed_hosts": "h"}}"#,
            "1: /gateway/allowed_hosts: expected a list of strings, found \"h\"",
        ),
        (r#"{"gateway": {"agents": [{"token": "a-token-long-enough"}]}}"#, "1: /gateway/agents/0/name: is missing"),
        (
            r#"{"gateway": {"agents": [{"name": "a"}]}}"#,
            "1: /gateway/agents/0/token: is missing; create one, and refer to it as \"${env:NAME}\" or \"${file:PATH}\"",
        ),
        (
            r#"{"gateway": {"agents": [{"name": "a", "token": "${EMPTY}"}]}}"#,
            "1: /gateway/agents/0/token: is empty, so any client could use it",
        ),
        (
            r#"{"gateway": {"agents": [{"name": "a", "token": "${env:NO}"}]}}"#,
            "1: /gateway/agents/0/token: `${NO}` cannot be resolved: ${NO} is not known to this test",
        ),
        (
            "{\"gateway\": {\"agents\": [{\"name\": \"a\", \"token\": \"tok-5d1f-0c93-e7b2\"},\n{\"name\": \"b\", \"token\": \"${TOKEN}\"}]}}",
            "2: /gateway/agents/1/token: is also the token of agent \"a\"; each agent needs its own token",
        ),
        (
            "{\"gateway\": {\"agents\": [{\"name\": \"a\", \"token\": \"another-long-token\"},\n{\"name\": \"a\", \"token\": \"a-token-long-enough\"}]}}",
            "2: /gateway/agents/1/name: another agent has the name \"a\" (line 1)",
        ),
        (
            r#"{"mcpServers": {"github": {"command": "c"}}, "gateway": {"agents": [{"name": "a", "token": "a-token-long-enough", "servers": ["gitub"]}]}}"#,
            "1: /gateway/agents/0/servers/0: there is no server \"gitub\"; did you mean \"github\"?",
        ),
        (
            r#"{"gateway": {"agents": [{"name": "a", "token": "a-token-long-enough", "operations": ["reads"]}]}}"#,
            "1: /gateway/agents/0/operations/0: expected \"read\" or \"write\" or \"destructive\", found \"reads\"; did you mean \"read\"?",
        ),
        (
            "{\"mcpServers\": {\"a\": {\"command\": \"c\"},\n\"a\": {\"command\": \"d\"}}}",
            "2: /mcpServers/a: another server has the name \"a\" (line 1); give each server a different name",
        ),
        (
            r#"{"security": {"risk_assessment": {"auto_flag_threshold": 90, "require_approval_threshold": 85}}}"#,
            "1: /security/risk_assessment/auto_flag_threshold: is 90, above `require_approval_threshold`, 85; a held call is always flagged too; lower this one, or raise the other",
        ),
        (
            r#"{"security": {"tool_policy": {"read": "alow"}}}"#,
            "1: /security/tool_policy/read: expected \"allow\" or \"deny\" or \"hold\", found \"alow\"; did you mean \"allow\"?",
        ),
        (
            "{\"security\": {\"rules\": [{\"when\": \"true\",\n\"action\": \"block\", \"reason\": \"x\"}]}}",
            "2: /security/rules/0/action: expected \"allow\" or \"deny\" or \"hold\", found \"block\"",
        ),
        (
            "{\"security\": {\"rules\": [\n{\"when\": \"tol.server == 'x'\", \"action\": \"deny\", \"reason\": \"x\"}]}}",
            "2: /security/rules/0/when: line 1, column 1: there is no variable `tol`; did you mean `tool`?",
        ),
        (
            r#"{"security": {"rules": [{"when": "true", "reason": "x"}]}}"#,
            "1: /security/rules/0/action: is missing; write \"allow\", \"hold\" or \"deny\"",
        ),
        (
            r#"{"security": {"responses": {"injection": "mask"}}}"#,
            "1: /security/responses/injection: expected \"pass\" or \"annotate\" or \"strip\" or \"block\", found \"mask\"",
        ),
        (
            r#"{"security": {"flow": {"internal_domains": ["https://corp.example"]}}}"#,
            "1: /security/flow/internal_domains/0: expected a host or domain name, for example \"example.com\", found \"https://corp.example\"",
        ),
        (
            r#"{"security": {"holds": {"timeout": "0s"}}}"#,
            "1: /security/holds/timeout: expected a time with its unit, from 1s to 1d, found \"0s\"; write it as \"500ms\", \"30s\" or \"2m\"",
        ),
        (
            r#"{"security": {"alerts": {"webhook_url": "hooks.example.com/T0/secret"}}}"#,
            "1: /security/alerts/webhook_url: expected a URL that starts with http:// or https://",
        ),
        (
            r#"{"security": {"pii_detection": {"patterns": ["emial"]}}}"#,
            "1: /security/pii_detection/patterns/0: there is no kind, provider or category `emial`",
        ),
        (
            "{\"security\": {\"pii_detection\": {\"custom_patterns\": [{\"name\": \"emp\",\n\"regex\": \"EMP-(\"}]}}}",
            "2: /security/pii_detection/custom_patterns/0/regex: custom pattern `emp`, column 5: unclosed group",
        ),
        (
            r#"{"security": {"pii_detection": {"custom_patterns": [{"name": "e", "regex": "x"}, {"name": "e", "regex": "y"}]}}}"#,
            "1: /security/pii_detection: there are two patterns of the name `e`: every one needs its own",
        ),
        (
            r#"{"security": {"pii_detection": {"keywords": [{"name": "k"}]}}}"#,
            "1: /security/pii_detection/keywords/0/words: keywords `k` has an empty word or none",
        ),
    ] {
        assert_eq!(mistakes(text), [expected], "{text}");
    }
}

#[test]
fn all_mistakes_are_told_at_once_in_the_order_of_the_file() {
    let found = mistakes(
        "{\"security\": {\n\"alrets\": 1},\n\"gateway\": {\n\"mode\": 7,\n\"limits\": {\n\"depth\": \"x\", \"sesions\": 1}}}",
    );
    let places: Vec<_> =
        found.iter().map(|mistake| mistake.split(": ").take(2).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(
        places,
        ["2 /security/alrets", "4 /gateway/mode", "6 /gateway/limits/sesions", "6 /gateway/limits/depth"]
    );
}

#[test]
fn listening_beyond_this_machine_needs_tls_and_tokens() {
    let agents = r#""agents": [{"name": "a", "token": "${TOKEN}"}]"#;
    let open = |more: &str| json(&format!("{{\"gateway\": {{\"listen\": \"0.0.0.0:7332\", {more}}}}}"));
    assert!(open(agents).unwrap_err().to_string().contains("without `tls` all calls are unencrypted"));
    assert!(open(&format!("{agents}, \"allow_plaintext\": true")).is_ok());
    let config = open(&format!("{agents}, \"tls\": {{\"cert\": \"c.pem\", \"key\": \"/k.pem\"}}")).unwrap();
    let tls = config.gateway.tls.unwrap();
    assert_eq!((tls.cert, tls.key), ("/etc/vetgate/c.pem".into(), "/k.pem".into()));
    assert!(!config.gateway.anonymous);
    let nobody = open(r#""allow_plaintext": true"#).unwrap_err().to_string();
    assert!(nobody.contains("no agent has one"), "{nobody}");
    let anybody = open(&format!("{agents}, \"allow_plaintext\": true, \"anonymous\": true")).unwrap_err().to_string();
    assert!(anybody.contains("without tokens they could call every tool"), "{anybody}");
}

#[test]
fn with_agents_listed_nobody_is_anonymous_unless_told_so() {
    let agents = r#""agents": [{"name": "ci", "token": "${file:token.txt}", "servers": [], "operations": ["read"]}]"#;
    let config = json(&format!("{{\"gateway\": {{{agents}}}}}")).unwrap();
    assert!(!config.gateway.anonymous);
    let ci = &config.gateway.agents[0];
    assert!(ci.token.matches("from-a-file-0123") && ci.servers == Some(BTreeSet::new()));
    assert_eq!(ci.operations, Some(BTreeSet::from([OperationClass::Read])));
    assert!(json(&format!("{{\"gateway\": {{{agents}, \"anonymous\": true}}}}")).unwrap().gateway.anonymous);
}

#[test]
fn a_call_waits_from_70_on_unless_a_threshold_is_configured() {
    let approve = |assessment: &str| {
        let config = json(&format!(r#"{{"security": {{"risk_assessment": {assessment}}}}}"#)).unwrap();
        config.guard().risk.require_approval_threshold
    };
    assert_eq!(approve("{}"), 70);
    assert_eq!(approve(r#"{"require_approval_threshold": 85}"#), 85);
    assert_eq!(approve(r#"{"auto_flag_threshold": 30}"#), 70);
    assert_eq!(approve(r#"{"auto_flag_threshold": 80}"#), 80, "what waits is flagged too");
}

#[test]
fn the_literal_readings_of_the_rfc_can_be_set() {
    let usual = json("{}").unwrap().guard();
    let literal = json(
        r#"{"security": {"flow": {"unknown_servers": "internal", "read_urls": "any"},
            "tool_quarantine": {"on_agent_word": true}}}"#,
    );
    let literal = literal.unwrap().guard();
    assert_eq!(
        (usual.flow.unknown_servers, literal.flow.unknown_servers),
        (guard::UnknownServers::PotentiallyInternal, guard::UnknownServers::Internal)
    );
    assert_eq!((usual.flow.read_urls, literal.flow.read_urls), (guard::ReadUrls::CarryingData, guard::ReadUrls::Any));
    assert!(!usual.tool_policy.quarantines_on_word && literal.tool_policy.quarantines_on_word);
}

#[test]
fn the_strict_guarantee_is_set_and_the_users_words_are_switched_off() {
    let usual = json("{}").unwrap().guard();
    assert_eq!((usual.flow.guarantee, usual.flow.user_words), (guard::Guarantee::Content, true));
    let set = json(r#"{"security": {"flow": {"guarantee": "strict", "user_words": false}}}"#).unwrap().guard();
    assert_eq!((set.flow.guarantee, set.flow.user_words), (guard::Guarantee::Strict, false));
    assert!(json(r#"{"security": {"flow": {"guarantee": "everything"}}}"#).is_err());
}

/// The configuration block of the RFC, with one key set to something else.
fn rfc(from: &str, to: &str) -> Config {
    let block = r#"{"security": {
        "pii_detection": {"enabled": true, "patterns": ["email", "ssn", "credit_card", "phone", "api_key"],
            "custom_patterns": [{"name": "employee_id", "regex": "EMP-\\d{6}", "severity": "medium"}],
            "auto_redact_after_days": 30},
        "risk_assessment": {"enabled": true, "auto_flag_threshold": 70, "require_approval_threshold": 85,
            "block_on_critical": false},
        "tool_quarantine": {"enabled": true, "auto_quarantine_new_tools": true, "rug_pull_detection": true},
        "tool_policy": {"read": "allow", "write": "allow", "destructive": "deny", "contradiction": "deny"},
        "alerts": {"exfiltration_detection": true, "pii_exposure": true,
            "webhook_url": "https://alerts.company.com/webhook"}
    }}"#;
    assert!(block.contains(from), "{from}");
    json(&block.replacen(from, to, 1)).unwrap()
}

#[test]
fn the_block_of_the_rfc_is_read_and_every_key_of_it_reaches_somebody_who_acts_on_it() {
    let config = rfc("", "");
    let pii = &config.security.pii_detection;
    assert_eq!(pii.custom_patterns[0].name, "employee_id");
    let alerts = &config.security.alerts;
    assert_eq!(alerts.webhook_url, Some(Secret::new("https://alerts.company.com/webhook".to_owned())));
    assert!(alerts.exfiltration_detection && alerts.pii_exposure);
    let sensitive = vetgate_sensitive::Settings { auto_redact_after_days: None, ..pii.clone() };
    let risk = guard::RiskSettings { require_approval_threshold: 85, ..guard::RiskSettings::default() };
    let usual = guard::Settings { sensitive, risk, ..guard::Settings::default() };
    assert_eq!(config.guard(), usual);
    // Whoever acts on a key is told another thing when the key says another thing.
    type Told = fn(&Config) -> String;
    let guarded: Told = |config| format!("{:?}", config.guard());
    let withheld: Told = |config| format!("{:?}", config.security.tool_quarantine);
    let alerted: Told = |config| {
        let alerts = &config.security.alerts;
        let url = alerts.webhook_url.as_ref().map(|url| url.expose().clone());
        format!("{} {} {url:?}", alerts.exfiltration_detection, alerts.pii_exposure)
    };
    let kept: Told = |config| format!("{:?}", crate::assemble::retention(config).redact_after_ms);
    for (from, to, told) in [
        (r#""enabled": true, "patterns""#, r#""enabled": false, "patterns""#, guarded),
        (r#""email", "ssn""#, r#""ssn""#, guarded),
        (r#"EMP-\\d{6}"#, r#"EMP-\\d{7}"#, guarded),
        (r#""auto_redact_after_days": 30"#, r#""auto_redact_after_days": 31"#, kept),
        (r#""enabled": true, "auto_flag"#, r#""enabled": false, "auto_flag"#, guarded),
        (r#""auto_flag_threshold": 70"#, r#""auto_flag_threshold": 71"#, guarded),
        (r#""require_approval_threshold": 85"#, r#""require_approval_threshold": 86"#, guarded),
        (r#""block_on_critical": false"#, r#""block_on_critical": true"#, guarded),
        (r#""enabled": true, "auto_quarantine"#, r#""enabled": false, "auto_quarantine"#, withheld),
        (r#""auto_quarantine_new_tools": true"#, r#""auto_quarantine_new_tools": false"#, withheld),
        (r#""rug_pull_detection": true"#, r#""rug_pull_detection": false"#, withheld),
        (r#""read": "allow""#, r#""read": "hold""#, guarded),
        (r#""write": "allow""#, r#""write": "hold""#, guarded),
        (r#""destructive": "deny""#, r#""destructive": "hold""#, guarded),
        (r#""contradiction": "deny""#, r#""contradiction": "approve""#, guarded),
        (r#""exfiltration_detection": true"#, r#""exfiltration_detection": false"#, alerted),
        (r#""pii_exposure": true"#, r#""pii_exposure": false"#, alerted),
        ("company.com", "company.org", alerted),
    ] {
        assert_ne!(told(&rfc(from, to)), told(&config), "{from}");
    }
}

#[test]
fn everything_that_the_guard_can_be_told_can_be_written() {
    let config = json(
        r#"{
        "mcpServers": {
            "mail": {"command": "c", "vetgate": {"class": "external", "content": "outside"}},
            "wiki": {"command": "c", "vetgate": {"class": "internal", "content": "inside"}},
            "other": {"command": "c"}
        },
        "security": {
            "mode": "log_only", "trifecta": "approve", "session_key": "agent", "intent_argument": true,
            "rules": [{"when": "risk.score > 50", "action": "approve", "reason": "a person looks"}],
            "tool_policy": {"write": "approve"},
            "responses": {"injection": "block", "suspicious": "annotate", "hidden": "pass", "links": "strip",
                "sensitive": "mask"},
            "masking": {"external": "mask", "unknown": "tokenize", "internal": "pass"},
            "exfiltration": {"max_external_calls_per_minute": 5, "max_pii_external_sends": 0,
                "max_data_volume": "64KiB", "window": "1m", "suspicious_endpoints": ["Collect.Example."]},
            "flow": {"enabled": false, "session_characters": 5000, "memory": "8MiB", "internal_domains": ["*.corp.example"]},
            "baselines": {"enabled": false, "learning_calls": 7},
            "holds": {"timeout": "30s", "elicitation": false, "max": 3}
        }}"#,
    )
    .unwrap();
    let settings = config.guard();
    assert_eq!((settings.mode, settings.trifecta), (guard::Mode::LogOnly, TrifectaPolicy::Hold));
    let rule = RuleText { when: "risk.score > 50".into(), action: Action::Hold, reason: "a person looks".into() };
    assert_eq!(settings.rules, [rule]);
    assert_eq!(settings.tool_policy.write, Action::Hold);
    assert_eq!((settings.responses.injection, settings.responses.sensitive), (Treatment::Block, Treatment::Mask));
    assert_eq!((settings.responses.hidden, settings.responses.links), (Treatment::Pass, Treatment::Strip));
    assert_eq!((settings.masking.external, settings.masking.unknown), (Towards::Mask, Towards::Tokenize));
    let thresholds = Thresholds {
        max_external_calls_per_minute: 5,
        max_pii_external_sends: 0,
        max_data_volume_bytes: 64 << 10,
        window_ms: 60_000,
        suspicious_endpoints: vec!["collect.example".into()],
    };
    assert_eq!(settings.exfiltration, thresholds);
    assert!(!settings.flow.enabled && !settings.baselines.enabled && settings.baselines.learning_calls == 7);
    assert_eq!((settings.flow.session_characters, settings.flow.memory_bytes), (5000, 8 << 20));
    assert_eq!(settings.flow.internal_domains, ["corp.example"]);
    let guarding = &config.security.guarding;
    assert!(guarding.session_key == Keying::Agent && guarding.intent_argument);
    assert_eq!(guarding.holds, crate::HoldSettings { timeout: Duration::from_secs(30), elicitation: false, most: 3 });
    let said = |name: &str| (config.servers[name].settings.class, config.servers[name].settings.content);
    assert_eq!(said("mail"), (Some(ServerClass::External), Some(Content::Outside)));
    assert_eq!(said("wiki"), (Some(ServerClass::Internal), Some(Content::Inside)));
    assert_eq!(said("other"), (None, None));
}

#[test]
fn no_secret_is_shown() {
    let config = json(
        r#"{"mcpServers": {"a": {"command": "c", "args": ["--key", "arg-5ecret"], "env": {"K": "env-5ecret"}},
            "b": {"url": "https://u:url-5ecret@h", "headers": {"X": "head-5ecret"}}},
            "security": {"alerts": {"webhook_url": "https://h/hook-5ecret"}},
            "gateway": {"agents": [{"name": "a", "token": "tok-5ecret-0c93-e7b2"}]}}"#,
    )
    .unwrap();
    let shown = format!("{config:?}");
    assert!(!shown.contains("5ecret"), "{shown}");
    let wrong = json(
        r#"{"gateway": {"agents": [{"name": "a", "token": "tok 5ecret-0c93-e7b2"}, {"name": "b", "token": ["5ecret"]}]},
            "security": {"alerts": {"webhook_url": "5ecret"}}}"#,
    )
    .unwrap_err();
    assert!(wrong.iter().count() == 3 && !wrong.to_string().contains("5ecret"), "{wrong}");
}

#[test]
fn changes_are_told_apart_by_what_they_need() {
    let old = json(r#"{"mcpServers": {"a": {"command": "c"}, "b": {"command": "c"}, "c": {"command": "c"}}}"#).unwrap();
    let new = json(
        r#"{"mcpServers": {"b": {"command": "d"}, "c": {"command": "c"}, "d": {"command": "c"}},
            "gateway": {"listen": "127.0.0.1:1", "mode": "discover", "data_dir": "x", "limits": {"depth": 64}},
            "security": {"tool_policy": {"write": "approve"}}}"#,
    )
    .unwrap();
    let changes = Config::diff(&old, &new);
    assert_eq!(
        (changes.added, changes.removed, changes.changed),
        (vec!["d".into()], vec!["a".into()], vec!["b".into()])
    );
    assert_eq!(changes.applied, ["/gateway/mode", "/gateway/limits", "/security/tool_policy"]);
    assert_eq!(changes.restart, ["/gateway/listen", "/gateway/data_dir"]);
    assert!(Config::diff(&old, &old.clone()).is_empty());
    let timeout = json(
        r#"{"mcpServers": {"a": {"command": "c", "vetgate": {"timeout": "1s"}}, "b": {"command": "c"}, "c": {"command": "c"}}}"#,
    );
    assert_eq!(Config::diff(&old, &timeout.unwrap()).changed, ["a"]);
}

#[test]
fn a_file_that_is_neither_json_nor_toml_or_not_there_says_so() {
    let yaml = Config::parse(Path::new("g.yaml"), "a: b", &lookup).unwrap_err();
    assert_eq!(yaml.to_string(), "g.yaml: expected a file name that ends with .json or .toml");
    let none = Config::load(Path::new("no/such/gateway.json")).unwrap_err();
    assert_eq!(none.to_string(), "no/such/gateway.json: does not exist");
}

/// Texts made of the words of the configuration, so that they get far.
fn likely() -> impl proptest::strategy::Strategy<Value = String> {
    use proptest::prelude::*;
    let words: Vec<String> = KEYS.iter().map(|key| format!("\"{}\"", key.name)).collect();
    let more =
        ["{", "}", "[", "]", ":", ",", "\"gateway\"", "\"security\"", "\"mcpServers\"", "\"vetgate\"", "1", "true"];
    let other = ["null", "\"30s\"", "-1", "1e9", "\"${TOKEN}\"", "\"${file:\"", "\"\u{202e}\"", "\"[::1]:0\"", "\"\""];
    let all: Vec<String> = words.into_iter().chain(more.iter().chain(&other).map(|word| (*word).to_owned())).collect();
    prop::collection::vec(prop::sample::select(all), 0..40).prop_map(|words| words.join(" "))
}

/// Every key with any value, where it belongs.
fn placed() -> impl proptest::strategy::Strategy<Value = String> {
    use proptest::prelude::*;
    let value = prop::sample::select(vec![
        "1",
        "-1",
        "1.5",
        "1e400",
        "\"\"",
        "\"x\"",
        "\"9999999999999999s\"",
        "[]",
        "[1]",
        "[{}]",
        "[\"\"]",
        "{}",
        "null",
        "true",
        "{\"name\": 1}",
        "[[[]]]",
        "[{\"name\": \"a\", \"token\": \"${x:-}\"}]",
        "\"0.0.0.0:0\"",
        "\"${env:TOKEN}\"",
    ]);
    (0..KEYS.len(), value).prop_map(|(index, value)| {
        let key = KEYS[index];
        let member = format!("{{\"{}\": {value}}}", key.name);
        match key.section {
            "vetgate" => format!("{{\"mcpServers\": {{\"s\": {{\"command\": \"c\", \"vetgate\": {member}}}}}}}"),
            section => section.rsplit('.').fold(member, |inner, name| match name.strip_suffix("[]") {
                Some(name) => format!("{{\"{name}\": [{inner}]}}"),
                None => format!("{{\"{name}\": {inner}}}"),
            }),
        }
    })
}

proptest::proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,200}") {
        let _ = (json(&text), toml(&text));
    }

    #[test]
    fn no_text_of_known_words_makes_the_reader_panic(text in likely()) {
        let _ = (json(&text), json(&format!("{{{text}}}")), toml(&text));
    }

    #[test]
    fn no_value_of_a_known_key_makes_the_reader_panic(text in placed()) {
        let _ = json(&text);
    }
}

#[test]
fn the_blocks_of_the_rfc_hold_at_the_top_as_in_security() {
    let config = json(
        r#"{
        "tool_policy": {"read": "allow", "write": "deny", "destructive": "deny", "contradiction": "approve", "log_level": "error"},
        "pii_detection": {"enabled": true, "patterns": ["email"], "auto_redact_after_days": 7},
        "risk_assessment": {"auto_flag_threshold": 10, "require_approval_threshold": 20, "block_on_critical": true},
        "tool_quarantine": {"auto_quarantine_new_tools": false},
        "alerts": {"pii_exposure": false}
    }"#,
    )
    .unwrap();
    let security = &config.security;
    assert_eq!((security.tool_policy.write, security.tool_policy.contradiction), (Action::Deny, Action::Hold));
    assert_eq!(security.tool_policy.log_level, LogLevel::Error);
    assert_eq!(security.pii_detection.auto_redact_after_days, Some(7));
    assert_eq!(security.risk_assessment.require_approval_threshold, 20);
    assert!(!security.tool_quarantine.auto_quarantine_new_tools && !security.alerts.pii_exposure);
    assert_eq!(config.guard().tool_policy.write, Action::Deny);
    let toml = toml("[tool_policy]\nwrite = \"deny\"\n").unwrap();
    assert_eq!(toml.security.tool_policy.write, Action::Deny);
}

#[test]
fn a_block_at_both_places_must_say_the_same() {
    let same = r#"{"security": {"tool_policy": {"write": "deny", "read": "allow"}}, "tool_policy": {"read": "allow", "write": "deny"}}"#;
    assert_eq!(json(same).unwrap().security.tool_policy.write, Action::Deny);
    let other = "{\"security\": {\"tool_policy\": {\"write\": \"deny\"}},\n\"tool_policy\": {\"write\": \"allow\"}}";
    assert_eq!(mistakes(other), ["2: /tool_policy: differs from /security/tool_policy (line 1); keep one of the two"]);
    assert_eq!(
        mistakes(r#"{"tool_policy": {"destrutive": "deny"}}"#),
        ["1: /tool_policy/destrutive: there is no such key; did you mean `destructive`?"]
    );
}

#[test]
fn an_unknown_or_misplaced_key_at_the_top_is_a_mistake() {
    for (text, expected) in [
        (r#"{"tool_polcy": {}}"#, "1: /tool_polcy: there is no such key; did you mean `tool_policy`?"),
        (r#"{"toolPolicy": {}}"#, "1: /toolPolicy: there is no such key; did you mean `tool_policy`?"),
        (r#"{"trifecta": "deny"}"#, "1: /trifecta: has no effect at the top of the file; put it into `security`"),
        (r#"{"listen": "127.0.0.1:1"}"#, "1: /listen: has no effect at the top of the file; put it into `gateway`"),
        (
            r#"{"destructive": "deny"}"#,
            "1: /destructive: has no effect at the top of the file; put it into `security.tool_policy`",
        ),
        (r#"{"tool_policy": {}, "tool_policy": {}}"#, "1: /tool_policy: occurs twice here; merge them into one"),
    ] {
        assert_eq!(mistakes(text), [expected]);
    }
    let unknown = mistakes(r#"{"frobnicate": 1}"#);
    assert!(unknown[0].starts_with("1: /frobnicate: there is no such key; known: gateway, security, "), "{unknown:?}");
    assert!(json(r#"{"$schema": "https://h/s.json"}"#).is_ok());
}

#[test]
fn an_unknown_key_in_any_section_is_a_mistake_and_a_slip_gets_a_suggestion() {
    let nested = |section: &str, key: &str| {
        section.split('.').rev().fold(format!("{{\"{key}\": 1}}"), |inner, part| match part.strip_suffix("[]") {
            Some(part) => format!("{{\"{part}\": [{inner}]}}"),
            None => format!("{{\"{part}\": {inner}}}"),
        })
    };
    for key in KEYS.iter().filter(|key| key.section != "vetgate" && key.name.len() > 4) {
        let unknown = mistakes(&nested(key.section, "frobnicate"));
        assert!(unknown.iter().any(|told| told.contains("/frobnicate: there is no such key")), "{unknown:?}");
        let slip = format!("{}x", key.name);
        let told = mistakes(&nested(key.section, &slip));
        let expected = format!("/{slip}: there is no such key; did you mean `{}`?", key.name);
        assert!(told.iter().any(|told| told.contains(&expected)), "{expected}: {told:?}");
    }
}

#[test]
fn a_change_is_the_matter_of_one_tool_or_of_its_whole_server() {
    let quarantine = |text: &str| {
        let block = format!(r#"{{"tool_quarantine": {text}}}"#);
        json(&block).unwrap().security.tool_quarantine
    };
    assert_eq!(quarantine("{}").on_rug_pull, OnRugPull::Tool);
    assert_eq!(quarantine(r#"{"on_rug_pull": "server"}"#).on_rug_pull, OnRugPull::Server);
    assert_eq!((quarantine("{}").sanitize, quarantine(r#"{"sanitize": true}"#).sanitize), (false, true));
    assert_eq!(
        mistakes(r#"{"security": {"tool_quarantine": {"on_rug_pull": "all"}}}"#),
        ["1: /security/tool_quarantine/on_rug_pull: expected \"tool\" or \"server\", found \"all\""]
    );
}

#[test]
fn a_key_in_a_server_s_entry_that_belongs_elsewhere_is_a_mistake_of_that_server() {
    let config = json(
        r#"{"mcpServers": {
        "slip": {"command": "c", "vetgte": {"trust": "auto"}},
        "outside": {"command": "c", "trust": "auto"},
        "policy": {"command": "c", "tool_policy": {"write": "deny"}},
        "gemini": {"command": "c", "trust": true, "timeout": 5000, "alwaysAllow": []},
        "rules": {"command": "c", "rules": []},
        "operations": {"command": "c", "operations": ["read"]},
        "responses": {"command": "c", "responses": {}},
        "masking": {"command": "c", "masking": {"external": "mask"}},
        "mode": {"command": "c", "mode": "log_only"},
        "known": {"command": "c", "name": "n", "description": "d", "tools": ["*"], "enabled": true, "type": "stdio"}
    }}"#,
    )
    .unwrap();
    let wrong = |name: &str| config.servers[name].transport.as_ref().map(|_| ()).unwrap_err().to_string();
    assert!(wrong("slip").contains("did you mean `vetgate`?"));
    assert!(wrong("outside").contains("has no effect outside of `vetgate`"));
    assert!(wrong("policy").contains("put it at the top of the file"));
    assert!(config.servers["gemini"].transport.is_ok() && config.servers["known"].transport.is_ok());
    for name in ["rules", "responses", "masking", "mode"] {
        let told = wrong(name);
        assert!(told.contains("has no effect in the entry") && told.contains("put it into `security`"), "{told}");
    }
    assert!(wrong("operations").contains("put it into `gateway.agents[]`"));
    let text = r#"{"mcpServers": {"a": {"command": "c", "mode": "x", "rules": [], "operations": []}}}"#;
    let client = Config::parse(Path::new("/home/a/.cursor/mcp.json"), text, &lookup).unwrap();
    assert!(client.servers["a"].transport.is_ok(), "the keys of a client are its own");
}

#[test]
fn the_file_of_a_known_client_keeps_its_own_keys() {
    let parse = |path: &str, text: &str| Config::parse(Path::new(path), text, &lookup);
    for (path, text, ignored) in [
        ("/home/a/.cursor/mcp.json", r#"{"mcpServers": {}, "theme": "x"}"#, vec!["theme"]),
        ("/p/.vscode/mcp.json", r#"{"servers": {}, "inputs": []}"#, vec!["inputs"]),
        (
            "/home/a/.claude.json",
            r#"{"mcpServers": {}, "numStartups": 3, "projects": {}}"#,
            vec!["numStartups", "projects"],
        ),
        ("/x/Claude/claude_desktop_config.json", r#"{"mcpServers": {}, "globalShortcut": ""}"#, vec!["globalShortcut"]),
        (
            "/home/a/.gemini/settings.json",
            r#"{"mcpServers": {}, "telemetry": {}, "mode": 1}"#,
            vec!["telemetry", "mode"],
        ),
        (
            "/home/a/.gemini/settings.json",
            r#"{"mcpServers": {}, "security": {"auth": {"selectedType": "oauth-personal"}}}"#,
            vec!["security"],
        ),
        ("mcp.json", r#"{"mcpServers": {}, "inputs": []}"#, vec!["inputs"]),
    ] {
        assert_eq!(parse(path, text).unwrap().ignored, ignored, "{path}");
    }
    for text in [
        r#"{"security": {"auth": {}, "tool_policy": {}}}"#,
        r#"{"security": {"tool_polcy": {}}}"#,
        r#"{"security": 1}"#,
    ] {
        assert!(parse("/home/a/.gemini/settings.json", text).is_err(), "{text}");
    }
    for text in [r#"{"tool_polcy": {}}"#, r#"{"trifecta": "deny"}"#, r#"{"gatway": {}}"#] {
        assert!(parse("/home/a/.cursor/mcp.json", text).is_err(), "{text}");
    }
    let honoured = parse("/home/a/.cursor/mcp.json", r#"{"tool_policy": {"write": "deny"}}"#).unwrap();
    assert_eq!(honoured.security.tool_policy.write, Action::Deny);
    assert!(parse("/etc/settings.json", r#"{"theme": 1}"#).is_err());
}

#[test]
fn null_is_no_value_of_any_key_of_the_gateway() {
    for (text, says) in [
        (
            r#"{"gateway": {"agents": [{"name": "ci", "token": "0123456789abcdef0123", "operations": null}]}}"#,
            "/gateway/agents/0/operations: expected a list of strings, found null",
        ),
        (
            r#"{"gateway": {"agents": [{"name": "ci", "token": "0123456789abcdef0123", "servers": null}]}}"#,
            "/gateway/agents/0/servers: expected a list of strings, found null",
        ),
        (r#"{"gateway": {"agents": null}}"#, "/gateway/agents: expected a list of maps, found null"),
        (r#"{"gateway": null}"#, "/gateway: expected a map, found null"),
        (r#"{"security": null}"#, "/security: expected a map, found null"),
        (r#"{"tool_policy": null}"#, "/tool_policy: expected a map, found null"),
        (r#"{"security": {"tool_policy": null}}"#, "/security/tool_policy: expected a map, found null"),
        (r#"{"security": {"tool_policy": {"write": null}}}"#, "/security/tool_policy/write: expected"),
    ] {
        let found = mistakes(text);
        assert!(found[0].contains(says), "{text}: {found:?}");
    }
    let config = json(
        r#"{"mcpServers": {
            "a": {"command": "c", "vetgate": {"trust": null}},
            "b": {"command": "c", "vetgate": null},
            "c": {"command": "c", "env": null, "url": null, "disabled": null}
        }}"#,
    )
    .unwrap();
    let reason = |name: &str| config.servers[name].transport.as_ref().map(|_| ()).unwrap_err().to_string();
    assert!(reason("a").contains("/vetgate/trust: expected \"manual\""), "{}", reason("a"));
    assert!(reason("b").contains("/vetgate: expected a map, found null"), "{}", reason("b"));
    assert!(config.servers["c"].transport.is_ok());
}

#[test]
fn what_occurs_twice_in_a_server_s_entry_is_its_mistake() {
    let text = "{\"mcpServers\": {\"a\": {\"command\": \"c\", \"vetgate\": {\"trust\": \"manual\"},\n\"vetgate\": {\"trust\": \"auto\"}}}}";
    let config = json(text).unwrap();
    let reason = config.servers["a"].transport.as_ref().map(|_| ()).unwrap_err().to_string();
    assert!(reason.contains(":2: /mcpServers/a/vetgate: occurs twice"), "{reason}");
    assert!(json(r#"{"mcpServers": {"a": {"command": "c"}, "a": {"command": "d"}}}"#).is_err());
}
