//! The management surface: what people, their tools and monitoring ask of the gateway. Agents have no part in it.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `operation`, `document` | one list of all that can be asked for, of which the router and the OpenAPI document are made |
//! | `asked`, `moment`, `problem` | what a request asks for, and what is wrong with it |
//! | `desk` | what all requests share: the way to the ledger, and how many may use it at once |
//! | `servers`, `trust`, `tools`, `decision`, `holds`, `activity`, `sessions`, `figures`, `catalog`, `policy`, `settings`, `audit`, `events`, `console`, `health`, `metrics` | one resource each |
//!
//! Everything under `/api` and `/metrics` is behind the admin token, see [`super::endpoint`].

mod activity;
mod asked;
mod audit;
mod catalog;
mod console;
mod decision;
mod desk;
mod document;
mod events;
mod figures;
mod health;
mod holds;
mod metrics;
mod moment;
mod operation;
mod policy;
mod problem;
mod servers;
mod sessions;
mod settings;
mod tools;
mod trust;

pub(crate) use desk::Desk;
pub(crate) use problem::Problem;

use super::Front;
use asked::Asked;
use axum::Router;
use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{RawPathParams, Request};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::any;
use futures_util::FutureExt as _;
use operation::Operation;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

/// The detail of a problem that is none of the request's.
const PANICKED: &str = "Vetgate failed on this request (internal error); see its log for details";

/// All that can be asked for.
fn operations() -> Vec<Operation> {
    let resources = [
        health::operations,
        servers::operations,
        trust::operations,
        tools::operations,
        decision::operations,
        holds::operations,
        activity::operations,
        sessions::operations,
        figures::operations,
        catalog::operations,
        policy::operations,
        settings::operations,
        audit::operations,
        events::operations,
        console::operations,
        metrics::operations,
        document::operations,
    ];
    resources.into_iter().flat_map(|resource| resource()).collect()
}

/// The forms in which all of it is given and taken.
fn schemas() -> BTreeMap<&'static str, Value> {
    let mut all = BTreeMap::from([problem::schema()]);
    let resources = [
        health::schemas,
        servers::schemas,
        trust::schemas,
        tools::schemas,
        decision::schemas,
        holds::schemas,
        activity::schemas,
        sessions::schemas,
        figures::schemas,
        catalog::schemas,
        policy::schemas,
        settings::schemas,
        audit::schemas,
        console::schemas,
    ];
    for resource in resources {
        all.extend(resource());
    }
    all
}

/// Every path of the management surface.
pub(crate) fn router(front: &Arc<Front>) -> Router {
    let mut paths: BTreeMap<&'static str, Vec<Operation>> = BTreeMap::new();
    for operation in operations() {
        paths.entry(operation.path).or_default().push(operation);
    }
    let mut router = Router::new();
    for (path, operations) in paths {
        let (front, operations) = (front.clone(), Arc::new(operations));
        let handler = any(move |path: Result<RawPathParams, RawPathParamsRejection>, request: Request| {
            let (front, operations) = (front.clone(), operations.clone());
            async move {
                let answered = AssertUnwindSafe(answer(front, &operations, path, request)).catch_unwind().await;
                let mut response =
                    match answered.unwrap_or_else(|_| Err(Problem::new(StatusCode::INTERNAL_SERVER_ERROR, PANICKED))) {
                        Ok(response) => response,
                        Err(problem) => problem.into_response(),
                    };
                response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
                response
            }
        });
        router = router.route(path, handler);
    }
    router
}

async fn answer(
    front: Arc<Front>,
    operations: &[Operation],
    path: Result<RawPathParams, RawPathParamsRejection>,
    request: Request,
) -> Result<Response, Problem> {
    let method = if request.method() == Method::HEAD { &Method::GET } else { request.method() };
    let Some(operation) = operations.iter().find(|operation| operation.method == *method) else {
        let mut allowed: Vec<&str> = operations.iter().map(|operation| operation.method.as_str()).collect();
        if allowed.contains(&"GET") {
            allowed.push("HEAD");
        }
        return Err(Problem::method(allowed.join(", ")));
    };
    let path = path.map_err(|_| Problem::at("path", "the path is not UTF-8 after percent-decoding"))?;
    let path: Vec<(String, String)> = path.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let limits = front.door.rules().limits.clone();
    let (parts, body) = request.into_parts();
    let asked = Asked::read(operation.parameters, &path, parts.uri.query(), parts.headers, body, &limits)?;
    (operation.run)(front, asked).await
}

/// An answer in JSON.
fn json(value: &impl Serialize) -> Result<Response, Problem> {
    let text = serde_json::to_string(value)
        .map_err(|error| Problem::unavailable(format!("the answer cannot be written: {error}")))?;
    Ok(written(text))
}

/// An answer whose JSON is written already. It is a line, so that answers can be gathered in a file.
fn written(mut text: String) -> Response {
    text.push('\n');
    ([(CONTENT_TYPE, "application/json")], text).into_response()
}

#[cfg(test)]
mod tests;
