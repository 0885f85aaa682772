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

/// The list, sorted by host.
static COLLECTORS: LazyLock<Vec<Collector>> = LazyLock::new(|| {
    let mut collectors: Vec<Collector> = lines()
        .map(|(family, line)| {
            let (host, path) = line.find('/').map_or((line, ""), |at| line.split_at(at));
            Collector { host, path, family }
        })
        .collect();
    collectors.sort_by_key(|collector| collector.host);
    collectors
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

/// The family of `host` (lower case) or of a domain above it, for what comes after the host.
pub(super) fn family(host: &str, path: &str) -> Option<&'static str> {
    let mut domain = host;
    loop {
        let first = COLLECTORS.partition_point(|collector| collector.host < domain);
        let same = COLLECTORS.get(first..).into_iter().flatten().take_while(|collector| collector.host == domain);
        if let Some(found) = same.into_iter().find(|collector| path.starts_with(collector.path)) {
            return Some(found.family);
        }
        domain = domain.split_once('.')?.1;
    }
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
        assert_eq!(family("example.com", ""), None);
        assert_eq!(family("", ""), None);
    }
}
