//! One piece of work of the guard, to be counted under valgrind by `benches/instructions`.
//!
//!     guard_instructions WORK
//!
//! WORK is `before`, `after` or `both`, and how many calls the session has made before: `both_1000`; or `size` and how many
//! bytes the response has, at the 12th call, with a quarter of them as arguments: `size_65536`. The texts are those of the
//! benchmark `guard`. Only what runs inside `measured` counts.

#[path = "../benches/texts/mod.rs"]
mod texts;

use std::hint::black_box;
use texts::{arguments, response, tool};
use vetgate_guard::{Call, Guard, KeyedBy, SessionKey, Settings, Ticket};

/// Runs what counts apart from what only prepares it.
#[inline(never)]
fn measured<T>(work: impl FnOnce() -> T) -> T {
    black_box(work())
}

/// The way out: judged, and sent.
fn out(guard: &Guard, call: &Call) -> Ticket {
    let before = guard.before(black_box(call));
    guard.sent(call, &before.ticket);
    before.ticket
}

fn main() {
    let name = std::env::args().nth(1).unwrap_or_default();
    let (work, number) = name.split_once('_').unwrap_or((&name, "1000"));
    let number: u64 = number.parse().unwrap_or(1_000);
    // The last calls are as large as the one that counts, so that it meets what it would meet in use.
    let (calls, large) = if work == "size" { (12, number as usize) } else { (number, 4 << 10) };
    let guard = Guard::new(&Settings::default()).expect("sound settings");
    let key = SessionKey { by: KeyedBy::Session, name: "bench".into() };
    let (reads, writes) = (tool("github", "get_issue"), tool("slack", "post_message"));
    for n in 0..=calls {
        let bytes = if n + 2 >= calls { large } else { 4 << 10 };
        let (arguments, response) = (arguments(bytes / 4, n), response(bytes, n));
        let call = Call {
            session: &key,
            principal: "bench",
            tool: if n.is_multiple_of(2) { &reads } else { &writes },
            arguments: &arguments,
            intent: None,
            other_params: None,
            is_address: false,
            now_ms: 1_700_000_000_000 + n * 20_000,
        };
        // Everything before the last call makes the session.
        let counts = |part: &str| n == calls && (work == part || work == "both" || work == "size");
        let ticket = if counts("before") { measured(|| out(&guard, &call)) } else { out(&guard, &call) };
        let back = || guard.after(&call, &ticket, black_box(&response));
        let after = if counts("after") { measured(back) } else { back() };
        black_box(after);
    }
}
