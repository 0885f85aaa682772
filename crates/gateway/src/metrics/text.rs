//! The text format of Prometheus, version 0.0.4.

use std::fmt::{Display, Write as _};

/// A text in the making. Samples of a family follow its line at once.
#[derive(Debug, Default)]
pub(crate) struct Text(String);

impl Text {
    /// Begins a family of samples.
    pub(crate) fn family(&mut self, name: &str, kind: &str, help: &str) {
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    /// One sample of the family.
    pub(crate) fn sample(&mut self, name: &str, labels: &[(&str, &str)], value: impl Display) {
        self.0.push_str(name);
        for (index, (label, text)) in labels.iter().enumerate() {
            self.0.push(if index == 0 { '{' } else { ',' });
            let _ = write!(self.0, "{label}=\"{}\"", escaped(text));
        }
        if !labels.is_empty() {
            self.0.push('}');
        }
        let _ = writeln!(self.0, " {value}");
    }

    pub(crate) fn finish(self) -> String {
        self.0
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_cannot_leave_its_quotes() {
        let mut text = Text::default();
        text.sample("x", &[("server", "a\"} 1\nevil{b=\"\\")], 2);
        assert_eq!(text.finish(), "x{server=\"a\\\"} 1\\nevil{b=\\\"\\\\\"} 2\n");
    }
}
