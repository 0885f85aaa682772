//! The pages say what the program does, or these tests fail.
//!
//! Four things on the pages are made from the program itself: `docs/checks.md` and `docs/static-rules.md`, from the own
//! files of checks and rules, `docs/kinds.md`, from the catalogue of kinds, and the output in every `console` block, from running its commands.
//! To write all of them anew:
//!
//! ```text
//! VETGATE_BLESS=1 cargo test -p vetgate --test docs
//! ```
//!
//! The commands of a page run one after the other in a folder of their own with a copy of `docs/examples`, and with
//! an empty home, but for the pages on the ledger, where there is one. `| head -n N` and `echo $?` are understood; nothing else of a shell is.

#![allow(clippy::disallowed_methods, reason = "a test reads the pages it is about")]

#[path = "docs/book.rs"]
mod book;
#[path = "docs/gateway.rs"]
mod gateway;
#[path = "docs/kinds.rs"]
mod kinds;
#[allow(dead_code, clippy::unwrap_used, reason = "the tests of the commands use more of it, and tests unwrap")]
#[path = "cli/ledgers.rs"]
mod ledgers;
#[path = "docs/pages.rs"]
mod pages;
#[path = "docs/source_documents.rs"]
mod source_documents;
#[path = "docs/static_rules.rs"]
mod static_rules;

use pages::{GENERATED, blocks, cells, flags, is_blessing, page, pages, read, root, without_blocks, words};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use vetgate_vet::{Explanation, Meta, checks, config, lock};

const COMMANDS: &[&str] = &[
    "scan", "analyze", "lock", "classify", "inspect", "redact", "search", "eval", "serve", "run", "connect", "import",
    "tools", "approve", "block", "diff", "servers", "activity", "flows", "audit", "replay", "holds", "approve-call",
    "deny-call", "baselines", "checks", "explain", "completions", "man", "adversary", "gauntlet", "demo",
];

/// The commands whose pages show a ledger: their examples find one in the usual place.
const ON_THE_LEDGER: &[&str] =
    &["tools", "approve", "block", "diff", "servers", "activity", "audit", "holds", "approve-call", "deny-call"];

// === The generated page

#[test]
fn the_page_of_checks_is_made_from_the_checks() {
    let path = root().join("docs/checks.md");
    let expected = checks_page();
    if is_blessing() {
        fs::write(&path, &expected).expect("docs/checks.md can be written");
    }
    assert!(read(&path) == expected, "docs/checks.md is out of date; see the top of this file for how to write it");
}

fn checks_page() -> String {
    let definitions: Vec<Meta> = checks::all().iter().map(|check| check.meta()).collect();
    let configurations: Vec<Meta> = config::all().iter().map(|check| check.meta()).collect();
    let groups = [
        (
            "On definitions",
            "These look at every tool, prompt, resource, resource template and at the server's instructions.",
            definitions,
        ),
        ("On configurations", "These look at how MCP clients are set up to reach their servers.", configurations),
        ("On the lock", "These compare with `vetgate.lock`, and run with `--locked` only.", lock::checks().to_vec()),
    ];
    let mut page = String::from(
        "# Checks\n\n<!-- Made from the checks' own files by crates/vetgate/tests/docs.rs. Do not edit by hand. -->\n\n\
         A **hard** check quarantines on its own. A **soft** check asks a person to look. A hard check may give a soft \
         signal where the words are quoted or described rather than said. [How it judges](how-it-judges.md) tells how \
         signals add up. `vetgate explain CHECK` shows the same text in the terminal.\n\n\
         Ids are stable and never reused.\n",
    );
    for (title, introduction, metas) in &groups {
        let _ = write!(
            page,
            "\n## {title}\n\n{introduction}\n\n| check | tier | threat | finds |\n| --- | --- | --- | --- |\n"
        );
        for meta in metas {
            let summary = Explanation::of(meta.source).summary.replace('\n', " ");
            let _ = writeln!(
                page,
                "| [`{0}`](#{1}) | {2} | {3} | {4} |",
                meta.id,
                slug(meta.id),
                meta.tier,
                meta.threat,
                summary
            );
        }
        for meta in metas {
            let _ = write!(page, "\n### `{}`\n", meta.id);
            for (heading, text) in Explanation::of(meta.source).sections {
                let _ = write!(page, "\n**{heading}.**\n{}{text}\n", if text.starts_with("```") { "\n" } else { "" });
            }
        }
    }
    page
}

// === What is said of the command line

#[test]
fn each_command_has_a_page_with_exactly_its_flags() {
    let everywhere: BTreeSet<String> = COMMANDS.iter().flat_map(|command| flags(&whole_help(command))).collect();
    for command in COMMANDS {
        let page = page(&format!("docs/commands/{command}.md"));
        let rows: BTreeSet<String> =
            page.lines().filter(|line| line.starts_with("| `-")).flat_map(|row| flags(cells(row)[0])).collect();
        let help = whole_help(command);
        let own: BTreeSet<String> =
            help.lines().filter(|line| line.trim_start().starts_with('-')).flat_map(flags).collect();
        assert_eq!(rows, own, "the table of flags of `{command}` and its --help differ");
        let strangers: Vec<String> = flags(&page).difference(&everywhere).cloned().collect();
        assert!(strangers.is_empty(), "docs/commands/{command}.md speaks of {strangers:?}, which do not exist");
    }
}

#[test]
fn exit_codes_are_those_of_the_help() {
    for (name, command) in [
        ("docs/commands/scan.md", "scan"),
        ("docs/commands/analyze.md", "analyze"),
        ("docs/commands/lock.md", "lock"),
        ("docs/commands/classify.md", "classify"),
        ("docs/commands/inspect.md", "inspect"),
        ("docs/commands/redact.md", "redact"),
        ("docs/commands/search.md", "search"),
        ("docs/commands/eval.md", "eval"),
        ("docs/commands/serve.md", "serve"),
        ("docs/commands/run.md", "run"),
        ("docs/commands/connect.md", "connect"),
        ("docs/commands/import.md", "import"),
        ("docs/commands/tools.md", "tools"),
        ("docs/commands/approve.md", "approve"),
        ("docs/commands/block.md", "block"),
        ("docs/commands/diff.md", "diff"),
        ("docs/commands/servers.md", "servers"),
        ("docs/commands/activity.md", "activity"),
        ("docs/commands/flows.md", "flows"),
        ("docs/commands/audit.md", "audit"),
        ("docs/commands/holds.md", "holds"),
        ("docs/commands/approve-call.md", "approve-call"),
        ("docs/commands/deny-call.md", "deny-call"),
        ("docs/commands/completions.md", "completions"),
        ("docs/commands/man.md", "man"),
        ("docs/commands/adversary.md", "adversary"),
        ("docs/commands/gauntlet.md", "gauntlet"),
        ("docs/commands/demo.md", "demo"),
    ] {
        let expected = exit_codes(&help(command));
        assert!(expected.len() >= 2, "{expected:?}");
        let is_code = |row: &&str| row.starts_with("| ") && cells(row)[0].parse::<u8>().is_ok();
        let rows: BTreeMap<String, String> = page(name)
            .lines()
            .filter(is_code)
            .map(|row| (cells(row)[0].to_owned(), cells(row)[1].replace('`', "")))
            .collect();
        assert_eq!(rows, expected, "{name}");
    }
}

fn exit_codes(help: &str) -> BTreeMap<String, String> {
    let mut codes: BTreeMap<String, String> = BTreeMap::new();
    let mut last = None;
    for line in help.lines().skip_while(|line| !line.starts_with("Exit codes:")).skip(1) {
        let indent = line.len() - line.trim_start().len();
        match line.trim().split_once("  ") {
            Some((code, text)) if code.parse::<u8>().is_ok() => {
                codes.insert(code.to_owned(), text.trim().to_owned());
                last = Some(code.to_owned());
            }
            _ if indent > 2 => {
                let text = last.as_ref().and_then(|code| codes.get_mut(code)).expect("a code to go on with");
                text.push(' ');
                text.push_str(line.trim());
            }
            _ => last = None,
        }
    }
    codes
}

#[test]
fn every_command_line_is_one_the_program_takes() {
    let mut seen = 0;
    for (name, text) in pages() {
        for (_, lines) in blocks(&text).iter().filter(|(language, _)| language != "text") {
            for words in lines.iter().filter_map(|line| arguments(line)) {
                seen += 1;
                let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
                let mut asked = words[..end].to_vec();
                // What stands before `--help` must be understood for the help to be shown.
                asked.push("--help".to_owned());
                let output = vetgate(&asked, &root(), &root());
                let error = String::from_utf8_lossy(&output.stderr);
                assert!(output.status.success(), "{name}: vetgate {}\n{error}", words.join(" "));
            }
        }
    }
    assert!(seen > 20, "only {seen} command lines were found");
}

/// The words after `vetgate`, if the line calls it directly or through cargo.
fn arguments(line: &str) -> Option<Vec<String>> {
    let line = line.trim().trim_start_matches("$ ").trim_start_matches("run: ");
    let rest = match line.strip_prefix("cargo run ") {
        // The commands of the laboratory are commands of `vetgate` too.
        Some(rest) => rest.split_once("-p vetgate -- ").or_else(|| rest.split_once("-p vetgate-lab -- "))?.1,
        None => line.strip_prefix("vetgate ")?,
    };
    let words = words(rest);
    let end =
        words.iter().position(|word| matches!(word.as_str(), "|" | ">" | "#" | "||" | "&&")).unwrap_or(words.len());
    Some(words[..end].to_vec())
}

#[test]
fn console_blocks_show_what_the_program_says() {
    let mut stale = vec![];
    for (name, text) in pages() {
        let real = with_real_output(&name, &text);
        if real == text {
            continue;
        }
        if is_blessing() {
            fs::write(root().join(&name), &real).expect("the page can be written");
            continue;
        }
        let line = text.lines().zip(real.lines()).position(|(a, b)| a != b).unwrap_or_default();
        let says = |text: &str| text.lines().nth(line).unwrap_or_default().to_owned();
        stale.push(format!("{name}:{}\n  page:    {}\n  program: {}", line + 1, says(&text), says(&real)));
    }
    assert!(stale.is_empty(), "see the top of this file for how to write the output anew\n{}", stale.join("\n"));
}

fn with_real_output(name: &str, text: &str) -> String {
    let mut place: Option<PathBuf> = None;
    let (mut page, mut in_console, mut code) = (String::new(), false, 0);
    for line in text.lines() {
        if line == "```console" {
            in_console = true;
        } else if line == "```" {
            in_console = false;
        } else if in_console {
            let Some(command) = line.strip_prefix("$ ") else { continue };
            let place = place.get_or_insert_with(|| playground(name));
            let _ = writeln!(page, "{line}");
            page.push_str(&shown(command, place, &mut code));
            continue;
        }
        page.push_str(line);
        page.push('\n');
    }
    page
}

fn shown(command: &str, place: &Path, code: &mut i32) -> String {
    if command == "echo $?" {
        return format!("{code}\n");
    }
    let (command, most) = match command.split_once(" | head -n ") {
        Some((command, most)) => (command, most.parse().expect("a number of lines")),
        None => (command, usize::MAX),
    };
    let words = words(command);
    assert_eq!(words[0], "vetgate", "only vetgate can be run: {command}");
    let output = vetgate(&words[1..], place, &place.join("home"));
    *code = output.status.code().unwrap_or(-1);
    // Notes come before the report.
    let text = String::from_utf8([output.stderr, output.stdout].concat()).expect("output is UTF-8");
    text.lines().take(most).flat_map(|line| [line.trim_end(), "\n"]).collect()
}

/// A folder for the commands of one page, with the examples.
fn playground(name: &str) -> PathBuf {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("docs").join(name.replace(['/', '.'], "-"));
    let _ = fs::remove_dir_all(&place);
    let examples = place.join("docs/examples");
    fs::create_dir_all(&examples).expect("a folder for the examples");
    fs::create_dir_all(place.join("home")).expect("a home");
    for entry in fs::read_dir(root().join("docs/examples")).expect("docs/examples") {
        let entry = entry.expect("an example");
        fs::copy(entry.path(), examples.join(entry.file_name())).expect("the example can be copied");
    }
    if ON_THE_LEDGER.iter().any(|command| name == format!("docs/commands/{command}.md")) {
        let data = place.join("home/.local/share/vetgate");
        fs::create_dir_all(&data).expect("a folder for the ledger");
        ledgers::usual(&data).close();
    }
    if name == "docs/commands/flows.md" {
        let data = place.join("home/.local/share/vetgate");
        fs::create_dir_all(&data).expect("a folder for the ledger");
        ledgers::flowing(&data).close();
    }
    place
}

// === What is said of checks, clients and the report

#[test]
fn every_check_that_is_named_exists() {
    let ids = ids();
    let rooms: BTreeSet<&str> = ids.iter().filter_map(|id| id.split('.').next()).collect();
    // Limits in the coverage record look like checks, and so do files.
    let others = caps();
    let files = ["rs", "md", "toml", "json", "txt", "yaml", "js", "py", "html"];
    for (name, text) in pages() {
        for word in text.split(|c: char| !(c.is_ascii_lowercase() || matches!(c, '.' | '_' | '*'))) {
            let Some((room, rest)) = word.trim_matches('.').split_once('.') else { continue };
            if !rooms.contains(room) || files.contains(&rest) || others.contains(word.trim_matches('.')) {
                continue;
            }
            let is_known = ids.iter().any(|id| *id == word.trim_matches('.')) || rest == "*";
            assert!(is_known, "{name}: there is no check `{word}`");
        }
    }
}

#[test]
fn every_limit_is_in_the_table() {
    let page = page("docs/report.md");
    let caps = caps();
    assert!(caps.len() > 15, "{caps:?}");
    for cap in caps {
        let is_listed = page.lines().any(|line| line.starts_with('|') && cells(line)[0].contains(&format!("`{cap}`")));
        assert!(is_listed, "docs/report.md does not list `{cap}`");
    }
}

#[test]
fn the_share_of_capabilities_that_is_found_is_told_as_it_is() {
    let eval = page("docs/classifier-eval.md");
    let table = eval.split("### Capabilities in `held_out`").nth(1).expect("the figures of what was held out");
    let all = table.lines().find(|line| line.starts_with("| all ")).expect("a row for all tags");
    let recall: f64 = cells(all)[5].split(' ').next().and_then(|share| share.parse().ok()).expect("a share");
    assert!((0.62..0.72).contains(&recall), "{recall} is not about two of three");
    for name in ["docs/figures.md", "docs/commands/classify.md"] {
        assert!(page(name).contains("finds about two of three capabilities at medium or above"), "{name}");
    }
}

/// The ids of limits in the sources, tests aside.
fn caps() -> BTreeSet<String> {
    let mut files = Vec::new();
    for room in fs::read_dir(root().join("crates")).expect("the folder of crates") {
        sources(&room.expect("a crate").path().join("src"), &mut files);
    }
    let mut caps = BTreeSet::from(["ignore.expired".to_owned(), "ignore.unused".to_owned()]);
    for file in files {
        let text = read(&file);
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for start in ["Cap::new(", ".cap("] {
            for call in code.split(start).skip(1) {
                let id = call.trim_start().strip_prefix('"').and_then(|rest| rest.split('"').next());
                caps.extend(id.filter(|id| id.contains('.')).map(str::to_owned));
            }
        }
    }
    caps
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("a folder entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("tests.rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_client_that_is_looked_for_is_named() {
    let table = read(&root().join("crates/mcp/data/client_files.tsv"));
    let rows = table.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).skip(1);
    let clients: BTreeSet<&str> = rows.filter_map(|row| row.split('\t').next()).collect();
    assert!(clients.len() > 10, "{clients:?}");
    let page = page("docs/commands/scan.md");
    for client in clients {
        assert!(page.contains(client), "docs/commands/scan.md does not name {client}");
    }
}

#[test]
fn every_field_of_the_report_is_described() {
    let schema = read(&root().join("docs/report.schema.json"));
    let schema: serde_json::Value = serde_json::from_str(&schema).expect("the schema is JSON");
    let mut fields = BTreeSet::new();
    collect_fields(&schema, &mut fields);
    assert!(fields.contains("by_severity") && fields.contains("pointer"));
    let page = page("docs/report.md");
    for field in fields {
        assert!(page.contains(&format!("`{field}`")), "docs/report.md does not describe `{field}`");
    }
}

fn collect_fields(schema: &serde_json::Value, fields: &mut BTreeSet<String>) {
    if let Some(properties) = schema.get("properties").and_then(|value| value.as_object()) {
        fields.extend(properties.keys().cloned());
    }
    match schema {
        serde_json::Value::Object(members) => members.values().for_each(|value| collect_fields(value, fields)),
        serde_json::Value::Array(elements) => elements.iter().for_each(|value| collect_fields(value, fields)),
        _ => {}
    }
}

// === Links

#[test]
fn every_link_leads_somewhere() {
    let generated = GENERATED.iter().map(|name| format!("docs/{name}")).map(|name| (name.clone(), page(&name)));
    for (name, text) in pages().into_iter().chain(generated) {
        let folder = root().join(&name).parent().expect("a page stands in a folder").to_owned();
        for link in links(&text) {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = if file.is_empty() { root().join(&name) } else { folder.join(file) };
            assert!(target.exists(), "{name}: the link to {link} leads nowhere");
            if !anchor.is_empty() {
                let slugs: Vec<String> = headings(&read(&target)).iter().map(|heading| slug(heading)).collect();
                assert!(slugs.iter().any(|slug| slug == anchor), "{name}: {link} names no heading of that page");
            }
        }
    }
}

/// The targets of `[text](target)`, outside code.
fn links(text: &str) -> Vec<String> {
    let prose = without_blocks(text);
    let targets = prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.map(|target| target.split(' ').next().unwrap_or_default().to_owned()).collect()
}

fn headings(text: &str) -> Vec<String> {
    let prose = without_blocks(text);
    let is_heading = |line: &&str| line.starts_with('#');
    prose.lines().filter(is_heading).map(|line| line.trim_start_matches('#').trim().to_owned()).collect()
}

/// A heading as links name it.
fn slug(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

// === The program

fn metas() -> Vec<Meta> {
    let definitions = checks::all().iter().map(|check| check.meta());
    let configurations = config::all().iter().map(|check| check.meta());
    definitions.chain(configurations).chain(lock::checks()).collect()
}

fn ids() -> Vec<&'static str> {
    metas().iter().map(|meta| meta.id).collect()
}

fn help(command: &str) -> String {
    asked(&[command])
}

/// The help of a command, and of the commands beneath it.
fn whole_help(command: &str) -> String {
    let own = help(command);
    let beneath = own.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = beneath.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    names.map(|name| asked(&[command, name])).fold(own.clone(), |all, help| all + &help)
}

fn asked(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().chain(&["--help"]).map(|word| (*word).to_owned()).collect();
    String::from_utf8(vetgate(&words, &root(), &root()).stdout).expect("help is UTF-8")
}

fn vetgate(arguments: &[String], folder: &Path, home: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vetgate"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command.env("HOME", home).env("USERPROFILE", home).env("NO_COLOR", "1").env("USER", "ada");
    for name in ["CLICOLOR_FORCE", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "APPDATA"] {
        command.env_remove(name);
    }
    command.output().expect("the program can be started")
}
