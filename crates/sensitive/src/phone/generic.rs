//! Groups of digits that no plan here tells, but that people write telephone numbers in.

use super::cluster::{Cluster, Shape};

/// The sizes of groups that numbers to dial have and that little else has.
const SIZES: &[u32] = &[
    0x34, 0x35, 0x44, 0x26, 0x27, 0x28, 0x36, 0x37, 0x38, 0x45, 0x46, 0x47, 0x48, 0x55, 0x56, 0x57, 0x233, 0x234,
    0x244, 0x322, 0x323, 0x332, 0x333, 0x334, 0x343, 0x344, 0x424, 0x433, 0x434, 0x443, 0x532, 0x533, 0x2222, 0x2223,
    0x2322, 0x2334, 0x3222, 0x3322, 0x4222, 0x4322, 0x5222, 0x22222, 0x23222, 0x2333, 0x133, 0x134, 0x144,
];

/// Whether digits are grouped as numbers to dial are, and as no date, range, account or version is.
pub(super) fn is_grouped(shape: &Shape, digits: &[u8]) -> bool {
    let one_kind = shape.tail == 0 || shape.head == shape.tail || shape.head == b')' || shape.head == b'/';
    SIZES.contains(&shape.sizes)
        && (one_kind || shape.sizes > 0xFFF)
        && match (shape.head, shape.sizes) {
            // Decimals, addresses of machines, versions.
            (b'.', sizes) => matches!(sizes, 0x334 | 0x333 | 0x22222),
            // A year and a year, pages.
            (b'-' | b' ' | b'/', 0x44) => digits[..4] > digits[4..8] || !matches!(digits[0], b'1' | b'2'),
            (_, 0x133 | 0x134 | 0x144) => shape.parenthesis,
            (b'/', sizes) => matches!(sizes, 0x36 | 0x37 | 0x38 | 0x46 | 0x47 | 0x48 | 0x56),
            _ => true,
        }
}

/// Whether the last two groups could be the first and the last page of something: `(32) 484-557`.
pub(super) fn is_page_range(cluster: &Cluster, count: usize) -> bool {
    let shape = cluster.shape(count);
    let digits = cluster.digits(count);
    shape.sizes == 0x233 && shape.tail == b'-' && digits.len() == 8 && digits[2..5] < digits[5..8]
}

/// Whether the digits are `01 02 03 04`, as bytes in examples are.
pub(super) fn counts_in_pairs(digits: &[u8]) -> bool {
    let value = |pair: &[u8]| (pair[0] - b'0') * 10 + (pair[1] - b'0');
    digits.len().is_multiple_of(2)
        && digits.chunks_exact(2).zip(digits.chunks_exact(2).skip(1)).all(|(a, b)| value(a) + 1 == value(b))
}
