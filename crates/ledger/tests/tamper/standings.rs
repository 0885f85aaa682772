//! Standings, which decide what may be used: whoever could change one would need no approval.

use crate::folder::LIVED;
use vetgate_ledger::{Standing, State, Wrong};

fn standing() -> &'static Standing {
    let is_held = |standing: &&Standing| standing.state == State::RugPull;
    LIVED.standings.iter().find(is_held).expect("the ledger has a changed tool")
}

fn of(standing: &Standing) -> String {
    let subject = &standing.subject;
    let (server, identity, name) = (&subject.server.name, &subject.server.identity, &subject.name);
    format!("server = '{server}' AND identity = '{identity}' AND name = '{name}'")
}

#[test]
fn a_standing_that_is_changed_is_found() {
    let (record, of) = (standing().record, of(standing()));
    for (from, to) in [
        (r#""state":"rug_pull""#, r#""state":"approved""#),
        (r#""is_covered":true"#, r#""is_covered":false"#),
        (r#""accepted":[]"#, r#""accepted":["unicode.hidden"]"#),
        ("version", "Version"),
    ] {
        let sql = format!("UPDATE standing SET standing = replace(standing, '{from}', '{to}') WHERE {of}");
        LIVED.assert_found(&sql, record, |wrong| matches!(wrong, Wrong::StandingAltered { .. }));
    }
    let sql = format!("UPDATE standing SET standing = json_set(standing, '$.record', 1) WHERE {of}");
    LIVED.assert_found(&sql, record, |wrong| matches!(wrong, Wrong::StandingUnrecorded { .. }));
}

#[test]
fn a_standing_that_is_removed_or_moved_out_of_reach_is_found() {
    let (record, of) = (standing().record, of(standing()));
    LIVED.assert_found(&format!("DELETE FROM standing WHERE {of}"), record, |wrong| {
        matches!(wrong, Wrong::StandingGone { .. })
    });
    for column in ["server", "identity", "name"] {
        let sql = format!("UPDATE standing SET {column} = {column} || 'x' WHERE {of}");
        LIVED.assert_found(&sql, record, |wrong| matches!(wrong, Wrong::StandingGone { .. }));
    }
    let sql = format!("UPDATE standing SET item = 'prompt' WHERE {of}");
    LIVED.assert_found(&sql, record, |wrong| matches!(wrong, Wrong::StandingGone { .. }));
}

#[test]
fn a_standing_that_nobody_recorded_is_found() {
    let mut made_up = standing().clone();
    made_up.subject.name = "shell".to_owned();
    made_up.state = State::Approved;
    let json = serde_json::to_string(&made_up).unwrap().replace('\'', "''");
    let subject = &made_up.subject;
    let sql = format!(
        "INSERT INTO standing VALUES ('{}', '{}', 'tool', 'shell', '{json}')",
        subject.server.name, subject.server.identity
    );
    LIVED.assert_found(&sql, made_up.record, |wrong| matches!(wrong, Wrong::StandingUnrecorded { .. }));
}

#[test]
fn a_server_that_is_made_new_again_is_found() {
    let server = &standing().subject.server.name;
    let first = LIVED.standings.iter().filter(|standing| standing.subject.server.name == *server);
    let first = first.map(|standing| standing.record).min().unwrap();
    LIVED.assert_found(&format!("DELETE FROM listed WHERE server = '{server}'"), first, |wrong| {
        matches!(wrong, Wrong::Unlisted { .. })
    });
}
