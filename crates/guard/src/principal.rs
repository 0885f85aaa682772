//! What one principal has read, in all its sessions.
//!
//! An agent that could leave what it has read behind by opening another session would do so for the call that sends it.
//! So the text that was read is remembered for the agent's token, and everything else (orders, addresses, the legs of the
//! trifecta, what has left) for the session.

use std::sync::Arc;
use vetgate_flow::{Edge, Found, Memory, Origin};

/// The memory of one principal.
pub(crate) struct Principal {
    pub(crate) memory: Memory,
    /// When it was made, on the clock of all sessions.
    pub(crate) made: u64,
}

impl Principal {
    /// A principal of which so many canonical characters are remembered.
    pub(crate) fn new(characters: usize, made: u64) -> Self {
        Self { memory: Memory::new(characters), made }
    }

    /// The bytes that it takes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>() + self.memory.bytes()
    }
}

/// From here on calls are those of other sessions, while a call is judged.
const ELSEWHERE: u64 = 1 << 63;

/// Gives what was read in another session than `session` a number of its own: its number there means another call here.
pub(crate) fn number_by_session(found: &mut [Found], session: u64) {
    for one in found.iter_mut().filter(|one| one.origin.session != session) {
        let Origin { session, call, .. } = *one.origin;
        // Both count from 1, a process long.
        let call = ELSEWHERE | (session << 32) | (call & u64::from(u32::MAX));
        one.origin = Arc::new(Origin { call, ..(*one.origin).clone() });
    }
}

/// Writes calls of other sessions as 0, as they are shown.
pub(crate) fn hide_numbers(edges: &mut [Edge]) {
    for edge in edges.iter_mut().filter(|edge| edge.from.call >= ELSEWHERE) {
        edge.from.call = 0;
    }
}
