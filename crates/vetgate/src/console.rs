//! The two standard streams for what is written to people and programs.
//!
//! Guarantees: a closed pipe is never an error, and colour appears only where `NO_COLOR`, `CLICOLOR`,
//! `CLICOLOR_FORCE` and the kind of the stream allow it.

use anstream::{AutoStream, ColorChoice};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::Once;
use vetgate_report::escape;

/// Columns where there is no terminal to ask.
const WIDTH: usize = 80;

/// Whether standard output takes colour.
pub(crate) fn has_color() -> bool {
    !matches!(AutoStream::choice(&io::stdout()), ColorChoice::Never)
}

/// The width of the terminal on standard output.
pub(crate) fn width() -> usize {
    if !io::stdout().is_terminal() {
        return WIDTH;
    }
    terminal_size::terminal_size().map_or(WIDTH, |(width, _)| usize::from(width.0))
}

/// Writes `text` to standard output. Whoever closed the pipe has read enough.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

/// Writes one line to standard error; there is nobody to tell if that fails.
pub(crate) fn note(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// Writes a message about something that went wrong.
pub(crate) fn complain(message: &str) {
    for (number, line) in message.lines().enumerate() {
        let start = if number == 0 { "vetgate: " } else { "  " };
        note(&format!("{start}{}", escape::line(line)));
    }
}

/// Makes a panic one calm line instead of a trace, and only the first of many.
pub(crate) fn calm_panics() {
    static ONCE: Once = Once::new();
    std::panic::set_hook(Box::new(|info| {
        ONCE.call_once(|| {
            let place = info.location().map(ToString::to_string).unwrap_or_default();
            note(&format!("vetgate: internal error at {place}; please report it with the input that caused it"));
        });
    }));
}
