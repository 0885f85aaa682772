//! What is shown is bounded and holds nothing invisible.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vetgate_text::{ansi, hidden, render};

fuzz_target!(|input: (u8, u16, u16, &str)| {
    let (max, start, end, text) = input;
    let max = usize::from(max);
    for shown in [render::safe(text, max), render::excerpt(text, usize::from(start)..usize::from(end), max)] {
        assert!(shown.chars().count() <= max);
        assert!(ansi::scan(&shown).is_empty() && hidden::scan(&shown).is_empty());
    }
});
