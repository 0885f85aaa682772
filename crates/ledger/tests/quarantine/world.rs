//! Servers, what they declare, and what can happen to that.

use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use vetgate_ledger::{Item, ServerKey, Sighting, Trust};
use vetgate_model::{
    Action, Confidence, Definition, DefinitionKind, Finding, Fingerprint, Pointer, Severity, Signal, Subject,
    ThreatLevel, ThreatType, Tier, Transport,
};

pub const SERVERS: usize = 2;
pub const ITEMS: [Item; 3] = [Item::Tool, Item::Prompt, Item::Instructions];
pub const CHECKS: [&str; 2] = ["unicode.hidden", "directive.injection"];
const NAMES: [&str; 4] = ["read", "write", "send", "list"];

/// A kind of list of a server; what it is depends on where the server is reached just now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shelf {
    pub server: usize,
    pub identity: usize,
    pub item: Item,
}

impl Shelf {
    pub fn key(self) -> ServerKey {
        // Hashed once: histories ask for it all the time.
        static KEYS: LazyLock<Vec<ServerKey>> = LazyLock::new(|| {
            let each = (0..SERVERS).flat_map(|server| (0..2).map(move |identity| (server, identity)));
            each.map(|(server, identity)| {
                let url = format!("https://{server}.example/{identity}");
                let transport = Transport::Http { url, headers: BTreeMap::new(), sse: false };
                ServerKey::of(["alpha", "beta"][server], &transport)
            })
            .collect()
        });
        KEYS[self.server * 2 + self.identity].clone()
    }
}

/// What a scan says of a definition, whatever its text is: other servers and other rules change it too.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scan {
    pub hard: BTreeSet<&'static str>,
    pub is_soft: bool,
    pub is_uncovered: bool,
}

impl Scan {
    fn finding(&self) -> Option<Finding> {
        let signal = |check: &str, tier| Signal {
            check: check.to_owned(),
            tier,
            threat_type: ThreatType::ToolPoisoning,
            confidence: Confidence::new(0.87),
            pointer: Pointer::from("/description"),
            evidence: "evidence".to_owned(),
            detail: "detail".to_owned(),
            escalated: false,
            location: None,
        };
        let mut signals: Vec<Signal> = self.hard.iter().map(|check| signal(check, Tier::Hard)).collect();
        signals.extend(self.is_soft.then(|| signal("directive.imperative", Tier::Soft)));
        let tier = signals.iter().map(|signal| signal.tier).max()?;
        Some(Finding {
            server: "server".to_owned(),
            tool: "tool".to_owned(),
            subject: Subject::Tool,
            severity: Severity::High,
            threat_level: ThreatLevel::Dangerous,
            threat_type: ThreatType::ToolPoisoning,
            tier,
            confidence: Confidence::new(0.87),
            risk: 80,
            action: Action::Quarantine,
            signals,
        })
    }
}

/// One definition as the server means it: members have no order, spaces do not exist.
#[derive(Debug, Clone, PartialEq)]
pub struct Declared {
    pub value: Value,
    pub scan: Scan,
}

impl Declared {
    pub fn new(item: Item, name: &str) -> Self {
        let value = match item {
            Item::Instructions => json!("Use the tools."),
            _ => json!({
                "name": name,
                "title": "A",
                "description": "Does a thing",
                "inputSchema": {
                    "type": "object",
                    "properties": {"path": {"type": "string", "description": "where", "default": 0}},
                    "required": ["path"]
                },
                "outputSchema": {"type": "object", "properties": {"ok": {"enum": ["yes", "no"]}}},
                "annotations": {"readOnlyHint": true, "destructiveHint": false},
                "icons": [{"src": "https://a.example/0.png"}],
                "_meta": {"vendor": {"deep": [1, {"level": 0}]}},
                "x-vendor": 0
            }),
        };
        Self { value, scan: Scan::default() }
    }

    pub fn name(&self) -> String {
        self.value["name"].as_str().unwrap_or_default().to_owned()
    }

    pub fn sighting(&self, item: Item, style: u8) -> Sighting {
        let raw = rendered(&self.value, style);
        let kind = match item {
            Item::Tool => DefinitionKind::Tool,
            Item::Prompt => DefinitionKind::Prompt,
            Item::Instructions => DefinitionKind::Instructions,
        };
        let definition = Definition::parse("server", kind, &raw).unwrap();
        Sighting {
            name: self.name(),
            fingerprint: Fingerprint::of(&definition),
            definition: raw,
            finding: self.scan.finding(),
            is_covered: !self.scan.is_uncovered,
        }
    }

    /// Changes one field to one of few values, so that histories come back to old versions by themselves.
    fn change(&mut self, field: u8, to: u8) {
        let Some(object) = self.value.as_object_mut() else {
            self.value = json!(format!("Use the tools. {to}"));
            return;
        };
        let to = to % 3;
        match field % 13 {
            0 => object["title"] = json!(["A", "B", "a"][usize::from(to)]),
            1 => {
                object["description"] = json!(["Does a thing", "Does another thing", "Does a thing "][usize::from(to)])
            }
            2 => object["inputSchema"]["properties"]["path"]["description"] = json!(format!("where {to}")),
            3 => object["inputSchema"]["required"] = json!([["path"], ["mode"], ["Path"]][usize::from(to)]),
            4 => {
                object["inputSchema"]["properties"]["path"]["default"] =
                    [json!(0), json!("0"), json!(null)][usize::from(to)].clone()
            }
            5 => {
                let schema = object.entry("outputSchema").or_insert_with(|| json!({"type": "object"}));
                schema["properties"]["ok"]["enum"] = json!(["yes", "no", to]);
            }
            6 => object["annotations"]["readOnlyHint"] = json!(to == 0),
            7 => object["annotations"]["destructiveHint"] = json!(to != 0),
            8 => object["icons"][0]["src"] = json!(format!("https://a.example/{to}.png")),
            9 => object["_meta"]["vendor"]["deep"][1]["level"] = json!(to),
            10 => object["x-vendor"] = json!(to),
            11 => {
                // A member that is null is not the same as none.
                object.remove("x-extra");
                if to > 0 {
                    object.insert("x-extra".to_owned(), if to == 1 { Value::Null } else { json!(false) });
                }
            }
            _ => {
                object.remove("outputSchema");
                if to > 0 {
                    object.insert("outputSchema".to_owned(), json!({"type": "object", "x": to}));
                }
            }
        }
    }
}

/// The same value in other letters: with spaces, with members in another order, with letters escaped.
pub fn rendered(value: &Value, style: u8) -> String {
    let (gap, is_reversed, is_escaped) = (["", " ", "\n\t"][usize::from(style % 3)], style & 4 > 0, style & 8 > 0);
    match value {
        Value::Object(members) => {
            let mut parts: Vec<String> = members
                .iter()
                .map(|(key, value)| {
                    format!("{gap}{}{gap}:{gap}{}", rendered(&json!(key), style), rendered(value, style))
                })
                .collect();
            if is_reversed {
                parts.reverse();
            }
            format!("{{{}{gap}}}", parts.join(","))
        }
        Value::Array(elements) => {
            let parts: Vec<String> = elements.iter().map(|element| rendered(element, style)).collect();
            format!("[{gap}{}{gap}]", parts.join(&format!("{gap},{gap}")))
        }
        Value::String(text) if is_escaped => {
            let letters = text.chars().map(|letter| format!("\\u{:04x}", u32::from(letter)));
            format!("\"{}\"", letters.collect::<String>())
        }
        other => other.to_string(),
    }
}

/// One thing that happens. Numbers pick from what there is, whatever that is by then.
#[derive(Debug, Clone)]
pub enum Event {
    /// A field of a definition changes.
    Change {
        shelf: u8,
        at: u8,
        field: u8,
        to: u8,
    },
    /// A list is again what it was some looks ago.
    Revert {
        shelf: u8,
        back: u8,
    },
    Add {
        shelf: u8,
        name: u8,
    },
    Remove {
        shelf: u8,
        at: u8,
    },
    Rename {
        shelf: u8,
        at: u8,
        name: u8,
    },
    Reorder {
        shelf: u8,
    },
    /// A name is there twice, with the same or another definition.
    Duplicate {
        shelf: u8,
        at: u8,
        field: Option<u8>,
    },
    /// A scan finds something else than before in the same definition.
    Rescan {
        shelf: u8,
        at: u8,
        hard: u8,
        is_soft: bool,
        is_uncovered: bool,
    },
    /// A process asks the server for its list, which comes in some formatting.
    Look {
        process: u8,
        shelf: u8,
        style: u8,
    },
    /// The same, and the server tells this one asker something else.
    Flicker {
        process: u8,
        shelf: u8,
        at: u8,
        field: u8,
        to: u8,
    },
    /// A process ends and starts again.
    Restart {
        process: u8,
    },
    /// A server is reached in another way from now on.
    Move {
        server: u8,
        identity: u8,
    },
    /// A person approves what there is, or what there was some looks ago.
    Approve {
        process: u8,
        pick: u8,
        back: u8,
        accept: u8,
    },
    Block {
        process: u8,
        pick: u8,
    },
    Trust {
        server: u8,
        trust: u8,
    },
}

/// Looks are frequent, because only what is seen matters.
pub fn event() -> impl Strategy<Value = Event> {
    let n = any::<u8>;
    prop_oneof![
        6 => (n(), n(), n(), n()).prop_map(|(shelf, at, field, to)| Event::Change { shelf, at, field, to }),
        3 => (n(), n()).prop_map(|(shelf, back)| Event::Revert { shelf, back }),
        3 => (n(), n()).prop_map(|(shelf, name)| Event::Add { shelf, name }),
        1 => (n(), n()).prop_map(|(shelf, at)| Event::Remove { shelf, at }),
        1 => (n(), n(), n()).prop_map(|(shelf, at, name)| Event::Rename { shelf, at, name }),
        1 => n().prop_map(|shelf| Event::Reorder { shelf }),
        1 => (n(), n(), prop::option::of(n())).prop_map(|(shelf, at, field)| Event::Duplicate { shelf, at, field }),
        2 => (n(), n(), n(), any::<bool>(), any::<bool>()).prop_map(|(shelf, at, hard, is_soft, is_uncovered)| {
            Event::Rescan { shelf, at, hard, is_soft, is_uncovered }
        }),
        16 => (n(), n(), n()).prop_map(|(process, shelf, style)| Event::Look { process, shelf, style }),
        2 => (n(), n(), n(), n(), n()).prop_map(|(process, shelf, at, field, to)| {
            Event::Flicker { process, shelf, at, field, to }
        }),
        1 => n().prop_map(|process| Event::Restart { process }),
        1 => (n(), n()).prop_map(|(server, identity)| Event::Move { server, identity }),
        12 => (n(), n(), n(), n()).prop_map(|(process, pick, back, accept)| {
            Event::Approve { process, pick, back, accept }
        }),
        1 => (n(), n()).prop_map(|(process, pick)| Event::Block { process, pick }),
        1 => (n(), n()).prop_map(|(server, trust)| Event::Trust { server, trust }),
    ]
}

/// All servers as they are now.
pub struct World {
    pub trust: [Trust; SERVERS],
    identity: [usize; SERVERS],
    lists: BTreeMap<Shelf, Vec<Declared>>,
    /// What lists were when somebody looked.
    past: BTreeMap<Shelf, Vec<Vec<Declared>>>,
    has_duplicates: bool,
}

impl World {
    pub fn new(has_duplicates: bool) -> Self {
        Self {
            trust: [Trust::Manual, Trust::Manual],
            identity: [0; SERVERS],
            lists: BTreeMap::new(),
            past: BTreeMap::new(),
            has_duplicates,
        }
    }

    /// The shelf that a number picks; tools most often.
    pub fn shelf(&self, pick: u8) -> Shelf {
        let pick = usize::from(pick);
        let server = pick % SERVERS;
        let item = ITEMS[[0, 0, 0, 1, 2][pick / SERVERS % 5]];
        Shelf { server, identity: self.identity[server], item }
    }

    fn list(&mut self, shelf: Shelf) -> &mut Vec<Declared> {
        self.lists.entry(shelf).or_insert_with(|| match shelf.item {
            Item::Instructions => vec![Declared::new(shelf.item, "")],
            _ => NAMES[..2].iter().map(|name| Declared::new(shelf.item, name)).collect(),
        })
    }

    fn declared(&mut self, shelf: Shelf, at: u8) -> Option<&mut Declared> {
        let list = self.list(shelf);
        let count = list.len();
        list.get_mut(usize::from(at) % count.max(1))
    }

    /// What a look at this list gives.
    pub fn look(&mut self, shelf: Shelf) -> Vec<Declared> {
        let list = self.list(shelf).clone();
        self.past.entry(shelf).or_default().push(list.clone());
        list
    }

    /// The same, with a change that only this look sees.
    pub fn flicker(&mut self, shelf: Shelf, at: u8, field: u8, to: u8) -> Vec<Declared> {
        let mut list = self.look(shelf);
        let count = list.len().max(1);
        if let Some(declared) = list.get_mut(usize::from(at) % count) {
            declared.change(field, to);
        }
        list
    }

    /// Has something happen that concerns servers alone.
    pub fn happen(&mut self, event: &Event) {
        match *event {
            Event::Change { shelf, at, field, to } => {
                let shelf = self.shelf(shelf);
                if let Some(declared) = self.declared(shelf, at) {
                    declared.change(field, to);
                }
            }
            Event::Revert { shelf, back } => {
                let shelf = self.shelf(shelf);
                let past = self.past.entry(shelf).or_default();
                if let Some(at) = past.len().checked_sub(1 + usize::from(back % 8)) {
                    let then = past[at].clone();
                    self.lists.insert(shelf, then);
                }
            }
            Event::Add { shelf, name } => {
                let (shelf, name) = (self.shelf(shelf), NAMES[usize::from(name) % NAMES.len()]);
                let list = self.list(shelf);
                if shelf.item == Item::Instructions {
                    *list = vec![Declared::new(shelf.item, "")];
                } else if !list.iter().any(|declared| declared.name() == name) {
                    list.push(Declared::new(shelf.item, name));
                }
            }
            Event::Remove { shelf, at } => {
                let shelf = self.shelf(shelf);
                let list = self.list(shelf);
                if !list.is_empty() {
                    list.remove(usize::from(at) % list.len());
                }
            }
            Event::Rename { shelf, at, name } => {
                let (shelf, name) = (self.shelf(shelf), NAMES[usize::from(name) % NAMES.len()]);
                let is_taken = self.list(shelf).iter().any(|declared| declared.name() == name);
                let is_fine = !is_taken || self.has_duplicates;
                if let Some(object) = self.declared(shelf, at).and_then(|declared| declared.value.as_object_mut())
                    && is_fine
                {
                    object["name"] = json!(name);
                }
            }
            Event::Reorder { shelf } => {
                let shelf = self.shelf(shelf);
                self.list(shelf).reverse();
            }
            Event::Duplicate { shelf, at, field } if self.has_duplicates => {
                let shelf = self.shelf(shelf);
                let Some(mut twin) = self.declared(shelf, at).cloned() else { return };
                if let Some(field) = field {
                    twin.change(field, field / 16);
                }
                let list = self.list(shelf);
                if list.len() < 6 && shelf.item != Item::Instructions {
                    list.push(twin);
                }
            }
            Event::Rescan { shelf, at, hard, is_soft, is_uncovered } => {
                let shelf = self.shelf(shelf);
                if let Some(declared) = self.declared(shelf, at) {
                    let fired = |at: usize| (hard >> at) & 1 > 0 && hard < 128;
                    let hard = (0..CHECKS.len()).filter(|at| fired(*at)).map(|at| CHECKS[at]).collect();
                    declared.scan = Scan { hard, is_soft, is_uncovered };
                }
            }
            Event::Move { server, identity } => {
                self.identity[usize::from(server) % SERVERS] = usize::from(identity) % 2;
            }
            Event::Trust { server, trust } => {
                self.trust[usize::from(server) % SERVERS] = Trust::ALL[usize::from(trust) % Trust::ALL.len()];
            }
            _ => {}
        }
    }
}
