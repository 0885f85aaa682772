//! The console: pages for a browser, written by hand and part of the program.
//!
//! The files are open to whoever reaches the gateway, for there is nothing in them: what the console shows it asks of
//! the management surface, see [`visitors`](super::visitors). They are under 200 KB together, load nothing from elsewhere,
//! and have no script or style but their own files: [`POLICY`] says so to the browser, which also refuses to make markup
//! of a text.

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::response::Response;
use axum::routing::any;
use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// What a page of the console may do.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/// What every file is sent with.
// table: the headers that the console of Vetgate is sent with.
const HEADERS: [(HeaderName, &str); 8] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-cache"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// One file.
struct File {
    path: &'static str,
    media: &'static str,
    bytes: &'static [u8],
}

macro_rules! files {
    ($($path:literal, $media:expr, $name:literal;)*) => {
        &[$(File { path: $path, media: $media, bytes: include_bytes!(concat!("../../console/", $name)) }),*]
    };
}

/// All of them.
const FILES: &[File] = files! {
    "/", "text/html; charset=utf-8", "index.html";
    "/favicon.ico", "image/svg+xml", "mark.svg";
    "/console/mark.svg", "image/svg+xml", "mark.svg";
    "/console/style.css", STYLE, "style.css";
    "/console/pages.css", STYLE, "pages.css";
    "/console/app.js", SCRIPT, "app.js";
    "/console/activity.js", SCRIPT, "activity.js";
    "/console/api.js", SCRIPT, "api.js";
    "/console/chart.js", SCRIPT, "chart.js";
    "/console/decide.js", SCRIPT, "decide.js";
    "/console/dialog.js", SCRIPT, "dialog.js";
    "/console/diff.js", SCRIPT, "diff.js";
    "/console/dom.js", SCRIPT, "dom.js";
    "/console/holds.js", SCRIPT, "holds.js";
    "/console/marks.js", SCRIPT, "marks.js";
    "/console/overview.js", SCRIPT, "overview.js";
    "/console/policy.js", SCRIPT, "policy.js";
    "/console/pretty.js", SCRIPT, "pretty.js";
    "/console/remember.js", SCRIPT, "remember.js";
    "/console/review.js", SCRIPT, "review.js";
    "/console/route.js", SCRIPT, "route.js";
    "/console/rows.js", SCRIPT, "rows.js";
    "/console/sessions.js", SCRIPT, "sessions.js";
    "/console/settings.js", SCRIPT, "settings.js";
    "/console/signin.js", SCRIPT, "signin.js";
    "/console/tools.js", SCRIPT, "tools.js";
    "/console/trial.js", SCRIPT, "trial.js";
    "/console/trust.js", SCRIPT, "trust.js";
    "/console/visible.js", SCRIPT, "visible.js";
    "/console/when.js", SCRIPT, "when.js";
};

/// The paths of the console.
pub(crate) fn router() -> Router {
    FILES.iter().fold(Router::new(), |router, file| {
        router.route(file.path, any(move |request: Request| async move { answer(file, &request) }))
    })
}

fn answer(file: &File, request: &Request) -> Response {
    let tag = format!("\"{}\"", &HEXLOWER.encode(&Sha256::digest(file.bytes))[..32]);
    let is_known = request.headers().get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let (status, body) = match *request.method() {
        Method::GET | Method::HEAD if is_known => (StatusCode::NOT_MODIFIED, Body::empty()),
        Method::GET | Method::HEAD => (StatusCode::OK, Body::from(file.bytes)),
        _ => (StatusCode::METHOD_NOT_ALLOWED, Body::empty()),
    };
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if status == StatusCode::METHOD_NOT_ALLOWED {
        headers.insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.media));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn text(file: &File) -> &str {
        std::str::from_utf8(file.bytes).unwrap()
    }

    #[test]
    fn all_of_it_weighs_less_than_200_kb_and_every_file_is_there() {
        let weight: usize = FILES.iter().map(|file| file.bytes.len()).sum();
        assert!(weight < 200_000, "{weight}");
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/console");
        for entry in std::fs::read_dir(folder).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let path = if name == "index.html" { "/".to_owned() } else { format!("/console/{name}") };
            assert!(FILES.iter().any(|file| file.path == path), "{name} is not served");
        }
    }

    #[test]
    fn every_module_that_is_imported_is_there_and_nothing_comes_from_elsewhere() {
        let paths: BTreeSet<&str> = FILES.iter().map(|file| file.path).collect();
        for file in FILES.iter().filter(|file| file.media == SCRIPT) {
            for line in text(file).lines().filter(|line| line.starts_with("import ") || line.starts_with("} from ")) {
                let Some((_, rest)) = line.split_once(" \"./") else { continue };
                let path = format!("/console/{}", rest.split('"').next().unwrap());
                assert!(paths.contains(path.as_str()), "{}: {line}", file.path);
            }
        }
        for file in FILES {
            for part in text(file).split("http").skip(1) {
                let is_name = part.starts_with("://www.w3.org/") || !part.trim_start_matches('s').starts_with("://");
                assert!(is_name, "{}: http{}", file.path, &part[..part.len().min(40)]);
            }
        }
    }

    #[test]
    fn nothing_makes_markup_of_a_text() {
        for file in FILES.iter().filter(|file| file.media == SCRIPT) {
            for word in
                ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "DOMParser"]
            {
                assert!(!text(file).contains(word), "{} has {word}", file.path);
            }
        }
        let page = text(&FILES[0]);
        for word in ["<style", "style=", "onclick", "javascript:"] {
            assert!(!page.contains(word), "index.html has {word}");
        }
        assert_eq!(page.matches("<script").count(), page.matches("<script type=\"module\" src=").count());
    }
}
