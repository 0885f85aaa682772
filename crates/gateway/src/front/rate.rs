//! How often one client may ask: a bucket of tokens each, in a table that cannot grow without end.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use tokio::time::Instant;

/// Buckets kept at a time.
const BUCKETS: usize = 4096;

/// Whose bucket it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Who {
    /// An agent, wherever it comes from.
    Agent(String),
    /// Whoever manages the gateway: with the admin token, or signed in to the console.
    Admin,
    /// A client without a token, or with a wrong one.
    Address(IpAddr),
}

impl Who {
    /// By address, or by the network of it.
    pub(crate) fn at(address: IpAddr) -> Self {
        Self::Address(network(address))
    }
}

/// The address that counts as one client. Whoever has one IPv6 address has a whole network of them, so the network counts.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        address => address,
    }
}

/// The buckets.
#[derive(Debug, Default)]
pub(crate) struct Rate {
    buckets: Mutex<BTreeMap<Who, Bucket>>,
}

#[derive(Debug, Clone, Copy)]
struct Bucket {
    left: f64,
    at: Instant,
}

impl Rate {
    /// Takes one token; `false` if there is none left. `rate` a second flow in, `burst` fit.
    pub(crate) fn take(&self, who: &Who, rate: u32, burst: u32, now: Instant) -> bool {
        let (rate, burst) = (f64::from(rate), f64::from(burst.max(1)));
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bucket) = buckets.get_mut(who) {
            bucket.left = (bucket.left + now.duration_since(bucket.at).as_secs_f64() * rate).min(burst);
            bucket.at = now;
            let enough = bucket.left >= 1.0;
            bucket.left -= f64::from(u8::from(enough));
            return enough;
        }
        if buckets.len() >= BUCKETS {
            make_room(&mut buckets);
        }
        buckets.insert(who.clone(), Bucket { left: burst - 1.0, at: now });
        true
    }
}

/// Forgets the half that was silent longest: their buckets are the fullest.
fn make_room(buckets: &mut BTreeMap<Who, Bucket>) {
    let mut times: Vec<Instant> = buckets.values().map(|bucket| bucket.at).collect();
    times.sort_unstable();
    let middle = times[times.len() / 2];
    buckets.retain(|_, bucket| bucket.at > middle);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_burst_is_let_through_and_then_the_rate() {
        let (rate, who, start) = (Rate::default(), Who::Agent("a".to_owned()), Instant::now());
        assert_eq!((0..10).filter(|_| rate.take(&who, 2, 5, start)).count(), 5);
        let later = start + Duration::from_millis(1600);
        assert_eq!((0..10).filter(|_| rate.take(&who, 2, 5, later)).count(), 3);
        let much_later = start + Duration::from_secs(1000);
        assert_eq!((0..10).filter(|_| rate.take(&who, 2, 5, much_later)).count(), 5);
    }

    #[test]
    fn one_client_does_not_use_up_the_tokens_of_another() {
        let (rate, now) = (Rate::default(), Instant::now());
        let (one, two) = (Who::at("192.0.2.1".parse().unwrap()), Who::at("192.0.2.2".parse().unwrap()));
        assert!(rate.take(&one, 1, 1, now) && !rate.take(&one, 1, 1, now) && rate.take(&two, 1, 1, now));
    }

    #[test]
    fn addresses_of_one_network_share_a_bucket() {
        let at = |text: &str| Who::at(text.parse().unwrap());
        assert_eq!(at("2001:db8:1:2::1"), at("2001:db8:1:2:ffff::9"));
        assert_ne!(at("2001:db8:1:2::1"), at("2001:db8:1:3::1"));
        assert_eq!(at("::ffff:192.0.2.1"), at("192.0.2.1"));
        assert_ne!(at("192.0.2.1"), at("192.0.2.2"));
    }

    #[test]
    fn the_table_does_not_grow_without_end() {
        let (rate, start) = (Rate::default(), Instant::now());
        for number in 0..20_000_u32 {
            let who = Who::Address(IpAddr::V4(number.into()));
            rate.take(&who, 1, 1, start + Duration::from_millis(number.into()));
        }
        let buckets = rate.buckets.lock().unwrap();
        assert!(buckets.len() <= BUCKETS && buckets.contains_key(&Who::Address(IpAddr::V4(19_999.into()))));
    }
}
