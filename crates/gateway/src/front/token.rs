//! Tokens: who shows which, without telling how much of a guess was right.

use super::FrontError;
use super::settings::Agent;
use crate::Principal;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeSet;
use std::sync::Arc;
use subtle::{Choice, ConstantTimeEq as _};

/// Names that the gateway gives itself.
const RESERVED: [&str; 3] = ["anonymous", "stdio", "admin"];

/// What is kept of a token: enough to recognize it, too little to use it.
#[derive(Clone, Copy)]
pub(crate) struct Mark([u8; 32]);

impl Mark {
    /// The mark of a token.
    pub(crate) fn of(token: &str) -> Self {
        Self(Sha256::digest(token.as_bytes()).into())
    }

    fn same(&self, other: &Self) -> Choice {
        self.0.ct_eq(&other.0)
    }

    /// Whether both are of one token.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.same(other).into()
    }
}

impl std::fmt::Debug for Mark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Mark")
    }
}

/// The agents by their tokens.
#[derive(Debug)]
pub(crate) struct Agents(Vec<(Mark, Arc<Principal>)>);

impl Agents {
    pub(crate) fn new(agents: &[Agent]) -> Result<Self, FrontError> {
        let (mut names, mut tokens) = (BTreeSet::new(), BTreeSet::new());
        for Agent { name, token, .. } in agents {
            let problem = if token.trim().is_empty() {
                "has an empty token; give it a long random one"
            } else if RESERVED.contains(&name.as_str()) {
                "has a name that is reserved for the gateway; choose another"
            } else if !names.insert(name) {
                "occurs twice; each agent needs its own name"
            } else if !tokens.insert(token) {
                "has the token of another agent; give each agent its own"
            } else {
                continue;
            };
            return Err(FrontError::Settings(format!("the agent `{name}` {problem}")));
        }
        let agents = agents.iter().map(|agent| {
            let Agent { name, token, servers, operations } = agent.clone();
            (Mark::of(&token), Arc::new(Principal { name, servers, operations }))
        });
        Ok(Self(agents.collect()))
    }

    /// The agent that a token belongs to. All are compared, whichever it is.
    pub(crate) fn find(&self, shown: &Mark) -> Option<&Arc<Principal>> {
        let mut found = None;
        for (mark, principal) in &self.0 {
            if mark.is(shown) {
                found = Some(principal);
            }
        }
        found
    }

    /// Whether an agent of this name has these rights.
    pub(crate) fn has(&self, agent: &Principal) -> bool {
        self.0.iter().any(|(_, principal)| **principal == *agent)
    }
}

/// The token of an `Authorization` header: the scheme's name in any case, then one word.
pub(crate) fn bearer(header: &str) -> Option<&str> {
    let (scheme, token) = header.split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agent(name: &str, token: &str) -> Agent {
        Agent { name: name.to_owned(), token: token.to_owned(), servers: None, operations: None }
    }

    #[test]
    fn an_agent_is_found_by_its_token_alone() {
        let agents = Agents::new(&[agent("a", "one"), agent("b", "two"), agent("c", "three")]).unwrap();
        for (token, name) in
            [("one", Some("a")), ("two", Some("b")), ("three", Some("c")), ("on", None), ("", None), ("ONE", None)]
        {
            assert_eq!(agents.find(&Mark::of(token)).map(|principal| principal.name.as_str()), name, "{token}");
        }
    }

    #[test]
    fn agents_that_cannot_be_told_apart_are_refused() {
        for agents in [
            [agent("a", "tok-1"), agent("a", "tok-2")],
            [agent("a", "tok-1"), agent("b", "tok-1")],
            [agent("a", "tok-1"), agent("b", " ")],
            [agent("a", "tok-1"), agent("anonymous", "tok-2")],
        ] {
            let error = Agents::new(&agents).unwrap_err().to_string();
            assert!(error.starts_with("the agent `") && !error.contains("tok-"), "{error}");
        }
    }

    #[test]
    fn only_a_bearer_token_is_one() {
        for (header, token) in [
            ("Bearer abc", Some("abc")),
            ("bearer  abc ", Some("abc")),
            ("Basic abc", None),
            ("Bearer", None),
            ("Bearer ", None),
            ("abc", None),
        ] {
            assert_eq!(bearer(header), token, "{header}");
        }
    }

    #[test]
    fn nothing_of_a_token_is_printed() {
        assert!(!format!("{:?} {:?}", agent("a", "secret"), Mark::of("secret")).contains("secret"));
    }
}
