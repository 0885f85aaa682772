//! The real binary over small files and servers: what it prints, where, and how it ends.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests unwrap, and read what they wrote")]

mod activities;
mod analyses;
mod approvals;
mod audits;
mod bad_input;
mod classifications;
mod clients;
mod completions;
mod connections;
mod explanations;
mod exports;
mod flows;
mod formats;
mod helps;
mod ignore_rules;
mod imports;
mod inspections;
mod laboratory;
mod ledgers;
mod locks;
mod manuals;
mod models;
mod redactions;
mod replays;
mod run;
mod searches;
mod secrets;
mod servers;
mod streams;
mod targets;
