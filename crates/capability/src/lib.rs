//! What a tool can do.

mod classification;
mod classify;
mod client;
mod combinations;
#[cfg(test)]
mod fixture;
pub mod inferred;
mod level;
mod operation;
mod profile;
mod role;
mod server;
mod source;
mod docstring;
mod evidence;
mod facts;
mod features;
mod frames;
mod inflect;
mod lexicon;
mod meaning;
mod name;
mod phrases;
mod reading;
mod roles;
mod weigh;
mod words;
mod tag;

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
