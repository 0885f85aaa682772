//! Prompts: where arguments become part of instructions.

use super::Machine;
use super::observe::{RawFlow, RawReach};
use super::value::{Shape, Value};
use crate::analysis::Danger;

impl Machine<'_> {
    /// Looks for arguments within the texts of a prompt's messages.
    pub(super) fn observe_prompt(&mut self, value: &Value, depth: usize) {
        if depth > 6 {
            return;
        }
        for shape in value.shapes() {
            match shape {
                Shape::Joined(parts) => self.observe_text(parts, value),
                Shape::Object(id) => {
                    let inner: Vec<Value> = self.heap[*id as usize].values().take(64).cloned().collect();
                    inner.iter().for_each(|value| self.observe_prompt(value, depth + 1));
                }
                // What is told of a failure is no order.
                Shape::Library(library)
                    if library.path.ends_with("Error()") || library.path.ends_with("Exception()") => {}
                Shape::Library(library) => {
                    let inner = library.call.as_ref().map(|call| call.arguments.clone()).unwrap_or_default();
                    inner.iter().for_each(|argument| self.observe_prompt(&argument.value, depth + 1));
                }
                _ => {}
            }
        }
    }

    fn observe_text(&mut self, parts: &[Value], whole: &Value) {
        let fixed: String = parts.iter().filter_map(Value::as_text).map(|text| format!("{text} ")).collect();
        if fixed.split_whitespace().count() < 3 {
            return;
        }
        for (at, part) in parts.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|at| parts[at].as_text()).map_or("", |text| text);
            let after = parts.get(at + 1).and_then(Value::as_text).map_or("", |text| text);
            if is_delimited(before, after) {
                continue;
            }
            for strand in self.exposed(part, Danger::Prompt) {
                let is_known = |flow: &RawFlow| flow.source == strand.source && flow.reach.spot == whole.spot;
                if self.found.flows.iter().any(is_known) {
                    continue;
                }
                let reach = RawReach {
                    tag: None,
                    danger: Some(Danger::Prompt),
                    path: "prompt".into(),
                    spot: whole.spot,
                    through: self.way_here(),
                    texts: vec![self.text_of(whole, 0)],
                };
                let flow = RawFlow {
                    danger: Danger::Prompt,
                    source: strand.source,
                    trail: strand.trail.clone(),
                    reach,
                    near_miss: None,
                };
                self.found.flows.push(flow);
            }
        }
    }
}

/// Whether what stands between two texts is set off from them, so that a model can tell it is not meant as an instruction.
fn is_delimited(before: &str, after: &str) -> bool {
    const MARKS: [&str; 6] = ["\"\"\"", "```", "'''", "---", "===", "~~~"];
    let (before, after) = (before.trim_end(), after.trim_start());
    let is_marked = MARKS.iter().any(|mark| before.ends_with(mark) && after.starts_with(mark));
    // ```` ```python ````, `<document name="x">`.
    let last_line = before.lines().next_back().unwrap_or_default().trim_start();
    let is_fenced = last_line.starts_with("```") && after.starts_with("```");
    let is_tagged = last_line.ends_with('>') && last_line.contains('<') && after.starts_with("</");
    is_marked || is_fenced || is_tagged
}
