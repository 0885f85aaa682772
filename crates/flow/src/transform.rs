//! What data can be wrapped in on its way.

use std::fmt;

/// A way to write data so that it does not look like itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Transform {
    /// `%41`.
    Percent,
    /// `\u0041`, `\x41`, `\101`.
    Escape,
    /// `&#65;`.
    Html,
    /// `=41`.
    QuotedPrintable,
    /// RFC 4648 base64, either alphabet.
    Base64,
    /// RFC 4648 base32.
    Base32,
    /// Base58, in the alphabet of Bitcoin.
    Base58,
    /// Base85: Ascii85, RFC 1924, Z85.
    Base85,
    /// Pairs of hexadecimal digits.
    Hex,
    /// Decimal character codes.
    Decimal,
    /// gzip.
    Gzip,
    /// zlib.
    Zlib,
    /// Raw deflate.
    Deflate,
    /// Letters turned by thirteen.
    Rot13,
    /// Written backwards.
    Reversed,
}

impl Transform {
    /// How texts are written down in addresses, documents and mails: nothing is hidden by them.
    pub(crate) const WRITTEN: [Self; 4] = [Self::Percent, Self::Escape, Self::Html, Self::QuotedPrintable];

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Percent => "percent",
            Self::Escape => "escape",
            Self::Html => "html",
            Self::QuotedPrintable => "quoted_printable",
            Self::Base64 => "base64",
            Self::Base32 => "base32",
            Self::Base58 => "base58",
            Self::Base85 => "base85",
            Self::Hex => "hex",
            Self::Decimal => "decimal",
            Self::Gzip => "gzip",
            Self::Zlib => "zlib",
            Self::Deflate => "deflate",
            Self::Rot13 => "rot13",
            Self::Reversed => "reversed",
        }
    }
}

impl fmt::Display for Transform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
