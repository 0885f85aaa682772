//! Which part of the network an address is from.

use std::net::{Ipv4Addr, Ipv6Addr};

/// Whom an address can lead to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// Somebody's line.
    Public,
    /// A machine in a private network, an example in a manual, or a server everybody uses.
    Local,
    /// No machine in particular.
    Nobody,
}

/// Resolvers that configurations everywhere name, and the numbers people type as an example.
static WELL_KNOWN: &[[u8; 4]] = &[
    [1, 0, 0, 1],
    [1, 1, 1, 1],
    [1, 2, 3, 4],
    [4, 2, 2, 1],
    [4, 2, 2, 2],
    [4, 3, 2, 1],
    [5, 6, 7, 8],
    [8, 8, 4, 4],
    [8, 8, 8, 8],
    [9, 9, 9, 9],
    [149, 112, 112, 112],
    [208, 67, 220, 220],
    [208, 67, 222, 222],
];

pub(super) fn v4(address: Ipv4Addr) -> Scope {
    let octets = address.octets();
    match octets {
        // This network, loopback, multicast, reserved; netmasks are among the reserved.
        [0 | 127 | 224..=255, ..] => Scope::Nobody,
        [10, ..] | [172, 16..=31, ..] | [192, 168, ..] | [169, 254, ..] | [100, 64..=127, ..] => Scope::Local,
        // Documentation, protocol assignments, benchmarks.
        [192, 0, 0 | 2, _] | [198, 51, 100, _] | [203, 0, 113, _] | [198, 18 | 19, ..] | [192, 88, 99, _] => {
            Scope::Local
        }
        _ if WELL_KNOWN.contains(&octets) => Scope::Local,
        _ => Scope::Public,
    }
}

pub(super) fn v6(address: Ipv6Addr) -> Scope {
    let tail = || {
        let [.., a, b, c, d] = address.octets();
        v4(Ipv4Addr::new(a, b, c, d))
    };
    match address.segments() {
        [0, 0, 0, 0, 0, 0, 0, 0 | 1] => Scope::Nobody,
        // IPv4 inside: compatible, mapped, translated, behind NAT64.
        [0, 0, 0, 0, 0, 0, ..] | [0, 0, 0, 0, 0, 0xffff, ..] => tail(),
        [0, 0, 0, 0, 0xffff, 0, ..] | [0x64, 0xff9b, 0, 0, 0, 0, ..] => tail(),
        [0xff00..=0xffff, ..] => Scope::Nobody,
        // Unique local, link local, site local, discard, documentation.
        [0xfc00..=0xfdff | 0xfe80..=0xfeff, ..] | [0x100, 0, 0, 0, ..] => Scope::Local,
        [0x2001, 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => Scope::Local,
        // The resolvers of Google and Cloudflare.
        [0x2001, 0x4860, 0x4860, ..] | [0x2606, 0x4700, 0x4700, ..] => Scope::Local,
        _ => Scope::Public,
    }
}
