//! The gateway between clients and servers, both ends real: clients use its public interface, and a scripted server
//! (`server.py`) does what each test tells it to and keeps a journal of all that reached it.
//!
//! Nothing here depends on how fast the machine is: tests wait for what must happen, for as long as a minute, and hold
//! servers at gates that they open themselves.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests unwrap, and read what they wrote")]

mod alerts;
mod ambiguity;
mod bridging;
mod changes;
mod channels;
mod cheats;
mod client;
mod held_calls;
mod isolation;
mod judgement;
mod lists;
mod misbehaviour;
mod names;
mod panics;
mod passage;
mod quarantine;
mod quarantine_changes;
mod quarantine_floods;
mod quarantine_history;
mod quarantine_house;
mod quarantine_leaks;
mod quarantine_neighbours;
mod quarantine_trust;
mod receiver;
mod recording;
mod recording_faults;
mod recording_house;
mod recording_masks;
mod remarks;
mod requests;
mod requests_answers;
mod sanitized;
mod server_words;
mod siblings;
mod traces;
mod upstream;
mod verdicts;
mod waiting;
