//! Personal data and secrets: found, proved, masked.
//!
//! A [`Detector`] is made once from [`Settings`] and used from any thread. It reads a document as a model does: JSON leaf
//! by leaf, decoded, and JSON inside strings again; anything else as text. An [`Inspector`] tells what is there, never
//! the values; a [`Redactor`] writes the document back without them. Both take documents in pieces of any size.
//!
//! Three tiers decide. Patterns say where to look: one pass over byte classes (`scan`) that stops at known literals
//! (`prefix`), fixed layouts of numbers (`layout`), long tokens and a few signs. Validators say whether it can be: rows of
//! `identifiers` and `formats` with their check digits and checksums, and readers of shapes, one file each (`card`,
//! `iban`, `phone`, `structures/…`). Context says how sure that is: names of fields and words nearby (`names`,
//! `vocabulary`, `credential`), and what only stands for a value (`placeholder`).
//!
//! What the validators know is in the files of `data`, which become `static` tables when the crate is built. To add a token
//! format, write a row in `data/token_formats`; to add a national number, a row in `identifiers`; each with a text in which it
//! is found and one in which it is not. Tests, `vetgate explain` and the reference page read it from there.

mod bech32;
mod candidate;
mod card;
mod catalogue;
mod class;
mod credential;
mod custom;
mod detector;
mod document;
mod eight;
mod email;
mod formats;
mod hit;
mod iban;
mod identifiers;
mod inspect;
mod ip;
mod json;
mod keys;
mod kind;
mod layout;
mod link;
mod mac;
mod mask;
mod names;
mod phone;
mod placeholder;
mod plain;
mod prefix;
mod quiet;
mod random;
mod redact;
mod scan;
mod settings;
mod street;
mod structures;
mod vocabulary;
mod wallet;

/// The word lists of `data/words`, a module for each file.
mod words {
    include!(concat!(env!("OUT_DIR"), "/words.rs"));
}

pub use catalogue::{Listed, catalogue};
pub use detector::Detector;
pub use inspect::{Inspector, Match};
pub use kind::{Category, Grade, Kind};
pub use link::{Form, Link, Links, Place, Spot, Trick, Tricks};
pub use mask::{
    Limits, Masked, Masker, Mode, Origin, Replaced, Restored, Session, SessionKey, UnknownMode, Vault, VaultFull,
    is_masked, sample,
};
pub use random::{Looks, looks};
pub use redact::Redactor;
pub use settings::{CustomPattern, Keyword, Settings, SettingsError, kinds_named};
