//! How far the asking is: one line on a terminal, nothing in a pipe.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::time::Duration;
use vetgate_report::escape;

/// The servers that have not answered yet.
pub(crate) struct Progress {
    bar: ProgressBar,
    waiting: RefCell<BTreeMap<usize, String>>,
}

impl Progress {
    /// Starts with all of `names` waiting.
    pub(crate) fn new<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        let waiting: BTreeMap<usize, String> = names.map(|name| escape::cut(name, 24)).enumerate().collect();
        let is_shown = io::stderr().is_terminal();
        let target = if is_shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(waiting.len() as u64), target);
        if let Ok(style) = ProgressStyle::with_template("{spinner} asking servers {bar:20} {pos}/{len}  {wide_msg}") {
            bar.set_style(style);
        }
        if is_shown {
            bar.enable_steady_tick(Duration::from_millis(120));
        }
        let progress = Self { bar, waiting: RefCell::new(waiting) };
        progress.show();
        progress
    }

    /// The server at `index` has answered, or never will.
    pub(crate) fn done(&self, index: usize) {
        self.waiting.borrow_mut().remove(&index);
        self.bar.inc(1);
        self.show();
    }

    fn show(&self) {
        let names: Vec<String> = self.waiting.borrow().values().take(6).cloned().collect();
        self.bar.set_message(names.join(", "));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
