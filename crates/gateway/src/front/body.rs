//! The body of a request: no larger and no slower than may be.

use super::Limits;
use super::refusal::Refusal;
use axum::body::{Body, HttpBody as _};
use axum::http::StatusCode;
use http_body_util::BodyExt as _;
use vetgate_mcp::rpc::code;

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
    String::from_utf8(bytes).map_err(|_| Refusal::bad(code::PARSE, "not JSON: the body is no UTF-8"))
}

async fn collect(mut body: Body, limit: usize) -> Result<Vec<u8>, Refusal> {
    let announced = usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX);
    if announced > limit {
        return Err(too_large(limit));
    }
    let mut bytes = Vec::with_capacity(announced.min(FIRST));
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| Refusal::new(StatusCode::BAD_REQUEST, "the body broke off"))?;
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
