//! The two standard streams for what is written to people and programs.
//!
//! Guarantees: a closed pipe is never an error, and colour appears only where `NO_COLOR`, `CLICOLOR`,
//! `CLICOLOR_FORCE` and the kind of the stream allow it.

use anstream::{AutoStream, ColorChoice};
use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::panic::PanicHookInfo;
use std::sync::{PoisonError, RwLock};
use std::thread;
use vetgate_gateway::{Events, What};
use vetgate_report::escape;

/// Columns where there is no terminal to ask.
const WIDTH: usize = 80;

/// Whether standard output takes colour.
pub fn has_color() -> bool {
    !matches!(AutoStream::choice(&io::stdout()), ColorChoice::Never)
}

/// The width of the terminal on standard output.
pub fn width() -> usize {
    if !io::stdout().is_terminal() {
        return WIDTH;
    }
    terminal_size::terminal_size().map_or(WIDTH, |(width, _)| usize::from(width.0))
}

/// Writes `text` to standard output. Whoever closed the pipe has read enough.
pub fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

/// Writes one line to standard error; there is nobody to tell if that fails.
pub fn note(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// Writes a message about something that went wrong.
pub fn complain(message: &str) {
    for (number, line) in message.lines().enumerate() {
        let start = if number == 0 { "vetgate: " } else { "  " };
        note(&format!("{start}{}", escape::line(line)));
    }
}

/// The log that panics go to, while there is one.
static LOG: RwLock<Option<Events>> = RwLock::new(None);

/// Name of the threads that write panics to the log.
const PANIC_LOGGER: &str = "vetgate-panic-log";

/// Logs every panic with message, place and, where `RUST_BACKTRACE` asks for it, backtrace: as an event of the gateway
/// while one runs in this process, else as lines on standard error.
pub fn log_panics() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        // The logger itself has panicked, so its way of masking cannot be used for the message.
        if thread::current().name() == Some(PANIC_LOGGER) {
            note(&format!("vetgate: internal error at {place}, while another one was logged"));
            return;
        }
        let backtrace = Backtrace::capture();
        let backtrace = (backtrace.status() == BacktraceStatus::Captured).then(|| backtrace.to_string());
        let panicked = What::Panicked { message: message_of(info), place, backtrace };
        // On a thread of its own: the one that panicked may hold a lock that masking, logging or recording needs.
        let log = thread::Builder::new().name(PANIC_LOGGER.to_owned());
        let logging = log.spawn(move || log_panic(panicked));
        // Without a gateway the process may end next, and the line has to be there by then.
        if LOG.read().unwrap_or_else(PoisonError::into_inner).is_none()
            && let Ok(logging) = logging
        {
            let _ = logging.join();
        }
    }));
}

/// Has panics go to the log of a gateway from now on.
pub fn log_panics_to(events: Events) {
    *LOG.write().unwrap_or_else(PoisonError::into_inner) = Some(events);
}

fn log_panic(panicked: What) {
    let events = LOG.read().unwrap_or_else(PoisonError::into_inner).clone();
    if let Some(events) = events {
        events.tell(panicked);
        return;
    }
    let What::Panicked { message, place, backtrace } = panicked else { return };
    let masked = |text: &str| Events::default().masked(text);
    complain(&format!("internal error at {place}: {}; please report it", masked(&message)));
    if let Some(backtrace) = backtrace {
        complain(&masked(&backtrace));
    }
}

fn message_of(info: &PanicHookInfo<'_>) -> String {
    info.payload_as_str().unwrap_or("a panic without a message").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[test]
    fn every_panic_is_logged_with_its_message_masked_and_its_place() {
        let events = Events::default();
        let mut listener = events.listen();
        log_panics();
        log_panics_to(events);
        for number in 0..3 {
            let panicking = thread::spawn(move || panic!("panic {number} of jo.doe@corp-mail.com"));
            assert!(panicking.join().is_err());
        }
        let mut logged = vec![];
        let started = Instant::now();
        while logged.len() < 3 && started.elapsed() < Duration::from_secs(30) {
            match listener.try_recv() {
                Ok(event) => logged.push(serde_json::to_string(&event).unwrap()),
                Err(_) => thread::sleep(Duration::from_millis(5)),
            }
        }
        let _ = std::panic::take_hook();
        logged.sort();
        assert_eq!(logged.len(), 3, "{logged:?}");
        for number in 0..3 {
            let line = logged.iter().find(|line| line.contains(&format!("panic {number} of"))).unwrap();
            assert!(line.contains("\"event\":\"panicked\"") && line.contains("console.rs:"), "{line}");
            assert!(!line.contains("jo.doe"), "{line}");
        }
    }
}
