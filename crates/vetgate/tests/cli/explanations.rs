//! `checks` and `explain`.

use crate::run::vetgate;

fn ids() -> Vec<String> {
    let list: serde_json::Value = vetgate(&["checks", "--format", "json"]).json();
    list.as_array().unwrap().iter().map(|check| check["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn every_check_is_listed_once_and_explained() {
    let ids = ids();
    let mut unique = ids.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), ids.len());
    let listed = vetgate(&["checks"]).stdout;
    for id in &ids {
        assert!(listed.contains(id.as_str()), "{id}");
        let run = vetgate(&["explain", id]);
        assert_eq!(run.code, 0);
        // A static rule has a name behind its id.
        let heading = run.stdout.lines().next().unwrap();
        assert!(heading.starts_with(&format!("{id} ")) && heading.ends_with(')'), "{}", run.stdout);
        for heading in ["What it finds", "Why it matters", "Attack", "Harmless twin", "Cannot see"] {
            assert!(run.stdout.contains(&format!("\n{heading}\n  ")), "{id}: {heading}");
        }
    }
}

#[test]
fn the_state_of_a_static_rule_is_shown() {
    let list: serde_json::Value = vetgate(&["checks", "--format", "json"]).json();
    let state = |id: &str| {
        let row = list.as_array().unwrap().iter().find(|check| check["id"] == id).unwrap();
        row["lifecycle"].as_str().map(str::to_owned)
    };
    assert_eq!(state("VG-S-006").as_deref(), Some("stable"));
    assert_eq!(state("VG-S-013").as_deref(), Some("experimental"));
    assert_eq!(state("unicode.hidden"), None);
    assert!(
        vetgate(&["explain", "VG-S-006"]).stdout.starts_with("VG-S-006 path-traversal (high, exfiltration, stable)\n")
    );
    assert!(vetgate(&["checks"]).stdout.contains("VG-S-013"));
}

#[test]
fn every_kind_of_check_is_there() {
    let ids = ids();
    for id in ["unicode.hidden", "directive.injection", "config.secret", "config.shell", "lock.changed", "lock.missing"]
    {
        assert!(ids.iter().any(|listed| listed == id), "{id}");
    }
}

#[test]
fn a_slip_is_answered_with_the_nearest_check() {
    let run = vetgate(&["explain", "lock.chnaged"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert_eq!(run.stderr, "vetgate: there is no check or kind `lock.chnaged`; did you mean `lock.changed`?\n");
    for family in ["lock", "lock.*"] {
        let run = vetgate(&["explain", family]);
        assert_eq!(run.code, 2);
        assert_eq!(
            run.stderr,
            "vetgate: `lock` is not one check but several: `lock.new`, `lock.changed`, `lock.missing`\n"
        );
    }
    assert!(vetgate(&["explain", "\u{1b}[2J"]).stderr.contains("`vetgate checks` lists all checks"));
}

#[test]
fn an_explanation_reads_as_the_check_wrote_it() {
    insta::assert_snapshot!(vetgate(&["explain", "config.unpinned"]).stdout);
}

#[test]
fn a_kind_is_explained_with_its_examples() {
    insta::assert_snapshot!(vetgate(&["explain", "uk_nino"]).stdout);
    let token = vetgate(&["explain", "github.pat"]).stdout;
    assert!(token.starts_with("github.pat (secret, critical)\nGitHub personal access token\n"), "{token}");
    assert!(token.contains("\nFound\n  ghp_") && token.contains("\nNot found\n  ghp_"), "{token}");
}

#[test]
fn every_kind_is_listed_in_its_category_and_explained() {
    for listed in vetgate_sensitive::catalogue() {
        let id = listed.kind.id.as_ref();
        let run = vetgate(&["explain", id]);
        assert!(run.code == 0 && run.stdout.starts_with(&format!("{id} (")), "{id}: {}", run.stderr);
    }
    let health = vetgate(&["explain", "health"]).stdout;
    assert!(health.contains("\nuk_nhs "), "{health}");
}

#[test]
fn the_kinds_of_a_provider_are_listed() {
    for name in ["github", "github.*"] {
        let run = vetgate(&["explain", name]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(run.stdout.starts_with("github.pat ") && run.stdout.contains("\ngithub.refresh "), "{}", run.stdout);
        assert!(!run.stdout.contains("gitlab"), "{}", run.stdout);
    }
}

#[test]
fn a_slip_is_answered_with_the_nearest_kind_too() {
    let says = |id: &str| vetgate(&["explain", id]).stderr;
    assert_eq!(says("emial"), "vetgate: there is no check or kind `emial`; did you mean `email`?\n");
    assert_eq!(says("ssn"), "vetgate: there is no check or kind `ssn`; did you mean `us_ssn`?\n");
    assert_eq!(says("sendgrid"), "vetgate: there is no kind `sendgrid`; did you mean `sendgrid.key`?\n");
}
