//! Addresses written as numbers: the ways in which programs read an IP address, and who it belongs to.

use super::{Trick, Tricks};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether the last label makes the host an IPv4 address: only digits, or `0x` and hexadecimal digits.
pub(super) fn ends_in_number(host: &str) -> bool {
    let last = host.rsplit('.').next().unwrap_or(host);
    let all_digits = !last.is_empty() && last.bytes().all(|b| b.is_ascii_digit());
    all_digits || hexadecimal(last).is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))
}

fn hexadecimal(part: &str) -> Option<&str> {
    part.strip_prefix("0x").or_else(|| part.strip_prefix("0X"))
}

/// One part: decimal, octal with a leading zero, or hexadecimal. `0x` alone is zero, as browsers have it.
fn part(text: &str) -> Option<u64> {
    let (digits, radix) = match hexadecimal(text) {
        Some("") => return Some(0),
        Some(digits) => (digits, 16),
        None if text.len() > 1 && text.starts_with('0') => (text, 8),
        None => (text, 10),
    };
    let sound = digits.len() <= 40 && digits.bytes().all(|b| char::from(b).is_digit(radix));
    sound.then(|| u64::from_str_radix(digits, radix).ok()).flatten()
}

/// The address that a host of one to four numbers stands for; the last number fills what is left.
pub(super) fn v4(host: &str) -> Option<Ipv4Addr> {
    let mut parts = [0_u64; 4];
    let mut count = 0;
    for text in host.split('.') {
        *parts.get_mut(count)? = part(text)?;
        count += 1;
    }
    let last = *parts.get(count.checked_sub(1)?)?;
    let mut value = 0_u64;
    for part in parts.iter().take(count - 1) {
        if *part > 255 {
            return None;
        }
        value = value << 8 | part;
    }
    let rest = 8 * (5 - count as u32);
    if last >= 1 << rest {
        return None;
    }
    u32::try_from(value << rest | last).ok().map(Ipv4Addr::from)
}

/// The address in brackets, without the zone, and whether it hides an IPv4 address.
pub(super) fn v6(inside: &str) -> Option<(Ipv6Addr, Tricks)> {
    let address = inside.split('%').next().unwrap_or(inside);
    let address: Ipv6Addr = address.parse().ok()?;
    let hides = embedded(address).is_some();
    Some((address, if hides { Tricks::of(Trick::Number) } else { Tricks::NONE }))
}

/// The IPv4 address inside an IPv6 one: mapped, translated (NAT64) or 6to4.
fn embedded(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let [a, b, c, d, e, f, g, h] = address.segments();
    let from = |high: u16, low: u16| Some(Ipv4Addr::from(u32::from(high) << 16 | u32::from(low)));
    match (a, b, c, d, e, f) {
        (0, 0, 0, 0, 0, 0xffff) | (0x64, 0xff9b, 0, 0, 0, 0) => from(g, h),
        (0, 0, 0, 0, 0, 0) if g != 0 => from(g, h),
        (0x2002, ..) => from(b, c),
        _ => None,
    }
}

/// Whether nobody outside can have this address.
pub(super) fn internal(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => internal_v4(v4),
        IpAddr::V6(v6) => match embedded(v6) {
            Some(v4) => internal_v4(v4),
            None => {
                let first = v6.segments()[0];
                v6.is_loopback() || v6.is_unspecified() || first & 0xfe00 == 0xfc00 || first & 0xffc0 == 0xfe80
            }
        },
    }
}

/// Private, shared, local to the link or the machine, and what is no machine's: netmasks, broadcasts.
fn internal_v4(address: Ipv4Addr) -> bool {
    let [a, b, ..] = address.octets();
    let shared = a == 100 && b & 0xc0 == 64;
    a == 0 || a >= 240 || shared || address.is_loopback() || address.is_private() || address.is_link_local()
}

/// Whether a cloud answers here with the credentials of the machine that asks.
pub(super) fn metadata(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => METADATA.contains(&v4.octets()),
        IpAddr::V6(v6) => match embedded(v6) {
            Some(v4) => METADATA.contains(&v4.octets()),
            None => v6 == Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254),
        },
    }
}

/// EC2 and most others, ECS tasks, EKS pods, Alibaba, Oracle, Azure's host agent.
const METADATA: [[u8; 4]; 6] = [
    [169, 254, 169, 254],
    [169, 254, 170, 2],
    [169, 254, 170, 23],
    [100, 100, 100, 200],
    [192, 0, 0, 192],
    [168, 63, 129, 16],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_browsers_do() {
        for (host, address) in [
            ("2130706433", "127.0.0.1"),
            ("0x7f.1", "127.0.0.1"),
            ("0177.0.0.1", "127.0.0.1"),
            ("0x7f000001", "127.0.0.1"),
            ("127.1", "127.0.0.1"),
            ("10.0.258", "10.0.1.2"),
            ("0xA9FEA9FE", "169.254.169.254"),
            ("0251.0376.0251.0376", "169.254.169.254"),
            ("0", "0.0.0.0"),
            ("1.0x", "1.0.0.0"),
        ] {
            assert_eq!(v4(host).map(|a| a.to_string()).as_deref(), Some(address), "{host}");
        }
        for host in ["256.1.1.1", "1.2.3.4.5", "4294967296", "08.1", "", "1..2", "0xg"] {
            assert_eq!(v4(host), None, "{host}");
        }
    }

    #[test]
    fn ranges_that_stay_inside() {
        for inside in [
            "127.9.9.9", "10.1.2.3", "172.16.0.1", "172.31.255.1", "192.168.0.1", "169.254.1.1", "100.64.0.1",
            "100.127.0.1", "0.0.0.0", "::1", "::", "fc00::1", "fd12::1", "fe80::1", "::ffff:10.0.0.1",
            "64:ff9b::127.0.0.1", "2002:7f00:1::",
        ] {
            assert!(internal(inside.parse().expect("an address")), "{inside}");
        }
        for outside in
            ["8.8.8.8", "172.32.0.1", "100.128.0.1", "192.169.0.1", "2001:4860::1", "::ffff:8.8.8.8", "fec0::1"]
        {
            assert!(!internal(outside.parse().expect("an address")), "{outside}");
        }
    }
}
