//! The paths that clients use, and what each method does there.

use super::Front;
use super::api::{self, Problem};
use super::connections::Connection;
use super::console;
use super::door::Rules;
use super::events::{self, Reader};
use super::headers::Layer;
use super::host::Reached;
use super::media::Accept;
use super::post::post;
use super::refusal::{Refusal, empty};
use crate::{Principal, Scope, Session};
use axum::Router;
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::any;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use tokio::time::Instant;
use tower_service::Service as _;

/// Stands for the stream of a session among its requests; no id is written like this.
const STREAM: &str = "GET";

/// One client at the door, for one HTTP request.
#[derive(Clone)]
pub(crate) struct Visit {
    pub(crate) principal: Arc<Principal>,
    pub(crate) scope: Scope,
    pub(crate) rules: Arc<Rules>,
    pub(crate) connection: Arc<Connection>,
}

/// Where a request came from and how it reached the gateway.
#[derive(Clone)]
struct Arrival {
    peer: SocketAddr,
    reached: Reached,
    rules: Arc<Rules>,
    connection: Arc<Connection>,
}

/// All paths.
pub(crate) fn router(front: Arc<Front>) -> Router {
    Router::new()
        .route("/mcp", any(all))
        .route("/mcp/{server}", any(one))
        .with_state(front.clone())
        .merge(api::router(&front))
        .merge(console::router())
        .fallback(nothing)
}

/// Answers one HTTP request. What holds for every path is checked here, before there are paths.
pub(crate) async fn handle(
    front: &Front,
    mut router: Router,
    peer: SocketAddr,
    connection: Arc<Connection>,
    mut request: Request<hyper::body::Incoming>,
) -> Response {
    connection.touch();
    let rules = front.door.rules();
    let reached = match rules.reached(request.uri(), request.headers()) {
        Ok(reached) => reached,
        Err(refusal) if is_mcp(request.uri().path()) => return turn_away(front, peer, refusal),
        Err(refusal) => {
            tell(front, peer.ip(), &refusal);
            return Problem::from(refusal).into_response();
        }
    };
    if connection.is_reserved() && is_mcp(request.uri().path()) {
        let mut response = turn_away(front, peer, full());
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        return response;
    }
    let mut answering = None;
    if is_management(request.uri().path()) {
        if let Err(refusal) = front.door.admin(&rules, request.headers(), peer.ip(), Instant::now()) {
            tell(front, peer.ip(), &refusal);
            return Problem::from(refusal).into_response();
        }
        connection.note_token();
        answering = Some(connection.answering());
        if !connection.begin_answer() {
            return Problem::from(closing()).into_response();
        }
    }
    request.extensions_mut().insert(Arrival { peer, reached, rules, connection });
    let response = match router.call(request.map(Body::new)).await {
        Ok(response) => response,
        Err(never) => match never {},
    };
    match answering {
        Some(answering) => response.map(|body| answering.until_sent(body)),
        None => response,
    }
}

/// The answer to a request that arrived on a connection while it was chosen to be closed.
pub(super) fn closing() -> Refusal {
    let text =
        "too many connections: this connection is closed and the request was not processed; open a new connection";
    Refusal::new(StatusCode::SERVICE_UNAVAILABLE, text)
}

/// The answer to an agent where only reserved places are left.
fn full() -> Refusal {
    let text = "too many connections: all of them are waiting for an answer; try again in a moment";
    Refusal::new(StatusCode::SERVICE_UNAVAILABLE, text)
}

/// Answers somebody who is not let in, and tells whoever watches.
fn turn_away(front: &Front, peer: SocketAddr, refusal: Refusal) -> Response {
    tell(front, peer.ip(), &refusal);
    refusal.into_response()
}

/// Tells whoever watches that a client at this address was turned away.
pub(super) fn tell(front: &Front, peer: IpAddr, refusal: &Refusal) {
    if front.door.is_news(peer, Instant::now()) {
        front.service.turned_away(peer, &refusal.text);
    }
}

/// Whether a path takes the admin token.
pub(super) fn is_management(path: &str) -> bool {
    ["/api", "/metrics"].iter().any(|top| is_under(path, top))
}

fn is_mcp(path: &str) -> bool {
    is_under(path, "/mcp")
}

fn is_under(path: &str, top: &str) -> bool {
    path.strip_prefix(top).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

async fn nothing(request: Request) -> Response {
    let is_management = is_management(request.uri().path());
    if is_management {
        return Problem::nowhere("this path does not exist; `/api/v1/openapi.json` lists all paths").into_response();
    }
    Refusal::new(StatusCode::NOT_FOUND, "this path does not exist; MCP is at `/mcp`, the console at `/`")
        .into_response()
}

async fn all(State(front): State<Arc<Front>>, request: Request) -> Response {
    visit(front, Scope::All, request).await
}

async fn one(State(front): State<Arc<Front>>, Path(server): Path<String>, request: Request) -> Response {
    visit(front, Scope::One(server), request).await
}

async fn visit(front: Arc<Front>, scope: Scope, request: Request) -> Response {
    let Some(Arrival { peer, reached, rules, connection }) = request.extensions().get::<Arrival>().cloned() else {
        return Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "a request that passed no door").into_response();
    };
    let principal = match front.door.agent(&rules, request.headers(), peer.ip(), reached, Instant::now()) {
        Ok(principal) => principal,
        Err(refusal) => return turn_away(&front, peer, refusal),
    };
    if let Scope::One(server) = &scope
        && !principal.may_use(server)
    {
        let text = format!("the agent `{}` may not use this server", principal.name);
        return turn_away(&front, peer, Refusal::new(StatusCode::FORBIDDEN, text));
    }
    if front.door.is_token_of(&principal) {
        connection.note_token();
    }
    let answering = connection.answering();
    // What is POSTed has not arrived yet: see `post`.
    if request.method() != Method::POST && !connection.begin_answer() {
        return closing().into_response();
    }
    let visit = Visit { principal, scope, rules, connection };
    let done = match *request.method() {
        Method::POST => post(front, visit, request).await,
        Method::GET => listen(&front, &visit, request.headers()),
        Method::DELETE => match named(&front, &visit, request.headers()) {
            Ok(session) => {
                // In a task, so that a client that does not wait leaves nothing half closed.
                let _ = tokio::spawn(async move { front.end(&session.id).await }).await;
                Ok(empty(StatusCode::NO_CONTENT))
            }
            Err(refusal) => Err(refusal),
        },
        _ => Err(Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "MCP uses POST here, and GET and DELETE for sessions")),
    };
    done.unwrap_or_else(Refusal::into_response).map(|body| answering.until_sent(body))
}

/// Opens the stream of a session.
fn listen(front: &Arc<Front>, visit: &Visit, headers: &HeaderMap) -> Result<Response, Refusal> {
    let session = named(front, visit, headers)?;
    if !Accept::of(headers).events {
        return Err(Refusal::new(StatusCode::NOT_ACCEPTABLE, "`Accept` must name `text/event-stream`"));
    }
    session.touch();
    let Some(messages) = session.listen() else {
        return Err(Refusal::new(StatusCode::CONFLICT, "the stream of this session is already open"));
    };
    let reader = Reader { door: front.door.clone(), principal: visit.principal.clone() };
    let listening = front.in_flight.enter(&session.id, STREAM);
    Ok(events::of_session(messages, listening, front.stopping.subscribe(), reader))
}

/// The session of a GET or DELETE. Revisions without sessions have neither.
fn named(front: &Front, visit: &Visit, headers: &HeaderMap) -> Result<Arc<Session>, Refusal> {
    let layer = Layer::read(headers)?;
    if layer.session.is_none() {
        let text = "GET and DELETE need the header `Mcp-Session-Id`; send messages with POST";
        return Err(Refusal::new(StatusCode::METHOD_NOT_ALLOWED, text));
    }
    if let Some(revision) = layer.revision {
        super::era::known(revision)?;
    }
    front.session(layer.session, visit)
}
