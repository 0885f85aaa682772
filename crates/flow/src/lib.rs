//! What data went where in a session of calls.
//!
//! An agent reads with one tool and writes with another. This room remembers, within bounds, what every response of a
//! session said ([`Memory`]), finds it again in the arguments of later calls, whatever it was wrapped in, and says what
//! that means: an [`Edge`] from where the data came from to where it goes, with its [`Pattern`] and its [`Level`]. Beside it
//! stand what a session as a whole has done: the three legs of the lethal trifecta ([`Trifecta`]), the counts of
//! what left ([`Exfiltration`]), and the picture of all of it ([`Graph`]).
//!
//! The guarantee: a run of 12 canonical characters or more that a response and the arguments of a later call share is
//! found, and what is found is there: every hit is verified byte by byte.
//!
//! This room is pure: values in, values out; no file, network, clock or randomness. Time comes in as an argument.

mod address;
mod canonical;
mod certainty;
mod edge;
mod exfiltration;
mod following;
mod grams;
mod graph;
mod leaves;
mod memory;
mod novelty;
mod order;
mod origin;
mod places;
pub mod provenance;
mod store;
mod taking;
mod transform;
mod trifecta;
mod views;

/// The word lists of `data/words`, a module for each file.
mod words {
    include!(concat!(env!("OUT_DIR"), "/words.rs"));
}

pub use address::{Acquaintance, Addresses};
pub use canonical::canonical;
pub use certainty::Certainty;
pub use edge::{Edge, Level, Pattern};
pub use exfiltration::{
    ALARMS, Alarm, AlarmKind, Cargo, CargoForm, CargoPart, Carrier, CarrierForm, Case, Destination, Exfiltration,
    Labels, Laden, Leaving, Outgoing, Thresholds, fetched_by_formula, links_with_data,
};
pub use following::{Carried, Following, Gravity, Link, Naming, Sink, Suggested};
pub use graph::{Graph, Node};
pub use leaves::Decoded;
pub use memory::{Found, Memory};
pub use order::{Knowledge, Obeyed, Orders};
pub use origin::{Origin, Place, call_name};
pub use taking::{Fetched, Way};
pub use transform::Transform;
pub use trifecta::{Evidence, Leg, Stand, Trifecta};
