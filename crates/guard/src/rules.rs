//! Rules on top of the policy: expressions in CEL, the common expression language.
//!
//! A rule says when it holds, what is done then, and why: `{ when = "tool.server == 'prod' && tool.operation !=
//! 'read'", action = "hold", reason = "production" }`. The first rule that holds decides.
//!
//! **Checked at load**: what cannot be parsed, unknown variables, fields, functions and words (with the nearest known one),
//! comparisons of a number with text, results that are neither true nor false, all with their place.
//!
//! **Bounded**: an expression has at most 2,000 bytes and a nesting of 40; a list is gone through once, never within
//! another; patterns of `matches` are literals and compiled at load by an engine that does not backtrack; what rules see
//! of the arguments is bounded too. So the time of a rule is bounded by the size of what it sees.
//!
//! **Fails closed**: a rule that cannot be evaluated (the arguments have no such member, or are too large to be seen by
//! rules) holds if it denies or asks a person, and does not if it allows. The agent hears the rule's own reason and no
//! more; the detail of the decision says why, for whoever runs the gateway. Ask first, with `has(args.amount) &&
//! args.amount > 100`.

mod check;
mod facts;
mod schema;
mod syntax;
mod words;

use crate::{Action, Assessment, RuleText};
use cel::{Context, Env, ExecutionError, Program, Value, extensions};
use check::Checked;
use facts::Facts;
use regex::Regex;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use vetgate_text::render::safe;

/// The most bytes of an expression.
const LONGEST: usize = 2_000;
/// The most rules.
const MOST: usize = 200;

/// Why a rule cannot be used, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("rule {rule}, line {line}, column {column}: {message}")]
pub struct RulesError {
    /// Which rule, from 1.
    pub rule: usize,
    /// The line of its expression, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What was expected, what was found, what to do.
    pub message: String,
}

/// Rules that are ready to be asked.
pub(crate) struct Rules {
    rules: Vec<Rule>,
    env: Arc<Env>,
    patterns: Arc<BTreeMap<String, Regex>>,
    /// Which variables some rule asks for.
    variables: Vec<&'static str>,
}

struct Rule {
    program: Program,
    action: Action,
    reason: String,
}

/// A rule that holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Matched {
    /// What is done.
    pub(crate) action: Action,
    /// `rule.3`.
    pub(crate) by: String,
    /// Why, in the rule's own words.
    pub(crate) reason: String,
    /// How it came to match, where it could not be evaluated.
    pub(crate) detail: Option<String>,
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rules({})", self.rules.len())
    }
}

impl Rules {
    /// Reads and checks `texts`; `sensitive` says which kinds of sensitive data there are.
    pub(crate) fn compile(texts: &[RuleText], sensitive: &vetgate_sensitive::Settings) -> Result<Self, RulesError> {
        let mut rules = vec![];
        let mut patterns = BTreeMap::new();
        let mut variables = vec![];
        if texts.len() > MOST {
            let message = format!("there are {} rules; at most {MOST} are possible", texts.len());
            return Err(RulesError { rule: MOST + 1, line: 1, column: 1, message });
        }
        let env = Arc::new(environment());
        for (index, text) in texts.iter().enumerate() {
            let at =
                |line: usize, column: usize, message: String| RulesError { rule: index + 1, line, column, message };
            let Checked { program, variables: own, patterns: found } = check::checked(&env, &text.when, sensitive)
                .map_err(|fault| at(fault.line, fault.column, fault.message))?;
            variables.extend(own);
            patterns.extend(found);
            rules.push(Rule { program, action: text.action, reason: text.reason.clone() });
        }
        variables.sort_unstable();
        variables.dedup();
        let rules = Self { rules, env, patterns: Arc::new(patterns), variables };
        rules.try_out()?;
        Ok(rules)
    }

    /// The first rule that holds.
    pub(crate) fn first_match(&self, assessment: &Assessment, arguments: &str) -> Option<Matched> {
        if self.rules.is_empty() {
            return None;
        }
        let facts = Facts { assessment, arguments };
        let context = self.context(&facts);
        self.rules.iter().enumerate().find_map(|(index, rule)| {
            let detail = match rule.program.execute(&context) {
                Ok(Value::Bool(true)) => None,
                Ok(Value::Bool(false)) => return None,
                // Fails closed.
                _ if rule.action == Action::Allow => return None,
                Ok(_) => Some("The rule returned neither true nor false, so it counts as matched.".to_owned()),
                Err(error) => {
                    let why = told(&error, &facts);
                    Some(format!("The rule could not be evaluated, so it counts as matched: {why}."))
                }
            };
            let (by, reason) = (format!("rule.{}", index + 1), sentence(&rule.reason));
            Some(Matched { action: rule.action, by, reason, detail })
        })
    }

    /// What rules see of a call.
    fn context<'c>(&self, facts: &Facts) -> Context<'c, 'c> {
        let mut context = Context::with_env(Arc::clone(&self.env));
        for name in &self.variables {
            // What cannot be shown is not there: a rule that asks for it cannot be evaluated.
            if let Some(value) = facts.value(name) {
                context.add_variable_from_value(*name, value);
            }
        }
        if !self.patterns.is_empty() {
            let patterns = Arc::clone(&self.patterns);
            let matches = move |cel::extractors::This(text): cel::extractors::This<Arc<String>>,
                                pattern: Arc<String>| {
                patterns.get(pattern.as_str()).is_some_and(|regex| regex.is_match(&text))
            };
            // Refused only for names that the environment declares, and it does not.
            let _ = context.add_function("matches", matches);
        }
        context
    }

    /// Evaluates every rule on a sample: what is of the wrong type there is so everywhere.
    fn try_out(&self) -> Result<(), RulesError> {
        let sample = facts::sample();
        let facts = Facts { assessment: &sample, arguments: "{}" };
        let context = self.context(&facts);
        for (index, rule) in self.rules.iter().enumerate() {
            let message = match rule.program.execute(&context) {
                Ok(Value::Bool(_)) | Err(ExecutionError::NoSuchKey(_)) => continue,
                Ok(value) => format!("the expression must be true or false, and it is {}", value.type_of()),
                Err(error) => match told(&error, &facts).as_str() {
                    "its values have the wrong types" => safe(&error.to_string(), 200),
                    told => told.to_owned(),
                },
            };
            return Err(RulesError { rule: index + 1, line: 1, column: 1, message });
        }
        Ok(())
    }
}

/// What expressions may be written with.
fn environment() -> Env {
    let mut env = Env::stdlib().with_optional_support(false);
    env.add_extension(extensions::strings).expect("the standard library has no function of this name");
    env
}

/// A reason as a sentence.
fn sentence(reason: &str) -> String {
    match reason.trim() {
        "" => "A configured rule decided this.".to_owned(),
        reason if reason.ends_with(['.', '!', '?']) => reason.to_owned(),
        reason => format!("{reason}."),
    }
}

/// Why a rule could not be evaluated, without any value of the call.
fn told(error: &ExecutionError, facts: &Facts) -> String {
    match error {
        ExecutionError::NoSuchKey(key) => {
            format!("there is no `{}`; test for it with `has` first", safe(key, 40))
        }
        ExecutionError::UndeclaredReference(name) if name.as_str() == "args" => facts.why_hidden().to_owned(),
        ExecutionError::NoSuchOverload(_) => {
            "a value has another type than the rule expects, such as text instead of a number".to_owned()
        }
        ExecutionError::IndexOutOfBounds(_) => "a list index is out of range".to_owned(),
        ExecutionError::DivisionByZero(_) | ExecutionError::RemainderByZero(_) => "division by zero".to_owned(),
        ExecutionError::Overflow(..) => "a number is too large".to_owned(),
        _ => "its values have the wrong types".to_owned(),
    }
}

#[cfg(test)]
mod tests;
