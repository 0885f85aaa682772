//! `security.flow` and `security.exfiltration`: how data is followed, and when too much of it leaves.

use super::super::section::Section;
use std::time::Duration;
use vetgate_flow::Thresholds;
use vetgate_guard::{FlowSettings, Guarantee, ReadUrls, UnknownServers};

const UNKNOWN: &[(&str, UnknownServers)] =
    &[("potentially_internal", UnknownServers::PotentiallyInternal), ("internal", UnknownServers::Internal)];

const READ_URLS: &[(&str, ReadUrls)] = &[("carrying_data", ReadUrls::CarryingData), ("any", ReadUrls::Any)];

const GUARANTEES: &[(&str, Guarantee)] = &[("content", Guarantee::Content), ("strict", Guarantee::Strict)];

pub(super) fn exfiltration(section: &Section) -> Thresholds {
    let count = |key: &str, least: u64| u32::try_from(section.whole(key, least..=1_000_000)).unwrap_or(u32::MAX);
    let window = section.duration("window", Duration::from_secs(1)..=Duration::from_secs(86_400));
    Thresholds {
        max_external_calls_per_minute: count("max_external_calls_per_minute", 1),
        max_pii_external_sends: count("max_pii_external_sends", 0),
        max_data_volume_bytes: section.bytes("max_data_volume", 1..=1 << 40) as u64,
        window_ms: u64::try_from(window.as_millis()).unwrap_or(u64::MAX),
        suspicious_endpoints: domains(section, "suspicious_endpoints"),
    }
}

pub(super) fn flow(section: &Section) -> FlowSettings {
    FlowSettings {
        enabled: section.bool("enabled"),
        session_characters: usize::try_from(section.whole("session_characters", 1_000..=100_000_000))
            .unwrap_or(usize::MAX),
        memory_bytes: section.bytes("memory", 1 << 20..=1 << 40),
        internal_domains: domains(section, "internal_domains"),
        unknown_servers: section.choice("unknown_servers", UNKNOWN),
        read_urls: section.choice("read_urls", READ_URLS),
        guarantee: section.choice("guarantee", GUARANTEES),
        user_words: section.bool("user_words"),
    }
}

/// Names of hosts and domains, each of which stands for all that lies below it too.
fn domains(section: &Section, key: &str) -> Vec<String> {
    let mut names = vec![];
    for name in section.texts(key).unwrap_or_default() {
        let text = name.text.trim().trim_start_matches("*.").trim_end_matches('.').to_lowercase();
        let is_name = !text.is_empty()
            && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | '_'))
            && text.split('.').all(|label| !label.is_empty());
        if is_name {
            names.push(text);
        } else {
            let message = format!("expected a host or domain name, for example \"example.com\", found {:?}", name.text);
            section.context.wrong(name.value.line, &name.place, message, None);
        }
    }
    names
}
