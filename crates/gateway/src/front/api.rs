//! The paths for whoever manages the gateway. All of them are behind the admin token, see [`super::endpoint`].

use super::{Front, Service};
use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use bytes::Bytes;
use futures_util::stream::unfold;
use std::convert::Infallible;
use std::sync::Arc;
use tokio::sync::broadcast::error::RecvError;

/// Everything under `/api/`.
pub(crate) fn api<S: Service>(front: Arc<Front<S>>) -> Router {
    Router::new()
        .route("/api/health", get(async || "ok"))
        .route("/api/status", get(status::<S>))
        .route("/api/events", get(events::<S>))
        .with_state(front)
}

/// How the gateway and its servers are doing.
async fn status<S: Service>(State(front): State<Arc<Front<S>>>) -> Response {
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")], front.service.status()).into_response()
}

/// Everything that happens, as server-sent events, until the listener goes. One that is too slow is told how much it
/// has missed.
async fn events<S: Service>(State(front): State<Arc<Front<S>>>) -> Response {
    let stream = unfold(front.service.events(), async |listener| {
        let mut listener = listener?;
        let text = match listener.recv().await {
            Ok(event) => format!("data: {}\n\n", serde_json::to_string(&event).ok()?),
            Err(RecvError::Lagged(missed)) => format!("event: missed\ndata: {missed}\n\n"),
            Err(RecvError::Closed) => return None,
        };
        Some((Ok::<_, Infallible>(Bytes::from(text)), Some(listener)))
    });
    ([(CONTENT_TYPE, "text/event-stream"), (CACHE_CONTROL, "no-cache")], Body::from_stream(stream)).into_response()
}
