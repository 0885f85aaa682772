//! The text of a picture: what opens and closes it, how words get into it, and its colours.

use super::super::rows::Drawn;
use super::super::{Graph, counted};
use crate::Level;
use std::fmt::Write;
use vetgate_text::render::safe;

/// Colours by what they mean, for light and dark. Sizes and fonts are the same in both.
const STYLE: &str = "
:root{--paper:#ffffff;--ink:#0f172a;--dim:#64748b;--rule:#e2e8f0;--box:#f8fafc;--edge:#cbd5e1;--safe:#94a3b8;--suspicious:#b45309;--critical:#b91c1c;--allow:#15803d;--mask:#1d4ed8;--hold:#b45309;--deny:#b91c1c}
@media(prefers-color-scheme:dark){:root{--paper:#0b1220;--ink:#e2e8f0;--dim:#94a3b8;--rule:#1e293b;--box:#131c2e;--edge:#334155;--safe:#64748b;--suspicious:#f59e0b;--critical:#f87171;--allow:#4ade80;--mask:#60a5fa;--hold:#f59e0b;--deny:#f87171}}
.paper{fill:var(--paper)}
text{font:13px ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;fill:var(--ink)}
.title{font-size:19px;font-weight:650}
.sum,.gap,.key{fill:var(--dim)}
.sum{font-size:13.5px}
.key{font-size:12px}
.head{font-weight:600;text-anchor:middle}
.number{fill:var(--dim);font-size:12px;text-anchor:end;font-variant-numeric:tabular-nums}
.lane{stroke:var(--rule);stroke-width:1}
.lead{stroke:var(--rule);stroke-width:1;stroke-dasharray:2 4}
path.gap{stroke:var(--edge);stroke-dasharray:1 5;stroke-linecap:round;stroke-width:1.5;fill:none}
text.gap{text-anchor:middle;font-size:12px;paint-order:stroke;stroke:var(--paper);stroke-width:5px}
.call rect{fill:var(--box);stroke:var(--edge);stroke-width:1.2}
.call.mask rect{stroke:var(--mask);stroke-width:1.8}
.call.hold rect{stroke:var(--hold);stroke-width:1.8;stroke-dasharray:6 3}
.call.deny rect{stroke:var(--deny);stroke-width:1.8}
.badge{font-size:11px;font-weight:650;text-anchor:end;fill:var(--dim)}
.mask .badge{fill:var(--mask)}
.hold .badge{fill:var(--hold)}
.deny .badge{fill:var(--deny)}
.flow{fill:none;stroke-linecap:round}
.flow.safe{stroke:var(--safe);stroke-width:1.3;opacity:.75}
.flow.suspicious{stroke:var(--suspicious);stroke-width:1.9;stroke-dasharray:6 4}
.flow.critical{stroke:var(--critical);stroke-width:2.6}
marker .safe,.bar.safe{fill:var(--safe);stroke:none}
marker .suspicious{fill:var(--suspicious)}
marker .critical{fill:var(--critical)}
.bar{stroke-width:3;stroke-linecap:round;fill:none}
.bar.suspicious{stroke:var(--suspicious)}
.bar.critical{stroke:var(--critical)}
.words{font-size:12.5px}
";

/// A picture that is being written.
pub(super) struct Canvas {
    out: String,
}

impl Canvas {
    pub(super) fn new() -> Self {
        Self { out: String::new() }
    }

    /// What comes first: the size, the name and the description, the colours, the heads of the arrows, the paper.
    pub(super) fn open(&mut self, width: f64, height: f64, graph: &Graph, drawn: &Drawn) {
        let (name, description) = (escaped(&title(graph)), escaped(&summary(graph, drawn)));
        self.line(&format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" width="{width:.0}" height="{height:.0}" role="img" aria-labelledby="title description">"#
        ));
        self.line(&format!(r#"<title id="title">{name}</title>"#));
        self.line(&format!(r#"<desc id="description">{description}</desc>"#));
        self.line(&format!("<style>{STYLE}</style>"));
        self.line("<defs>");
        for level in Level::ALL {
            let size = if level == Level::Critical { 8 } else { 7 };
            self.line(&format!(
                r#"<marker id="{level}" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="{size}" markerHeight="{size}" markerUnits="userSpaceOnUse" orient="auto"><path class="{level}" d="M0 0L10 5L0 10z"/></marker>"#
            ));
        }
        self.line("</defs>");
        self.line(r#"<rect class="paper" width="100%" height="100%"/>"#);
    }

    pub(super) fn close(mut self) -> String {
        self.line("</svg>");
        self.out
    }

    /// A line as it is. Whoever writes strangers' text escapes it first.
    pub(super) fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    /// Words at a place.
    pub(super) fn text(&mut self, class: &str, x: f64, y: f64, words: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.out, r#"<text class="{class}" x="{x:.1}" y="{y:.1}">{}</text>"#, escaped(words));
    }
}

/// What the picture is of.
pub(super) fn title(graph: &Graph) -> String {
    format!("What flowed in session {}", safe(&graph.session, 60))
}

/// What is in it, and what is not.
pub(super) fn summary(graph: &Graph, drawn: &Drawn) -> String {
    let mut words = counted(graph.calls.len(), "call");
    if graph.edges.is_empty() {
        words.push_str(", nothing flowed from one to another");
    }
    for level in Level::ALL.into_iter().rev() {
        let count = graph.count(level);
        if count > 0 {
            words.push_str(&format!(", {}", counted(count, &format!("{level} flow"))));
        }
    }
    if drawn.missing_edges > 0 {
        words.push_str(&format!("; not drawn: {}", counted(drawn.missing_edges, "flow")));
        if drawn.missing_calls > 0 {
            words.push_str(&format!(" of {}", counted(drawn.missing_calls, "call")));
        }
    }
    words.push('.');
    words
}

/// The text without what XML reads as its own, and without what no XML may hold.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' => out.push('\n'),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// So much of a text as fits into that many columns. Letters outside ASCII are taken for wide.
pub(super) fn cut(text: &str, columns: usize) -> String {
    let width = |c: char| if c.is_ascii() { 1 } else { 2 };
    if text.chars().map(width).sum::<usize>() <= columns {
        return text.to_owned();
    }
    let mut left = columns.saturating_sub(1);
    let mut out = String::new();
    for c in text.chars() {
        let Some(rest) = left.checked_sub(width(c)) else { break };
        left = rest;
        out.push(c);
    }
    out.push('…');
    out
}
