//! Every fuzz target in one program, so that the crates beneath are linked once. `scripts/fuzz` builds and runs it.
//!
//! Which target runs is said by the environment, because the arguments are libFuzzer's. Without a target it lists them.
#![no_main]

mod targets;

// Parsers that their crates keep to themselves, compiled in as they stand.
#[allow(dead_code, unused_imports)]
#[path = "../../crates/vetgate/src"]
mod program {
    pub(crate) mod declarations;
    pub(crate) mod splice;
}
#[allow(dead_code, unused_imports)]
#[path = "../../crates/gateway/src"]
mod gateway {
    pub(crate) mod decimal;
    pub(crate) mod mirror;
}
#[allow(dead_code, unused_imports)]
#[path = "../../crates/mcp/src/transport"]
mod transport {
    pub(crate) mod events;
}
// By the names that they know each other by.
use gateway::decimal;
use vetgate_command::input;
/// What the program's `client` is asked for.
mod client {
    pub(crate) const GATEWAY: &str = "vetgate";
}

use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;
use targets::{Run, TARGETS, Target};

/// The variable that names the target.
const VARIABLE: &str = "VETGATE_FUZZ_TARGET";

static CHOSEN: OnceLock<&Target> = OnceLock::new();

fn choose() {
    let name = std::env::var(VARIABLE).unwrap_or_default();
    match TARGETS.iter().find(|target| target.name == name) {
        Some(target) => _ = CHOSEN.set(target),
        None => {
            for Target { name, executions, .. } in TARGETS {
                println!("{name} {executions}");
            }
            std::process::exit(if name.is_empty() { 0 } else { 1 });
        }
    }
}

fuzz_target!(init: choose(), |data: &[u8]| {
    match CHOSEN.get().expect("chosen before the first input").run {
        Run::Bytes(run) => run(data),
        // What is cut off is the rest behind the first byte that is no text: the fuzzer often breaks a character.
        Run::Text(run) => run(data.utf8_chunks().next().map_or("", |chunk| chunk.valid())),
    }
});
