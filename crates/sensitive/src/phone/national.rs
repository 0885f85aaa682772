//! How countries write the numbers that are dialled at home.

use super::cluster::{Cluster, Shape};
use super::plan::{self, Verdict};

/// How telling a way of writing is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Telling {
    /// Nothing else is written so.
    Peculiar,
    /// Other things are written so too; it counts where it stands alone or is named.
    Common,
}

/// A way of writing, and the calling codes of the countries that write so.
struct Way {
    shape: Shape,
    /// The trunk prefix it starts with, which is not part of the number.
    trunk: &'static str,
    codes: &'static [u16],
    telling: Telling,
}

const fn peculiar(example: &'static str, codes: &'static [u16]) -> Way {
    Way { shape: Shape::of(example), trunk: trunk(example), codes, telling: Telling::Peculiar }
}

const fn common(example: &'static str, codes: &'static [u16]) -> Way {
    Way { shape: Shape::of(example), trunk: trunk(example), codes, telling: Telling::Common }
}

/// The trunk prefix of an example: what it has in digits, the rest being `d`.
const fn trunk(example: &'static str) -> &'static str {
    let bytes = example.as_bytes();
    let start = if bytes[0] == b'(' { 1 } else { 0 };
    let mut end = start;
    while end < bytes.len() && bytes[end].is_ascii_digit() {
        end += 1;
    }
    example.split_at(end).0.split_at(start).1
}

/// Every way of writing.
const WAYS: &[Way] = &[
    // Switzerland, Ukraine.
    peculiar("0dd ddd dd dd", &[41, 380]),
    peculiar("0dd-ddd-dd-dd", &[380, 994]),
    peculiar("(0dd) ddd-dd-dd", &[380, 994]),
    peculiar("0dd/ddd dd dd", &[41]),
    // Turkey, Austria.
    peculiar("0ddd ddd dd dd", &[90, 43]),
    peculiar("0ddd-ddd-dd-dd", &[90]),
    peculiar("(0ddd) ddd dd dd", &[90]),
    peculiar("0(ddd) ddd dd dd", &[90]),
    common("ddd ddd dd dd", &[90, 7]),
    // Belgium.
    peculiar("0ddd dd dd dd", &[32]),
    peculiar("0ddd/dd dd dd", &[32]),
    peculiar("0ddd/dd.dd.dd", &[32]),
    peculiar("0d ddd dd dd", &[32]),
    peculiar("0d/ddd.dd.dd", &[32]),
    // France, Morocco, Algeria.
    peculiar("0d dd dd dd dd", &[33, 212]),
    peculiar("0d.dd.dd.dd.dd", &[33]),
    peculiar("0d-dd-dd-dd-dd", &[33, 212]),
    peculiar("0ddd dd dd dd", &[213]),
    // Britain, the Philippines, Nigeria, China.
    peculiar("0dd dddd dddd", &[44, 82, 81]),
    peculiar("0ddd ddd dddd", &[44, 63, 90, 234]),
    peculiar("0ddd-ddd-dddd", &[63, 90, 234, 886]),
    peculiar("0dddd dddddd", &[44]),
    peculiar("0dddd ddd ddd", &[44]),
    peculiar("0dddd-dddddd", &[44]),
    peculiar("0dddd ddd dddd", &[44]),
    peculiar("(0dd) dddd dddd", &[44, 91]),
    peculiar("(0ddd) ddd dddd", &[44, 90]),
    peculiar("(0dddd) dddddd", &[44]),
    peculiar("(0dddd) ddd ddd", &[44]),
    common("0ddd dddddd", &[44]),
    peculiar("0800 ddd ddd", &[44]),
    // The Netherlands.
    peculiar("0d-dddddddd", &[31]),
    peculiar("0dd-ddddddd", &[31, 972, 82]),
    peculiar("0ddd-dddddd", &[31]),
    peculiar("0d dddddddd", &[31]),
    peculiar("0d dddd dddd", &[31, 61]),
    common("0dd ddddddd", &[31, 49, 972, 39]),
    // Germany: mobile networks have numbers of their own, areas do not tell much.
    peculiar("01dd dddddddd", &[49]),
    peculiar("01dd ddddddd", &[49]),
    peculiar("01dd-dddddddd", &[49]),
    peculiar("01dd-ddddddd", &[49]),
    peculiar("01dd/dddddddd", &[49]),
    peculiar("01dd/ddddddd", &[49]),
    common("0dd dddddd", &[49]),
    common("0dd dddddddd", &[49]),
    common("0dd/dddddd", &[49]),
    common("0dd/ddddddd", &[49]),
    common("0dd/dddddddd", &[49]),
    common("0ddd dddddd", &[49]),
    common("0ddd ddddddd", &[49, 63, 92]),
    common("0ddd/dddddd", &[49]),
    common("0dddd dddddd", &[49]),
    common("0dddd/dddddd", &[49]),
    peculiar("(0dd) dddddddd", &[49]),
    peculiar("(0dd) ddddddd", &[49]),
    peculiar("(0ddd) dddddd", &[49]),
    peculiar("(0ddd) ddddddd", &[49]),
    peculiar("(0dddd) dddd", &[49]),
    peculiar("(0dddd) ddddd", &[49]),
    peculiar("(0dddd) dddddd", &[49]),
    // Pakistan, the Philippines.
    peculiar("0ddd-ddddddd", &[92, 63]),
    // South Africa, New Zealand, Thailand, Israel, Malaysia, Japan.
    peculiar("0dd ddd dddd", &[27, 64, 66, 972, 353, 254]),
    peculiar("0dd-ddd-dddd", &[972, 66, 81, 82, 27, 60]),
    peculiar("(0dd) ddd dddd", &[27, 972, 353]),
    peculiar("(0dd) ddd-dddd", &[27, 972, 81, 82]),
    peculiar("0d-ddd-dddd", &[972, 66]),
    peculiar("(0d) ddd dddd", &[64, 353]),
    peculiar("(0d) ddd-dddd", &[64, 353]),
    common("0d ddd dddd", &[64, 66, 972]),
    // Korea, Japan, Taiwan.
    peculiar("0dd-dddd-dddd", &[82, 81]),
    peculiar("0d-dddd-dddd", &[81, 82, 886, 61, 60]),
    peculiar("0ddd-dd-dddd", &[81]),
    peculiar("0ddd-ddd-ddd", &[81, 886]),
    peculiar("(0d)dddd-dddd", &[81, 886]),
    // Australia, Vietnam.
    peculiar("(0d) dddd dddd", &[61, 31]),
    peculiar("(0d) dddd-dddd", &[61, 886, 81]),
    peculiar("0ddd ddd ddd", &[61, 886, 420, 421, 380]),
    peculiar("0dd ddd dd dd", &[381]),
    // Sweden.
    peculiar("0dd-ddd dd dd", &[46]),
    peculiar("0d-ddd ddd dd", &[46]),
    peculiar("0d-ddd dd dd", &[46]),
    peculiar("0ddd-ddd dd", &[46]),
    peculiar("0dd-dd dd dd", &[46]),
    peculiar("0ddd-dd dd dd", &[46]),
    // Finland, Poland, Romania.
    common("0dd ddddddd", &[358]),
    common("0ddd ddd ddd", &[40]),
    common("dd ddd dd dd", &[48]),
    common("ddd dd dd dd", &[34]),
    // Italy.
    common("ddd ddddddd", &[39]),
    common("ddd ddd dddd", &[39]),
    common("0d ddddddd", &[39]),
    common("0d dddddddd", &[39]),
    // Brazil.
    peculiar("(dd) ddddd-dddd", &[55]),
    peculiar("(dd) dddd-dddd", &[55]),
    peculiar("(dd) d dddd-dddd", &[55]),
    peculiar("(0dd) ddddd-dddd", &[55]),
    common("dd ddddd-dddd", &[55]),
    common("dd ddddd dddd", &[55]),
    // Mexico.
    common("dd dddd dddd", &[52]),
    // India.
    common("ddddd ddddd", &[91]),
    common("ddddd-ddddd", &[91]),
    peculiar("0ddddd ddddd", &[91]),
    peculiar("0dd-dddddddd", &[91, 86, 62]),
    // China, Indonesia.
    peculiar("ddd-dddd-dddd", &[86]),
    common("ddd dddd dddd", &[86]),
    peculiar("0ddd-dddddddd", &[86]),
    peculiar("0ddd-dddd-dddd", &[62]),
    // Russia, Kazakhstan.
    peculiar("8 ddd ddd dd dd", &[7]),
    peculiar("8 ddd ddd-dd-dd", &[7]),
    peculiar("8-ddd-ddd-dd-dd", &[7]),
    peculiar("8(ddd)ddd-dd-dd", &[7]),
    peculiar("(ddd) ddd-dd-dd", &[7]),
    // Hungary.
    peculiar("06 dd ddd dddd", &[36]),
    peculiar("(dd) ddd-ddd", &[36]),
    peculiar("(d) ddd-dddd", &[36]),
];

/// How telling the first `count` groups are as a number of some country; `None` where no country has such a number.
pub(super) fn written(cluster: &Cluster, count: usize) -> Option<Telling> {
    let (shape, digits) = (cluster.shape(count), cluster.digits(count));
    let mut best = None;
    for way in WAYS.iter().filter(|way| way.shape == shape) {
        let Some(national) = digits.strip_prefix(without_network(way.trunk).as_bytes()) else { continue };
        if !digits.starts_with(way.trunk.as_bytes()) || !is_of(way.codes, national) {
            continue;
        }
        if way.telling == Telling::Peculiar {
            return Some(Telling::Peculiar);
        }
        best = Some(Telling::Common);
    }
    best
}

/// The trunk prefix alone: some ways are told by the digits behind it.
fn without_network(trunk: &'static str) -> &'static str {
    match trunk {
        "06" | "" | "8" => trunk,
        _ => &trunk[..1],
    }
}

fn is_of(codes: &[u16], national: &[u8]) -> bool {
    codes.iter().any(|code| plan::national_number(*code, national) == Verdict::Valid)
}

/// Whether digits in a row are a number with a trunk zero that leading zeros of other things seldom look like.
pub(super) fn is_zero_led(digits: &[u8]) -> bool {
    match digits {
        [b'0', national @ ..] if digits.len() == 11 => {
            let mobile = matches!(national, [b'7', ..]) && is_of(&[44], national);
            let nigerian = matches!(national, [b'7'..=b'9', ..]) && is_of(&[234], national);
            mobile || nigerian || matches!(national, [b'9', ..]) && is_of(&[63], national) || is_of(&[90], national)
        }
        _ => false,
    }
}

/// Whether digits in a row are a number of a country where it is common to write them so.
pub(super) fn is_plain(digits: &[u8]) -> bool {
    match (digits.len(), digits) {
        (8, [b'2'..=b'9', ..]) => is_of(&[65, 852, 47, 45], digits) && !is_date(digits),
        (9, [b'2'..=b'9', ..]) => is_of(&[34, 351, 48, 420, 51, 56], digits),
        (10, [b'2'..=b'9', ..]) => true,
        (10 | 11, [b'0', b'1'..=b'9', ..]) => true,
        (11, [b'1', national @ ..]) => is_of(&[86], digits) || is_of(&[1], national),
        (11, [b'8', national @ ..]) if is_of(&[7], national) => true,
        (11, _) if is_of(&[55], digits) => true,
        (12, [b'0', b'8', ..]) => is_of(&[62], &digits[1..]),
        (11..=13, [b'2'..=b'9', ..]) => plan::international(digits) == Verdict::Valid,
        _ => false,
    }
}

/// Whether eight digits are a day: `20240131`, `31012024`.
fn is_date(digits: &[u8]) -> bool {
    digits.starts_with(b"19") || digits.starts_with(b"20") || matches!(digits.get(4..6), Some(b"19" | b"20"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_say_what_the_trunk_prefix_is() {
        for (example, prefix) in [("0d dd", "0"), ("(0dd) d", "0"), ("(dd) d", ""), ("06 dd", "06"), ("01dd dd", "01")]
        {
            assert_eq!(trunk(example), prefix, "{example}");
        }
    }
}
