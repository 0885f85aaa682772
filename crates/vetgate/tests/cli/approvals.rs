//! `tools`, `approve`, `block`, `diff` and `servers`: what a person sees of the quarantine, and decides.

use crate::ledgers::{Book, DELETE, HIDDEN, HOSTILE, HOSTILE_NAME, SEARCH, key, reached_by, usual};
use crate::run::{Run, command, finish, folder};
use std::fs;
use std::path::Path;
use vetgate_ledger::{Item, Standing, State, Trust};
use vetgate_model::DefinitionKind;

fn vetgate(data: &Path, args: &[&str]) -> Run {
    let mut command = command();
    command.env("HOME", data).env("USER", "mallory").env_remove("XDG_DATA_HOME").env_remove("XDG_CONFIG_HOME");
    finish(command.args(args).arg("--data-dir").arg(data))
}

fn standing(data: &Path, name: &str) -> Standing {
    let book = Book::at(data);
    let all = book.ledger.read(|rows| rows.standings()).unwrap();
    all.into_iter().find(|standing| standing.subject.name == name).unwrap()
}

/// Whoever runs the tests, as the record names them: the environment, which says mallory, is not believed.
fn person() -> String {
    if cfg!(not(unix)) {
        return format!("cli:{}", std::env::var("USERNAME").unwrap());
    }
    let named = std::process::Command::new("id").arg("-un").output().unwrap();
    format!("cli:{}", String::from_utf8(named.stdout).unwrap().trim())
}

/// Nothing that a stranger wrote may act on a terminal, on either stream.
fn assert_safe(run: &Run) {
    for text in [&run.stdout, &run.stderr] {
        let is_bad = |c: char| c.is_control() && c != '\n' || ('\u{202a}'..='\u{202e}').contains(&c) || c > '\u{e0000}';
        assert!(!text.contains(is_bad), "{text:?}");
    }
}

#[test]
fn what_waits_is_listed_first_and_makes_the_exit_code_1() {
    let data = usual(&folder("tools-usual")).close();
    let run = vetgate(&data, &["tools"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert!(lines[0].starts_with("server  name"), "{}", run.stdout);
    assert_eq!(lines[1], "files   read_file    quarantined     0  2026-11-16 14:30:05  new");
    assert_eq!(lines[2], "notes   search       rug_pull       86  2026-11-16 14:30:05  changed: description");
    assert_eq!(lines[3], "notes   delete_note  blocked         0  2026-11-16 14:30:05  blocked");
    let pending = vetgate(&data, &["tools", "--pending"]);
    assert_eq!(pending.code, 1);
    assert!(!pending.stdout.contains("delete_note") && pending.stdout.contains("\n2 wait for approval. Review them"));
    let next = format!("  vetgate diff SERVER NAME --data-dir {}\n", data.display());
    assert!(pending.stdout.contains(&next), "commands lead to this ledger: {}", pending.stdout);
    let one = vetgate(&data, &["tools", "--pending", "--server", "files"]);
    assert!(
        one.code == 1 && one.stdout.contains("\n1 waits for approval.") && !one.stdout.contains("search"),
        "{}",
        one.stdout
    );
    let blocked = vetgate(&data, &["tools", "--state", "blocked", "--format", "json"]);
    let rows = blocked.json();
    assert_eq!((blocked.code, rows.as_array().unwrap().len()), (0, 1));
    assert_eq!((&rows[0]["name"], &rows[0]["is_pending"]), (&"delete_note".into(), &false.into()));
    assert_eq!(rows[0]["decided_by"], "cli:ada");
    let none = vetgate(&data, &["tools", "--server", "nobody"]);
    assert!(none.code == 2 && none.stderr.contains("has no server `nobody`"), "{}", none.stderr);
}

#[test]
fn approved_siblings_of_what_has_changed_are_shown_for_review_or_as_withheld() {
    let book = usual(&folder("tools-siblings"));
    let data = book.close();
    assert_eq!(vetgate(&data, &["approve", "notes", "search", "--yes"]).code, 0);
    assert_eq!(vetgate(&data, &["approve", "notes", "delete_note", "--yes"]).code, 0);
    let book = Book::at(&data);
    book.declares("notes", Trust::Manual, &[&SEARCH.replace("Searches", "Hides"), DELETE]);
    let data = book.close();
    let listed = vetgate(&data, &["tools"]);
    let line = listed.stdout.lines().find(|line| line.contains("delete_note")).unwrap();
    assert!(line.ends_with("in use, to be reviewed beside what has changed: search"), "{}", listed.stdout);
    assert!(listed.stdout.contains("1 approved definition stands beside one that has changed"), "{}", listed.stdout);
    let config = data.join("gateway.json");
    let text = format!(
        r#"{{"gateway": {{"data_dir": {:?}}}, "tool_quarantine": {{"on_rug_pull": "server"}}}}"#,
        data.display().to_string()
    );
    fs::write(&config, text).unwrap();
    let mut command = command();
    let withheld = finish(command.env("HOME", &data).args(["tools", "--format", "json", "--config"]).arg(&config));
    let rows = withheld.json();
    let row = rows.as_array().unwrap().iter().find(|row| row["name"] == "delete_note").unwrap();
    assert_eq!((&row["held"]["reason"], &row["siblings_changed"][0]), (&"sibling".into(), &"search".into()), "{row}");
    assert_eq!(row["state"], "approved");
}

#[test]
fn where_there_is_no_ledger_every_command_says_what_makes_one() {
    let data = folder("no-ledger");
    for args in [
        &["tools"][..],
        &["approve", "a", "b", "--yes"],
        &["block", "a", "b", "--yes"],
        &["diff", "a"],
        &["servers"],
        &["activity"],
        &["activity", "--follow"],
        &["audit", "verify"],
        &["audit", "checkpoint"],
        &["audit", "export", "--to", "never.jsonl", "--plaintext"],
    ] {
        let run = vetgate(&data, args);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?} {}", run.stderr);
        assert!(
            run.stderr.contains("there is no ledger here; `vetgate serve` and `vetgate run` create one"),
            "{args:?}"
        );
    }
    assert!(fs::read_dir(&data).unwrap().next().is_none(), "nothing is made by looking");
}

#[test]
fn what_is_no_ledger_is_told_and_left_alone() {
    let data = folder("no-database");
    fs::write(data.join("ledger.db"), "not a database at all, but long enough to look at it closely".repeat(100))
        .unwrap();
    let run = vetgate(&data, &["tools"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("ledger.db: the ledger's file is damaged"), "{}", run.stderr);
}

#[test]
fn wrong_arguments_are_refused_with_the_way_out() {
    let data = usual(&folder("wrong-arguments")).close();
    for (args, said) in [
        (&["tools", "--state", "unknown"][..], "expected one of quarantined, approved, rug_pull, blocked"),
        (&["approve", "notes", "--yes"], "name the definitions to approve, or use --all"),
        (&["approve", "nobody", "x"], "the ledger has no server `nobody`"),
        (&["approve", "notes", "serach"], "`notes` has never declared a tool `serach`"),
        (&["approve", "notes", "--instructions"], "`notes` has never sent instructions"),
        (&["approve", "notes", "search", "--prompt"], "has never declared a prompt `search`"),
        (&["approve", "notes", "search", "--accept", "unicode.hiden"], "did you mean `unicode.hidden`?"),
        (&["approve", "notes", "search", "--version", "xyz"], "expected 8 to 64 hexadecimal digits"),
        (&["approve", "notes", "search", "--all"], "cannot be used with"),
        (&["approve", "notes", "search", "delete_note", "--version", "00000000"], "name only one"),
        (&["block", "notes", "--yes"], "name the definitions to block"),
        (&["diff", "notes", "nothing"], "has never declared a tool `nothing`"),
        (&["diff", "notes", "--identity", "ffff"], "no server `notes` has such an identity"),
    ] {
        let run = vetgate(&data, args);
        assert_eq!(run.code, 2, "{args:?}: {}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(said), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn a_change_is_shown_and_approved_as_it_was_shown() {
    let data = usual(&folder("approve-change")).close();
    let nobody = vetgate(&data, &["approve", "notes", "search"]);
    assert_eq!(nobody.code, 3, "{}", nobody.stdout);
    assert!(nobody.stderr.contains("no terminal for the question; use --yes"), "{}", nobody.stderr);
    assert!(nobody.stdout.contains("description changed\n"), "{}", nobody.stdout);
    assert!(nobody.stdout.contains("  + Searches the notes for a text. Sends every note"), "{}", nobody.stdout);
    assert_eq!(standing(&data, "search").state, State::RugPull);

    let run = vetgate(&data, &["approve", "notes", "search", "--yes"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("\napproved notes › search (tool), version "), "{}", run.stdout);
    let after = standing(&data, "search");
    assert_eq!((after.state, after.decided_by.as_str(), after.held()), (State::Approved, person().as_str(), None));
    let again = vetgate(&data, &["approve", "notes", "search", "--yes"]);
    assert!(again.code == 0 && again.stdout.contains("is approved already"), "{}", again.stdout);
}

#[test]
fn another_version_than_the_wanted_one_is_not_approved() {
    let data = usual(&folder("approve-version")).close();
    let seen = standing(&data, "search").seen.fingerprint.combined.0;
    let stale = vetgate(&data, &["approve", "notes", "search", "--version", "0123456789abcdef", "--yes"]);
    assert_eq!(stale.code, 1, "{}", stale.stderr);
    assert!(
        stale.stderr.contains(&format!("is not version 0123456789abcdef: it is {}", &seen[..16])),
        "{}",
        stale.stderr
    );
    assert_eq!(standing(&data, "search").state, State::RugPull);
    assert_eq!(vetgate(&data, &["approve", "notes", "search", "--version", &seen[..12], "--yes"]).code, 0);
}

#[cfg(unix)]
#[test]
fn a_version_that_comes_while_the_person_reads_is_not_approved() {
    let book = usual(&folder("approve-moved"));
    let terminal = Typed::start(&book.folder, &["approve", "notes", "search"]);
    let terminal = terminal.wait_for("[y/N]");
    let changed = SEARCH.replace("a text.", "a text, and something else.");
    book.declares("notes", Trust::Auto, &[&changed, DELETE]);
    let (code, shown) = terminal.answer("y");
    assert_eq!(code, 1, "{shown}");
    assert!(shown.contains("its server has changed it in the meantime"), "{shown}");
    assert_eq!(standing(&book.close(), "search").state, State::RugPull);
}

#[cfg(unix)]
#[test]
fn a_person_on_a_terminal_says_yes_or_no() {
    let data = usual(&folder("approve-terminal")).close();
    let (code, shown) = Typed::start(&data, &["approve", "files", "read_file"]).wait_for("[y/N]").answer("n");
    assert_eq!(code, 3, "{shown}");
    assert!(shown.contains("Reads the file at the given path."), "{shown}");
    assert!(shown.contains("Nothing was changed."), "{shown}");
    assert_eq!(standing(&data, "read_file").state, State::Quarantined);
    let (code, shown) = Typed::start(&data, &["approve", "files", "read_file"]).wait_for("[y/N]").answer("y");
    assert_eq!(code, 0, "{shown}");
    assert_eq!(standing(&data, "read_file").state, State::Approved);
    let (code, shown) = Typed::start(&data, &["block", "files", "read_file"]).wait_for("[y/N]").answer("y");
    assert_eq!(code, 0, "{shown}");
    assert_eq!(standing(&data, "read_file").state, State::Blocked);
}

#[test]
fn a_hard_finding_has_to_be_accepted_by_name() {
    let book = Book::at(&folder("approve-hard"));
    book.declares("notes", Trust::Manual, &[SEARCH, HIDDEN]);
    let data = book.close();
    let refused = vetgate(&data, &["approve", "notes", "--all", "--yes"]);
    assert_eq!(refused.code, 1, "{}", refused.stderr);
    assert!(refused.stderr.contains("it has blocking findings (unicode.hidden"), "{}", refused.stderr);
    assert!(refused.stderr.contains("use --accept unicode.hidden"), "{}", refused.stderr);
    assert!(refused.stdout.contains("hard  unicode.hidden"), "{}", refused.stdout);
    assert_safe(&refused);
    assert_eq!(standing(&data, "hidden").state, State::Quarantined);
    assert_eq!(standing(&data, "search").state, State::Approved, "the rest is approved");
    let listed = vetgate(&data, &["tools", "--pending"]);
    assert!(listed.stdout.contains("new; found: unicode.hidden"), "{}", listed.stdout);

    let hard = standing(&data, "hidden").seen.hard();
    let mut args = vec!["approve", "notes", "hidden", "--yes"];
    hard.iter().for_each(|check| args.extend(["--accept", check.as_str()]));
    let accepted = vetgate(&data, &args);
    assert_eq!(accepted.code, 0, "{}", accepted.stderr);
    assert_eq!(standing(&data, "hidden").accepted, hard);
    assert_eq!(vetgate(&data, &["tools", "--pending"]).code, 0);
}

#[test]
fn a_block_holds_whatever_comes_and_an_approval_ends_it() {
    let data = usual(&folder("block")).close();
    assert_eq!(vetgate(&data, &["block", "notes", "search"]).code, 3, "there is nobody to ask");
    let run = vetgate(&data, &["block", "notes", "search", "delete_note", "--yes"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stdout.contains("delete_note (tool) is blocked already\nblocked notes › search (tool)\n"),
        "{}",
        run.stdout
    );
    assert_eq!(standing(&data, "search").state, State::Blocked);
    assert_eq!(vetgate(&data, &["approve", "notes", "search", "--yes"]).code, 0);
    assert_eq!(standing(&data, "search").state, State::Approved);
}

#[test]
fn prompts_and_instructions_are_decided_like_tools() {
    let book = Book::at(&folder("approve-items"));
    let server = key("notes");
    let prompt = r#"{"name":"summarize","description":"Summarizes notes."}"#;
    book.declares_items(&server, DefinitionKind::Prompt, Trust::Manual, &[prompt]);
    book.declares_items(&server, DefinitionKind::Instructions, Trust::Manual, &[r#""Use search before you answer.""#]);
    let data = book.close();
    let shown = vetgate(&data, &["diff", "notes", "--instructions"]);
    assert_eq!(shown.code, 1, "{}", shown.stderr);
    assert!(shown.stdout.starts_with("notes › instructions\n"), "{}", shown.stdout);
    assert!(shown.stdout.contains("\ninstructions\n    Use search before you answer.\n"), "{}", shown.stdout);
    assert_eq!(vetgate(&data, &["approve", "notes", "--instructions", "--yes"]).code, 0);
    assert_eq!(standing(&data, "").state, State::Approved);
    assert_eq!(vetgate(&data, &["approve", "notes", "summarize", "--prompt", "--yes"]).code, 0);
    let approved = standing(&data, "summarize");
    assert_eq!((approved.subject.item, approved.state), (Item::Prompt, State::Approved));
    assert_eq!(vetgate(&data, &["block", "notes", "--instructions", "--yes"]).code, 0);
    assert_eq!(standing(&data, "").state, State::Blocked);
}

#[test]
fn a_diff_names_fields_places_and_new_findings() {
    let book = Book::at(&folder("diff"));
    book.declares("notes", Trust::Auto, &[SEARCH, DELETE]);
    let schema = SEARCH.replace(r#""type":"string""#, r#""type":["string","null"]"#);
    let hidden = DELETE.replace("id.", "id.\u{E0072}\u{E0065}\u{E0061}\u{E0064}\u{200B}");
    book.declares("notes", Trust::Auto, &[&schema, &hidden]);
    let data = book.close();
    let run = vetgate(&data, &["diff", "notes", "search"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stdout.contains("inputSchema changed at /inputSchema/properties/text/type\n"), "{}", run.stdout);
    assert!(run.stdout.contains("unchanged lines") || run.stdout.contains("    {\n"), "{}", run.stdout);
    let all = vetgate(&data, &["diff", "notes"]);
    assert!(all.stdout.contains("› search") && all.stdout.contains("› delete_note"), "{}", all.stdout);
    assert!(all.stdout.contains(r"\u{E0072}") && all.stdout.contains(r"\u{200B}"), "{}", all.stdout);
    assert!(all.stdout.contains("New findings since the approval:\n  hard  unicode.hidden"), "{}", all.stdout);
    assert_safe(&all);
    let json = vetgate(&data, &["diff", "notes", "search", "--format", "json"]).json();
    assert_eq!(json[0]["diff"]["fields"][0]["field"], "inputSchema");
    assert_eq!(json[0]["diff"]["fields"][0]["change"], "changed");
    assert_eq!(vetgate(&data, &["approve", "notes", "search", "--yes"]).code, 0);
    let same = vetgate(&data, &["diff", "notes", "search"]);
    assert!(same.code == 0 && same.stdout.contains("It is identical to the approved version."), "{}", same.stdout);
}

#[test]
fn hostile_text_acts_on_no_terminal() {
    let book = Book::at(&folder("hostile"));
    let server = "no\u{1b}[31mtes\u{202e}";
    book.declares(server, Trust::Manual, &[HOSTILE]);
    book.call(server, HOSTILE_NAME, "{\"a\":\"\u{9b}2J\u{1b}[2J\"}", Err("\u{1b}]0;owned\u{7}failed"));
    let data = book.close();
    for args in [
        &["tools"][..],
        &["tools", "--pending", "--format", "json"],
        &["diff", server],
        &["servers"],
        &["diff", server, "--format", "json"],
        &["servers", "--format", "json"],
        &["activity"],
        &["activity", "--format", "json"],
        &["activity", "--id", "2"],
        &["activity", "--id", "2", "--format", "json"],
        &["approve", server, HOSTILE_NAME],
        &["approve", server, "\u{1b}[2J"],
        &["diff", "\u{1b}[2J"],
        &["block", server, HOSTILE_NAME],
        &["approve", server, "--all", "--yes"],
        &["audit", "verify"],
        &["block", server, HOSTILE_NAME, "--yes"],
        &["tools", "--server", "\u{1b}[2J"],
        &["activity", "--server", "\u{1b}[2J"],
    ] {
        assert_safe(&vetgate(&data, args));
    }
    let json = vetgate(&data, &["tools", "--format", "json"]).json();
    assert_eq!((&json[0]["name"], &json[0]["server"]), (&HOSTILE_NAME.into(), &server.into()));
}

#[test]
fn colour_comes_only_where_it_is_wanted() {
    let data = usual(&folder("colour")).close();
    let run = |name: &str, args: &[&str]| finish(command().args(args).arg("--data-dir").arg(&data).env(name, "1"));
    for args in [&["tools"][..], &["diff", "notes", "search"], &["servers"], &["activity"]] {
        assert!(!vetgate(&data, args).stdout.contains('\u{1b}'), "a pipe is no terminal");
        assert!(run("CLICOLOR_FORCE", args).stdout.contains('\u{1b}'), "{args:?}");
        assert!(!run("NO_COLOR", args).stdout.contains('\u{1b}'), "{args:?}");
    }
}

#[test]
fn servers_are_told_by_their_identity() {
    let book = usual(&folder("servers"));
    book.declares_items(&reached_by("notes", "other-mcp"), DefinitionKind::Tool, Trust::Manual, &[SEARCH]);
    let data = book.close();
    let config = data.join("gateway.json");
    let text = serde_json::json!({
        "mcpServers": {
            "notes": {"command": "other-mcp", "vetgate": {"trust": "scan"}},
            "later": {"command": "later-mcp"},
        },
        "gateway": {"data_dir": data},
    });
    fs::write(&config, text.to_string()).unwrap();
    let with_config = |args: &[&str]| finish(command().args(args).arg("--config").arg(&config));
    let rows = with_config(&["servers", "--format", "json"]).json();
    let of = |server: &str, configured: &str| {
        let is = |row: &&serde_json::Value| row["server"] == server && row["configured"] == configured;
        rows.as_array().unwrap().iter().find(is).unwrap_or_else(|| panic!("{server} {configured}: {rows}")).clone()
    };
    let (old, new, never) = (of("notes", "otherwise"), of("notes", "yes"), of("later", "yes"));
    assert_eq!([&old["changed"], &old["blocked"], &old["waiting"]], [1, 1, 0]);
    assert_eq!([&new["waiting"], &new["changed"], &new["calls"], &new["failed_calls"]], [1, 0, 2, 1]);
    assert_eq!((&new["trust"], &new["last_seen_ms"]), (&"scan".into(), &1_794_839_405_250_u64.into()));
    assert!(never["identity"].is_null() && never["last_seen_ms"].is_null());
    assert_eq!(of("files", "no")["waiting"], 1);
    let table = with_config(&["servers"]);
    assert!(
        table.stdout.contains("differs from the configured server") && table.stdout.contains("not configured"),
        "{}",
        table.stdout
    );
    assert!(!vetgate(&data, &["servers"]).stdout.contains("not configured"), "no configuration was named");

    let pending = with_config(&["tools", "--pending"]);
    assert!(pending.stdout.contains("\n3 wait for approval."), "{}", pending.stdout);
    let former = pending.stdout.lines().find(|line| line.contains("rug_pull")).unwrap();
    assert!(former.contains(&key("notes").identity[..8]), "{former}");
    assert!(former.ends_with("changed: description; differs from the configured server"), "{former}");
    let shown = with_config(&["diff", "notes", "search"]);
    assert!(shown.stdout.contains("quarantined since"), "the configured one is meant: {}", shown.stdout);
    let unsure = vetgate(&data, &["diff", "notes", "search"]);
    assert!(unsure.code == 2 && unsure.stderr.contains("several servers have the name `notes`"), "{}", unsure.stderr);
    for server in [key("notes"), reached_by("notes", "other-mcp")] {
        let place = data.display();
        let command =
            format!("\n  vetgate diff notes search --identity {} --data-dir {place}\n", &server.identity[..16]);
        assert!(unsure.stderr.contains(&command), "{}", unsure.stderr);
    }
    let identity = &key("notes").identity[..8];
    let said = vetgate(&data, &["diff", "notes", "search", "--identity", identity]);
    assert!(said.stdout.contains("rug_pull since"), "{}", said.stdout);
}

#[test]
fn what_waits_of_a_namesake_of_the_configured_server_can_be_approved() {
    let book = Book::at(&folder("namesake"));
    book.declares("notes", Trust::Auto, &[SEARCH]);
    let namesake = reached_by("notes", "other-mcp");
    book.declares_items(&namesake, DefinitionKind::Tool, Trust::Manual, &[SEARCH, DELETE]);
    let data = book.close();
    let config = data.join("gateway.json");
    let text = serde_json::json!({"mcpServers": {"notes": {"command": "notes-mcp"}}, "gateway": {"data_dir": data}});
    fs::write(&config, text.to_string()).unwrap();
    let with_config = |args: &[&str]| finish(command().args(args).arg("--config").arg(&config));
    let pending = with_config(&["tools", "--pending"]);
    assert!(pending.code == 1 && pending.stdout.contains("\n2 wait for approval."), "{}", pending.stdout);
    let one = with_config(&["approve", "notes", "search", "--yes"]);
    assert!(one.code == 0 && one.stdout.contains("\napproved notes › search"), "{}{}", one.stdout, one.stderr);
    let all = with_config(&["approve", "notes", "--all", "--yes"]);
    assert!(all.code == 0 && all.stdout.contains("\napproved notes › delete_note"), "{}{}", all.stdout, all.stderr);
    assert_eq!(with_config(&["tools", "--pending"]).code, 0);
    let wrong = with_config(&["approve", "notes", "search", "--identity", "0000"]);
    assert!(wrong.code == 2 && wrong.stderr.contains("no server `notes` has such an identity"), "{}", wrong.stderr);
}

#[test]
fn what_waits_of_another_server_by_the_name_is_told_after_all_of_one() {
    let book = Book::at(&folder("namesakes"));
    let other = reached_by("notes", "other-mcp");
    book.declares("notes", Trust::Manual, &[SEARCH, DELETE]);
    book.declares_items(&other, DefinitionKind::Tool, Trust::Manual, &[SEARCH]);
    let data = book.close();
    let identity = &key("notes").identity[..16];
    let run = vetgate(&data, &["approve", "notes", "--all", "--yes", "--identity", identity]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.starts_with("1 of 2\nnotes › ") && run.stdout.contains("\n\n2 of 2\n"), "{}", run.stdout);
    assert!(run.stdout.ends_with("\n\n2 of 2 approved\n"), "{}", run.stdout);
    let command = format!("vetgate approve notes --all --identity {} --data-dir", &other.identity[..16]);
    assert!(
        run.stderr.contains(&format!("1 more waits for approval from another server with this name: {command}")),
        "{}",
        run.stderr
    );
}

#[test]
fn a_configuration_with_mistakes_is_told_unless_the_folder_is_named() {
    let data = usual(&folder("bad-config")).close();
    let settings = data.join(".config/vetgate");
    fs::create_dir_all(&settings).unwrap();
    fs::write(settings.join("gateway.json"), r#"{"gateway": {"lisen": 1}}"#).unwrap();
    let at_home = |args: &[&str]| {
        finish(command().args(args).env("HOME", &data).env_remove("XDG_CONFIG_HOME").env_remove("XDG_DATA_HOME"))
    };
    let run = at_home(&["tools"]);
    assert!(run.code == 2 && run.stderr.contains("did you mean `listen`?"), "{}", run.stderr);
    assert_eq!(vetgate(&data, &["tools"]).code, 0);
    let run = at_home(&["tools", "--config", "/nowhere/gateway.json"]);
    assert!(run.code == 2 && run.stderr.contains("/nowhere/gateway.json"), "{}", run.stderr);
}

/// The program on a terminal, with somebody who reads and types.
#[cfg(unix)]
struct Typed {
    child: std::process::Child,
    shown: String,
}

#[cfg(unix)]
impl Typed {
    fn start(data: &Path, args: &[&str]) -> Self {
        use std::process::{Command, Stdio};
        let mut command = Command::new("python3");
        command.current_dir(crate::run::fixtures()).env("NO_COLOR", "1");
        command.args(["typist.py", env!("CARGO_BIN_EXE_vetgate")]).args(args).arg("--data-dir").arg(data);
        Self { child: command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap(), shown: String::new() }
    }

    fn wait_for(mut self, text: &str) -> Self {
        use std::io::Read;
        let out = self.child.stdout.as_mut().unwrap();
        let mut bytes = Vec::new();
        while !String::from_utf8_lossy(&bytes).contains(text) {
            let mut byte = [0];
            assert_eq!(out.read(&mut byte).unwrap(), 1, "{}", String::from_utf8_lossy(&bytes));
            bytes.push(byte[0]);
        }
        self.shown.push_str(&String::from_utf8_lossy(&bytes));
        self
    }

    fn answer(mut self, text: &str) -> (i32, String) {
        use std::io::Write;
        writeln!(self.child.stdin.as_mut().unwrap(), "{text}").unwrap();
        let output = self.child.wait_with_output().unwrap();
        self.shown.push_str(&String::from_utf8_lossy(&output.stdout));
        (output.status.code().unwrap_or(-1), self.shown)
    }
}
