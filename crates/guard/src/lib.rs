//! The verdict on a call and on its response.
//!
//! [`Guard::before`] reads what an agent is about to send, [`Guard::after`] what comes back. Both first gather an
//! [`Assessment`], which holds what can be known whatever anybody's policy is: the four signals and where they
//! contradict each other, what flowed from where, what left and how fast, how far a tool is from its baseline, and the risk
//! that all of it adds up to. A [`Policy`] then decides. The two are apart so that a verdict can be explained in full, and
//! so that another policy can be tried on what was recorded.
//!
//! This room is pure: values in, values out; no file, network, clock or randomness. Time comes in as an argument.

mod action;
mod arguments;
mod assessment;
pub mod baseline;
pub mod contradiction;
mod errand;
mod explain;
#[cfg(test)]
mod fixture;
mod guard;
mod handled;
mod label;
mod masking;
mod note;
mod policy;
mod principal;
mod replay;
mod request;
mod response;
mod risk;
mod route;
mod rules;
mod session;
mod sessions;
mod settings;
mod signal;
mod tool;
mod user_words;
mod verdict;

/// The word lists of `data/words`, a module for each file.
mod words {
    include!(concat!(env!("OUT_DIR"), "/words.rs"));
}

pub use action::{Action, Decision};
pub use arguments::{Arguments, Leaf, Value};
pub use assessment::{Assessment, Band, Contradiction, Drift, Part, Risk, Sensed, SessionFacts, Source, ToolFacts};
pub use baseline::{Answered, Baselines, Observed, Shape};
pub use contradiction::contradictions;
pub use explain::explain;
pub use guard::Guard;
pub use handled::Handled;
pub use label::Labels;
pub use masking::Masks;
pub use note::{HoldEnding, HoldResult, Note};
pub use policy::{Policy, PolicyError};
pub use replay::{Recorded, ReplaySummary, Replayed, replay};
pub use request::{Asked, Question};
pub use response::{Appeal, Instruction, Read, Reader, Treated, Whisper};
pub use risk::parts;
pub use rules::RulesError;
pub use sessions::Usage;
pub use settings::{
    BaselineSettings, FlowSettings, Guarantee, Masking, Mode, ReadUrls, ResponseSettings, RiskSettings, RuleText,
    Settings, ToolPolicy, Towards, Treatment, TrifectaPolicy, UnknownServers,
};
pub use signal::{Claim, Intent, Signal, SignalSource, Signals, operation, signals};
pub use tool::{Content, Tool};
pub use verdict::{About, After, Before, Call, KeyedBy, Notice, SessionKey, Ticket};
pub use vetgate_flow::Leg;
