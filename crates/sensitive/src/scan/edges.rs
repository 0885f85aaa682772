//! Where a number starts and ends: not in the middle of a longer one.

use crate::class::is_word;

/// Whether what starts at `start` goes on from before: `v1.2`, `a-1`, `x_1`, `€1`.
#[inline(always)]
pub(super) fn joined_before(text: &[u8], start: usize) -> bool {
    let Some(before) = start.checked_sub(1).map(|at| text[at]) else { return false };
    let earlier = start.checked_sub(2).map(|at| text[at]);
    match before {
        b'_' => true,
        b'/' if earlier == Some(b'/') => false,
        b'-' | b'.' | b'/' | b'+' => earlier.is_some_and(|byte| is_word(byte) || byte == before),
        // `1,234` is one number; `17,4539578763621486` are two cells.
        b',' => earlier.is_some_and(|byte| byte.is_ascii_digit()) && is_thousand(&text[start..]),
        b'$' | b'#' => true,
        _ => is_word(before) && earlier != Some(b'\\'),
    }
}

/// Whether the text starts with three digits that end there.
fn is_thousand(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits == 3 && !text.get(3).is_some_and(|next| is_word(*next) || *next == b'-')
}

/// Whether what ends at `end` goes on behind.
pub(super) fn joined_after(text: &[u8], end: usize) -> bool {
    let Some(next) = text.get(end) else { return false };
    match next {
        b'-' | b'.' | b'/' | b'+' => text.get(end + 1).is_some_and(|byte| is_word(*byte)),
        byte => is_word(*byte) || *byte == b'_',
    }
}

/// Whether a number written with spaces has further groups on either side.
pub(super) fn continues(text: &[u8], start: usize, end: usize) -> bool {
    let digit = |at: Option<usize>| at.and_then(|at| text.get(at)).is_some_and(u8::is_ascii_digit);
    let space = |at: Option<usize>| at.and_then(|at| text.get(at)) == Some(&b' ');
    space(start.checked_sub(1)) && digit(start.checked_sub(2)) || space(Some(end)) && digit(Some(end + 1))
}
