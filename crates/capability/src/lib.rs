//! What a tool can do.

mod classification;
mod classify;
mod client;
mod combinations;
mod docstring;
mod evidence;
mod facts;
mod features;
#[cfg(test)]
mod fixture;
mod frames;
pub mod inferred;
mod inflect;
mod level;
mod lexicon;
mod meaning;
mod name;
mod operation;
mod phrases;
mod profile;
mod reading;
mod role;
mod roles;
mod server;
mod source;
mod tag;
mod weigh;
mod words;

pub use classification::{Capability, Classification, Mode, Operation, ParameterRole};
pub use classify::{classify, classify_all, features_by_tag};
pub use client::{Crossing, Party, crossings};
pub use level::Level;
pub use name::tokens;
pub use operation::OperationClass;
pub use profile::{Combination, Profile};
pub use role::Role;
pub use server::{Server, ServerClass, ServerClassification};
pub use source::Sink;
pub use tag::Tag;
