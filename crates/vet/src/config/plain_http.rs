//! `config.plain_http`: a remote server that is spoken to without encryption.
//!
//! # What it finds
//! An `http://` address, as the server's URL or among the arguments of the command, whose host is neither this
//! machine nor in a private network.
//!
//! # Why it matters
//! Whoever sits on the way reads every prompt, result and token, and can put tools and instructions of their own
//! into the answers.
//!
//! # Attack
//! ```json
//! {"url": "http://mcp.example.com/mcp"}
//! ```
//!
//! # Harmless twin
//! ```json
//! {"url": "http://127.0.0.1:3000/mcp"}
//! ```
//!
//! # Cannot see
//! Whether a tunnel or a proxy on this machine encrypts it after all.

use super::{ConfigCheck, command};
use crate::{Meta, Signals};
use std::net::IpAddr;
use vetgate_model::{ServerEntry, Setting, ThreatType, Tier, Transport};

/// See the module documentation.
pub(super) struct PlainHttp;

impl ConfigCheck for PlainHttp {
    fn meta(&self) -> Meta {
        Meta {
            id: "config.plain_http",
            tier: Tier::Soft,
            threat: ThreatType::Exfiltration,
            source: include_str!("plain_http.rs"),
        }
    }

    fn inspect(&self, entry: &ServerEntry, out: &mut Signals) {
        let settings: Vec<&Setting> = match &entry.transport {
            Transport::Stdio { .. } => command::settings(entry),
            Transport::Http { url, .. } => entry.settings.iter().filter(|s| s.value == *url).take(1).collect(),
        };
        for setting in settings {
            if let Some(host) = plain_host(&setting.value).filter(|host| is_remote(host)) {
                let detail =
                    "The connection is not encrypted, so it can be read and changed on the network; use https.";
                out.add(&setting.pointer, 0.6, &format!("http://{host}"), detail);
            }
        }
    }
}

/// The host of an `http://` URL, without credentials and port.
fn plain_host(url: &str) -> Option<&str> {
    let start = url.get(..7).filter(|scheme| scheme.eq_ignore_ascii_case("http://"))?;
    let authority = url[start.len()..].split(['/', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?;
    match host.strip_prefix('[') {
        Some(v6) => v6.split(']').next(),
        None => host.split(':').next(),
    }
}

fn is_remote(host: &str) -> bool {
    let name = host.trim_end_matches('.').to_ascii_lowercase();
    match name.parse::<IpAddr>() {
        Ok(IpAddr::V4(ip)) => !(ip.is_loopback() || ip.is_private() || ip.is_link_local() || ip.is_unspecified()),
        Ok(IpAddr::V6(ip)) => {
            !(ip.is_loopback() || ip.is_unique_local() || ip.is_unicast_link_local() || ip.is_unspecified())
        }
        // A name without a dot is of this network; one with a reference is not known yet.
        Err(_) => {
            name.contains('.')
                && !name.contains(['$', '{', '<'])
                && ![".localhost", ".local", ".internal", ".lan", ".home.arpa", ".test"]
                    .iter()
                    .any(|end| name.ends_with(end))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_of_this_machine_and_network_are_near() {
        for url in [
            "http://localhost:1/x",
            "http://127.9.9.9",
            "http://[::1]:80/",
            "http://10.0.0.1",
            "http://192.168.1.2:8/",
            "http://mcp",
            "http://nas.local",
            "http://host.docker.internal:3",
            "http://${HOST}.example.com/",
            "http://[fd00::1]",
        ] {
            assert!(!is_remote(plain_host(url).unwrap()), "{url}");
        }
        for url in [
            "http://example.com",
            "HTTP://8.8.8.8/x",
            "http://localhost@evil.com/",
            "http://[2001:db8::1]/",
            "http://127.0.0.1.evil.com",
        ] {
            assert!(is_remote(plain_host(url).unwrap()), "{url}");
        }
        assert_eq!(plain_host("https://example.com"), None);
    }
}
