//! How far the asking and the reading are: one line on a terminal, nothing in a pipe.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use vetgate_report::escape;

/// The servers or tools for which there is no answer yet.
pub struct Progress {
    bar: ProgressBar,
    waiting: RefCell<BTreeMap<usize, String>>,
}

impl Progress {
    /// Starts `doing` something with all of `names` waiting.
    pub fn new<'n>(doing: &str, names: impl Iterator<Item = &'n str>) -> Self {
        let waiting: BTreeMap<usize, String> = names.map(|name| escape::cut(name, 24)).enumerate().collect();
        let is_shown = io::stderr().is_terminal();
        let target = if is_shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(waiting.len() as u64), target);
        let template = format!("{{spinner}} {doing} {{bar:20}} {{pos}}/{{len}}  {{wide_msg}}");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style);
        }
        if is_shown {
            bar.enable_steady_tick(Duration::from_millis(120));
        }
        let progress = Self { bar, waiting: RefCell::new(waiting) };
        progress.show();
        progress
    }

    /// The answer for the name at `index` is there, or never will be.
    pub fn done(&self, index: usize) {
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

/// How much is done: shown after a second, and only on a terminal.
pub struct Patient {
    bar: ProgressBar,
    /// When to show the bar, until it is shown.
    show_at: Option<Instant>,
}

impl Patient {
    const PATIENCE: Duration = Duration::from_secs(1);

    /// Reads a document: starts at nothing of `length` bytes. It stays hidden unless `may_show`.
    pub fn reading(length: Option<u64>, may_show: bool) -> Self {
        let template = match length {
            Some(_) => "{spinner} reading {bar:20} {binary_bytes}/{binary_total_bytes}",
            None => "{spinner} reading {binary_bytes}",
        };
        Self::new(template, length, may_show)
    }

    /// Writes a document, of which nobody knows yet how long it is.
    pub fn writing() -> Self {
        Self::new("{spinner} writing {binary_bytes}", None, true)
    }

    /// Does something with items, of which nobody knows yet how many there are.
    pub fn counting(doing: &str) -> Self {
        Self::new(&format!("{{spinner}} {doing} {{pos}}"), None, true)
    }

    fn new(template: &str, length: Option<u64>, may_show: bool) -> Self {
        let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        let show_at = (may_show && io::stderr().is_terminal()).then(|| Instant::now() + Self::PATIENCE);
        Self { bar, show_at }
    }

    /// So many bytes or items more are done.
    pub fn advance(&mut self, more: usize) {
        if self.show_at.is_some_and(|time| Instant::now() >= time) {
            self.show_at = None;
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.inc(more as u64);
    }

    /// Does something that writes to the same screen.
    pub fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        self.bar.suspend(work)
    }
}

impl Drop for Patient {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Something that takes its time and cannot say how far it is: shown after a second, and only on a terminal.
pub struct Busy {
    /// Whoever drops it wakes the thread.
    done: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Busy {
    /// Starts `doing` something.
    pub fn new(doing: &str) -> Self {
        if !io::stderr().is_terminal() {
            return Self { done: None, thread: None };
        }
        let (done, ended) = channel::<()>();
        let doing = doing.to_owned();
        let thread = std::thread::spawn(move || {
            if ended.recv_timeout(Patient::PATIENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let bar = ProgressBar::new_spinner().with_message(doing);
            bar.enable_steady_tick(Duration::from_millis(120));
            let _ = ended.recv();
            bar.finish_and_clear();
        });
        Self { done: Some(done), thread: Some(thread) }
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.done = None;
        if let Some(thread) = self.thread.take() {
            // A thread that only draws has nothing to say.
            let _ = thread.join();
        }
    }
}
