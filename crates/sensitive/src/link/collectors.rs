//! The hosts known to take in, pass on or hide what is sent to them.

use std::sync::LazyLock;

const LIST: &str = include_str!("collectors.txt");

/// One line of the list.
struct Collector {
    host: &'static str,
    /// What the path starts with, or nothing.
    path: &'static str,
    family: &'static str,
}

/// The list.
struct List {
    /// Sorted by host.
    collectors: Vec<Collector>,
    /// A bit for each host by its hash: nearly every host that is asked for is on no list, and is told by one look.
    bits: [u64; BITS / 64],
}

const BITS: usize = 1 << 13;

/// The hash of a host, from its last byte to its first, so that one pass over it gives those of all domains above it.
const SEED: u32 = 0x811C_9DC5;

fn step(hash: u32, byte: u8) -> u32 {
    (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
}

fn bit(hash: u32) -> (usize, u64) {
    let at = (hash ^ hash >> 15) as usize % BITS;
    (at / 64, 1 << (at % 64))
}

static COLLECTORS: LazyLock<List> = LazyLock::new(|| {
    let mut collectors: Vec<Collector> = lines()
        .map(|(family, line)| {
            let (host, path) = line.find('/').map_or((line, ""), |at| line.split_at(at));
            Collector { host, path, family }
        })
        .collect();
    collectors.sort_by_key(|collector| collector.host);
    let mut bits = [0; BITS / 64];
    for collector in &collectors {
        let (word, mask) = bit(collector.host.bytes().rev().fold(SEED, step));
        bits[word] |= mask;
    }
    List { collectors, bits }
});

/// Each entry of the list with its family.
fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut family = "";
    LIST.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).filter_map(move |line| {
        match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(name) => {
                family = name;
                None
            }
            None => Some((family, line)),
        }
    })
}

/// The family of `host` (lower case) or of a domain above it, for what comes after the host. The longest domain counts.
pub(super) fn family(host: &str, path: &str) -> Option<&'static str> {
    let list = &*COLLECTORS;
    let (mut hash, mut family) = (SEED, None);
    for (at, byte) in host.bytes().enumerate().rev() {
        hash = step(hash, byte);
        let (word, mask) = bit(hash);
        let is_domain = at == 0 || host.as_bytes()[at - 1] == b'.';
        if is_domain && list.bits[word] & mask != 0 {
            family = listed(&list.collectors, &host[at..], path).or(family);
        }
    }
    family
}

/// The family of exactly this domain.
fn listed(collectors: &[Collector], domain: &str, path: &str) -> Option<&'static str> {
    let first = collectors.partition_point(|collector| collector.host < domain);
    let mut same = collectors[first..].iter().take_while(|collector| collector.host == domain);
    same.find(|collector| path.starts_with(collector.path)).map(|collector| collector.family)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_list_is_sorted_unique_and_sound() {
        let mut seen = BTreeSet::new();
        let mut last = ("", "");
        for (family, line) in lines() {
            assert!((family, line) > last, "{line} is out of order");
            last = (family, line);
            assert!(seen.insert(line), "{line} is there twice");
            assert!(!family.is_empty() && family.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{family}");
            let host = line.split('/').next().expect("a first part");
            for label in host.split('.') {
                let sound = !label.is_empty() && !label.starts_with('-') && !label.ends_with('-');
                assert!(
                    sound && label.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'),
                    "{line}"
                );
            }
            let suffix = host.rsplit('.').next().expect("a last label");
            assert!(super::super::suffix::known(suffix), "{line} has no public suffix");
            assert!(line.is_ascii() && !line.ends_with('/'), "{line}");
        }
        assert!(seen.len() >= 120, "{} entries", seen.len());
    }

    #[test]
    fn domains_below_and_paths() {
        assert_eq!(family("webhook.site", ""), Some("webhook"));
        assert_eq!(family("a1b2.ngrok-free.app", ""), Some("tunnel"));
        assert_eq!(family("notwebhook.site", ""), None);
        assert_eq!(family("discord.com", "/api/webhooks/1/x"), Some("chat-webhook"));
        assert_eq!(family("discord.com", "/channels"), None);
        assert_eq!(family("canary.discord.com", "/api/webhooks/1/x"), Some("chat-webhook"));
        for (expected, line) in lines() {
            let (host, path) = line.find('/').map_or((line, ""), |at| line.split_at(at));
            assert_eq!(family(&format!("a.{host}"), path), Some(expected), "{line}");
        }
        assert_eq!(family("example.com", ""), None);
        assert_eq!(family("", ""), None);
    }
}
