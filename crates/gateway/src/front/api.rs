//! The paths for whoever manages the gateway. All of them are behind the admin token, see [`super::endpoint`].

use super::{Front, Service};
use axum::Router;
use axum::routing::get;
use std::sync::Arc;

/// Everything under `/api/`.
pub(crate) fn api<S: Service>(front: Arc<Front<S>>) -> Router {
    Router::new().route("/api/health", get(async || "ok")).with_state(front)
}
