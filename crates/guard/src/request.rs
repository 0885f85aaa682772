//! What a server asks of its client in the middle of a call, before the client sees it.
//!
//! A server may have the client's model write something (`sampling/createMessage`) and have its user fill in a form or
//! open an address (`elicitation/create`). A server that attacks puts orders into the first, and asks for passwords with
//! the second. [`Guard::asked`] reads both as responses are read, and looks for what only requests have: forms that ask for a
//! secret ([`form`]), and prompts that have a model hand over what it knows ([`sampling`]).
//!
//! A request cannot be wrapped in a warning, because a model would follow it and a person fill it in all the same. So what a
//! response would be annotated for, a request is refused for; what is stripped or masked in responses is stripped or masked here.
//!
//! Guarantees: total on any text; time and memory linear in it. Nothing here is on the path of a call without requests.

mod asking;
mod form;
mod lexicon;
mod sampling;
mod sign;
mod words;

use crate::guard::Guard;
use crate::{About, Handled, Mode, Notice, Read, ResponseSettings, Treatment};
use sign::Sign;
use vetgate_model::Tier;
use vetgate_model::json::Document;

/// A request of a server to its client.
#[derive(Debug, Clone, Copy)]
pub struct Question<'q> {
    /// Who asks.
    pub server: &'q str,
    /// `sampling/createMessage`, `elicitation/create`, or whatever else a server may ask for.
    pub method: &'q str,
    /// The parameters, as JSON.
    pub params: &'q str,
}

/// What is to become of a request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Asked {
    /// Why it does not go on, if it does not. For whoever runs the gateway; the server is told less.
    pub refused: Option<String>,
    /// Whether that is to be acted on; in `log_only` mode everything goes through, and this says what would have been.
    pub is_enforced: bool,
    /// What is asked instead, if something else is; JSON.
    pub params: Option<String>,
    /// What is done to the parameters, or would be.
    pub handled: Vec<Handled>,
    /// What was found, in one sentence each; safe to show.
    pub findings: Vec<String>,
    /// 0 to 100.
    pub risk: u8,
    /// What somebody should hear of.
    pub notices: Vec<Notice>,
}

/// How grave a request at the hard tier is, and one at the soft tier, 0 to 100.
const GRAVE: u8 = 80;
const SLIGHT: u8 = 40;

impl Guard {
    /// Judges what a server asks of its client.
    ///
    /// ```
    /// use vetgate_guard::{Guard, Question, Settings};
    ///
    /// let guard = Guard::new(&Settings::default()).unwrap();
    /// let asked = |message: &str| {
    ///     let params = format!(r#"{{"message":"{message}","requestedSchema":{{"type":"object","properties":{{"it":{{"type":"string"}}}}}}}}"#);
    ///     guard.asked(&Question { server: "shop", method: "elicitation/create", params: &params })
    /// };
    /// assert!(asked("Please enter your password.").refused.is_some());
    /// assert_eq!(asked("Which password length shall be used?").refused, None);
    /// ```
    pub fn asked(&self, question: &Question) -> Asked {
        let rulebook = self.rulebook();
        let Question { server, method, params } = *question;
        let (reader, settings) = (&rulebook.reader, &rulebook.settings.responses);
        let mut read = reader.read(server, method, params);
        if is_told_to_keep_quiet(question) {
            read.findings
                .retain(|finding| !finding.signals.iter().all(|signal| sampling::is_disclosure(&signal.detail)));
        }
        let signs = signs(question);
        let notices = notices(question, &read, &signs);
        let severity = notices.iter().map(|notice| notice.severity).max().unwrap_or_default();
        let risk = read.findings.iter().map(|finding| finding.risk).max().unwrap_or_default().max(severity);
        let refused = refusal(question, &read, &signs, settings);
        let is_enforced = rulebook.settings.mode == Mode::Enforce;
        let (mut handled, mut replaced) = (vec![], None);
        if refused.is_none() {
            let settings = cuts(settings);
            handled = reader.handled(&read, &settings).into_iter().map(in_arguments).collect();
            replaced = if is_enforced { reader.treat(params, &read, &settings).result } else { None };
        }
        Asked { refused, is_enforced, params: replaced, handled, findings: findings(&read, &signs), risk, notices }
    }
}

/// What only requests have.
fn signs(question: &Question) -> Vec<Sign> {
    let Ok(document) = Document::parse(question.params) else { return vec![] };
    match question.method {
        "elicitation/create" => form::signs(&document),
        "sampling/createMessage" => sampling::signs(question.server, &document),
        _ => vec![],
    }
}

/// Whether nothing in a sampling has the model hand over its instructions, whatever else it says of them.
fn is_told_to_keep_quiet(question: &Question) -> bool {
    question.method == "sampling/createMessage"
        && Document::parse(question.params).is_ok_and(|document| sampling::takes(&document).is_none())
}

/// Why a request is refused, if it is: the gravest reason.
fn refusal(question: &Question, read: &Read, signs: &[Sign], settings: &ResponseSettings) -> Option<String> {
    let stops = |treatment| matches!(treatment, Treatment::Annotate | Treatment::Block);
    let of = |wanted: Tier, treatment| {
        // To take orders out of a request would make another one of it.
        let counts = treatment != Treatment::Pass;
        let sign = signs.iter().find(|sign| sign.tier == wanted).map(|sign| sign.text.as_str());
        let order = (read.tier() == Some(wanted)).then_some("it contains instructions that its reader did not ask for");
        sign.or(order).filter(|_| counts)
    };
    let what = of(Tier::Hard, settings.injection)
        .or_else(|| of(Tier::Soft, settings.suspicious))
        .or_else(|| (read.hidden > 0 && stops(settings.hidden)).then_some("it contains invisible characters"))
        .or_else(|| (read.links > 0 && stops(settings.links)).then_some("it contains links that carry data out"))
        .or_else(|| {
            let is_blocked = !read.sensitive.is_empty() && settings.sensitive == Treatment::Block;
            is_blocked.then_some("it contains personal data or secrets")
        })?;
    Some(format!("Vetgate does not pass on `{}` of the server `{}`: {what}", question.method, question.server))
}

/// What of the treatments can be done to a request without leaving it in doubt.
fn cuts(settings: &ResponseSettings) -> ResponseSettings {
    let cut = |treatment| match treatment {
        Treatment::Strip | Treatment::Mask => treatment,
        Treatment::Pass | Treatment::Annotate | Treatment::Block => Treatment::Pass,
    };
    ResponseSettings {
        injection: Treatment::Pass,
        suspicious: Treatment::Pass,
        hidden: cut(settings.hidden),
        links: cut(settings.links),
        sensitive: cut(settings.sensitive),
    }
}

/// What is done to a response, done to what a request is made with.
fn in_arguments(handled: Handled) -> Handled {
    match handled {
        Handled::ResponseStripped => Handled::ArgumentsStripped,
        Handled::ResponseMasked => Handled::ArgumentsMasked,
        other => other,
    }
}

fn findings(read: &Read, signs: &[Sign]) -> Vec<String> {
    let mut findings: Vec<String> =
        signs.iter().map(|sign| format!("{} ({}): {}", sign.manner.name(), sign.tier, sign.text)).collect();
    findings.extend(crate::guard::findings(read));
    findings
}

fn notices(question: &Question, read: &Read, signs: &[Sign]) -> Vec<Notice> {
    let Question { server, method, .. } = question;
    let notice = |tier, what: &str| {
        let severity = if tier == Tier::Hard { GRAVE } else { SLIGHT };
        Notice { about: About::Request, severity, text: format!("{server} asks its client ({method}): {what}") }
    };
    let mut notices: Vec<Notice> = signs.iter().map(|sign| notice(sign.tier, &sign.text)).collect();
    if let Some(tier) = read.tier() {
        notices.push(notice(tier, "it contains instructions"));
    }
    notices
}
