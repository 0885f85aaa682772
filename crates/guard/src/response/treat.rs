//! What becomes of a response.
//!
//! The gravest treatment that anything found asks for decides: a response is blocked, or what was found is taken out or
//! masked, and then the texts in which something is left are wrapped. Only the strings concerned are written again.

use super::strip::{self, Wanted};
use super::{Found, LEAST, Read, Reader, notice, part};
use crate::{ResponseSettings, Treatment};
use std::borrow::Cow;
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
    wraps: bool,
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
        match tier {
            Some(Tier::Hard) => {
                plan.take(settings.injection, "instructions to the agent", |plan| plan.cuts_orders = true)
            }
            Some(Tier::Soft) => {
                plan.take(settings.suspicious, "what may be instructions to the agent", |plan| plan.cuts_orders = true);
            }
            None => {}
        }
        if found.hides {
            plan.take(settings.hidden, "characters that nobody sees", |plan| plan.cuts_hidden = true);
        }
        if found.carriers {
            plan.take(settings.links, "links that carry data away", |plan| plan.cuts_links = true);
        }
        if found.is_sensitive {
            let is_stripped = settings.sensitive == Treatment::Strip;
            plan.take(settings.sensitive, "personal data or secrets", |plan| {
                plan.masks = !is_stripped;
                plan.redacts = is_stripped;
            });
        }
        plan
    }

    /// Does what is asked for; `cut` takes out or masks.
    fn take(&mut self, treatment: Treatment, what: &'static str, cut: impl FnOnce(&mut Self)) {
        match treatment {
            Treatment::Pass => {}
            Treatment::Annotate => self.wraps = true,
            Treatment::Strip | Treatment::Mask => cut(self),
            Treatment::Block => self.blocks = self.blocks.or(Some(what)),
        }
    }

    fn cuts(self) -> bool {
        self.cuts_orders || self.cuts_hidden || self.cuts_links
    }
}

impl Reader {
    /// Does with `response`, of which that was read, what the settings say.
    pub fn treat(&self, response: &str, read: &Read, settings: &ResponseSettings) -> Treated {
        let mut treated = Treated::default();
        if read.parts.is_empty() {
            return treated;
        }
        let plans: Vec<Plan> = read.parts.iter().map(|found| Plan::of(found, settings)).collect();
        if let Some(what) = plans.iter().find_map(|plan| plan.blocks) {
            treated.blocked = Some(format!("The response was blocked: it holds {what}."));
            return treated;
        }
        let Ok(document) = Document::parse(response) else { return self.treat_text(response, read, &plans) };
        let parts = part::parts(Some(&document), response);
        let mut out = String::with_capacity(response.len() + 512);
        let (mut at, mut needs_notice) = (0, false);
        for (found, plan) in read.parts.iter().zip(&plans) {
            let is_text = parts.iter().any(|part| part.is_text && part.span == found.span);
            needs_notice |= plan.wraps && !is_text;
            if let Some(written) = self.part(&response[found.span.clone()], is_text, found, *plan, &mut treated) {
                out.push_str(&response[at..found.span.start]);
                out.push_str(&written);
                at = found.span.end;
            }
        }
        let is_changed = at > 0;
        out.push_str(&response[at..]);
        if needs_notice && let Some(noticed) = with_notice(&out) {
            out = noticed;
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
            treated.result = self.part(&quoted, true, found, *plan, &mut treated);
        }
        treated
    }

    /// The JSON of one part after its treatment; `None` if it stays as it is.
    fn part(&self, raw: &str, is_text: bool, found: &Found, plan: Plan, treated: &mut Treated) -> Option<String> {
        let mut value = Cow::Borrowed(raw);
        if plan.cuts() {
            let document = Document::parse(raw).ok()?;
            let told = if plan.cuts_orders { found.told.as_slice() } else { &[] };
            let links = plan.cuts_links.then_some(&self.links);
            let wanted = Wanted { told, hidden: plan.cuts_hidden, links };
            let stripped = match document.root().string().filter(|_| is_text) {
                Some(text) => quoted(&strip::text(&text.text, &wanted)),
                None => strip::json(&document, &wanted),
            };
            value = Cow::Owned(stripped);
        }
        if plan.masks || plan.redacts {
            let masker = if plan.redacts { Masker::redact() } else { Masker::mask() };
            let mut redactor = Redactor::new(&self.detector, masker, LEAST);
            let mut bytes = Vec::with_capacity(value.len());
            redactor.push(value.as_bytes(), &mut bytes);
            redactor.finish(&mut bytes);
            if let Ok(masked) = String::from_utf8(bytes)
                && redactor.replaced() > 0
            {
                treated.is_masked = true;
                value = Cow::Owned(masked);
            }
        }
        if plan.wraps && is_text {
            let text = Document::parse(&value).ok()?.root().string()?.text.into_owned();
            value = Cow::Owned(quoted(&notice::wrapped(&text)));
        }
        (*value != *raw).then(|| value.into_owned())
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The result with a block in front that says what to think of it; `None` if it has no list of blocks.
fn with_notice(result: &str) -> Option<String> {
    let document = Document::parse(result).ok()?;
    let root = document.root();
    let block = format!(r#"{{"type":"text","text":{}}}"#, quoted(notice::NOTICE));
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
