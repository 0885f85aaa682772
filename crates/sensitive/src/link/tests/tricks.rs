//! What hides a host, and what is found beneath it.

use super::super::{Trick, Tricks};
use super::{find, only};

fn set(tricks: &[Trick]) -> Tricks {
    tricks.iter().fold(Tricks::NONE, |set, trick| set.and(Tricks::of(*trick)))
}

#[test]
fn hosts_are_seen_through_tricks() {
    use Trick::*;
    for (text, host, tricks) in [
        ("hxxp://evil.com/a", "evil.com", &[Defanged] as &[Trick]),
        ("hXXps://evil[.]com", "evil.com", &[Defanged]),
        ("h**p://evil.com", "evil.com", &[Defanged]),
        ("hxxp[:]//evil[.]com/a", "evil.com", &[Defanged]),
        ("http[://]evil.com", "evil.com", &[Defanged]),
        ("evil[.]com", "evil.com", &[Defanged]),
        ("evil(.)com", "evil.com", &[Defanged]),
        ("evil{.}com", "evil.com", &[Defanged]),
        ("evil[.com", "evil.com", &[Defanged]),
        ("evil[dot]com", "evil.com", &[Defanged]),
        ("send to evil (dot) com please", "evil.com", &[Defanged]),
        ("a.b[DOT]evil(dot)co.uk", "a.b.evil.co.uk", &[Defanged]),
        ("ann[at]evil[.]com", "evil.com", &[Defanged]),
        ("ann (at) evil (dot) com", "evil.com", &[Defanged]),
        ("ann[@]evil.com", "evil.com", &[Defanged]),
        ("http://2130706433/", "127.0.0.1", &[Number]),
        ("http://0x7f.1/", "127.0.0.1", &[Number]),
        ("http://0177.0.0.01/", "127.0.0.1", &[Number]),
        ("http://0x7F000001", "127.0.0.1", &[Number]),
        ("http://3627734734/", "216.58.214.206", &[Number]),
        ("curl 0x7f.0x0.0x0.0x1", "127.0.0.1", &[Number]),
        ("http://[::ffff:127.0.0.1]/", "::ffff:127.0.0.1", &[Number]),
        ("http://google.com@evil.com/", "evil.com", &[UserInfo]),
        ("http://google.com:80@evil.com/", "evil.com", &[UserInfo]),
        ("https://google.com%2Flogin@evil.com/", "evil.com", &[UserInfo]),
        ("https://google.com%40evil.com/", "evil.com", &[UserInfo, Percent]),
        ("http://google.com@2130706433/", "127.0.0.1", &[UserInfo, Number]),
        ("http://user:secret@evil.com/", "evil.com", &[]),
        ("http://john.doe:secret@evil.com/", "evil.com", &[]),
        ("http://ann%40example.com:secret@evil.com/", "evil.com", &[]),
        ("http://%65vil.com/", "evil.com", &[Percent]),
        ("http://evil%2ecom/", "evil.com", &[Percent]),
        ("http://%2565vil.com/", "evil.com", &[Percent]),
        ("http://ev%E2%80%8Bil.com/", "evil.com", &[Percent, Hidden]),
        ("http:\\\\evil.com\\a", "evil.com", &[Separator]),
        ("http:/\\evil.com", "evil.com", &[Separator]),
        ("http:/evil.com/a", "evil.com", &[Separator]),
        ("http:///evil.com/a", "evil.com", &[Separator]),
        ("http:evil.com/a", "evil.com", &[Separator]),
        ("open \\\\evil.com\\share", "evil.com", &[Separator]),
        ("\"/\\evil.com\"", "evil.com", &[Separator]),
        ("http://ev\til.com/", "evil.com", &[Hidden]),
        ("http://evil\n.com/", "evil.com", &[Hidden]),
        ("http://\nevil.com/", "evil.com", &[Hidden]),
        ("http://ev\u{200b}il.com/", "evil.com", &[Hidden]),
        ("ev\u{ad}il.com", "evil.com", &[Hidden]),
        ("http://evil\u{200b}.com", "evil.com", &[Hidden]),
        ("http://evil。com/", "evil.com", &[Folded]),
        ("evil．com", "evil.com", &[Folded]),
        ("http://ｅｖｉｌ．ｃｏｍ/", "evil.com", &[Folded]),
        ("http://ⓔⓥⓘⓛ.com/", "evil.com", &[Folded]),
        ("http://𝐞𝐯𝐢𝐥.com/", "evil.com", &[Folded]),
        ("http://xn--bcher-kva.example/", "xn--bcher-kva.example", &[Punycode]),
        ("http://bücher.example/", "xn--bcher-kva.example", &[]),
        ("http://пример.рф/", "xn--e1afmkfd.xn--p1ai", &[]),
        ("http://例え.jp/", "xn--r8jz45g.jp", &[]),
        ("http://xn--80ak6aa92e.com/", "xn--80ak6aa92e.com", &[Homograph, Punycode]),
    ] {
        let link = only(text);
        assert_eq!(link.host, host, "{text}");
        assert_eq!(link.tricks, set(tricks), "{text}");
    }
}

#[test]
fn homographs_name_whom_they_imitate() {
    for (text, imitated) in [
        ("https://аррӏе.com/", Some("apple.com")),
        ("https://xn--80ak6aa92e.com/", Some("apple.com")),
        ("gооgle.com", Some("google.com")),
        ("ann@раураl.com", Some("paypal.com")),
        ("https://login.mıcrosoft.com/", Some("login.microsoft.com")),
        ("https://ġithub.com/", Some("github.com")),
        ("https://cörp.com/", Some("corp.com")),
        ("https://яblok.com/", None),
    ] {
        let link = only(text);
        assert!(link.tricks.contains(Trick::Homograph), "{text}: {link:?}");
        assert_eq!(link.imitates.as_deref(), imitated, "{text}");
    }
    for honest in
        ["https://münchen.de/", "https://яндекс.рф/", "https://упа.укр/", "https://café.fr/", "https://example.com/"]
    {
        let link = only(honest);
        assert!(!link.tricks.contains(Trick::Homograph) && link.imitates.is_none(), "{honest}");
    }
}

#[test]
fn parsers_that_disagree_are_both_told() {
    let found = find("http://google.com\\@evil.com/");
    let hosts: Vec<&str> = found.iter().map(|link| link.host.as_ref()).collect();
    assert_eq!(hosts, ["google.com", "evil.com"]);
    assert_eq!(found[1].tricks, set(&[Trick::UserInfo, Trick::Separator]));
}

#[test]
fn sets_and_names() {
    let both = set(&[Trick::Defanged, Trick::Punycode]);
    assert_eq!(both.iter().collect::<Vec<_>>(), [Trick::Defanged, Trick::Punycode]);
    assert!(both.contains(Trick::Punycode) && !both.contains(Trick::Number) && !both.is_empty());
    assert_eq!(Trick::UserInfo.to_string(), "user_info");
    assert_eq!(format!("{both:?}"), "{Defanged, Punycode}");
}
