//! Who comes in: by which name, from which page, with which token, how often.

use super::host::{Hosts, Reached, single};
use super::rate::{Rate, Who};
use super::refusal::Refusal;
use super::token::{Agents, Mark, bearer};
use super::visitors::Visitors;
use super::{FrontError, Limits, Settings};
use crate::Principal;
use axum::http::{HeaderMap, HeaderName, StatusCode, Uri, header};
use std::net::IpAddr;
use std::sync::{Arc, PoisonError, RwLock};
use tokio::time::Instant;

/// Headers of proxies that pass on a client from elsewhere.
const FORWARDED: [HeaderName; 2] = [header::FORWARDED, HeaderName::from_static("x-forwarded-for")];

/// What of the settings can change while the gateway runs, ready for use.
#[derive(Debug)]
pub(crate) struct Rules {
    hosts: Hosts,
    agents: Agents,
    anonymous: bool,
    pub(crate) limits: Limits,
}

/// The door. Everything that comes over the network passes it.
#[derive(Debug)]
pub(crate) struct Door {
    rules: RwLock<Arc<Rules>>,
    admin: Mark,
    anonymous: Arc<Principal>,
    rate: Rate,
    told: Rate,
    /// Those who come with a cookie of the console in place of the admin token.
    pub(crate) visitors: Visitors,
}

/// How often it is told that somebody at one address was turned away: one a second, and some at once before that. A
/// flood of wrong tokens must not become a flood of events.
const TOLD: (u32, u32) = (1, 10);

impl Door {
    pub(crate) fn new(settings: &Settings, admin: Mark) -> Result<Self, FrontError> {
        let rules = RwLock::new(Arc::new(rules(settings, &admin)?));
        let anonymous = Arc::new(Principal::unrestricted("anonymous"));
        let (rate, told, visitors) = (Rate::default(), Rate::default(), Visitors::default());
        Ok(Self { rules, admin, anonymous, rate, told, visitors })
    }

    /// The rules of this moment.
    pub(crate) fn rules(&self) -> Arc<Rules> {
        self.rules.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Puts other rules in place; the old ones stay if the new ones are wrong.
    pub(crate) fn change(&self, settings: &Settings) -> Result<(), FrontError> {
        let rules = Arc::new(rules(settings, &self.admin)?);
        *self.rules.write().unwrap_or_else(PoisonError::into_inner) = rules;
        Ok(())
    }

    /// The agent that a request comes from.
    pub(crate) fn agent(
        &self,
        rules: &Rules,
        headers: &HeaderMap,
        peer: IpAddr,
        reached: Reached,
        now: Instant,
    ) -> Result<Arc<Principal>, Refusal> {
        let shown = shown(headers)?;
        let principal = match &shown {
            Some(mark) => rules.agents.find(mark),
            None => (rules.anonymous && is_from_here(headers, peer, reached)).then_some(&self.anonymous),
        };
        let who = match (&shown, principal) {
            (Some(_), Some(agent)) => Who::Agent(agent.name.clone()),
            _ => Who::at(peer),
        };
        self.limit(rules, &who, now)?;
        match (principal, shown) {
            (Some(principal), _) => Ok(principal.clone()),
            (None, Some(mark)) if self.admin.is(&mark) => Err(Refusal::new(
                StatusCode::FORBIDDEN,
                "this is the admin token, which is only for managing the gateway; use the token of an agent",
            )),
            (None, Some(_)) => Err(Refusal::new(StatusCode::UNAUTHORIZED, "this token does not belong to any agent")),
            (None, None) => Err(Refusal::new(
                StatusCode::UNAUTHORIZED,
                "an agent's token is needed: `Authorization: Bearer <token>`",
            )),
        }
    }

    /// That a request comes from whoever manages the gateway: with the admin token, or signed in to the console.
    pub(crate) fn admin(&self, rules: &Rules, headers: &HeaderMap, peer: IpAddr, now: Instant) -> Result<(), Refusal> {
        let shown = shown(headers)?;
        let admitted = match &shown {
            Some(mark) => self.admin.is(mark).then_some(Ok(())),
            None => self.visitors.check(headers, now),
        };
        // A bucket of its own, so that clients without a token at the same address do not keep an administrator out.
        let who = if matches!(admitted, Some(Ok(()))) { Who::Admin } else { Who::at(peer) };
        self.limit(rules, &who, now)?;
        match (admitted, shown) {
            (Some(admitted), _) => admitted,
            (None, Some(mark)) if rules.agents.find(&mark).is_some() => Err(Refusal::new(
                StatusCode::FORBIDDEN,
                "this is the token of an agent; managing the gateway requires the admin token",
            )),
            _ => Err(Refusal::new(
                StatusCode::UNAUTHORIZED,
                "the admin token is missing or wrong: send `Authorization: Bearer <token>` with the token from the file `admin-token` in the data folder",
            )),
        }
    }

    /// Whether a client that was let in has shown a token.
    pub(crate) fn is_token_of(&self, principal: &Principal) -> bool {
        principal.name != self.anonymous.name
    }

    /// Whether it is to be told that somebody at this address was turned away.
    pub(crate) fn is_news(&self, peer: IpAddr, now: Instant) -> bool {
        self.told.take(&Who::at(peer), TOLD.0, TOLD.1, now)
    }

    /// Whether somebody who was let in would be let in now.
    pub(crate) fn knows(&self, principal: &Principal) -> bool {
        let rules = self.rules();
        match principal.name == self.anonymous.name {
            true => rules.anonymous,
            false => rules.agents.has(principal),
        }
    }

    fn limit(&self, rules: &Rules, who: &Who, now: Instant) -> Result<(), Refusal> {
        if self.rate.take(who, rules.limits.rate, rules.limits.burst, now) {
            return Ok(());
        }
        let text = format!("too many requests: at most {} per second are allowed", rules.limits.rate);
        Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, text))
    }
}

impl Rules {
    /// Checks the names under which the gateway was reached.
    pub(crate) fn reached(&self, uri: &Uri, headers: &HeaderMap) -> Result<Reached, Refusal> {
        self.hosts.admit(uri, headers)
    }
}

/// Says what is wrong with the names and agents of the settings.
pub(crate) fn check(settings: &Settings) -> Result<(), FrontError> {
    Agents::new(&settings.agents)?;
    Hosts::new(settings.listen, &settings.allowed_hosts, &settings.allowed_origins)?;
    Ok(())
}

fn rules(settings: &Settings, admin: &Mark) -> Result<Rules, FrontError> {
    let agents = Agents::new(&settings.agents)?;
    if let Some(agent) = agents.find(admin) {
        return Err(FrontError::Settings(format!(
            "the agent `{}` has the admin token, so it could approve its own calls; give it a different token",
            agent.name
        )));
    }
    Ok(Rules {
        hosts: Hosts::new(settings.listen, &settings.allowed_hosts, &settings.allowed_origins)?,
        agents,
        anonymous: settings.anonymous,
        limits: settings.limits.clone(),
    })
}

/// The token that a request shows. Something else where a token belongs is not the same as none.
fn shown(headers: &HeaderMap) -> Result<Option<Mark>, Refusal> {
    let Some(value) = single(headers, &header::AUTHORIZATION)? else { return Ok(None) };
    match bearer(value) {
        Some(token) => Ok(Some(Mark::of(token))),
        None => Err(Refusal::new(StatusCode::UNAUTHORIZED, "the header `Authorization` is not `Bearer <token>`")),
    }
}

/// Whether a client is on this machine itself, and not behind a proxy on this machine.
fn is_from_here(headers: &HeaderMap, peer: IpAddr, reached: Reached) -> bool {
    peer.to_canonical().is_loopback()
        && reached == Reached::Locally
        && !FORWARDED.iter().any(|name| headers.contains_key(name))
}

#[cfg(test)]
mod tests {
    use super::super::Agent;
    use super::*;

    const HERE: &str = "127.0.0.1";
    const ELSEWHERE: &str = "192.0.2.7";

    fn door(anonymous: bool) -> Door {
        let agent = Agent { name: "a".to_owned(), token: "agent".to_owned(), servers: None, operations: None };
        let settings = Settings { agents: vec![agent], anonymous, ..Settings::local("unused".into()) };
        Door::new(&settings, Mark::of("admin")).unwrap()
    }

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap())).collect()
    }

    #[test]
    fn an_agent_comes_with_a_token_or_from_this_very_machine() {
        const AGENT: (&str, &str) = ("authorization", "Bearer agent");
        for (anonymous, peer, reached, pairs, expected) in [
            (true, HERE, Reached::Locally, &[AGENT][..], Ok("a")),
            (true, ELSEWHERE, Reached::ByName, &[AGENT], Ok("a")),
            (false, ELSEWHERE, Reached::ByName, &[AGENT], Ok("a")),
            (true, HERE, Reached::Locally, &[], Ok("anonymous")),
            (false, HERE, Reached::Locally, &[], Err(401)),
            (true, ELSEWHERE, Reached::Locally, &[], Err(401)),
            (true, HERE, Reached::ByName, &[], Err(401)),
            (true, HERE, Reached::Locally, &[("x-forwarded-for", "192.0.2.7")], Err(401)),
            (true, HERE, Reached::Locally, &[("forwarded", "for=192.0.2.7")], Err(401)),
            (true, HERE, Reached::Locally, &[("authorization", "Bearer wrong")], Err(401)),
            (true, HERE, Reached::Locally, &[("authorization", "Basic agent")], Err(401)),
            (true, HERE, Reached::Locally, &[("authorization", "Bearer admin")], Err(403)),
            (true, HERE, Reached::Locally, &[AGENT, AGENT], Err(400)),
        ] {
            let door = door(anonymous);
            let peer = peer.parse().unwrap();
            let found = door.agent(&door.rules(), &headers(pairs), peer, reached, Instant::now());
            let found = found.map(|principal| principal.name.clone()).map_err(|refusal| refusal.status.as_u16());
            assert_eq!(found, expected.map(str::to_owned), "{anonymous} {peer} {reached:?} {pairs:?}");
        }
    }

    #[test]
    fn only_the_admin_token_manages() {
        let door = door(true);
        for (pairs, expected) in [
            (&[("authorization", "Bearer admin")][..], Ok(())),
            (&[("authorization", "Bearer agent")], Err(403)),
            (&[("authorization", "Bearer wrong")], Err(401)),
            (&[], Err(401)),
        ] {
            let found = door.admin(&door.rules(), &headers(pairs), HERE.parse().unwrap(), Instant::now());
            assert_eq!(found.map_err(|refusal| refusal.status.as_u16()), expected, "{pairs:?}");
        }
    }

    #[test]
    fn an_agent_with_the_admin_token_is_refused() {
        let agent = Agent { name: "a".to_owned(), token: "admin".to_owned(), servers: None, operations: None };
        let settings = Settings { agents: vec![agent], ..Settings::local("unused".into()) };
        let error = Door::new(&settings, Mark::of("admin")).unwrap_err().to_string();
        assert!(error.contains("`a` has the admin token"), "{error}");
    }

    #[test]
    fn wrong_tokens_use_up_the_tokens_of_the_address_and_not_of_the_agent() {
        let door = door(true);
        let mut settings = Settings::local("unused".into());
        settings.agents = vec![Agent { name: "a".into(), token: "agent".into(), servers: None, operations: None }];
        settings.limits.burst = 1;
        settings.limits.rate = 1;
        door.change(&settings).unwrap();
        let now = Instant::now();
        let ask = |token: &str| {
            let headers = headers(&[("authorization", &format!("Bearer {token}"))]);
            let found = door.agent(&door.rules(), &headers, HERE.parse().unwrap(), Reached::Locally, now);
            found.map(|_| 200).unwrap_or_else(|refusal| refusal.status.as_u16())
        };
        assert_eq!([ask("x"), ask("x"), ask("agent"), ask("agent")], [401, 429, 200, 429]);
    }

    #[test]
    fn a_flood_of_wrong_tokens_is_told_of_now_and_then() {
        let (door, now) = (door(true), Instant::now());
        let [here, elsewhere] = [HERE, ELSEWHERE].map(|address| address.parse().unwrap());
        assert_eq!((0..100).filter(|_| door.is_news(here, now)).count(), 10);
        assert!(door.is_news(elsewhere, now));
    }

    #[test]
    fn rules_that_are_wrong_leave_the_old_ones_in_place() {
        let door = door(false);
        let mut settings = Settings::local("unused".into());
        settings.allowed_hosts = vec!["*".to_owned()];
        assert!(door.change(&settings).is_err());
        assert!(!door.rules().anonymous);
        settings.allowed_hosts.clear();
        door.change(&settings).unwrap();
        assert!(door.rules().anonymous && !door.knows(&Principal::unrestricted("a")));
    }
}
