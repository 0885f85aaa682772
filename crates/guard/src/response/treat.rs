//! What becomes of a response.
//!
//! The gravest treatment that anything found asks for decides: a response is blocked, or what was found is taken out or
//! masked, and then the texts in which something is left are wrapped, and the strings of a structured content that hold it
//! ([`structured`]). Only the strings concerned are written again.

mod structured;

use super::notice::{self, Warning};
use super::part::Part;
use super::strip::{self, Wanted};
use super::{Found, LEAST, Read, Reader, part};
use crate::{Handled, ResponseSettings, Treatment};
use std::borrow::Cow;
use structured::{Places, Untrusted};
use vetgate_model::Tier;
use vetgate_model::json::{Document, Kind};
use vetgate_sensitive::{Masker, Redactor};

/// What a response became.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Treated {
    /// Why it does not go on, if it does not; for the client to read.
    pub blocked: Option<String>,
    /// What is handed over instead, if something else is; JSON.
    pub result: Option<String>,
    /// Whether personal data or secrets in it were masked.
    pub is_masked: bool,
}

/// What is done with one part.
#[derive(Debug, Clone, Copy, Default)]
struct Plan {
    wraps: Warning,
    cuts_orders: bool,
    cuts_hidden: bool,
    cuts_links: bool,
    masks: bool,
    redacts: bool,
    blocks: Option<&'static str>,
}

impl Plan {
    fn of(found: &Found, settings: &ResponseSettings) -> Self {
        let mut plan = Self::default();
        let tier = found.told.iter().map(|order| order.tier).max();
        let orders = match tier {
            Some(Tier::Hard) => Some((settings.injection, "instructions to the agent")),
            Some(Tier::Soft) => Some((settings.suspicious, "possible instructions to the agent")),
            None => None,
        };
        if let Some((treatment, what)) = orders {
            plan.take(treatment, what, |plan| plan.wraps.orders = true, |plan| plan.cuts_orders = true);
        }
        if found.hides {
            let what = "invisible characters";
            plan.take(settings.hidden, what, |plan| plan.wraps.hidden = true, |plan| plan.cuts_hidden = true);
        }
        if found.carriers {
            let what = "links that carry data out";
            // A warning does not keep a window from loading an image.
            let treatment = match settings.links {
                Treatment::Annotate if found.shows => Treatment::Strip,
                own => own,
            };
            plan.take(treatment, what, |plan| plan.wraps.links = true, |plan| plan.cuts_links = true);
        }
        if found.is_sensitive {
            let is_stripped = settings.sensitive == Treatment::Strip;
            let cut = |plan: &mut Self| {
                plan.masks = !is_stripped;
                plan.redacts = is_stripped;
            };
            plan.take(settings.sensitive, "personal data or secrets", |plan| plan.wraps.sensitive = true, cut);
        }
        plan
    }

    /// Does what is asked for: `wrap` warns of it, `cut` takes it out or masks it.
    fn take(
        &mut self,
        treatment: Treatment,
        what: &'static str,
        wrap: impl FnOnce(&mut Self),
        cut: impl FnOnce(&mut Self),
    ) {
        match treatment {
            Treatment::Pass => {}
            Treatment::Annotate => wrap(self),
            Treatment::Strip | Treatment::Mask => cut(self),
            Treatment::Block => self.blocks = self.blocks.or(Some(what)),
        }
    }

    fn cuts(self) -> bool {
        self.cuts_orders || self.cuts_hidden || self.cuts_links
    }
}

impl Reader {
    /// What [`treat`](Self::treat) does with a response of which that was read, in its order.
    pub fn handled(&self, read: &Read, settings: &ResponseSettings) -> Vec<Handled> {
        let plans: Vec<Plan> = read.parts.iter().map(|found| Plan::of(found, settings)).collect();
        if plans.iter().any(|plan| plan.blocks.is_some()) {
            return vec![Handled::ResponseBlocked];
        }
        let does = |what: Handled, is_done: fn(&Plan) -> bool| plans.iter().any(is_done).then_some(what);
        [
            does(Handled::ResponseAnnotated, |plan| !plan.wraps.is_nothing()),
            does(Handled::ResponseStripped, |plan| plan.cuts() || plan.redacts),
            does(Handled::ResponseMasked, |plan| plan.masks),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// Does with `response`, of which that was read, what the settings say.
    pub fn treat(&self, response: &str, read: &Read, settings: &ResponseSettings) -> Treated {
        let mut treated = Treated::default();
        if read.parts.is_empty() {
            return treated;
        }
        let plans: Vec<Plan> = read.parts.iter().map(|found| Plan::of(found, settings)).collect();
        if let Some(what) = plans.iter().find_map(|plan| plan.blocks) {
            treated.blocked = Some(format!("Vetgate blocked the response: it contains {what}."));
            return treated;
        }
        let Ok(document) = Document::parse(response) else { return self.treat_text(response, read, &plans) };
        let parts = part::parts(Some(&document), response);
        let untrusted = untrusted(&parts, read, &plans);
        let mut out = String::with_capacity(response.len() + 512);
        let (mut at, mut unmarked, nothing) = (0, Warning::default(), Found::default());
        // What was found stands in the order of the parts, and most parts hold nothing.
        let mut planned = read.parts.iter().zip(plans.iter().copied()).peekable();
        for part in &parts {
            let (found, plan) =
                planned.next_if(|(found, _)| found.span == part.span).unwrap_or((&nothing, Plan::default()));
            let raw = &response[part.span.clone()];
            let mut way = match part.data {
                Some(_) => Way::Data,
                None if part.is_text => Way::Text,
                None => Way::Whole,
            };
            if part.pointer == STRUCTURED && !(untrusted.is_empty() && plan.wraps.is_nothing()) {
                let marked = structured::marked(raw, &untrusted, plan.wraps, &self.links);
                unmarked = unmarked.and(marked.left(plan.wraps, found));
                way = Way::Strings(marked.places);
            } else if !part.is_text {
                unmarked = unmarked.and(plan.wraps);
            }
            if matches!(way, Way::Data) && plan.cuts() {
                unmarked = unmarked.and(Warning { orders: true, ..Warning::default() });
            }
            if let Some(written) = self.part(raw, &way, found, plan, &mut treated) {
                out.push_str(&response[at..part.span.start]);
                out.push_str(&written);
                at = part.span.end;
            }
        }
        let is_changed = at > 0;
        out.push_str(&response[at..]);
        if !unmarked.is_nothing()
            && let Some(noticed) = with_notice(&out, unmarked)
        {
            out = noticed;
        } else if unmarked.orders && read.tier() == Some(Tier::Hard) {
            // An error, a list of values: nothing in it can carry a warning.
            let reason = "Vetgate blocked the response: it contains instructions to the agent, and its format has no place for a warning.";
            return Treated { blocked: Some(reason.to_owned()), ..Treated::default() };
        } else if !is_changed {
            return treated;
        }
        treated.result = Some(out);
        treated
    }

    /// A response that is no JSON is handed over as a string where it has to change.
    fn treat_text(&self, response: &str, read: &Read, plans: &[Plan]) -> Treated {
        let mut treated = Treated::default();
        let quoted = serde_json::Value::from(response).to_string();
        if let (Some(found), Some(plan)) = (read.parts.first(), plans.first()) {
            treated.result = self.part(&quoted, &Way::Text, found, *plan, &mut treated);
        }
        treated
    }

    /// The JSON of one part after its treatment; `None` if it stays as it is.
    fn part(&self, raw: &str, way: &Way, found: &Found, plan: Plan, treated: &mut Treated) -> Option<String> {
        let mut value = Cow::Borrowed(raw);
        if plan.cuts() && matches!(way, Way::Data) {
            // Data without a part of it is nothing.
            value = Cow::Borrowed(NO_DATA);
        } else if plan.cuts() {
            let document = Document::parse(raw).ok()?;
            let told = if plan.cuts_orders { found.told.as_slice() } else { &[] };
            let links = plan.cuts_links.then_some(&self.links);
            let wanted = Wanted { told, hidden: plan.cuts_hidden, links };
            let stripped = match document.root().string().filter(|_| matches!(way, Way::Text)) {
                Some(text) => quoted(&strip::text(&text.text, &wanted)),
                None => strip::json(&document, &wanted),
            };
            value = Cow::Owned(stripped);
        }
        if plan.masks || plan.redacts {
            let masker = if plan.redacts { Masker::redact() } else { Masker::mask() };
            let mut redactor = Redactor::new(&self.detector, masker, LEAST);
            let mut bytes = Vec::with_capacity(value.len() + 2);
            // A text is read as what it says: in brackets it is a document.
            let around = if matches!(way, Way::Text) { ["[", "]"] } else { [""; 2] };
            for piece in [around[0], &value, around[1]] {
                redactor.push(piece.as_bytes(), &mut bytes);
            }
            redactor.finish(&mut bytes);
            let masked = String::from_utf8(bytes).ok();
            if let Some(masked) =
                masked.and_then(|it| Some(it.strip_prefix(around[0])?.strip_suffix(around[1])?.to_owned()))
                && redactor.replaced() > 0
            {
                treated.is_masked = true;
                value = Cow::Owned(masked);
            }
        }
        match way {
            Way::Text if !plan.wraps.is_nothing() => {
                let text = Document::parse(&value).ok()?.root().string()?.text.into_owned();
                value = Cow::Owned(quoted(&notice::wrapped(&text, plan.wraps)));
            }
            Way::Strings(places) if !places.is_empty() => {
                value = Cow::Owned(structured::wrapped(&Document::parse(&value).ok()?, places));
            }
            _ => {}
        }
        (*value != *raw).then(|| value.into_owned())
    }
}

/// Where a result has what its schema describes.
const STRUCTURED: &str = "/structuredContent";

/// What is left of data that was taken out.
const NO_DATA: &str = r#""""#;

/// How a part can be wrapped.
#[derive(Debug)]
enum Way {
    /// As the text that it is.
    Text,
    /// These strings of it.
    Strings(Places),
    /// Not at all: something is said before the result.
    Whole,
    /// Nor this, which is a text in another form: it is there, or it is not.
    Data,
}

/// The strings of a result that are wrapped: texts as a whole, and those that hold an order.
fn untrusted<'t>(parts: &'t [Part], read: &'t Read, plans: &[Plan]) -> Untrusted<'t> {
    let mut untrusted = Untrusted::new();
    let mut add = |text: &'t str, warning: Warning| {
        let known = untrusted.entry(text).or_default();
        *known = known.and(warning);
    };
    let mut planned = read.parts.iter().zip(plans).peekable();
    for part in parts {
        let Some((found, plan)) = planned.next_if(|(found, _)| found.span == part.span) else { continue };
        if part.is_text && !plan.wraps.is_nothing() {
            add(&part.text, plan.wraps);
        }
        if plan.wraps.orders {
            let orders = Warning { orders: true, ..Warning::default() };
            found.told.iter().for_each(|order| add(&order.leaf, orders));
        }
    }
    untrusted
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The result with a block in front that says what to think of it; `None` if it has no list of blocks.
fn with_notice(result: &str, warning: Warning) -> Option<String> {
    let document = Document::parse(result).ok()?;
    let root = document.root();
    let block = format!(r#"{{"type":"text","text":{}}}"#, quoted(&notice::before(warning)));
    let content = root.get("content").filter(|content| content.kind() == Kind::Array);
    let (at, insert) = match content {
        Some(content) => {
            let comma = if content.elements().next().is_some() { "," } else { "" };
            (content.span().start + 1, format!("{block}{comma}"))
        }
        None if root.kind() == Kind::Object && root.get("structuredContent").is_some() => {
            (root.span().start + 1, format!(r#""content":[{block}],"#))
        }
        None => return None,
    };
    let mut out = String::with_capacity(result.len() + insert.len());
    out.push_str(&result[..at]);
    out.push_str(&insert);
    out.push_str(&result[at..]);
    Some(out)
}
