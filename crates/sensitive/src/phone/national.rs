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
#[derive(Debug)]
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

// `WAYS`, from `data/telephone_groups.tsv`.
include!(concat!(env!("OUT_DIR"), "/telephone_groups.rs"));

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
