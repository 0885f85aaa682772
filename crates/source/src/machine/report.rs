//! From numbers of bytes to lines and columns, and from what was seen to what is told.

use super::observe::{RawCall, RawFlow, RawReach};
use super::taint::Source;
use super::value::Spot;
use crate::analysis::{Flow, LibraryCall, Place, Reach};
use crate::form::Name;
use crate::program::Program;
use std::collections::BTreeMap;

/// Where the lines of each module begin.
pub(crate) struct Lines(Vec<Vec<u32>>);

impl Lines {
    pub(crate) fn of(program: &Program) -> Self {
        let starts = |text: &Name| {
            let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at as u32 + 1);
            std::iter::once(0).chain(ends).collect()
        };
        Self(program.texts.iter().map(starts).collect())
    }

    /// A place with its lines and columns.
    pub(crate) fn place(&self, program: &Program, spot: Spot) -> Place {
        let at = spot.module as usize;
        let (line, column) = self.position(program, at, spot.span.start);
        let (end_line, end_column) = self.position(program, at, spot.span.end);
        Place { file: program.modules[at].path.clone(), line, column, end_line, end_column, span: spot.span }
    }

    fn position(&self, program: &Program, module: usize, byte: u32) -> (usize, usize) {
        let starts = &self.0[module];
        let line = starts.partition_point(|&start| start <= byte).max(1);
        let start = starts[line - 1] as usize;
        let text = &program.texts[module];
        let column = text.get(start..byte as usize).map_or(0, |text| text.chars().count());
        (line, column + 1)
    }

    pub(crate) fn reach(&self, program: &Program, reach: &RawReach) -> Reach {
        let through = reach.through.iter().map(|(name, spot)| (name.clone(), self.place(program, *spot)));
        Reach {
            tag: reach.tag,
            danger: reach.danger,
            call: shown(&reach.path),
            path: reach.path.clone(),
            place: self.place(program, reach.spot),
            through: through.collect(),
            texts: reach.texts.clone(),
        }
    }

    pub(crate) fn flow(&self, program: &Program, flow: &RawFlow, sources: &BTreeMap<u32, Source>) -> Flow {
        let source = sources.get(&flow.source);
        let label = source.map_or_else(|| "input".to_owned(), |source| source.label.clone());
        let label = if label.is_empty() { "the arguments".to_owned() } else { label };
        let mut steps = Vec::new();
        let mut trail = flow.trail.as_ref();
        while let Some(step) = trail {
            steps.push((self.place(program, step.spot), step.note.to_string()));
            trail = step.before.as_ref();
        }
        if let Some(source) = source {
            steps.push((self.place(program, source.spot), format!("{label} enters here")));
        }
        steps.reverse();
        let reach = self.reach(program, &flow.reach);
        steps.push((reach.place.clone(), format!("reaches {}", reach.call)));
        steps.dedup_by(|b, a| a.0 == b.0);
        Flow {
            danger: flow.danger,
            source: label,
            steps,
            near_miss: flow.near_miss.map(|(spot, why)| (self.place(program, spot), why.to_owned())),
            reach,
        }
    }

    pub(crate) fn call(&self, program: &Program, call: RawCall) -> LibraryCall {
        LibraryCall { path: call.path, arguments: call.arguments, place: self.place(program, call.spot) }
    }
}

/// A call as it is shown: whole if it is short, else its last part.
fn shown(path: &str) -> Name {
    if let Some(item) = path.strip_suffix("[]") {
        return format!("{item}[]").into();
    }
    let short = if path.contains("()") || path.starts_with('?') || path.len() > 40 {
        path.rsplit('.').next().unwrap_or(path)
    } else {
        path
    };
    format!("{short}()").into()
}
