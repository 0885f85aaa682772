//! What calls are judged by, what another policy would have done with those that were made, and rules that people add.
//!
//! The configuration is never written: rules that are saved here stand in a file of their own and count behind those of
//! the configuration. What else is tried here has to be written into the configuration by whoever owns it.

mod schemas;

pub(super) use schemas::schemas;

use super::asked::Asked;
use super::decision::{named, present};
use super::operation::{Answer, Operation, Taken};
use super::problem::Problem;
use super::{Front, json};
use crate::additions::AddedRule;
use crate::config::Config;
use crate::gateway::governing::{self, Unsaved};
use crate::history::JudgedCalls;
use crate::wall_clock;
use axum::http::{Method, StatusCode};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use vetgate_guard::{Action, Assessment, Decision, Mode, Policy, ReplaySummary, RuleText, Settings, TrifectaPolicy};
use vetgate_ledger::{Filter, Hold, Kind, Order};

/// Calls that are judged again.
const CALLS: (usize, usize) = (5000, 20_000);
/// Calls that are decided otherwise and told one by one.
const TOLD: usize = 100;
/// Rules that can be added.
const RULES: usize = 100;
/// Characters of an expression, and of a reason.
const TEXTS: (usize, usize) = (2000, 300);
/// What of `security` a policy is.
const PARTS: [&str; 4] = ["tool_policy", "risk_assessment", "trifecta", "rules"];

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation {
            method: Method::GET,
            path: "/api/v1/policy",
            name: "readPolicy",
            summary: "The policy for calls: the configuration, and the rules that were added to it.",
            parameters: &[],
            body: None,
            answer: Answer::Json("Policy"),
            problems: &[],
            run: |front, asked| Box::pin(read(front, asked)),
        },
        Operation {
            method: Method::POST,
            path: "/api/v1/policy/try",
            name: "tryPolicy",
            summary: "Dry run: what another policy or other rules would have decided about the newest calls. Nothing is changed.",
            parameters: &[],
            body: Some(Taken { schema: "PolicyTrial", is_required: true }),
            answer: Answer::Json("PolicyTried"),
            problems: &[StatusCode::NOT_FOUND],
            run: |front, asked| Box::pin(try_out(front, asked)),
        },
        Operation {
            method: Method::PUT,
            path: "/api/v1/policy/rules",
            name: "saveRules",
            summary: "Replaces the rules that were added to the configuration. The new rules apply from the next call on.",
            parameters: &[],
            body: Some(Taken { schema: "RulesToSave", is_required: true }),
            answer: Answer::Json("Policy"),
            problems: &[StatusCode::CONFLICT],
            run: |front, asked| Box::pin(save(front, asked)),
        },
    ]
}

/// A rule as it is given and taken.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    when: String,
    action: Action,
    reason: String,
}

impl From<&RuleText> for Rule {
    fn from(rule: &RuleText) -> Self {
        Self { when: rule.when.clone(), action: rule.action, reason: rule.reason.clone() }
    }
}

async fn read(front: Arc<Front>, _: Asked) -> Result<Response, Problem> {
    json(&told(&front)?)
}

fn told(front: &Front) -> Result<Value, Problem> {
    let gateway = front.gateway()?;
    let (config, added) = (gateway.config(), gateway.additions());
    let Settings { mode, tool_policy: tools, risk, trifecta, rules, .. } = config.guard();
    let rules: Vec<Rule> = rules.iter().map(Rule::from).collect();
    Ok(json!({
        "configuration": config.path.display().to_string(),
        "mode": match mode { Mode::Enforce => "enforce", Mode::LogOnly => "log_only" },
        "policy": {
            "tool_policy": {
                "read": tools.read, "write": tools.write, "destructive": tools.destructive,
                "contradiction": tools.contradiction,
            },
            "risk_assessment": {
                "enabled": risk.enabled,
                "auto_flag_threshold": risk.auto_flag_threshold,
                "require_approval_threshold": risk.require_approval_threshold,
                "block_on_critical": risk.block_on_critical,
            },
            "trifecta": match trifecta {
                TrifectaPolicy::Off => "off",
                TrifectaPolicy::Warn => "warn",
                TrifectaPolicy::Hold => "hold",
                TrifectaPolicy::Deny => "deny",
            },
            "rules": rules,
        },
        "rules": added.rules,
        "revision": added.revision,
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Trial {
    #[serde(default, deserialize_with = "present")]
    policy: Option<Map<String, Value>>,
    #[serde(default, deserialize_with = "present")]
    rules: Option<Vec<Rule>>,
    #[serde(default, deserialize_with = "present")]
    calls: Option<usize>,
    #[serde(default, deserialize_with = "present")]
    hold: Option<String>,
}

async fn try_out(front: Arc<Front>, asked: Asked) -> Result<Response, Problem> {
    let Trial { policy, rules, calls, hold } = asked.body().await?;
    let most = calls.unwrap_or(CALLS.0);
    if !(1..=CALLS.1).contains(&most) {
        return Err(Problem::unfit("calls", "`calls` must be a whole number from 1 to 20000"));
    }
    let gateway = front.gateway()?;
    let added: Vec<AddedRule> = match rules {
        Some(rules) => checked(rules)?.into_iter().map(|rule| with(rule, "", 0)).collect(),
        None => gateway.additions().rules,
    };
    let mut settings = governing::settings(&gateway.config(), &added);
    if let Some(policy) = policy {
        let tried = parsed(policy)?;
        let own = tried.guard();
        (settings.tool_policy, settings.risk, settings.trifecta) = (own.tool_policy, own.risk, own.trifecta);
        settings.rules = own.rules.into_iter().chain(added.iter().map(RuleText::from)).collect();
    }
    let policy = Policy::compile(&settings).map_err(|error| Problem::unfit("rules", &error.to_string()))?;
    let held = match hold {
        Some(id) => Some(waiting(&front, &id).await?),
        None => None,
    };
    let tried = front
        .read(move |ledger| {
            let filter = Filter { kinds: vec![Kind::Call], ..Filter::default() };
            let calls = JudgedCalls::read(&mut |query: &_| ledger.page(query), filter, Order::Newest, most)?;
            Ok(compared(&calls, &policy, held.as_ref()))
        })
        .await?;
    json(&tried)
}

/// The policy that was given, read as the configuration reads it.
fn parsed(policy: Map<String, Value>) -> Result<Config, Problem> {
    if let Some(name) = policy.keys().find(|name| !PARTS.contains(&name.as_str())) {
        let name = vetgate_text::render::safe(name, 80);
        return Err(Problem::unfit(
            "policy",
            &format!("a policy has no key `{name}`; known keys are: {}", PARTS.join(", ")),
        ));
    }
    let text = json!({"security": policy}).to_string();
    let none = |_: &_| Err("references to variables and files are not resolved here".to_owned());
    Config::parse(Path::new("policy.json"), &text, &none).map_err(|wrong| Problem::unfit("policy", &wrong.to_string()))
}

/// The call that waits under this id.
async fn waiting(front: &Front, id: &str) -> Result<Hold, Problem> {
    let holds = front.read(vetgate_ledger::Ledger::holds).await?;
    let found = holds.into_iter().find(|hold| hold.id == id);
    found.ok_or_else(|| {
        Problem::nowhere("no held call has this id, or it is no longer held; `/api/v1/holds` lists all held calls")
    })
}

fn compared(calls: &JudgedCalls, policy: &Policy, held: Option<&Hold>) -> Value {
    let replayed = calls.replayed(policy);
    let summary = ReplaySummary::of(&replayed);
    let counts = |[allow, hold, deny]: [usize; 3]| json!({"allow": allow, "hold": hold, "deny": deny});
    let changed = calls.calls.iter().zip(&replayed).filter(|(_, one)| one.changed);
    let mut by: BTreeMap<(Action, &str), usize> = BTreeMap::new();
    for (_, one) in changed.clone() {
        *by.entry((one.would.action, &one.would.by)).or_default() += 1;
    }
    let by: Vec<Value> =
        by.into_iter().map(|((action, by), calls)| json!({"action": action, "by": by, "calls": calls})).collect();
    let shown: Vec<Value> = changed
        .take(TOLD)
        .map(|(call, one)| {
            json!({
                "record": call.record, "time_ms": call.time_ms, "session": call.session,
                "server": one.server, "tool": one.tool, "risk": one.risk,
                "was": decision(&one.was), "would": decision(&one.would),
            })
        })
        .collect();
    json!({
        "calls": summary.calls,
        "changed": summary.changed,
        "stricter": summary.stricter,
        "looser": summary.looser,
        "was": counts(summary.was),
        "would": counts(summary.would),
        "by": by,
        "shown": shown,
        "unjudged": calls.unjudged,
        "without_arguments": calls.without_arguments,
        "is_whole": calls.is_whole,
        "hold": held.and_then(|hold| of_hold(hold, policy)).as_ref().map(decision),
    })
}

/// What the policy says to a call that waits, as far as its arguments are kept.
fn of_hold(hold: &Hold, policy: &Policy) -> Option<Decision> {
    let judgement: Value = serde_json::from_str(&hold.judgement).ok()?;
    let assessment: Assessment = serde_json::from_value(judgement.get("assessment")?.clone()).ok()?;
    Some(policy.decide(&assessment, &hold.arguments.text))
}

fn decision(decision: &Decision) -> Value {
    json!({
        "action": decision.action, "by": decision.by, "reason": decision.reason, "is_flagged": decision.is_flagged,
        "quarantines": decision.quarantines,
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesToSave {
    rules: Vec<Rule>,
    revision: String,
    #[serde(default, deserialize_with = "present")]
    by: Option<String>,
}

async fn save(front: Arc<Front>, asked: Asked) -> Result<Response, Problem> {
    let RulesToSave { rules, revision, by } = asked.body().await?;
    let by = named(by)?;
    // So that a gateway without one says so.
    front.ledger()?;
    let now_ms = u64::try_from(wall_clock::now().as_millis()).unwrap_or(u64::MAX);
    let known = front.gateway()?.additions().rules;
    // Whoever added a rule stays its author, and so does the time.
    let rules: Vec<AddedRule> = checked(rules)?
        .into_iter()
        .map(|rule| {
            let same = known
                .iter()
                .find(|old| (&old.when, old.action, &old.reason) == (&rule.when, rule.action, &rule.reason));
            same.cloned().unwrap_or_else(|| with(rule, &by, now_ms))
        })
        .collect();
    let saving = front.clone();
    let saved = tokio::task::spawn_blocking(move || {
        let gateway = saving.gateway()?;
        gateway.save_rules(&rules, &revision, &by).map_err(|unsaved| match unsaved {
            Unsaved::Moved(seen) => {
                Problem::moved("the rules have changed in the meantime: reload them, and save again".to_owned(), seen)
            }
            Unsaved::Wrong(detail) => Problem::unfit("rules", &detail),
            Unsaved::Failed(detail) => Problem::unavailable(detail),
        })
    });
    let saved = saved.await.map_err(|_| Problem::unavailable("saving was interrupted"))??;
    front.gateway()?.tell_added(&saved);
    json(&told(&front)?)
}

/// Rules of a size that can be kept. What they say is checked when they are put together with the others.
fn checked(rules: Vec<Rule>) -> Result<Vec<Rule>, Problem> {
    let fits = |text: &str, most: usize| (1..=most).contains(&text.chars().count());
    if rules.len() > RULES {
        return Err(Problem::unfit("rules", "at most 100 rules can be added"));
    }
    if rules.iter().any(|rule| !fits(&rule.when, TEXTS.0) || !fits(&rule.reason, TEXTS.1)) {
        let text = "`when` must be a text of 1 to 2000 characters, `reason` one of 1 to 300";
        return Err(Problem::unfit("rules", text));
    }
    Ok(rules)
}

fn with(Rule { when, action, reason }: Rule, by: &str, time_ms: u64) -> AddedRule {
    AddedRule { when, action, reason, by: by.to_owned(), time_ms }
}
