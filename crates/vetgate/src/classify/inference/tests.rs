//! Who is asked about what, without a network.

use super::*;
use std::cell::RefCell;
use std::sync::atomic::{AtomicU32, Ordering};
use vetgate_capability::{Capability, Classification, Level, Mode, Operation, OperationClass, Tag};
use vetgate_model::DefinitionKind;

/// Says the same to everybody, and remembers who asked.
struct Parrot {
    says: Result<&'static str, &'static str>,
    asked: RefCell<Vec<String>>,
}

impl Oracle for Parrot {
    fn model(&self) -> &str {
        "parrot"
    }

    fn host(&self) -> String {
        "nowhere".to_owned()
    }

    async fn ask(&self, question: &Question) -> anyhow::Result<String> {
        self.asked.borrow_mut().push(question.user.clone());
        self.says.map(str::to_owned).map_err(|reason| anyhow::anyhow!(reason))
    }
}

const EXEC: &str = r#"{"capabilities": [{"tag": "exec", "reason": "it says so"}], "parameter_roles": []}"#;

fn labeller(says: Result<&'static str, &'static str>) -> Labeller<Parrot> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("vetgate-inference-{}-{number}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let cache = Cache::at(Some(&folder), |_| None).unwrap();
    Labeller { oracle: Parrot { says, asked: RefCell::default() }, cache }
}

fn tool(name: &str) -> Definition {
    let raw = format!(r#"{{"name":"{name}","description":"Does {name}."}}"#);
    Definition::parse("s", DefinitionKind::Tool, &raw).unwrap()
}

fn said(tags: &[(Tag, Level)]) -> Classification {
    let capability = |(tag, level): &(Tag, Level)| Capability { tag: *tag, confidence: *level, evidence: vec![] };
    Classification {
        tool_name: String::new(),
        capabilities: tags.iter().map(capability).collect(),
        parameter_roles: BTreeMap::new(),
        classification_mode: Mode::A,
        operation: Operation { class: OperationClass::Unknown, confidence: Level::Low, evidence: vec![] },
        warnings: vec![],
    }
}

/// No source.
fn nothing(_: &str, _: &str) -> Option<&'static str> {
    None
}

#[test]
fn another_source_of_the_handler_is_another_question() {
    let a = tool("a");
    let labeller = labeller(Ok(EXEC));
    for (source, asked) in [("return 1", 1), ("return 1", 1), ("return 2", 2)] {
        let mut servers = [Server { name: "s", tools: vec![(&a, said(&[]))] }];
        assert!(labeller.label(&mut servers, |_, _| Some(source), 1).unwrap().is_empty());
        assert_eq!(labeller.oracle.asked.borrow().len(), asked, "{source}");
    }
    assert!(labeller.oracle.asked.borrow()[1].contains("return 2"));
}

#[test]
fn only_open_tools_are_asked_about_and_the_same_content_once() {
    let (a, b, c) = (tool("a"), tool("b"), tool("a"));
    let tools = vec![(&a, said(&[])), (&b, said(&[(Tag::FsRead, Level::Medium)])), (&c, said(&[]))];
    let mut servers = [Server { name: "s", tools }];
    let labeller = labeller(Ok(EXEC));
    assert!(labeller.label(&mut servers, nothing, 2).unwrap().is_empty());
    assert_eq!(labeller.oracle.asked.borrow().len(), 1);
    let levels: Vec<_> = servers[0].tools.iter().map(|(_, tool)| tool.level(Tag::Exec)).collect();
    assert_eq!(levels, [Some(Level::Inferred), None, Some(Level::Inferred)]);
}

#[test]
fn a_second_run_asks_no_model() {
    let a = tool("a");
    let labeller = labeller(Ok(EXEC));
    for _ in 0..2 {
        let mut servers = [Server { name: "s", tools: vec![(&a, said(&[]))] }];
        assert!(labeller.label(&mut servers, nothing, 1).unwrap().is_empty());
        assert_eq!(servers[0].tools[0].1.level(Tag::Exec), Some(Level::Inferred));
    }
    assert_eq!(labeller.oracle.asked.borrow().len(), 1);
}

#[test]
fn a_failure_and_a_wrong_answer_are_named_and_not_kept() {
    let a = tool("a");
    for (says, expected) in [
        (Err("gone fishing"), "the model gave no label: gone fishing"),
        (Ok(r#"{"capabilities": [{"tag": "root", "reason": ""}], "parameter_roles": []}"#), "`root` is no"),
        (Ok("Sure! {}"), "not one JSON object"),
    ] {
        let labeller = labeller(says);
        for _ in 0..2 {
            let mut servers = [Server { name: "s", tools: vec![(&a, said(&[]))] }];
            let caps = labeller.label(&mut servers, nothing, 1).unwrap();
            assert_eq!((caps.len(), caps[0].cap.as_str(), caps[0].place.as_str()), (1, "llm.failed", "s/a"));
            assert!(caps[0].detail.contains(expected), "{}", caps[0].detail);
            assert!(servers[0].tools[0].1.capabilities.is_empty());
        }
        assert_eq!(labeller.oracle.asked.borrow().len(), 2, "once a run");
    }
}
