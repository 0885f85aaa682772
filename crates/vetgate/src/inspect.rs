//! `vetgate inspect`: what personal data and secrets are in a document, without showing them.
//!
//! Guarantees: documents are read piece by piece and matches shown as they are found, so memory does not grow with the
//! document; no value is ever written, only its masked sample.

mod lines;
mod show;
mod tally;

pub(crate) use tally::plural;

use crate::cli::{Inspect, ListFormat};
use crate::console;
use crate::exit::Exit;
use crate::input::Problem;
use crate::progress::Patient;
use crate::sink::{Sink, has_color};
use crate::source::{Source, is_same};
use lines::Lines;
use show::{Json, Show, Spot, Terminal};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use tally::Tally;
use vetgate_report::escape;
use vetgate_sensitive::{Detector, Grade, Inspector, Match};

/// Looks through what `args` names.
pub(crate) fn run(args: &Inspect) -> anyhow::Result<Exit> {
    let stdin = [PathBuf::from("-")];
    let files = if args.files.is_empty() { &stdin[..] } else { &args.files };
    if files.iter().filter(|file| file.as_os_str() == "-").count() > 1 {
        anyhow::bail!("standard input can be read once; `-` is named more than once");
    }
    let output = args.output.as_deref();
    if let Some(file) = output.and_then(|output| files.iter().find(|file| is_same(file, output))) {
        anyhow::bail!("{}: is read and would be overwritten; name another file for --output", file.display());
    }
    let (detector, least) = args.which.counting_detector()?;
    let mut run = Run {
        args,
        detector,
        least,
        show: match args.format {
            ListFormat::Terminal => Box::new(Terminal::new(has_color(output))),
            ListFormat::Json => Box::new(Json::default()),
        },
        sink: Sink::open(output)?,
        tally: Tally::default(),
    };
    for file in files {
        run.file(file)?;
        if run.sink.is_closed() {
            break;
        }
    }
    run.finish()
}

struct Run<'a> {
    args: &'a Inspect,
    detector: Detector,
    least: Grade,
    show: Box<dyn Show>,
    sink: Sink,
    tally: Tally,
}

impl Run<'_> {
    /// Looks through one file. That it cannot be read is said and does not stop the others.
    fn file(&mut self, path: &Path) -> anyhow::Result<()> {
        let mut out = String::new();
        self.show.begin(&path.display().to_string(), &mut out);
        self.tally.begin();
        let mut lines = Lines::new();
        let problem = match Source::open(path) {
            Ok(mut source) => self.read(&mut source, &mut lines, &mut out)?,
            Err(problem) => Some(problem),
        };
        if let Some(problem) = &problem {
            console::complain(&problem.to_string());
            self.tally.failed();
        }
        self.tally.read(lines.read());
        self.show.end(lines.read(), problem.as_ref().map(|problem| problem.message.as_str()), &mut out);
        self.sink.write(out.as_bytes())
    }

    fn read(&mut self, source: &mut Source, lines: &mut Lines, out: &mut String) -> anyhow::Result<Option<Problem>> {
        // A bar beneath lines that come from a pipe would stay for as long as the pipe does.
        let is_on_screen = self.args.output.is_none() && io::stdout().is_terminal();
        let mut progress = Patient::reading(source.length, !is_on_screen || source.length.is_some());
        let mut inspector = Inspector::new(&self.detector);
        loop {
            let piece = match source.next() {
                Ok(Some(piece)) => piece,
                Ok(None) => break,
                Err(problem) => return Ok(Some(problem)),
            };
            lines.push(piece);
            progress.advance(piece.len());
            inspector.push(piece, &mut |found| take(self.least, &mut self.tally, &mut *self.show, lines, &found, out));
            if !out.is_empty() {
                progress.aside(|| self.sink.write(out.as_bytes()))?;
                out.clear();
            }
            if self.sink.is_closed() {
                return Ok(None);
            }
        }
        inspector.finish(&mut |found| take(self.least, &mut self.tally, &mut *self.show, lines, &found, out));
        Ok(None)
    }

    fn finish(mut self) -> anyhow::Result<Exit> {
        let mut out = String::new();
        self.show.finish(&self.tally, &mut out);
        self.sink.write(out.as_bytes())?;
        if let Some(path) = &self.args.output {
            // The screen would be silent otherwise, whatever was found.
            console::note(&format!("{}: {}", escape::line(&path.display().to_string()), self.tally.headline()));
        }
        let threshold = self.args.fail_on.threshold();
        Ok(if self.tally.failures() > 0 {
            Exit::Unusable
        } else if threshold.is_some_and(|threshold| self.tally.worst() >= Some(threshold)) {
            Exit::Findings
        } else {
            Exit::Clean
        })
    }
}

/// Counts a match, and shows it if it is sure enough.
fn take(least: Grade, tally: &mut Tally, show: &mut dyn Show, lines: &mut Lines, found: &Match, out: &mut String) {
    if found.grade() < least {
        tally.less_sure();
        return;
    }
    tally.count(found);
    let (line, column) = lines.place(found.span.start);
    show.found(&Spot { line, column, grade: found.grade(), found }, out);
}
