//! Which sign decides, and how sure it is.

use super::*;
use crate::fixture::{taking, tool};
use proptest::prelude::*;

fn class(name: &str, url: Option<&str>, tools: &[Classification]) -> (ServerClass, Level) {
    let answer = Server { name, url, tools, configured: None }.classify();
    (answer.class, answer.confidence)
}

#[test]
fn a_name_is_read_by_its_words() {
    use Level::{Low, Medium};
    use ServerClass::{External, Internal, Unknown};
    for (name, side, confidence) in [
        ("slack", External, Medium),
        ("SlackBot2", External, Medium),
        ("SendGrid", External, Medium),
        ("web_hooks", External, Medium),
        ("s3-public", External, Medium),
        ("gcsPublicFiles", External, Low),
        ("github", Internal, Medium),
        ("GitHub", Internal, Medium),
        ("server-postgres", Internal, Medium),
        ("MySQL", Internal, Medium),
        ("s3-private", Internal, Medium),
        ("@acme/mcp-notion", Internal, Medium),
        ("jira.tickets", Internal, Medium),
        ("databases", Internal, Medium),
        ("github-api", Internal, Medium),
        ("slack-db", External, Low),
        ("company-api", External, Low),
        ("rest", External, Low),
        ("capital", Unknown, Low),
        ("profile", Unknown, Low),
        ("restaurant", Unknown, Low),
        ("steam", Unknown, Low),
        ("mydb", Internal, Medium),
        ("dbserver", Internal, Medium),
        ("githubserver", Internal, Medium),
        ("notionapi", Internal, Medium),
        ("slackbot", External, Medium),
        ("acme-slackbot", External, Medium),
        ("mailapi", External, Medium),
        ("restapi", External, Low),
        ("acmegithub", Internal, Low),
        ("slackdb", External, Low),
        ("acmedb", Unknown, Low),
        ("driver", Unknown, Low),
        ("notional", Unknown, Low),
        ("climbing", Unknown, Low),
        ("digit", Unknown, Low),
        ("redistribution", Unknown, Low),
        ("adobe", Unknown, Low),
        ("", Unknown, Low),
        ("数据", Unknown, Low),
    ] {
        assert_eq!(class(name, None, &[]), (side, confidence), "{name}");
    }
}

#[test]
fn each_sign_speaks_where_the_ones_before_are_silent() {
    let mail = [tool("send_mail", &[Tag::NetEgress])];
    let public = Some("https://mcp.example.com");
    let private = Some("https://mcp.acme.internal");
    for (name, url, tools, expected) in [
        ("notion", public, &mail[..], (ServerClass::Internal, Level::Medium)),
        ("x", private, &mail, (ServerClass::Internal, Level::Medium)),
        ("x", None, &mail, (ServerClass::External, Level::Medium)),
        ("x", None, &[], (ServerClass::Unknown, Level::Low)),
        ("x", Some("http://127.0.0.1"), &[], (ServerClass::Internal, Level::Low)),
        ("x", Some("${URL}"), &[], (ServerClass::Unknown, Level::Low)),
    ] {
        assert_eq!(class(name, url, tools), expected, "{name} {url:?}");
    }
}

#[test]
fn a_second_sign_that_agrees_makes_it_surer_by_one_step() {
    let reads = [tool("query", &[Tag::DbQuery])];
    assert_eq!(class("postgres", None, &reads), (ServerClass::Internal, Level::High));
    assert_eq!(class("acme-api", Some("https://acme.example"), &[]), (ServerClass::External, Level::Medium));
    let loopback = Some("http://localhost");
    assert_eq!(class("postgres", loopback, &[]).1, Level::Medium, "anything can run here");
}

#[test]
fn a_person_has_the_last_word() {
    let configured = Some(ServerClass::Internal);
    let url = Some("https://slack.com");
    let answer = Server { name: "slack", url, tools: &[], configured }.classify();
    assert_eq!((answer.class, answer.confidence), (ServerClass::Internal, Level::High));
    assert_eq!(answer.evidence, ["config:internal"]);
}

#[test]
fn tools_tell_what_holds_data_from_what_takes_it_out() {
    let sign = |tools: &[Classification]| by_capabilities(tools).map(|sign| (sign.class, sign.evidence.join(" ")));
    let found = |class, evidence: &str| Some((class, evidence.to_owned()));
    let send = tool("send_message", &[Tag::NetEgress]);
    let read = tool("read_it", &[Tag::FsRead]);
    let fetch = taking(tool("get_page", &[Tag::NetEgress]), &[("url", Role::Url, Level::High)]);
    let mut inbox = tool("get_message", &[Tag::NetEgress]);
    inbox.operation.class = OperationClass::Read;
    assert_eq!(sign(std::slice::from_ref(&send)), found(ServerClass::External, "tool_sends:send_message"));
    assert_eq!(sign(std::slice::from_ref(&fetch)), found(ServerClass::External, "tool_goes_anywhere:get_page"));
    assert_eq!(sign(std::slice::from_ref(&read)), found(ServerClass::Internal, "capability:fs_read"));
    assert_eq!(sign(&[read.clone(), send]), found(ServerClass::Unknown, "capability:fs_read tool_sends:send_message"));
    assert_eq!(sign(std::slice::from_ref(&inbox)), None, "to read messages is not to send them");
    assert_eq!(sign(&[read, inbox]), None, "not files only");
    assert_eq!(sign(&[tool("send", &[Tag::Exec])]), None);
    assert_eq!(sign(&[tool("add", &[])]), None);
}

#[test]
fn a_class_has_one_name_everywhere() {
    for class in ServerClass::ALL {
        assert_eq!(ServerClass::named(class.name()), Some(class));
        assert_eq!(serde_json::to_value(class).unwrap(), class.name());
    }
}

proptest! {
    #[test]
    fn any_name_and_url_are_classified(name in any::<String>(), url in any::<String>()) {
        let answer = Server { name: &name, url: Some(&url), tools: &[], configured: None }.classify();
        prop_assert_eq!(answer.class == ServerClass::Unknown, answer.evidence.is_empty());
    }
}
