//! The quotes and tags around names and values.

/// The longest tag that is recognised, in bytes.
pub(super) const TAG: usize = 80;

pub(super) fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'`')
}

/// Whether a tag starts behind the `<` before `rest`.
pub(super) fn is_tag(rest: &[u8]) -> bool {
    let name = match rest {
        [b'/', name @ ..] | name => name,
    };
    name.first().is_some_and(u8::is_ascii_alphabetic) && memchr::memchr(b'>', &name[..name.len().min(TAG)]).is_some()
}
