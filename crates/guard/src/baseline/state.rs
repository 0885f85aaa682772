//! Baselines as they are kept between two runs.

use super::habit::Habit;
use super::{Baselines, MOST_TOOLS};
use crate::BaselineSettings;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use thiserror::Error;

/// Changes with the form of the state. What another version wrote is learned anew.
const VERSION: u32 = 1;

/// Why a state cannot be taken.
#[derive(Debug, Error)]
pub enum StateError {
    /// It is no such state.
    #[error("not a baseline file of this program: {0}")]
    Form(#[from] serde_json::Error),
    /// It is of another version.
    #[error("baselines have version {0}; this program reads version {VERSION}")]
    Version(u32),
    /// Nothing that was learned looks like this.
    #[error("the baseline of {server}/{tool} is damaged")]
    Damaged {
        /// The server.
        server: String,
        /// The tool.
        tool: String,
    },
    /// There are more than can be.
    #[error("{0} tools; at most {MOST_TOOLS} are possible")]
    Tools(usize),
}

#[derive(Deserialize)]
struct Version {
    version: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State<'a> {
    version: u32,
    forgotten: u64,
    servers: Cow<'a, BTreeMap<String, BTreeMap<String, Habit>>>,
}

impl Baselines {
    /// What [`Self::to_json`] wrote.
    pub fn from_json(json: &[u8], settings: &BaselineSettings) -> Result<Self, StateError> {
        let Version { version } = serde_json::from_slice(json)?;
        if version != VERSION {
            return Err(StateError::Version(version));
        }
        let state: State = serde_json::from_slice(json)?;
        let mut baselines =
            Self { servers: state.servers.into_owned(), forgotten: state.forgotten, ..Self::new(settings) };
        baselines.servers.retain(|_, tools| !tools.is_empty());
        let count = baselines.count();
        if count > MOST_TOOLS {
            return Err(StateError::Tools(count));
        }
        for (server, tools) in &baselines.servers {
            if let Some((tool, _)) = tools.iter().find(|(_, habit)| !habit.is_sound()) {
                return Err(StateError::Damaged { server: server.clone(), tool: tool.clone() });
            }
        }
        Ok(baselines)
    }

    /// Everything, to be kept. The same baselines give the same bytes.
    pub fn to_json(&self) -> Vec<u8> {
        let state = State { version: VERSION, forgotten: self.forgotten, servers: Cow::Borrowed(&self.servers) };
        serde_json::to_vec(&state).expect("maps with names as keys are JSON")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answered, Observed, Shape};
    use proptest::prelude::*;

    fn taught(calls: u64) -> Baselines {
        let mut baselines = Baselines::new(&BaselineSettings::default());
        let shape = Shape::of(r#"{"a":{"b":[1,"x"]}}"#);
        let destinations = ["example.com".to_owned()];
        for at in 0..calls {
            let now_ms = at * 7_000;
            let observed = Observed { server: "s", tool: "t", shape: &shape, destinations: &destinations, now_ms };
            let answered = Answered { server: "s", tool: "t", bytes: 100 + at, is_error: at % 9 == 0 };
            baselines.teach(&observed, Some(&answered));
        }
        baselines
    }

    #[test]
    fn what_was_written_is_read_back() {
        for calls in [0, 1, 49, 50, 51, 500] {
            let baselines = taught(calls);
            let read =
                Baselines::from_json(&baselines.to_json(), &BaselineSettings::default()).expect("it was written");
            assert_eq!(read.servers, baselines.servers);
            assert_eq!(read.to_json(), baselines.to_json());
        }
    }

    #[test]
    fn what_is_foreign_or_damaged_is_told() {
        let good = String::from_utf8(taught(60).to_json()).expect("JSON is UTF-8");
        let settings = BaselineSettings::default();
        let error = |json: &str| Baselines::from_json(json.as_bytes(), &settings).expect_err("it is damaged");
        assert!(matches!(error(""), StateError::Form(_)));
        assert!(matches!(error("[]"), StateError::Form(_)));
        assert!(matches!(error(r#"{"version":1}"#), StateError::Form(_)));
        assert!(matches!(error(r#"{"version":2,"more":[]}"#), StateError::Version(2)));
        assert!(matches!(error(&good.replace("\"deviation\":", "\"deviation\":-")), StateError::Damaged { .. }));
        assert!(matches!(error(&good[..good.len() / 2]), StateError::Form(_)));
        let tools: Vec<String> = (0..=MOST_TOOLS).map(|at| format!("\"t{at}\":{}", empty())).collect();
        let many = format!(r#"{{"version":1,"forgotten":0,"servers":{{"s":{{{}}}}}}}"#, tools.join(","));
        assert!(matches!(error(&many), StateError::Tools(_)), "{}", error(&many));
    }

    fn empty() -> String {
        serde_json::to_string(&Habit::new()).expect("it is JSON")
    }

    proptest! {
        #[test]
        fn a_state_with_any_byte_changed_is_refused_or_works(at in 0_usize..2000, byte in any::<u8>()) {
            let mut json = taught(60).to_json();
            let at = at % json.len();
            json[at] = byte;
            if let Ok(mut read) = Baselines::from_json(&json, &BaselineSettings::default()) {
                let shape = Shape::of("{}");
                for now_ms in [0, u64::MAX] {
                    let observed = Observed { server: "s", tool: "t", shape: &shape, destinations: &[], now_ms };
                    let answered = Answered { server: "s", tool: "t", bytes: u64::MAX, is_error: true };
                    read.consider(&observed);
                    read.consider_response(&answered);
                    read.teach(&observed, Some(&answered));
                }
                prop_assert!(read.tools().count() <= 2);
            }
        }
    }
}
