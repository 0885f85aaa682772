//! Lines on a terminal: wrapped, indented, coloured if asked.

use crate::wrap::{width, wrap};
use anstyle::{AnsiColor, Style};
use vetgate_capability::Level;
use vetgate_model::Severity;

const NARROWEST: usize = 40;
/// Prose is easier to read in a column than across a wide screen.
const WIDEST: usize = 120;

/// What a piece of text is, which decides its colour.
#[derive(Debug, Clone, Copy)]
pub(super) enum Look {
    Plain,
    Strong,
    Faint,
    Good,
    Severity(Severity),
    /// How sure a capability is: hot to cold.
    Level(Level),
}

impl Look {
    pub(super) fn of(severity: Severity) -> Self {
        Self::Severity(severity)
    }

    fn style(self) -> Style {
        let color = |color: AnsiColor| Style::new().fg_color(Some(color.into()));
        match self {
            Look::Plain => Style::new(),
            Look::Strong => Style::new().bold(),
            Look::Faint => Style::new().dimmed(),
            Look::Good => color(AnsiColor::Green).bold(),
            Look::Severity(Severity::Critical) => color(AnsiColor::BrightRed).bold(),
            Look::Severity(Severity::High) => color(AnsiColor::Red).bold(),
            Look::Severity(Severity::Medium) => color(AnsiColor::Yellow).bold(),
            Look::Severity(Severity::Low) => color(AnsiColor::Cyan).bold(),
            Look::Level(Level::High) => color(AnsiColor::Red).bold(),
            Look::Level(Level::Medium) => color(AnsiColor::Yellow),
            Look::Level(Level::Inferred) => color(AnsiColor::Magenta),
            Look::Level(Level::Low) => Style::new().dimmed(),
        }
    }
}

/// The text so far. Everything that is written must have been escaped.
pub(super) struct Canvas {
    out: String,
    color: bool,
    width: usize,
}

impl Canvas {
    pub(super) fn new(color: bool, width: usize) -> Self {
        Self { out: String::new(), color, width: width.clamp(NARROWEST, WIDEST) }
    }

    pub(super) fn finish(self) -> String {
        self.out
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    pub(super) fn blank(&mut self) {
        self.out.push('\n');
    }

    /// A line across the page.
    pub(super) fn rule(&mut self) {
        let line = "─".repeat(self.width);
        self.paint(Look::Faint, &line);
        self.blank();
    }

    /// A label and a name on the left, a note on the right or, if there is no room, below.
    pub(super) fn heading(&mut self, (label, look): (&str, Look), name: &str, note: &str) {
        self.paint(look, label);
        self.out.push_str("  ");
        let indent = width(label) + 2;
        let room = self.width - indent;
        let free = room.saturating_sub(width(name));
        let pad = " ".repeat(indent);
        for (index, line) in wrap(name, room).into_iter().enumerate() {
            if index > 0 {
                self.out.push_str(&pad);
            }
            self.paint(Look::Strong, line);
            if free < width(note) + 2 {
                self.blank();
            }
        }
        if free < width(note) + 2 {
            self.paragraph(&pad, &pad, Look::Faint, note);
        } else {
            self.out.push_str(&" ".repeat(free - width(note)));
            self.paint(Look::Faint, note);
            self.blank();
        }
    }

    /// Wrapped text, with one prefix on the first line and another on the rest.
    pub(super) fn paragraph(&mut self, first: &str, rest: &str, look: Look, text: &str) {
        let room = self.width - width(first).max(width(rest));
        for (index, line) in wrap(text, room).into_iter().enumerate() {
            self.out.push_str(if index == 0 { first } else { rest });
            self.paint(look, line);
            self.blank();
        }
    }

    /// Pieces on one line, which must have room for them.
    pub(super) fn line(&mut self, pieces: &[(Look, &str)]) {
        for (look, text) in pieces {
            self.paint(*look, text);
        }
        self.blank();
    }

    /// Pieces with commas between them behind a start, on as many lines as they need; each has room on a line.
    pub(super) fn flow(&mut self, start: &str, (look, label): (Look, &str), pieces: &[(Look, String)]) {
        let indent = width(start) + width(label);
        self.out.push_str(start);
        self.paint(look, label);
        let mut used = indent;
        for (index, (look, text)) in pieces.iter().enumerate() {
            let comma = if index + 1 < pieces.len() { "," } else { "" };
            let columns = width(text) + comma.len();
            if used > indent && used + 1 + columns > self.width {
                self.blank();
                self.out.push_str(&" ".repeat(indent));
                used = indent;
            } else if used > indent {
                self.out.push(' ');
                used += 1;
            }
            self.paint(*look, text);
            self.out.push_str(comma);
            used += columns;
        }
        self.blank();
    }

    /// Wrapped text behind a coloured mark.
    pub(super) fn marked(&mut self, mark: &str, look: Look, text: &str) {
        let pad = " ".repeat(width(mark));
        for (index, line) in wrap(text, self.width - width(mark)).into_iter().enumerate() {
            if index == 0 {
                self.paint(look, mark)
            } else {
                self.out.push_str(&pad)
            }
            self.out.push_str(line);
            self.blank();
        }
    }

    /// Wrapped text behind a bar; past `most` lines it says how much more there is.
    pub(super) fn quote(&mut self, bar: &str, text: &str, most: usize) {
        let lines = wrap(text, self.width - width(bar));
        for line in lines.iter().take(most) {
            self.paint(Look::Faint, bar);
            self.out.push_str(line);
            self.blank();
        }
        if lines.len() > most {
            self.paint(Look::Faint, bar);
            let rest: usize = lines[most..].iter().map(|line| line.chars().count()).sum();
            self.paint(Look::Faint, &format!("… {rest} more characters"));
            self.blank();
        }
    }

    fn paint(&mut self, look: Look, text: &str) {
        let style = look.style();
        if self.color && style != Style::new() {
            self.out.push_str(&format!("{style}{text}{style:#}"));
        } else {
            self.out.push_str(text);
        }
    }
}
