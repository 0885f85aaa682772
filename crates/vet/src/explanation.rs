//! A check's documentation, read from its own file.

/// What a check's `//!` comment says.
///
/// ```
/// use vetgate_vet::Explanation;
/// let explanation = Explanation::of("//! `a.b`: finds it.\n//!\n//! # Why it matters\n//! It hurts.\n\nfn code() {}");
/// assert_eq!(explanation.summary, "finds it.");
/// assert_eq!(explanation.section("Why it matters"), Some("It hurts."));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// The first line, without the id.
    pub summary: String,
    /// Headings and what stands under them, in order.
    pub sections: Vec<(String, String)>,
}

/// The headings every check has, in this order.
pub const HEADINGS: &[&str] = &["What it finds", "Why it matters", "Attack", "Harmless twin", "Cannot see"];

impl Explanation {
    /// Reads the leading doc comment of a file.
    pub fn of(source: &str) -> Self {
        let mut summary = String::new();
        let mut sections: Vec<(String, String)> = Vec::new();
        for line in source.lines().map_while(|line| line.strip_prefix("//!")) {
            let line = line.strip_prefix(' ').unwrap_or(line);
            if let Some(heading) = line.strip_prefix("# ") {
                sections.push((heading.to_owned(), String::new()));
                continue;
            }
            let text = sections.last_mut().map_or(&mut summary, |(_, text)| text);
            text.push_str(line);
            text.push('\n');
        }
        let summary = summary.trim().split_once(": ").map_or(summary.trim(), |(_, rest)| rest).to_owned();
        for (_, text) in &mut sections {
            *text = text.trim().to_owned();
        }
        Self { summary, sections }
    }

    /// The text under a heading.
    pub fn section(&self, heading: &str) -> Option<&str> {
        self.sections.iter().find(|(name, _)| name == heading).map(|(_, text)| text.as_str())
    }

    /// The JSON of an example section, its code fence removed.
    pub fn example(&self, heading: &str) -> Option<String> {
        let text = self.section(heading)?;
        Some(text.lines().filter(|line| !line.starts_with("```")).collect::<Vec<_>>().join("\n"))
    }
}
