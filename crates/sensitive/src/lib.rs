//! Personal data and secrets: found, proved, masked.
#![allow(dead_code)]

mod candidate;
mod card;
mod class;
mod email;
mod formats;
mod iban;
mod identifiers;
mod ip;
mod kind;
mod layout;
mod link;
mod mac;
mod mask;
mod names;
mod phone;
mod prefix;
mod wallet;

pub use kind::{Category, Grade, Kind};
