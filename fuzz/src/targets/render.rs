//! What is shown is bounded and holds nothing invisible.
//!
//! Numbers: how much is shown, and from where to where.

use super::numbers;
use vetgate_text::{ansi, hidden, render};

pub(crate) fn run(input: &str) {
    let ([max, start, end], text) = numbers(input);
    for shown in [render::safe(text, max), render::excerpt(text, start..end, max)] {
        assert!(shown.chars().count() <= max);
        assert!(ansi::scan(&shown).is_empty() && hidden::scan(&shown).is_empty());
    }
}
