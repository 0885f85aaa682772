//! What the gathered tools can do, server by server, for `scan` and `classify`.
//!
//! Guarantees: servers stand in the order in which they were read, and so do their tools; a tool on which the classifier
//! breaks off is named and costs no other.

use rayon::prelude::*;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use vetgate_capability::{Classification, Profile, classify};
use vetgate_model::{Cap, Definition, DefinitionKind};

/// A server and what is said of its tools.
pub(crate) struct Server<'d> {
    pub(crate) name: &'d str,
    pub(crate) tools: Vec<(&'d Definition, Classification)>,
}

impl Server<'_> {
    /// What its tools can do together.
    pub(crate) fn profile(self) -> Profile {
        Profile::of(self.name, self.tools.into_iter().map(|(_, classification)| classification).collect())
    }
}

/// Classifies the tools among `definitions` by what they say of themselves.
pub(crate) fn servers(definitions: &[Definition]) -> (Vec<Server<'_>>, Vec<Cap>) {
    let tools: Vec<&Definition> =
        definitions.iter().filter(|definition| definition.kind() == DefinitionKind::Tool).collect();
    let classified: Vec<Option<Classification>> =
        tools.par_iter().map(|tool| catch_unwind(AssertUnwindSafe(|| classify(tool))).ok()).collect();
    let (mut servers, mut caps): (Vec<Server<'_>>, Vec<Cap>) = (vec![], vec![]);
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for (tool, classification) in tools.into_iter().zip(classified) {
        let Some(classification) = classification else {
            let place = format!("{}/{}", tool.server(), tool.name());
            caps.push(Cap::new("classify.failed", place, "the classifier broke off; the tool is left out"));
            continue;
        };
        let place = *places.entry(tool.server()).or_insert_with(|| {
            servers.push(Server { name: tool.server(), tools: vec![] });
            servers.len() - 1
        });
        servers[place].tools.push((tool, classification));
    }
    (servers, caps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_stand_in_the_order_in_which_they_were_read() {
        let define = |server: &str, kind, raw: &str| Definition::parse(server, kind, raw).unwrap();
        let definitions = [
            define("b", DefinitionKind::Tool, r#"{"name":"one"}"#),
            define("a", DefinitionKind::Tool, r#"{"name":"two"}"#),
            define("c", DefinitionKind::Prompt, r#"{"name":"greet"}"#),
            define("b", DefinitionKind::Tool, r#"{"name":"three"}"#),
        ];
        let (servers, caps) = servers(&definitions);
        let names: Vec<(&str, Vec<&str>)> =
            servers.iter().map(|s| (s.name, s.tools.iter().map(|(tool, _)| tool.name()).collect())).collect();
        assert_eq!(names, [("b", vec!["one", "three"]), ("a", vec!["two"])]);
        assert!(caps.is_empty());
    }
}
