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
.head{font-size:13.5px;font-weight:600;text-anchor:middle}
.number{fill:var(--dim);font-size:12px;text-anchor:end;font-variant-numeric:tabular-nums}
.lane{stroke:var(--rule);stroke-width:1}
path.gap{stroke:var(--edge);stroke-dasharray:1 5;stroke-linecap:round;stroke-width:1.5;fill:none}
text.gap{text-anchor:middle;font-size:12px;paint-order:stroke;stroke:var(--paper);stroke-width:10px;stroke-linejoin:round}
.call rect{fill:var(--box);stroke:var(--edge);stroke-width:1.2}
.call.mask rect{stroke:var(--mask);stroke-width:1.8}
.call.hold rect{stroke:var(--hold);stroke-width:1.8}
.call.deny rect{stroke:var(--deny);stroke-width:1.8}
.call .pill{fill:var(--paper)}
.call.mask .pill{fill:var(--mask)}
.call.hold .pill{fill:var(--hold)}
.call.deny .pill{fill:var(--deny)}
.badge{font-size:10.5px;font-weight:650;text-anchor:middle;fill:var(--dim)}
.mask .badge,.hold .badge,.deny .badge{fill:var(--paper)}
.flow{fill:none;stroke-linejoin:round}
.flow.safe{stroke:var(--safe);stroke-width:1.3}
.flow.suspicious{stroke:var(--suspicious);stroke-width:1.9;stroke-dasharray:6 4}
.flow.critical{stroke:var(--critical);stroke-width:2.6}
marker .safe{fill:var(--safe)}
marker .suspicious,.dot.suspicious{fill:var(--suspicious)}
marker .critical,.dot.critical{fill:var(--critical)}
.band{opacity:.07}
.band.suspicious{fill:var(--suspicious)}
.band.critical{fill:var(--critical)}
.words{font-size:12.5px;fill:var(--dim)}
.words .name{font-weight:600;fill:var(--ink)}
.words.critical .name{fill:var(--critical)}
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
            let size = if level == Level::Critical { 10 } else { 8 };
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
    format!("Data flow of session {}", safe(&graph.session, 60))
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

/// How wide a text is about, in that size. No font is known here, so it is rather too much.
pub(super) fn span(text: &str, size: f64) -> f64 {
    let em = |c: char| match c {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' => 0.34,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '-' | '·' => 0.43,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' => 0.96,
        'A'..='Z' => 0.72,
        c if c.is_ascii() => 0.62,
        _ => 1.05,
    };
    text.chars().map(em).sum::<f64>() * size
}

/// So much of a text as fits into that width in that size.
pub(super) fn cut(text: &str, width: f64, size: f64) -> String {
    if span(text, size) <= width {
        return text.to_owned();
    }
    let mut left = width - span("…", size);
    let kept = text.chars().take_while(|c| {
        left -= span(c.encode_utf8(&mut [0; 4]), size);
        left >= 0.0
    });
    kept.chain(['…']).collect()
}
