//! `vetgate man`: the pages are whole, and a formatter understands them.

use crate::run::{folder, vetgate};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The page as the first formatter on this machine shows it, with what it complains about.
fn rendered(page: &str) -> Option<(String, String)> {
    // A narrow line that cannot be adjusted is no mistake of the page.
    let formatters: [(&str, &[&str]); 2] =
        [("groff", &["-ww", "-Wbreak", "-man", "-Tutf8", "-P-c", "-P-b", "-P-u"]), ("mandoc", &["-Tutf8", "-Werror"])];
    for (formatter, args) in formatters {
        let mut command = Command::new(formatter);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // The width that `man` asks for on a terminal of 100 columns.
        let Ok(mut child) = command.env("MANWIDTH", "100").spawn() else { continue };
        child.stdin.take().unwrap().write_all(page.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        // Bold and underlined letters come struck over one another.
        let text = String::from_utf8(output.stdout).unwrap();
        let mut shown = String::new();
        for c in text.chars() {
            if c == '\u{8}' {
                shown.pop();
            } else {
                shown.push(c)
            }
        }
        return Some((shown.replace(['‐', '−'], "-"), String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    None
}

/// Every page, written into a folder of the test's own.
fn pages(test: &str) -> Vec<(String, String)> {
    let place: PathBuf = folder(&format!("manuals-{test}")).join("share/man/man1");
    let run = vetgate(&["man", "--output", place.to_str().unwrap()]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{}", run.stderr);
    let mut pages: Vec<(String, String)> = std::fs::read_dir(&place)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), std::fs::read_to_string(entry.path()).unwrap()))
        .collect();
    pages.sort();
    assert!(run.stderr.contains(&format!("{} pages", pages.len())), "{}", run.stderr);
    pages
}

#[test]
fn every_command_has_a_page_with_its_flags() {
    let pages = pages("flags");
    let names: BTreeSet<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
    let help = vetgate(&["--help"]).stdout;
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let commands = commands.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    let commands: Vec<&str> = commands.filter(|name| *name != "help").collect();
    assert!(commands.contains(&"scan") && commands.contains(&"man"), "{commands:?}");
    for command in commands {
        let name = format!("vetgate-{command}.1");
        assert!(names.contains(name.as_str()), "{name}");
        let (_, page) = pages.iter().find(|(page, _)| *page == name).unwrap();
        for line in vetgate(&[command, "--help"]).stdout.lines() {
            let Some(flag) = line.trim_start().split([' ', ',', '=']).find(|word| word.starts_with("--")) else {
                continue;
            };
            if line.trim_start().starts_with('-') {
                assert!(page.contains(&flag.replace('-', "\\-")), "{name} does not tell of {flag}");
            }
        }
    }
}

#[test]
fn a_formatter_has_nothing_to_complain_about() {
    for (name, page) in pages("formatted") {
        let Some((text, complaints)) = rendered(&page) else { return };
        assert_eq!(complaints, "", "{name}");
        assert!(text.contains("NAME") && text.contains("SYNOPSIS"), "{name}: {text}");
    }
}

#[test]
fn examples_and_exit_codes_keep_their_lines() {
    let pages = pages("lines");
    let (_, page) = pages.iter().find(|(name, _)| name == "vetgate-scan.1").unwrap();
    assert!(page.contains(".SH \"EXAMPLES\"\n.nf\n") && page.contains(".SH \"EXIT STATUS\"\n.nf\n"), "{page}");
    let Some((text, _)) = rendered(page) else { return };
    let has = |start: &str| text.lines().any(|line| line.trim_start().starts_with(start));
    assert!(has("vetgate scan https://mcp.example.com/mcp    a server by URL"), "{text}");
    assert!(has("1    findings at or above --fail-on"), "{text}");
    assert!(has("check = \"directive.preference\""), "{text}");
}

#[test]
fn the_page_of_the_program_goes_to_standard_output() {
    let run = vetgate(&["man"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let (_, page) = pages("output").into_iter().find(|(name, _)| name == "vetgate.1").unwrap();
    assert_eq!(run.stdout, page);
    assert!(page.contains("vetgate\\-scan(1)"), "{page}");
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let file = folder("manuals-taken").join("taken");
    std::fs::write(&file, "").unwrap();
    let run = vetgate(&["man", "--output", file.to_str().unwrap()]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("taken: the folder cannot be created"), "{}", run.stderr);
}
