//! Personal data and secrets: found, proved, masked.
#![allow(dead_code)]

mod candidate;
mod catalogue;
mod card;
mod class;
mod credential;
mod document;
mod inspect;
mod redact;
mod email;
mod structures;
mod scan;
mod hit;
mod detector;
mod formats;
mod iban;
mod identifiers;
mod ip;
mod json;
mod kind;
mod layout;
mod link;
mod mac;
mod mask;
mod names;
mod phone;
mod placeholder;
mod prefix;
mod random;
mod vocabulary;
mod wallet;

pub use catalogue::{Listed, catalogue};
pub use detector::Detector;
pub use inspect::{Inspector, Match};
pub use redact::Redactor;
pub use kind::{Category, Grade, Kind};
pub use link::{Form, Link, Links, Place, Trick, Tricks};
pub use mask::{
    Limits, Masked, Masker, Mode, Origin, Replaced, Restored, Session, SessionKey, UnknownMode, Vault, VaultFull,
    is_masked, sample,
};
