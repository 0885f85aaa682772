use super::*;
use proptest::prelude::*;

const MINUTE_MS: u64 = 60_000;

fn settings() -> BaselineSettings {
    BaselineSettings::default()
}

/// One call a minute of `mail/send` with these arguments and destinations, answered with 2 KB.
struct Scene {
    baselines: Baselines,
    now_ms: u64,
}

impl Scene {
    fn new() -> Self {
        Self { baselines: Baselines::new(&settings()), now_ms: 0 }
    }

    fn after(calls: usize, arguments: &str, destinations: &[&str]) -> Self {
        let mut scene = Self::new();
        for _ in 0..calls {
            scene.teach(arguments, destinations);
        }
        scene
    }

    fn teach(&mut self, arguments: &str, destinations: &[&str]) {
        self.now_ms += MINUTE_MS;
        let shape = Shape::of(arguments);
        let destinations: Vec<String> = destinations.iter().map(|name| (*name).to_owned()).collect();
        let observed =
            Observed { server: "mail", tool: "send", shape: &shape, destinations: &destinations, now_ms: self.now_ms };
        let answered = Answered { server: "mail", tool: "send", bytes: 2000, is_error: false };
        self.baselines.teach(&observed, Some(&answered));
    }

    fn reasons(&self, arguments: &str, destinations: &[&str]) -> Vec<String> {
        let shape = Shape::of(arguments);
        let destinations: Vec<String> = destinations.iter().map(|name| (*name).to_owned()).collect();
        let now_ms = self.now_ms + MINUTE_MS;
        let observed = Observed { server: "mail", tool: "send", shape: &shape, destinations: &destinations, now_ms };
        let words = |drift: Drift| format!("{} {} {}: {}", drift.measure, drift.form, drift.severity, drift.reason);
        self.baselines.consider(&observed).into_iter().map(words).collect()
    }
}

const USUAL: &str = r#"{"to":"ann@example.com","body":"hello","tags":["a"]}"#;

#[test]
fn what_is_new_is_told_with_what_was_usual() {
    let scene = Scene::after(50, USUAL, &["example.com"]);
    let cases: &[(&str, &[&str], &[&str])] = &[
        (USUAL, &["example.com"], &[]),
        (USUAL, &["ann@EXAMPLE.com."], &[]),
        (r#"{"to":null}"#, &[], &[]),
        (
            r#"{"to":"ann@example.com","bcc":"x"}"#,
            &[],
            &[
                "argument_keys first_seen 30: the argument /bcc for the first time; usual: /body, /tags, /tags/* and 1 more",
            ],
        ),
        (
            r#"{"x":{"y":1},"z":2,"w":3}"#,
            &[],
            &[
                "argument_keys first_seen 30: the arguments /x, /x/y, /z and 1 more for the first time; usual: /body, /tags, /tags/* and 1 more",
            ],
        ),
        (
            r#"{"to":["ann@example.com","eve@evil.example"]}"#,
            &[],
            &[
                "argument_keys first_seen 30: the argument /to/* for the first time; usual: /body, /tags, /tags/* and 1 more",
                "argument_keys first_seen 30: the argument /to has type array; usual: string",
            ],
        ),
        (
            USUAL,
            &["example.com", "eve@evil.example"],
            &["destination first_seen 40: it goes to evil.example, a new destination; usual: example.com"],
        ),
    ];
    for (arguments, destinations, expected) in cases {
        assert_eq!(scene.reasons(arguments, destinations), *expected, "{arguments} {destinations:?}");
    }
}

#[test]
fn sizes_are_told_in_words() {
    let mut scene = Scene::new();
    for at in 0..50 {
        scene.teach(&format!(r#"{{"body":"{}"}}"#, "x".repeat(400 + at * 30)), &[]);
    }
    let large = format!(r#"{{"body":"{}"}}"#, "x".repeat(48_000));
    assert_eq!(scene.reasons(&large, &[]), ["argument_size spike 50: arguments of 48 KB; usual: 441 B to 1.8 KB"]);
    let answered = Answered { server: "mail", tool: "send", bytes: 90_000, is_error: false };
    let drifts = scene.baselines.consider_response(&answered);
    assert_eq!(drifts[0].reason, "a response of 90 KB; usual: 2.0 KB");
}

#[test]
fn a_tool_that_begins_to_fail_is_told() {
    let mut scene = Scene::after(50, USUAL, &[]);
    let failed = Answered { server: "mail", tool: "send", bytes: 2000, is_error: true };
    let shape = Shape::of(USUAL);
    let mut errors = 0;
    while scene.baselines.consider_response(&failed).is_empty() {
        scene.now_ms += MINUTE_MS;
        let now_ms = scene.now_ms;
        let observed = Observed { server: "mail", tool: "send", shape: &shape, destinations: &[], now_ms };
        scene.baselines.teach(&observed, Some(&failed));
        errors += 1;
    }
    assert!((4..8).contains(&errors), "{errors}");
    let drift = &scene.baselines.consider_response(&failed)[0];
    assert_eq!((drift.measure.as_str(), drift.severity), ("errors", 30));
    assert_eq!(drift.reason, "it fails more often than before; usual: none");
}

#[test]
fn nothing_is_first_seen_before_enough_calls() {
    let scene = Scene::after(49, USUAL, &["example.com"]);
    assert!(scene.reasons(r#"{"new":1}"#, &["evil.example"]).is_empty());
}

#[test]
fn a_tool_that_goes_everywhere_has_no_new_destinations() {
    let mut scene = Scene::new();
    for at in 0..50 {
        scene.teach(r#"{"url":"…"}"#, &[&format!("host{at}.example")]);
    }
    assert!(scene.reasons(r#"{"url":"…"}"#, &["another.example"]).is_empty());
    let detail = scene.baselines.show("mail", "send").expect("it was taught");
    assert!(detail.destinations.is_open);
}

#[test]
fn one_odd_call_while_it_learns_opens_no_door() {
    let mut scene = Scene::after(49, USUAL, &["example.com"]);
    scene.teach(USUAL, &["evil.example"]);
    assert_eq!(scene.reasons(USUAL, &["evil.example"]).len(), 1);
}

#[test]
fn calls_that_come_too_often_are_told() {
    let mut scene = Scene::after(60, USUAL, &[]);
    let shape = Shape::of(USUAL);
    scene.now_ms += MINUTE_MS;
    let mut told = vec![];
    for _ in 0..30 {
        let now_ms = scene.now_ms;
        let observed = Observed { server: "mail", tool: "send", shape: &shape, destinations: &[], now_ms };
        told = scene.baselines.consider(&observed);
        if !told.is_empty() {
            break;
        }
        scene.baselines.teach(&observed, None);
    }
    assert_eq!((told[0].measure.as_str(), told[0].form.as_str()), ("rate", "spike"));
    assert_eq!(told[0].reason, "11 calls within a minute; usual: 1");
}

#[test]
fn what_is_reset_is_learned_anew() {
    let mut scene = Scene::after(50, USUAL, &[]);
    assert_eq!(scene.baselines.reset(Some("mail"), Some("other")), 0);
    assert_eq!(scene.baselines.reset(Some("other"), None), 0);
    assert_eq!(scene.baselines.reset(Some("mail"), Some("send")), 1);
    assert_eq!(scene.baselines.show("mail", "send"), None);
    scene.teach(r#"{"new":1}"#, &[]);
    let summaries: Vec<_> = scene.baselines.tools().collect();
    assert_eq!((summaries.len(), summaries[0].is_learning, summaries[0].learned), (1, true, 1));
    assert_eq!(scene.baselines.reset(None, None), 1);
    assert_eq!(scene.baselines.tools().count(), 0);
}

#[test]
fn a_server_with_too_many_tools_crowds_out_its_own() {
    let mut scene = Scene::after(1, USUAL, &[]);
    let shape = Shape::of("{}");
    for at in 0..MOST_TOOLS as u64 + 10 {
        let tool = format!("t{at:05}");
        let observed = Observed { server: "many", tool: &tool, shape: &shape, destinations: &[], now_ms: at };
        scene.baselines.teach(&observed, None);
    }
    assert_eq!(scene.baselines.tools().count(), MOST_TOOLS);
    assert_eq!(scene.baselines.forgotten(), 11);
    assert!(scene.baselines.show("mail", "send").is_some());
    assert!(scene.baselines.show("many", "t00010").is_none());
    assert!(scene.baselines.show("many", "t00011").is_some());
}

#[test]
fn arguments_with_more_keys_than_can_be_told_apart_are_told() {
    let scene = Scene::after(50, USUAL, &[]);
    let keys: Vec<String> = (0..100).map(|at| format!("\"k{at}\":1")).collect();
    let reasons = scene.reasons(&format!("{{{}}}", keys.join(",")), &[]);
    assert!(reasons[0].contains("and 61 more for the first time"), "{reasons:?}");
}

/// One event: whose, what it says, where it goes, when, and what is answered.
#[derive(Debug, Clone)]
struct Event {
    tool: u8,
    arguments: String,
    destinations: Vec<String>,
    later_ms: u64,
    bytes: u64,
    is_error: bool,
}

fn event() -> impl Strategy<Value = Event> {
    let arguments = prop_oneof![
        Just(USUAL.to_owned()),
        "[{}\\[\\]\",:a-c0-9]{0,40}",
        (0_usize..5000).prop_map(|size| format!(r#"{{"body":"{}"}}"#, "x".repeat(size))),
    ];
    let destinations = proptest::collection::vec("[a-c@.]{0,6}", 0..4);
    (0_u8..3, arguments, destinations, prop_oneof![0_u64..90_000, any::<u64>()], any::<u64>(), any::<bool>()).prop_map(
        |(tool, arguments, destinations, later_ms, bytes, is_error)| Event {
            tool,
            arguments,
            destinations,
            later_ms,
            bytes,
            is_error,
        },
    )
}

/// Plays events, each taught if it is clean, or whatever it is; the state at the end, and what was told.
fn play(baselines: &mut Baselines, events: &[Event], teaches_all: bool) -> Vec<Drift> {
    let (mut now_ms, mut told) = (0_u64, vec![]);
    for event in events {
        now_ms = now_ms.wrapping_add(event.later_ms);
        let shape = Shape::of(&event.arguments);
        let tool = format!("t{}", event.tool);
        let observed = Observed { server: "s", tool: &tool, shape: &shape, destinations: &event.destinations, now_ms };
        let answered = Answered { server: "s", tool: &tool, bytes: event.bytes, is_error: event.is_error };
        let mut drifts = baselines.consider(&observed);
        drifts.extend(baselines.consider_response(&answered));
        if teaches_all || drifts.is_empty() {
            baselines.teach(&observed, Some(&answered));
        }
        told.extend(drifts);
    }
    told
}

proptest! {
    #[test]
    fn any_events_are_taken_and_the_same_events_give_the_same_bytes(
        events in proptest::collection::vec(event(), 0..120),
        teaches_all in any::<bool>(),
    ) {
        let settings = BaselineSettings { enabled: true, learning_calls: 12 };
        let mut one = Baselines::new(&settings);
        let told = play(&mut one, &events, teaches_all);
        let mut other = Baselines::new(&settings);
        prop_assert_eq!(&told, &play(&mut other, &events, teaches_all));
        prop_assert_eq!(one.to_json(), other.to_json());
        let severities_are_known = told.iter().all(|drift| [30, 40, 50, 60].contains(&drift.severity));
        prop_assert!(severities_are_known);
        // In between it may have been written and read back.
        let half = events.len() / 2;
        let mut halves = Baselines::new(&settings);
        play(&mut halves, &events[..half], true);
        let read = Baselines::from_json(&halves.to_json(), &settings).expect("it was written");
        prop_assert_eq!(read.to_json(), halves.to_json());
    }

    #[test]
    fn a_flagged_flood_never_moves_the_reference(
        flood in proptest::collection::vec(event(), 1..60),
        teaches_all in any::<bool>(),
    ) {
        let mut baselines = Baselines::new(&BaselineSettings { enabled: true, learning_calls: 12 });
        let (shape, destinations) = (Shape::of(USUAL), ["example.com".to_owned()]);
        for at in 0..60 {
            for tool in ["t0", "t1", "t2"] {
                let observed =
                    Observed { server: "s", tool, shape: &shape, destinations: &destinations, now_ms: at * MINUTE_MS };
                let answered = Answered { server: "s", tool, bytes: 500, is_error: false };
                baselines.teach(&observed, Some(&answered));
            }
        }
        let usual = |baselines: &Baselines| {
            ["t0", "t1", "t2"].map(|tool| {
                let detail = baselines.show("s", tool).expect("it was taught");
                let ranges = [detail.argument_size, detail.response_size, detail.rate].map(|usual| usual.range);
                (detail.keys, detail.destinations, ranges, detail.error_percent)
            })
        };
        let before = usual(&baselines);
        prop_assert!(before.iter().all(|(_, _, ranges, _)| ranges.iter().all(Option::is_some)));
        play(&mut baselines, &flood, teaches_all);
        prop_assert_eq!(before, usual(&baselines));
    }
}
