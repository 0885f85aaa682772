//! What is refused at load, and what holds when.

use super::*;
use crate::fixture::{assessment, edge};
use crate::{Claim, Signal, SignalSource};
use proptest::prelude::*;
use vetgate_flow::Level;

fn rules(when: &str, action: Action) -> Result<Rules, RulesError> {
    let text = RuleText { when: when.to_owned(), action, reason: "a reason".to_owned() };
    Rules::compile(&[text], &vetgate_sensitive::Settings::default())
}

fn call() -> Assessment {
    let mut call = assessment();
    call.edges = vec![edge(Level::Safe), edge(Level::Critical)];
    call.destinations = vec!["example.org".to_owned()];
    call.risk.score = 40;
    call.signals = vec![Signal {
        source: SignalSource::AgentIntent,
        claim: Claim::Read,
        evidence: "operation_type:read".to_owned(),
    }];
    call
}

fn holds(when: &str, arguments: &str) -> bool {
    let rules = rules(when, Action::Deny).unwrap_or_else(|error| panic!("{when}: {error}"));
    rules.first_match(&call(), arguments).is_some()
}

#[test]
fn rules_speak_of_all_that_is_known() {
    let arguments = r#"{"amount": 250.5, "to": "bob@example.org", "tags": ["a", "b"], "deep": {"n": 7}}"#;
    let table: &[(&str, bool)] = &[
        ("tool.server == 'web' && tool.name.startsWith('get_')", true),
        ("tool.side == 'external' && tool.operation == 'read'", true),
        ("'exec' in tool.capabilities", false),
        ("args.amount > 100.0", true),
        ("args.deep.n == 7 && args['deep']['n'] < 8", true),
        ("has(args.amount) && args.amount > 1000.0", false),
        ("has(args.nothing)", false),
        ("args.to.endsWith('@example.org')", true),
        ("args.to.matches('^[a-z]+@')", true),
        ("args.to.matches('^[0-9]+$')", false),
        ("args.tags.exists(tag, tag == 'b')", true),
        ("args.tags.all(tag, tag == 'b')", false),
        ("size(args.tags) == 2", true),
        ("session.principal == 'agent' && session.call > 2 && !session.truncated", true),
        ("'private_data' in session.legs", false),
        ("risk.score >= 40 && risk.band == 'low'", true),
        ("flows.exists(f, f.level == 'critical' && f.from_server == 'db')", true),
        ("flows.filter(f, f.level == 'critical').exists(f, f.pattern == 'harmless')", false),
        ("'example.org' in destinations", true),
        ("size(contradictions) > 0 || size(sensitive) > 0 || size(alarms) > 0", false),
        ("intent.operation == 'read' && intent.sensitivity == 'unknown'", true),
        ("tool.name.lowerAscii().contains('PAGE'.lowerAscii())", true),
    ];
    for (when, expected) in table {
        assert_eq!(holds(when, arguments), *expected, "{when}");
    }
}

#[test]
fn what_is_wrong_is_told_at_load_with_its_place() {
    let table: &[(&str, usize, &str)] = &[
        ("tool.server ==", 1, ""),
        ("tol.server == 'a'", 1, "did you mean `tool`?"),
        ("true && tool.sever == 'a'", 1, "did you mean `server`?"),
        ("flows.exists(f, f.levl == 'critical')", 1, "did you mean `level`?"),
        ("tool['nam'] == 'a'", 1, "did you mean `name`?"),
        ("tool.name.startWith('a')", 1, "did you mean `startsWith`?"),
        ("tool.name", 1, "true or false"),
        ("risk.score + 1", 1, "true or false"),
        ("args.amount + 1", 1, "true or false"),
        ("args.a + args.b", 1, "true or false"),
        ("risk.score > 'high'", 1, "a number is compared with text"),
        ("tool.name.matches(args.pattern)", 1, "literal"),
        ("tool.name.matches('(')", 1, "pattern"),
        ("flows.exists(f, args.tags.exists(t, t == f.level))", 1, "lists cannot be iterated inside each other"),
        ("tool.name.first == 'a'", 1, "has no fields"),
        ("timestamp('2026-01-01T00:00:00Z') > timestamp('2026-01-01T00:00:00Z')", 1, "no function `timestamp`"),
        ("tool.name.replace('a', 'b') == 'b'", 1, "no function `replace`"),
        ("", 1, "empty"),
        ("\n  tol.server == 'a'", 2, "did you mean `tool`?"),
    ];
    for (when, line, told) in table {
        let error = rules(when, Action::Deny).map(|_| ()).expect_err(when);
        assert_eq!((error.rule, error.line), (1, *line), "{when}: {error}");
        assert!(error.to_string().contains(told), "{when}: {error}");
    }
    let error = rules("true && tool.sever == 'a'", Action::Deny).map(|_| ()).expect_err("it has no such field");
    assert!((9..=14).contains(&error.column), "{error}");
}

#[test]
fn a_word_that_a_variable_can_never_be_is_refused_with_the_nearest() {
    let table: &[(&str, usize, &str)] = &[
        ("flows.exists(f, f.level == 'crit')", 28, "there is no level `crit`; did you mean `critical`?"),
        ("tool.operation == 'delete'", 19, "there is no operation `delete`; known: unknown, read, write, destructive"),
        ("tool.side == 'extern'", 14, "there is no side `extern`; did you mean `external`?"),
        ("'extenal' != tool.side", 1, "there is no side `extenal`; did you mean `external`?"),
        ("risk.band == 'hi'", 14, "there is no band `hi`; did you mean `high`?"),
        ("'fs-write' in tool.capabilities", 1, "there is no capability `fs-write`; did you mean `fs_write`?"),
        ("tool.capabilities.exists(c, c == 'exce')", 34, "there is no capability `exce`; did you mean `exec`?"),
        ("'private' in session.legs", 1, "there is no leg `private`; did you mean `private_data`?"),
        ("session.key == 'conn'", 16, "there is no key `conn`; did you mean `connection`?"),
        ("flows.exists(f, f.pattern == 'pii_to_extern')", 30, "did you mean `pii_to_external`?"),
        ("'read_but_name_destroy' in contradictions", 1, "did you mean `read_but_name_destroys`?"),
        ("'dns_chanel' in alarms", 1, "there is no alarm `dns_chanel`; did you mean `dns_channel`?"),
        ("'us_sn' in sensitive", 1, "there is no kind of sensitive data `us_sn`; did you mean `us_ssn`?"),
        ("'frobnication' in sensitive", 1, "`docs/kinds.md` lists all of them"),
        ("intent.sensitivity == 'secret'", 23, "there is no sensitivity `secret`"),
        ("tool.operation in ['read', 'wirte']", 28, "there is no operation `wirte`; did you mean `write`?"),
        ("tool['side'] == 'inside'", 17, "there is no side `inside`"),
    ];
    for (when, column, expected) in table {
        let error = rules(when, Action::Deny).map(|_| ()).expect_err(when);
        assert!(error.message.contains(expected), "{when}: {error}");
        assert_eq!((error.line, error.column), (1, *column), "{when}: {error}");
    }
    for when in [
        "tool.side == 'internal' || tool.server == 'whatever' || tool.name == 'anything'",
        "tool.side.startsWith('ext') || tool.operation.contains('destr')",
        "'github.pat' in sensitive || 'anything.example' in destinations",
        "tool.operation in ['write', 'destructive'] || tool.operation == args.operation",
    ] {
        assert!(rules(when, Action::Deny).is_ok(), "{when}");
    }
}

#[test]
fn a_kind_of_sensitive_data_that_the_user_added_is_one() {
    let own = vetgate_sensitive::Keyword {
        name: "projects".to_owned(),
        words: vec!["bluebird".to_owned()],
        severity: vetgate_model::Severity::High,
    };
    let settings = vetgate_sensitive::Settings { keywords: vec![own], ..Default::default() };
    let text = |when: &str| RuleText { when: when.to_owned(), action: Action::Deny, reason: String::new() };
    assert!(Rules::compile(&[text("'projects' in sensitive")], &settings).is_ok());
    assert!(Rules::compile(&[text("'project' in sensitive")], &settings).is_err());
}

#[test]
fn slips_are_told_in_words() {
    let table: &[(&str, usize, &str)] = &[
        ("tool.name = 'pay'", 11, "use `==` to compare"),
        ("tool.name === 'pay'", 11, "use `==` or `!=` to compare"),
        ("tool.name <> 'pay'", 11, "use `!=` to compare for inequality"),
        ("tool.name == 'pay' and risk.score > 3", 20, "use `&&` instead of `and`"),
        ("not session.truncated", 1, "use `!` instead of `not`"),
        ("tool.name == 'a' & true", 18, "use `&&` if both must be true"),
        ("tool.name == 'pay", 14, "this text is never closed"),
        ("(tool.name == 'pay'", 1, "this bracket is never closed"),
        ("tool.name == 'pay')", 19, "this bracket has no opening bracket"),
        ("tool.name == 'a = b' &&", 0, "the expression cannot be parsed from here on"),
        ("risk.score > 'high'", 0, "a number is compared with text"),
        ("risk.score == '70'", 0, "a number is compared with text"),
        ("session.truncated == 'yes'", 0, "true or false is compared with text"),
        ("7 in tool.capabilities", 0, "a number is compared with text"),
        ("tool.capabilities == 'exec'", 0, "a list is compared with text"),
        ("session.legs.contains('private_data')", 0, "a list has no `contains`; write `'…' in …`"),
        ("'pay' in tool.name", 0, "to search text use `.contains(…)`"),
    ];
    for (when, column, expected) in table {
        let error = rules(when, Action::Deny).map(|_| ()).expect_err(when);
        assert!(error.message.contains(expected), "{when}: {error}");
        assert!(*column == 0 || error.column == *column, "{when}: {error}");
        assert!(!error.message.contains("overload"), "{when}: {error}");
    }
    for when in ["args.a + 'b' == 'ab'", "'a' + tool.name == 'ab'", "args.and == 1 || args.or.not == 2"] {
        assert!(rules(when, Action::Deny).is_ok(), "{when}: {:?}", rules(when, Action::Deny));
    }
}

#[test]
fn what_would_cost_too_much_is_refused_at_load() {
    let long = format!("tool.name == '{}'", "a".repeat(LONGEST));
    let deep = format!("{}true{}", "(".repeat(500), ")".repeat(500));
    let chain = format!("1{} > 0", "+1".repeat(400));
    let nots = format!("{}true", "!".repeat(1_000));
    let minus = format!("{}1 > 0", "- ".repeat(900));
    let selects = format!("args{} == 1", ".a".repeat(600));
    let wide = format!("[{}].exists(x, x == 1)", ["1"; 900].join(","));
    let pattern = format!("tool.name.matches('{}')", "(a{100}){100}".repeat(3));
    for when in [&long, &deep, &chain, &selects, &pattern] {
        assert!(rules(when, Action::Deny).is_err(), "{}", &when[..40]);
    }
    // Neither is any of these a way to break the check.
    for when in [&nots, &minus, &wide] {
        let _ = rules(when, Action::Deny);
    }
    let many = vec![RuleText { when: "true".to_owned(), action: Action::Deny, reason: String::new() }; MOST + 1];
    assert!(Rules::compile(&many, &vetgate_sensitive::Settings::default()).is_err());
}

#[test]
fn a_rule_that_cannot_be_evaluated_fails_closed() {
    let when = "args.amount > 100";
    for (action, expected) in [(Action::Deny, true), (Action::Hold, true), (Action::Allow, false)] {
        let rules = rules(when, action).expect("it is sound");
        for arguments in ["{}", r#"{"amount":"many"}"#, "no json", r#"{"amount":1,"amount":1000}"#] {
            let matched = rules.first_match(&call(), arguments);
            assert_eq!(matched.is_some(), expected, "{action} {arguments}");
            if let Some(matched) = matched {
                assert_eq!(matched.reason, "a reason.", "the agent hears no more");
                let detail = matched.detail.unwrap_or_default();
                assert!(detail.starts_with("The rule could not be evaluated, so it counts as matched: "), "{detail}");
            }
        }
    }
    let large = format!(r#"{{"amount":1,"text":"{}"}}"#, "a".repeat(300_000));
    let rules = rules("tool.server == 'web' && args.amount > 100", Action::Deny).expect("it is sound");
    let matched = rules.first_match(&call(), &large).expect("it cannot be told");
    assert!(matched.detail.is_some_and(|detail| detail.contains("too large for rules")));
}

#[test]
fn the_page_has_every_variable_field_and_function() {
    use schema::{FUNCTIONS, MACROS, Schema, VARIABLES};
    let page = include_str!("../../../../docs/policy.md");
    let mut names: Vec<&str> = FUNCTIONS.iter().map(|(name, _)| *name).chain(MACROS.iter().copied()).collect();
    for (name, schema) in VARIABLES {
        names.push(name);
        if let Schema::Fields(fields) | Schema::List(Schema::Fields(fields)) = schema {
            names.extend(fields.iter().map(|(field, _)| *field));
        }
    }
    for name in names {
        assert!(page.contains(&format!("`{name}`")), "docs/policy.md lacks {name}");
    }
}

#[test]
fn what_comes_first_saves_what_comes_later() {
    let rules = rules("tool.server == 'bank' && args.amount > 100", Action::Deny).expect("it is sound");
    assert_eq!(rules.first_match(&call(), "{}"), None, "another tool needs no amount");
}

#[test]
fn no_value_of_a_call_is_in_the_reason() {
    let rules = rules("args.a + 1 > args.b", Action::Deny).expect("it is sound");
    let matched = rules.first_match(&call(), r#"{"a":"hunter2","b":"hunter2"}"#).expect("it cannot be evaluated");
    assert!(!format!("{matched:?}").contains("hunter2"), "{matched:?}");
}

proptest! {
    #[test]
    fn any_expression_is_taken_or_refused(when in any::<String>(), other in "[a-z.()&|!<>='\" 0-9]{0,60}") {
        let _ = (rules(&when, Action::Deny), rules(&other, Action::Deny));
    }

    #[test]
    fn any_arguments_are_judged(arguments in any::<String>()) {
        let _ = holds("has(args.a) && args.a.exists(x, x == 1)", &arguments);
    }
}
