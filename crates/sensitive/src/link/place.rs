//! Inside or outside: what a host's name says about where it is.

use super::words::host::{INSIDE, METADATA};
use super::{Place, number};
use std::net::IpAddr;

/// Whether `host` is `domain` or lies below it.
pub(super) fn within(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// The reserved domain that `host` is or lies below.
pub(super) fn reserved(host: &str) -> bool {
    INSIDE.iter().any(|domain| within(host, domain))
}

/// Where `host` is. `internal` are the domains that the configuration calls its own.
pub(super) fn place(host: &str, address: Option<IpAddr>, internal: &[String]) -> Place {
    let inside = match address {
        Some(address) => number::internal(address),
        None => !host.contains('.') || reserved(host),
    };
    if inside || internal.iter().any(|domain| within(host, domain)) { Place::Internal } else { Place::External }
}

/// Whether `host` answers with the credentials of the machine that asks.
pub(super) fn metadata(host: &str, address: Option<IpAddr>) -> bool {
    match address {
        Some(address) => number::metadata(address),
        None => METADATA.contains(&host),
    }
}
