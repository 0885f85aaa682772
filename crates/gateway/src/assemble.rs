//! From a configuration to what the gateway and its front are told.

use crate::config::{Config, GatewaySettings};
use crate::{Misfit, ServerSettings, front};
use std::path::PathBuf;

/// The servers of a configuration: those that can be tried, and those that cannot.
pub fn servers(config: &Config) -> (Vec<ServerSettings>, Vec<Misfit>) {
    let mut settings = Vec::new();
    let mut misfits = Vec::new();
    for server in config.servers.values().filter(|server| !server.disabled) {
        match &server.transport {
            Ok(transport) => settings.push(ServerSettings {
                name: server.name.clone(),
                transport: transport.expose().clone(),
                timeout: server.settings.timeout,
                connect_timeout: server.settings.connect_timeout,
                concurrency: server.settings.concurrency,
                queue: server.settings.queue,
                isolate: server.settings.isolate,
                max_message_bytes: server.settings.max_response_bytes,
                inherit_environment: server.settings.inherit_environment,
                is_solo: false,
            }),
            Err(mistakes) => misfits.push(Misfit { name: server.name.clone(), reason: mistakes.to_string() }),
        }
    }
    (settings, misfits)
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
