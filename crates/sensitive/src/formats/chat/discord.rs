//! How Discord writes its bot tokens.

use crate::formats::Proof;
use crate::formats::looks::varied;
use data_encoding::BASE64URL_NOPAD;

/// How Base64 of a number starts, by its first two digits.
pub(super) const SNOWFLAKES: &[&str] = &[
    "MTA", "MTE", "MTI", "MTM", "MTQ", "MTU", "MTY", "MTc", "MTg", "MTk", "MjA", "MjE", "MjI", "MjM", "MjQ", "MjU",
    "MjY", "Mjc", "Mjg", "Mjk", "MzA", "MzE", "MzI", "MzM", "MzQ", "MzU", "MzY", "Mzc", "Mzg", "Mzk", "NDA", "NDE",
    "NDI", "NDM", "NDQ", "NDU", "NDY", "NDc", "NDg", "NDk", "NTA", "NTE", "NTI", "NTM", "NTQ", "NTU", "NTY", "NTc",
    "NTg", "NTk", "NjA", "NjE", "NjI", "NjM", "NjQ", "NjU", "NjY", "Njc", "Njg", "Njk", "NzA", "NzE", "NzI", "NzM",
    "NzQ", "NzU", "NzY", "Nzc", "Nzg", "Nzk", "ODA", "ODE", "ODI", "ODM", "ODQ", "ODU", "ODY", "ODc", "ODg", "ODk",
    "OTA", "OTE", "OTI", "OTM", "OTQ", "OTU", "OTY", "OTc", "OTg", "OTk",
];

/// The first part of a bot token is the bot's number in Base64.
pub(super) fn snowflake(token: &[u8]) -> Proof {
    let number = token.split(|byte| *byte == b'.').next().unwrap_or_default();
    match BASE64URL_NOPAD.decode(number) {
        Ok(number) if number.iter().all(u8::is_ascii_digit) => varied(token),
        _ => Proof::Unlikely,
    }
}
