//! The hosts known to take in, pass on or hide what is sent to them.

/// A row of the list.
#[derive(Debug)]
struct Collector {
    host: &'static str,
    /// What the path starts with, or nothing.
    path: &'static str,
    family: &'static str,
}

// `COLLECTORS`, from `data/url/collection_hosts.tsv`.
include!(concat!(env!("OUT_DIR"), "/url_collection_hosts.rs"));

const BITS: usize = 1 << 13;

/// The hash of a host, from its last byte to its first, so that one pass over it gives those of all domains above it.
const SEED: u32 = 0x811C_9DC5;

const fn step(hash: u32, byte: u8) -> u32 {
    (hash ^ byte as u32).wrapping_mul(0x0100_0193)
}

const fn bit(hash: u32) -> (usize, u64) {
    let at = (hash ^ hash >> 15) as usize % BITS;
    (at / 64, 1 << (at % 64))
}

/// A bit for each host by its hash: nearly every host that is asked for is on no list, and is told by one look.
static BITS_OF_HOSTS: [u64; BITS / 64] = {
    let mut bits = [0; BITS / 64];
    let mut row = 0;
    while row < COLLECTORS.len() {
        let host = COLLECTORS[row].host.as_bytes();
        let (mut hash, mut at) = (SEED, host.len());
        while at > 0 {
            at -= 1;
            hash = step(hash, host[at]);
        }
        let (word, mask) = bit(hash);
        bits[word] |= mask;
        row += 1;
    }
    bits
};

/// The family of `host` (lower case) or of a domain above it, for what comes after the host. The longest domain counts.
pub(super) fn family(host: &str, path: &str) -> Option<&'static str> {
    let (mut hash, mut family) = (SEED, None);
    for (at, byte) in host.bytes().enumerate().rev() {
        hash = step(hash, byte);
        let (word, mask) = bit(hash);
        let is_domain = at == 0 || host.as_bytes()[at - 1] == b'.';
        if is_domain && BITS_OF_HOSTS[word] & mask != 0 {
            family = listed(&host[at..], path).or(family);
        }
    }
    family
}

/// The family of exactly this domain.
fn listed(domain: &str, path: &str) -> Option<&'static str> {
    let first = COLLECTORS.partition_point(|collector| collector.host < domain);
    let mut same = COLLECTORS[first..].iter().take_while(|collector| collector.host == domain);
    same.find(|collector| path.starts_with(collector.path)).map(|collector| collector.family)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_host_has_a_public_suffix() {
        for row in COLLECTORS {
            let suffix = row.host.rsplit('.').next().expect("a last label");
            assert!(super::super::suffix::known(suffix), "{} has no public suffix", row.host);
        }
    }

    #[test]
    fn domains_below_and_paths() {
        assert_eq!(family("webhook.site", ""), Some("webhook"));
        assert_eq!(family("a1b2.ngrok-free.app", ""), Some("tunnel"));
        assert_eq!(family("notwebhook.site", ""), None);
        assert_eq!(family("discord.com", "/api/webhooks/1/x"), Some("chat-webhook"));
        assert_eq!(family("discord.com", "/channels"), None);
        assert_eq!(family("canary.discord.com", "/api/webhooks/1/x"), Some("chat-webhook"));
        for row in COLLECTORS {
            assert_eq!(family(&format!("a.{}", row.host), row.path), Some(row.family), "{row:?}");
        }
        assert_eq!(family("example.com", ""), None);
        assert_eq!(family("", ""), None);
    }
}
