//! What an edit would change, shown as a unified diff without secrets.

use std::ops::Range;
use std::path::Path;
use vetgate_mcp::configs;
use vetgate_model::Transport;
use vetgate_report::escape;
use vetgate_vet::config;

/// Lines around a change.
const AROUND: usize = 3;
/// Changes beyond this are shown as one block: finding the shortest way from one to the other takes the product of both.
const COMPARED: usize = 2_000;
/// What a tab is shown as.
const TAB: &str = "    ";
/// The check that knows where secrets stand.
const SECRETS: &str = "config.secret";
/// A value that is shorter is no secret, and hiding it would make the rest hard to read.
const SECRET: usize = 6;

/// The change from `before` to `after` in the file at `path`, without secrets.
pub(crate) fn diff(path: &Path, before: &str, after: &str) -> String {
    let veil = Veil::over(path, &[before, after]);
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let place = path.display().to_string();
    let mut shown = format!("--- {0}\n+++ {0}\n", escape::line(&place));
    for hunk in hunks(&steps(&old, &new), &veil) {
        shown.push_str(&hunk);
    }
    shown
}

/// The text of the file at `path`, without secrets.
pub(crate) fn masked(path: &Path, text: &str) -> String {
    let veil = Veil::over(path, &[text]);
    text.lines().flat_map(|line| [veil.line(line), "\n".to_owned()]).collect()
}

/// Hides what could be a secret: the value of every variable and header, what stands where a secret would, and what looks
/// like one.
struct Veil {
    /// As they may stand in a line.
    hidden: Vec<String>,
}

impl Veil {
    fn over(path: &Path, texts: &[&str]) -> Self {
        let mut values = vec![];
        for entry in texts.iter().filter_map(|text| configs::parse(path, text)?.entries.ok()).flatten() {
            values.extend(config::secrets_of(&entry.transport).into_iter().map(str::to_owned));
            values.extend(match &entry.transport {
                Transport::Stdio { env, .. } => env.values().cloned().collect::<Vec<_>>(),
                Transport::Http { headers, .. } => headers.values().cloned().collect(),
            });
            let findings = config::inspect(&[(String::new(), entry.clone())]).findings;
            for signal in findings.iter().flat_map(|finding| &finding.signals).filter(|signal| signal.check == SECRETS)
            {
                let setting = entry.settings.iter().find(|setting| setting.pointer == signal.pointer);
                values.extend(setting.map(|setting| setting.value.clone()));
            }
        }
        values.retain(|value| !value.contains("${"));
        let written = |value: &String| {
            let quoted = serde_json::Value::from(value.as_str()).to_string();
            let inside = quoted[1..quoted.len() - 1].to_owned();
            value.lines().map(str::to_owned).chain([inside]).collect::<Vec<_>>()
        };
        let mut hidden: Vec<String> = values.iter().flat_map(written).collect();
        hidden.retain(|value| value.chars().count() >= SECRET);
        // The longest first: one value may be part of another.
        hidden.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        hidden.dedup();
        Self { hidden }
    }

    fn line(&self, line: &str) -> String {
        let line = self.hidden.iter().fold(line.to_owned(), |line, value| line.replace(value.as_str(), "***"));
        config::without_secrets(&line)
    }
}

/// A line, or a word, on its way from one text to the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step<'t> {
    Same(&'t str),
    Gone(&'t str),
    New(&'t str),
}

/// The way from `old` to `new`.
pub(crate) fn steps<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<Step<'t>> {
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let end = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(a, b)| a == b).count();
    let (gone, added) = (&old_rest[..old_rest.len() - end], &new_rest[..new_rest.len() - end]);
    let mut steps: Vec<Step> = old[..start].iter().map(|line| Step::Same(line)).collect();
    if gone.len() > COMPARED || added.len() > COMPARED {
        steps.extend(gone.iter().map(|line| Step::Gone(line)));
        steps.extend(added.iter().map(|line| Step::New(line)));
    } else {
        steps.extend(shortest(gone, added));
    }
    steps.extend(old[old.len() - end..].iter().map(|line| Step::Same(line)));
    steps
}

/// The way with the most lines kept.
fn shortest<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<Step<'t>> {
    let width = new.len() + 1;
    // How many lines can be kept from here to the end.
    let mut kept = vec![0u32; (old.len() + 1) * width];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            kept[i * width + j] = match old[i] == new[j] {
                true => kept[(i + 1) * width + j + 1] + 1,
                false => kept[(i + 1) * width + j].max(kept[i * width + j + 1]),
            };
        }
    }
    let (mut i, mut j, mut steps) = (0, 0, vec![]);
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            steps.push(Step::Same(old[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == new.len() || i < old.len() && kept[(i + 1) * width + j] >= kept[i * width + j + 1] {
            steps.push(Step::Gone(old[i]));
            i += 1;
        } else {
            steps.push(Step::New(new[j]));
            j += 1;
        }
    }
    steps
}

/// The changes with the lines around them.
fn hunks(steps: &[Step], veil: &Veil) -> Vec<String> {
    let changed: Vec<usize> =
        steps.iter().enumerate().filter(|(_, step)| !matches!(step, Step::Same(_))).map(|(index, _)| index).collect();
    let mut groups: Vec<(usize, usize)> = vec![];
    for index in changed {
        match groups.last_mut() {
            Some((_, last)) if index - *last <= 2 * AROUND + 1 => *last = index,
            _ => groups.push((index, index)),
        }
    }
    groups
        .into_iter()
        .map(|(first, last)| hunk(steps, first.saturating_sub(AROUND)..(last + AROUND + 1).min(steps.len()), veil))
        .collect()
}

fn hunk(steps: &[Step], Range { start, end }: Range<usize>, veil: &Veil) -> String {
    let count = |steps: &[Step]| {
        let old = steps.iter().filter(|step| !matches!(step, Step::New(_))).count();
        (old, steps.iter().filter(|step| !matches!(step, Step::Gone(_))).count())
    };
    let (before, within) = (count(&steps[..start]), count(&steps[start..end]));
    // An empty side is counted from the line before it.
    let first = |before: usize, within: usize| if within == 0 { before } else { before + 1 };
    let mut text =
        format!("@@ -{},{} +{},{} @@\n", first(before.0, within.0), within.0, first(before.1, within.1), within.1);
    for step in &steps[start..end] {
        let (sign, line) = match step {
            Step::Same(line) => (' ', line),
            Step::Gone(line) => ('-', line),
            Step::New(line) => ('+', line),
        };
        // A tab is layout here, and nothing that hides.
        let line = veil.line(line).replace('\t', TAB);
        text.push_str(&format!("{sign}{}\n", escape::line(&line)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_shown_with_the_lines_around_it() {
        let before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\n";
        let after = before.replace("5\n6\n", "five\n6\n").replace("18\n", "18\nmore\n");
        let expected = "--- f\n+++ f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n\
                        @@ -16,5 +16,6 @@\n 16\n 17\n 18\n+more\n 19\n 20\n";
        assert_eq!(diff(Path::new("f"), before, &after), expected);
        assert_eq!(diff(Path::new("f"), "", "a\n"), "--- f\n+++ f\n@@ -0,0 +1,1 @@\n+a\n");
        assert_eq!(diff(Path::new("f"), "a\n", "a\n"), "--- f\n+++ f\n");
    }

    #[test]
    fn values_of_variables_and_headers_are_hidden() {
        let before = r#"{"mcpServers": {"a": {"command": "c", "env": {"K": "plain words", "R": "${env:R}"}},
            "b": {"url": "http://h", "headers": {"X": "a \"quoted\" value"}},
            "c": {"command": "c", "args": ["--api-key", "q7Jr92kdPw0sLmX4", "--port", "8080"]},
            "d": {"command": "docker", "args": ["run", "-e", "FOO=hunter", "img"]},
            "e": {"command": "env", "args": ["-S", "FOO=hunter srv"]},
            "f": {"url": "http://h/mcp?x=hunter"}}}"#;
        let shown = diff(Path::new("f.json"), before, "{}");
        assert!(!shown.contains("hunter") && shown.contains("img") && shown.contains(" srv"), "{shown}");
        assert!(!shown.contains("plain words") && !shown.contains("quoted") && !shown.contains("q7Jr92"), "{shown}");
        assert!(shown.contains("${env:R}") && shown.contains("8080"), "{shown}");
        let toml = "[mcp_servers.a]\ncommand = \"c\"\n[mcp_servers.a.env]\nK = \"\"\"first line\nsecond line\"\"\"\n";
        let shown = diff(Path::new("f.toml"), toml, "");
        assert!(!shown.contains("first line") && !shown.contains("second line"), "{shown}");
    }
}
