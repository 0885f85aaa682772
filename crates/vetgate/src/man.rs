//! `vetgate man`: manual pages, made from the one description of the command line.
//!
//! Guarantees: a page says what `--help` says. Examples and exit codes keep their lines and columns, which a formatter
//! would run together as prose.

use crate::cli::{Cli, Man};
use crate::console;
use crate::exit::Exit;
use anyhow::Context;
use clap::CommandFactory;
use std::path::Path;
use vetgate_report::escape;

/// Prints the page of the program, or writes the pages of all commands into a folder.
pub(crate) fn run(args: &Man) -> anyhow::Result<Exit> {
    let pages = pages()?;
    match &args.output {
        None => console::print(&pages[0].text).context("the page cannot be written")?,
        Some(folder) => write(&pages, folder)?,
    }
    Ok(Exit::Clean)
}

/// A manual page.
struct Page {
    /// `vetgate-audit-verify.1`.
    file: String,
    text: String,
}

/// Every page; that of the program comes first.
fn pages() -> anyhow::Result<Vec<Page>> {
    // The page of `vetgate help` would only repeat the others.
    let mut program = Cli::command().disable_help_subcommand(true);
    // Names of commands beneath commands are known once it is built.
    program.build();
    let mut pages = vec![];
    collect(program, "vetgate".to_owned(), &mut pages)?;
    Ok(pages)
}

fn collect(command: clap::Command, name: String, pages: &mut Vec<Page>) -> anyhow::Result<()> {
    pages.push(Page { file: format!("{name}.1"), text: page(&command, &name)? });
    for beneath in command.get_subcommands() {
        collect(beneath.clone(), format!("{name}-{}", beneath.get_name()), pages)?;
    }
    Ok(())
}

fn page(command: &clap::Command, name: &str) -> anyhow::Result<String> {
    let after = command.get_after_long_help().or_else(|| command.get_after_help());
    let after = after.map(ToString::to_string).unwrap_or_default();
    let man = clap_mangen::Man::new(command.clone());
    let mut page = vec![];
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    if command.get_arguments().next().is_some() {
        man.render_options_section(&mut page)?;
    }
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    let page = String::from_utf8(page).context("the page is not text")?;
    let title = name.to_uppercase();
    // Without a date: the same program writes the same page. It is there and empty, or the rest would move up.
    let head = format!(".TH \"{title}\" \"1\" \"\" \"vetgate {}\" \"Vetgate\"\n", env!("CARGO_PKG_VERSION"));
    Ok(in_ascii(&(head + &page + &sections(&after))))
}

/// The page in ASCII, which every formatter reads, whatever the locale.
fn in_ascii(page: &str) -> String {
    let mut text = String::new();
    for c in page.chars() {
        match c.is_ascii() {
            true => text.push(c),
            false => text.push_str(&format!("\\[u{:04X}]", u32::from(c))),
        }
    }
    text
}

/// What stands beneath the flags of a help, as sections of a page.
fn sections(after: &str) -> String {
    let mut text = String::new();
    let mut in_notes = false;
    for paragraph in after.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty()) {
        let (title, body) = match paragraph.split_once(":\n") {
            Some(("Examples", body)) => (Some("EXAMPLES"), body),
            Some(("Exit codes", body)) => (Some("EXIT STATUS"), body),
            _ => (None, paragraph),
        };
        match title {
            Some(title) => {
                text.push_str(&format!(".SH \"{title}\"\n"));
                in_notes = false;
            }
            None if !in_notes => {
                text.push_str(".SH \"NOTES\"\n");
                in_notes = true;
            }
            None => text.push_str(".PP\n"),
        }
        // A table or a listing has lines that are indented; prose has none.
        let is_laid_out = body.lines().any(|line| line.starts_with(' '));
        if is_laid_out {
            text.push_str(".nf\n");
        }
        for line in body.lines() {
            text.push_str(&literal(line));
            text.push('\n');
        }
        if is_laid_out {
            text.push_str(".fi\n");
        }
    }
    text
}

/// A line that a formatter shows as it is.
fn literal(line: &str) -> String {
    let line = line.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq").replace('`', "\\(ga");
    // A line that begins with a dot would be a request.
    if line.starts_with('.') { format!("\\&{line}") } else { line }
}

fn write(pages: &[Page], folder: &Path) -> anyhow::Result<()> {
    let place = folder.display().to_string();
    std::fs::create_dir_all(folder).with_context(|| format!("{place}: the folder cannot be created"))?;
    for page in pages {
        let path = folder.join(&page.file);
        std::fs::write(&path, &page.text).with_context(|| format!("{}: cannot be written", path.display()))?;
    }
    console::note(&format!("{}: {} pages", escape::line(&place), pages.len()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_keep_their_columns_and_prose_is_left_to_the_formatter() {
        let after = "Examples:\n  vetgate x   one\n  vetgate y   'two'\n\nProse that\ngoes on.\n\nMore.\n\nExit codes:\n  0    well";
        let expected = ".SH \"EXAMPLES\"\n.nf\n  vetgate x   one\n  vetgate y   \\(aqtwo\\(aq\n.fi\n.SH \"NOTES\"\nProse that\n\
                        goes on.\n.PP\nMore.\n.SH \"EXIT STATUS\"\n.nf\n  0    well\n.fi\n";
        assert_eq!(sections(after), expected);
    }

    #[test]
    fn no_line_of_a_help_is_taken_for_a_request() {
        assert_eq!(literal(".TH evil"), "\\&.TH evil");
        assert_eq!(literal("'sp a\\b"), "\\(aqsp a\\eb");
    }

    #[test]
    fn letters_beyond_ascii_are_named() {
        assert_eq!(in_ascii("\u{27e6}EMAIL_1\u{27e7}"), "\\[u27E6]EMAIL_1\\[u27E7]");
    }

    #[test]
    fn commands_beneath_commands_have_pages_and_help_has_none() {
        let files: Vec<String> = pages().expect("pages").into_iter().map(|page| page.file).collect();
        assert_eq!(files[0], "vetgate.1");
        assert!(files.iter().any(|file| file == "vetgate-audit-verify.1"), "{files:?}");
        assert!(!files.iter().any(|file| file.contains("help")), "{files:?}");
    }
}
