//! W3C trace context: which trace a request belongs to, and which span it is part of.
//!
//! It comes as the HTTP header `traceparent` or, as MCP has it, as `params._meta.traceparent`. What is written wrongly
//! is as good as not there: the W3C wants nobody to fail for the sake of a trace.

use super::span::CallSpan;
use crate::Caller;
use data_encoding::HEXLOWER;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use vetgate_mcp::rpc::{Message, unquote};

/// The header, and the member of `_meta`, that names a trace and a span.
pub(crate) const PARENT: &str = "traceparent";
/// The header, and the member of `_meta`, with what tracing systems add to it.
pub(crate) const STATE: &str = "tracestate";

/// What a trace context of version 00 has, and a later one begins with.
const LENGTH: usize = 55;
/// The entries that a `tracestate` may have.
const ENTRIES: usize = 32;
/// The flag of a trace that is kept.
pub(super) const SAMPLED: u8 = 1;
/// The flag of a trace whose id is random.
pub(super) const RANDOM: u8 = 2;
/// The characters that the key or the value of an entry may have.
const ENTRY: usize = 256;

/// A trace, and the span in it that a request is part of.
///
/// ```
/// use vetgate_gateway::TraceContext;
/// let context = TraceContext::parse("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", None).unwrap();
/// assert_eq!(context.trace_id(), "4bf92f3577b34da6a3ce929d0e0e4736");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceContext {
    pub(super) trace: [u8; 16],
    pub(super) span: [u8; 8],
    pub(super) flags: u8,
    pub(super) state: Option<String>,
}

/// What is known about the trace of a message beside the message itself.
#[derive(Debug, Clone, Default)]
pub struct Trace {
    /// What its headers say.
    pub(crate) header: Option<TraceContext>,
    /// The gateway's own span, where calls are traced.
    pub(super) span: Option<Arc<CallSpan>>,
}

impl Trace {
    /// What the headers of a request say.
    pub fn of_header(header: Option<TraceContext>) -> Self {
        Self { header, span: None }
    }
}

impl TraceContext {
    /// Reads a `traceparent` and the `tracestate` beside it. A state that is written wrongly is left out.
    pub fn parse(parent: &str, state: Option<&str>) -> Option<Self> {
        let (known, rest) = parent.split_at_checked(LENGTH)?;
        let mut parts = known.split('-');
        let (version, trace, span, flags) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let [version] = bytes::<1>(version)?;
        let is_whole = match version {
            0 => rest.is_empty(),
            0xff => false,
            _ => rest.is_empty() || rest.starts_with('-'),
        };
        let (trace, span, [flags]) = (bytes::<16>(trace)?, bytes::<8>(span)?, bytes::<1>(flags)?);
        let is_named = trace != [0; 16] && span != [0; 8];
        let state = state.filter(|state| is_state(state)).map(str::to_owned);
        (parts.next().is_none() && is_whole && is_named).then_some(Self { trace, span, flags, state })
    }

    /// Another span of the same trace.
    pub(super) fn with_span(&self, span: [u8; 8]) -> Self {
        Self { span, flags: self.flags & (SAMPLED | RANDOM), ..self.clone() }
    }

    /// What tracing systems add to it.
    pub(crate) fn state(&self) -> Option<&str> {
        self.state.as_deref()
    }

    /// Whether whoever began the trace wants it to be kept.
    pub(super) fn is_sampled(&self) -> bool {
        self.flags & SAMPLED != 0
    }

    /// The trace, as 32 hexadecimal digits.
    pub fn trace_id(&self) -> String {
        HEXLOWER.encode(&self.trace)
    }
}

/// As a `traceparent`.
impl fmt::Display for TraceContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (trace, span) = (HEXLOWER.encode(&self.trace), HEXLOWER.encode(&self.span));
        write!(f, "00-{trace}-{span}-{:02x}", self.flags)
    }
}

/// The trace that a request belongs to: what the message says, else what its headers say. Where calls are traced, it is
/// the one that the gateway's span is part of.
pub(crate) fn of(request: &Message, caller: &Caller) -> Option<TraceContext> {
    if let Some(span) = &caller.trace.span {
        return Some(span.context().clone());
    }
    told(request, caller)
}

/// The trace that the client says its request belongs to, and none that the gateway has begun.
pub(crate) fn told(request: &Message, caller: &Caller) -> Option<TraceContext> {
    in_message(request).or_else(|| caller.trace.header.clone())
}

/// What the message itself says.
pub(super) fn in_message(request: &Message) -> Option<TraceContext> {
    // Most requests have none, and looking for it twice costs less than reading `_meta` in vain.
    let meta = request.get("_meta")?;
    if !meta.contains(PARENT) {
        return None;
    }
    let (parent, state) = (request.meta(PARENT)?, request.meta(STATE));
    TraceContext::parse(&unquote(&parent)?, state.as_deref().and_then(unquote).as_deref())
}

/// Exactly `N` bytes in hexadecimal digits of lower case.
fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    HEXLOWER.decode(text.as_bytes()).ok()?.try_into().ok()
}

fn is_state(state: &str) -> bool {
    let mut keys = BTreeSet::new();
    let entries = state.split(',').map(|entry| entry.trim_matches([' ', '\t']));
    let is_right = entries.clone().filter(|entry| !entry.is_empty()).all(|entry| {
        entry.split_once('=').is_some_and(|(key, value)| is_key(key) && is_value(value) && keys.insert(key))
    });
    is_right && !keys.is_empty() && entries.count() <= ENTRIES
}

fn is_key(key: &str) -> bool {
    let is_part = |c: char| matches!(c, 'a'..='z' | '0'..='9' | '_' | '-' | '*' | '/' | '@');
    let starts = key.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit());
    starts && key.len() <= ENTRY && key.chars().all(is_part) && key.matches('@').count() <= 1
}

fn is_value(value: &str) -> bool {
    let is_part = |c: char| matches!(c, ' '..='~') && !matches!(c, ',' | '=');
    !value.is_empty() && value.len() <= ENTRY && value.chars().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Principal, Scope};
    use proptest::prelude::*;

    const GOOD: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    #[test]
    fn what_the_w3c_allows_is_taken_and_nothing_else() {
        for (parent, is_good) in [
            (GOOD, true),
            ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00", true),
            ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-ff", true),
            ("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", true),
            ("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-comes", true),
            ("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.what", false),
            ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more", false),
            ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-", false),
            ("ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", false),
            ("00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01", false),
            ("00-00000000000000000000000000000000-00f067aa0ba902b7-01", false),
            ("00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01", false),
            ("00-4bf92f3577b34da6a3ce929d0e0e473-600f067aa0ba902b7-01", false),
            ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1", false),
            ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0x", false),
            (" 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", false),
            ("0-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-001", false),
            ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902ä-01", false),
            ("", false),
        ] {
            assert_eq!(TraceContext::parse(parent, None).is_some(), is_good, "{parent}");
        }
    }

    #[test]
    fn a_state_that_is_written_wrongly_is_left_out() {
        let long = format!("a={}", "x".repeat(257));
        let many: String = (0..33).map(|n| format!("k{n}=v,")).collect();
        for (state, is_good) in [
            ("congo=t61rcWkgMzE", true),
            ("rojo=00f067aa0ba902b7 , congo=t61rcWkgMzE", true),
            ("tenant@system=1,,b=2", true),
            ("", false),
            (" , ", false),
            ("a", false),
            ("a=", false),
            ("A=1", false),
            ("a=1,a=2", false),
            ("a=b=c", false),
            ("a=\u{e4}", false),
            ("a=1\r\nx: y", false),
            (long.as_str(), false),
            (many.as_str(), false),
        ] {
            let context = TraceContext::parse(GOOD, Some(state)).unwrap();
            assert_eq!(context.state.is_some(), is_good, "{state}");
        }
    }

    #[test]
    fn the_message_counts_more_than_its_headers() {
        let header = TraceContext::parse("00-11111111111111111111111111111111-2222222222222222-01", None);
        let caller = |header| Caller {
            principal: Arc::new(Principal::unrestricted("a")),
            scope: Scope::All,
            session: None,
            connection: None,
            mirrored: None,
            trace: Trace::of_header(header),
        };
        let with = |parent: &str| Message::request("1", "m", &format!(r#"{{"_meta":{{"traceparent":{parent}}}}}"#));
        let id = |request: &Message, header| of(request, &caller(header)).map(|context| context.trace_id());
        let message = with(&format!("\"{GOOD}\""));
        assert_eq!(id(&message, header.clone()).as_deref(), Some("4bf92f3577b34da6a3ce929d0e0e4736"));
        for wrong in ["1", "null", "\"\"", "\"garbage\"", "{}"] {
            assert_eq!(id(&with(wrong), header.clone()).as_deref(), Some("11111111111111111111111111111111"));
            assert_eq!(id(&with(wrong), None), None);
        }
        assert_eq!(id(&Message::request("1", "m", "{}"), None), None);
    }

    proptest! {
        #[test]
        fn what_is_taken_is_written_as_it_was_read(trace in any::<[u8; 16]>(), span in any::<[u8; 8]>(), flags: u8) {
            prop_assume!(trace != [0; 16] && span != [0; 8]);
            let context = TraceContext { trace, span, flags, state: None };
            prop_assert_eq!(TraceContext::parse(&context.to_string(), None), Some(context));
        }

        #[test]
        fn one_character_that_is_no_digit_spoils_it(place in 0..55_usize, other in "[^0-9a-f]") {
            prop_assume!(GOOD.get(place..=place) != Some(other.as_str()));
            let spoiled = format!("{}{other}{}", &GOOD[..place], &GOOD[place + 1..]);
            prop_assert_eq!(TraceContext::parse(&spoiled, None), None);
        }

        #[test]
        fn any_text_is_read_without_harm(parent in ".*", state in ".*") {
            let _ = TraceContext::parse(&parent, Some(&state));
        }
    }
}
