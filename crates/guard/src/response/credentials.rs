//! The addresses at which machines in a cloud hand out their own credentials.
//!
//! A link to one of them in a result is followed from where the client runs: whatever it is called, what comes back is a key.
//! Only a string that is nothing but such an address counts; a text may well explain them.

/// Hosts by name.
const NAMES: &[&str] = &["metadata.google.internal", "metadata.goog", "metadata.azure.internal", "instance-data"];

/// Hosts by number that are not link-local: Alibaba and Oracle.
const NUMBERS: &[u32] = &[u32::from_be_bytes([100, 100, 100, 200]), u32::from_be_bytes([192, 0, 0, 192])];

/// The longest address that is looked at.
const LONGEST: usize = 2_048;

/// Whether `text` is such an address, however its number is written.
pub(super) fn is_service(text: &str) -> bool {
    let text = text.trim();
    let Some((scheme, rest)) = text.split_once("://") else { return false };
    if text.len() > LONGEST || text.contains(char::is_whitespace) || !scheme.bytes().all(|b| b.is_ascii_alphanumeric())
    {
        return false;
    }
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default().to_ascii_lowercase();
    if let Some(inside) = host.strip_prefix('[') {
        let inside = inside.split(']').next().unwrap_or_default();
        return match inside.parse::<std::net::Ipv6Addr>() {
            Ok(address) => {
                let mapped = address.to_ipv4_mapped().map(u32::from);
                mapped.is_some_and(is_number) || address.segments()[..3] == [0xfd00, 0x0ec2, 0]
            }
            Err(_) => false,
        };
    }
    let host = host.split(':').next().unwrap_or_default().trim_end_matches('.');
    NAMES.contains(&host) || number(host).is_some_and(is_number)
}

fn is_number(address: u32) -> bool {
    address >> 16 == u32::from_be_bytes([0, 0, 169, 254]) || NUMBERS.contains(&address)
}

/// The address that a host stands for as browsers read it: one to four numbers, decimal, octal or hexadecimal.
fn number(host: &str) -> Option<u32> {
    let mut parts = host.split('.').map(|part| {
        let (digits, radix) = match part {
            _ if part.starts_with("0x") => (&part[2..], 16),
            _ if part.len() > 1 && part.starts_with('0') => (&part[1..], 8),
            _ => (part, 10),
        };
        u64::from_str_radix(digits, radix).ok()
    });
    let mut address = 0_u64;
    let mut shift = 32;
    let mut last = parts.next()??;
    for part in parts {
        if last > 255 || shift == 8 {
            return None;
        }
        shift -= 8;
        address |= last << shift;
        last = part?;
    }
    (last < 1 << shift).then(|| u32::try_from(address | last).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::is_service;

    #[test]
    fn the_service_is_known_however_it_is_written() {
        for text in [
            "http://169.254.169.254/latest/meta-data/",
            "http://169.254.170.2/v2/credentials",
            "http://2852039166/latest",
            "http://0xa9.0xfe.0xa9.0xfe/",
            "http://0251.0376.0251.0376/",
            "http://169.16689662/",
            "http://[::ffff:169.254.169.254]/",
            "http://[fd00:ec2::254]/latest",
            "http://user@metadata.google.internal./computeMetadata/v1/",
            "https://100.100.100.200:80/latest",
        ] {
            assert!(is_service(text), "{text}");
        }
        for text in [
            "http://169.253.169.254/",
            "https://example.org/169.254.169.254",
            "see http://169.254.169.254/latest for the role",
            "http://192.168.1.1/",
            "http://10.0.0.1.5/",
            "http://1.2.3.4.5.6/",
            "169.254.169.254",
            "://",
            "",
        ] {
            assert!(!is_service(text), "{text}");
        }
    }
}
