//! The body of a request: no larger, no slower and no deeper than may be.

use super::Limits;
use super::refusal::Refusal;
use axum::body::{Body, HttpBody as _};
use axum::http::StatusCode;
use http_body_util::BodyExt as _;
use vetgate_mcp::rpc::{Ambiguity, Malformed, Payload, code};

/// What is set aside for a body at first; more follows as it arrives.
const FIRST: usize = 64 << 10;

/// Reads all of it.
pub(crate) async fn read(body: Body, limits: &Limits) -> Result<String, Refusal> {
    let bytes = match tokio::time::timeout(limits.body_timeout, collect(body, limits.body_bytes)).await {
        Ok(collected) => collected?,
        Err(_) => {
            let text = format!("the body did not arrive within {:?}", limits.body_timeout);
            return Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, text));
        }
    };
    String::from_utf8(bytes).map_err(|_| Refusal::bad(code::PARSE, "not JSON: the body is not UTF-8"))
}

/// Reads a message or a batch.
pub(crate) fn payload(text: String, depth: usize) -> Result<Payload, Refusal> {
    if is_deeper(&text, depth) {
        return Err(Refusal::bad(
            code::PARSE,
            format!("the message is nested deeper than {depth}, the limit of this gateway"),
        ));
    }
    let payload = Payload::read(text).map_err(|malformed| match malformed {
        Malformed::Ambiguous(ambiguity) => {
            let Ambiguity { reason, id, method } = *ambiguity;
            let text =
                format!("Vetgate refused this message: {reason}. Write each member once, spelled as in the protocol");
            Refusal::of_message(method.as_deref(), id.as_deref(), text, "ambiguous")
        }
        malformed => Refusal::bad(malformed.code(), malformed.to_string()),
    })?;
    let messages = match &payload {
        Payload::One(message) => std::slice::from_ref(message),
        Payload::Batch(messages) => messages,
    };
    match messages.iter().find_map(|message| Some((message, message.left_out()?))) {
        Some((message, name)) => {
            let text = format!(
                "Vetgate refused this message: `{name}` is not a member of such a JSON-RPC message, and Vetgate passes \
                 on only what it inspects. Leave it out, or put it into `_meta` of the parameters"
            );
            let method = Some(message.method()).filter(|method| !method.is_empty());
            Err(Refusal::of_message(method, message.id(), text, "unknown_member"))
        }
        None => Ok(payload),
    }
}

/// Whether anything in a JSON text is nested deeper than `limit`. What it says of other text does not matter.
fn is_deeper(text: &str, limit: usize) -> bool {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = in_string,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => {
                depth += 1;
                if depth > limit {
                    return true;
                }
            }
            b'}' | b']' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    false
}

async fn collect(mut body: Body, limit: usize) -> Result<Vec<u8>, Refusal> {
    let announced = usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX);
    if announced > limit {
        return Err(too_large(limit));
    }
    let mut bytes = Vec::with_capacity(announced.min(FIRST));
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| Refusal::new(StatusCode::BAD_REQUEST, "the body is incomplete"))?;
        let Ok(data) = frame.into_data() else { continue };
        if bytes.len() + data.len() > limit {
            return Err(too_large(limit));
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes)
}

fn too_large(limit: usize) -> Refusal {
    let text = format!("the message is larger than {limit} bytes, the limit of this gateway");
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_is_counted_outside_of_strings() {
        for (text, depth) in [
            ("1", 0),
            ("{}", 1),
            (r#"{"a":[1,{"b":[]}],"c":{}}"#, 4),
            (r#"{"a":"[[[[\"[[[["}"#, 1),
            (r#"["\\",["\\\""]]"#, 2),
            ("[[],[],[[]]]", 3),
        ] {
            assert!(!is_deeper(text, depth) && (depth == 0 || is_deeper(text, depth - 1)), "{text}");
        }
    }
}
