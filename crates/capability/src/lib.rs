//! What a tool can do, what its parameters take, and what servers can do together.
//!
//! Policy, contradictions, flow labels and the scanner's mismatch checks all ask the same question of a tool: can it run
//! code, read or change files, reach the network, read secrets, read or change a database? This room answers with
//! [`Tag`]s, each with a [`Level`] and its reasons, with a [`Role`] for every parameter, and with the class of the
//! operation: does it read, write or destroy?
//!
//! Three layers answer, each better informed than the one before:
//!
//! 1. **Lexical** ([`classify`], [`classify_all`]): the definition alone, always on, deterministic and offline.
//! 2. **Source** ([`Sink`], [`Classification::confirmed_by`]): calls that were seen in the handler's source confirm or
//!    weaken what layer 1 said. Reading source is not this room's work.
//! 3. **Inferred** ([`inferred`]): what a language model said, where both others are unsure. This room holds the
//!    question, the validation of the answer and what may come of it; it has no way to ask.
//!
//! Above the tools: a server's [`Profile`] with the combinations that are worse than their parts, the [`crossings`]
//! between the servers of one client, and the [`Server`] class, internal or external.
//!
//! This room is pure: values in, values out; no file, network, clock or randomness.
//!
//! ```
//! use vetgate_capability::{Level, OperationClass, Profile, Role, Tag, classify_all};
//! use vetgate_model::{Definition, DefinitionKind};
//!
//! let raws = [
//!     r#"{"name":"read_note","description":"Reads the file of a note.",
//!         "inputSchema":{"type":"object","properties":{"path":{"type":"string"}}}}"#,
//!     r#"{"name":"post_message","description":"Posts a message to a Slack channel.",
//!         "inputSchema":{"type":"object","properties":{"text":{"type":"string"}}}}"#,
//! ];
//! let tools: Vec<_> = raws.iter().map(|raw| Definition::parse("desk", DefinitionKind::Tool, raw).unwrap()).collect();
//! let classified: Vec<_> = classify_all(&tools).into_iter().map(|(_, classification)| classification).collect();
//! assert!(classified[0].has(Tag::FsRead, Level::Medium));
//! assert_eq!(classified[0].parameter_roles["path"].role, Role::Path);
//! assert_eq!(classified[1].operation.class, OperationClass::Write);
//! let profile = Profile::of("desk", classified);
//! assert_eq!(profile.overbroad_combinations[0].rationale, "exfil_pair");
//! ```

mod classification;
mod client;
mod combinations;
#[cfg(test)]
mod fixture;
pub mod inferred;
mod level;
mod lexical;
mod profile;
mod role;
mod server;
mod source;
mod tag;

/// The word lists of `data/words`, a module for each file.
mod words {
    include!(concat!(env!("OUT_DIR"), "/words.rs"));
}

pub use classification::{Capability, Classification, Mode, Operation, ParameterRole};
pub use client::{Crossing, Party, crossings};
pub use level::Level;
pub use lexical::name::tokens;
pub use lexical::operation::{OperationClass, act_class};
pub use lexical::{classify, classify_all, classify_server, features_by_tag};
pub use profile::{Combination, Profile};
pub use role::Role;
pub use server::{Server, ServerClass, ServerClassification};
pub use source::{HandlerCalls, Sink};
pub use tag::Tag;
