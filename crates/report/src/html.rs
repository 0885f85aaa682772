//! .

use crate::Options;
use vetgate_model::Report;

pub(crate) fn render(report: &Report, _options: &Options<'_>) -> String {
    let mut text = serde_json::to_string_pretty(report).unwrap_or_default();
    text.push('\n');
    text
}
