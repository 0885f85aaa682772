//! Personal data and secrets: found, proved, masked.
#![allow(dead_code)]

mod candidate;
mod card;
mod catalogue;
mod class;
mod credential;
mod custom;
mod detector;
mod document;
mod email;
mod formats;
mod hit;
mod iban;
mod identifiers;
mod inspect;
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
mod redact;
mod scan;
mod settings;
mod street;
mod structures;
mod vocabulary;
mod wallet;

pub use catalogue::{Listed, catalogue};
pub use detector::Detector;
pub use inspect::{Inspector, Match};
pub use kind::{Category, Grade, Kind};
pub use link::{Form, Link, Links, Place, Trick, Tricks};
pub use mask::{
    Limits, Masked, Masker, Mode, Origin, Replaced, Restored, Session, SessionKey, UnknownMode, Vault, VaultFull,
    is_masked, sample,
};
pub use redact::Redactor;
pub use settings::{CustomPattern, Keyword, Settings, SettingsError, kinds_named};
