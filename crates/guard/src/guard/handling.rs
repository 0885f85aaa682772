//! What is done to what passes, for the record: which treatment it was, and in `log_only` mode which it would have been.
//!
//! Both read again what was read already, so they are asked only where something is replaced, or would be.

use super::Guard;
use crate::{Call, Handled, Masking, Masks, Mode, Towards, Treatment};
use vetgate_capability::ServerClass;

impl Guard {
    /// What is done to the arguments of `call`, where `is_replaced` says that something is; in `log_only` mode, what would
    /// be.
    pub fn handled_arguments(&self, call: &Call, is_replaced: bool) -> Option<Handled> {
        let rulebook = self.rulebook();
        let masking = rulebook.settings.masking;
        if masking == Masking::default() {
            return None;
        }
        let side = call.tool.side.class;
        let is_replaced = match rulebook.settings.mode {
            Mode::Enforce => is_replaced,
            Mode::LogOnly => {
                let mut masks = Masks::new(masking);
                masks.outgoing(rulebook.reader.detector(), &call.tool.server, side, call.arguments).is_some()
            }
        };
        let towards = match side {
            ServerClass::External => masking.external,
            ServerClass::Internal => masking.internal,
            ServerClass::Unknown => masking.unknown,
        };
        is_replaced.then_some(match towards {
            Towards::Pass => Handled::ArgumentsRestored,
            Towards::Mask => Handled::ArgumentsMasked,
            Towards::Tokenize => Handled::ArgumentsTokenized,
        })
    }

    /// What is done to the response to `call`, where `is_replaced` says that something is; in `log_only` mode, what would
    /// be. `is_telling` says whether something was found in it besides personal data.
    pub fn handled_response(&self, call: &Call, response: &str, is_replaced: bool, is_telling: bool) -> Vec<Handled> {
        let rulebook = self.rulebook();
        let settings = &rulebook.settings;
        let is_wanted = match settings.mode {
            Mode::Enforce => is_replaced,
            Mode::LogOnly => is_telling || settings.responses.sensitive != Treatment::Pass,
        };
        if !is_wanted {
            return vec![];
        }
        let read = rulebook.reader.read(&call.tool.server, &call.tool.name, response);
        let mut handled = rulebook.reader.handled(&read, &settings.responses);
        if handled.is_empty() && is_replaced {
            handled.push(Handled::ResponseRestored);
        }
        handled
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{KeyedBy, ResponseSettings, SessionKey, Settings, Tool};
    use std::sync::Arc;
    use vetgate_capability::{Server, classify};
    use vetgate_model::{Definition, DefinitionKind};

    fn tool() -> Arc<Tool> {
        let raw = r#"{"name":"fetch","description":"Fetches a page."}"#;
        let definition = Definition::parse("web", DefinitionKind::Tool, raw).expect("it is a tool");
        let side = Server { name: "web", url: None, tools: &[], configured: Some(ServerClass::External) }.classify();
        Arc::new(Tool::of(&definition, classify(&definition), side))
    }

    /// What is done to arguments and response, where both are replaced if anything is.
    fn handled(settings: &Settings, response: &str) -> (Option<Handled>, Vec<Handled>) {
        let guard = Guard::new(settings).expect("the settings are sound");
        let (session, tool) = (SessionKey { by: KeyedBy::Connection, name: "1".into() }, tool());
        let arguments = r#"{"who":"jo.miller@acme.io"}"#;
        let call = Call {
            session: &session,
            principal: "dev",
            tool: &tool,
            arguments,
            other_params: None,
            is_address: false,
            intent: None,
            now_ms: 1_000_000,
        };
        let before = guard.before(&call);
        let after = guard.after(&call, &before.ticket, response);
        let is_replaced = after.result.is_some() || after.blocked.is_some();
        (
            guard.handled_arguments(&call, before.arguments.is_some()),
            guard.handled_response(&call, response, is_replaced, !after.findings.is_empty()),
        )
    }

    #[test]
    fn what_would_be_done_is_what_is_done() {
        let response = r#"{"content":[{"type":"text","text":"Mail jo.miller@acme.io.\u200b\u200b\u200b"}]}"#;
        let of = |hidden, sensitive| ResponseSettings { hidden, sensitive, ..ResponseSettings::default() };
        let masking = |external| Masking { external, ..Masking::default() };
        for (masking, responses, expected) in [
            (Masking::default(), of(Treatment::Pass, Treatment::Pass), (None, vec![])),
            (
                masking(Towards::Mask),
                of(Treatment::Strip, Treatment::Mask),
                (Some(Handled::ArgumentsMasked), vec![Handled::ResponseStripped, Handled::ResponseMasked]),
            ),
            (
                masking(Towards::Tokenize),
                of(Treatment::Annotate, Treatment::Pass),
                (Some(Handled::ArgumentsTokenized), vec![Handled::ResponseAnnotated]),
            ),
            (Masking::default(), of(Treatment::Pass, Treatment::Block), (None, vec![Handled::ResponseBlocked])),
        ] {
            for mode in [Mode::Enforce, Mode::LogOnly] {
                let settings = Settings { mode, masking, responses, ..Settings::default() };
                assert_eq!(handled(&settings, response), expected, "{mode:?} {responses:?}");
            }
        }
        let clean = r#"{"content":[{"type":"text","text":"a lamp"}]}"#;
        let settings = Settings { mode: Mode::LogOnly, ..Settings::default() };
        assert_eq!(handled(&settings, clean), (None, vec![]));
    }
}
