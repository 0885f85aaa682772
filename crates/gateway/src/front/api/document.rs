//! The OpenAPI document, made from the list of operations.

use super::operation::{Answer, Operation, Parameter, Place, Shape};
use super::problem;
use super::{json, operations as all, schemas};
use axum::http::{Method, StatusCode};
use serde_json::{Map, Value, json};

/// What can go wrong with every request.
const ALWAYS: [StatusCode; 2] = [StatusCode::BAD_REQUEST, StatusCode::FORBIDDEN];
/// What can go wrong with every request that needs the token.
const MANAGED: [StatusCode; 3] =
    [StatusCode::UNAUTHORIZED, StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE];
/// What can go wrong with a body.
const BODY: [StatusCode; 4] = [
    StatusCode::REQUEST_TIMEOUT,
    StatusCode::PAYLOAD_TOO_LARGE,
    StatusCode::UNSUPPORTED_MEDIA_TYPE,
    StatusCode::UNPROCESSABLE_ENTITY,
];

pub(super) fn operations() -> Vec<Operation> {
    vec![Operation {
        method: Method::GET,
        path: "/api/v1/openapi.json",
        name: "readDocument",
        summary: "This document.",
        parameters: &[],
        body: None,
        answer: Answer::Object,
        problems: &[],
        run: |_, _| Box::pin(async { json(&document()) }),
    }]
}

/// All of it.
pub(super) fn document() -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for operation in all() {
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method.as_str().to_ascii_lowercase()] = described(&operation);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Vetgate management API",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Servers, tools, pending decisions and the activity record of the gateway. Every path except \
                `/healthz` and `/readyz` requires the admin token; the tokens of agents are not accepted.",
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "security": [{"admin": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"admin": {
                "type": "http",
                "scheme": "bearer",
                "description": "The token in `admin-token` in the gateway's data folder.",
            }},
            "schemas": schemas(),
        },
    })
}

fn described(operation: &Operation) -> Value {
    let mut described = json!({
        "operationId": operation.name,
        "summary": operation.summary,
        "responses": responses(operation),
    });
    if !operation.parameters.is_empty() {
        described["parameters"] = operation.parameters.iter().map(parameter).collect();
    }
    if let Some(body) = operation.body {
        let content = json!({"application/json": {"schema": reference(body.schema)}});
        described["requestBody"] = json!({"required": body.is_required, "content": content});
    }
    if operation.is_open() {
        described["security"] = json!([]);
    }
    described
}

fn responses(operation: &Operation) -> Value {
    let (media, schema) = match operation.answer {
        Answer::Json(schema) | Answer::Readiness(schema) => ("application/json", reference(schema)),
        Answer::Object => ("application/json", json!({"type": "object"})),
        Answer::Text(media) => (media, json!({"type": "string"})),
    };
    let given = json!({"content": {media: {"schema": schema}}});
    let mut responses = json!({});
    let mut problems = ALWAYS.to_vec();
    problems.extend_from_slice(operation.problems);
    if !operation.is_open() {
        problems.extend(MANAGED);
    }
    if operation.body.is_some() {
        problems.extend(BODY);
    }
    for status in problems {
        responses[status.as_str()] = json!({
            "description": status.canonical_reason().unwrap_or_default(),
            "content": {problem::MEDIA: {"schema": reference("Problem")}},
        });
    }
    let mut give = |status: StatusCode, description: &str| {
        responses[status.as_str()] = given.clone();
        responses[status.as_str()]["description"] = description.into();
    };
    give(StatusCode::OK, "Success.");
    if matches!(operation.answer, Answer::Readiness(_)) {
        give(StatusCode::SERVICE_UNAVAILABLE, "Not ready.");
    }
    responses
}

fn parameter(parameter: &Parameter) -> Value {
    let one = shape(&parameter.shape);
    let (place, schema) = match parameter.place {
        Place::Path => ("path", one),
        Place::Query => ("query", one),
        Place::Repeated => ("query", json!({"type": "array", "items": one})),
        Place::Header => ("header", one),
    };
    json!({
        "name": parameter.name,
        "in": place,
        "description": parameter.about,
        "required": parameter.place == Place::Path,
        "schema": schema,
    })
}

fn shape(shape: &Shape) -> Value {
    match shape {
        Shape::Text => json!({"type": "string", "minLength": 1, "maxLength": super::asked::TEXT}),
        Shape::Id => json!({"type": "string", "pattern": "^[0-9a-f]{16}$"}),
        Shape::Number { least, most } => json!({"type": "integer", "minimum": least, "maximum": most}),
        Shape::Flag => json!({"type": "boolean"}),
        Shape::Word(words) => json!({"type": "string", "enum": words()}),
        Shape::Moment => json!({"anyOf": [
            {"type": "string", "format": "date-time"},
            {"type": "integer", "minimum": 0, "maximum": super::operation::MOST},
        ]}),
    }
}

/// A reference to a schema by its name.
pub(super) fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}
