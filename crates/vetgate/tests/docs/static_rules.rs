//! The page of static rules is made from the rules themselves.

use super::{is_blessing, page, read, root, slug};
use std::fmt::Write;
use std::fs;
use vetgate_vet::{Explanation, source};

#[test]
fn the_page_of_static_rules_is_made_from_the_rules() {
    let path = root().join("docs/static-rules.md");
    let expected = rules_page();
    if is_blessing() {
        fs::write(&path, &expected).expect("docs/static-rules.md can be written");
    }
    assert!(read(&path) == expected, "docs/static-rules.md is out of date; see the top of tests/docs.rs");
}

fn rules_page() -> String {
    let mut page = String::from(
        "# Static rules\n\n<!-- Made from the rules' own files by crates/vetgate/tests/docs/static_rules.rs. Do not edit \
         by hand. -->\n\n[`vetgate analyze`](commands/analyze.md) runs these on the source of a server. The severity is \
         that of a rule's usual finding; some findings are graded otherwise, and say so. Attack and harmless twin are \
         tests: the rule must speak on the first, and every rule must be silent on the second. `vetgate explain RULE` \
         shows the same text in the terminal.\n\nIds are stable and never reused.\n\n\
         A rule is `experimental` until its figures in `datasets/static_rules_v1.json` \
         reach the threshold in that file: of the pairs of servers with and without the flaw, enough are told apart, \
         no honest server gets a finding of medium severity or above, and of its findings on [real \
         servers](calibration.md#findings-of-vetgate-analyze) at most one in four is wrong. Then it is `stable`. A test \
         counts the figures afresh.\n\n\
         | rule | name | severity | state | finds |\n| --- | --- | --- | --- | --- |\n",
    );
    for meta in source::all().iter().map(|rule| rule.meta()) {
        let summary = Explanation::of(meta.source).summary.replace('\n', " ");
        let anchor = slug(&format!("{} {}", meta.id, meta.name));
        let _ = writeln!(
            page,
            "| [`{}`](#{anchor}) | {} | {} | {} | {summary} |",
            meta.id, meta.name, meta.severity, meta.lifecycle
        );
    }
    for meta in source::all().iter().map(|rule| rule.meta()) {
        let _ = write!(page, "\n## {} {}\n", meta.id, meta.name);
        for (heading, text) in Explanation::of(meta.source).sections {
            let _ = write!(page, "\n**{heading}.**\n{}{text}\n", if text.starts_with("```") { "\n" } else { "" });
        }
        let _ = write!(page, "\n**What to do.**\n{}\n", meta.advice);
    }
    page
}

#[test]
fn every_field_of_the_report_on_source_is_described() {
    let schema: serde_json::Value =
        serde_json::from_str(&read(&root().join("docs/analyze.schema.json"))).expect("the schema is JSON");
    let mut fields = std::collections::BTreeSet::new();
    super::collect_fields(&schema, &mut fields);
    let page = page("docs/commands/analyze.md");
    for field in fields {
        assert!(page.contains(&format!("`{field}`")), "docs/commands/analyze.md does not describe `{field}`");
    }
}
