//! What is told of each attack: what the agent does, and what the gateway says to that.

use crate::commands::gauntlet::Heard;
use vetgate_command::console;
use vetgate_command::grid::{self, ALARM, FAINT, GOOD, STRONG, Screen};
use vetgate_lab::adversary::agent::Watch;
use vetgate_lab::adversary::scenario::{Duty, ScriptStep};
use vetgate_lab::adversary::{Deed, Notice, Performance, Step};
use vetgate_report::escape;

/// One attack: the step with which it begins, its name, and what is told before it.
struct Chapter {
    from: &'static str,
    name: &'static str,
    before: &'static str,
    /// What it comes to if nobody is in between.
    without: &'static str,
}

// table: the story of the demonstration.
const CHAPTERS: [Chapter; 4] = [
    Chapter {
        from: "start",
        name: "A poisoned tool",
        before: "The server `quotes` declares a tool whose description contains instructions to the model.",
        without: "the model read the instructions",
    },
    Chapter {
        from: "backup",
        name: "A rug pull",
        before: "`backup` was harmless when it was approved. After two calls it declares something different.",
        without: "the agent trusted the new description",
    },
    Chapter {
        from: "lie",
        name: "A lie",
        before: "The agent says that it only reads, and calls `delete_note`.",
        without: "the note is gone",
    },
    Chapter {
        from: "page",
        name: "A theft",
        before: "A web page tells the agent to mail the deploy key from the notes to an attacker.",
        without: "the key was sent to archive@crumbs.example",
    },
];

/// What the agent does, by the step.
// table: the story of the demonstration.
const DEEDS: [(&str, &str); 6] = [
    ("backup", "calls backups/backup"),
    ("pull", "lists its tools again"),
    ("lie", "calls notes/delete_note, declared as `read`"),
    ("page", "calls web/fetch_page"),
    ("note", "follows the page: calls notes/read_note"),
    ("theft", "calls mail/send_email, with the key, to archive@crumbs.example"),
];

/// Where what somebody says begins.
const MARGIN: usize = 13;

/// Tells as it goes.
pub(super) struct Story {
    screen: Screen,
    heard: Heard,
    /// For each chapter, whether the gateway has stepped in.
    stopped: [bool; CHAPTERS.len()],
    chapter: usize,
}

impl Story {
    pub(super) fn new(screen: Screen, heard: Heard) -> Self {
        let story = Self { screen, heard, stopped: [false; CHAPTERS.len()], chapter: 0 };
        story.open();
        story
    }

    /// Whether every attack was stopped.
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.iter().all(|stopped| *stopped)
    }

    /// Begins the chapter.
    fn open(&self) {
        let chapter = &CHAPTERS[self.chapter];
        let title = format!("\n{}  {}\n", self.chapter + 1, chapter.name);
        tell(&self.screen.paint(STRONG, &title));
        said(self.screen, "", chapter.before);
    }
}

impl Watch for Story {
    async fn notices(&mut self, step: usize) -> Vec<Notice> {
        let notices = self.heard.notices(step).await;
        let is_held = notices.iter().any(|notice| notice.duty == Duty::Hold);
        for notice in &notices {
            // What is noticed beside what is done says the same again, and so does the end of a call that nobody let through.
            if !notice.duty.prevents() || is_held && notice.duty == Duty::Deny {
                continue;
            }
            self.stopped[self.chapter] = true;
            let words = escape::cut(&notice.words, 400);
            let told = match notice.duty {
                Duty::Hold => format!("Held: {words} No approval comes, so the call is denied."),
                Duty::Mask => format!("Masked: {words}"),
                _ => format!("Stopped: {words}"),
            };
            said(self.screen, "vetgate", &told);
        }
        notices
    }

    fn begins(&mut self, step: &ScriptStep) {
        let Some(label) = step.label.as_deref() else { return };
        if let Some(next) = CHAPTERS.iter().position(|chapter| chapter.from == label)
            && next > self.chapter
        {
            self.chapter = next;
            self.open();
        }
        if let Some((_, deed)) = DEEDS.iter().find(|(of, _)| *of == label) {
            said(self.screen, "agent", deed);
        }
    }

    fn ends(&mut self, step: &Step) {
        if step.deed == Deed::Skipped {
            said(self.screen, "agent", "does nothing: it never saw the instruction");
        }
    }
}

/// What the same attacks come to without a gateway.
pub(super) fn without(screen: Screen, robbed: &Performance) -> String {
    let done = |label: &str| robbed.steps.iter().any(|step| step.label == label && step.deed == Deed::Done);
    let came_true = [
        robbed.seen.first() == Some(&true),
        robbed.seen.get(1) == Some(&true),
        done("lie"),
        done("theft") && robbed.arrived.iter().all(|arrived| *arrived),
    ];
    let mut text = format!("{}\n", screen.paint(STRONG, "The same without Vetgate"));
    for (chapter, came_true) in CHAPTERS.iter().zip(came_true) {
        let (style, words) = if came_true { (ALARM, chapter.without) } else { (FAINT, "did not work") };
        text.push_str(&format!("   {:<17} {}\n", chapter.name, screen.paint(style, words)));
    }
    text
}

/// Somebody says or does something.
fn said(screen: Screen, who: &str, words: &str) {
    let width = screen.width.min(100).saturating_sub(MARGIN).max(40);
    for (number, line) in grid::wrapped(words, width).iter().enumerate() {
        let name = format!("   {:<10}", if number == 0 { who } else { "" });
        let name = screen.paint(if who == "vetgate" { GOOD } else { FAINT }, &name);
        let line = if who.is_empty() { line.clone() } else { format!("{name}{line}") };
        let indent = if who.is_empty() { "   " } else { "" };
        tell(&format!("{indent}{line}\n"));
    }
}

/// Whoever closed the pipe has heard enough.
fn tell(text: &str) {
    let _ = console::print(text);
}
