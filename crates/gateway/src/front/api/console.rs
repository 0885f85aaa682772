//! Signing in to the console, and out of it. Signing in takes the admin token, as everything here does.

use super::asked::Asked;
use super::operation::{Answer, Operation};
use super::problem::Problem;
use super::{Front, json};
use crate::front::visitors::{LASTS, Pass, handed};
use axum::http::header::{AUTHORIZATION, SET_COOKIE};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::response::Response;
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::time::Instant;

const PATH: &str = "/api/v1/console/session";

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation {
            method: Method::POST,
            path: PATH,
            name: "signIn",
            summary: "Exchanges the admin token for a console session: a cookie, and a value for the header `X-Vetgate-Console`.",
            parameters: &[],
            body: None,
            answer: Answer::Json("Pass"),
            problems: &[],
            run: |front, asked| Box::pin(sign_in(front, asked)),
        },
        Operation {
            method: Method::DELETE,
            path: PATH,
            name: "signOut",
            summary: "Ends the console session of the cookie in the request.",
            parameters: &[],
            body: None,
            answer: Answer::Json("Left"),
            problems: &[],
            run: |front, asked| Box::pin(sign_out(front, asked)),
        },
    ]
}

pub(super) fn schemas() -> Vec<(&'static str, Value)> {
    let pass = json!({
        "type": "object",
        "required": ["word", "lasts_s"],
        "additionalProperties": false,
        "properties": {
            "word": {"type": "string", "description": "For the header `X-Vetgate-Console`."},
            "lasts_s": {"type": "integer", "minimum": 0, "description": "How many seconds the session is valid."},
        },
    });
    let left = json!({
        "type": "object",
        "required": ["signed_in"],
        "additionalProperties": false,
        "properties": {"signed_in": {"const": false}},
    });
    vec![("Pass", pass), ("Left", left)]
}

async fn sign_in(front: Arc<Front>, asked: Asked) -> Result<Response, Problem> {
    // Whoever is signed in cannot stay so for ever by signing in anew.
    if !asked.headers().contains_key(AUTHORIZATION) {
        return Err(Problem::new(
            StatusCode::UNAUTHORIZED,
            "to sign in, send the admin token in the header `Authorization`",
        ));
    }
    let pass = front.door.visitors.admit(Instant::now());
    let Pass { cookie, word } =
        pass.ok_or_else(|| Problem::unavailable("the operating system returned no random bytes"))?;
    let mut response = json(&json!({"word": word, "lasts_s": LASTS.as_secs()}))?;
    set(&mut response, &handed(asked.headers(), &cookie));
    Ok(response)
}

async fn sign_out(front: Arc<Front>, asked: Asked) -> Result<Response, Problem> {
    front.door.visitors.dismiss(asked.headers());
    let mut response = json(&json!({"signed_in": false}))?;
    set(&mut response, &handed(asked.headers(), ""));
    Ok(response)
}

fn set(response: &mut Response, cookie: &str) {
    if let Ok(cookie) = HeaderValue::from_str(cookie) {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
}
